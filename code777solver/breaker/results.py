"""Results of Code Breaker as data for programs. docs/breaker.md lists their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..records import Chance, Count, Limits, in_json
from .breaker import Breaker, GuessAdvice, PossibleCode

if TYPE_CHECKING:
    from .prove import OptimumProof

__all__ = ["BestPlayProof", "BreakerAnalysis", "BreakerPosition", "analysis", "culprits", "position", "proof"]

Said = Annotated[list[Count], Limits(most=3)]


class GuessMade(NamedTuple):
    """A guess and its answer."""

    line: Annotated[Count, "Its line in the log."]
    player: Annotated[str, "The side that guessed.", Limits(choices=("me", "them"))]
    cards: Annotated[Sequence[str], "Three names."]
    answer: Annotated[Said, "Numbers, suits, cards."]
    doubted: Annotated[bool, "True if the answer is not used."]


class RaceState(NamedTuple):
    """State of a race."""

    turn: Annotated[str | None, "The side whose turn it is; None if the race is over.", Limits(choices=("me", "them"))]
    last_chance: Annotated[bool, "True if the first side has finished, and the second has one guess to tie."]
    their_codes: Annotated[Count, "Codes that fit their answers."]
    win: Annotated[Chance | None, "My chance to win; None if it is not worked out."] = None
    tie: Annotated[Chance | None, "The chance of a tie."] = None
    lose: Annotated[Chance | None, "Their chance to win."] = None


class FalseReply(NamedTuple):
    """An answer that a shown code proves false."""

    line: Annotated[Count, "Its line in the log."]
    cards: Annotated[Sequence[str], "The guess."]
    answer: Annotated[Said, "The answer that was given."]
    right: Annotated[Said, "The right answer."]


class WrongReplies(NamedTuple):
    """A smallest set of answers without which a code is left."""

    lines: Annotated[list[Count], "Their lines."]
    probability: Annotated[Chance, "The chance that these are the wrong answers, if it is one of the sets listed."]
    codes: Annotated[Sequence[Sequence[str]], "The codes that would be left."]
    instead: Annotated[Mapping[str, Mapping[str, Chance]], "By line, the answers that would fit, with their chances."]


class BrokenContradiction(NamedTuple):
    """Explanation of a contradiction."""

    culprits: Annotated[list[WrongReplies], "Sets of answers that may be wrong, most likely first."]


class BreakerPosition(NamedTuple):
    """Possible codes of a game of Code Breaker, and the best guesses."""

    pack: Annotated[str, "Name of the pack."]
    guesses: Annotated[list[GuessMade], "Every guess."]
    solved: Annotated[bool, "True if one code is left."]
    outcome: Annotated[
        str | None,
        "The result of the game; None while it continues.",
        Limits(choices=("broken", "me", "them", "tie", "shown")),
    ]
    codes: Annotated[Sequence[PossibleCode], "Every code left."]
    strategy: Annotated[str, "The strategy that chose ``best``."]
    best: Annotated[list[GuessAdvice], "Guesses to make, best first; at most as many as are asked for."]
    race: Annotated[RaceState | None, "The state of the race; None without a race."]
    false_answers: Annotated[list[FalseReply], "Answers that a shown code proves false."]


@in_json(("*", "position"), "contradiction")
class BreakerAnalysis(NamedTuple):
    """The position, and where the log contradicts itself."""

    position: BreakerPosition
    contradiction: Annotated[BrokenContradiction | None, "Why no code is left; None if one is."]


def analysis(breaker: Breaker, *, top: int, strategy: str) -> BreakerAnalysis:
    """Output of `code777 breaker FILE --json`: every possible code, and ``top`` guesses."""
    contradiction = BrokenContradiction(culprits(breaker)) if breaker.contradicted else None
    return BreakerAnalysis(position(breaker, top=top, strategy=strategy), contradiction)


def position(breaker: Breaker, *, top: int, strategy: str) -> BreakerPosition:
    """The same without the explanation of a contradiction."""
    table = breaker.round
    packs = breaker.game.packs
    return BreakerPosition(
        pack=breaker.game.name,
        guesses=[
            GuessMade(
                line=breaker.log.line_of(guess),
                player=table.name(guess.side),
                cards=packs[guess.side].cards(guess.code),
                answer=list(guess.answer),
                doubted=guess.doubted,
            )
            for guess in table.guesses
        ],
        solved=breaker.solved,
        outcome=table.outcome or None,
        codes=breaker.codes,
        strategy=strategy,
        best=[] if table.outcome else breaker.guesses(top, strategy),
        race=_race(breaker),
        false_answers=[
            FalseReply(line, packs[guess.side].cards(guess.code), list(guess.answer), list(right))
            for line, guess, right in breaker.false_answers()
        ],
    )


def _race(breaker: Breaker) -> RaceState | None:
    table = breaker.round
    if not breaker.game.is_race:
        return None
    turn = None if table.turn is None else table.name(table.turn)
    return RaceState(turn, table.is_last_chance, len(breaker.their_position.left), *(breaker.chances or ()))


def culprits(breaker: Breaker) -> list[WrongReplies]:
    """The smallest sets of answers without which a code is left, most likely first."""
    return [
        WrongReplies(
            lines=[breaker.line_of(place) for place in wrong.places],
            probability=wrong.probability,
            codes=[breaker.pack.cards(code) for code in wrong.codes],
            instead={
                str(breaker.line_of(place)): {str(said): share for said, share in fitting.items()}
                for place, fitting in wrong.instead.items()
            },
        )
        for wrong in breaker.diagnose()
    ]


# Best play.


class OpeningGuess(NamedTuple):
    """A first guess that is best."""

    cards: Annotated[Sequence[str], "Three names."]
    total: Annotated[Count, "Guesses for all codes together."]
    worst: Annotated[Count, "Guesses for the hardest code."]


class BestPlayProof(NamedTuple):
    """Best play against a pack, proved by search."""

    pack: Annotated[str, "Name of the pack."]
    codes: Annotated[Count, "The number of its codes."]
    total: Annotated[Count, "Guesses for all codes together under the best plan."]
    mean: Annotated[float, "The same for one code on average."]
    worst: Annotated[Count, "Guesses for the hardest code."]
    late: Annotated[Count, "Codes that need the worst case or more with any plan."]
    found_with: Annotated[Mapping[int, Count], "The number of codes that the plan finds with each guess."]
    both: Annotated[bool, "True if the plan also has the best worst case."]
    openings: Annotated[list[OpeningGuess], "The first guesses that are best."]
    plan: Annotated[list[Sequence[str]], "The guesses of the plan, in the order of a walk."]
    searched: Annotated[Count, "Sets of codes that were searched."]
    bounded: Annotated[Count, "Sets of codes that were only bounded, those searched included."]
    seconds: Annotated[float, "The time that it took, in seconds."]
    agrees: Annotated[bool, "True if the result is the one that comes with the package."]


def proof(found: OptimumProof) -> BestPlayProof:
    """Output of `code777 breaker --prove PACK --json`."""
    best, cards = found.best, found.pack.cards
    return BestPlayProof(
        pack=found.pack.name,
        codes=found.codes,
        total=best.total,
        mean=best.total / found.codes,
        worst=best.worst,
        late=best.late,
        found_with=found.counts,
        both=found.reaches_both,
        openings=[OpeningGuess(cards(opening.guess), opening.total, opening.worst) for opening in best.openings],
        plan=[cards(guess) for guess in best.guesses],
        searched=found.searched,
        bounded=found.bounded,
        seconds=found.seconds,
        agrees=found.agrees,
    )
