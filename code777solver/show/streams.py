"""Standard output and error that take any text, in any encoding.

A Windows console shows all letters, but what is piped or written to a file is in an old code page there, and a bare
container may know ASCII only. What such a stream cannot show is replaced by something that reads the same.
"""

from __future__ import annotations

import codecs
import io
import sys

_NAME = "code777-readable"
_SPELLED = (
    "→=-> ←=<- ≤=<= ≥=>= ≠=!= ±=+- ×=x ·=. •=* ▶=> ✓=+ ✗=x …=... ß=ss æ=ae Æ=AE œ=oe Œ=OE ø=o Ø=O ł=l Ł=L đ=d Đ=D ı=i"
)
_SIGNS = {
    **dict(word.split("=", 1) for word in _SPELLED.split()),
    **dict.fromkeys("█▉▊▋▌▍▎▏■◆●★▲▼", "#"),
    **dict.fromkeys("‐‑‒–—―−─━", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("“”„″«»", '"'),
    **dict(zip("♠♥♦♣", "SHDC", strict=True)),
}
"""Replacements for signs other than letters with an accent. Bars keep their length."""


def take_any_text() -> None:
    """Let standard output and error replace what they cannot show instead of raising `UnicodeEncodeError`."""
    codecs.register_error(_NAME, _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_NAME)


def readable(letter: str) -> str:
    """A letter in ASCII; ``?`` if nothing reads like it.

    >>> "".join(map(readable, "Zoë… 5 ♠ → 日"))
    'Zoe... 5 S -> ?'
    """
    if letter in _SIGNS:
        return _SIGNS[letter]
    import unicodedata

    spelled = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return spelled or ("" if unicodedata.combining(letter) else "?")


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replacement for text that the codec cannot write."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(readable, error.object[error.start : error.end])), error.end


__all__ = ["readable", "take_any_text"]
