"""What an answer says about my rack, in words that people can check at the table, in every language."""

from __future__ import annotations

from typing import assert_never

from ..core.arrays import EditionArrays, LoweredCard
from ..core.evidence import Evidence, Heard
from ..lang import Language, language
from ..rules.cards import Compare, CountRacks, CountTiles, CountValues, Pick
from ..rules.functions import Functions
from ..rules.tiles import COLOURS

ENGLISH = language("en")
_MOST_FITTING = 8
"""More numbers than these are not listed."""


def own_rack(heard: Heard, evidence: Evidence, t: Language = ENGLISH) -> str:
    """What to call the rack of mine that an answer is about."""
    return t("my rack") if heard.stage == len(evidence.stages) - 1 else t("my earlier rack")


def scene(heard: Heard, mine: str = "my rack", t: Language = ENGLISH) -> str:
    """The racks that the answerer saw; ``mine`` is the name for my rack that it is about."""
    if not heard.seen:
        return t("only {mine}", mine=mine)
    racks = (f"{name} {' '.join(map(str, rack)) or t('(empty)')}" for name, rack in heard.seen)
    return ", ".join([mine, *racks])


def consequence(heard: Heard, arrays: EditionArrays, mine: str = "my rack", t: Language = ENGLISH) -> str:
    """What the answer means for my rack, the other racks being known."""
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


def _one(pick: Pick, t: Language) -> str:
    """A pick as one tile, or any of those that it takes."""
    if pick.colour is not None and pick.number is not None:
        return t("{colour} {number}", colour=t(COLOURS[pick.colour].name), number=pick.number)
    return _several(pick, t).removesuffix("s")


def _several(pick: Pick, t: Language) -> str:
    """A pick as what there is more or less of."""
    if pick.without is not None:
        kept = _several(Pick(pick.number, pick.colour), t)
        return t("{tiles} not {colour}", tiles=kept, colour=t(COLOURS[pick.without].name)).strip()
    colour = t(COLOURS[pick.colour].name) if pick.colour else None
    if pick.number is None:
        return colour or ""
    if colour is None:
        return t("{number}s", number=pick.number)
    return t("{colour} {number}s", colour=colour, number=pick.number)


def _racks(heard: Heard, mine: str, t: Language) -> str:
    among, said = heard.total[0], heard.code
    if among == 0:
        counted = t("none of the others count")
    elif among == 1:
        counted = t("1 of the others counts")
    else:
        counted = t("{count} of the others count", count=among)
    if said - among == 1:
        return f"{counted}, {t('so {mine} does', mine=mine)}"
    if said == among:
        return f"{counted}, {t('so {mine} does not', mine=mine)}"
    return f"{counted}, {t('which no rack of mine can bring to {said}', said=said)}"


def _tiles(meaning: CountTiles, heard: Heard, mine: str, t: Language) -> str:
    return t(
        "the others show {count}, so {mine} has {own} of: {tiles}",
        count=heard.total[0],
        mine=mine,
        own=heard.code - heard.total[0],
        tiles=", ".join(_one(pick, t) for pick in meaning.picks),
    )


def _functions(lowered: LoweredCard, heard: Heard, mine: str, t: Language) -> str:
    """A card in Python: nobody knows what it measures, so only its numbers can be told."""
    fitting = lowered.values[lowered.class_answers(heard.total) == heard.code].tolist()
    shown = ", ".join(map(str, heard.total))
    if not fitting:
        follows = t("which no rack of mine can bring to {said}", said=heard.symbol)
    elif len(fitting[0]) == 1 and len(fitting) <= _MOST_FITTING:
        numbers = ", ".join(str(value) for (value,) in fitting)
        follows = t("so {mine} adds one of: {numbers}", mine=mine, numbers=numbers)
        if len(fitting) == 1:
            follows = t("so {mine} adds {number}", mine=mine, number=numbers)
    else:
        follows = t("and with {mine} the answer is {said}", mine=mine, said=heard.symbol)
    return f"{t('the others add up to {total}', total=shown)}, {follows}"


def _compare(question: Compare, heard: Heard, mine: str, t: Language) -> str:
    ahead, first, second = heard.total[0], _several(question.first, t), _several(question.second, t)
    if ahead == 0:
        shown = t("the others show as many of both")
    else:
        shown = t("the others show {count} more {tiles}", count=abs(ahead), tiles=first if ahead > 0 else second)
    if heard.symbol == "=":
        follows = _exactly(-ahead, first, second, mine, t)
    elif heard.symbol == ">":
        follows = _at_least(1 - ahead, first, second, mine, t)
    else:
        follows = _at_least(1 + ahead, second, first, mine, t)
    return f"{shown}, {follows}"


def _exactly(more: int, first: str, second: str, mine: str, t: Language) -> str:
    if more == 0:
        return t("so {mine} has as many {first} as {second}", mine=mine, first=first, second=second)
    first, second = (first, second) if more > 0 else (second, first)
    return t(
        "so {mine} has exactly {count} more {first} than {second}",
        mine=mine,
        count=abs(more),
        first=first,
        second=second,
    )


def _at_least(more: int, first: str, second: str, mine: str, t: Language) -> str:
    if more == 0:
        return t("so {mine} has no fewer {first} than {second}", mine=mine, first=first, second=second)
    if more > 0:
        return t(
            "so {mine} has at least {count} more {first} than {second}",
            mine=mine,
            count=more,
            first=first,
            second=second,
        )
    return t(
        "so {mine} has at most {count} more {first} than {second}", mine=mine, count=-more, first=second, second=first
    )


def _values(question: CountValues, heard: Heard, mine: str, t: Language) -> str:
    """Colours or numbers that are seen a given number of times."""
    by_colour = isinstance(question.values[0], str)
    names = [t(COLOURS[value].name) if isinstance(value, str) else str(value) for value in question.values]
    if (question.comparison, question.times) in ((">=", 1), ("==", 0)):
        missing = [name for name, count in zip(names, heard.total, strict=True) if count == 0]
        new = heard.code - (len(names) - len(missing)) if question.times else len(missing) - heard.code
        values = {"missing": ", ".join(missing) or t("none"), "mine": mine, "count": new or t("none")}
        if by_colour:
            return t("the others lack {missing}, so {mine} has {count} of these colours", **values)
        return t("the others lack {missing}, so {mine} has {count} of these numbers", **values)
    now = question.conclude(heard.total)
    counts = ", ".join(f"{name} {count}" for name, count in zip(names, heard.total, strict=True) if count)
    values = {"counts": counts or t("nothing"), "now": now, "test": _test(question, t), "mine": mine}
    if by_colour:
        return t(
            "the others show {counts}: {now} colours {test} times; with {mine} it is {said}", said=heard.code, **values
        )
    return t(
        "the others show {counts}: {now} numbers {test} times; with {mine} it is {said}", said=heard.code, **values
    )


def _test(question: CountValues, t: Language) -> str:
    """The condition of a count: three or more, exactly two."""
    match question.comparison:
        case ">=":
            return t("{count} or more", count=question.times)
        case "<=":
            return t("{count} or less", count=question.times)
        case "==":
            return t("exactly {count}", count=question.times)
        case "!=":
            return t("not {count}", count=question.times)
        case ">":
            return t("more than {count}", count=question.times)
        case _:
            return t("less than {count}", count=question.times)
