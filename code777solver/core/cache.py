"""Files that are made once and read often: arrays under the platform's cache folder.

Several processes may write at once: whole files are put in place by a rename. If the folder cannot be written, or a file
is damaged, altered or not a regular file, the arrays are made again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..table.folders import cache_folder
from ..table.system_files import read_regular, write_whole

Arrays = Mapping[str, NDArray[Any]]
_SUFFIX = ".arrays"
_MOST = 64 << 20
"""Most bytes of a file; the largest edition takes a fifth of them."""


def load_arrays(name: str) -> Arrays | None:
    """Arrays stored under a name; None if there are none, or if the file was changed."""
    import json  # here and below: quick start for those who read no file

    try:
        data = bytearray(read_regular(cache_folder() / f"{name}{_SUFFIX}", _MOST))
        digest, listed, body = data.split(b"\n", 2)
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
    """Store arrays under a name; False if the folder cannot be written.

    The file has a digest of everything after it, a list of names, types and shapes, and then the plain bytes of the arrays.
    NumPy's own format for several arrays takes ten times as long to read, and has no digest.
    """
    import json

    listed = json.dumps([(key, array.dtype.str, array.shape) for key, array in arrays.items()]).encode()
    body = b"".join(array.tobytes().ljust(_room(array.nbytes), b"\0") for array in arrays.values())
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / f"{name}{_SUFFIX}", b"\n".join((_digest(listed, body), listed, body)))
    except (OSError, RuntimeError):
        return False
    return True


def _digest(listed: bytes | bytearray, body: bytes | bytearray) -> bytes:
    import hashlib

    found = hashlib.blake2b(listed, digest_size=16)
    found.update(body)
    return found.hexdigest().encode()


def _room(size: int) -> int:
    """Bytes of an array in the file: whole words, so that the next one is aligned."""
    return -(-size // 16) * 16
