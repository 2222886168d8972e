"""Responses that are the same for everybody and need no log: the version with what is bundled, and the texts of the page."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from .._version import __version__
from ..lang import LANGUAGES, language
from . import breaker as rounds
from . import match, page_data, shapes

EXAMPLE = "first-game.c777"


def texts(code: str) -> shapes.Texts:
    """The texts of the page in a language, by the English texts: those that its scripts name, and those that come as data."""
    named = page_scripts()
    data = page_data.texts() | rounds.texts() | match.texts()
    said = language(code).texts.items()
    known = {text: found for text, found in said if text in data or json.dumps(text, ensure_ascii=False) in named}
    return shapes.Texts(code, known)


@cache
def page_scripts() -> str:
    """The scripts of the page, one behind the other."""
    files = resources.files("code777solver.web").joinpath("static").iterdir()
    return "".join(file.read_text(encoding="utf-8") for file in files if file.name.endswith(".js"))


@cache
def about() -> shapes.About:
    """The version, the editions and packs, the names that players can have, the languages and the bundled game."""
    source = resources.files("code777solver").joinpath("data", "examples", EXAMPLE)
    return shapes.About(
        version=__version__,
        languages=LANGUAGES,
        editions=page_data.editions(),
        names=page_data.name_rule(),
        packs=rounds.packs(),
        levels=match.level_infos(),
        example=source.read_text(encoding="utf-8"),
    )
