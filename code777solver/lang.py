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

from .errors import Code777Error, EditionError, nearest
from .records import Record
from .sentences import Counted, Sentence

LANGUAGES = ("en", "nl", "fr", "de")


class Grammar(NamedTuple):
    """Words of a notation after which a line has parts that are not translated. The reader of the lines names them."""

    text_after: tuple[str, ...] = ()
    """Words that free text follows."""
    name_after: tuple[str, ...] = ()
    """Words that a name follows."""
    names_after: tuple[str, ...] = ()
    """Words that only names follow; one of them may be the word for oneself."""
    line_after: tuple[str, ...] = ()
    """Words that another line follows, with or without its number."""


_PLAIN = Grammar()


class Language(Record, unshown=("texts", "words")):
    """One language: its translations, and its words for input."""

    code: str
    texts: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    """Word of this language, case-folded -> word of the notation."""

    def __call__(self, text: str, /, **values: object) -> str:
        """A sentence in this language, with its ``{placeholders}`` filled in; nothing in it can harm a terminal.

        A `Sentence` is made again from its pattern; so are those that are filled in, and what errors say.
        """
        if isinstance(text, Sentence) and text.remedy:
            return self(text.reason, **values) + self(text.remedy, **text.values)
        if isinstance(text, Counted):
            return self.count(text.number, text.one, text.other, **text.values)
        if isinstance(text, Sentence):
            values = {**text.values, **values}
            text = text.key
        found = self.texts.get(text, text)
        return visible(
            found.format(**{name: self._filled(value) for name, value in values.items()}) if values else found
        )

    def count(self, count: float, one: str, other: str, /, **values: object) -> str:
        """A sentence about a number of things, its ``{count}``, in the form that this language has for the number.

        >>> [language(code).count(0, "{count} rack left", "{count} racks left") for code in ("en", "fr")]
        ['0 racks left', 'il reste 0 chevalet']
        """
        singular = abs(count) < 2 if self.code == "fr" else count == 1
        return self(one if singular else other, count=self.number(count), **values)

    def _filled(self, value: object) -> object:
        """A value to fill into a sentence, in this language."""
        if isinstance(value, Sentence):
            return self(value)
        if isinstance(value, Code777Error):
            return self(value.sentence)
        return _Figure(value, self) if isinstance(value, int | float) and self.code != "en" else value

    def number(self, value: float, digits: int | None = None) -> str:
        """A number with the marks of this language, rounded if ``digits`` are given.

        >>> language("en").number(1234.5, 1), language("nl").number(1234.5, 1), language("fr").number(12345)
        ('1,234.5', '1.234,5', '12 345')
        """
        return self.figures(f"{value:,}" if digits is None else f"{value:,.{digits}f}")

    @property
    def semicolon(self) -> str:
        """Separator of two statements in a line."""
        return " ; " if self.code == "fr" else "; "

    def figures(self, text: str) -> str:
        """A number that is written in the English way, with the marks of this language."""
        return text if self.code == "en" else text.translate(_MARKS_FR if self.code == "fr" else _MARKS)

    def percent(self, chance: float) -> str:
        """A chance for people. 0% and 100% are only shown when they are proved.

        >>> t = language("en")
        >>> t.percent(0.25), t.percent(0.9999), t.percent(1e-9), t.percent(1.0), t.percent(0.0)
        ('25.0 %', '>99.9 %', '<0.1 %', '100 %', '0 %')
        >>> language("de").percent(0.25)
        '25,0 %'
        """
        if chance in (0.0, 1.0):
            return "0 %" if chance == 0 else "100 %"
        return self.figures("<0.1 %" if chance < 0.001 else ">99.9 %" if chance > 0.999 else f"{chance * 100:.1f} %")

    def word(self, meaning: str) -> str:
        """Input for a word of the notation: this language's first word for it, or the word itself."""
        return next((word for word, other in self.words.items() if other == meaning), meaning)

    def as_typed(self, sentence: Sentence, entry: str) -> Sentence:
        """A message about an entry that quotes it in the words of this language that were typed.

        >>> t, wrong = language("nl"), Sentence("cannot read {rest!r}", rest="Bob 257 right x")
        >>> t.as_typed(wrong, "meld Bob 257 juist x")
        "cannot read 'Bob 257 juist x'"
        """
        typed = {self.words[word.casefold()]: word for word in _WORD.findall(entry) if word.casefold() in self.words}
        if not typed or isinstance(sentence, Counted):
            return sentence
        pattern = sentence.key + sentence.remedy

        def again(name: str, value: object) -> object:
            if isinstance(value, Sentence):
                return self.as_typed(value, entry)
            if isinstance(value, Code777Error):
                return self.as_typed(value.sentence, entry)
            quoted = f"{{{name}!r}}" in pattern or f"`{{{name}}}" in pattern
            if name == "example" or not quoted or not isinstance(value, str):
                return value
            return _WORD.sub(lambda match: typed.get(match[0], match[0]), value)

        return sentence.filled({name: again(name, value) for name, value in sentence.values.items()})

    def read(self, line: str, names: Collection[str] = (), *, grammar: Grammar = _PLAIN, only_me: bool = False) -> str:
        """An input line with the words of this language replaced by those of the notation.

        Left alone are ``names`` where a name stands (a first word that stands alone is no name), comments, and free text.
        With ``only_me``, and where all words are names, only the word for oneself is replaced.
        """
        if not self.words or line.lstrip().startswith("#"):
            return line
        body, mark, comment = unicodedata.normalize("NFC", line).partition("#")
        for phrase, meaning in self.words.items():
            if " " in phrase and phrase in body.casefold():
                body = re.sub(rf"(?<!\w){phrase}(?!\w)", meaning, body, flags=re.IGNORECASE)
        body = _FIGURES.sub("s", body)
        known = {name.casefold() for name in names}
        found: list[str] = []

        def replaced(match: re.Match[str]) -> str:
            word = match[0]
            meaning = self.words.get(word.casefold(), word)
            line = found[1:] if found and found[0] in grammar.line_after else found
            place, head = len(line), line[0] if line else ""
            alone = not found and not body[match.end() :].strip()
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


_MARKS = str.maketrans(",.", ".,")
_MARKS_FR = str.maketrans(",.", " ,")
"""Marks of English numbers -> those of Dutch and German, and of French."""
_FIGURES = re.compile(r"(?<=\b\d)(?:'(?:en|s)|ern?)\b")
"""Plural endings of a number in Dutch and German: 5'en, 7's, 5er."""
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


class _Figure:
    """A number in a sentence: written as the language does wherever the sentence says how, as in ``{count:,}``."""

    __slots__ = ("_t", "_value")

    def __init__(self, value: float, t: Language) -> None:
        self._value, self._t = value, t

    def __format__(self, spec: str) -> str:
        return (
            self._t.figures(format(self._value, spec)) if spec or isinstance(self._value, float) else str(self._value)
        )

    def __repr__(self) -> str:
        return repr(self._value)


@lru_cache(maxsize=8)
def language(code: str) -> Language:
    """A language by its code; raises `EditionError` for an unknown one.

    >>> language("en")("More red or more pink tiles?")
    'More red or more pink tiles?'
    """
    if code not in LANGUAGES:
        raise EditionError(
            "no language {code!r}{meant} (languages: {languages})",
            code=code,
            meant=nearest(code, LANGUAGES),
            languages=", ".join(LANGUAGES),
        )
    if code == "en":
        return Language("en")
    text = (Path(__file__).parent / "data" / "lang" / f"{code}.toml").read_text(encoding="utf-8")
    data = plain_tables(text)
    if data is None:
        import tomllib

        data = tomllib.loads(text)
    return Language(code, data["texts"], {word.casefold(): meaning for word, meaning in data["words"].items()})


def plain_tables(text: str) -> dict[str, dict[str, str]] | None:
    """TOML of tables with a text on each line, read thirty times as fast as by the book; None if it is anything else.

    The prompt waits for its language, and a parser of all TOML takes longer for a thousand texts than all that follows.
    """
    found: dict[str, dict[str, str]] = {}
    table: dict[str, str] = {}
    for line in text.splitlines():
        if not line or line[0] == "#":
            continue
        if line[0] == "[":
            table = found.setdefault(line[1:-1], {})
            continue
        mark = '" = "' if line[0] == '"' else ' = "'
        key, _, value = line.replace('\\"', "\0").partition(mark)
        if not value.endswith('"') or '"' in value[:-1] or "\\" in key + value:
            return None
        table[key.lstrip('"').replace("\0", '"')] = value[:-1].replace("\0", '"')
    return found


def preferred_language() -> str:
    """The language of the environment, if it is one of ours; else English."""
    named = [os.environ.get(name, "") for name in ("CODE777_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    name = (next(filter(None, named), "") or _system_language()).casefold()
    windows = {"german": "de", "dutch": "nl", "french": "fr"}.get(name.split("_")[0])
    return windows or (name[:2] if name[:2] in LANGUAGES else "en")


def _system_language() -> str:
    import locale

    return locale.getlocale()[0] or ""
