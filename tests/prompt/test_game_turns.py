"""Requests of the prompt at each moment of a game, and the meaning of an entry then, in every edition."""

from __future__ import annotations

import random
import re

import pytest
import reference
from game_prompts import ENGLISH, PLACES, piped, prompt_at, refused, screen_of
from logs import DEAL, GAME
from printing import printed

from code777solver import Solver
from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session
from code777solver.table.events import Fill

UNIQUE = ("edition unique49", "players Ann Bob me Cid", "rack Ann Y2 K5 B7", "rack Bob G6 P6 R5", "rack Cid N4 N1 N2")
THREE = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "rack spare1 N4 P7 Y7")
TWO = ("players Ann me", "rack Ann Y2 K5 B7", "rack spare1 G6 G6 R5", "rack spare2 N4 P7 Y7")


def typed(prompt: GamePrompt, *entries: str) -> list[str]:
    """Type entries as at a terminal; the lines that were logged."""
    before = len(prompt.session.lines)
    for entry in entries:
        replies = list(prompt.handle_block(prompt.default(entry)))
        assert not any(reply.failed for reply in replies), (entry, [printed(reply.body) for reply in replies])
    return prompt.session.lines[before:]


def prompts(prompt: GamePrompt, *entries: str) -> list[str]:
    """The prompt after each entry."""
    found = []
    for entry in entries:
        typed(prompt, entry)
        found.append(prompt.prompt_text)
    return found


# Where all but the drawer answer.


def test_a_note_with_commas_is_one_line_in_any_language() -> None:
    """`notitie a, b` was a note and an entry that nobody understood."""
    for code, note, cross in (("nl", "notitie", "kruis"), ("fr", "remarque", "barre"), ("de", "Notiz", "durchkreuze")):
        prompt = GamePrompt(prompt_at(*GAME).session, language(code))
        assert not any(reply.failed for reply in prompt.handle_block(f"{note} Bob, Ann; both"))
        assert not any(reply.failed for reply in prompt.handle_block(f"{cross} 1, 2"))
        assert prompt.session.lines[-2:] == ["note Bob, Ann; both", "note cross 1, 2"]


def test_one_line_holds_the_answers_of_all_in_seat_order() -> None:
    prompt = prompt_at(*UNIQUE)
    assert typed(prompt, "10 2 1 0") == ["Bob 10 2", "me 10 1", "Cid 10 0"]
    assert typed(prompt, "16 < > =") == ["me 16 <", "Cid 16 >", "Ann 16 ="]


def test_my_own_answer_may_be_left_out_of_that_line() -> None:
    assert typed(prompt_at(*UNIQUE), "10 2 0") == ["Bob 10 2", "me 10 1", "Cid 10 0"]


def test_answers_glued_to_the_card_are_several_too() -> None:
    assert typed(prompt_at(*UNIQUE), "16<>=") == ["Bob 16 <", "me 16 >", "Cid 16 ="]


def test_the_card_is_typed_once_and_then_answer_by_answer() -> None:
    prompt = prompt_at(*UNIQUE)
    assert prompt.prompt_text == "Ann draws> "
    assert prompts(prompt, "10", "2", "", "0") == ["Bob 10> ", "me 10, say 1 (Enter)> ", "Cid 10> ", "Bob draws> "]
    assert prompt.session.lines[-3:] == ["Bob 10 2", "me 10 1", "Cid 10 0"]


def test_when_i_draw_the_others_answer() -> None:
    prompt = prompt_at(*UNIQUE, "Bob 10 2", "me 10 1", "Cid 10 0", "me 5 0", "Cid 5 0", "Ann 5 0")
    assert prompt.prompt_text == "you draw> "
    assert typed(prompt, "12 > > <") == ["Cid 12 >", "Ann 12 >", "Bob 12 <"]


def test_the_first_row_and_the_prompt_name_the_same_player() -> None:
    """The header said "next: Bob" while the prompt was `me>`."""
    prompt = prompt_at(*UNIQUE)
    assert "draws: Ann" in screen_of(prompt.session)
    typed(prompt, "10", "2")
    assert "card 10: you answer" in screen_of(prompt.session)
    typed(prompt, "")
    assert "card 10: Cid answers" in screen_of(prompt.session)


def test_a_card_can_be_repeated_with_each_answer_as_before() -> None:
    assert typed(prompt_at(*UNIQUE), "10 2", "10 1", "cid 10 0") == ["Bob 10 2", "me 10 1", "Cid 10 0"]


def test_more_answers_than_players_are_refused_with_their_names() -> None:
    assert refused(prompt_at(*UNIQUE), "10 2 1 0 3") == "4 answers to card 10, but only Bob, me and Cid answer it"


def test_of_several_answers_none_is_logged_if_one_is_wrong() -> None:
    assert "'9' is not an answer to card 10" in refused(prompt_at(*UNIQUE), "10 2 1 9")


@pytest.mark.parametrize("entry", ["10 2 ?", "10 2?"])
def test_a_question_mark_behind_one_answer_doubts_it(entry: str) -> None:
    assert typed(prompt_at(*UNIQUE), entry) in (["Bob 10 2 ?"], ["Bob 10 2?"])


def test_with_one_code_and_several_racks_left_the_racks_are_shown_and_ranked() -> None:
    """`355 100 %` stood there, best to hear was empty, and `rank` printed headers only."""
    for seed in range(40):
        lines, _ = reference.random_game(random.Random(seed), "unique49", 3, 40, declare_prob=0.0, swap_prob=0.0)
        solver = Solver()
        for n, line in enumerate(lines, 1):
            solver.tell(line)
            if solver.table.started and len(solver.codes) == 1 and len(solver.candidates) > 1:
                break
        else:
            continue
        if any(question.tile_bits > 0 for question in solver.questions):
            break
    prompt = prompt_at(*lines[:n])
    told = screen_of(prompt.session)
    for rack in solver.candidates[:7]:
        assert " ".join(rack.tiles) in told
    assert "100 %" not in told.partition("best to hear")[0]
    best = solver.questions[0]
    assert f"{best.card:>2} {best.player:<6.6} {best.tile_bits:.2f}" in told
    assert f"{best.tile_bits:.2f}" in printed(prompt.handle("rank").body)


# One answer a card.


def test_a_card_alone_on_anothers_turn_waits_for_the_answer() -> None:
    prompt = prompt_at(*DEAL)
    assert prompts(prompt, "14", "=") == ["Ann 14> ", "Bob> "]
    assert prompt.session.lines[-1] == "Ann 14 ="
    assert prompts(prompt, "bob 10", "three") == ["Bob 10> ", "me> "]
    assert prompt.session.lines[-1] == "Bob 10 3"


def test_an_answer_that_cannot_be_says_which_can() -> None:
    prompt = prompt_at(*DEAL)
    typed(prompt, "14")
    assert "'xx' is not an answer to card 14" in refused(prompt, "xx")
    assert prompt.prompt_text == "Ann 14> "


def test_another_line_lets_go_of_what_was_begun() -> None:
    prompt = prompt_at(*DEAL)
    assert typed(prompt, "14", "16 <") == ["Ann 16 <"]
    assert typed(prompt, "14", "") == []
    assert prompt.prompt_text == "Bob> "
    assert prompts(prompt, "14", "help 14", "5") == ["Bob 14> ", "Bob 14> ", "Bob 5> "]


def test_undo_takes_back_what_was_begun_and_nothing_else() -> None:
    prompt = prompt_at(*GAME)
    typed(prompt, "14", "undo")
    assert prompt.session.lines == list(GAME)
    assert prompt.prompt_text == "Bob> "


# Refills and reshuffles.


@pytest.mark.parametrize("edition", ["stronghold", "code77"])
def test_the_refill_of_the_playerless_rack_is_asked_for_after_a_right_declaration(edition: str) -> None:
    """It never was; the warning came one answer late, and the line then stood at the wrong place."""
    prompt = prompt_at(f"edition {edition}", *THREE, "Ann 16 <")
    assert prompts(prompt, "d bob 566", "K3 K3 N4", "R5 R5 B7") == ["rack Bob> ", "rack spare1, new tiles> ", "Bob> "]
    assert prompt.session.lines[-3:] == ["declare Bob 566 right", "rack Bob K3 K3 N4", "rack spare1 R5 R5 B7"]
    assert not list(prompt.session.solver.log.warnings)


def test_no_playerless_rack_is_asked_for_after_a_wrong_declaration() -> None:
    prompt = prompt_at("edition stronghold", *THREE, "Ann 16 <")
    assert prompts(prompt, "d bob 567", "K3 K3 N4") == ["rack Bob> ", "Bob> "]
    assert "declare Bob 567 wrong" in prompt.session.lines


def test_of_two_playerless_racks_the_one_that_was_chosen_is_named() -> None:
    start = ("edition stronghold", *TWO, "Ann 16 <", "declare Ann 257 right", "rack Ann K3 K3 N4")
    prompt = prompt_at(*start)
    assert prompt.prompt_text == "spare1 / spare2: which one, and its new tiles> "
    assert refused(prompt, "B7 B7 P6") == "which one? Type `spare1` with the tiles"
    assert typed(prompt, "2 B7 B7 P6") == ["rack spare2 B7 B7 P6"]
    assert typed(prompt_at(*start), "spare1 blue 7 B7 P6") == ["rack spare1 blue 7 B7 P6"]


def test_who_goes_on_without_a_refill_is_told_and_not_stopped() -> None:
    prompt = prompt_at("edition stronghold", *THREE, "Ann 16 <", "declare Bob 566 right", "rack Bob K3 K3 N4")
    reply = prompt.handle("3 2")
    assert "a playerless rack (spare1) should have been replaced" in printed(reply.body)
    assert prompt.session.lines[-1] == "Bob 3 2"
    assert prompt.prompt_text == "me> "


NEARLY_OUT = (
    "edition classic",
    *("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 <"),
    *("declare Ann 257 right", "rack Ann K3 K3 N4", "declare Ann 334 right", "rack Ann N4 N4 B7"),
    *("declare Bob 566 right", "rack Bob R5 R5 P6"),
)


def test_the_reshuffle_is_asked_for_as_soon_as_seven_tiles_are_left() -> None:
    prompt = prompt_at(*NEARLY_OUT)
    assert prompt.session.table.pile == 10
    assert prompts(prompt, "d bob 556", "K3 P6 B7") == [
        "rack Bob> ",
        "reshuffle now: Enter once it is done (or go on)> ",
    ]
    assert typed(prompt, "") == ["reshuffle"]
    assert prompt.prompt_text == "Bob> "
    assert not list(prompt.session.solver.log.warnings)


def test_a_reshuffle_that_was_forgotten_is_not_asked_for_twice() -> None:
    prompt = prompt_at(*NEARLY_OUT, "declare Bob 556 right", "rack Bob K3 P6 B7")
    assert "a reshuffle is due" in printed(prompt.handle("14 >").body)
    assert prompt.prompt_text == "me> "


def test_in_stronghold_the_reshuffle_is_asked_for_when_a_rack_must_be_refilled() -> None:
    prompt = prompt_at(
        *("edition stronghold", "option reshuffle_at 7", *THREE, "Ann 16 <"),
        *("declare Ann 257 right", "rack Ann K3 K3 N4", "rack spare1 B7 B7 P6"),
        *("declare Bob 566 right", "rack Bob R5 R5 P6"),
    )
    assert prompt.session.table.pile == 7
    assert prompt.prompt_text == "reshuffle now: Enter once it is done (or go on)> "
    assert prompts(prompt, "", "N4 N4 Y2") == ["rack spare1, new tiles> ", "Bob> "]


def test_tiles_at_a_reshuffle_that_was_not_done_go_to_the_rack_that_waits() -> None:
    prompt = prompt_at(
        *("edition stronghold", "option reshuffle_at 7", *THREE, "Ann 16 <", "declare Ann 257 right"),
        *("rack Ann K3 K3 N4", "rack spare1 B7 B7 P6", "declare Bob 566 right", "rack Bob R5 R5 P6"),
    )
    assert typed(prompt, "N4 N4 Y2") == ["rack spare1 N4 N4 Y2"]


def test_a_rack_that_is_filled_in_two_goes_is_asked_for_in_two() -> None:
    lines = [line for line in PLACES["my rack in two goes"] if not line.startswith(("declare me", "rack me"))][:-2]
    prompt = prompt_at(*lines)
    assert prompt.session.table.pile == 1
    typed(prompt, "d ann 367")
    assert prompt.prompt_text == "rack Ann, the first 1> "
    one = next(tile for tile in prompt.session.table.edition.deck.names if prompt.session.table.can(fill(tile, prompt)))
    assert prompts(prompt, one, "") == [
        "reshuffle now: Enter once it is done (or go on)> ",
        "rack Ann, all tiles> ",
    ]
    assert typed(prompt, f"{one} N4 B7") == [f"rack Ann {one} N4 B7"]


def fill(tile: str, prompt: GamePrompt) -> Fill:
    return Fill("Ann", prompt.session.table.edition.deck.rack(tile))


def test_an_answer_at_a_refill_says_what_comes_first() -> None:
    prompt = prompt_at(*GAME, "declare Cid 477 right")
    assert refused(prompt, "1 0") == "first Cid's new tiles, then `1 0`"
    assert refused(prompt, "3 2") == "first Cid's new tiles, then `3 2`"
    assert refused(prompt_at(*DEAL[:3]), "1 0") == "first Bob's tiles, then `1 0`"


def test_after_a_game_is_won_no_new_tiles_are_asked_for() -> None:
    prompt = prompt_at(*UNIQUE, "Bob 10 2", "me 10 1", "Cid 10 0")
    typed(prompt, "d ann Y2 K5 B7")
    assert prompt.session.lines[-1] == "declare Ann Y2 K5 B7 right"
    assert prompt.session.table.winner == "Ann"
    assert prompt.prompt_text == "> "
    typed(prompt, "")
    assert prompt.session.lines[-1] == "declare Ann Y2 K5 B7 right"


# Declarations.


@pytest.mark.parametrize("entry", ["declare me 457", "d 457", "declare 457", "d me 457"])
def test_my_declaration_asks_whether_it_was_right(entry: str) -> None:
    prompt = prompt_at(*GAME)
    assert prompts(prompt, entry, "w") == ["right or wrong?> ", "what did you see? (Enter: I did not look)> "]
    assert prompt.session.lines[-1] == "declare me 457 wrong"


@pytest.mark.parametrize("entry", ["declare 457 right", "declare me 457 r", "d me 457 right", "d 457 yes"])
def test_my_declaration_needs_no_name_and_a_letter_will_do(entry: str) -> None:
    prompt = prompt_at(*GAME)
    assert typed(prompt, entry) == ["declare me 457 right"]


def test_what_i_saw_is_added_to_my_declaration() -> None:
    prompt = prompt_at(*GAME)
    typed(prompt, "d 457 r", "N4, R5, B7")
    assert prompt.session.lines[-1] == "declare me 457 right saw N4 R5 B7"
    assert prompt.prompt_text == "rack me (Enter or ?: drawn, unseen)> "
    assert typed(prompt, "") == ["rack me ?"]
    assert not list(prompt.session.solver.log.warnings)
    prompt.handle("undo")
    prompt.handle("undo")
    assert prompt.session.lines == list(GAME), "the declaration and what was seen are one change"


def test_tiles_that_i_cannot_have_seen_are_refused_and_asked_for_again() -> None:
    prompt = prompt_at(*GAME)
    typed(prompt, "d 457 r")
    assert "so 457 is wrong, not right" in refused(prompt, "N4 R5 R5")
    assert prompt.prompt_text.startswith("what did you see?")


def test_who_did_not_look_presses_enter_and_draws() -> None:
    assert typed(prompt_at(*GAME), "d 457 r", "") == ["declare me 457 right", "rack me ?"]


def test_the_only_rack_that_i_can_have_seen_is_proposed() -> None:
    prompt = prompt_at(*GAME)
    prompt.session.enter("Bob 11 ?")
    solver = prompt.session.solver
    code = next(code for code in solver.codes if sum(rack.numbers == code.numbers for rack in solver.candidates) == 1)
    (rack,) = (rack for rack in solver.candidates if rack.numbers == code.numbers)
    typed(prompt, f"d {code.numbers} r")
    assert prompt.prompt_text == f"what did you see? (Enter: {' '.join(rack.tiles)})> "
    typed(prompt, "")
    assert prompt.session.lines[-1] == f"declare me {code.numbers} right saw {' '.join(rack.tiles)}"


def test_where_my_old_tiles_stay_hidden_nothing_is_asked_about_them() -> None:
    prompt = prompt_at("edition stronghold", *THREE, "Ann 16 <")
    assert prompts(prompt, "d 457 w") == ["rack me (Enter or ?: drawn, unseen)> "]


def test_a_declaration_in_sight_needs_no_verdict() -> None:
    """Everybody sees whether somebody else is right."""
    assert typed(prompt_at(*GAME), "d bob 566", "K3 K3 N4") == ["declare Bob 566 right", "rack Bob K3 K3 N4"]
    assert typed(prompt_at(*GAME), "d bob 567") == ["declare Bob 567 wrong"]


def test_what_is_neither_right_nor_wrong_is_asked_again() -> None:
    prompt = prompt_at(*GAME)
    typed(prompt, "d 457")
    assert refused(prompt, "perhaps") == "`perhaps` is not understood: was it right or wrong?"
    assert typed(prompt, "right saw N4 R5 B7") == ["declare me 457 right saw N4 R5 B7"]


def test_declare_alone_asks_for_the_code_and_proposes_a_certain_one() -> None:
    prompt = prompt_at(*GAME)
    assert prompts(prompt, "d", "457") == ["your numbers> ", "right or wrong?> "]
    lines, _ = reference.random_game(random.Random(1), "classic", 4, 40, declare_prob=0.0, swap_prob=0.0)
    solver = Solver()
    for n, line in enumerate(lines, 1):
        solver.tell(line)
        if solver.table.started and solver.solved:
            break
    prompt = prompt_at(*lines[:n])
    code = solver.codes[0].numbers
    assert prompts(prompt, "d", "") == [f"your numbers (Enter: {code})> ", "right or wrong?> "]


# Whole lines, where nobody can be asked.


def test_in_a_script_a_line_must_be_whole() -> None:
    game = "".join(f"{line}\n" for line in DEAL)
    done = piped(f"{game}14\n")
    assert (done.returncode, done.stderr.decode()) == (2, "code777: line 6: `Ann 14` lacks the answer\n")
    done = piped(f"{game}declare me 457\n")
    assert (done.returncode, done.stderr.decode()) == (
        2,
        "code777: line 6: `declare me 457` lacks `right` or `wrong`\n",
    )
    done = piped(f"{game}16 <; 5 0, 10 2\n")
    assert done.returncode == 0
    assert b"next: Cid" in done.stdout


def test_blank_lines_of_a_script_do_nothing() -> None:
    text = "\n\n".join((*NEARLY_OUT, "declare Bob 556 right", "rack Bob K3 P6 B7", "", "14 >"))
    assert b"a reshuffle is due" in piped(text).stdout


# Several events in one line.


@pytest.mark.parametrize("line", ["16 <; 5 0; me 10 2", "16 <, 5 0, me 10 2", "16<;5 none , 10 two"])
def test_several_events_in_one_line(line: str) -> None:
    assert typed(prompt_at(*DEAL), line) == ["Ann 16 <", "Bob 5 0", "me 10 2"]


def test_commas_between_tiles_separate_nothing() -> None:
    prompt = prompt_at(*DEAL[:2])
    assert typed(prompt, "Y2, K5, B7, G6 G6 R5; 4, P7, Y7") == list(DEAL[2:4]) + ["rack Cid 4 P7 Y7"]
    prompt = prompt_at(*GAME)
    assert typed(prompt, "d bob 566, K3, K3, N4, 12 =") == ["declare Bob 566 right", "rack Bob K3 K3 N4", "Bob 12 ="]


def test_names_and_notes_keep_their_commas() -> None:
    prompt = GamePrompt(Session(), ENGLISH)
    assert typed(prompt, "", "Ann, Bob, me, Cid") == ["edition classic", "players Ann Bob me Cid"]
    assert typed(prompt_at(*DEAL), "note well, well; 5 0") == ["note well, well; 5 0"]
    assert typed(prompt_at(*DEAL), "16 <; 5 0 # first, second") == ["Ann 16 <", "Bob 5 0 # first, second"]


def test_what_was_not_understood_of_a_line_waits_with_the_rest() -> None:
    prompt = prompt_at(*DEAL)
    replies = list(prompt.handle_block("16 <; 5 nine; 10 2"))
    assert [reply.failed for reply in replies] == [False, True]
    assert prompt.session.lines[-1] == "Ann 16 <"
    assert prompt.draft == "5 nine; 10 2"


def test_what_lacks_something_in_the_middle_of_a_line_is_refused() -> None:
    prompt = prompt_at(*DEAL)
    replies = list(prompt.handle_block("16; 5 0"))
    assert [reply.failed for reply in replies] == [True]
    assert prompt.draft == "16; 5 0"
    assert prompt.prompt_text == "Ann> "


# As people say it.


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("14=", "Ann 14 ="),
        ("ann 14<?", "Ann 14 < ?"),
        ("card 14 >", "Ann 14 >"),
        ("10 three", "Ann 10 3"),
        ("10 twee", "Ann 10 2"),
        ("10 geen", "Ann 10 0"),
        ("10 drei", "Ann 10 3"),
        ("10 aucun", "Ann 10 0"),
        ("10 None", "Ann 10 0"),
        ("10 two?", "Ann 10 2?"),
    ],
)
def test_answers_as_people_type_them(entry: str, line: str) -> None:
    assert typed(prompt_at(*DEAL), entry) == [line]


@pytest.mark.parametrize(
    "entry", ["13?", "card 13", "Card 13?", "what does card 13 ask again?", "wat vraagt kaart 13?"]
)
def test_questions_about_a_card_are_answered_and_logged_nowhere(entry: str) -> None:
    prompt = prompt_at(*GAME)
    assert "13. More green 6s or more yellow 7s?" in printed(prompt.handle(entry).body)
    assert prompt.session.lines == list(GAME)


def test_exit_leaves_every_prompt() -> None:
    assert prompt_at(*GAME).handle("exit").done
    assert GamePrompt(Session(), ENGLISH).handle("Exit").done


def test_fix_with_an_answer_alone_keeps_player_and_card() -> None:
    prompt = prompt_at(*GAME)
    assert not prompt.handle("fix 6 =").failed
    assert prompt.session.lines[5] == "Ann 16 ="
    assert not prompt.handle("fix 7 2").failed
    assert prompt.session.lines[6] == "Bob 5 2"
    assert not prompt.handle("fix 7 7 2").failed
    assert prompt.session.lines[6] == "Bob 7 2"


def test_why_not_a_number_asks_why_there_is_none() -> None:
    prompt = prompt_at(*GAME)
    for what in ("1", "B7", "red", "6s"):
        assert printed(prompt.handle(f"why not {what}").body) == printed(prompt.handle(f"why no {what}").body)
    assert "no 1" in printed(prompt.handle("why not 1").body)
    assert "not 447" in printed(prompt.handle("why not 447").body)


# Right words.


def test_an_impossible_supposition_says_so_and_why() -> None:
    """It showed a contradiction, as if the log were wrong."""
    prompt = prompt_at(*GAME)
    solver = prompt.session.solver
    line = next(
        f"{name} {card} {symbol}"
        for name in ("Bob", "Cid")
        for card in solver.table.cards_to_come
        for symbol in solver.edition.card(card).meaning.symbols(3)
        if not solver.what_if(f"{name} {card} {symbol}").belief.possible
    )
    told = printed(prompt.handle(f"whatif {line}").body)
    assert told.startswith(f"Impossible: `{line}` contradicts what is known.\n")
    assert "CONTRADICTION" not in told
    found = solver.why_impossible(line)
    assert found is not None
    assert found.proved
    used = [heard.line for heard in found.premises]
    kept = [text for number, text in enumerate(GAME, 1) if number <= len(DEAL) or number in used]
    assert not Solver.from_log("\n".join(kept)).what_if(line).belief.possible, "the answers that are named suffice"
    assert solver.why_impossible("Bob 12 =") is None, "what can come is not refuted"
    assert prompt.session.lines == list(GAME)


def test_a_rack_entered_again_names_its_line_and_offers_to_fix_it() -> None:
    prompt = prompt_at(*DEAL)
    told = refused(prompt, "rack Bob G6 G6 P6")
    assert told == "the rack of Bob is in line 4 already: `fix 4 rack Bob G6 G6 P6` corrects it"
    prompt = prompt_at(*GAME)
    told = printed(prompt.handle("rack Bob K3 K3 P6").body, 200)
    assert "To correct line 4 instead: `undo`, then `fix 4 rack Bob K3 K3 P6`." in told


def test_the_pyramid_and_the_chances_agree_after_i_declared_right_and_did_not_look() -> None:
    """The green 1 that I had declared was shown as if it could still come, beside a chance of 0."""
    prompt = prompt_at(*GAME, "declare me 147 right", "rack me ?")
    told = screen_of(prompt.session)
    assert "1  Gx    x" in told
    assert "4  Nxx.. " in told
    green = next(tile for tile in prompt.session.solver.tiles if tile.tile == "G1")
    assert green.at_least_one == 0
    typed(prompt, "reshuffle")
    assert "1  G.    " in screen_of(prompt.session), "it is back in the pile"


def test_each_step_of_a_proof_is_numbered_once_and_wrapped_lines_are_indented() -> None:
    lines, _ = reference.random_game(random.Random(5), "classic", 4, 18, declare_prob=0.0, swap_prob=0.0)
    prompt = prompt_at(*lines)
    proof = prompt.session.solver.why("has 2")
    assert any(len(step.answers) > 1 for step in proof.steps)
    told = printed(prompt.handle("why has 2").body, 60).rstrip().splitlines()
    numbers = [int(line.split(".")[0]) for line in told if re.match(r"\d+\. ", line)]
    assert numbers == list(range(1, len(proof.steps) + 1))
    assert all(re.match(r"\d+\. |   ", line) for line in told[1:] if line.strip()), told
