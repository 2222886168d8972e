"""Processes of their own in which numba compiles in another way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_python(*words: str, **settings: str) -> str:
    """Output of Python with these arguments and environment variables; it must end well."""
    environment = {**os.environ, **settings}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout


def run_tests(folder: Path, *arguments: str, **settings: str) -> str:
    """Output of pytest; compiled code goes to an empty folder, because numba would use what was compiled in the usual way."""
    return run_python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, NUMBA_CACHE_DIR=str(folder), **settings
    )
