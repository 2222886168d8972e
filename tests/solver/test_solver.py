"""The public door: what it reports agrees with the belief, and questions that make no sense are refused."""

from __future__ import annotations

import math
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
import reference
from strategies import MOST_PLAYERS, chances, join, random_log, solve

from code777solver import Code777Error, Solver
from code777solver.errors import BeliefError, RuleError
from code777solver.solver import keep_text, position_of

START = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5")


def test_a_file_that_is_not_there_is_told_as_python_tells_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.c777"):
        Solver.load(tmp_path / "nowhere.c777")


def test_a_line_that_cannot_be_read_can_be_kept_and_nothing_follows_from_it() -> None:
    solver, plain = solve(*START), solve(*START)
    keep_text(solver, "Zoe 1 1")
    for one in (solver, plain):
        one.tell("Ann 16 <")
    assert [line.text for line in solver.log.lines][3:] == ["Zoe 1 1", "Ann 16 <"]
    assert list(solver.candidates) == list(plain.candidates)
    assert solver.answers_heard[-1].line == 5
    assert solver.undo() == "Ann 16 <"
    assert solver.undo() == "Zoe 1 1"


@pytest.mark.parametrize("name", ["classic", "stronghold", "code77", "unique49"])
def test_candidates_codes_and_tiles_agree_with_the_chances(name: str) -> None:
    for seed in range(2 if name == "unique49" else 8):
        players = 2 + seed % (MOST_PLAYERS[name] - 1)
        lines = random_log(seed, name, players, 8, max_states=0)
        solver = solve(*lines)
        expected = chances(solver.belief)
        found = {candidate.tiles: candidate.probability for candidate in solver.candidates}
        assert found == pytest.approx(expected, abs=1e-12)
        probabilities = [candidate.probability for candidate in solver.candidates]
        assert all(a >= b - 1e-12 for a, b in pairwise(probabilities))
        codes: dict[str, float] = {}
        for tiles, chance in expected.items():
            code = "".join(sorted(tile[1] for tile in tiles))
            codes[code] = codes.get(code, 0.0) + chance
        assert {code.numbers: code.probability for code in solver.codes} == pytest.approx(codes, abs=1e-12)
        assert {c.tiles: c.numbers for c in solver.candidates} == {
            tiles: "".join(sorted(tile[1] for tile in tiles)) for tiles in expected
        }
        assert [tile.tile for tile in solver.tiles] == list(solver.edition.deck.names)
        for tile in solver.tiles:
            assert tile.at_least_one == pytest.approx(
                sum(chance for rack, chance in expected.items() if tile.tile in rack), abs=1e-12
            )
            assert tile.expected == pytest.approx(
                sum(chance * rack.count(tile.tile) for rack, chance in expected.items()), abs=1e-12
            )
        assert sum(tile.expected for tile in solver.tiles) == pytest.approx(3)
        assert len(solver.candidates.counts) == len(solver.candidates)
        assert solver.candidates[-1] == list(solver.candidates)[-1]
        assert solver.candidates[:3] == list(solver.candidates)[:3]


@pytest.mark.parametrize("name", ["classic", "stronghold"])
def test_what_a_question_would_tell_counted_one_by_one(name: str) -> None:
    rng = random.Random(1)
    for seed in range(6):
        lines, _ = reference.random_game(random.Random(seed), name, 3 + seed % 2, 6, declare_prob=0)
        solver = solve(*lines)
        belief = reference.beliefs(lines)[-1]
        for question in rng.sample(solver.questions, 6):
            card = solver.edition.card(question.card)
            seen = [solver.table.racks[rack].tiles for rack in solver.table.seen_by(question.player) if rack != "me"]
            by_answer: dict[str, dict[str, float]] = {}
            for tiles, chance in belief.items():
                answer = card.answer([*seen, solver.edition.deck.rack(" ".join(tiles))])
                codes = by_answer.setdefault(answer, {})
                code = "".join(sorted(tile[1] for tile in tiles))
                codes[code] = codes.get(code, 0.0) + float(chance)
            share = {answer: sum(codes.values()) for answer, codes in by_answer.items()}
            assert question.answers == pytest.approx(share)
            assert question.expected_codes == pytest.approx(sum(share[a] * len(by_answer[a]) for a in share))
            assert question.settles == pytest.approx(sum(share[a] for a in share if len(by_answer[a]) == 1))
            assert question.tile_bits == pytest.approx(-sum(p * math.log2(p) for p in share.values()), abs=1e-12)
            bits = reference.bits(belief, lines, "me", question.player, question.card)
            assert question.bits == pytest.approx(bits, abs=1e-9)


def test_questions_are_those_that_can_still_come_most_bits_first() -> None:
    solver = solve(*START, "Ann 16 <", "Bob 5 1")
    questions = solver.questions
    assert {(q.player, q.card) for q in questions} == {
        (player, card) for player in ("Ann", "Bob") for card in range(1, 24) if card not in (16, 5)
    }
    bits = [question.bits for question in questions]
    assert all(a >= b - 1e-12 for a, b in pairwise(bits))
    assert solver.question("Ann", 8).bits == next(q.bits for q in questions if (q.player, q.card) == ("Ann", 8))


def test_the_bits_of_a_question_are_what_its_answers_bring_on_average() -> None:
    def entropy(solver: Solver) -> float:
        return -sum(code.probability * math.log2(code.probability) for code in solver.codes)

    solver = solve(*START, "Ann 16 <")
    for player, card in (("Ann", 8), ("Bob", 1), ("Bob", 22)):
        question, left = solver.question(player, card), 0.0
        for answer, chance in question.answers.items():
            after = solver.copy()
            after.answer(player, card, answer)
            left += chance * entropy(after)
        assert question.bits == pytest.approx(entropy(solver) - left)


def test_solved_means_that_what_must_be_named_is_certain() -> None:
    for seed in range(60):
        lines, truth = reference.random_game(random.Random(seed), "classic", 4, 16, declare_prob=0)
        solver = solve(*lines)
        codes = reference.codes(reference.beliefs(lines)[-1])
        assert solver.solved == (len(codes) == 1)
        advanced = solve("edition classic", "option advanced", *lines[1:])
        assert advanced.solved == (len(advanced.candidates) == 1)
        if solver.solved:
            assert solver.codes[0].probability == 1.0
            assert solver.codes[0].numbers == "".join(sorted(tile[1] for tile in truth))


def test_a_chance_of_0_or_1_is_shown_only_when_it_is_proved() -> None:
    for seed in range(30):
        lines, _ = reference.random_game(random.Random(seed), "classic", 4, 14, declare_prob=0)
        solver = solve(*lines)
        assert (solver.codes[0].probability == 1.0) == (len(solver.codes) == 1)
        assert (solver.candidates[0].probability == 1.0) == (len(solver.candidates) == 1)
        for tile in solver.tiles:
            racks = [candidate.tiles for candidate in solver.candidates]
            assert (tile.at_least_one == 1.0) == all(tile.tile in rack for rack in racks)
            assert (tile.at_least_one == 0.0) == (not any(tile.tile in rack for rack in racks))


def test_while_my_rack_is_empty_nothing_is_solved() -> None:
    solver = solve(*START, "declare me 123 wrong saw K3 N4 R5")
    assert not solver.solved
    assert solver.questions == []


# ------------------------------------------------------------------------------------ questions that make no sense


@pytest.mark.parametrize(
    ("player", "card"), [("me", 1), ("Zed", 1), ("Ann", 99), ("Ann", 0)], ids=["myself", "nobody", "no card", "card 0"]
)
def test_a_question_to_nobody_or_with_no_card_is_refused(player: str, card: int) -> None:
    with pytest.raises(Code777Error, match=f"^no opponent '{player}'|^no card {card} "):
        solve(*START).question(player, card)


@pytest.mark.parametrize(
    ("lines", "player"),
    [
        (START[:2], "Ann"),
        ((*START, "declare Ann 257 right"), "Bob"),
        ((*START, "declare me 123 wrong saw K3 N4 R5"), "Bob"),
    ],
    ids=["deal not complete", "a rack in sight is empty", "my rack is empty"],
)
def test_a_question_while_racks_wait_to_be_filled_is_refused(lines: tuple[str, ...], player: str) -> None:
    solver = solve(*lines)
    assert solver.questions == []
    with pytest.raises(Code777Error, match="has no tiles in the log yet$"):
        solver.question(player, 1)


def test_a_belief_before_the_players_are_named_or_for_nobody_is_refused() -> None:
    with pytest.raises(BeliefError, match="the players are not named yet"):
        _ = Solver().belief
    solver = solve("players Ann Bob", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 1 0")
    with pytest.raises(BeliefError, match=r"no player is called `me`: .* \(players: Ann, Bob\)"):
        _ = solver.belief


def test_a_line_of_log_for_each_method() -> None:
    solver = Solver("classic", ["Ann", "me"])
    solver.rack("Ann", "blue 7 2 k5")
    solver.rack("me")
    solver.answer("Ann", 16, "other")
    solver.declare("Ann", "752", right=True)
    solver.reshuffle()
    solver.rack("Ann", "K3 N4 B7")
    solver.declare("me", "146", right=False, saw="P6 N4 P6")
    solver.rack("me", "?")
    solver.swap("me", "R5")
    solver.swap("Ann", "blue 7", "Y7")
    solver.penalty("Ann")
    solver.note("so  far")
    expected = [
        *("players Ann me", "rack Ann Y2 K5 B7", "rack me ?", "Ann 16 <", "declare Ann 257 right", "reshuffle"),
        *("rack Ann K3 N4 B7", "declare me 146 wrong saw N4 P6 P6", "rack me ?", "swap me R5 ?", "swap Ann B7 Y7"),
        *("penalty Ann", "note so far"),
    ]
    lines = [line for line in str(solver.log).splitlines() if not line.startswith("edition")]
    assert lines == expected
    again = Solver.from_log(join(*expected))
    assert again.table == solver.table
    assert again.belief.chances.tolist() == solver.belief.chances.tolist()


def test_names_are_found_in_any_case_as_in_a_line() -> None:
    """`Solver.answer("ann", ...)` was refused, while `tell("ann 16 <")` was read."""
    solver, told = Solver("classic", ["Ann", "Bob", "me"]), Solver("classic", ["Ann", "Bob", "me"])
    solver.rack("ANN", "Y2 K5 B7")
    solver.rack("bob", "G6 G6 R5")
    solver.answer("ann", 16, "<")
    solver.swap("boB", "G6", "Y7")
    solver.penalty("aNN")
    solver.declare("ann", "257", right=True)
    told.tell("rack ANN Y2 K5 B7\nrack bob G6 G6 R5\nann 16 <\nswap boB G6 Y7\npenalty aNN\ndeclare ann 257 right")
    assert solver.table == told.table
    assert [step.event for step in solver.log.steps] == [step.event for step in told.log.steps]
    lines = str(solver.log).splitlines()
    assert lines[-6:-3] == ["rack Ann Y2 K5 B7", "rack Bob R5 G6 G6", "Ann 16 <"]
    assert lines[-3:] == ["swap Bob G6 Y7", "penalty Ann", "declare Ann 257 right"]
    asked = solve(*START)
    assert asked.question("ANN", 16) == asked.question("Ann", 16)
    assert position_of(asked).look("bob").opponent == "Bob"


@pytest.mark.parametrize("name", ["Bbo", "An", ""])
def test_a_name_that_nobody_has_is_refused_with_one_wording(name: str) -> None:
    solver = Solver.from_log(join(*START))
    wording = rf"no player '{name}'(, did you mean '(Ann|Bob)'\?)? \(players: Ann, Bob, me\)"
    for refuse in (
        lambda: solver.answer(name, 16, "<"),
        lambda: solver.declare(name, "257", right=True),
        lambda: solver.swap(name, "G6", "Y7"),
        lambda: solver.penalty(name),
    ):
        with pytest.raises(RuleError, match=wording):
            refuse()
    if name:
        with pytest.raises(RuleError, match=wording):
            solver.tell(f"penalty {name}")


def test_what_the_solver_shows_of_itself() -> None:
    solver = solve(*START)
    racks, codes = len(solver.candidates), len(solver.codes)
    assert racks == len(chances(solver.belief))
    for text in (repr(solver), solver._repr_html_()):
        assert {"classic", "me"} <= set(re.findall(r"\w+", text))
        assert {str(racks), str(codes)} <= set(re.findall(r"\d+", text))
    assert "Solver" in repr(Solver())
    assert repr(solver.candidates) == f"<{racks} candidates>"


def test_undo_stops_at_what_the_constructor_wrote() -> None:
    solver = Solver("classic", "Ann Bob me", options={"points_to_win": 2})
    solver.rack("Ann", "Y2 K5 B7")
    twin = solver.copy()
    assert solver.undo() == "rack Ann Y2 K5 B7"
    with pytest.raises(RuleError, match="^nothing to undo$"):
        solver.undo()
    solver.rack("Bob", "G6 G6 R5")
    assert str(solver.log) == "edition classic\noption points_to_win 2\nplayers Ann Bob me\nrack Bob R5 G6 G6\n"
    assert [twin.undo()] == ["rack Ann Y2 K5 B7"]
    with pytest.raises(RuleError, match="^nothing to undo$"):
        twin.undo()


def test_undo_takes_back_every_line_of_a_log() -> None:
    solver = Solver.from_log("players Ann me\nrack Ann Y2 K5 B7")
    assert [solver.undo(), solver.undo()] == ["rack Ann Y2 K5 B7", "players Ann me"]
