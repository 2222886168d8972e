"""Results of Code Breaker as plain data, for JSON. `shapes` declares the fields; docs/breaker.md tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..records import Plain, plain
from .breaker import Breaker, GuessAdvice

if TYPE_CHECKING:
    from . import shapes
    from .prove import OptimumProof

__all__ = ["analysis", "culprits", "position", "proof"]


def analysis(breaker: Breaker, *, top: int, strategy: str) -> Plain[shapes.BreakerAnalysis]:
    """All that `code777 breaker FILE --json` prints. Every code is listed, and ``top`` guesses."""
    contradiction: shapes.BrokenContradiction | None = {"culprits": culprits(breaker)} if breaker.contradicted else None
    return plain({**position(breaker, top=top, strategy=strategy), "contradiction": contradiction})


def position(breaker: Breaker, *, top: int, strategy: str) -> shapes.BreakerPosition:
    """All of it but what explains a contradiction."""
    table = breaker.round
    over = bool(table.outcome)
    return {
        "pack": breaker.game.name,
        "guesses": [
            {
                "line": breaker.log.line_of(guess),
                "player": table.name(guess.side),
                "cards": breaker.game.packs[guess.side].cards(guess.code),
                "answer": list(guess.answer),
                "doubted": guess.doubted,
            }
            for guess in table.guesses
        ],
        "solved": breaker.solved,
        "outcome": table.outcome or None,
        "codes": [{"cards": code.cards, "probability": code.chance} for code in breaker.codes],
        "strategy": strategy,
        "best": [] if over else [_advice(advice) for advice in breaker.guesses(top, strategy)],
        "race": _race(breaker),
        "false_answers": [
            {
                "line": line,
                "cards": breaker.game.packs[guess.side].cards(guess.code),
                "answer": list(guess.answer),
                "right": list(right),
            }
            for line, guess, right in breaker.false_answers()
        ],
    }


def _advice(advice: GuessAdvice) -> shapes.PossibleGuess:
    return {
        "cards": advice.cards,
        "bits": advice.bits,
        "answers": advice.parts,
        "expected_codes": advice.expected_codes,
        "worst_codes": advice.worst_codes,
        "possible": advice.possible,
        "probability": advice.chance,
        "expected_guesses": advice.expected_guesses,
        "worst_guesses": advice.worst_guesses,
        "race": advice.race,
    }


def _race(breaker: Breaker) -> shapes.RaceState | None:
    table = breaker.round
    if not breaker.game.is_race:
        return None
    chances = breaker.chances
    return {
        "turn": None if table.turn is None else table.name(table.turn),
        "last_chance": table.is_last_chance,
        "their_codes": len(breaker.their_position.left),
        "win": None if chances is None else chances.win,
        "tie": None if chances is None else chances.tie,
        "lose": None if chances is None else chances.lose,
    }


def culprits(breaker: Breaker) -> list[shapes.WrongReplies]:
    """The smallest sets of answers without which a code is left, most likely first."""
    return [
        {
            "lines": [breaker.line_of(place) for place in wrong.places],
            "probability": wrong.chance,
            "codes": [breaker.pack.cards(code) for code in wrong.codes],
            "instead": {
                str(breaker.line_of(place)): {str(said): share for said, share in fitting.items()}
                for place, fitting in wrong.instead.items()
            },
        }
        for wrong in breaker.diagnose()
    ]


def proof(found: OptimumProof) -> Plain[shapes.BestPlayProof]:
    """What `code777 breaker --prove PACK --json` prints."""
    best = found.best
    return plain(
        {
            "pack": found.pack.name,
            "codes": found.codes,
            "total": best.total,
            "mean": best.total / found.codes,
            "worst": best.worst,
            "late": best.late,
            "found_with": {str(guess): count for guess, count in found.counts.items()},
            "both": found.reaches_both,
            "openings": [
                {"cards": found.pack.cards(opening.guess), "total": opening.total, "worst": opening.worst}
                for opening in best.openings
            ],
            "plan": [found.pack.cards(guess) for guess in best.guesses],
            "searched": found.searched,
            "bounded": found.bounded,
            "seconds": found.seconds,
            "agrees": found.agrees,
        }
    )
