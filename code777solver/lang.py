"""Texts in four languages. English sentences are the keys, so what has no translation is shown in English.

Input may be in the chosen language: its words for log lines, answers and commands are turned into those of the
notation, and the log itself is always written in the notation.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .errors import EditionError, nearest
from .records import Record

LANGUAGES = ("en", "nl", "fr", "de")


class Grammar(NamedTuple):
    """What must stay as it is in a line, told by whoever reads such lines: the words after which something else begins."""

    text_after: tuple[str, ...] = ()
    """Words that free text follows."""
    name_after: tuple[str, ...] = ()
    """Words that a name follows."""
    names_after: tuple[str, ...] = ()
    """Words that only names follow; one of them may be the word for oneself."""


_PLAIN = Grammar()


class Language(Record, unshown=("texts", "words")):
    """One language: its translations, and its words for input."""

    code: str
    texts: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    """Word of this language, case-folded -> word of the notation."""

    def __call__(self, text: str, /, **values: object) -> str:
        """A sentence in this language, with its ``{placeholders}`` filled in; nothing in it can harm a terminal."""
        found = self.texts.get(text, text)
        return visible(found.format(**values) if values else found)

    def word(self, meaning: str) -> str:
        """What may be typed for a word of the notation: this language's first word for it, or itself."""
        return next((word for word, other in self.words.items() if other == meaning), meaning)

    def read(self, line: str, names: Collection[str] = (), *, grammar: Grammar = _PLAIN, only_me: bool = False) -> str:
        """An input line with the words of this language replaced by those of the notation.

        Left alone are ``names`` where a name stands (a first word that stands alone is no name), comments, and free text.
        With ``only_me``, and where all words are names, only the word for oneself is replaced.
        """
        if not self.words or line.lstrip().startswith("#"):
            return line
        body, mark, comment = unicodedata.normalize("NFC", line).partition("#")
        known = {name.casefold() for name in names}
        found: list[str] = []

        def replaced(match: re.Match[str]) -> str:
            word = match[0]
            meaning = self.words.get(word.casefold(), word)
            place = len(found)
            head = found[0] if found else ""
            alone = not body[match.end() :].strip()
            at_name = (place == 0 and not alone) or (place == 1 and head in grammar.name_after)
            if (
                head in grammar.text_after
                or (at_name and word.casefold() in known)
                or ((only_me or head in grammar.names_after) and meaning != "me")
            ):
                meaning = word
            found.append(meaning.casefold())
            return meaning

        return _WORD.sub(replaced, body) + mark + comment


_WORD = re.compile(r"[^\W\d_]+\??")
_JOINERS = "\u200c\u200d"
"""They have no shape, but letters of some scripts and many an emoji fall apart without them."""


def visible(text: str) -> str:
    r"""Text that a terminal may show: what would steer it, or cannot be seen, is spelled out.

    >>> print(visible("caf\u00e9 \x1b[31mred\x07"), visible("tab\tand\u00a0space"))
    café \x1b[31mred\x07 tab and space
    """
    if text.isprintable():
        return text
    return "".join(
        letter
        if letter.isprintable() or letter in _JOINERS
        else " "
        if letter == "\t" or unicodedata.category(letter) == "Zs"
        else ascii(letter)[1:-1]
        for letter in text
    )


def plural(count: int, thing: str) -> str:
    """A number with its noun, in English: ``1 rack``, ``2 racks``."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


class Person:
    """A player as English sentences name them: by name, or "you" for the player who is helped.

    >>> ann, you = Person("Ann"), Person("me", you=True)
    >>> f"{ann.does('has')} won, so it is {you.possessive} turn", f"{you.does('sees')} {ann.rack}"
    ('Ann has won, so it is your turn', 'you see the rack of Ann')
    """

    __slots__ = ("own", "possessive", "rack", "subject")

    def __init__(self, name: str, *, you: bool = False) -> None:
        self.subject = "you" if you else name
        self.possessive = "your" if you else f"{name}'s"
        self.own = "your own" if you else "their own"
        self.rack = "your rack" if you else f"the rack of {name}"

    def does(self, verb: str) -> str:
        """The player with a verb, which is given as for a name."""
        plain = {"has": "have", "was": "were", "is": "are"}.get(verb) or verb.removesuffix("s")
        return f"{self.subject} {plain if self.subject == 'you' else verb}"


@lru_cache(maxsize=8)
def language(code: str) -> Language:
    """A language by its code; raises `EditionError` for an unknown one.

    >>> language("en")("More red or more pink tiles?")
    'More red or more pink tiles?'
    """
    if code not in LANGUAGES:
        raise EditionError(f"no language {code!r}{nearest(code, LANGUAGES)} (languages: {', '.join(LANGUAGES)})")
    if code == "en":
        return Language("en")
    import tomllib

    source = Path(__file__).parent / "data" / "lang" / f"{code}.toml"
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return Language(code, data["texts"], {word.casefold(): meaning for word, meaning in data["words"].items()})


def preferred_language() -> str:
    """The language of the environment, if it is one of ours; else English."""
    named = [os.environ.get(name, "") for name in ("CODE777_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    name = (next(filter(None, named), "") or _system_language()).casefold()
    windows = {"german": "de", "dutch": "nl", "french": "fr"}.get(name.split("_")[0])
    return windows or (name[:2] if name[:2] in LANGUAGES else "en")


def _system_language() -> str:
    import locale

    return locale.getlocale()[0] or ""
