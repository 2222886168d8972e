"""The audit: an answer whose whole scene is known by now is checked, and only a false one is named, with the proof."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import reference
import slow_mind
from click.testing import CliRunner
from logs import TABLE
from slow_mind import Rack
from strategies import join, names, solve

from code777solver import Solver
from code777solver.cli.main import main
from code777solver.reasons.diagnosis import FalseAnswer

PLAYERS = ("Ann", "Bob", "Cid", "Dan", "me")


def scenes(lines: list[str]) -> dict[int, dict[str, Rack] | None]:
    """For each answer, by line, the racks that its answerer saw; None if one of them was not known to me at the end.

    My rack is known once I have seen it; before a swap it is known only if the log names what it was.
    """
    racks: dict[str, Rack] = {}
    found: dict[int, dict[str, Rack] | None] = {}
    waiting: list[int] = []
    for n, line in enumerate(lines, 1):
        match line.split():
            case ["rack", "me", *_]:
                waiting = []
            case ["rack", name, *tiles]:
                racks[name] = tuple(sorted(tiles))
            case ["swap", "me", *_]:
                waiting = []
            case ["swap", name, old, new]:
                racks[name] = reference._replace(racks[name], old, new)
            case ["declare", "me", *words] if "saw" in words:
                mine = tuple(sorted(words[words.index("saw") + 1 :]))
                for answer in waiting:
                    found[answer]["me"] = mine  # type: ignore[index]
                waiting = []
                continue
            case ["declare", "me", *_]:
                waiting = []
            case ["declare", *_]:
                pass
            case [player, card, _] if player in PLAYERS and card.isdecimal():
                found[n] = {name: rack for name, rack in racks.items() if name != player}
                if player != "me":
                    waiting.append(n)
                continue
    return {
        n: scene if "me" in scene or lines[n - 1].startswith("me") else None
        for n, scene in found.items()
        if scene is not None
    }


def expected(lines: list[str]) -> list[tuple[int, str, str]]:
    """Line, what was said and what is right, for every answer that can be proved false."""
    result = []
    for n, scene in scenes(lines).items():
        _, card, said = lines[n - 1].split()
        if scene is not None and (right := reference.answer(int(card), list(scene.values()))) != said:
            result.append((n, said, right))
    return result


def with_lies(lines: list[str], seed: int, count: int) -> list[str]:
    """The log with some answers of anybody changed to others that their cards allow."""
    rng = random.Random(seed)
    told = [n for n, line in enumerate(lines) if line.split()[0] in PLAYERS]
    for n in rng.sample(told, min(count, len(told))):
        player, card, truth = lines[n].split()
        others = [">", "<", "="] if int(card) > 11 else ["0", "1"]
        lines = [*lines[:n], f"{player} {card} {rng.choice([o for o in others if o != truth])}", *lines[n + 1 :]]
    return lines


def summary(found: list[FalseAnswer]) -> list[tuple[int, str, str]]:
    return [(false.line, false.said, false.right) for false in found]


def test_nothing_is_said_while_my_rack_is_unknown() -> None:
    assert solve(*TABLE, "Ann 11 2", "Bob 11 1").audit() == []


def test_a_false_answer_is_named_with_the_right_one_and_the_scene_once_my_rack_is_known() -> None:
    lines = (*TABLE, "Ann 17 >", "Bob 3 0", "declare me 446 wrong saw B7 N4 P6", "rack me ?")
    (found,) = solve(*lines).audit()
    assert (found.line, found.player, found.card, found.said, found.right) == (4, "Ann", 17, ">", "=")
    assert {name: names(rack) for name, rack in found.scene} == {"Bob": ("G6", "G6", "R5"), "me": ("B7", "N4", "P6")}
    assert solve(*lines, "me 5 0", "Ann 8 6").audit() == [found]


def test_a_false_answer_is_named_as_soon_as_i_see_my_tiles() -> None:
    """The dispute comes before the new tiles; and after the last declaration of a game none are drawn at all."""
    lines = (*TABLE, "Ann 17 >", "Bob 3 0", "declare me 446 wrong saw B7 N4 P6")
    assert summary(solve(*lines).audit()) == [(4, ">", "=")]


def test_the_scene_is_that_of_the_moment() -> None:
    """Racks change afterwards; what counts is what the answerer saw then."""
    lines = (
        *TABLE,
        "Ann 18 >",  # red or pink: Bob had one R5, my rack one P6
        "declare Bob 566 right",
        "rack Bob R5 R5 R5",
        "Bob 20 =",
        "me 3 0",
        "Ann 18 >",  # now it is true
        "declare me 446 wrong saw B7 N4 P6",
        "rack me ?",
    )
    (found,) = solve(*lines).audit()
    assert (found.line, found.right) == (4, "=")
    assert names(dict(found.scene)["Bob"]) == ("G6", "G6", "R5")


@pytest.mark.parametrize("seed", range(24))
def test_random_games_of_liars_are_judged_as_by_hand(seed: int) -> None:
    options: dict[str, Any] = {"declare_prob": 0.3, "reveal_prob": 0.7, "swap_prob": 0, "max_states": 3_000}
    lines, _ = reference.random_game(random.Random(seed), "classic", 2 + seed % 3, 12, **options)
    assert solve(*lines).audit() == []
    false = with_lies(lines, seed, 6)
    found = solve(*false).audit()
    assert summary(found) == expected(false)
    by_line = scenes(false)
    for answer in found:
        assert {name: names(rack) for name, rack in answer.scene} == by_line[answer.line]
        assert lines[answer.line - 1].split()[2] == answer.right


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_accused_in_a_true_game_with_swapped_tiles(seed: int) -> None:
    """My rack before the swap was another than the one that I saw."""
    options: dict[str, Any] = {"declare_prob": 0.3, "swap_prob": 0.4}
    lines, _ = reference.random_game(random.Random(seed), "classic", 2 + seed % 3, 12, **options)
    assert solve(*lines).audit() == []


def test_a_true_answer_about_my_rack_before_a_swap_is_not_called_false() -> None:
    """Of N4 N4 R5 and Bob's tiles four numbers are missing. Then R5 is swapped, and I see B7 N4 N4."""
    lines = (*TABLE, "Ann 10 4", "swap me R5 ?", "Bob 8 4", "declare me 447 right saw B7 N4 N4", "rack me ?")
    assert reference.answer(10, [("G6", "G6", "R5"), ("N4", "N4", "R5")]) == "4"
    assert reference.answer(8, [("B7", "K5", "Y2"), ("B7", "N4", "N4")]) == "4"
    assert solve(*lines).audit() == []
    lines = (*TABLE, "Ann 10 4", "swap me R5 ?", "Bob 8 5", "declare me 447 right saw B7 N4 N4", "rack me ?")
    assert summary(solve(*lines).audit()) == [(6, "5", "4")]


def test_a_true_answer_before_a_swap_is_not_called_false_where_the_log_names_the_new_tile() -> None:
    lines = (*TABLE, "rack me N4 N4 K3", "Ann 12 >", "swap me K3 B7", "Bob 8 4", "declare me 447 right", "rack me ?")
    assert reference.answer(12, [("G6", "G6", "R5"), ("K3", "N4", "N4")]) == ">"
    assert solve(*lines).audit() == []


def test_a_rack_that_went_away_unseen_judges_nobody() -> None:
    lines = (
        "edition stronghold",
        "players Ann Bob Cid me",
        "rack Ann Y2 Y2 B7",
        "rack Bob G6 R5 R5",
        "rack Cid N4 N4 Y7",
        "Ann 11 3",
        "Bob 11 0",
        "declare me 157 wrong",
        "rack me ?",
    )
    assert solve(*lines).audit() == []


def test_my_own_false_answer_is_named_at_once() -> None:
    (found,) = solve(*TABLE, "me 5 2").audit()
    assert (found.player, found.said, found.right) == ("me", "2", "0")
    assert [name for name, _ in found.scene] == ["Ann", "Bob"]


def test_playerless_racks_are_part_of_the_scene() -> None:
    lines = (
        "edition stronghold",
        "players Ann me Bob",
        "rack Ann Y2 Y2 B7",
        "rack Bob G6 R5 R5",
        "rack spare1 N4 N4 Y7",
        "Ann 8 5",
        "declare me 347 right saw B7 K3 N4",
        "rack me ?",
    )
    (found,) = solve(*lines).audit()
    assert [name for name, _ in found.scene] == ["me", "Bob", "spare1"]
    assert found.right == reference.answer(8, [("B7", "K3", "N4"), ("G6", "R5", "R5"), ("N4", "N4", "Y7")]) == "6"


def test_an_answer_that_was_not_heard_is_not_judged() -> None:
    assert solve(*TABLE, "Ann 17 ?", "declare me 446 wrong saw B7 N4 P6").audit() == []


def test_one_who_looks_on_judges_every_answer() -> None:
    lines = (
        "players Ann Bob Cid",
        "rack Ann Y2 K5 B7",
        "rack Bob G6 G6 R5",
        "rack Cid N4 P6 B7",
        "Ann 17 >",
        "Bob 3 0",
    )
    assert summary(Solver.from_log(join(*lines)).audit()) == [(5, ">", "=")]


def test_another_seat_judges_from_what_it_has_seen() -> None:
    """In an open log the tiles of the one who is helped are there, but are not used before they were shown."""
    lines = (*TABLE, "rack me B7 N4 P6", "Ann 17 >", "Bob 17 >")
    assert solve(*lines, seat="me").audit() == []
    assert summary(solve(*lines, seat="Ann").audit()) == [(5, ">", "=")]  # her own: she saw all of it
    assert summary(solve(*lines, seat="Bob").audit()) == [(6, ">", "<")]
    lines = (*lines, "declare Ann 257 right", "rack Ann K3 K3 N4")
    assert summary(solve(*lines, seat="Ann").audit()) == [(5, ">", "="), (6, ">", "<")]
    assert summary(solve(*lines, seat="Bob").audit()) == [(6, ">", "<")]


@pytest.mark.parametrize("seed", range(6))
def test_a_false_answer_always_shows_as_a_contradiction_too(seed: int) -> None:
    """The rack that I saw had been excluded: the log is contradicted at the line of the declaration."""
    lines = with_lies([*TABLE, "Ann 17 =", "Bob 8 5", "me 3 0", "Ann 10 3"], seed, 1)
    solver = solve(*lines, "declare me 446 wrong saw B7 N4 P6", "rack me ?")
    assert bool([false for false in solver.audit() if false.player != "me"]) == bool(solver.contradictions)


# ---------------------------------------------------------------------------------------- the command


@pytest.fixture
def liars(tmp_path: Path) -> str:
    path = tmp_path / "liars.c777"
    path.write_text(join(*TABLE, "Ann 17 >", "Bob 3 0", "declare me 446 wrong saw B7 N4 P6", "rack me ?"))
    return str(path)


def test_check_names_a_false_answer(liars: str) -> None:
    result = CliRunner().invoke(main, ["check", liars])
    assert result.exit_code == 1
    (line,) = [line for line in result.stdout.splitlines() if "false answer" in line]
    assert line == f"{liars}: line 4: false answer (Ann): with Bob R5 G6 G6, me N4 P6 B7 in sight, card 17 is =, not >"


def test_check_json_names_a_false_answer_with_its_scene(liars: str) -> None:
    result = CliRunner().invoke(main, ["check", "--json", liars])
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["ok"] is False
    assert found["contradiction"]["lines"] == [6]
    (false,) = found["false_answers"]
    assert false == {
        "line": 4,
        "player": "Ann",
        "card": 17,
        "said": ">",
        "right": "=",
        "scene": {"Bob": ["R5", "G6", "G6"], "me": ["N4", "P6", "B7"]},
    }


def test_check_of_a_true_log_names_nobody(tmp_path: Path) -> None:
    path = tmp_path / "true.c777"
    path.write_text(join(*TABLE, "Ann 17 =", "declare me 446 wrong saw B7 N4 P6", "rack me ?"))
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 0
    assert "false answer" not in result.stdout
    assert json.loads(CliRunner().invoke(main, ["check", "--json", str(path)]).stdout)["false_answers"] == []


def test_the_scenes_of_these_tests_by_hand() -> None:
    lines = [
        "rack Ann Y2 K5 B7",
        "rack Bob G6 G6 R5",
        "Ann 17 =",
        "me 3 0",
        "declare me 446 wrong saw B7 N4 P6",
        "rack me ?",
        "Bob 3 0",
    ]
    bob, ann, mine = ("G6", "G6", "R5"), ("B7", "K5", "Y2"), ("B7", "N4", "P6")
    assert scenes(lines) == {3: {"Bob": bob, "me": mine}, 4: {"Ann": ann, "Bob": bob}, 7: None}
    assert slow_mind.numbers(mine) == "467"
