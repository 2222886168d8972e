"""The server's secret, from which the deals of games against the computer follow.

It is ``CODE777_SECRET`` if that is set. Else it is made once and kept in the user's folder, so that games go on after a
restart; where nothing can be kept it lasts as long as the server. All workers get the same one.
"""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from ..play.lots import PUBLIC
from ..table.folders import FolderError, games_folder

NAME = "CODE777_SECRET"
_LEAST = 16
"""Characters of a secret."""


def secret_key() -> bytes:
    """The secret, which is made if there is none. In a browser the truth is at hand anyway: there it is no secret."""
    if sys.platform == "emscripten":
        return PUBLIC
    if not os.environ.get(NAME):
        os.environ[NAME] = _kept() or secrets.token_hex(32)
    return os.environ[NAME].encode()


def _kept() -> str:
    """The secret in the user's folder; empty if it can neither be read nor written."""
    with suppress(OSError, FolderError, UnicodeDecodeError):
        path = games_folder() / "server.key"
        with suppress(FileNotFoundError):
            found = path.read_text(encoding="utf-8").strip()
            if len(found) >= _LEAST:
                return found
        return _made(path)
    return ""


def _made(path: Path) -> str:
    """A new secret in a file that only this user can read; whoever was quicker wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = secrets.token_hex(32)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"{new}\n")
    try:
        os.link(beside, path)
    except FileExistsError:
        new = path.read_text(encoding="utf-8").strip() or new
    finally:
        beside.unlink()
    return new


__all__ = ["NAME", "secret_key"]
