"""The meaning of an answer for my rack, in words that people can check at the table, in every language."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from ..core.arrays import EditionArrays, LoweredCard
from ..core.evidence import Evidence, Heard
from ..lang import Language, language
from ..rules.cards import Card, Compare, CountRacks, CountTiles, CountValues, Pick
from ..rules.functions import Functions
from ..rules.tiles import COLOURS

ENGLISH = language("en")
_MOST_FITTING = 8
"""Most numbers that are listed."""


_CLAIMS = (
    ("has ", "has {what}"),
    ("no ", "no {what}"),
    ("exactly one ", "exactly one {what}"),
    ("exactly two ", "exactly two {what}"),
    ("exactly three ", "exactly three {what}"),
    ("not exactly one ", "not exactly one {what}"),
    ("not exactly two ", "not exactly two {what}"),
    ("not exactly three ", "not exactly three {what}"),
    ("not ", "not {what}"),
    ("the numbers are ", "the numbers are {what}"),
    ("the tiles are ", "the tiles are {what}"),
    ("numbers ", "numbers {what}"),
    ("tiles ", "tiles {what}"),
)
"""Beginnings of claims in the notation, with their sentences."""
_COLOURS = frozenset(colour.name for colour in COLOURS.values())


def claim_text(claim: str, t: Language) -> str:
    """A claim or a fact about a rack in a language: ``no 6``, ``has B7``, ``not 447``."""
    for head, sentence in _CLAIMS:
        if claim.startswith(head):
            return t(sentence, what=thing(claim.removeprefix(head), t))
    return claim


def thing(name: str, t: Language) -> str:
    """Subject of a fact in a language: colours are translated, numbers and tiles are not."""
    return t(name) if name in _COLOURS else name


def own_rack(heard: Heard, evidence: Evidence, t: Language = ENGLISH) -> str:
    """Name of the rack of mine that an answer is about."""
    return t("your rack") if heard.stage == len(evidence.stages) - 1 else t("your earlier rack")


def scene(heard: Heard, mine: str = "your rack", t: Language = ENGLISH) -> str:
    """The racks that the answerer saw; ``mine`` is the name for my rack that it is about."""
    if not heard.seen:
        return t("only {mine}", mine=mine)
    racks = (f"{name} {' '.join(map(str, rack)) or t('(empty)')}" for name, rack in heard.seen)
    return ", ".join([mine, *racks])


def look_again(player: str, card: int, line: int, t: Language = ENGLISH) -> str:
    """First level of a hint: the answer to think about."""
    return t("Look again at {name}'s answer to card {card} (line {line}).", name=player, card=card, line=line)


def tells_about(what: str, others: int | None, t: Language = ENGLISH) -> str:
    """Second level of a hint: the subject of that answer, and the number of other answers to combine with it."""
    if not others:
        return t("It tells you about {what}.", what=what)
    return t.count(
        others,
        "Together with {count} other answer, it tells you about {what}.",
        "Together with {count} other answers, it tells you about {what}.",
        what=what,
    )


def consequence(heard: Heard, arrays: EditionArrays, mine: str = "your rack", t: Language = ENGLISH) -> str:
    """Meaning of an answer for my rack, with the other racks known."""
    meaning = arrays.cards[heard.card].card.meaning
    match meaning:
        case CountRacks():
            return _racks(heard, mine, t)
        case CountTiles():
            return _tiles(meaning, heard, mine, t)
        case Compare():
            return _compare(meaning, heard, mine, t)
        case CountValues():
            return _values(meaning, heard, mine, t)
        case Functions():
            return _functions(arrays.cards[heard.card], heard, mine, t)
        case _:
            assert_never(meaning)


def _counted(pick: Pick, count: int, t: Language) -> str:
    """Name of the tiles of a pick, in the form that follows ``count``."""
    one = count == 1
    if pick.without is not None:
        kept = _counted(Pick(pick.number, pick.colour), count, t)
        colour = t(COLOURS[pick.without].name)
        return t("{tile} that is not {colour}" if one else "{tile} that are not {colour}", tile=kept, colour=colour)
    if pick.colour is None:
        if pick.number is None:
            return t("tile" if one else "tiles")
        return str(pick.number) if one else _several(pick.number, t)
    names = COLOUR_NAMES[COLOURS[pick.colour].name]
    if pick.number is None:
        return t(names.one if one else names.several)
    return t(names.number, number=pick.number) if one else t(names.numbers, numbers=_several(pick.number, t))


def _several(number: int, t: Language) -> str:
    """Tiles of one number: ``6s``. Each number has its own text, since languages inflect it differently."""
    return t(FIGURES[number]) if number < len(FIGURES) else f"{number}s"


FIGURES = ("0s", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s")


class ColourNames(NamedTuple):
    """Names of tiles of one colour in the forms of a language; most languages inflect the colour."""

    one: str
    several: str
    number: str
    numbers: str


COLOUR_NAMES = {
    "green": ColourNames("green tile", "green tiles", "green {number}", "green {numbers}"),
    "yellow": ColourNames("yellow tile", "yellow tiles", "yellow {number}", "yellow {numbers}"),
    "black": ColourNames("black tile", "black tiles", "black {number}", "black {numbers}"),
    "brown": ColourNames("brown tile", "brown tiles", "brown {number}", "brown {numbers}"),
    "red": ColourNames("red tile", "red tiles", "red {number}", "red {numbers}"),
    "pink": ColourNames("pink tile", "pink tiles", "pink {number}", "pink {numbers}"),
    "blue": ColourNames("blue tile", "blue tiles", "blue {number}", "blue {numbers}"),
}


def _racks(heard: Heard, mine: str, t: Language) -> str:
    among, said = heard.total[0], heard.code
    counted = t("none of the other racks counts")
    if among:
        counted = t.count(among, "{count} of the other racks counts", "{count} of the other racks count")
    if said - among == 1:
        return f"{counted}, {t('so {mine} does', mine=mine)}"
    if said == among:
        return f"{counted}, {t('so {mine} does not', mine=mine)}"
    return f"{counted}, {t('and no rack of yours can make that {said}', said=said)}"


def _tiles(meaning: CountTiles, heard: Heard, mine: str, t: Language) -> str:
    return t(
        "the others show {count}, so {mine} has {own} of these: {tiles}",
        count=heard.total[0],
        mine=mine,
        own=heard.code - heard.total[0],
        tiles=", ".join(_counted(pick, 1, t) for pick in meaning.picks),
    )


def _functions(lowered: LoweredCard, heard: Heard, mine: str, t: Language) -> str:
    """Meaning of an answer to a card in Python: its question is unknown, so only its numbers are shown."""
    fitting = lowered.values[lowered.class_answers(heard.total) == heard.code].tolist()
    shown = ", ".join(map(str, heard.total))
    if not fitting:
        follows = t("and no rack of yours can make that {said}", said=heard.symbol)
    elif len(fitting[0]) == 1 and len(fitting) <= _MOST_FITTING:
        numbers = ", ".join(str(value) for (value,) in fitting)
        follows = t("so {mine} adds one of: {numbers}", mine=mine, numbers=numbers)
        if len(fitting) == 1:
            follows = t("so {mine} adds {number}", mine=mine, number=numbers)
    else:
        follows = t("and with {mine} the answer is {said}", mine=mine, said=heard.symbol)
    return f"{t('the others add up to {total}', total=shown)}, {follows}"


def _compare(question: Compare, heard: Heard, mine: str, t: Language) -> str:
    ahead, first, second = heard.total[0], question.first, question.second
    if ahead == 0:
        shown = t("the others show the same number of both")
    else:
        more, count = (first if ahead > 0 else second), abs(ahead)
        shown = t(
            "the others show {count} more {first}",
            count=count,
            first=_counted(more, count, t),
            firsts=_counted(more, 0, t),
        )
    if heard.symbol == "=":
        follows = _exactly(-ahead, first, second, mine, t)
    elif heard.symbol == ">":
        follows = _at_least(1 - ahead, first, second, mine, t)
    else:
        follows = _at_least(1 + ahead, second, first, mine, t)
    return f"{shown}, {follows}"


def _exactly(more: int, first: Pick, second: Pick, mine: str, t: Language) -> str:
    if more == 0:
        return t("so {mine} has as many {first} as {second}", **_pair(0, first, second, mine, t))
    first, second = (first, second) if more > 0 else (second, first)
    return t("so {mine} has exactly {count} more {first} than {second}", **_pair(abs(more), first, second, mine, t))


def _at_least(more: int, first: Pick, second: Pick, mine: str, t: Language) -> str:
    if more == 0:
        return t("so {mine} has no fewer {first} than {second}", **_pair(0, first, second, mine, t))
    if more > 0:
        return t("so {mine} has at least {count} more {first} than {second}", **_pair(more, first, second, mine, t))
    return t("so {mine} has at most {count} more {first} than {second}", **_pair(-more, second, first, mine, t))


def _pair(count: int, first: Pick, second: Pick, mine: str, t: Language) -> dict[str, object]:
    """Fields of a sentence about ``count`` more of one pick than of another.

    English says "1 more green 6" and "2 more green 6s"; other languages always use the plural ``firsts``.
    """
    several = {"firsts": _counted(first, 0, t), "seconds": _counted(second, 0, t)}
    return {"mine": mine, "count": count, "first": _counted(first, count, t), "second": several["seconds"], **several}


def _values(question: CountValues, heard: Heard, mine: str, t: Language) -> str:
    """Colours or numbers that are seen a given number of times."""
    by_colour = isinstance(question.values[0], str)
    names = [t(COLOURS[value].name) if isinstance(value, str) else str(value) for value in question.values]
    if (question.comparison, question.times) in ((">=", 1), ("==", 0)):
        missing = [name for name, count in zip(names, heard.total, strict=True) if count == 0]
        new = heard.code - (len(names) - len(missing)) if question.times else len(missing) - heard.code
        return _missing(missing, new, mine, t, by_colour=by_colour)
    now = question.conclude(heard.total)
    counts = ", ".join(f"{count} × {name}" for name, count in zip(names, heard.total, strict=True) if count)
    values = {"counts": counts or t("nothing"), "now": now, "often": _often(question, t), "mine": mine}
    return t(
        "the others show {counts}; colours seen {often}: {now}, or {said} with {mine}"
        if by_colour
        else "the others show {counts}; numbers seen {often}: {now}, or {said} with {mine}",
        said=heard.code,
        **values,
    )


def _missing(missing: list[str], new: int, mine: str, t: Language, *, by_colour: bool) -> str:
    """Sentence about the missing colours or numbers that my rack adds."""
    if not missing:
        return t(
            "the others show every colour, so {mine} adds none"
            if by_colour
            else "the others show every number, so {mine} adds none",
            mine=mine,
        )
    values: dict[str, object] = {"missing": ", ".join(missing), "mine": mine, "count": new}
    if new == 0:
        return t(
            "the others lack {missing}, and {mine} has none of these colours"
            if by_colour
            else "the others lack {missing}, and {mine} has none of these numbers",
            **values,
        )
    return t(
        "the others lack {missing}, so {mine} has {count} of these colours"
        if by_colour
        else "the others lack {missing}, so {mine} has {count} of these numbers",
        **values,
    )


def _often(question: CountValues, t: Language) -> str:
    """The condition of a count: 3 or more times, exactly 1 time."""
    count = question.times
    match question.comparison:
        case ">=":
            return t("{count} or more times", count=count)
        case "<=":
            return t.count(count, "at most {count} time", "at most {count} times")
        case "==":
            return t.count(count, "exactly {count} time", "exactly {count} times")
        case "!=":
            return t("any number of times but {count}", count=count)
        case ">":
            return t.count(count, "more than {count} time", "more than {count} times")
        case _:
            return t.count(count, "fewer than {count} time", "fewer than {count} times")


def sides(card: Card, t: Language = ENGLISH) -> dict[str, str]:
    """Meaning of each sign of a comparison; empty for other cards.

    >>> from code777solver import load_edition
    >>> sides(load_edition("classic").card(16))
    {'>': 'blue 7s', '=': 'as many of both', '<': '7s that are not blue'}
    """
    if not isinstance(card.meaning, Compare):
        return {}
    picks = (card.meaning.first, card.meaning.second)
    first, second = (t("{what}", what=_counted(pick, 0, t)) for pick in picks)  # German: "von blauen 7ern"
    return {">": first, "=": t("as many of both"), "<": second}
