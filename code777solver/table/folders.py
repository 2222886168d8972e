"""Folders of a user's files on each system, and the environment variables that name others."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..errors import Code777Error

_NAME = "code777solver"


class FolderError(Code777Error, OSError):
    """There is no folder for a user's files: the user is unknown to the system and has no home."""


def games_folder() -> Path:
    """Where games are kept: ``CODE777_GAMES`` if set, else the system's place for a user's data."""
    return _folder(
        "CODE777_GAMES", "APPDATA", "Roaming", "Application Support", "XDG_DATA_HOME", ".local/share", "games"
    )


def cache_folder() -> Path:
    """Where cache files are kept: ``CODE777_CACHE`` if set, else the system's place for caches."""
    return _folder("CODE777_CACHE", "LOCALAPPDATA", "Local", "Caches", "XDG_CACHE_HOME", ".cache", "")


def state_folder() -> Path:
    """Where spare copies are kept: ``CODE777_STATE`` if set, else the system's place for what a program notes."""
    return _folder(
        "CODE777_STATE", "LOCALAPPDATA", "Local", "Application Support", "XDG_STATE_HOME", ".local/state", "spare"
    )


def _folder(own: str, windows: str, app_data: str, library: str, xdg: str, hidden: str, last: str) -> Path:
    """The folder that the variable ``own`` names, else the one of Windows, macOS or any other system."""
    named = os.environ.get(own)
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = _named_or_home(windows, f"AppData/{app_data}", own)
    elif sys.platform == "darwin":
        base = _home(own) / "Library" / library
    else:
        base = _named_or_home(xdg, hidden, own)
    return base / _NAME / last


def _named_or_home(variable: str, below_home: str, own: str) -> Path:
    named = os.environ.get(variable)
    return Path(named) if named else _home(own) / below_home


def _home(own: str) -> Path:
    """The user's home. A container may run under a number that no user has."""
    try:
        return Path.home()
    except RuntimeError:
        raise FolderError(
            "this user has no home folder: set {variable} to a folder of your choice", variable=own
        ) from None
