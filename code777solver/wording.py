"""What an answer says of my rack, in words that can be checked at the table."""

from __future__ import annotations

from .cards import Compare, CountRacks, CountTiles, CountValues, Question
from .compile import Tables
from .evidence import Heard
from .tiles import COLOURS

_COMPARED = {
    ">=": "{} or more",
    "<=": "{} or less",
    "==": "exactly {}",
    "!=": "not {}",
    ">": "more than {}",
    "<": "less than {}",
}


def scene(heard: Heard, mine: str = "my rack") -> str:
    """The racks that the answerer saw; ``mine`` is how to call the one of mine that it is about."""
    if not heard.seen:
        return f"only {mine}"
    return f"{mine}, " + ", ".join(f"{name} {' '.join(map(str, rack)) or '(empty)'}" for name, rack in heard.seen)


def consequence(heard: Heard, tables: Tables, mine: str = "my rack") -> str:
    """What the answer means for my rack, the other racks being known."""
    return _consequence(heard, tables).replace("my rack", mine)


def _consequence(heard: Heard, tables: Tables) -> str:
    question: Question = tables.cards[heard.card].card.question
    if isinstance(question, CountRacks):
        return _racks(heard)
    if isinstance(question, CountTiles):
        picked = ", ".join(str(pick).removesuffix("s") for pick in question.picks)
        return f"the others show {heard.total[0]}, so my rack has {heard.code - heard.total[0]} of: {picked}"
    if isinstance(question, Compare):
        return _compare(question, heard)
    assert isinstance(question, CountValues)
    return _values(question, heard)


def _racks(heard: Heard) -> str:
    among, said = heard.total[0], heard.code
    counted = f"{among or 'none'} of the others count{'s' if among == 1 else ''}"
    if said - among == 1:
        return f"{counted}, so my rack does"
    if said == among:
        return f"{counted}, so my rack does not"
    return f"{counted}, which no rack of mine can bring to {said}"


def _compare(question: Compare, heard: Heard) -> str:
    ahead, first, second = heard.total[0], str(question.first), str(question.second)
    shown = (
        "the others show as many of both"
        if ahead == 0
        else (f"the others show {abs(ahead)} more {first if ahead > 0 else second}")
    )
    if heard.symbol == "=":
        return f"{shown}, so my rack has {_exactly(-ahead, first, second)}"
    if heard.symbol == ">":
        return f"{shown}, so my rack has {_at_least(1 - ahead, first, second)}"
    return f"{shown}, so my rack has {_at_least(1 + ahead, second, first)}"


def _exactly(more: int, first: str, second: str) -> str:
    if more == 0:
        return f"as many {first} as {second}"
    return f"exactly {more} more {first} than {second}" if more > 0 else f"exactly {-more} more {second} than {first}"


def _at_least(more: int, first: str, second: str) -> str:
    if more > 0:
        return f"at least {more} more {first} than {second}"
    return f"no fewer {first} than {second}" if more == 0 else f"at most {-more} more {second} than {first}"


def _values(question: CountValues, heard: Heard) -> str:
    """Colours or numbers that are seen so many times."""
    names = [COLOURS[value].name if isinstance(value, str) else str(value) for value in question.values]
    what = "colours" if isinstance(question.values[0], str) else "numbers"
    if (question.comparison, question.times) in ((">=", 1), ("==", 0)):
        missing = [name for name, count in zip(names, heard.total, strict=True) if count == 0]
        new = heard.code - (len(names) - len(missing)) if question.times else len(missing) - heard.code
        return f"the others lack {', '.join(missing) or 'none'}, so my rack has {new or 'none'} of these {what}"
    now = question.conclude(heard.total)
    counts = ", ".join(f"{name} {count}" for name, count in zip(names, heard.total, strict=True) if count)
    test = _COMPARED[question.comparison].format(question.times)
    return f"the others show {counts or 'nothing'}: {now} {what} {test} times; with my rack it is {heard.code}"
