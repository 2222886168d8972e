"""Every error the package raises on purpose. Each subclasses the builtin that a caller would catch anyway.

Messages are one line: what was given, where, and what would be right. They are English; a message that is a `Sentence`
can be said in another language where it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, Self, SupportsIndex

from .sentences import Sentence

__all__ = [
    "Code777Error",
    "TileError",
    "CardError",
    "EditionError",
    "PackError",
    "LineError",
    "NotationError",
    "RuleError",
    "BeliefError",
    "ClaimError",
    "PuzzleError",
    "StrategyError",
    "StrategyFailure",
    "JobError",
    "ClusterError",
    "ArgumentError",
]
"""The public names; the functions below are for the package itself."""

_LONGEST = 1500
"""Characters of a message. Longer ones quote an input that nobody could read in one line: its middle is left out."""


class Code777Error(Exception):
    """Base of all errors below. ``str(error)`` is one line that a terminal can show: control
    characters in quoted input are escaped.

    It takes the pattern of a `Sentence` with its values, or a text that is complete. ``sentence`` is what it says, as
    it was given.

    >>> RuleError("no player {name!r}", name="Bbo").sentence.key
    'no player {name!r}'
    """

    def __init__(self, message: str = "", /, **values: Any) -> None:
        line = one_line(Sentence(message, **values) if values else message)
        self.sentence = line if isinstance(line, Sentence) else Sentence(line)
        super().__init__(line)


def one_line(text: str) -> str:
    """A message with line ends, other control characters and lone surrogates written as escapes; cut if very long.

    >>> one_line("no file 'a\\nb'")
    "no file 'a\\\\nb'"
    """
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 300]} ... {text[-295:]}"
    return text if text.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class TileError(Code777Error, ValueError):
    """Text that names no tile of the deck, or a set of tiles that the deck cannot supply."""


class CardError(Code777Error, ValueError):
    """A card description, a card number or an answer that makes no sense."""


class EditionError(Code777Error, ValueError):
    """An edition, option or rules file that cannot be used."""


class PackError(Code777Error, ValueError):
    """A pack of playing cards that cannot be used, or text that names no card, code or answer of it."""


class LineError(Code777Error, ValueError):
    """Something wrong with one event. ``line`` (1-based, 0 if unknown) and ``text`` say where it stands.

    ``message`` says what is wrong without the place.
    """

    def __init__(self, message: str, /, **values: Any) -> None:
        super().__init__(message, **values)
        self.message, self.line, self.text = self.sentence, 0, ""

    def at(self, line: int, text: str) -> Self:
        """The same error with its place in a log."""
        placed = type(self)(self.message)
        placed.line, placed.text = line, text
        if line:
            placed.sentence = Sentence("line {line}: {text}", line=line, text=self.message)
            placed.args = (str(placed.sentence),)
        return placed


class NotationError(LineError):
    """A log line that cannot be read."""


class RuleError(LineError):
    """An event that cannot be true at this table."""


class BeliefError(Code777Error, RuntimeError):
    """A question about a belief that has no answer, or one too large to compute exactly."""


class ClaimError(Code777Error, ValueError):
    """Text that is no claim about a rack, or one about tiles that the deck lacks."""


class PuzzleError(Code777Error, ValueError):
    """A puzzle that does not exist, or an answer to one that cannot be read."""


class StrategyError(Code777Error, ValueError):
    """An unknown strategy, or one with a bad number."""


class StrategyFailure(StrategyError):
    """A user's strategy that raised an error, or declared a code that does not exist."""

    function: str = ""
    game: int = -1
    """The number of the game; ``Simulation.transcript(game)`` has its log up to there."""
    seat: int = -1
    card: int = -1
    """Number of cards drawn before."""


class JobError(Code777Error, RuntimeError):
    """Work of another process that cannot be had, because the process has ended."""


class ClusterError(Code777Error, ConnectionError):
    """A cluster that cannot be reached, or was lost. ``results`` are the `Results` counted before; None if there are none."""

    def __init__(self, message: str, results: Any = None) -> None:
        super().__init__(message)
        self.results = results


class ArgumentError(Code777Error, ValueError, TypeError):
    """An argument that a function cannot take: of the wrong kind, such as bytes for the text of a log, or out of range."""


def require_text(value: object, name: str, like: str) -> str:
    """An argument that has to be text; raises `ArgumentError`, which names it and says what it looks like."""
    if not isinstance(value, str):
        raise ArgumentError("`{name}` is {value!r}, not text (like {like!r})", name=name, value=value, like=like)
    return value


def require_count(value: SupportsIndex, name: str, like: int) -> int:
    """An argument that has to be a whole number, 1 or more, of Python or NumPy; raises `ArgumentError`."""
    try:
        count = index(value)
    except TypeError:
        count = 0
    if count < 1:
        raise ArgumentError(
            "`{name}` is {value!r}, not a whole number of at least 1 (like {like})", name=name, value=value, like=like
        )
    return count


def small_number(text: str) -> int | None:
    """Text of a few digits as a number; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= 6 else None


def nearest(word: str, choices: Iterable[str]) -> str:
    """``", did you mean 'x'?"`` as a `Sentence`, for the choice most like ``word``; or an empty string."""
    from difflib import get_close_matches  # only mistakes need it

    by_fold = {choice.casefold(): choice for choice in choices}
    found = get_close_matches(word.casefold(), list(by_fold), n=1, cutoff=0.6)
    return Sentence(", did you mean {word!r}?", word=by_fold[found[0]]) if found else ""
