"""The oracles themselves: known games, brute force, and games whose true rack is known."""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import csp
import pytest
import reference
from reference import EDITIONS, Rack

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


def test_there_are_known_games_of_every_edition() -> None:
    assert {path.name.split("-")[0] for path in CASES} == set(EDITIONS)


@pytest.mark.seconds
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_known_game(path: Path) -> None:
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    beliefs = reference.beliefs(case["log"])
    assert len(beliefs) == len(case["log"])
    for step in case["steps"]:
        belief = beliefs[step["after_lines"] - 1]
        codes = reference.codes(belief)
        assert len(belief) == step["racks"]
        assert len(step["codes"]) == min(12, len(codes))
        assert {code: float(codes[code]) for code in step["codes"]} == pytest.approx(step["codes"], abs=1e-9)
        likeliest = sorted(map(float, codes.values()), reverse=True)[:12]
        assert likeliest == pytest.approx(sorted(step["codes"].values(), reverse=True), abs=1e-9)
        if "candidates" in step:
            named = {" ".join(rack): float(probability) for rack, probability in belief.items()}
            assert named == pytest.approx(step["candidates"], abs=1e-9)
    assert tuple(sorted(case["true_rack"])) in beliefs[-1]
    for player, expected in case["bits_about_numbers_at_end"].items():
        bits = {card: reference.bits(beliefs[-1], case["log"], "me", player, int(card)) for card in expected}
        assert bits == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("card", "reading", "rack", "usual", "other"),
    [
        (2, "or_more", ("B1", "B2", "B3"), "1", "0"),
        (2, "or_more", ("B3", "B4", "B5"), "1", "1"),
        (2, "or_more", ("B3", "B4", "B6"), "0", "1"),
        (12, "black", ("P6", "R3", "Y3"), ">", "<"),
        (14, "any", ("R2", "G2", "Y7"), "<", ">"),
    ],
)
def test_printings_that_differ(card: int, reading: str, rack: Rack, usual: str, other: str) -> None:
    assert reference.answer(card, [rack], "unique49") == usual
    assert reference.answer(card, [rack], "unique49", {card: reading}) == other


def test_a_tile_of_another_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="not in the deck of classic: B1, R2"):
        reference.answer(1, [("B1", "B7", "R2")])


# ------------------------------------------------------------------------------------- satisfiability


def _brute_force(racks: list[Rack], answers: list[tuple[int, int, str]], edition: str) -> set[Rack]:
    """Lay out every three of the tiles that are left, and ask every card again."""
    left = Counter(EDITIONS[edition].deck)
    left.subtract(tile for rack in racks for tile in rack)
    return {
        mine
        for mine in set(combinations(sorted(left.elements()), 3))
        if all(
            reference.answer(card, [*racks[:who], *racks[who + 1 :], mine], edition) == symbol
            for who, card, symbol in answers
        )
    }


def _random_position(
    rng: random.Random, edition: str, answers: int
) -> tuple[list[Rack], list[tuple[int, int, str]], Rack]:
    """Visible racks, true answers of their owners, and the rack of mine that they saw."""
    tiles = rng.sample(sorted(EDITIONS[edition].deck.elements()), 3 * rng.randint(2, 5))
    mine, *racks = (tuple(sorted(tiles[start : start + 3])) for start in range(0, len(tiles), 3))
    given = []
    for _ in range(answers):
        who, card = rng.randrange(len(racks)), rng.choice(sorted(reference.CARDS))
        given.append((who, card, reference.answer(card, [*racks[:who], *racks[who + 1 :], mine], edition)))
    return racks, given, mine


@pytest.mark.seconds
@pytest.mark.parametrize(("edition", "positions"), [("classic", 100), ("unique49", 2)])
def test_constraints_find_the_racks_of_brute_force(edition: str, positions: int) -> None:
    rng = random.Random(777)
    for _ in range(positions):
        racks, answers, mine = _random_position(rng, edition, rng.randint(0, 8))
        found = csp.solve(racks, answers, edition)
        assert mine in found
        assert found == _brute_force(racks, answers, edition)


def test_constraints_find_nothing_for_a_false_answer() -> None:
    rng = random.Random(28)
    for _ in range(20):
        racks, answers, _ = _random_position(rng, "classic", 3)
        who, card, symbol = answers[0]
        falsehood = "9" if symbol.isdigit() else "<" if symbol == ">" else ">"
        assert csp.solve(racks, [*answers, (who, card, falsehood)]) == set()


def test_constraints_and_filter_keep_the_same_racks_before_any_tile_is_replaced() -> None:
    for seed in range(20):
        lines, _ = reference.random_game(random.Random(seed), "classic", 4, 8, declare_prob=0, swap_prob=0)
        words = [line.split() for line in lines]
        racks = {name: tuple(tiles) for kind, name, *tiles in words if kind == "rack"}
        owners = list(racks)
        answers = [(owners.index(who), int(card), symbol) for who, card, symbol in words[5:] if who != "me"]
        assert set(reference.beliefs(lines)[-1]) == csp.solve(list(racks.values()), answers)


# ------------------------------------------------------------------------------------------- replacing

TABLE = ["players me Ann", "rack Ann G6 R5 R5"]


def _unseen_tiles() -> list[str]:
    """The 25 tiles that are not Ann's at the start of `TABLE`, copies apart."""
    left = Counter(EDITIONS["classic"].deck)
    left.subtract(("G6", "R5", "R5"))
    return sorted(left.elements())


def _share(weights: Counter[Rack]) -> dict[Rack, Fraction]:
    total = sum(weights.values())
    return {rack: Fraction(weight, total) for rack, weight in weights.items()}


def test_my_tile_that_was_seen_and_replaced() -> None:
    """Every physical rack, every red 5 on it that can be seen, and every tile that can replace it, counts once."""
    tiles = _unseen_tiles()
    weights: Counter[Rack] = Counter()
    for rack in combinations(range(len(tiles)), 3):
        for seen in rack:
            if tiles[seen] != "R5":
                continue
            kept = [tiles[place] for place in rack if place != seen]
            for place in set(range(len(tiles))) - set(rack):
                weights[tuple(sorted([*kept, tiles[place]]))] += 1
    assert reference.beliefs([*TABLE, "swap me R5 ?"])[-1] == _share(weights)


def test_another_rack_refilled_and_a_tile_replaced_in_my_sight() -> None:
    """Every physical rack counts once for each way in which the rest gives what was drawn."""
    tiles = _unseen_tiles()
    weights: Counter[Rack] = Counter()
    for rack in combinations(range(len(tiles)), 3):
        pile = Counter(tiles[place] for place in range(len(tiles)) if place not in rack)
        ways = pile["B7"] * (pile["B7"] - 1) * pile["N4"] * pile["Y7"]
        if ways:
            weights[tuple(tiles[place] for place in rack)] += ways
    log = [*TABLE, "declare Ann 556 right", "rack Ann B7 B7 N4", "swap Ann N4 Y7"]
    assert reference.beliefs(log)[-1] == _share(weights)


def test_tiles_that_went_back_can_be_on_a_new_rack_but_not_on_an_older_one() -> None:
    log = [*TABLE, "declare Ann 556 right", "rack Ann B7 B7 N4", "reshuffle"]
    assert not any(rack.count("R5") > 2 for rack in reference.beliefs(log)[-1])
    log += ["declare me 123 wrong", "rack me ?"]
    assert reference.beliefs(log)[-1][("R5", "R5", "R5")] > 0


def test_an_unseen_wrong_rack_lacks_the_named_code_and_then_the_rack_is_empty() -> None:
    log = ["edition stronghold", *TABLE, "declare me 467 wrong"]
    assert reference.beliefs(log)[-1] == {(): 1}
    *_, (_, states) = reference._replay(log, "me")
    assert all(rack == () and reference._numbers(hidden) != "467" for rack, hidden in states)
    assert ((), ("G6", "N4", "R5")) in states


def test_named_tiles_drop_one_rack_and_not_its_code() -> None:
    log = ["edition unique49", "players me Ann", "rack Ann B1 B2 B3", "rack spare1 G7", "rack spare2 R7"]
    assert len(reference.beliefs(log)[-1]) == 13_244  # any three of 44
    log += ["Ann 11 2", "declare me G1 K5 N7 wrong"]
    *_, (_, states) = reference._replay(log, "me")
    assert ((), ("G1", "K5", "N7")) not in states
    assert ((), ("G1", "K5", "Y7")) in states
    assert len(states) == 3 * 41 - 1


def test_a_contradiction_leaves_nothing_for_good() -> None:
    log = [*TABLE, "Ann 1 0", "Ann 1 1", "me 5 1", "declare me 123 wrong", "rack me ?", "reshuffle"]
    assert reference.beliefs(log)[2] != {}
    assert reference.beliefs(log)[3:] == [{}] * 5


# ---------------------------------------------------------------------------------------------- games


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("edition", "players", "cards", "games"),
    [
        *(("classic", players, 24, 6) for players in (2, 3, 4, 5)),
        *(("stronghold", players, 24, 6) for players in (2, 3, 4, 5)),
        *(("code77", players, 30, 6) for players in (2, 3, 4)),
        *(("unique49", players, 16, 1) for players in (2, 3, 4)),
    ],
)
def test_the_true_rack_stays_possible(edition: str, players: int, cards: int, games: int) -> None:
    for seed in range(games):
        lines, true_rack = reference.random_game(
            random.Random(seed), edition, players, cards, reveal_prob=0.8, max_states=50_000
        )
        beliefs = reference.beliefs(lines)
        assert all(beliefs)
        assert beliefs[-1][true_rack] > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_keep_the_rules(edition: str) -> None:
    """No tile too many, reshuffles when they are due, and playerless racks as the edition has them."""
    rules = EDITIONS[edition]
    for seed in range(12):
        players = 2 + seed % (rules.most_players - 1)
        lines, _ = reference.random_game(
            random.Random(seed), edition, players, 40, declare_prob=0.7, max_states=0, open_log=True
        )
        racks: dict[str, Rack] = {}
        out: list[str] = []
        for line in lines:
            match line.split():
                case ["rack", name, *tiles]:
                    out += racks.get(name, ())
                    racks[name] = tuple(tiles)
                case ["declare", name, *_]:
                    out += racks.pop(name)
                case ["swap", name, old, new]:
                    racks[name] = reference._replace(racks[name], old, new)
                    out.append(old)
                case ["reshuffle"]:
                    # 7 left, or at most 1; or 2 in the deck of 49, whose spares upset the count by threes.
                    left = sum(rules.deck.values()) - len(out) - sum(map(len, racks.values()))
                    assert left <= (7 if rules.reshuffle_at_once else 2)
                    out = []
            used = Counter(out)
            for rack in racks.values():
                used.update(rack)
            assert used <= rules.deck
        spares = [rack for name, rack in racks.items() if name.startswith("spare")]
        assert [len(rack) for rack in spares] == [rules.spare_size] * max(0, rules.racks - players)
        assert edition != "unique49" or not any(line.endswith(" right") for line in lines)


def test_an_open_log_tells_me_nothing_more() -> None:
    for edition in ("classic", "stronghold"):
        for seed in range(5):
            closed, _ = reference.random_game(random.Random(seed), edition, 3, 12)
            opened, _ = reference.random_game(random.Random(seed), edition, 3, 12, open_log=True)
            assert len(opened) == len(closed) + 1  # my rack at the deal
            assert reference.beliefs(opened)[-1] == reference.beliefs(closed)[-1]


@pytest.mark.parametrize("edition", ["classic", "stronghold", "code77"])
def test_every_seat_of_an_open_log_keeps_its_true_rack(edition: str) -> None:
    for seed in range(4):
        lines, _ = reference.random_game(
            random.Random(seed), edition, 4, 12, declare_prob=0.2, open_log=True, swap_prob=0.1
        )
        table = reference._Table("nobody")
        for line in lines:
            reference._read({}, table, line, None)
        for name in table.players:
            assert reference.beliefs(lines, name)[-1][table.racks[name]] > 0


def test_another_seat_sees_its_old_tiles_when_the_edition_shows_them() -> None:
    deal = ["players me Ann Bob", "rack me K3 N4 R5", "rack Ann B7 B7 N4", "rack Bob G1 K5 P7"]
    declared = [*deal, "declare Bob 123 wrong", "rack Bob G6 P6 R5"]
    shown = reference.beliefs(["edition classic", *declared], "Bob")[-1]
    hidden = reference.beliefs(["edition stronghold", *declared], "Bob")[-1]
    assert not any({"G1", "K5", "P7"} & set(rack) for rack in shown)
    assert hidden[("G1", "K5", "P7")] > 0


def test_a_seat_that_cannot_see_a_rack_is_refused() -> None:
    lines = ["players me Ann Bob", "rack Ann B7 B7 N4", "rack Bob G1 K5 P7", "Ann 1 0"]
    with pytest.raises(ValueError, match="does not show the racks of me to Bob"):
        reference.beliefs(lines, "Bob")
