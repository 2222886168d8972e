"""Where this checkout is. Importing this makes the package and the modules of ``tests/helpers/`` importable from here.

It has to be imported before those; its name sorts before theirs.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [folder for folder in (str(ROOT), str(ROOT / "tests" / "helpers")) if folder not in sys.path]

OTHERS: list[Path] = []
"""Other checkouts that are timed beside this one, where the question is what a change has brought."""


def checkouts() -> dict[str, Path]:
    """This checkout and the others, by what follows the name of a row."""
    return {"": ROOT} | {f" [{path.name}]": path for path in OTHERS}
