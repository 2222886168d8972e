"""Results of Code Breaker as plain data, for JSON. docs/breaker.md lists the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .breaker import Breaker, GuessAdvice

if TYPE_CHECKING:
    from .prove import OptimumProof

__all__ = ["analysis", "proof"]


def analysis(breaker: Breaker, *, top: int, strategy: str) -> dict[str, Any]:
    """All that `code777 breaker FILE --json` prints. Every code is listed, and ``top`` guesses."""
    table = breaker.round
    over = bool(table.outcome)
    return {
        "pack": breaker.game.name,
        "guesses": [
            {
                "line": breaker.log.line_of(guess),
                "player": table.name(guess.side),
                "cards": list(breaker.game.packs[guess.side].cards(guess.code)),
                "answer": list(guess.answer),
                "doubted": guess.doubted,
            }
            for guess in table.guesses
        ],
        "solved": breaker.solved,
        "outcome": table.outcome or None,
        "codes": [{"cards": list(code.cards), "probability": code.chance} for code in breaker.codes],
        "strategy": strategy,
        "best": [] if over else [_advice(advice) for advice in breaker.guesses(top, strategy)],
        "race": _race(breaker),
        "false_answers": [
            {
                "line": line,
                "cards": list(breaker.game.packs[guess.side].cards(guess.code)),
                "answer": list(guess.answer),
                "right": list(right),
            }
            for line, guess, right in breaker.false_answers()
        ],
        "contradiction": _contradiction(breaker),
    }


def _advice(advice: GuessAdvice) -> dict[str, Any]:
    return {
        "cards": list(advice.cards),
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


def _race(breaker: Breaker) -> dict[str, Any] | None:
    table = breaker.round
    if breaker.race is None:
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


def _contradiction(breaker: Breaker) -> dict[str, Any] | None:
    if not breaker.contradicted:
        return None
    return {
        "culprits": [
            {
                "lines": [breaker.line_of(place) for place in wrong.places],
                "probability": wrong.chance,
                "codes": [list(breaker.pack.cards(code)) for code in wrong.codes],
                "instead": {
                    str(breaker.line_of(place)): {str(said): share for said, share in fitting.items()}
                    for place, fitting in wrong.instead.items()
                },
            }
            for wrong in breaker.diagnose()
        ]
    }


def proof(found: OptimumProof) -> dict[str, Any]:
    """What `code777 breaker --prove PACK --json` prints."""
    best = found.best
    return {
        "pack": found.pack.name,
        "codes": found.codes,
        "total": best.total,
        "mean": best.total / found.codes,
        "worst": best.worst,
        "late": best.late,
        "found_with": {str(guess): count for guess, count in found.counts.items()},
        "both": found.reaches_both,
        "openings": [
            {"cards": list(found.pack.cards(opening.guess)), "total": opening.total, "worst": opening.worst}
            for opening in best.openings
        ],
        "plan": [list(found.pack.cards(guess)) for guess in best.guesses],
        "searched": found.searched,
        "bounded": found.bounded,
        "seconds": found.seconds,
        "agrees": found.agrees,
    }
