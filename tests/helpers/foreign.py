"""A language that nobody speaks: every text that is translated comes out in other letters, so what stays English is seen."""

from __future__ import annotations

import re
import string

from code777solver.lang import Language, language

_LETTERS = str.maketrans(string.ascii_letters, "абвгдежзийклмнопрстуфхцчшщ" + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩ")
_KEPT = re.compile(r"(\{[^}]*\}|`[^`]*`)")
"""Parts of a text that no language changes: placeholders, and words to type."""


def foreign(text: str) -> str:
    """A text as that language says it."""
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_LETTERS) for part in _KEPT.split(text))


FOREIGN = Language("xx", {text: foreign(text) for text in language("nl").texts})
"""It has the texts of the other languages, and the figures of most of them: 1.234,5."""

_NEVER = (
    r"`[^`\n]*`",  # what may be typed
    r"'[^'\n]*'",  # what was typed
    r"(?<!\w)[GYKNRPB][0-9](?!\w)",  # tiles
    r"(?<!\w)(?:[GYKNRPB]x*|x)(?!\w)",  # tiles in the pyramid
    r"(?<!\w)(?:[A2-9]|10)[RPSWLHDC♠♥♦♣](?!\w)",  # cards of Code Breaker
    r"\S*/\S*",  # paths
    r"\S*\.(?:c777|toml|svg|pdf|png|html)\b",
    r"--[a-z-]+",
    r"\b\d{4}-\d\d-\d\d\b",
)


def left_in_english(shown: str, *names: str) -> list[str]:
    """Words and figures of a screen that the language did not touch, but for ``names`` and what every language shares."""
    for pattern in _NEVER:
        shown = re.sub(pattern, " ", shown)
    for name in sorted(names, key=len, reverse=True):
        shown = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", shown)
    words = re.findall(r"[A-Za-z]+(?:'[a-z]+)?", shown)
    return words + re.findall(r"\d+\.\d(?!\d\d(?!\d))\d*|\d+,\d{3}(?!\d)", shown)
