"""A Python without what only POSIX systems have, as far as that can be taken away: ``import no_posix`` before all else.

Also a plugin of pytest (``-p no_posix``), to see whether the tests can be collected on Windows.
"""

from __future__ import annotations

import os
import select
import signal
import sys

MODULES = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "uvloop")
NAMES = {
    os: ("fork", "forkpty", "set_blocking", "geteuid", "fchmod", "mkfifo", "sysconf", "killpg", "setsid"),
    signal: ("SIGHUP", "SIGWINCH", "SIGKILL", "SIGALRM", "setitimer", "ITIMER_REAL", "alarm", "pthread_kill"),
    select: ("poll", "epoll"),
}

for _module in MODULES:
    sys.modules[_module] = None  # type: ignore[assignment]
for _home, _names in NAMES.items():
    for _name in _names:
        if hasattr(_home, _name):
            delattr(_home, _name)
