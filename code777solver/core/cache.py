"""Files that are made once and read often: arrays under the platform's cache folder.

Safe when several processes write at once (whole files are put in place by a rename) and when the folder
cannot be written or a file is damaged or altered (the arrays are simply made again).
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..table.folders import cache_folder

Arrays = Mapping[str, NDArray[Any]]
_SUFFIX = ".arrays"


def load_arrays(name: str) -> Arrays | None:
    """The arrays kept under a name; None if there are none, or if anything in the file has changed."""
    import json  # here and below: those who read no file need not wait for it

    try:
        with (cache_folder() / f"{name}{_SUFFIX}").open("rb") as file:
            digest, listed, body = file.readline(), file.readline(), bytearray(file.read())
        if digest != _digest(listed, body):
            return None
        arrays: dict[str, NDArray[Any]] = {}
        place = 0
        for key, dtype, shape in json.loads(listed):
            array = np.frombuffer(body, dtype, math.prod(shape), place).reshape(shape)
            arrays[key] = array
            place += _room(array.nbytes)
    except Exception:  # noqa: BLE001  a damaged file can fail in any way, and is never more than a lost cache
        return None
    return arrays


def save_arrays(name: str, arrays: Arrays) -> bool:
    """Keep arrays under a name; False if the folder cannot be written.

    The file has a digest of all that follows, a list of names, types and shapes, and then the plain bytes of the arrays. NumPy's
    own format for several arrays takes ten times as long to read, and knows no digest.
    """
    import json
    import tempfile

    listed = json.dumps([(key, array.dtype.str, array.shape) for key, array in arrays.items()]).encode() + b"\n"
    body = b"".join(array.tobytes().ljust(_room(array.nbytes), b"\0") for array in arrays.values())
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f"{name}-", suffix=".tmp", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(listed, body) + listed + body)
            Path(temporary).replace(folder / f"{name}{_SUFFIX}")
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except (OSError, RuntimeError):
        return False
    return True


def _digest(listed: bytes, body: bytes | bytearray) -> bytes:
    import hashlib

    found = hashlib.blake2b(listed, digest_size=16)
    found.update(body)
    return found.hexdigest().encode() + b"\n"


def _room(size: int) -> int:
    """The bytes that an array takes in the file: whole words, so that the next one is aligned."""
    return -(-size // 16) * 16
