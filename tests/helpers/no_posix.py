"""A Python without what only POSIX systems have, as far as that can be taken away: call `take_away` before all else.

Also a plugin of pytest (``-p no_posix``), to see whether the tests can be collected on Windows. Importing it changes nothing,
since the tests are collected with it.
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


def take_away() -> None:
    """From here on this process has none of it."""
    import asyncio  # noqa: F401  (that of POSIX needs some of it while it is loaded, since Python 3.13)

    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for home, names in NAMES.items():
        for name in names:
            if hasattr(home, name):
                delattr(home, name)


def pytest_load_initial_conftests() -> None:
    """As a plugin."""
    take_away()
