"""The command ``code777``: arguments, files and exit statuses. No deduction.

``exit_status``  how commands end
``stopping``     Ctrl-C
``completion``   completion in the shell
``common``       shared options of commands, their console, and how they play
``files``        which log a command means, and reading it
``speed``        how fast this machine is
``simulate``     ``simulate``
``compare``      ``bench compare``
``research``     what cards and editions are worth, measured on positions
``levels``       ``bench levels``
``bench``        ``bench``
``analyze``      ``analyze``
``explain``      ``explain``
``check``        ``check``
``review``       ``review``
``breaker``      ``breaker``
``play``         ``play`` and ``games``
``puzzle``       ``puzzle``
``sheet``        ``sheet``
``serve``        ``serve``
``example``      ``example``
``main``         the command itself
"""
