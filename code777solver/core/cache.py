"""Files that are made once and read often: arrays under the platform's cache folder.

Safe when several processes write at once (whole files are put in place by a rename) and when the folder
cannot be written or a file is damaged (the arrays are simply made again).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..table.folders import cache_folder

Arrays = Mapping[str, NDArray[Any]]


def load_arrays(name: str) -> Arrays | None:
    """The arrays kept under a name; None if there are none, or if the file is damaged."""
    try:
        with np.load(cache_folder() / f"{name}.npz", allow_pickle=False) as stored:
            return {key: stored[key] for key in stored.files}
    except Exception:  # noqa: BLE001  a damaged file can fail in any way, and is never more than a lost cache
        return None


def save_arrays(name: str, arrays: Arrays) -> bool:
    """Keep arrays under a name; False if the folder cannot be written."""
    import tempfile

    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f"{name}-", suffix=".tmp", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, **dict(arrays))  # type: ignore[arg-type]
            Path(temporary).replace(folder / f"{name}.npz")
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except (OSError, RuntimeError):
        return False
    return True
