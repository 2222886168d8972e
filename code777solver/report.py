"""Results as plain data: what ``--json`` prints. Names are those that scripts rely on; see docs/json.md."""

from __future__ import annotations

from typing import Any

from .solver import Solver


def analysis(solver: Solver, *, top: int | None = None) -> dict[str, Any]:
    """Everything `code777 analyze` knows, ready for `json.dumps`; ``top`` limits the candidates."""
    return {
        "edition": solver.edition.name,
        "seat": solver.seat,
        "events": sum(1 for _ in solver.log.steps),
        "solved": solver.solved,
        "racks": len(solver.candidates),
        "candidates": [
            {"tiles": list(candidate.tiles), "numbers": candidate.numbers, "probability": candidate.probability}
            for candidate in solver.candidates[:top]
        ],
        "codes": [{"numbers": code.numbers, "probability": code.probability} for code in solver.codes],
        "tiles": [
            {"tile": tile.tile, "at_least_one": tile.at_least_one, "expected": tile.expected} for tile in solver.tiles
        ],
        "questions": [
            {
                "player": question.player,
                "card": question.card,
                "bits": question.bits,
                "tile_bits": question.tile_bits,
                "expected_codes": question.expected_codes,
                "settles": question.settles,
                "answers": dict(question.answers),
            }
            for question in solver.questions
        ],
        "answers": [],
        "opponents": [],
        "contradiction": contradiction(solver),
        "warnings": warnings(solver),
    }


def contradiction(solver: Solver) -> dict[str, Any] | None:
    """Where the log contradicts itself, if it does."""
    if not solver.contradictions:
        return None
    return {"lines": list(solver.contradictions), "culprits": []}


def warnings(solver: Solver) -> list[dict[str, Any]]:
    """What is odd about the log."""
    return [{"line": line, "text": text} for line, text in solver.warnings]
