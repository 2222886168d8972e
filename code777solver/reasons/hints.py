"""Help without spoilers: hints in four levels, and a check of the player's notes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..core.evidence import Evidence
from ..errors import BeliefError
from ..lang import Language
from .claims import Facts, parse_claim
from .proofs import Proof, ease, find_cover, prove
from .wording import ENGLISH

if TYPE_CHECKING:
    from ..records import Count

LEVELS = 4


class Hint(NamedTuple):
    """One hint. Each level tells more than the one before."""

    level: int
    text: str
    line: int | None
    """The answer that is worth another look."""
    about: str | None = None
    """The number, colour or tile that it is about, from level 2 on."""
    others: int | None = None
    """How many other answers the deduction needs, from level 2 on."""
    claim: str | None = None
    """The deduction itself, from level 3 on."""
    proof: Proof | None = None
    """The whole proof, at level 4."""


class NotesCheck(NamedTuple):
    """Which of the player's notes are proved, open or wrong."""

    proved: tuple[str, ...]
    """Marks that are proved."""
    unproved: tuple[str, ...]
    """Marks that are not proved, and may be true."""
    wrong: tuple[str, ...]
    """Marks whose opposite is proved."""
    more: Count
    """How many further facts about numbers, colours and tiles could be noted. Which ones is not told."""


def hint(evidence: Evidence, level: int, notes: Iterable[str] = ()) -> Hint:
    """The easiest deduction that is not in the notes yet, revealed up to a level from 1 to 4."""
    if not 1 <= level <= LEVELS:
        raise BeliefError(f"hint level {level}: 1 (where to look) to {LEVELS} (the proof)")
    _require_possible(evidence)
    found = _easiest(evidence, {_fact_text(note, evidence) for note in notes})
    if found is None:
        nothing = Hint(level, "", None)
        return nothing._replace(text=hint_text(nothing, evidence))
    proof = prove(parse_claim(found, evidence.arrays.racks), evidence)
    told = Hint(
        level,
        "",
        proof.premises[0].line,
        about=found.split(" ", 1)[1] if level >= 2 else None,
        others=len(proof.premises) - 1 if level >= 2 else None,
        claim=found if level >= 3 else None,
        proof=proof if level >= LEVELS else None,
    )
    return told._replace(text=hint_text(told, evidence))


def hint_text(found: Hint, evidence: Evidence, t: Language = ENGLISH) -> str:
    """What a hint says, in a language; the claim stays in the words of the notation."""
    if found.line is None:
        return t("Nothing more can be proved now about single numbers, colours or tiles.")
    if found.proof is not None:
        return t("The proof:")
    if found.claim is not None:
        return t("This follows: {claim}.", claim=found.claim)
    if found.about is None:
        heard = next(heard for heard in evidence.heard if heard.line == found.line)
        return t(
            "Look again at {name}'s answer to card {card} (line {line}).",
            name=heard.player,
            card=heard.card,
            line=heard.line,
        )
    what = t(found.about)
    if not found.others:
        return t("It tells you about {what}.", what=what)
    return t(
        "Together with 1 other answer, it tells you about {what}."
        if found.others == 1
        else "Together with {count} other answers, it tells you about {what}.",
        count=found.others,
        what=what,
    )


def _require_possible(evidence: Evidence) -> None:
    if not evidence.posterior.any():
        raise BeliefError("the log contradicts itself, so every claim would be proved: see the diagnosis first")


def _easiest(evidence: Evidence, known: set[str]) -> str | None:
    """The fact with the shortest and easiest proof among those that the answers prove and the notes lack."""
    facts = Facts(evidence.arrays.racks)
    difficulty = [ease(heard, evidence) for heard in evidence.heard]
    best: tuple[int, int, str] | None = None
    for place, fact in enumerate(facts.in_order(_proved_by_answers(facts, evidence) - known)):
        claim = parse_claim(fact, evidence.arrays.racks)
        cover = find_cover(evidence.rules_out[:, ~claim.holds[evidence.racks]], difficulty)
        if cover:
            cost = sum(1000 + difficulty[i] for i in cover)
            best = min(best or (cost, place, fact), (cost, place, fact))
    return best[2] if best else None


def _proved_by_answers(facts: Facts, evidence: Evidence) -> frozenset[str]:
    """The facts that hold now and did not follow from the tiles in sight alone."""
    return facts.proved(evidence.racks[evidence.against == 0]) - facts.proved(evidence.racks)


def _fact_text(note: str, evidence: Evidence) -> str:
    """A note in the words of the facts: ``no 6s`` is ``no 6``."""
    return parse_claim(note, evidence.arrays.racks).text


def check_notes(evidence: Evidence, notes: Iterable[str]) -> NotesCheck:
    """Sort the player's marks into proved, unproved and wrong, and count what could still be noted."""
    _require_possible(evidence)
    proved: list[str] = []
    unproved: list[str] = []
    wrong: list[str] = []
    noted: set[str] = set()
    left = evidence.racks[evidence.posterior > 0]
    for note in notes:
        claim = parse_claim(note, evidence.arrays.racks)
        holds = claim.holds[left]
        (proved if holds.all() else unproved if holds.any() else wrong).append(note)
        if holds.all():
            noted.add(claim.text)
    more = _proved_by_answers(Facts(evidence.arrays.racks), evidence) - noted
    return NotesCheck(tuple(proved), tuple(unproved), tuple(wrong), len(more))
