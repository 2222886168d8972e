"""A hook of MkDocs: under every log of the site a button opens a box in which a reader can edit it and see what follows.

What the box needs is the engine of the pocket (docs/pocket.md), in the folder that the variable CODE777_POCKET names; `dev.py
docs` builds it. Without one the site has no boxes, and logs are to be read.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

SCRIPT = "assets/try.js"
PARTS = ("engine.js", "engine", "static/transport.js", "licences.txt")
"""Parts of the pocket that the site contains."""


def pocket() -> Path | None:
    """Where the pocket was built, if it was."""
    named = os.environ.get("CODE777_POCKET")
    return Path(named) if named else None


def on_config(config: MkDocsConfig) -> None:
    if pocket() is not None:
        config.extra_javascript.append(SCRIPT)


def on_post_build(config: MkDocsConfig) -> None:
    """Put the engine into the site."""
    source = pocket()
    if source is None:
        return
    for part in PARTS:
        target = Path(config.site_dir, "pocket", part)
        target.parent.mkdir(parents=True, exist_ok=True)
        if (source / part).is_dir():
            shutil.copytree(source / part, target, dirs_exist_ok=True)
        else:
            shutil.copy(source / part, target)
