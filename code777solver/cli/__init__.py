"""The command ``code777``: arguments, files and exit statuses. No deduction.

``exit_status``  the exit statuses
``stopping``     Ctrl-C
``completion``   completion in the shell
``common``       shared options, the console, and running games
``files``        choosing and reading the log of a command
``speed``        the speed of this machine
``simulate``     ``simulate``
``compare``      ``bench compare``
``research``     measurements on positions and deals
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
