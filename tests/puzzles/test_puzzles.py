"""Puzzles: one code, nothing superfluous, a legal game, an honest grade; checked by code that shares nothing with ours."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest
import reference
from reference import DECK_28, DECK_49, Rack

from code777solver import Puzzle, Solver, load_edition, make_puzzle
from code777solver.errors import PuzzleError
from code777solver.kernels import puzzles
from code777solver.puzzles import stored
from code777solver.puzzles.grading import Riddle, marks_for
from code777solver.puzzles.levels import LEVELS, level_of
from code777solver.puzzles.puzzle import WEEK
from code777solver.puzzles.seeded_random import Dice

TABLES = {"classic": range(2, 9), "stronghold": range(2, 6), "code77": range(2, 5)}
SMALL = [(edition, players, level) for edition, counts in TABLES.items() for players in counts for level in LEVELS]
LARGE = [("unique49", 4, "easy"), ("unique49", 3, "medium"), ("unique49", 2, "easy")]


# What follows from a log, in plain Python. A rack is a sorted tuple of names, as in `reference`.


class Plain:
    """A puzzle read from its log by the slow twin's means."""

    def __init__(self, log: str) -> None:
        lines = [line.split() for line in log.splitlines()]
        self.edition = next(words[1] for words in lines if words[0] == "edition")
        self.racks = {words[1]: tuple(words[2:]) for words in lines if words[0] == "rack"}
        players = next(words[1:] for words in lines if words[0] == "players")
        self.answers = [
            (who, int(card), said) for who, card, said in (w for w in lines if w[0] in players) if said != "?"
        ]
        self.clues = [answer for answer in self.answers if answer[0] != "me"]
        unseen = (DECK_49 if self.edition == "unique49" else DECK_28).copy()
        unseen.subtract(tile for rack in self.racks.values() for tile in rack)
        assert min(unseen.values()) >= 0
        self.possible: list[Rack] = sorted(set(combinations(sorted(unseen.elements()), 3)))
        self.agree = [
            {rack for rack in self.possible if self.answer(who, card, rack) == said} for who, card, said in self.clues
        ]

    def answer(self, who: str, card: int, mine: Rack) -> str:
        seen = [rack for name, rack in self.racks.items() if name != who]
        return reference.answer(card, [*seen, mine] if who != "me" else seen, self.edition)

    def left(self, without: int | None = None) -> set[Rack]:
        found = set(self.possible)
        for place, agree in enumerate(self.agree):
            if place != without:
                found &= agree
        return found

    def codes(self, racks: set[Rack]) -> set[str]:
        """Codes to declare with these racks."""
        if self.edition == "unique49":
            return {" ".join(rack) for rack in racks}
        return {"".join(sorted(tile[1] for tile in rack)) for rack in racks}


@cache
def things(rack: Rack) -> frozenset[str]:
    """The numbers, colours and tiles on a rack."""
    return frozenset("".join(rack)) | frozenset(rack)


def facts_of(racks: set[Rack], tiles: set[str]) -> frozenset[tuple[str, bool]]:
    """Numbers, colours and tiles that all racks have, and those that none has."""
    every, some = frozenset.intersection(*map(things, racks)), frozenset[str]().union(*map(things, racks))
    none = things(tuple(sorted(tiles))) - some
    return frozenset((thing, True) for thing in every) | frozenset((thing, False) for thing in none)


def keeps(rack: Rack, facts: frozenset[tuple[str, bool]]) -> bool:
    return all((thing in things(rack)) == there for thing, there in facts)


def slow_width(plain: Plain) -> int:
    """Number of answers that the largest step must combine: notes are taken with ever larger groups until one code is left."""
    tiles = set(DECK_49 if plain.edition == "unique49" else DECK_28)
    noted, size = set(plain.possible), 1
    while True:
        facts = facts_of(noted, tiles)
        for group in combinations(plain.agree, size):
            agreeing = set.intersection(noted, *group)
            if len(plain.codes(agreeing)) == 1:
                return size
            facts |= facts_of(agreeing, tiles)
        after = {rack for rack in noted if keeps(rack, facts)}
        if after == noted:
            size += 1
        noted = after


@cache
def made(seed: int, edition: str, players: int, level: str) -> Puzzle:
    return make_puzzle(seed, edition, players, level)


def all_puzzles(seeds: int) -> Iterator[Puzzle]:
    for edition, players, level in SMALL:
        for seed in range(seeds):
            yield made(seed, edition, players, level)


# The promise.


@pytest.mark.parametrize(("edition", "players", "level"), SMALL)
def test_one_code_and_no_superfluous_answer(edition: str, players: int, level: str) -> None:
    for seed in range(4):
        puzzle = made(seed, edition, players, level)
        plain = Plain(puzzle.log)
        assert plain.codes(plain.left()) == {puzzle.solution}
        assert tuple(sorted(puzzle.dealt)) in plain.left()
        for place in range(len(plain.clues)):
            assert len(plain.codes(plain.left(without=place))) > 1, (seed, place)


@pytest.mark.seconds
@pytest.mark.parametrize(("edition", "players", "level"), LARGE)
def test_the_same_with_every_tile_once(edition: str, players: int, level: str) -> None:
    puzzle = made(0, edition, players, level)
    plain = Plain(puzzle.log)
    assert plain.codes(plain.left()) == {puzzle.solution}
    assert all(len(plain.codes(plain.left(without=place))) > 1 for place in range(len(plain.clues)))
    if players == 2:
        assert slow_width(plain) == puzzle.grade.widest


def test_the_log_is_a_legal_game_that_the_solver_solves() -> None:
    puzzles = [*all_puzzles(2), *(made(0, *table) for table in LARGE)]
    for puzzle in puzzles:
        solver = Solver.from_log(puzzle.log)
        assert list(solver.log.warnings) == []
        assert solver.solved
        found = " ".join(solver.candidates[0].tiles) if puzzle.asks_for_tiles else solver.codes[0].numbers
        assert found == puzzle.solution
        assert solver.edition.name == puzzle.edition.name


def test_every_answer_is_true() -> None:
    """My own answers too, which the others' deductions would need."""
    for puzzle in all_puzzles(1):
        plain = Plain(puzzle.log)
        mine = tuple(sorted(puzzle.dealt))
        assert all(plain.answer(who, card, mine) == said for who, card, said in plain.answers)
        cards = [card for _, card, _ in plain.answers]
        assert len(set(cards)) == len(cards)


def test_clues_are_the_answers_of_the_others() -> None:
    for puzzle in [*all_puzzles(1), made(0, *LARGE[0])]:
        assert [(c.player, c.card, c.answer) for c in puzzle.clues] == Plain(puzzle.log).clues
        lines = puzzle.log.splitlines()
        assert all(lines[clue.line - 1] == f"{clue.player} {clue.card} {clue.answer}" for clue in puzzle.clues)
        assert all(puzzle.edition.card(clue.card).text == clue.text for clue in puzzle.clues)
        assert puzzle.players.count("me") == 1


# The grade.


def test_the_grade_is_that_of_a_slow_solver() -> None:
    for edition, players in (("classic", 4), ("stronghold", 2), ("classic", 7)):
        for level in LEVELS:
            for seed in range(2):
                puzzle = made(seed, edition, players, level)
                width = slow_width(Plain(puzzle.log))
                assert puzzle.grade.widest == width
                assert puzzle.level == level


def test_levels_by_hand() -> None:
    plain = ["compare"] * 6
    assert [level_of(widest, plain) for widest in (1, 2, 3, 4, 7)] == ["easy", "medium", "hard", "expert", "expert"]
    assert level_of(1, ["spread", "racks", "tiles"]) == "easy"
    assert level_of(1, ["spread", "spread"]) == "medium"


def test_the_steps_are_a_proof() -> None:
    """Each step follows from its answers and the notes before it; the last leaves the solution; none can be left out."""
    for puzzle in all_puzzles(1):
        plain, tiles = Plain(puzzle.log), set(DECK_28)
        noted = set(plain.possible)
        for step in puzzle.grade.steps:
            agreeing = set.intersection(noted, *(plain.agree[place] for place in step.clues))
            assert len(agreeing) == step.racks
            assert len(plain.codes(agreeing)) == step.codes
            new = facts_of(agreeing, tiles) - facts_of(noted, tiles)
            letters = {"green": "G", "yellow": "Y", "black": "K", "brown": "N", "red": "R", "pink": "P", "blue": "B"}
            told = {(letters.get(f.split()[1], f.split()[1]), f.startswith("has ")) for f in step.facts}
            assert told == new
            noted = {rack for rack in noted if keeps(rack, facts_of(agreeing, tiles))}
        assert plain.codes(agreeing) == {puzzle.solution}
        assert {place for step in puzzle.grade.steps for place in step.clues} == set(range(len(puzzle.clues)))


def test_kinds_of_cards() -> None:
    kinds = {"racks": range(1, 8), "spread": range(8, 11), "tiles": [11], "compare": range(12, 24)}
    for puzzle in all_puzzles(1):
        assert all(clue.card in kinds[kind] for clue, kind in zip(puzzle.clues, puzzle.grade.kinds, strict=True))


def test_higher_levels_take_more_effort() -> None:
    efforts = {level: [made(seed, "classic", 4, level).grade.effort for seed in range(12)] for level in LEVELS}
    means = [sum(found) / len(found) for found in efforts.values()]
    assert means == sorted(means)


def test_puzzles_are_not_too_long_and_not_too_short() -> None:
    for puzzle in all_puzzles(2):
        assert 3 <= len(puzzle.clues) <= 10
        if puzzle.level in ("hard", "expert"):
            assert len(puzzle.clues) >= 5
    cards = {clue.card for seed in range(12) for clue in made(seed, "classic", 4, "medium").clues}
    assert len(cards) >= 18


def test_a_riddle_by_hand() -> None:
    """Four racks, two answers that leave one together and prove nothing alone: the step is of size two."""
    edition = load_edition("classic")
    from code777solver.core.arrays import arrays_for

    space = arrays_for(edition).racks
    names = ("G1 Y2 K3", "G1 Y2 N4", "G1 K3 N4", "Y2 K3 N4")
    racks = np.array(sorted(space.find(edition.deck.rack(name)) for name in names))
    against = np.array([[0, 1, 0, 1], [0, 0, 1, 1]], bool)
    wrong = np.array([0, 1, 1, 1], bool)
    assert Riddle(space, racks, wrong, against).widest() == 1  # each alone shows a tile that is on both racks left
    assert marks_for(space).claims_in(marks_for(space).words[racks[0]])[:2] == ["no 1", "no 2"]


# The same everywhere.


def test_dice() -> None:
    """SplitMix64 from the first eight bytes of the SHA-256, upper halves; the kernel throws the same numbers."""
    mask, state = 2**64 - 1, int.from_bytes(sha256(b"abc").digest()[:8], "big")
    expected = []
    for _ in range(50):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        expected.append(((z ^ (z >> 31)) >> 32) * 1000 // 2**32)
    dice, compiled = Dice("abc"), np.array([Dice("abc").state], np.uint64)
    assert [dice.below(1000) for _ in range(50)] == expected
    assert [puzzles.throw(compiled, 1000) for _ in range(50)] == expected
    assert int(compiled[0]) == dice.state
    items = list(range(30))
    Dice("x").shuffle(items)
    assert sorted(items) == list(range(30)) != items


GOLDEN = {
    ("1", "classic", 4, "medium"): (
        "players Ann Bob me Cid; rack Ann G1 Y2 K3; rack Bob R5 Y7 B7; rack Cid K3 N4 G6; Ann 7 0; "
        "Bob 4 3; me 15 <; Cid 5 1; Ann 22 <; Bob 23 >; me 6 0; Cid 13 < -> 457"
    ),
    ("777", "classic", 2, "easy"): (
        "players Ann me; rack Ann G1 R5 B7; Ann 12 >; me 10 4; Ann 3 0; me 5 1; Ann 19 <; me 22 <; "
        "Ann 4 1; me 13 =; Ann 14 =; me 17 <; Ann 21 > -> 357"
    ),
    ("2", "stronghold", 3, "hard"): (
        "players Ann Bob me; rack Ann R5 P6 Y7; rack Bob N4 Y7 B7; rack spare1 N4 R5 G6; Ann 3 1; "
        "Bob 2 1; me 13 <; Ann 8 6; Bob 22 <; me 16 <; Ann 18 >; Bob 11 1; me 23 <; Ann 9 0; Bob 17 >; "
        "me 4 3; Ann 20 >; Bob 7 2 -> 135"
    ),
    ("3", "code77", 4, "expert"): (
        "players Ann me Bob Cid; rack Ann K3 R5 K5; rack Bob K3 Y7 B7; rack Cid Y2 N4 R5; Ann 13 <; "
        "me 3 2; Bob 2 1; Cid 20 >; Ann 4 3; me 6 0; Bob 21 >; Cid 16 =; Ann 22 =; me 23 <; "
        "Bob 11 1 -> 677"
    ),
    ("1", "unique49", 3, "medium"): (
        "players Ann Bob me; rack Ann R3 B3 Y4; rack Bob G4 G5 G6; rack spare1 N1; Bob 11 2; me 11 0; "
        "me 10 2; Ann 10 2; Ann 5 2; Bob 5 ?; Bob 4 1; me 4 1; me 12 >; Ann 12 =; Ann 18 =; Bob 18 ?; "
        "Bob 23 =; me 23 > -> G1 K5 K7"
    ),
    ("daily 2026-11-16", "classic", 4, "easy"): (
        "players Ann Bob me Cid; rack Ann Y2 P6 P6; rack Bob Y2 N4 B7; rack Cid G1 Y7 B7; Ann 15 <; "
        "Bob 19 >; me 14 >; Cid 11 0; Ann 23 =; Bob 21 >; me 9 1; Cid 6 1 -> 356"
    ),
}


def golden(puzzle: Puzzle) -> str:
    """A puzzle in one line: all that is not the same in every one."""
    return (
        "; ".join(line for line in puzzle.log.splitlines() if not line.startswith("edition")) + f" -> {puzzle.solution}"
    )


def test_golden_puzzles() -> None:
    """The same on every machine and with every version; another puzzle for a seed breaks the promise of seeds."""
    assert {key: golden(Puzzle._make(key[0], *key[1:])) for key in GOLDEN} == GOLDEN


def test_seeds() -> None:
    assert make_puzzle(5) == make_puzzle(5, "classic", 4, "medium")
    assert len({made(seed, "classic", 4, "easy").log for seed in range(40)}) == 40
    assert make_puzzle(-3).seed == "-3"
    assert make_puzzle(10**30).seed == str(10**30)


def test_daily() -> None:
    monday = date(2026, 11, 16)
    week = [Puzzle.daily(date.fromordinal(monday.toordinal() + i)) for i in range(7)]
    assert tuple(puzzle.level for puzzle in week) == WEEK
    assert len({puzzle.log for puzzle in week}) == 7
    assert week[0].seed == "daily 2026-11-16"
    assert Puzzle.daily(monday, level="hard", edition="code77", players=3).level == "hard"
    assert Puzzle.daily().seed == f"daily {date.today().isoformat()}"


def test_editions_with_options() -> None:
    """Options become lines of the log, and what they change is what is asked for."""
    edition = load_edition("stronghold").with_options({"card2": "or_more", "advanced": "yes"})
    puzzle = make_puzzle(1, edition, 3, "medium")
    assert "option card2 or_more" in puzzle.log
    assert puzzle.asks_for_tiles
    solver = Solver.from_log(puzzle.log)
    assert len(solver.candidates) == 1
    assert " ".join(solver.candidates[0].tiles) == puzzle.solution


# Checking and hints.


def test_every_wrong_code_is_excluded_by_the_answers_named() -> None:
    puzzle = made(1, "classic", 4, "hard")
    plain = Plain(puzzle.log)
    codes = sorted({"".join(sorted(t[1] for t in rack)) for rack in set(combinations(sorted(DECK_28.elements()), 3))})
    seen = set()
    for code in codes:
        verdict = puzzle.check(code)
        assert verdict.right == (code == puzzle.solution)
        if verdict.right:
            continue
        racks = {rack for rack in plain.possible if plain.codes({rack}) == {code}}
        sets = [plain.agree[puzzle.clues.index(clue)] for clue in verdict.excluded_by]
        assert not racks.intersection(*sets)
        for size in range(len(sets)):
            assert all(racks.intersection(*some) for some in combinations(plain.agree, size))
        seen.add(len(sets))
    assert {0, 1} <= seen


def test_codes_in_any_spelling() -> None:
    puzzle = made(1, "classic", 4, "easy")
    code = puzzle.solution
    for text in (code, code[::-1], " ".join(code), f"{code[2]}, {code[0]} {code[1]}", " ".join(puzzle.dealt)):
        assert puzzle.check(text).right, text
    large = made(0, "unique49", 4, "easy")
    assert large.check(" ".join(reversed(large.solution.split()))).right
    assert large.check(large.solution.lower()).right
    wrong = next(f"G{i} Y{i} K{i}" for i in range(1, 8) if f"G{i} K{i} Y{i}" != large.solution)
    assert not large.check(wrong).right
    assert str(puzzle.check(code)) == f"{code} is right"


def test_what_a_verdict_says() -> None:
    puzzle = made(1, "classic", 4, "easy")
    found = [str(puzzle.check(code)) for code in ("777", "345", "446") if code != puzzle.solution]
    assert all(re.match(r"\d{3} is wrong: ", text) for text in found)


@pytest.mark.parametrize("text", ["", "25", "2577", "blah", "B7", "B7 K5", "999999", "2 5 x"])
def test_no_code(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"is not a code|no rack of this deck"):
        made(1, "classic", 4, "easy").check(text)


def test_no_code_of_this_deck() -> None:
    with pytest.raises(PuzzleError, match="no rack of this deck has the numbers 111"):
        made(1, "classic", 4, "easy").check("111")
    with pytest.raises(PuzzleError, match="name three tiles, like B7 K5 Y2"):
        made(0, "unique49", 4, "easy").check("257")


def test_hints_lead_to_the_solution() -> None:
    """Facts taken from the ladder one by one are true of the solution; in the end no more are offered."""
    puzzle = made(2, "classic", 4, "medium")
    solution = tuple(sorted(puzzle.dealt))
    notes: list[str] = []
    for _ in range(60):
        hint = puzzle.hint(4, notes)
        if hint.claim is None:
            break
        word, name = hint.claim.split(" ", 1)
        letter = {"green": "G", "yellow": "Y", "black": "K", "brown": "N", "red": "R", "pink": "P", "blue": "B"}
        thing = letter.get(name, name)
        if word == "not":
            assert name != "".join(sorted(tile[1] for tile in solution))
        else:
            assert any(thing in (tile, *tile) for tile in solution) == (word == "has")
        assert hint.claim not in notes
        assert hint.line in [clue.line for clue in puzzle.clues]
        notes.append(hint.claim)
    assert hint.claim is None
    assert len(notes) >= 3
    assert puzzle.hint(1).claim is None
    with pytest.raises(PuzzleError, match="hint level 9"):
        puzzle.hint(9)


# What cannot be.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"level": "harder"}, r"no level 'harder', did you mean 'hard'\? \(levels: easy, medium, hard, expert\)"),
        ({"players": 1}, "1 players: edition 'classic' is for 2 to 9"),
        ({"players": 6, "edition": "stronghold"}, "6 players: edition 'stronghold' is for 2 to 5"),
        ({"edition": "clasic"}, "no edition 'clasic'"),
        ({"players": 9, "level": "expert"}, "no puzzle of level 'expert' was found for 9 players"),
    ],
)
def test_refusals(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_puzzle(1, **arguments)  # type: ignore[arg-type]


def test_nine_players_have_easy_puzzles() -> None:
    for seed in range(4):
        plain = Plain(make_puzzle(seed, "classic", 9, "easy").log)
        assert len(plain.possible) <= 4
        assert len(plain.codes(plain.left())) == 1


def test_stored_daily_puzzles_are_those_that_would_be_made() -> None:
    days = [date(2026, 1, 1), date(2026, 11, 22), date(2027, 6, 5), date(2027, 12, 31)]
    for day in days:
        read, made = Puzzle.daily(day), Puzzle.made(day)
        assert read == made
        assert read.check(made.solution).right
    assert stored.daily(date(2025, 12, 31)) is None
    assert sum(stored.daily(date(2026, 1, 1) + timedelta(n)) is not None for n in range(730)) == 730


def test_a_stored_daily_puzzle_needs_no_numba() -> None:
    code = "import sys; sys.modules['numba'] = None; from code777solver import Puzzle; from datetime import date; "
    code += "p = Puzzle.daily(date(2026, 11, 17)); print(p.hint(1).line, p.check('777').right, p.level)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[1:] == ["False", "easy"]
