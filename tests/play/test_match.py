"""Whole games of people against computer players: by the rules, true to the last line, and without a word too much."""

from __future__ import annotations

import random
from itertools import pairwise, zip_longest

import pytest
from scripted import TABLES, Person, Swapped, game, play, step_by_step

from code777solver import Solver, read_log
from code777solver.errors import RuleError
from code777solver.play.keyed_random import PUBLIC, KeyedRandom
from code777solver.play.levels import LevelError, level_named, levels
from code777solver.play.match import Match, resume
from code777solver.play.referee import Referee
from code777solver.play.setup import MatchError, Setup, new_setup, read_setup
from code777solver.play.strategies import read_strategy
from code777solver.rules.tiles import Tile
from code777solver.table.events import Answer, Declare, Fill, Reshuffle
from code777solver.table.stored import is_played
from code777solver.table.table import Table


def check_truth(match: Match) -> None:
    """The log of every seat is read without a warning, and never rules out what the seat holds."""
    truth = read_log("\n".join(match.view(None)), Table(viewer=None))
    assert list(truth.warnings) == []
    for seat in match.setup.players:
        solver = Solver(seat=seat)
        for line, step in zip_longest(match.view(seat), (line.step for line in truth.lines)):
            solver.tell(line)
            held = step.after.racks.get(seat)
            if held is not None and len(held.tiles) == 3:
                assert solver.belief.chances[solver.belief.space.find(held.tiles)] > 0, (seat, line)
        assert list(solver.log.warnings) == []
        assert list(solver.contradictions) == []
        assert solver.audit() == []
        assert solver.table.scores == match.table.scores


@pytest.mark.seconds
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_games_are_played_to_the_end_by_the_rules_and_every_log_is_true(edition: str, players: int) -> None:
    for number in range(3):
        match = game(number, edition, players)
        play(match, number)
        assert match.table.winner is not None or match.record[-1] == "note abandoned"
        check_truth(match)


@pytest.mark.parametrize(("edition", "players"), [("classic", 3), ("stronghold", 2), ("code77", 4), ("unique49", 3)])
def test_a_game_goes_on_from_its_record_at_any_moment(edition: str, players: int) -> None:
    match = game(7, edition, players)
    people = {"me": Person(match, "me", 7)}
    for place, _ in enumerate(step_by_step(match, people)):
        if place % 5 == 0:
            again = resume("\n".join([*match.record, "note cross 6", "# mine"]) + "\n", PUBLIC)
            assert again.record == match.record
            assert again.ask == match.ask
    assert resume("\n".join(match.record), PUBLIC).is_over


def test_a_record_may_end_early() -> None:
    """A record that a dying device cut short is played again up to the next request."""
    match = game(1, "classic", 4)
    play(match, 1)
    for length in (4, 9, 14, 30):
        again = resume("\n".join(match.record[:length]), PUBLIC)
        assert again.record[:length] == match.record[:length]
        assert again.ask is not None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [*lines[:6], "rack Bob G1 Y2 K3", *lines[7:]], "line 7 is not what happened"),
        (lambda lines: [*lines, "declare me 777 right"], "is not what happened"),
        (lambda lines: [line for line in lines if not line.startswith("note play")], "no line `note play`"),
    ],
)
def test_a_record_that_was_changed_is_refused(change: object, message: str) -> None:
    match = game(2, "classic", 3)
    play(match, 2)
    with pytest.raises(MatchError, match=message):
        resume("\n".join(change(match.record)), PUBLIC)  # type: ignore[operator]


def test_a_key_and_a_number_decide_the_deal() -> None:
    setup = new_setup("5", rivals=["club"] * 3)

    def deal(key: bytes, made: Setup = setup) -> list[str]:
        return Match(made, made.random(key)).view(None)[len(made.lines) : len(made.lines) + 4]

    assert deal(PUBLIC) == deal(PUBLIC)
    assert deal(PUBLIC) != deal(b"another")
    assert deal(PUBLIC) != deal(PUBLIC, new_setup("6", rivals=["club"] * 3))


def test_another_seat_at_the_same_table_is_another_deal() -> None:
    """Else one could ask for the game as somebody who sees one's rack."""
    lines = ["edition classic", "players Ann me", "note play 5 Ann club"]
    other = ["edition classic", "players Ann me", "note play 5 me club"]
    racks = []
    for head in (lines, other):
        setup = read_setup(head)
        racks.append(Match(setup, setup.random(PUBLIC)).view(None)[3:5])
    assert racks[0] != racks[1]


def test_lots_are_fair() -> None:
    random = KeyedRandom(b"key", "text")
    counts = [0] * 6
    for _ in range(6000):
        counts[random.below("dice", 6)] += 1
    assert all(850 < count < 1150 for count in counts)
    places = [random.shuffled("order", range(5)).index(0) for _ in range(5000)]
    assert all(850 < places.count(place) < 1150 for place in range(5))


# No word too much.


def _deals_that_differ_in_my_rack(edition: str, players: int, number: int) -> tuple[Match, Match]:
    """Two games that differ in one tile of my rack, which lies at the bottom of the pile in the other."""
    match = game(number, edition, players)
    setup = match.setup
    size = setup.table.edition.deck.size
    # Tiles are dealt from the end, rack by rack: find the place of my first one.
    mine = size - 1 - 3 * setup.players.index("me")
    for bottom in range(6):
        other = Match(setup, Swapped(setup.random(PUBLIC), (mine, bottom)))
        if other.table.racks["me"] != match.table.racks["me"]:
            return match, other
    raise AssertionError


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_nothing_that_a_seat_is_told_depends_on_its_own_rack(edition: str, players: int) -> None:
    """Two deals that differ in it alone are the same to the last byte, until an answer of somebody who sees it, or what
    somebody who sees it declares, or a tile that is drawn tells the difference.
    """
    told_apart = 0
    for number in range(5):
        match, other = _deals_that_differ_in_my_rack(edition, players, number)
        assert match.table.racks["me"] != other.table.racks["me"]
        while match.record == other.record and match.ask is not None:
            assert match.ask == other.ask
            ask = match.ask
            for one in (match, other):
                if ask.what == "answer":
                    one.answer(Person(match, "me", 0).answer(ask.card or 0))
                else:
                    one.go_on()
        lines = enumerate(zip(match.record, other.record, strict=False))
        place = next((place for place, (one, two) in lines if one != two), None)
        if place is not None:
            told_apart += 1
            line = match.record[place]
            assert line.split()[0] not in ("me", "note"), line
            assert not line.startswith(("rack me", "declare me"))
    assert told_apart


@pytest.mark.seconds
def test_a_seat_s_log_never_names_its_own_tiles_before_they_are_shown() -> None:
    for edition, players in TABLES:
        match = game(11, edition, players)
        play(match, 11)
        for seat in match.setup.players:
            own = [line for line in match.view(seat) if line.startswith(f"rack {seat} ")]
            assert own
            assert set(own) == {f"rack {seat} ?"}
            shown = match.setup.table.edition.rules.own_tiles_seen == "always"
            for line in match.view(seat):
                if line.startswith(f"declare {seat} "):
                    assert (" saw " in line) == (shown or " right" in line)


# By the rules.


def test_a_wrong_answer_is_noticed_and_costs_what_the_edition_says() -> None:
    for edition, points in (("classic", -1), ("stronghold", 0)):
        match = game(3, edition, 2)
        while match.ask is not None and match.ask.what != "answer":
            match.go_on()
        assert match.ask is not None
        card = match.table.edition.card(match.ask.card or 0)
        right = match.referee.right_answer("me", card.number)
        wrong = next(symbol for symbol in card.meaning.symbols(len(match.table.seen_by("me"))) if symbol != right)
        assert not match.answer(wrong)
        assert match.table.scores["me"] == points
        lines = match.record
        assert f"note false me {card.number} {wrong}" in lines
        assert f"me {card.number} {right}" in lines
        assert resume("\n".join(lines), PUBLIC).record == lines


def test_answers_and_declarations_are_refused_where_they_do_not_belong() -> None:
    match = game(3, "classic", 2)
    while match.ask is not None and match.ask.what != "declare":
        match.answer(match.referee.right_answer("me", match.ask.card or 0))
    before = match.record
    with pytest.raises(MatchError, match="nothing to answer now"):
        match.answer("1")
    with pytest.raises(RuleError, match="is not a code"):
        match.declare({"me": "25"})
    with pytest.raises(RuleError, match="may not declare"):
        match.declare({"Ann": "257"})
    with pytest.raises(MatchError, match="or declare"):
        match.choose("spare1")
    assert match.record == before
    while match.ask is not None and match.ask.what != "answer":
        match.go_on()
    with pytest.raises(MatchError, match="has to be answered first"):
        match.go_on()
    with pytest.raises(ValueError, match="card"):
        match.answer("none of this")


def test_the_reader_picks_the_playerless_rack() -> None:
    """Stronghold with two players has two of them."""
    asked = 0
    for number in range(30):
        match = game(number, "stronghold", 2)
        while (ask := match.ask) is not None and asked < 3:
            if ask.what == "spare":
                asked += 1
                before = match.table.racks["spare2"]
                match.choose("SPARE2")
                assert any(line.startswith("rack spare2") for line in match.record[-5:])
                assert match.table.racks["spare2"] != before or before.size
                with pytest.raises(MatchError, match="there is nothing to answer now: go on, or declare"):
                    match.choose("spare1")
            elif ask.what == "answer":
                match.answer(match.referee.right_answer("me", ask.card or 0))
            else:
                held = match.table.racks["me"].tiles
                match.declare({"me": "".join(str(tile.number) for tile in held)})
    assert asked == 3


def test_two_who_reach_the_goal_together_play_for_one_point_more() -> None:
    """In the classic game; in Stronghold the one to the right of the reader is heard first, and wins."""
    for edition in ("classic", "stronghold"):
        setup = new_setup("9", edition=edition, people=["Tom", "Lis"], rivals=["beginner"])
        match = Match(setup, setup.random(PUBLIC))
        while (ask := match.ask) is not None and match.table.goal == 3:
            if ask.what == "answer":
                match.answer(match.referee.right_answer(ask.players[0], ask.card or 0))
            elif ask.what == "spare":
                match.choose("spare1")
            else:
                codes = {
                    name: "".join(str(tile.number) for tile in match.table.racks[name].tiles) for name in ask.players
                }
                match.declare(codes)
        assert (match.table.winner is None) == (edition == "classic")
        check_truth(match)


@pytest.mark.seconds
def test_hot_seat_hides_from_each_person_their_own_rack_alone() -> None:
    for edition, players in TABLES:
        match = game(4, edition, players, people=2)
        play(match, 4)
        check_truth(match)
        assert resume("\n".join(match.record), PUBLIC).record == match.record
        for seat in match.setup.people:
            lines = match.view(seat)
            assert f"rack {seat} ?" in lines
            for other in match.setup.players:
                assert other == seat or f"rack {other} ?" not in lines


@pytest.mark.seconds
def test_every_rule_was_met() -> None:
    """The games above contain reshuffles, racks filled in two goes, wrong declarations, second rounds of cards."""
    met = dict.fromkeys(("reshuffle", "two goes", "wrong", "right", "second round"), 0)
    for edition, players in (("classic", 4), ("code77", 2), ("unique49", 2), ("stronghold", 5)):
        for number in range(2):
            match = game(number, edition, players, options=["reshuffle_at 0"] if edition == "stronghold" else [])
            play(match, number)
            check_truth(match)
            steps = match.referee.public_steps
            met["reshuffle"] += any(isinstance(step.event, Reshuffle) for step in steps)
            met["two goes"] += any(
                isinstance(step.event, Fill)
                and step.event.rack in match.setup.players
                and len(step.event.tiles or ()) < 3
                for step in steps
            )
            met["wrong"] += any(isinstance(step.event, Declare) and not step.event.right for step in steps)
            met["right"] += any(isinstance(step.event, Declare) and step.event.right for step in steps)
            answered = [step.event.card for step in steps if isinstance(step.event, Answer)]
            met["second round"] += len(answered) > len(match.table.edition.cards)
    assert all(met.values()), met


# Setup and levels.


def test_levels_are_strategies_of_the_simulator() -> None:
    """So that what the league says of a level holds for the player at the table."""
    for level in levels().values():
        assert read_strategy(level.strategy).name == level.strategy
    ratings = [level.rating for level in levels().values()]
    assert ratings == sorted(ratings)
    assert all(90 <= high - low <= 150 for low, high in pairwise(ratings))
    with pytest.raises(LevelError, match="did you mean 'master'"):
        level_named("mastr")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "no line `note play`"),
        (["players Ann me"], "no line `note play`"),
        (["note play 5"], "comes after"),
        (["players Ann me", "note play"], "up to 40 letters"),
        (["players Ann me", "note play 5 Ann"], "a name and a level"),
        (["players Ann me", "note play 5 Bob club"], "no player 'Bob'"),
        (["players Ann me", "note play 5 Ann grandmaster"], "no level"),
        (["players Ann me", "note play 5 Ann club me club"], "nobody is left"),
    ],
)
def test_a_bad_head_is_refused(lines: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_setup(lines)


def test_a_new_game_seats_everybody() -> None:
    setup = new_setup("1", people=["Ann", "Lis"], rivals=["club", "master"])
    assert sorted(setup.players) == ["Ann", "Bob", "Cid", "Lis"]
    assert set(setup.levels) == {"Bob", "Cid"}
    assert is_played(setup.lines)
    assert read_setup("\n".join(setup.lines)) == setup
    with pytest.raises(MatchError, match="too many"):
        new_setup("1", rivals=["club"] * 20)
    orders = {new_setup(str(number), rivals=["club"] * 2).players.index("me") for number in range(20)}
    assert orders == {0, 1, 2}


def test_the_referee_knows_the_truth_and_its_table_sees_it() -> None:
    setup = new_setup("1", rivals=["club"] * 2)
    referee = Referee(setup.table, setup.players, setup.random(PUBLIC))
    referee.deal()
    tiles: list[Tile] = [tile for held in referee.table.racks.values() for tile in held.tiles]
    assert setup.table.edition.deck.excess(tiles) is None
    assert random.Random(0).choice(tiles) in setup.table.edition.deck.kinds
