"""Texts in four languages. English sentences are the keys, so what has no translation is shown in English.

Input may be in the chosen language: its words for log lines, answers and commands are turned into those of the
notation, and the log itself is always written in the notation.
"""

from __future__ import annotations

import locale
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from .errors import EditionError, nearest

LANGUAGES = ("en", "nl", "fr", "de")


@dataclass(frozen=True)
class Language:
    """One language: its translations, and its words for input."""

    code: str
    texts: Mapping[str, str] = field(default_factory=dict, repr=False)
    words: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Word of this language, case-folded -> word of the notation."""

    def __call__(self, text: str, /, **values: object) -> str:
        """A sentence in this language, with its ``{placeholders}`` filled in."""
        found = self.texts.get(text, text)
        return found.format(**values) if values else found

    def read(self, line: str) -> str:
        """An input line with the words of this language replaced; notes and comments are left alone."""
        words = line.split()
        if not words or not self.words or words[0].startswith("#"):
            return line
        first = self.words.get(words[0].casefold(), words[0])
        if first.casefold() == "note":
            return " ".join((first, *words[1:]))
        return " ".join((first, *(self.words.get(word.casefold(), word) for word in words[1:])))


@cache
def language(code: str) -> Language:
    """A language by its code; raises `EditionError` for an unknown one.

    >>> language("en")("More red or more pink tiles?")
    'More red or more pink tiles?'
    """
    if code not in LANGUAGES:
        raise EditionError(f"no language {code!r}{nearest(code, LANGUAGES)} (languages: {', '.join(LANGUAGES)})")
    if code == "en":
        return Language("en")
    source = resources.files("code777solver").joinpath("data", "lang", f"{code}.toml")
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return Language(code, data["texts"], {word.casefold(): meaning for word, meaning in data["words"].items()})


def preferred_language() -> str:
    """The language of the environment, if it is one of ours; else English."""
    named = [os.environ.get(name, "") for name in ("CODE777_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    for setting in [*named, locale.getlocale()[0] or ""]:
        if setting:
            code = setting[:2].casefold()
            return code if code in LANGUAGES else "en"
    return "en"
