"""Help without spoilers: a ladder on which every rung tells more, and a check of the player's own notes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from io import StringIO
from typing import Any

import pytest
import reference
import slow_mind
from logs import TABLE
from rich.console import Console
from slow_mind import Rack
from strategies import chances, solve

from code777solver import Solver
from code777solver.errors import ArgumentError, ClaimError, Code777Error
from code777solver.lang import language
from code777solver.results import Hint
from code777solver.show import panels

WORDS = ("green", "yellow", "black", "brown", "red", "pink", "blue")
SUBJECTS = {
    **{str(n): (lambda rack, n=n: str(n) in slow_mind.numbers(rack)) for n in range(1, 8)},
    **{w: (lambda rack, c=c: c in slow_mind.colours(rack)) for c, w in zip("GYKNRPB", WORDS, strict=True)},
    **{tile: (lambda rack, tile=tile: tile in rack) for tile in reference.DECK_28},
}
"""Every number, colour and tile of the 28, and which racks have it."""
SEEDS = [3, 5, 7, 8, 11, 12]


def play(seed: int, **options: Any) -> list[str]:
    options = {"declare_prob": 0, "swap_prob": 0, **options}
    return reference.random_game(random.Random(seed), "classic", 2 + seed % 3, 4 + seed, **options)[0]


def proved_by_answers(lines: list[str]) -> set[str]:
    """The facts that all racks left have in common, and not already all racks that the tiles in sight allow."""
    evidence = slow_mind.read_evidence(lines)
    return facts(evidence.racks()) - facts({rack for rack, _ in evidence.weights})


def facts(racks: Iterable[Rack]) -> set[str]:
    racks = list(racks)
    some = {f"has {name}" for name, has in SUBJECTS.items() if all(map(has, racks))}
    return some | {f"no {name}" for name, has in SUBJECTS.items() if not any(map(has, racks))}


def is_true(fact: str) -> slow_mind.Holds:
    verb, subject = fact.split(" ", 1)
    if verb == "not":
        return lambda rack: "".join(map(str, sorted(slow_mind.numbers(rack)))) != subject
    return lambda rack: SUBJECTS[subject](rack) == (verb == "has")


def climb(solver: Solver, notes: Iterable[str] = ()) -> str:
    """Go up the whole ladder, checking each rung; give the deduction."""
    notes = list(notes)
    look, about, what, why = [solver.hint(level, notes) for level in (1, 2, 3, 4)]
    assert [hint.level for hint in (look, about, what, why)] == [1, 2, 3, 4]
    claim = what.claim
    assert claim is not None
    assert why.claim == claim
    assert why.proof is not None
    assert why.proof.proved
    assert why.proof.claim == claim
    # Each rung tells more than the one before, and none too much.
    assert (look.claim, look.proof, about.claim, about.proof, what.proof) == (None,) * 5
    assert len({look.text, about.text, what.text, why.text}) == 4
    assert claim in what.text
    verb, subject = claim.split(" ", 1)
    for hint in (look, about):
        assert claim not in hint.text
        assert "This follows" not in hint.text
        assert f"{verb} {subject}" not in hint.text
    assert ("code" if verb == "not" else subject) in about.text.rstrip(".").split()
    first = why.proof.premises[0]
    assert look.line == about.line == what.line == why.line == first.line
    for word in (first.player, f"card {first.card}", f"line {first.line}"):
        assert word in look.text
    others = len(why.proof.premises) - 1
    if others:
        assert f" {others} other answer" in about.text
    else:
        assert "other" not in about.text
    return claim


def knowing(evidence: slow_mind.Evidence, notes: Iterable[str]) -> slow_mind.Evidence:
    """The evidence for one who knows that these notes are true."""
    told = [is_true(note) for note in notes]
    weights = {key: weight for key, weight in evidence.weights.items() if all(holds(key[0]) for holds in told)}
    return slow_mind.Evidence(evidence.heard, weights)


def cost(known: slow_mind.Evidence, claim: str) -> tuple[bool, float, float]:
    """Sort key of a hint: facts that leave at most 7 of 10 racks first, of those the one that is easiest to prove."""
    total = sum(known.weights.values())
    share = sum(weight for (rack, _), weight in known.weights.items() if is_true(claim)(rack)) / total
    proofs = slow_mind.smallest_proofs(known, is_true(claim))
    ease = 10 * len(proofs[0])
    return (share > 0.7, ease if share <= 0.7 else share, share if share <= 0.7 else ease)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ladder_leads_on_from_the_notes_until_nothing_is_left(seed: int) -> None:
    """No hint describes what follows from the notes, each helps, and its proof is a shortest one for who knows them."""
    lines = play(seed)
    solver, slow = solve(*lines), slow_mind.read_evidence(lines)
    left = slow.racks()
    notes: list[str] = []
    while True:
        known = knowing(slow, notes)
        new = facts(left) - facts({rack for rack, _ in known.weights})
        codes = {slow_mind.numbers(rack) for rack, _ in known.weights} - {slow_mind.numbers(rack) for rack in left}
        if not new and not codes:
            break
        claim = climb(solver, notes)
        if new:
            assert claim in new, "a hint is new and true"
            assert cost(known, claim)[:2] == min(cost(known, other)[:2] for other in new)
        else:
            assert claim.removeprefix("not ") in {"".join(map(str, sorted(code))) for code in codes}
        proof = solver.hint(4, notes).proof
        assert proof is not None
        found = slow_mind.smallest_proofs(known, is_true(claim))
        assert tuple(sorted(heard.line for heard in proof.premises)) in found
        notes.append(claim)
    for level in (1, 2, 3, 4):
        nothing = solver.hint(level, notes)
        assert nothing.text.startswith(("Nothing more", "Your marks leave only one code"))
        assert ("one code" in nothing.text) == (len({slow_mind.numbers(rack) for rack in left}) == 1)
        assert (nothing.line, nothing.claim, nothing.proof) == (None, None, None)
        assert nothing.level == level


@pytest.mark.parametrize("seed", SEEDS)
def test_a_proof_names_the_notes_that_it_builds_on(seed: int) -> None:
    """Without any one of them, the same answers would not be enough."""
    lines = play(seed)
    solver, slow = solve(*lines), slow_mind.read_evidence(lines)
    notes: list[str] = []
    while claim := solver.hint(3, notes).claim:
        hint = solver.hint(4, notes)
        assert hint.proof is not None
        premises = {heard.line for heard in hint.proof.premises}
        answers = sum(1 << i for i, heard in enumerate(slow.heard) if heard.line in premises)

        def enough(given: Iterable[str], answers: int = answers, claim: str = claim) -> bool:
            racks = {rack for rack, against in knowing(slow, given).weights if not against & answers}
            return all(map(is_true(claim), racks))

        assert set(hint.given) <= set(notes)
        assert enough(hint.given)
        assert not any(enough(other for other in hint.given if other != note) for note in hint.given)
        notes.append(claim)


def test_what_helps_nobody_is_not_told_first() -> None:
    """With two racks left, the first hint was `no 1`."""
    for seed in range(13):
        lines = play(seed)
        solver, slow = solve(*lines), slow_mind.read_evidence(lines)
        claim = solver.hint(3).claim
        helpful = [fact for fact in proved_by_answers(lines) if not cost(slow, fact)[0]]
        assert claim is None or not helpful or claim in helpful


def test_a_wrong_note_is_told_first_one_rung_at_a_time() -> None:
    solver = solve(*TABLE, "Ann 17 >")  # a 4 is proved
    notes = ["no 4", "no 6"]
    look, which, what, why = (solver.hint(level, notes) for level in (1, 2, 3, 4))
    assert look.text == "One of your marks is wrong."
    assert (look.wrong, look.claim, look.line) == (("",), None, None)
    assert which.text == "This is wrong: no 4."
    assert which.wrong == ("no 4",)
    assert what.claim == why.claim == "has 4"
    assert why.proof is not None
    assert why.proof.claim == "has 4"
    assert solver.hint(1, ["no 4", "no brown"]).text == "2 of your marks are wrong."


def test_notes_are_respected_in_any_spelling() -> None:
    solver = solve(*TABLE, "Ann 17 >")
    first = solver.hint(3).claim
    assert first == "has 4"
    for note in ("has 4", "HAS 4s", "with 4", "why has 4?"):
        assert solver.hint(3, [note]).claim != first, note
    assert solver.hint(3, ["no 5", "has blue"]).claim == first


@pytest.mark.parametrize("note", ["0 6s", "0 pink", "why not has 6"])
def test_a_note_that_says_none_is_the_fact_that_there_is_none(note: str) -> None:
    solver = solve("players Ann me", "rack Ann Y2 K5 B7", "Ann 18 >", "me 1 0", "Ann 8 1")
    subject = "pink" if "pink" in note else "6"
    assert solver.why(f"no {subject}").proved
    notes: list[str] = [note]
    while claim := solver.hint(3, notes).claim:
        assert claim != f"no {subject}"
        notes.append(claim)


def test_nothing_can_be_hinted_before_any_answer() -> None:
    hint = solve(*TABLE).hint(1)
    assert hint.text == "Nothing more can be proved now about single numbers, colours or tiles."
    assert hint.line is None


def test_what_the_tiles_in_sight_prove_is_no_deduction_to_hint_at() -> None:
    solver = solve("players Ann me", "rack Ann Y2 Y2 B7")
    assert solver.why("no 2").proved
    assert solver.hint(3).claim is None
    assert solver.check_notes([]).more == 0


def test_one_other_answer_is_said_in_the_singular() -> None:
    for seed in range(40):
        solver = solve(*play(seed % 13))
        notes: list[str] = []
        while claim := solver.hint(3, notes).claim:
            if len(solver.hint(4, notes).proof.premises) == 2:  # type: ignore[union-attr]
                assert "1 other answer, it tells" in solver.hint(2, notes).text
                return
            notes.append(claim)
    raise AssertionError("no deduction from two answers in these games")


@pytest.mark.parametrize("level", [0, 5, -1])
def test_there_are_four_levels(level: int) -> None:
    with pytest.raises(
        ArgumentError, match=rf"no hint level {level}: there are 1 \(where to look\) to 4 \(the proof\)"
    ):
        solve(*TABLE, "Ann 17 >").hint(level)


def test_a_note_that_cannot_be_read_is_refused() -> None:
    solver = solve(*TABLE, "Ann 17 >")
    with pytest.raises(ClaimError, match="did you mean 'has blue'"):
        solver.hint(1, ["has blu"])
    with pytest.raises(ClaimError, match="no number 8"):
        solver.check_notes(["no 8"])


def test_a_doubted_answer_is_nothing_to_hint_at() -> None:
    assert solve(*TABLE, "Ann 17 >").hint(3).claim == "has 4"
    assert solve(*TABLE, "Ann 17 > ?").hint(3).claim is None


def test_an_answer_about_an_old_rack_can_be_hinted_at() -> None:
    solver = solve(*TABLE, "Ann 11 2", "swap me G1 ?")
    hint = solver.hint(4)
    assert hint.line == 4
    assert hint.claim in ("has 7", "has pink", "has P7")


# ------------------------------------------------------------------------------------------------ notes


@pytest.mark.parametrize("seed", SEEDS)
def test_notes_are_sorted_into_proved_unproved_and_wrong(seed: int) -> None:
    lines = play(seed)
    solver = solve(*lines)
    left = set(chances(solver.belief))
    marks = [f"{verb} {name}" for verb in ("has", "no") for name in SUBJECTS]
    random.Random(seed).shuffle(marks)
    found = solver.check_notes(marks[:30])
    for mark in marks[:30]:
        count = sum(map(is_true(mark), left))
        where = found.proved if count == len(left) else found.wrong if count == 0 else found.unproved
        assert mark in where, mark
    assert sorted([*found.proved, *found.unproved, *found.wrong]) == sorted(marks[:30])
    # Each part keeps the player's order and spelling.
    for part in (found.proved, found.unproved, found.wrong):
        assert list(part) == [mark for mark in marks[:30] if mark in part]
    known = knowing(slow_mind.read_evidence(lines), found.proved)
    assert found.more == len(facts(left) - facts({rack for rack, _ in known.weights}))


def test_more_counts_what_could_still_be_noted_and_never_names_it() -> None:
    solver = solve(*TABLE, "Ann 17 >")  # a 4, brown and N4 are proved, and each of them is the same: all 4s are brown
    assert solver.check_notes([]).more == 3
    for note in ("has 4", "has brown", "has N4"):
        assert solver.check_notes([note]).more == 0
    assert solver.check_notes(["no 4", "no 6"]).more == 3
    found = solver.check_notes(["no 4", "no 6", "HAS 4s", "numbers 447"])
    assert found == (("HAS 4s",), ("no 6", "numbers 447"), ("no 4",), 0)


def test_a_mark_that_only_a_doubted_answer_supports_is_not_proved() -> None:
    found = solve(*TABLE, "Ann 17 > ?").check_notes(["has 4", "no 4"])
    assert found == ((), ("has 4", "no 4"), (), 0)


def test_in_a_contradicted_game_no_mark_is_called_proved() -> None:
    """Everything follows from a contradiction, and so nothing does."""
    solver = solve(*TABLE, "Ann 1 2")
    try:
        found = solver.check_notes(["has 1", "no 1"])
    except Code777Error:
        return
    assert not {"has 1", "no 1"} <= set(found.proved)


def test_a_contradiction_is_not_called_a_lack_of_deductions() -> None:
    """A player who asks for a hint then must learn that something is wrong."""
    solver = solve(*TABLE, "Ann 1 2")
    try:
        text = solver.hint(1).text
    except Code777Error:
        return
    assert "contradict" in text.casefold()


# Told to people.


def told(hint: Hint, solver: Solver, code: str) -> str:
    console = Console(file=StringIO(), width=200)
    console.print(panels.hint(hint, solver, language(code)))
    return str(console.file.getvalue()).rstrip("\n")  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", SEEDS)
def test_hints_read_as_the_library_words_them(seed: int) -> None:
    solver = solve(*play(seed))
    for level in (1, 2, 3):
        hint = solver.hint(level)
        assert told(hint, solver, "en") == hint.text


@pytest.mark.parametrize("code", ["nl", "fr", "de"])
@pytest.mark.parametrize("seed", SEEDS)
def test_hints_and_proofs_are_told_in_the_language(seed: int, code: str) -> None:
    solver = solve(*play(seed))
    for level in (1, 2, 3, 4):
        text = told(solver.hint(level), solver, code)
        for english in (
            "Look again",
            "tells you about",
            "This follows",
            "answered",
            " saw ",
            "left",
            "the others",
            "your rack",
        ):
            assert english not in text
