"""Help without spoilers: hints in four levels, and a check of the player's notes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from ..core.evidence import Evidence
from ..errors import ArgumentError, BeliefError
from ..lang import Language
from ..records import Count, Limits
from .claims import Claim, Facts, parse_claim
from .marks import knowing
from .proofs import Proof, ease, find_cover, follows, prove
from .wording import ENGLISH, claim_text, look_again, tells_about, thing

LEVELS = 4
HELPFUL = 0.7
"""A fact helps if it leaves at most this share, by weight, of the racks that are possible according to the notes."""
A_CODE = "code"
"""Subject of a hint that rules out a code."""


class Hint(NamedTuple):
    """Help without spoilers, as far as a level goes."""

    level: Annotated[int, "The level of detail.", Limits(1, 4)]
    text: Annotated[str, "The hint in words."]
    line: Annotated[
        Count | None,
        "The line of the answer that is worth another look; None if there is nothing to find, or a note is wrong.",
    ]
    about: Annotated[
        str | None,
        "The number, colour or tile that it tells about, from level 2 on; `code` if it rules out a code.",
    ] = None
    others: Annotated[Count | None, "The number of other answers that it takes as well, from level 2 on."] = None
    claim: Annotated[str | None, "The deduction, from level 3 on."] = None
    proof: Annotated[Proof | None, "The proof, at level 4."] = None
    given: Annotated[tuple[str, ...], "The notes that the proof builds on, at level 4."] = ()
    wrong: Annotated[
        tuple[str, ...], "Notes that are wrong, which come first; before level 2, an empty text for each."
    ] = ()


class NotesCheck(NamedTuple):
    """The player's notes, sorted into proved, open and wrong ones."""

    proved: Annotated[tuple[str, ...], "Marks that are proved."]
    unproved: Annotated[tuple[str, ...], "Marks that are not proved, and may be true."]
    wrong: Annotated[tuple[str, ...], "Marks whose opposite is proved."]
    more: Annotated[
        Count,
        "The number of proved facts about numbers, colours and tiles that do not follow from the marks. They are not named.",
    ]


def hint(evidence: Evidence, level: int, notes: Iterable[str] = ()) -> Hint:
    """The easiest deduction that helps on from the notes, revealed up to a level from 1 to 4.

    Proved notes count as known: the hint is about something new, and its proof may use them. A wrong note is reported first.
    """
    if level not in range(1, LEVELS + 1):
        raise ArgumentError(
            "no hint level {level}: there are 1 (where to look) to {most} (the proof)", level=level, most=LEVELS
        )
    _require_possible(evidence)
    sorted_notes = _sorted(notes, evidence)
    if sorted_notes.wrong:
        return _about_wrong(sorted_notes.wrong, evidence, level)
    known = knowing(evidence, sorted_notes.proved.values())
    found = _most_helpful(known)
    if found is None:
        nothing = Hint(level, "", None)
        return nothing._replace(text=hint_text(nothing, evidence))
    proof = prove(parse_claim(found, evidence.arrays.racks), known)
    told = Hint(
        level,
        "",
        proof.premises[0].line,
        about=(A_CODE if found.startswith("not ") else found.split(" ", 1)[1]) if level >= 2 else None,
        others=len(proof.premises) - 1 if level >= 2 else None,
        claim=found if level >= 3 else None,
        proof=proof if level >= LEVELS else None,
        given=_needed(found, sorted_notes.proved, proof, evidence) if level >= LEVELS else (),
    )
    return told._replace(text=hint_text(told, evidence))


def hint_text(found: Hint, evidence: Evidence, t: Language = ENGLISH) -> str:
    """Text of a hint in a language."""
    if found.wrong:
        return _wrong_text(found, t)
    if found.line is None and evidence.codes_left(evidence.against == 0) == 1:
        return t("Your marks leave only one code.")
    if found.line is None:
        return t("Nothing more can be proved now about single numbers, colours or tiles.")
    if found.proof is not None:
        return t("The proof:")
    if found.claim is not None:
        return t("This follows: {claim}.", claim=claim_text(found.claim, t))
    if found.about is None:
        heard = next(heard for heard in evidence.heard if heard.line == found.line)
        return look_again(heard.player, heard.card, heard.line, t)
    return tells_about(t("a code") if found.about == A_CODE else thing(found.about, t), found.others, t)


def _wrong_text(found: Hint, t: Language) -> str:
    if found.level == 1:
        count = len(found.wrong)
        return t.count(count, "One of your marks is wrong.", "{count} of your marks are wrong.")
    return t("This is wrong: {marks}.", marks=", ".join(claim_text(mark, t) for mark in found.wrong))


def _about_wrong(wrong: dict[str, Claim], evidence: Evidence, level: int) -> Hint:
    """Hint about wrong notes: their number, then the notes, then the proof against the first."""
    told = Hint(level, "", None, wrong=tuple(wrong) if level >= 2 else ("",) * len(wrong))
    if level >= 3:
        claim = next(iter(wrong.values())).negated()
        proof = prove(claim, evidence)
        told = told._replace(claim=claim.text, proof=proof if level >= LEVELS and proof.proved else None)
    return told._replace(text=hint_text(told, evidence))


class _Sorted(NamedTuple):
    """Notes as claims: proved, unproved and wrong ones."""

    proved: dict[str, Claim]
    unproved: dict[str, Claim]
    wrong: dict[str, Claim]


def _sorted(notes: Iterable[str], evidence: Evidence) -> _Sorted:
    found = _Sorted({}, {}, {})
    left = evidence.racks[evidence.posterior > 0]
    for note in notes:
        claim = parse_claim(note, evidence.arrays.racks)
        holds = claim.holds[left]
        (found.proved if holds.all() else found.unproved if holds.any() else found.wrong)[note] = claim
    return found


def _needed(found: str, notes: dict[str, Claim], proof: Proof, evidence: Evidence) -> tuple[str, ...]:
    """Notes without which the answers of a proof are not enough; each is left out in turn."""
    claim = parse_claim(found, evidence.arrays.racks)
    kept = dict(notes)
    for note in notes:
        fewer = {other: held for other, held in kept.items() if other != note}
        if follows(claim, proof.premises, knowing(evidence, fewer.values())):
            kept = fewer
    return tuple(kept)


def _require_possible(evidence: Evidence) -> None:
    if not evidence.posterior.any():
        raise BeliefError("the log contradicts itself, so every claim would be proved: see the diagnosis first")


def _most_helpful(known: Evidence) -> str | None:
    """The helpful fact with the shortest and easiest proof; if no fact is helpful, the one that helps most.

    `HELPFUL` defines a helpful fact. If no simple fact is left, codes that are ruled out take their place.
    """
    facts = Facts(known.arrays.racks)
    found = list(facts.in_order(_proved_by_answers(facts, known))) or _ruled_out_codes(known)
    difficulty = [ease(heard, known) for heard in known.heard]
    total = known.weights.sum()
    best: tuple[bool, float, float, int, str] | None = None
    for place, fact in enumerate(found):
        holds = parse_claim(fact, known.arrays.racks).holds[known.racks]
        cover = find_cover(known.rules_out[:, ~holds], difficulty)
        if not cover:
            continue
        cost = sum(1000 + difficulty[i] for i in cover)
        left = float(known.weights[holds].sum() / total)
        helps = left <= HELPFUL
        order = (not helps, float(cost) if helps else left, left if helps else float(cost), place, fact)
        best = min(best or order, order)
    return best[-1] if best else None


def _ruled_out_codes(known: Evidence) -> list[str]:
    """Codes that the answers exclude, as claims."""
    space = known.arrays.racks
    before = {int(code) for code in space.code_of[known.racks]}
    after = {int(code) for code in space.code_of[known.racks[known.against == 0]]}
    return [f"not {space.codes[code]}" for code in sorted(before - after)]


def _proved_by_answers(facts: Facts, evidence: Evidence) -> frozenset[str]:
    """Facts that are proved now and do not follow from the tiles in sight alone."""
    return facts.proved(evidence.racks[evidence.against == 0]) - facts.proved(evidence.racks)


def check_notes(evidence: Evidence, notes: Iterable[str]) -> NotesCheck:
    """Sort the player's marks into proved, unproved and wrong, and count what could still be noted."""
    _require_possible(evidence)
    found = _sorted(notes, evidence)
    known = knowing(evidence, found.proved.values())
    more = _proved_by_answers(Facts(known.arrays.racks), known)
    return NotesCheck(tuple(found.proved), tuple(found.unproved), tuple(found.wrong), len(more))
