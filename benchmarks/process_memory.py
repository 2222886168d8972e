"""The memory of processes, in bytes: what they hold now, the most they ever held, and their address space.

Linux tells it of any process. Elsewhere only the most that this process ever held is known, and stands for all three.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MEGABYTE = 2**20


def resident(pid: int | None = None) -> int:
    """Memory that a process holds now; without ``pid``, this one."""
    return _told("VmRSS", pid)


def peak(pid: int | None = None) -> int:
    """The most that a process ever held."""
    return _told("VmHWM", pid)


def address_space(pid: int | None = None) -> int:
    """All addresses of a process, with or without memory behind them."""
    return _told("VmSize", pid)


def of_family(top: int) -> list[int]:
    """Memory that a process and each of its children hold now."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,rss"], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()[1:]]
    return [1024 * size for pid, parent, size in rows if top in (pid, parent)]


def _told(field: str, pid: int | None) -> int:
    """A line of the status of a process; 0 if another process is gone, or the system does not tell."""
    try:
        lines = Path(f"/proc/{pid or 'self'}/status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith(f"{field}:"):
            return 1024 * int(line.split()[1])
    return 0 if pid is not None else _peak_of_this()


def _peak_of_this() -> int:
    """On Linux this would count the process that started this one, too."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
