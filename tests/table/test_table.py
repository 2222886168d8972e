"""The table after each event: tiles, reshuffles, cards, turns, points, and what cannot be true."""

from __future__ import annotations

import random
import re

import pytest
from strategies import MOST_PLAYERS, NAMES, edition, join, play, random_log
from table_logs import CLASSIC, CODE77, STRONGHOLD, UNIQUE, numbers, said, some_rack, unplaced_tiles, warned

from code777solver import read_log
from code777solver.errors import LineError, RuleError
from code777solver.records import replace
from code777solver.results import Rack, Table
from code777solver.table.events import Answer, Declare, Event, Fill, Penalty, Reshuffle, Seat, Swap
from code777solver.table.notation import read_line
from code777solver.table.table import Discard, Holding


def rack(text: str, name: str = "classic") -> Rack:
    return edition(name).deck.rack(text)


def refused(*lines: str, viewer: str | None = "me") -> str:
    """Why the last line cannot be true; the lines before are fine."""
    table = play(*lines[:-1], viewer=viewer)
    with pytest.raises(LineError, match=".") as caught:
        event = read_line(lines[-1], table)
        assert event is not None
        assert not table.can(event)
        table.verify(event)
    return caught.value.message


# ------------------------------------------------------------------------------- racks, discards and the pile


def test_the_deal_takes_the_tiles_of_all_racks_from_the_pile() -> None:
    table = play(*CLASSIC)
    assert table.pile == 28 - 9
    assert table.waiting == ()
    assert table.racks == {"Ann": Holding(rack("Y2 K5 B7")), "Bob": Holding(rack("G6 G6 R5"))}
    assert not table.started
    assert play(*CLASSIC, "rack me ?").pile == 19
    assert play(*CLASSIC, "Ann 1 0").pile == 19


def test_racks_that_are_not_in_the_log_wait_to_be_filled() -> None:
    assert play("players Ann Bob me").waiting == ("Ann", "Bob")
    assert play("players Ann Bob me").pile == 19
    assert play("players Ann Bob Cid").waiting == ("Ann", "Bob", "Cid")


def test_a_discarded_rack_is_out_of_play_until_the_reshuffle() -> None:
    table = play(*CLASSIC, "declare Ann 257 right")
    assert table.discards == (Discard("Ann", Holding(rack("Y2 K5 B7")), True),)
    assert table.waiting == ("Ann",)
    assert table.pile == 19
    table = play(*CLASSIC, "declare Ann 257 right", "rack Ann K3 N4 B7")
    assert (table.pile, table.waiting) == (16, ())
    assert table.racks["Ann"] == Holding(rack("K3 N4 B7"))
    table = play(*CLASSIC, "declare Ann 257 right", "rack Ann K3 N4 B7", "reshuffle")
    assert (table.pile, table.discards, table.reshuffles) == (19, (), 1)


def test_my_own_unseen_tiles_count_too() -> None:
    table = play(*CLASSIC, "declare me 146 wrong")
    assert table.discards == (Discard("me", Holding(unknown=3), False),)
    assert (table.pile, table.waiting) == (19, ("me",))
    assert play(*CLASSIC, "declare me 146 wrong", "rack me ?").pile == 16


@pytest.mark.parametrize("name", NAMES)
def test_no_tile_is_lost_or_made_in_a_random_game(name: str) -> None:
    for seed in range(6):
        players = 2 + seed % (MOST_PLAYERS[name] - 1)
        lines = random_log(seed, name, players, 25, declare_prob=0.6, max_states=0, swap_prob=0.2)
        log = read_log(join(*lines))
        for step in log.steps:
            table = step.after
            if not table.players or not table.started:
                continue
            on_racks = sum(holding.size for holding in table.racks.values())
            gone = sum(discard.holding.size for discard in table.discards)
            assert table.pile + on_racks + gone == table.edition.deck.size
            assert table.pile >= 0
            assert table.edition.deck.excess(table.known_tiles()) is None
        odd = [text for _, text in log.warnings if "the game is over" not in text]
        assert not odd  # the twin plays by the rules, but does not stop when somebody has won


# ---------------------------------------------------------------------------------------------- reshuffling


def drain(table: Table, pile: int) -> Table:
    """Tile after tile of Ann's is replaced until a number of tiles are left in the pile."""
    while table.pile > pile:
        table = table.do(Swap("Ann", table.racks["Ann"].tiles[0], unplaced_tiles(table)[0])).after
    return table


@pytest.mark.parametrize("start", [CLASSIC, CODE77], ids=["classic", "code77"])
def test_the_pile_is_due_for_a_reshuffle_as_soon_as_7_are_left(start: tuple[str, ...]) -> None:
    table = drain(play(*start), 8)
    assert not table.reshuffle_due
    assert "reshuffled with 8 tiles left" in said(table.do(Reshuffle()))[0]
    table = drain(table, 7)
    assert table.waiting == ()
    assert table.reshuffle_due
    assert not table.do(Reshuffle()).warnings
    assert not table.do(Reshuffle()).after.reshuffle_due


@pytest.mark.parametrize("start", [STRONGHOLD, UNIQUE], ids=["stronghold", "unique49"])
def test_the_pile_is_due_for_a_reshuffle_when_refilling_with_1_left(start: tuple[str, ...]) -> None:
    for pile, due in ((2, False), (1, True)):
        table = drain(play(*start), pile)
        assert not table.reshuffle_due  # nobody has to refill a rack
        table = table.do(Declare("Bob", numbers(table, "Bob"), True, table.racks["Bob"].tiles)).after
        assert table.waiting == ("Bob",)
        assert table.reshuffle_due is due


@pytest.mark.parametrize(
    ("at", "pile", "due"), [(0, 1, False), (1, 1, True), (4, 4, True), (4, 5, False), (7, 7, True)]
)
def test_the_variants_of_the_reshuffle(at: int, pile: int, due: bool) -> None:
    table = play("edition stronghold", f"option reshuffle_at {at}", *STRONGHOLD[1:])
    table = drain(table, pile)
    assert table.pile == pile
    assert not table.reshuffle_due
    table = table.do(Declare("Bob", numbers(table, "Bob"), True)).after
    assert table.reshuffle_due is due


def _almost_empty(at: int, pile: int) -> list[str]:
    """A stronghold game with four racks and so few tiles in the pile, as lines."""
    lines = [
        *("edition stronghold", f"option reshuffle_at {at}", "players Ann Bob Cid me"),
        *("rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack Cid N4 P7 Y7"),
        *("declare Ann 257 right", "rack Ann K3 N4 B7", "declare Ann 347 right", "rack Ann K3 N4 B7"),
        *("declare Ann 347 right", "rack Ann K3 N4 B7", "declare Ann 347 right", "rack Ann R5 R5 R5"),
    ]
    table = play(*lines)
    assert table.pile == 4
    for old, new in (("R5", "P6"), ("R5", "P6"), ("R5", "P6"))[: 4 - pile]:
        lines.append(f"swap Ann {old} {new}")
    assert play(*lines).pile == pile
    return lines


def test_with_reshuffle_at_0_the_last_tile_is_drawn_and_the_rest_after_the_reshuffle() -> None:
    lines = [*_almost_empty(0, 1), "declare Bob 566 right"]
    assert "only 1 tile left in the pile: log `reshuffle` first, or `rack Bob` with the first 1" in refused(
        *lines, "rack Bob G1 Y2 Y7"
    )
    lines.append("rack Bob G1")
    table = play(*lines)
    assert (table.pile, table.waiting, table.reshuffle_due) == (0, ("Bob",), True)
    assert "the rack of Bob is not full: log `rack Bob ...` first" in refused(*lines, "Cid 1 1")
    assert "no tiles are left in the pile: log `reshuffle` first" in refused(*lines, "rack Bob G1 Y2 Y7")
    lines.append("reshuffle")
    table = play(*lines)
    assert table.pile == 28 - 3 * 3 - 1
    assert "G1 was on the rack of Bob but is not in this line: name all its tiles" in refused(
        *lines, "rack Bob Y2 Y7 R5"
    )
    assert "1 tile on the rack of Bob: it needs 3" in refused(*lines, "rack Bob G1")
    *_, step = read_log(join(*lines, "rack Bob G1 Y2 Y7")).steps
    assert step.drawn == rack("Y2 Y7")
    assert (step.after.pile, step.after.waiting) == (16, ())


def test_with_reshuffle_at_0_my_own_last_tile_and_the_rest_are_drawn_unseen() -> None:
    lines = [*_almost_empty(0, 1), "declare me 123 wrong", "rack me ?"]
    table = play(*lines)
    assert (table.racks["me"], table.pile, table.waiting) == (Holding(unknown=1), 0, ("me",))
    *_, step = read_log(join(*lines, "reshuffle", "rack me ?")).steps
    assert (step.unseen, step.after.racks["me"], step.after.waiting) == (2, Holding(unknown=3), ())


@pytest.mark.parametrize(("at", "pile"), [(1, 1), (4, 4), (7, 4)])
def test_a_refill_without_the_reshuffle_that_was_due_is_odd(at: int, pile: int) -> None:
    lines = [*_almost_empty(at, pile), "declare Bob 566 right"]
    drawn = "rack Bob G1 Y2 Y7" if pile >= 3 else "rack Bob G1"
    left = "1 tile is left" if pile == 1 else f"{pile} tiles are left"
    assert warned(*lines, drawn) == [
        f"{left} in the pile: a reshuffle is due here in 'stronghold' (log `reshuffle` if it was done)"
    ]
    assert warned(*lines, "reshuffle") == []
    assert warned(*lines, "reshuffle", "rack Bob G1 Y2 Y7") == []


def test_a_missed_reshuffle_is_said_once_in_an_edition_that_reshuffles_at_once() -> None:
    table = drain(play(*CLASSIC), 7)
    due = f"{table.pile} tiles are left in the pile: a reshuffle is due here in 'classic'"
    first = table.do(Answer("Ann", 8, "4"))
    assert any(warning.startswith(due) for warning in said(first))
    second = first.after.do(Answer("Bob", 9, "1"))
    assert not any("reshuffle" in warning for warning in said(second))
    again = drain(second.after.do(Reshuffle()).after, 7).do(Answer("me", 10, "1"))
    assert any("a reshuffle is due" in warning for warning in said(again))


def test_a_playerless_rack_replaced_without_the_reshuffle_that_was_due_is_odd() -> None:
    table = play("edition stronghold", "option reshuffle_at 7", *STRONGHOLD[1:])
    table = drain(table, 10)
    table = table.do(Declare("Bob", "566", True)).after
    table = table.do(Fill("Bob", some_rack(table))).after
    assert table.pile == 7
    assert table.spares_due == 1
    assert table.reshuffle_due
    step = table.do(Fill("spare1", some_rack(table)))
    assert any("a reshuffle is due here in 'stronghold'" in warning for warning in said(step))


def test_an_early_or_needless_reshuffle_is_odd() -> None:
    assert warned(*CLASSIC, "reshuffle") == ["no tiles are out of play, so this reshuffle changes nothing"]
    assert warned(*CLASSIC, "declare Ann 257 right", "rack Ann K3 N4 B7", "reshuffle") == [
        "reshuffled with 16 tiles left in the pile, but 'classic' waits until 7"
    ]


def test_a_tile_that_is_out_of_play_cannot_come_again_before_the_reshuffle() -> None:
    lines = (*CLASSIC, "declare Ann 257 right")
    assert refused(*lines, "rack Ann K5 N4 B7") == (
        "one K5 too many: the deck has 1, and the log already has 0 on racks and 1 out of play; "
        "a line `reshuffle` is missing, or a tile was misread"
    )
    assert play(*lines, "reshuffle", "rack Ann K5 N4 B7").pile == 19


# --------------------------------------------------------------------------------------- who saw the old tiles


@pytest.mark.parametrize(
    ("name", "result", "seen"),
    [
        ("classic", "right", True),
        ("classic", "wrong", True),
        ("code77", "right", True),
        ("code77", "wrong", True),
        ("stronghold", "right", True),
        ("stronghold", "wrong", False),
        ("unique49", "right", True),
        ("unique49", "wrong", False),
    ],
)
def test_whether_a_declarer_sees_the_old_tiles(name: str, result: str, seen: bool) -> None:
    unique = name == "unique49"
    start = UNIQUE if unique else CLASSIC if name == "classic" else (f"edition {name}", *CODE77[1:])
    said = "Y2 K5 B7" if result == "right" else "Y2 K5 R7" if unique else "256"
    table = play(*start, f"declare Ann {said} {result}")
    assert table.discards[-1].seen_by_owner is seen
    assert table.discards[-1].holding.tiles == rack("Y2 K5 B7", name)
    mine = "B1 B2 B3" if unique else "K3 N4 R5"
    other = "B1 B2 B4" if unique else "123"
    said = mine if result == "right" and unique else "345" if result == "right" else other
    assert not play(*start, f"declare me {said} {result}").discards[-1].seen_by_owner  # not noted: not used
    assert play(*start, f"declare me {said} {result} saw {mine}").discards[-1].seen_by_owner
    table = play(*start, f"declare me {said} {result} saw {mine}")
    assert table.discards[-1].holding.tiles == rack(mine, name)


def test_my_old_tiles_that_i_may_see_are_asked_for() -> None:
    ask = "you see the old tiles here: add `saw` and the tiles to use them"
    assert ask in warned(*CLASSIC, "declare me 345 wrong")
    assert ask in warned(*STRONGHOLD, "declare me 345 right")
    assert warned(*STRONGHOLD, "declare me 345 wrong") == []
    assert warned(*CLASSIC, "declare me 345 right saw K3 N4 R5") == []
    assert warned(*STRONGHOLD, "declare me 123 wrong saw K3 N4 R5") == [
        "in 'stronghold' the tiles of a wrong declaration stay hidden from you"
    ]


def test_the_third_unseen_rack_of_unique_tiles_may_be_shown_as_in_games_against_the_computer() -> None:
    """Three could not be followed exactly, so the referee shows the third, and the record of such a game has no warning."""
    lines, shown = [*UNIQUE], "declare me B1 B2 B3 wrong saw K3 N1 P1"
    hidden = "in 'unique49' the tiles of a wrong declaration stay hidden from you"
    for unseen in range(3):
        assert (hidden in warned(*lines, shown)) == (unseen < 2)
        lines += ["declare me B1 B2 B3 wrong", "rack me ?"]


def test_a_rack_replaced_without_a_declaration_goes_out_unseen_by_its_owner() -> None:
    lines = (*CLASSIC, "Ann 8 4")
    assert warned(*lines, "rack Bob K3 N4 B7") == [
        "Bob has not declared: the old tiles are treated as out of play, unseen"
    ]
    table = play(*lines, "rack Bob K3 N4 B7")
    assert table.discards == (Discard("Bob", Holding(rack("G6 G6 R5")), False),)
    assert table.pile == 16


# ------------------------------------------------------------------------------------------- playerless racks


def test_a_playerless_rack_is_replaced_after_a_right_declaration() -> None:
    lines = (*STRONGHOLD, "declare Ann 257 right", "rack Ann K3 N4 B7")
    assert play(*lines).spares_due == 1
    assert warned(*lines, "rack spare1 K3 N4 R5") == []
    table = play(*lines, "rack spare1 K3 N4 R5")
    assert table.spares_due == 0
    assert table.discards[-1] == Discard("spare1", Holding(rack("N4 P7 Y7")), False)
    assert table.pile == 28 - 12 - 6
    assert "a playerless rack (spare1) should have been replaced" in warned(*lines, "Ann 8 4")
    assert play(*lines, "Ann 8 4").spares_due == 0


def test_a_playerless_rack_replaced_for_no_reason_is_odd() -> None:
    expected = ["spare1 was replaced, but no right declaration called for it"]
    assert warned(*STRONGHOLD, "Ann 8 4", "rack spare1 K3 N4 R5") == expected
    assert warned(*STRONGHOLD, "declare Ann 256 wrong", "rack spare1 K3 N4 R5") == expected


def test_only_one_of_two_playerless_racks_is_replaced() -> None:
    table = play(
        *("edition code77", "players Ann me", "rack Ann Y2 K5 B7", "rack spare1 N4 P7 Y7", "rack spare2 G6 G6 R5"),
        "declare Ann 257 right",
    )
    assert table.spares == ("spare1", "spare2")
    assert table.spares_due == 1


def test_a_players_new_rack_does_not_stand_in_for_the_playerless_one() -> None:
    lines = (*STRONGHOLD, "declare Ann 257 right", "rack Ann K3 N4 B7", "rack Bob K3 N4 R5")
    assert play(*lines).spares_due == 1


def test_without_playerless_racks_none_is_due() -> None:
    four = ("edition stronghold", "players Ann Bob Cid me", *CLASSIC[1:], "rack Cid N4 P7 Y7", "declare Ann 257 right")
    assert play(*four).spares_due == 0
    assert play(*CLASSIC, "declare Ann 257 right").spares_due == 0


def test_a_playerless_rack_of_the_49_has_one_tile() -> None:
    table = play(*UNIQUE)
    assert table.pile == 49 - 9 - 1
    assert table.racks["spare1"].size == 1
    lines = UNIQUE[:-1]
    assert warned(*lines, "rack spare1 N4 R4") == ["2 tiles on spare1, but in 'unique49' it holds 1"]
    assert "4 tiles on spare1: a rack holds 1 to 3" in refused(*lines, "rack spare1 N4 R4 G4 P4")


def test_the_playerless_racks_are_seen_by_all() -> None:
    table = play(*STRONGHOLD)
    assert table.seen_by("Ann") == ("Bob", "me", "spare1")
    assert table.seen_by("me") == ("Ann", "Bob", "spare1")


# --------------------------------------------------------------------------------------------------- swaps


def test_a_tile_seen_by_accident_is_replaced() -> None:
    table = play(*CLASSIC, "swap Bob G6 Y7")
    assert table.racks["Bob"] == Holding(rack("R5 G6 Y7"))
    assert table.discards == (Discard("Bob", Holding(rack("G6")), True),)
    assert table.pile == 18
    table = play(*CLASSIC, "swap me R5 ?")
    assert table.racks["me"] == Holding(unknown=3)
    assert (table.discards[-1].holding.tiles, table.pile) == (rack("R5"), 18)
    assert warned(*CLASSIC, "swap Bob G6 Y7") == []
    assert warned(*STRONGHOLD, "swap Bob G6 Y7") == ["edition 'stronghold' has no rule for a tile seen by accident"]


def test_a_swap_needs_a_tile_in_the_pile_and_tiles_on_the_rack() -> None:
    lines = _almost_empty(0, 1)
    assert play(*lines, "swap Bob G6 G1").pile == 0
    assert "no tiles are left in the pile" in refused(*lines, "swap Bob G6 G1", "swap Bob G6 Y7")
    assert "Ann has no tiles now" in refused(*CLASSIC, "declare Ann 257 right", "swap Ann K3 N4")


def test_a_tile_that_the_log_names_on_my_rack_is_not_counted_twice_when_i_see_it() -> None:
    lines = (*CLASSIC, "swap me R5 G1")
    assert play(*lines).racks["me"] == Holding(rack("G1"), 2)
    assert play(*lines, "declare me 123 wrong saw G1 N4 P7").discards[-1].holding.tiles == rack("G1 N4 P7")


# ------------------------------------------------------------------------------------------------ impossible


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("rack Bob K3 K3 K3 K3", "4 tiles on the rack of Bob: it needs 3"),
        ("rack Bob K3 K3", "2 tiles on the rack of Bob: it needs 3"),
        ("rack Bob K5 N4 N4", "one K5 too many: the deck has 1, and the log already has 1 on racks"),
        ("rack Bob G1 G1 N4", "2 G1 in one place, but the deck has only 1: a tile was misread"),
        ("rack Bob ?", "the rack of Bob is in sight: name its tiles"),
        ("Ann 1 0", "the rack of Bob has no tiles in the log: log `rack Bob ...` first"),
        ("declare Bob 123 right", "Bob has no tiles to declare: log `rack Bob ...` first"),
        ("swap Bob G6 Y7", "Bob has no tiles now: log `rack Bob ...` first"),
    ],
)
def test_what_cannot_be_true_while_racks_are_dealt(line: str, reason: str) -> None:
    assert reason in refused("players Ann Bob me", "rack Ann Y2 K5 B7", line)


def test_a_fourth_black_3_is_refused() -> None:
    lines = ("players Ann Bob me", "rack Ann K3 K3 B7")
    assert "one K3 too many: the deck has 3, and the log already has 2 on racks" in refused(*lines, "rack Bob K3 K3 N4")
    assert play(*lines, "rack Bob K3 N4 N4").pile == 19
    three = (*lines, "rack Bob K3 N4 N4")
    assert "one K3 too many: the deck has 3" in refused(*three, "declare me 345 right saw K3 N4 R5")
    assert "one K3 too many" in refused(*three, "swap me K3 ?")


def test_cards_follow_only_when_every_rack_is_full() -> None:
    assert "the rack of Ann has no tiles in the log: log `rack Ann ...` first" in refused(
        *CLASSIC, "declare Ann 257 right", "Bob 1 0"
    )
    assert "your rack has no tiles in the log: log `rack me ?` first" in refused(
        *CLASSIC, "declare me 123 wrong", "Bob 1 0"
    )


def test_an_unknown_player_or_rack_in_an_event_is_refused() -> None:
    table = play(*CLASSIC)
    for event in (Answer("Zed", 1, "0"), Declare("Zed", "257", True), Swap("Zed", *rack("G1 Y2")), Penalty("Zed")):
        with pytest.raises(RuleError, match=r"no player 'Zed' \(players: Ann, Bob, me\)"):
            table.do(event)
    with pytest.raises(RuleError, match=r"no rack 'spare9' at this table \(racks: Ann, Bob, me\)"):
        table.do(Fill("spare9", None))
    with pytest.raises(RuleError, match=r"no card 99 in edition 'classic' \(cards 1-23\)"):
        table.do(Answer("Ann", 99, "0"))


@pytest.mark.parametrize(("card", "symbol"), [(5, "3"), (16, "1"), (1, ">"), (8, "8"), (11, "4"), (1, "")])
def test_an_answer_out_of_range_is_refused(card: int, symbol: str) -> None:
    with pytest.raises(RuleError, match=rf"'{symbol}' is not an answer to card {card} with 2 racks in sight"):
        play(*CLASSIC).do(Answer("Ann", card, symbol))


@pytest.mark.parametrize(
    ("start", "line", "reason"),
    [
        (CLASSIC, "declare Ann 257 wrong", "Ann had Y2 K5 B7, so 257 is right, not wrong"),
        (CLASSIC, "declare Ann 256 right", "Ann had Y2 K5 B7, so 256 is wrong, not right"),
        (UNIQUE, "declare Ann Y2 K5 B6 right", "Ann had Y2 K5 B7, so Y2 K5 B6 is wrong, not right"),
        (UNIQUE, "declare Ann Y2 K5 R7 right", "Ann had Y2 K5 B7, so Y2 K5 R7 is wrong, not right"),
        (UNIQUE, "declare Ann Y2 K5 B7 wrong", "Ann had Y2 K5 B7, so Y2 K5 B7 is right, not wrong"),
        (UNIQUE, "declare Ann 256 right", "Ann had Y2 K5 B7, so 256 is wrong, not right"),
    ],
)
def test_right_or_wrong_must_agree_with_the_rack_in_sight(start: tuple[str, ...], line: str, reason: str) -> None:
    assert reason in refused(*start, line)


def test_colours_do_not_make_a_declaration_wrong_where_numbers_count() -> None:
    assert play(*CLASSIC, "declare Ann Y2 R5 Y7 right").scores["Ann"] == 1
    assert play("option advanced", *CLASSIC, "declare Ann Y2 R5 Y7 wrong").scores["Ann"] == 0
    assert "is wrong, not right" in refused("option advanced", *CLASSIC, "declare Ann Y2 R5 Y7 right")


def test_a_seat_that_is_not_there_cannot_be_helped() -> None:
    with pytest.raises(RuleError, match=r"no player 'Bobby' to help, did you mean 'Bob'\? \(players: Ann, Bob, me\)"):
        play("players Ann Bob me", viewer="Bobby")
    assert play("players Ann Bob", viewer="me").viewer is None
    assert play("players Ann Bob", viewer="Bob").viewer == "Bob"


def test_another_seat_needs_my_rack_in_the_log() -> None:
    assert "Bob sees the rack of `me`, but this log does not name its tiles" in refused(
        "players Ann Bob me", "rack Ann Y2 K5 B7", "rack me ?", viewer="Bob"
    )


# ----------------------------------------------------------------------------------------------- three verbs


@pytest.mark.parametrize("name", NAMES)
def test_verify_can_and_do_agree(name: str) -> None:
    rng = random.Random(3)
    table = Table()
    tried = 0
    for line in random_log(5, name, 3, 12, declare_prob=0.5, max_states=0, swap_prob=0.2):
        event = read_line(line, table)
        assert event is not None
        for other in (event, *_wild_events(rng, table)):
            before = repr(table)
            try:
                table.verify(other)
            except RuleError as reason:
                tried += 1
                assert not table.can(other)
                with pytest.raises(RuleError, match=re.escape(str(reason))) as caught:
                    table.do(other)
                assert str(caught.value) == str(reason)
            else:
                assert table.can(other)
                step = table.do(other)
                assert (step.event, step.before) == (other, table)
            assert repr(table) == before  # nothing changes by asking or doing
        table = table.do(event).after
    assert tried > 20


def _wild_events(rng: random.Random, table: Table) -> list[Event]:
    if not table.players:
        return [Reshuffle(), Seat(("me",)), Seat(("Ann", "me", "me"))]
    deck = table.edition.deck
    player, name = rng.choice(table.players), rng.choice(table.rack_names)
    tiles = deck.sort(rng.choices(deck.kinds, k=rng.choice((1, 2, 3, 3, 3, 4))))
    code = "".join(sorted(str(tile.number) for tile in tiles))
    return [
        Fill(name, tiles),
        Fill(name, None),
        Answer(player, rng.randint(0, 25), rng.choice("0123456789<=>")),
        Declare(player, code, rng.random() < 0.5),
        Declare(player, code, rng.random() < 0.5, tiles, tiles),
        Swap(player, tiles[0], rng.choice((None, tiles[-1]))),
        Seat(("Ann", "me")),
        Reshuffle(),
    ]


def test_the_step_of_an_answer_has_its_code() -> None:
    table = play(*CLASSIC)
    answered = [table.do(Answer("Ann", 16, symbol)).event for symbol in ("<", "=", ">", None)]
    assert [event.code for event in answered if isinstance(event, Answer)] == [
        *map(table.edition.card(16).meaning.symbols(2).index, "<=>"),
        None,
    ]


def test_an_answer_that_is_taken_as_not_heard_has_no_code() -> None:
    table = play(*CLASSIC)
    heard = table.do(Answer("Ann", 16, "<")).event
    unheard = table.do(replace(heard, symbol=None)).event
    assert isinstance(unheard, Answer)
    assert unheard.code is None


def test_only_fields_of_a_record_can_be_replaced() -> None:
    with pytest.raises(TypeError, match="Table has no field 'player'"):
        replace(Table(), player="Ann")
