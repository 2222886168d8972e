"""Knowledge of the others: the log replayed from their seats for each rack that may be mine, slowly, gives the same."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import reference
import slow_mind
from logs import TABLE, name_game
from strategies import chances, names, solve

from code777solver import Solver
from code777solver.errors import BeliefError, CardError, Code777Error, RuleError
from code777solver.reasons import opponents, tracking
from code777solver.reasons.opponents import Opponent
from code777solver.records import plain_data
from code777solver.solver import position_of

PLAIN = {"swap_prob": 0}
SWAPPED = {"swap_prob": 0.2}
UNSEEN = {"reveal_prob": 0.5, "swap_prob": 0.2, "max_states": 3_000}
HIDDEN = {"declare_prob": 0.4, "max_states": 3_000}
GAMES = [
    *(("classic", seed, PLAIN) for seed in (7, 8, 12, 19, 25, 44)),
    *(("classic", seed, SWAPPED) for seed in (7, 21, 29, 35, 40, 47, 55)),
    *(("classic", seed, SWAPPED) for seed in (6, 56, 58)),  # my tile was swapped on a rack that I saw later
    *(("classic", seed, UNSEEN) for seed in (6, 47, 56, 58)),
    *(("stronghold", seed, HIDDEN) for seed in (5, 6, 19, 20, 22, 25, 30, 31, 33, 45)),
    *(("code77", seed, {}) for seed in (5, 8, 19, 25, 28, 34, 35)),
]
"""Edition, seed and options of random games: old racks seen and unseen, mine and theirs, tiles swapped, reshuffles."""

Game = tuple[str, int, dict[str, Any]]


def play(edition: str, seed: int, options: dict[str, Any], **more: Any) -> list[str]:
    players, cards = 2 + seed % 3, 6 + seed % 12
    return reference.random_game(random.Random(seed), edition, players, cards, **{**options, **more})[0]


def assert_same(found: Opponent, slow: slow_mind.Opponent) -> None:
    assert found.certain == pytest.approx(slow.certain, abs=1e-9)
    assert found.expected_codes == pytest.approx(slow.expected_codes, abs=1e-9)
    assert found.expected_racks == pytest.approx(slow.expected_racks, abs=1e-9)
    assert found.next_card == pytest.approx(slow.next_card, abs=1e-9)
    # 0 and 1 are proved, and what is proved is 0 or 1.
    for ours, theirs in ((found.certain, slow.certain), (found.next_card, slow.next_card)):
        assert (ours == 1.0) == (theirs == 1.0)
        assert (ours == 0.0) == (theirs == 0.0)


def closed(lines: list[str]) -> list[str]:
    """An open log as I would write it."""
    result = []
    for n, line in enumerate(lines):
        words = line.split()
        if words[:2] == ["rack", "me"]:
            if any(earlier.split()[0] == "declare" and earlier.split()[1] == "me" for earlier in lines[:n]):
                result.append("rack me ?")
        elif words[:2] == ["swap", "me"]:
            result.append(f"swap me {words[2]} ?")
        else:
            result.append(line)
    return result


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_opponents_equal_replays_from_their_seats_for_each_of_my_racks(game: Game) -> None:
    lines = play(*game)
    told = slow_mind.stories(lines, most=3_000)
    assert told
    solver = solve(*lines)
    assert not solver.table.waiting
    everyone = solver.opponents
    assert [found.player for found in everyone] == [player for player in solver.table.players if player != "me"]
    for found in everyone:
        assert found.exact
        assert_same(found, slow_mind.opponent(lines, found.player, told))


@pytest.mark.parametrize("seed", [3, 11, 14])
def test_where_tiles_must_be_named_certainty_is_about_tiles(seed: int) -> None:
    lines = play("classic", seed, PLAIN, declare_prob=0)
    told = slow_mind.stories(lines)
    assert told
    solver = solve(lines[0], "option advanced", *lines[1:])
    for found in solver.opponents:
        assert_same(found, slow_mind.opponent(lines, found.player, told, tiles=True))


@pytest.mark.seconds
def test_the_49_tile_deck_equals_replays_too() -> None:
    lines, _ = reference.random_game(random.Random(11), "unique49", 4, 9, declare_prob=0)
    told = slow_mind.stories(lines, most=20_000)
    assert told
    assert len(told) == 2
    solver = solve(*lines)
    found = solver.opponents[0]
    assert found.exact
    assert_same(found, slow_mind.opponent(lines, found.player, told, tiles=True))


def test_where_my_racks_are_too_many_a_seeded_sample_stands_for_them_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = solve(*TABLE, "Ann 11 0", "Bob 11 1")
    exact, racks = solver.opponents, len(solver.candidates)
    assert racks > 100
    for most, is_exact in ((racks, True), (racks - 1, False)):
        monkeypatch.setattr(opponents, "MOST_CELLS", most * (len(solver.belief.space) + 500))
        again = solve(*TABLE, "Ann 11 0", "Bob 11 1")
        for found, true in zip(again.opponents, exact, strict=True):
            assert found.exact == is_exact
            assert found == position_of(again).look(found.player).summary()
            assert found.certain == true.certain == 0
            assert found.expected_codes == pytest.approx(true.expected_codes, rel=0.02)
            assert (found.expected_codes == true.expected_codes) == is_exact


def test_where_my_histories_are_too_many_a_sample_stands_for_them_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = play("stronghold", 30, HIDDEN)
    exact = solve(*lines).opponents
    told = slow_mind.stories(lines, most=3_000)
    assert told
    assert len(told) > 3
    monkeypatch.setattr(opponents, "MOST_CELLS", (len(told) - 1) * (251 + 500))
    for found, true in zip(solve(*lines).opponents, exact, strict=True):
        assert true.exact
        assert not found.exact
        assert found == position_of(solve(*lines)).look(found.player).summary()
        assert found.certain == pytest.approx(true.certain, abs=0.4)


def test_what_an_answer_tells_is_sampled_where_weights_would_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """One by one where a rack of theirs went away unseen, else as many as there is room for."""
    for lines in (play("stronghold", 20, HIDDEN), play("classic", 8, PLAIN)):
        solver = solve(*lines)
        exact = {card: solver.my_card(card).tells for card in (1, 8, 16)}
        monkeypatch.setattr(opponents, "MOST_REPLAYS", 2)
        monkeypatch.setattr(opponents, "MOST_WEIGHED", 2 * 251)
        for card, tells in exact.items():
            found = solver.my_card(card).tells
            assert found == solver.my_card(card).tells
            assert dict(found) == pytest.approx(dict(tells), abs=1.0)
        monkeypatch.undo()


# ------------------------------------------------------------------------------ racks that nobody saw


class Unseen(NamedTuple):
    """A game in which a player's old racks bear on the present one, and mine on what they know."""

    edition: str
    seed: int
    player: str
    hidden: int
    """Number of their old racks that went away unseen since the log is followed."""
    reshuffles: int
    mine: int
    """Number of my racks that matter and that I have not seen."""


NOBODY_SAW = [
    Unseen("stronghold", 16, "Bob", 2, 0, 2),
    Unseen("stronghold", 17, "Cid", 3, 0, 1),
    Unseen("stronghold", 25, "Ann", 2, 1, 2),
    Unseen("stronghold", 31, "Bob", 3, 0, 2),
    Unseen("stronghold", 37, "Ann", 3, 1, 2),
    Unseen("stronghold", 47, "Cid", 3, 1, 2),
    Unseen("stronghold", 49, "Ann", 2, 1, 2),
    Unseen("classic", 12, "Dan", 0, 0, 2),
    Unseen("classic", 26, "Bob", 0, 1, 3),
    Unseen("classic", 38, "Bob", 0, 3, 4),
    Unseen("classic", 68, "Ann", 0, 2, 3),
]


def unseen_game(edition: str, seed: int) -> list[str]:
    options: dict[str, Any] = {"declare_prob": (0.3, 0.5, 0.7)[seed % 3], "right_prob": (0.5, 0.1)[seed % 2]}
    if edition == "classic":
        options |= {"reveal_prob": (0, 0.5)[seed % 2], "swap_prob": (0, 0.15)[seed // 2 % 2]}
    rng = random.Random(seed)
    return reference.random_game(rng, edition, 2 + seed % 3, 4 + seed % 14, max_states=3_000, **options)[0]


def acts(view: opponents.View, kind: type[object]) -> int:
    return sum(isinstance(act, kind) for act in view.tracker._acts)


@pytest.mark.parametrize("game", NOBODY_SAW, ids=lambda game: f"{game.edition}-{game.seed}")
def test_racks_that_their_owners_never_saw_are_followed_as_replays_do(game: Unseen) -> None:
    lines = unseen_game(game.edition, game.seed)
    told = slow_mind.stories(lines, most=2_000)
    assert told
    solver = solve(*lines)
    view = position_of(solver).look(game.player)
    assert (acts(view, tracking._Hidden), acts(view, tracking._Reshuffled)) == (game.hidden, game.reshuffles)
    assert len(view.tracker.unknown["me"].racks) == game.mine
    found = view.summary()
    assert found.exact
    assert_same(found, slow_mind.opponent(lines, game.player, told))
    if game.hidden:
        known = slow_mind.views(game.player, told)
        bits = slow_mind.bits_told(game.player, ["me"], 8, known)
        assert view.told(["me"], 8) == pytest.approx(bits, abs=1e-9)


@pytest.mark.parametrize("seed", [32, 58, 82, 103, 119, 125])
def test_false_answers_about_racks_that_went_away_unseen_are_doubted_as_a_belief_doubts_them(seed: int) -> None:
    """Possible racks are followed as sets, weights by the filter that serves me: both leave the same racks."""
    rng, options = random.Random(seed), {"declare_prob": 0.5, "right_prob": 0.1}
    lines = reference.random_game(rng, "stronghold", 2 + seed % 3, 8 + seed % 12, max_states=3_000, **options)[0]  # type: ignore[arg-type]
    mine = [n for n, line in enumerate(lines) if line.startswith("me ")]
    for n in rng.sample(mine, min(3, len(mine))):
        _, card, truth = lines[n].split()
        symbols = (">", "<", "=") if int(card) > 11 else ("0", "1", "2")
        lines[n] = f"me {card} {rng.choice([symbol for symbol in symbols if symbol != truth])}"
    solver = solve(*lines)
    views = [position_of(solver).look(found.player) for found in solver.opponents]
    assert any(view.tracker.in_steps for view in views)
    for view in views:
        assert view.exact
        assert ((view.weights > 0) == view.support).all()


HIDING = replace(reference.EDITIONS["classic"], wrong_is_shown=False)
SMALL = replace(
    reference.EDITIONS["unique49"],
    deck=Counter(f"{colour}{number}" for number in range(1, 5) for colour in "GYKN"),
)


@pytest.mark.parametrize("seed", [3, 9, 14, 15, 18, 26])
def test_classic_in_which_wrong_declarers_do_not_see_their_tiles(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reference.EDITIONS, "classic", HIDING)
    lines = reference.random_game(
        random.Random(seed), "classic", 3, 14, declare_prob=0.5, swap_prob=0.1 * (seed % 2), max_states=3_000
    )[0]
    told = slow_mind.stories(lines, most=300)
    assert told
    solver = solve(lines[0], "option own_tiles_seen if_right", *lines[1:])
    assert any(acts(position_of(solver).look(found.player), tracking._Hidden) for found in solver.opponents)
    for found in solver.opponents:
        assert found.exact
        assert_same(found, slow_mind.opponent(lines, found.player, told))


@pytest.mark.parametrize("seed", [3, 4, 6, 7, 8])
def test_a_small_deck_of_which_every_tile_is_there_once(
    seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "small.toml").write_text(
        'title = "Sixteen tiles"\nextends = "unique49"\n[deck]\n'
        'every = { numbers = [1, 2, 3, 4], colours = "GYKN", copies = 1 }\n',
        encoding="utf-8",
    )
    monkeypatch.setitem(reference.EDITIONS, "unique49", SMALL)
    rng = random.Random(seed)
    lines = reference.random_game(rng, "unique49", 3, 4 + seed % 6, declare_prob=0.5, max_states=3_000)[0]
    told = slow_mind.stories(lines, most=3_000)
    assert told
    solver = Solver.from_log("\n".join(["edition small.toml", *lines[1:]]), folder=tmp_path)
    assert any(acts(position_of(solver).look(found.player), tracking._Hidden) for found in solver.opponents)
    for found in solver.opponents:
        assert found.exact
        assert_same(found, slow_mind.opponent(lines, found.player, told, tiles=True))


def two_goes(seed: int) -> list[str]:
    """An opponent's new rack: what was left of the pile, then the rest after a reshuffle."""
    rng = random.Random(seed)
    pile = rng.sample(sorted(reference.DECK_28.elements()), 28)
    mine, theirs, out = pile[:3], pile[3:6], list[str]()
    pile = pile[6:]
    lines = [
        "option reshuffle_at 1",
        "option own_tiles_seen if_right",
        "players Ann me",
        f"rack Ann {' '.join(theirs)}",
    ]
    cards = iter(rng.sample(sorted(reference.CARDS), 23))

    def ask(number: int) -> None:
        for card in [next(cards) for _ in range(number)]:
            lines.append(f"Ann {card} {reference.answer(card, [tuple(mine)])}")
            lines.append(f"me {card} {reference.answer(card, [tuple(theirs)])}")

    ask(2)
    while len(theirs) == 3:
        said = f"{''.join(sorted(tile[1] for tile in theirs))} right" if len(pile) > 4 else "111 wrong"
        lines.append(f"declare Ann {said}")
        out, theirs, pile = out + theirs, pile[:3], pile[3:]
        lines.append(f"rack Ann {' '.join(theirs)}")
        if len(pile) == 1:
            ask(2)
    lines += ["reshuffle", f"rack Ann {' '.join([*theirs, *out[:2]])}"]
    theirs = [*theirs, *out[:2]]
    ask(5)
    return lines


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_rack_that_was_filled_in_two_goes_is_followed_too(seed: int) -> None:
    """The same by helping the opponent for each rack that may be mine."""
    lines = two_goes(seed)
    solver = solve(*lines)
    view = position_of(solver).look("Ann")
    assert view.tracker.in_two_goes
    for rack, chances_ in zip(
        position_of(solver).look("Ann").tracker.unknown["me"].racks[0].tolist(), view.weights, strict=True
    ):
        mine = " ".join(map(str, solver.belief.space.rack(rack)))
        helped = Solver.from_log("\n".join([*lines[:3], f"rack me {mine}", *lines[3:]]), seat="Ann")
        assert helped.belief.chances == pytest.approx(chances_ / chances_.sum(), abs=1e-12)
        assert view.support[0].any()
    assert view.summary().exact


@pytest.mark.parametrize(
    ("edition", "seed"), [("stronghold", s) for s in (6, 9, 39)] + [("classic", 8), ("classic", 14)]
)
def test_my_own_tiles_in_an_open_log_are_not_used(edition: str, seed: int) -> None:
    """Otherwise the chances would tell me what went away unseen."""
    options: dict[str, Any] = {"max_states": 4_000} if edition == "stronghold" else {"swap_prob": 0.2}
    players, cards = 2 + seed % 3, 8 + seed // 2
    opened, _ = reference.random_game(random.Random(seed), edition, players, cards, open_log=True, **options)
    solver = solve(*opened)
    shown = solve(*closed(opened))
    assert chances(solver.belief) == pytest.approx(chances(shown.belief))
    assert len(solver.opponents) == len(shown.opponents) > 0
    for ours, theirs in zip(solver.opponents, shown.opponents, strict=True):
        assert ours[1:4] == pytest.approx(theirs[1:4]), ours.player


# --------------------------------------------------------------------------------------- made by hand


def test_one_who_is_certain_is_certain_whatever_i_hold() -> None:
    """Ann hears from Bob and me about her rack; after enough true answers only her code is left."""
    lines = [*TABLE]
    racks = {"Ann": ("B7", "K5", "Y2"), "Bob": ("G6", "G6", "R5"), "me": ("K3", "N4", "P6")}
    for card in reference.CARDS:
        for player in ("Ann", "Bob", "me"):
            seen = [rack for name, rack in racks.items() if name != player]
            lines.append(f"{player} {card} {reference.answer(card, seen)}")
    ann = next(found for found in solve(*lines).opponents if found.player == "Ann")
    told = slow_mind.stories(lines)
    assert told is not None
    assert_same(ann, slow_mind.opponent_before(slow_mind.Turn(("Ann",), tuple(reference.CARDS)), "Ann", told))
    assert ann.certain == 1.0
    assert ann.expected_codes == pytest.approx(1)
    assert ann.next_card == 1.0


def test_nobody_learns_from_an_own_answer() -> None:
    """Bob draws next: his own answer tells him nothing, and Ann something."""
    lines = [*TABLE, "Ann 8 5"]
    told = slow_mind.stories(lines)
    assert told
    some = told[:: max(1, len(told) // 6)]
    ann, bob = solve(*lines).opponents
    assert slow_mind.next_turn(lines).speakers == ("Bob",)
    assert bob.next_card == bob.certain == 0
    assert ann.certain == 0
    assert len(some) > 3


def test_there_is_nothing_to_say_of_opponents_while_a_rack_waits_or_nothing_fits() -> None:
    assert solve(*TABLE, "Ann 8 5", "declare Bob 566 right").opponents == []
    assert solve(*TABLE, "Ann 8 5", "declare me 146 wrong saw G1 N4 R5").opponents == []
    assert solve(*TABLE, "Ann 1 2").opponents == []


def test_only_opponents_can_be_looked_at() -> None:
    for player in ("me", "Zoe", "spare1"):
        with pytest.raises(RuleError, match=rf"no opponent '{player}' \(opponents: Ann, Bob\)"):
            position_of(solve(*TABLE)).look(player)


@pytest.mark.parametrize("seed", [5, 7, 9, 14, 15, 22, 52])
def test_an_opponent_has_the_true_code_left_also_where_i_doubt_what_i_heard(seed: int) -> None:
    """The others heard right where I may have misheard: nobody runs out of codes, and nobody without codes counts as certain."""
    lines, _ = reference.random_game(random.Random(seed), "classic", 3, 14, declare_prob=0, swap_prob=0)
    answers = [n for n, line in enumerate(lines) if line.split()[0] in ("Ann", "Bob", "Cid", "Dan")]
    n = answers[seed % len(answers)]
    doubted = [*lines[:n], f"{lines[n]} ?", *lines[n + 1 :]]
    for found in solve(*doubted).opponents:
        assert found.expected_codes >= 1 - 1e-9
        assert found.next_card >= found.certain


@pytest.mark.parametrize("seed", [5, 7, 9, 14])
def test_what_i_doubt_they_heard_right(seed: int) -> None:
    """For each rack that may be mine they heard what was then the right answer, even if I noted another."""
    lines, _ = reference.random_game(random.Random(seed), "classic", 3, 14, declare_prob=0, swap_prob=0)
    places = slow_mind.answer_places(lines)
    n = places[seed % len(places)]
    told = slow_mind.stories_in_doubt(lines, {n: Fraction(1, 4)})
    for found in solve(*lines[:n], f"{lines[n]} ?", *lines[n + 1 :]).opponents:
        assert found.exact
        assert_same(found, slow_mind.opponent(lines, found.player, told))


@pytest.mark.parametrize("seed", [5, 7, 14])
def test_what_i_did_not_hear_they_heard(seed: int) -> None:
    """An answer that passed me by tells me nothing, and them what was right for each rack that may be mine."""
    lines, _ = reference.random_game(random.Random(seed), "classic", 3, 8, declare_prob=0, swap_prob=0)
    unheard = slow_mind.answer_places(lines)[::2]
    told = slow_mind.stories_in_doubt(lines, dict.fromkeys(unheard))
    log = [" ".join([*line.split()[:2], "?"]) if n in unheard else line for n, line in enumerate(lines)]
    for found in solve(*log).opponents:
        assert found.exact
        assert_same(found, slow_mind.opponent(lines, found.player, told))


@pytest.mark.parametrize("seed", [5, 9])
def test_with_an_error_rate_they_heard_all_answers_right(seed: int) -> None:
    lines, _ = reference.random_game(random.Random(seed), "classic", 3, 5, declare_prob=0, swap_prob=0)
    told = slow_mind.stories_in_doubt(lines, dict.fromkeys(slow_mind.answer_places(lines), Fraction(1, 10)))
    for found in solve(lines[0], "option error_rate 0.1", *lines[1:]).opponents:
        assert_same(found, slow_mind.opponent(lines, found.player, told))


@pytest.mark.parametrize("seed", [115, 116, 118])
def test_one_whom_my_false_answer_has_left_with_nothing_is_not_certain(seed: int) -> None:
    """A slip of mine is only a warning; it must not make the others look as if they could declare."""
    lines, _ = reference.random_game(random.Random(seed), "classic", 3, 16, declare_prob=0, swap_prob=0)
    rng = random.Random(seed)
    n = rng.choice([n for n, line in enumerate(lines) if line.startswith("me ")])
    _, card, truth = lines[n].split()
    rng = random.Random(seed)
    false = rng.choice([symbol for symbol in ((">", "<", "=") if int(card) > 11 else ("0", "1")) if symbol != truth])
    solver = solve(*lines[:n], f"me {card} {false}", *lines[n + 1 :])
    assert [answer.line for answer in solver.audit()] == [n + 1]
    lost = [found for found in solver.opponents if found.expected_codes == 0]
    assert lost
    assert [(found.certain, found.misled_by) for found in lost] == [(None, (n + 1,))] * len(lost)


def test_with_an_error_rate_an_opponent_is_not_certain_because_nothing_fits() -> None:
    lines, _ = reference.random_game(random.Random(5), "classic", 3, 14, declare_prob=0, swap_prob=0)
    for found in solve(lines[0], "option error_rate 0.05", *lines[1:]).opponents:
        assert found.expected_codes >= 1 - 1e-9


# -------------------------------------------------------------------------------------- the card I drew


def views(lines: list[str]) -> dict[str, list[slow_mind.View]]:
    """Knowledge of each opponent, for each of my stories, slowly."""
    told = slow_mind.stories(lines, most=3_000)
    assert told
    players = next(line.split()[1:] for line in lines if line.startswith("players"))
    return {player: slow_mind.views(player, told) for player in players if player != "me"}


@pytest.mark.parametrize(
    "game",
    [
        ("classic", 8, PLAIN),
        ("classic", 29, SWAPPED),
        ("stronghold", 20, HIDDEN),
        ("stronghold", 22, HIDDEN),
        ("code77", 8, {}),
    ],
    ids=name_game,
)
def test_my_answer_is_right_and_tells_each_opponent_what_replays_say(game: Game) -> None:
    lines = play(*game)
    solver = solve(*lines)
    racks = [names(solver.table.racks[name].tiles) for name in solver.table.rack_names if name != "me"]
    seen = views(lines)
    for card in (1, 5, 8, 11, 16, 22):
        own = solver.my_card(card)
        assert (own.card, own.text, own.gained) == (card, solver.edition.card(card).text, 0.0)
        assert own.answer == reference.answer(card, racks) == solver.right_answer(card)
        bits = {player: slow_mind.bits_told(player, ["me"], card, known) for player, known in seen.items()}
        assert dict(own.tells) == pytest.approx(bits, abs=1e-9)


@pytest.mark.parametrize("seed", [8, 13, 20])
def test_where_the_others_answer_i_gain_what_all_their_answers_together_tell(seed: int) -> None:
    lines = play("classic", seed, PLAIN, declare_prob=0)
    solver = solve(lines[0], "option answered_by others", *lines[1:])
    belief = reference.beliefs(lines)[-1]
    others, seen = [player for player in solver.table.players if player != "me"], views(lines)
    for card in (1, 8, 11, 17):
        by_answers: dict[tuple[str, ...], dict[slow_mind.Rack, float]] = defaultdict(dict)
        for rack, chance in belief.items():
            key = tuple(reference.answer(card, [*slow_mind._scene(lines, player, "me"), rack]) for player in others)
            by_answers[key][rack] = float(chance)
        codes = {code: float(chance) for code, chance in reference.codes(belief).items()}
        left = [(sum(group.values()), slow_mind.code_weights(group)) for group in by_answers.values()]
        gained = slow_mind.entropy(codes.values()) - sum(p * slow_mind.entropy(c.values()) for p, c in left)
        own = solver.my_card(card)
        assert own.answer is None
        assert own.gained == pytest.approx(gained, abs=1e-9)
        bits = {player: slow_mind.bits_told(player, others, card, known) for player, known in seen.items()}
        assert dict(own.tells) == pytest.approx(bits, abs=1e-9)


def test_my_answer_is_from_what_i_see_and_not_from_what_an_open_log_tells() -> None:
    closed_log, opened = solve(*TABLE, "Ann 8 5"), solve(*TABLE, "rack me K3 N4 N4", "Ann 8 5")
    for card in reference.CARDS:
        answer = reference.answer(card, [("B7", "K5", "Y2"), ("G6", "G6", "R5")])
        assert closed_log.right_answer(card) == opened.right_answer(card) == answer


def test_cards_are_chosen_by_what_i_gain_less_what_they_gain() -> None:
    solver = solve(*play("classic", 8, PLAIN))
    chosen = solver.choose([16, 5, 8, 22, 11])
    assert sorted(own.card for own in chosen) == [5, 8, 11, 16, 22]
    balance = [own.gained - math.fsum(own.tells.values()) for own in chosen]
    assert balance == sorted(balance, reverse=True)
    assert {own.card: own for own in chosen} == {card: solver.my_card(card) for card in (5, 8, 11, 16, 22)}
    assert solver.choose([]) == []


def test_an_answer_that_is_known_already_tells_nothing() -> None:
    solver = solve(*TABLE, "Ann 8 5", "Bob 8 5", "me 11 1")
    assert dict(solver.my_card(11).tells) == {"Ann": 0.0, "Bob": 0.0}


def test_a_card_that_i_cannot_have_drawn_is_refused() -> None:
    with pytest.raises(CardError, match=r"no card 99 in edition 'classic' \(cards 1-23\)"):
        solve(*TABLE).my_card(99)
    with pytest.raises(RuleError, match="rack of Bob has no tiles"):
        solve("players Ann Bob me", "rack Ann Y2 K5 B7").my_card(5)


def test_the_right_answer_to_a_card_is_there_even_in_a_contradicted_game() -> None:
    """My answer depends on the racks that I see, not on answers heard; its information for the others may be refused then."""
    solver = solve(*TABLE, "Ann 1 2")
    assert solver.right_answer(5) == "0"
    try:
        own = solver.my_card(5)
    except Code777Error as error:
        assert isinstance(error, BeliefError)
    else:
        assert own.answer == "0"


def test_views_are_arrays_over_my_racks_and_theirs() -> None:
    solver = solve(*TABLE, "Ann 8 5", "Bob 11 1")
    view = position_of(solver).look("Bob")
    assert view.support.shape == (len(view.chances), len(solver.belief.space))
    assert (view.weights > 0).tolist() == view.support.tolist()
    assert view.chances.sum() == pytest.approx(1)
    story = next(story for story in slow_mind.stories([*TABLE, "Ann 8 5", "Bob 11 1"]) or [])
    held = slow_mind.knows_at_end(story, "Bob")
    space = solver.belief.space
    mine = [names(space.rack(int(rack))) for rack in np.nonzero(solver.belief.chances)[0]]
    row = view.weights[mine.index(story.rack)]
    found = {names(space.rack(i)): weight for i, weight in enumerate(row / row.sum()) if weight}
    total = sum(held.values())
    assert found == pytest.approx({rack: weight / total for rack, weight in held.items()})


def test_looking_does_not_change_the_game() -> None:
    solver = solve(*play("classic", 29, SWAPPED))
    before = (str(solver.log), chances(solver.belief))
    first = solver.opponents
    solver.my_card(5)
    assert solver.opponents == first
    assert (str(solver.log), chances(solver.belief)) == before
    assert Solver.from_log(str(solver.log)).opponents == first


# ------------------------------------------------------------------------------------- after a false answer


def test_who_is_left_no_rack_by_a_false_answer_is_unknown_and_the_line_is_named() -> None:
    """Only Ann's and Bob's racks are in my sight, and none sums to 18: nobody can make two of that."""
    solver = solve(*TABLE, "Ann 16 <", "Bob 10 3", "me 1 2")
    for found in solver.opponents:
        assert (found.certain, found.next_card, found.expected_codes) == (None, None, 0.0)
        assert found.misled_by == (6,)
        assert plain_data(found)["certain"] is None
        assert plain_data(found)["misled_by"] == [6]
    assert solver.advise().danger is None


def test_who_is_left_no_rack_for_some_of_my_racks_only_is_unknown_too() -> None:
    solver = solve(*TABLE, "Ann 16 <", "Bob 10 3", "me 1 1")
    ann, bob = solver.opponents
    assert ann.expected_codes > 0
    assert (ann.certain, ann.misled_by) == (None, (6,))
    assert (bob.certain, bob.misled_by) == (0.0, ())


def test_every_opponent_is_known_after_true_answers() -> None:
    solver = solve(*TABLE, "Ann 16 <", "Bob 10 3", "me 1 0")
    assert all(found.certain is not None and "misled_by" not in plain_data(found) for found in solver.opponents)
