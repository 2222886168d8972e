"""A game against the computer in sentences, as every front end says them. Imports nothing of rich: the page runs without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..lang import Language
from ..reasons.wording import claim_text
from ..review.lessons import Moment, learnt
from ..review.records import GameReview


def moments(found: Iterable[Moment], review: GameReview, player: str, t: Language) -> Iterator[str]:
    """The moments that mattered to a player, a line each.

    A code that was never declared is not named: it may still be found, as a puzzle.
    """
    texts = {step.line: step for step in review.steps}
    for one in found:
        line = one.line
        match one.kind:
            case "late":
                told = t.count(
                    one.cards,
                    "line {line}: {code} was certain; you declared it {count} card later",
                    "line {line}: {code} was certain; you declared it {count} cards later",
                    line=line,
                    code=one.code,
                )
            case "missed":
                told = t.count(
                    one.cards,
                    "line {line}: your code was certain; you let {count} card pass",
                    "line {line}: your code was certain; you let {count} cards pass",
                    line=line,
                )
            case "excluded":
                told = t("line {line}: you declared {code}, which was ruled out", line=line, code=one.code)
                if one.since is not None:
                    told = t(
                        "line {line}: you declared {code}, which line {since} had ruled out",
                        line=line,
                        code=one.code,
                        since=one.since,
                    )
            case "guess":
                chance = "?" if one.probability is None else t.percent(one.probability)
                told = t(
                    "line {line}: you declared {code}, a guess with {chance}", line=line, code=one.code, chance=chance
                )
            case _:
                step = texts[line]
                facts = ", ".join(claim_text(fact, t) for fact in learnt(review, line, player))
                told = t("line {line}: `{text}` told you much", line=line, text=step.text)
                told += f" ({facts})" if facts else ""
        if one.proof:
            told += t.semicolon + t("proof: lines {lines}", lines=" ".join(map(str, one.proof)))
        if one.scored:
            told += t.semicolon + t("{names} scored meanwhile", names=", ".join(dict.fromkeys(one.scored)))
        yield told


__all__ = ["moments"]
