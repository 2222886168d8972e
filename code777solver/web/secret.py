"""The server's secret, from which the deals of games against the computer follow.

It is ``CODE777_SECRET`` if that is set. Else it is made once and kept in the user's folder, so that games go on after a
restart; where nothing can be kept it lasts as long as the server, which gives it to its workers.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from ..errors import Code777Error
from ..table.folders import FolderError, games_folder
from ..table.system_files import open_beside, read_regular

NAME = "CODE777_SECRET"
_MOST = 4096
"""Bytes of the file."""
LEAST = 16
"""Characters of a secret, and of a token that others may guess at."""


class SecretError(Code777Error, ValueError):
    """A secret or a token that can be guessed."""


def require_length(name: str, value: str) -> str:
    """The value; raises `SecretError` if it is too short."""
    if len(value) < LEAST:
        raise SecretError(
            f"{name} has {len(value)} characters and could be guessed: give it {LEAST} or more, "
            "or leave it out, and a random one is made"
        )
    return value


def secret_key() -> bytes:
    """The secret, which is made if there is none. Raises `SecretError`."""
    given = os.environ.get(NAME)
    return (require_length(NAME, given) if given else _kept() or secrets.token_hex(32)).encode()


def _kept() -> str:
    """The secret in the user's folder; empty if it can neither be read nor written."""
    with suppress(OSError, FolderError, UnicodeDecodeError):
        path = games_folder() / "server.key"
        with suppress(FileNotFoundError):
            found = _read(path)
            if len(found) >= LEAST:
                return found
        return _made(path)
    return ""


def _made(path: Path) -> str:
    """A new secret in a file that only this user can read; if two processes make one, the first wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = secrets.token_hex(32)
    handle, beside = open_beside(path)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{new}\n")
        os.link(beside, path)
    except FileExistsError:
        found = _read(path)
        if len(found) >= LEAST:
            return found
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return new


def _read(path: Path) -> str:
    return read_regular(path, _MOST).decode().strip()


__all__ = ["LEAST", "NAME", "SecretError", "require_length", "secret_key"]
