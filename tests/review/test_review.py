"""A game looked back on: every seat's knowledge line by line equals the slow twin's, and what is said of it follows."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import plain_kernels
import pytest
import reference
from reviews import CASES, OPEN, answered, case, closed, look_back, random_game
from strategies import solve

from code777solver import Solver, load_edition, read_log
from code777solver.errors import BeliefError
from code777solver.play import transcripts
from code777solver.play.simulation import Simulation
from code777solver.review.records import GameReview, RackStory
from code777solver.review.reviewer import review_game
from code777solver.rules.tiles import COLOURS
from code777solver.solver import position_of
from code777solver.table.events import Fill

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 4, {}),
    ("classic", 9, {}),
    ("classic", 16, {"reveal_prob": 0.5}),
    ("classic", 13, {"swap_prob": 0.15}),
    ("classic", 24, {}),
    ("stronghold", 9, {"max_states": 3_000}),
    ("stronghold", 14, {"max_states": 3_000}),
    ("stronghold", 21, {"max_states": 3_000}),
    ("code77", 11, {}),
    ("code77", 16, {"reveal_prob": 0.5}),
]
"""Edition, seed and options of random games: racks that were shown, hidden for good, swapped, and reshuffles."""


def started(lines: list[str]) -> int:
    """The first line after the deal."""
    return next(i for i, line in enumerate(lines, 1) if line.split()[0] not in ("edition", "players", "rack", "note"))


def divergence(before: dict[str, Fraction], after: dict[str, Fraction]) -> float:
    return math.fsum(float(chance) * math.log2(chance / before[code]) for code, chance in after.items())


def assert_known(game: GameReview, seat: str, beliefs: list[reference.Belief], since: int) -> int:
    """Compare the review of one seat with the slow twin; returns the number of lines compared."""
    compared = 0
    for step in game.steps:
        one = step.of(seat)
        if one is None or one.kind == "estimate" or step.line < since:
            continue
        belief = beliefs[step.line - 1]
        codes = reference.codes(belief)
        assert (one.racks, one.codes) == (len(belief), len(codes)), (seat, step.line)
        assert one.certain == float(len(codes) == 1)
        assert (one.probability == 1.0) == (len(codes) == 1)
        assert one.probability == pytest.approx(float(max(codes.values())), abs=1e-9)
        assert one.best is not None
        assert float(codes[one.best]) == pytest.approx(one.probability, abs=1e-9)
        if one.bits:
            assert one.bits == pytest.approx(divergence(reference.codes(beliefs[step.line - 2]), codes), abs=1e-8)
        compared += 1
    return compared


def assert_story(story: RackStory, beliefs: list[reference.Belief]) -> None:
    """The first certain line and the lines at which chances passed thresholds, against the slow twin."""
    lives = range(story.begin, story.end or len(beliefs) + 1)
    best = {line: max(reference.codes(beliefs[line - 1]).values()) for line in lives if len(beliefs[line - 1]) > 0}
    assert story.certain_since == next((line for line in lives if best.get(line) == 1), None)
    for threshold in (0.5, 0.75, 0.9):
        first = next((line for line in lives if best.get(line, 0) >= Fraction(threshold)), None)
        assert story.passed.get(threshold) == first


# ------------------------------------------------------------------------------------------------ against the slow twin


@pytest.mark.parametrize("name", ["classic-100", "classic-104", "classic-121", "stronghold-205", "code77-300"])
def test_my_own_knowledge_in_known_games(name: str) -> None:
    lines = case(name)["log"]
    game, beliefs = look_back(*lines), reference.beliefs(lines)
    assert assert_known(game, "me", beliefs, started(lines)) >= 10
    for story in game.player("me").racks:
        assert_story(story, beliefs)


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json"))[::4], ids=lambda path: path.stem)
def test_racks_left_in_known_games(path: Path) -> None:
    known = case(path.stem)
    game = look_back(*known["log"])
    left = {step["after_lines"]: step["racks"] for step in known["steps"]}
    found = {step.line: one.racks for step in game.steps if (one := step.of("me"))}
    assert {line: found[line] for line in left if line in found} == {line: left[line] for line in left if line in found}
    assert len(left.keys() & found.keys()) >= 5
    assert game.contradictions == ()


@pytest.mark.parametrize("name", ["classic-100", "classic-123", "stronghold-203"])
def test_others_in_known_games_whose_last_rack_is_told(name: str) -> None:
    """Where I held one rack only, the others are followed exactly once I show what it was."""
    known = case(name)
    lines: list[str] = known["log"]
    if any(line.startswith("declare me") for line in lines):
        pytest.fail("choose another game: this one has several racks of mine")
    game = look_back(*lines, held=load_edition(known["edition"]).deck.rack(" ".join(known["true_rack"])))
    shown = [*lines[:2], f"rack me {' '.join(sorted(known['true_rack']))}", *lines[2:]]
    for player in game.players:
        beliefs = reference.beliefs(shown, player.player)
        del beliefs[2]
        assert assert_known(game, player.player, beliefs, started(lines)) >= 8
        for story in player.racks:
            assert_story(story, beliefs)
    assert game.complete


@pytest.mark.parametrize(("edition", "seed", "options"), GAMES)
def test_every_seat_of_an_open_log(edition: str, seed: int, options: dict[str, Any]) -> None:
    lines = random_game(edition, seed, options)
    game = look_back(*lines)
    assert game.complete
    for player in game.players:
        if player.player == "me" and "reveal_prob" in options:
            continue  # the slow twin takes my old tiles for unseen unless a line says `saw`
        beliefs = reference.beliefs(lines, player.player)
        assert assert_known(game, player.player, beliefs, started(lines)) > 0
        for story in player.racks:
            if story.begin > 2:  # the deal is complete at once for the slow twin
                assert_story(story, beliefs)


@pytest.mark.parametrize(("edition", "seed", "options"), GAMES)
def test_every_seat_in_hindsight(edition: str, seed: int, options: dict[str, Any]) -> None:
    """My own log shows my racks late or never. Where the others are followed, it is as if they had lain open."""
    lines = random_game(edition, seed, options)
    game, since = look_back(*closed(lines)), started(lines)
    kinds = {one.kind for step in game.steps for one in step.known}
    for player in game.players:
        assert_known(
            game,
            player.player,
            reference.beliefs(closed(lines) if player.player == "me" else lines, player.player),
            since,
        )
    assert "exact" in kinds
    assert kinds <= {"exact", "hindsight", "estimate"}


def test_the_games_show_all_kinds() -> None:
    kinds = [one.kind for game in GAMES for step in look_back(*closed(random_game(*game))).steps for one in step.known]
    assert kinds.count("hindsight") > 100
    assert kinds.count("estimate") > 50


@pytest.mark.parametrize("name", ["stronghold-200", "classic-102"])
def test_estimates_are_what_the_solver_told_then(name: str) -> None:
    lines = case(name)["log"]
    game = look_back(*lines)
    compared = 0
    for step in game.steps[:: max(1, len(game.steps) // 6)]:
        told = {opponent.player: opponent for opponent in solve(*lines[: step.line]).opponents}
        for one in step.known:
            if one.kind == "estimate":
                assert one.certain == told[one.player].certain
                assert one.expected_codes == told[one.player].expected_codes
                view = position_of(solve(*lines[: step.line])).look(one.player)
                assert one.expected_racks == pytest.approx(float(view.chances @ view.support.sum(axis=1)))
                assert (one.racks, one.codes, one.best, one.probability, one.bits) == (None, None, None, None, 0.0)
                compared += 1
    assert compared > 4


# ------------------------------------------------------------------------------------------------ facts


def holds(claim: str, rack: reference.Rack) -> bool:
    head, what = claim.split(" ", 1)
    letters = {colour.name: letter for letter, colour in COLOURS.items()}
    if head == "tiles":
        return sorted(rack) == sorted(what.split())
    if head == "numbers":
        return sorted(tile[1] for tile in rack) == sorted(what)
    has = any(letters.get(what, what) in tile for tile in rack)
    return has == (head == "has")


def follows_from(told: set[str], claim: str) -> bool:
    """True if a simple fact can be read off what was told."""
    head, what = claim.split(" ", 1)
    letters = {colour.name: letter for letter, colour in COLOURS.items()}
    if claim in told:
        return True
    if head == "no" and len(what) == 2:
        colour = next(name for name, letter in letters.items() if letter == what[0])
        return bool({f"no {what[1]}", f"no {colour}"} & told)
    return head == "has" and any(
        fact[:4] == "has " and letters.get(what, what) in fact[4:] for fact in told if len(fact) == 6
    )


@pytest.mark.parametrize("name", ["classic-100", "classic-121", "stronghold-205"])
def test_facts_are_new_true_and_all_there_is(name: str) -> None:
    lines = case(name)["log"]
    game, beliefs = look_back(*lines), reference.beliefs(lines)
    deck = reference.EDITIONS[case(name)["edition"]].deck
    subjects = {*deck, *(tile[1] for tile in deck), *(COLOURS[tile[0]].name for tile in deck)}
    told: set[str] = set()
    rack = 0
    for step in game.steps:
        one = step.of("me")
        if one is None:
            continue
        if one.rack != rack:
            told, rack = set(), one.rack
        belief, before = beliefs[step.line - 1], beliefs[step.line - 2]
        for fact in one.facts:
            assert all(holds(fact, held) for held in belief), (step.line, fact)
            if told:
                assert not all(holds(fact, held) for held in before), (step.line, fact)
        told |= set(one.facts)
        if not any(fact.startswith(("tiles", "numbers")) for fact in told):
            proved = {f"{head} {what}" for head in ("no", "has") for what in subjects}
            proved = {fact for fact in proved if all(holds(fact, held) for held in belief)}
            assert {fact for fact in proved if not follows_from(told, fact)} == set(), step.line


def test_what_follows_from_another_fact_is_left_out() -> None:
    """By hand: more brown than blue, so N4; two numbers in all; above 12, so the other is 5, 6 or 7, and K5 is Ann's."""
    game = look_back("players Ann me", "rack Ann Y2 K5 B7", "Ann 17 >", "Ann 10 5", "Ann 2 0")
    facts = [one.facts for step in game.steps if (one := step.of("me"))]
    assert facts == [("no K5",), ("has N4",), (), ("no 1", "no 2", "no 3", "no black")]


# ------------------------------------------------------------------------------------------------ rack by rack


def test_a_player_who_lets_cards_pass() -> None:
    lines = answered(OPEN, range(1, 20))
    game = look_back(*lines, viewer=None)
    beliefs = {name: reference.beliefs(lines, name) for name in ("Ann", "Bob", "Cid")}
    for player in game.players:
        (story,) = player.racks
        first = next(i for i, one in enumerate(beliefs[player.player], 1) if i > 5 and len(reference.codes(one)) == 1)
        assert (story.certain_since, story.could_declare, story.end, story.kind) == (first, first, None, "exact")
        assert story.late == len(lines) - first
        assert story.foreseen is None


def test_a_late_declaration_and_its_proof() -> None:
    lines = answered(OPEN, range(1, 20))
    first = look_back(*lines, viewer=None).player("Bob").racks[0]
    assert first.certain_since is not None
    game = look_back(*lines, "declare Bob 456 right", "rack Bob R5 R5 P6", viewer=None)
    story = game.player("Bob").racks[0]
    assert (story.late, story.tiles) == (len(lines) - first.certain_since, ("G6", "N4", "R5"))
    assert story.declaration is not None
    assert (story.declaration.probability, story.declaration.best, story.declaration.right) == (1.0, "456", True)
    assert story.end == len(lines) + 1
    # The proof is enough, and no answer in it is superfluous.
    for dropped in (None, *story.proof):
        kept = [line for i, line in enumerate(lines, 1) if i <= 5 or (i in story.proof and i != dropped)]
        codes = reference.codes(reference.beliefs(kept, "Bob")[-1])
        assert (len(codes) == 1) == (dropped is None)


def test_a_guess_and_a_code_that_was_excluded() -> None:
    lines = answered(OPEN, range(17, 20))
    belief = reference.beliefs(lines, "Cid")[-1]
    codes = reference.codes(belief)
    guess = list(codes)[1]
    wrong = look_back(*lines, f"declare Cid {guess} {'right' if guess == '567' else 'wrong'}", viewer=None)
    found = wrong.declarations[0]
    assert found.probability == pytest.approx(float(codes[guess]), abs=1e-12)
    assert (found.best, found.excluded_since) == (next(iter(codes)), None)
    everything = reference.codes(reference.beliefs(lines[:5], "Cid")[-1])
    for code in everything.keys() - codes.keys():
        found = look_back(*lines, f"declare Cid {code} wrong", viewer=None).declarations[0]
        beliefs = reference.beliefs(lines, "Cid")
        since = next(i for i in range(5, len(lines) + 1) if code not in reference.codes(beliefs[i - 1]))
        assert (found.probability, found.excluded_since, found.right) == (0.0, since, False)


def test_one_turn_to_declare_on() -> None:
    """Where players may declare on their own turn only, being certain is not yet being allowed to."""
    known = case("unique49-400")
    game = look_back(*known["log"], held=load_edition("unique49").deck.rack(" ".join(known["true_rack"])))
    assert game.target == "tiles"
    for player in game.players:
        for story in player.racks:
            if story.certain_since is not None:
                assert story.could_declare is None or story.could_declare >= story.certain_since


def test_hindsight_and_what_i_could_tell_then() -> None:
    lines = case("classic-100")["log"]
    game = look_back(*lines)
    story = game.player("Bob").racks[-1]
    assert (story.kind, story.certain_since, story.tiles) == ("hindsight", 24, ("G1", "K3", "K5"))
    told = {opponent.player: opponent.certain for opponent in solve(*lines[:24]).opponents}
    assert story.foreseen == told["Bob"] == 1.0
    me = game.player("me").racks[0]
    assert (me.kind, me.certain_since, me.late, me.proof, me.foreseen) == ("exact", 21, 4, (6, 12, 21), None)
    assert me.tiles == tuple(sorted(case("classic-100")["true_rack"]))


STRONGHOLD = [
    "edition stronghold",
    "players Ann me",
    "rack Ann Y2 K5 B7",
    "rack spare1 G6 G6 R5",
    "rack spare2 K3 N4 N4",
]
FIRST, SECOND = ("N4", "R5", "Y7"), ("B7", "B7", "K3")
"""My two racks in the games below: the first goes away unseen, the second is shown."""


def hidden_then_shown(*between: str) -> tuple[list[str], list[str]]:
    """Ann draws another rack after one of mine went away unseen; my own log, and the same with all racks open."""
    spares = [("G6", "G6", "R5"), ("K3", "N4", "N4")]
    lines = [
        *STRONGHOLD,
        f"Ann 12 {reference.answer(12, [FIRST, *spares])}",
        "declare me 146 wrong",
        *between,
        "rack me ?",
        f"me 12 {reference.answer(12, [('P6', 'P6', 'R5'), *spares])}",
        f"Ann 22 {reference.answer(22, [SECOND, *spares])}",
        "me 10 0",
        "declare me 377 right saw K3 B7 B7",
    ]
    shown = [*lines[:5], f"rack me {' '.join(FIRST)}", *lines[5:]]
    shown[shown.index("rack me ?")] = f"rack me {' '.join(SECOND)}"
    return lines, shown


@pytest.mark.parametrize(
    ("between", "followed"),
    [
        (["declare Ann 257 right", "rack Ann P6 P6 R5"], False),  # my old tiles are out of play: Ann knows which
        (["reshuffle", "declare Ann 257 right", "rack Ann P6 P6 R5"], True),
        (["reshuffle", "declare Ann 146 wrong", "rack Ann P6 P6 R5"], False),  # she never saw her old rack
    ],
)
def test_a_player_is_followed_again_when_nothing_unknown_matters(between: list[str], followed: bool) -> None:
    lines, shown = hidden_then_shown(*between)
    game = look_back(*lines)
    found = [(step, one) for step in game.steps if (one := step.of("Ann"))]
    assert {one.kind for _, one in found if one.rack == 1} <= {"estimate"}
    assert ({one.kind for _, one in found if one.rack == 2} == {"hindsight"}) == followed
    if followed:
        beliefs = reference.beliefs(shown, "Ann")
        for step, one in found:
            if one.rack == 2:
                assert one.racks == len(beliefs[step.line]), step.line  # one line more: my first rack


def test_a_rack_that_was_deduced_counts_as_shown() -> None:
    """I never say `saw`, but what is left after a right declaration is one rack."""
    lines = case("classic-100")["log"][:20]
    assert len(reference.beliefs(lines)[-1]) == 3
    game = look_back(*lines, "declare me 356 right")
    assert game.player("me").racks[0].tiles == ("G6", "K3", "R5")
    for step in game.steps:
        one = step.of("Ann")
        assert one is None or one.kind == "hindsight"
    # With two racks of the code left, it is not known which.
    undecided = [*STRONGHOLD, "Ann 16 >", "declare me 777 right"]
    assert look_back(*undecided).player("me").racks[0].tiles is None


def test_tiles_seen_that_cannot_have_been_there() -> None:
    """A log may contradict itself so that my rack, as I saw it, had no place: then the others are estimated."""
    lines = [
        "players Ann me",
        "rack Ann G1 K5 P7",
        "me 11 3",
        "declare Ann 157 right",
        "rack Ann R5 R5 B7",
        "reshuffle",
        "declare me 157 right saw G1 K5 P7",
        "rack me ?",
    ]
    game = look_back(*lines)
    assert game.contradictions == ((7, "me"),)
    assert {one.kind for step in game.steps for one in step.known if one.player == "Ann" and step.line < 7} == {
        "estimate"
    }


RESHUFFLED = [
    *STRONGHOLD,
    "Ann 12 =",
    "declare me 146 wrong",
    "reshuffle",
    "rack me ?",
    "Ann 22 <",
    "declare Ann 257 right",
]


def test_the_chance_of_a_guess_after_my_unseen_rack_was_shuffled_in() -> None:
    """Before the reshuffle what Ann saw depends on my rack, after it not: I hold none at that moment."""
    found = look_back(*RESHUFFLED).declarations[-1]
    assert found.kind == "estimate"
    assert found.probability is not None
    assert 0 < found.probability < 1


def test_whoever_is_certain_whatever_i_hold_is_no_estimate() -> None:
    story = look_back(*case("stronghold-200")["log"]).player("Bob").racks[0]
    assert (story.kind, story.certain_since, story.likely, story.late) == ("exact", 15, 15, 14)


# ------------------------------------------------------------------------------------------------ simulated games


@pytest.mark.parametrize(
    ("name", "players"), [("classic", 2), ("classic", 4), ("stronghold", 3), ("code77", 3), ("stronghold", 5)]
)
def test_perfect_players_declare_at_the_first_certain_moment(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "games", plain_kernels)
    simulation = Simulation(load_edition(name), ["certain"] * players, seed=11)
    declared = 0
    for number in range(2):
        played = simulation.transcript(number)
        game = review_game(read_log(played.text))
        events = {line.number: line.step.event for line in game.log.lines if line.step is not None}
        assert game.seat is None
        for step in game.steps:
            held = played.candidates[step.line - 1]
            assert held is not None
            for place, player in enumerate(game.players):
                one = step.of(player.player)
                assert one is None or (one.kind, one.racks) == ("exact", len(held[place]))
        for player in game.players:
            for story in player.racks:
                if story.declaration is None:
                    assert not story.late
                    continue
                assert story.declaration.probability == 1.0
                assert story.certain_since == story.could_declare is not None
                # They speak after a card, in turn; tiles that others drew meanwhile may settle it for one who was passed.
                assert story.late in ((0, 1) if isinstance(events[story.certain_since or 0], Fill) else (0,))
                declared += 1
    assert declared >= 8


def test_slow_players_are_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "games", plain_kernels)
    played = Simulation(load_edition("classic"), ["slow:1"] * 3, seed=5).transcript(0)
    stories = [story for player in review_game(read_log(played.text)).players for story in player.racks]
    late = [story.late or 0 for story in stories if story.declaration]
    assert late
    assert min(late) == 1


# ------------------------------------------------------------------------------------------------ all together


def test_turning_points_and_who_tells_whom() -> None:
    lines = answered(OPEN, range(1, 20))
    game = look_back(*lines, viewer=None)
    bits: dict[int, dict[str, float]] = {}
    for name in ("Ann", "Bob", "Cid"):
        codes = [reference.codes(belief) for belief in reference.beliefs(lines, name)]
        for line, (before, after) in enumerate(pairwise(codes), 2):
            if line > 5 and (told := divergence(before, after)) > 1e-9:
                bits.setdefault(line, {})[name] = told
    order = sorted(bits, key=lambda line: (-round(sum(bits[line].values()), 9), line))
    assert [point.line for point in game.turning_points] == order[:5]
    assert game.turning_points[0].bits == pytest.approx(bits[order[0]])
    assert game.turning_points[0].total == pytest.approx(sum(bits[order[0]].values()))
    for player in game.players:
        name = player.player
        assert player.received == pytest.approx(sum(told.get(name, 0.0) for told in bits.values()))
        given = sum(sum(told.values()) for line, told in bits.items() if lines[line - 1].startswith(f"{name} "))
        assert player.given == pytest.approx(given)
        assert [point.line for point in player.turning_points] == sorted(
            (line for line in bits if name in bits[line]), key=lambda line: (-round(bits[line][name], 9), line)
        )[:5]
    certain = {name for point in game.turning_points for name in point.became_certain}
    assert certain <= {"Ann", "Bob", "Cid"}


def test_a_log_that_contradicts_itself() -> None:
    game = look_back("players Ann me", "rack Ann Y2 K5 B7", "Ann 1 0", "me 2 0", "Ann 16 >", "me 8 3", "Ann 8 1")
    assert game.contradictions == ((7, "me"),)
    last = game.steps[-1].of("me")
    assert last is not None
    assert (last.racks, last.best, last.probability, last.certain, last.bits) == (0, None, None, 0.0, 0.0)


def test_a_false_answer_is_named() -> None:
    lines = ["players Ann me", "rack Ann Y2 K5 B7", "Ann 1 1", "declare me 146 wrong saw G1 K3 N4", "rack me ?"]
    game = look_back(*lines)
    assert [(false.line, false.right) for false in game.false_answers] == [(3, "0")]
    assert game.contradictions == ((4, "me"),)


def test_doubtful_answers_prove_nothing() -> None:
    game = look_back("option doubt_rate 0.2", "players Ann me", "rack Ann Y2 K5 B7", "Ann 1 1 ?")
    before, after = (step.of("me") for step in game.steps)
    assert before is not None
    assert after is not None
    assert (after.racks, after.facts) == (before.racks, ())
    assert after.bits > 0


def test_a_log_of_nothing() -> None:
    with pytest.raises(BeliefError, match="the log names no players"):
        look_back("# nothing yet")
    game = look_back("players Ann me")
    assert (game.steps, game.turning_points) == ((), ())
    assert [story.certain_since for player in game.players for story in player.racks] == [None, None]


def test_a_deal_that_is_logged_late() -> None:
    """Somebody declares before all racks are in the log: the rest of the deal is still the deal."""
    lines = [
        "players Ann Bob Cid",
        "rack Ann Y2 K5 B7",
        "declare Ann 146 wrong",
        "rack Bob G6 G6 R5",
        "rack Cid K3 N4 N4",
    ]
    last = look_back(*lines, "rack Ann P6 P6 R5", viewer=None).steps[-1].of("Bob")
    dealt = [lines[0], lines[1], *lines[3:], lines[2], "rack Ann P6 P6 R5"]
    assert last is not None
    assert last.racks == len(reference.beliefs(dealt, "Bob")[-1])


def test_held_tiles_that_cannot_be() -> None:
    rack = load_edition("classic").deck.rack
    lines = ["players Ann me", "rack Ann Y2 K5 B7", "Ann 16 >"]
    with pytest.raises(BeliefError, match="me cannot hold G1 N4 K5 at the end"):
        look_back(*lines, held=rack("G1 N4 K5"))
    with pytest.raises(BeliefError, match="me has no rack at the end of this log"):
        look_back(*lines, "declare me 111 wrong saw G1 N4 N4", held=rack("N4 N4 R5"))
    game = look_back(*lines, held=rack("N4 N4 R5"))
    assert game.steps[-1].of("Ann") is not None
    assert game.complete


def test_the_door() -> None:
    solver = Solver.from_log("\n".join(case("classic-100")["log"]))
    assert solver.review() == review_game(solver.log)
    assert solver.review(held="K3 R5 G6").complete
