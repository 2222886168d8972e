"""Declare or wait, in words: the verdict, where it comes from, what speaks for and against it, and what is being done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..lang import Language

if TYPE_CHECKING:
    from ..play.advice import Advice

__all__ = ["doing", "reasons", "rounded", "source", "verdict"]


def rounded(chance: float) -> str:
    """A chance in whole percent; 0% and 100% only where they are proved.

    >>> rounded(0.236), rounded(0.004), rounded(0.997), rounded(1.0)
    ('24 %', '<1 %', '>99 %', '100 %')
    """
    if chance in (0.0, 1.0):
        return f"{100 * chance:.0f} %"
    return "<1 %" if chance < 0.01 else ">99 %" if chance > 0.99 else f"{100 * chance:.0f} %"


def verdict(found: Advice, t: Language) -> str:
    """The better choice."""
    return {
        "declare": t("Declaring looks better."),
        "wait": t("Waiting looks better."),
        "even": t("Too close to call."),
    }[found.better]


def source(found: Advice, t: Language) -> str:
    """The source of the verdict."""
    if found.policy is None:
        return t("Estimated from {count} games per choice.", count=t.number(found.samples))
    if found.fits:
        return t("Learnt from simulated games, not proved.")
    edition, players = found.policy.rsplit("-", 1)
    return t(
        "Learnt from simulated games of {edition} with {players} players, the nearest to this game; not proved.",
        edition=edition,
        players=players,
    )


def reasons(found: Advice, t: Language) -> Iterator[str]:
    """Reasons for declaring and against it. The chances of codes and opponents are exact, the others learnt."""
    now = rounded(found.probability)
    if found.next_probability is not None and found.probability < 1:
        then = rounded(found.next_probability)
        if then == now:
            yield t("Another answer would hardly raise {now} on average.", now=now)
        else:
            yield t("Another answer would raise {now} to {then} on average.", now=now, then=then)
    danger = found.danger
    if danger is not None and danger.certain is not None and danger.next_card:  # it is never below `certain`
        about = "" if danger.exact else t("about ")
        yield t(
            "{player} can declare with {now}, after the next card with {then}.",
            player=danger.player,
            now=about + rounded(danger.certain),
            then=about + rounded(danger.next_card),
        )
    if found.if_right is not None and found.if_wrong is not None and found.probability < 1:
        yield t(
            "If {code} is right you win with about {right}, if it is wrong with about {wrong}.",
            code=found.code,
            right=rounded(found.if_right),
            wrong=rounded(found.if_wrong),
        )
    if found.others:
        codes = (
            t(
                "{code} (right with {chance}, wins with about {game})",
                code=choice.code,
                chance=rounded(choice.probability),
                game=rounded(choice.game),
            )
            for choice in found.others
        )
        yield t("About as good to declare: {codes}.", codes=", ".join(codes))


def doing(games: int, seconds: float, t: Language) -> str:
    """Progress of a second opinion, from its seconds and games so far."""
    if games:
        return t("Second opinion: playing on, {games} games so far (Ctrl-C stops it)", games=t.number(games))
    return t(
        "Second opinion: compiling, about a minute the first time, {time} s so far (Ctrl-C stops it)",
        time=f"{seconds:.0f}",
    )
