"""The command ``code777``: arguments, files and exit statuses. No deduction.

``exit_status``  how commands end
``stopping``     Ctrl-C
``files``        which log a command means
``completion``   completion in the shell
``speed``        how fast this machine is
``simulate``     ``simulate``
``compare``      ``bench compare``
``research``     what cards and editions are worth, measured on positions
``levels``       ``bench levels``
``bench``        ``bench``
``review``       ``review``
``breaker``      ``breaker``
``play``         ``play`` and ``games``
``puzzle``       ``puzzle``
``main``         the command itself
"""
