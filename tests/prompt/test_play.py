"""Games against the computer at the prompt: from the deal to what mattered, alone or on one device, left and gone on with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from printing import printed
from pseudo_terminal import ESCAPES, terminal_prompt
from scripted import TABLES, Person, Swapped

from code777solver import Solver, read_log
from code777solver.cli.main import main
from code777solver.lang import LANGUAGES, language
from code777solver.play.keyed_random import PUBLIC
from code777solver.play.match import Match
from code777solver.play.setup import Setup, new_setup
from code777solver.prompt.game import open_session
from code777solver.prompt.play import PlayPrompt, Wish, latest_match, new_match
from code777solver.review.progress import read_outcome
from code777solver.table.journal import saved_games

ENGLISH = language("en")
TILES = re.compile(r"\b[GYKNRPB][1-7] [GYKNRPB][1-7] [GYKNRPB][1-7]\b")
"""A rack."""


def prompt_for(folder: Path | None = None, lang: str = "en", **wish: object) -> PlayPrompt:
    wanted = Wish(**{"number": "5", "rivals": ("club", "club"), **wish})  # type: ignore[arg-type]
    return PlayPrompt(*new_match(wanted.setup(), folder), language(lang))


def told(prompt: PlayPrompt, entry: str) -> str:
    reply = prompt.handle(entry)
    assert not reply.failed, printed(reply.body)
    return printed(reply.body)


def refused(prompt: PlayPrompt, entry: str) -> str:
    before = prompt.match.record
    reply = prompt.handle(entry)
    assert reply.failed, printed(reply.body)
    assert prompt.match.record == before
    return printed(reply.body)


def next_entry(prompt: PlayPrompt, people: dict[str, Person]) -> str:
    """Next entry of a scripted person."""
    ask = prompt.match.ask
    assert ask is not None
    person = people[ask.players[0]]
    if ask.what == "answer":
        return person.answer(ask.card or 0)
    if ask.what == "spare":
        return "spare1"
    code = person.claim()
    return f"declare {code}" if code else ""


def play_out(prompt: PlayPrompt, seed: int = 0) -> list[str]:
    """Everything that is shown until a game is over."""
    people = {name: Person(prompt.match, name, seed) for name in prompt.match.setup.people}
    shown = [printed(prompt.screen())]
    while not prompt.match.is_over:
        shown.append(told(prompt, next_entry(prompt, people)))
        shown.append(printed(prompt.screen()))
    return shown


@pytest.mark.seconds
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games_without_a_refusal(edition: str, players: int, tmp_path: Path) -> None:
    prompt = prompt_for(tmp_path, edition=edition, rivals=("regular", "expert", "master", "learner")[: players - 1])
    play_out(prompt, players)
    prompt.close()
    (path,) = saved_games(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert list(read_log(text).warnings) == []
    solver = Solver.load(path)
    assert not solver.contradictions
    assert "rack me ?" not in text  # all is open now
    assert read_outcome(text.splitlines()) is not None


def test_the_end_tells_what_mattered(tmp_path: Path) -> None:
    prompt = prompt_for(tmp_path)
    while not prompt.match.is_over:
        ask = prompt.match.ask
        assert ask is not None
        entry = prompt.match.referee.right_answer("me", ask.card or 0) if ask.what == "answer" else ""
        last = told(prompt, entry)
    assert "What mattered" in last
    assert last.count("  line ") == 3
    assert "was certain; you let" in last
    assert "code777 puzzle --game" in last
    assert refused(prompt, "declare 257") == "The game is over: `new` starts another one.\n"
    outcome = read_outcome(prompt.session.lines)
    assert outcome is not None
    assert not outcome.won
    assert outcome.late
    assert outcome.cards


def test_the_screen_shows_the_others_and_not_me() -> None:
    prompt = prompt_for()
    shown = printed(prompt.screen())
    for name, held in prompt.match.table.racks.items():
        assert (" ".join(map(str, held.tiles)) in shown) == (name != "me")
    assert "Enter goes on; `declare 257` declares." in shown or "Your answer?" in shown


@pytest.mark.seconds
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_two_deals_that_differ_in_my_rack_alone_look_the_same(
    edition: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every screen, prompt, hint and check, until somebody who sees my rack has told the difference."""
    told_apart = 0
    for number in ("1", "2", "3"):
        wish = {"edition": edition, "rivals": ("regular", "master", "club", "learner")[: players - 1], "number": number}
        prompt = prompt_for(**wish)
        size, seat = prompt.match.table.edition.deck.size, prompt.match.setup.players.index("me")
        with monkeypatch.context() as patch:
            honest = Setup.random
            patch.setattr(Setup, "random", lambda self, key: Swapped(honest(self, key), (size - 1 - 3 * seat, 1)))  # noqa: B023
            other = prompt_for(**wish)
        if prompt.match.table.racks["me"] == other.match.table.racks["me"]:
            continue
        for _ in range(60):
            shown = [_all_of(one) for one in (prompt, other)]
            if prompt.match.record != other.match.record or prompt.match.is_over:
                pairs = zip(prompt.match.record, other.match.record, strict=False)
                line = next((one for one, two in pairs if one != two), "")
                assert not line.startswith(("me ", "note ", "rack me", "declare me"))
                told_apart += shown[0] != shown[1]
                break
            assert shown[0] == shown[1]
            ask = prompt.match.ask
            assert ask is not None
            entry = prompt.match.referee.right_answer("me", ask.card or 0) if ask.what == "answer" else ""
            assert told(prompt, entry) == told(other, entry) or prompt.match.record != other.match.record
    assert told_apart


def _all_of(prompt: PlayPrompt) -> str:
    """Everything that can be looked at before the next card."""
    entries = ("table", "hint 1", "marks", "log", "peek")
    replies = [printed(prompt.handle(entry).body) for entry in entries]
    return "\n".join([printed(prompt.screen()), prompt.prompt_text, prompt.toolbar(""), *replies])


def test_what_is_not_understood_is_refused_and_changes_nothing() -> None:
    prompt = prompt_for()
    while prompt.match.ask is not None and prompt.match.ask.what != "declare":
        told(prompt, prompt.match.referee.right_answer("me", prompt.match.ask.card or 0))
    assert "Enter goes on, `help` lists the commands" in refused(prompt, "12")
    assert "something is missing" in refused(prompt, "declare")
    assert "not a code" in refused(prompt, "declare 12")
    assert "hides nothing" in refused(prompt, "peek nothing")
    assert "hides nothing" in refused(prompt, "peek rank"), "a command that only the prompt of a game has"
    while prompt.match.ask is not None and prompt.match.ask.what != "answer":
        told(prompt, "")
    assert "after the card is answered" in refused(prompt, "declare 257")
    assert "is not an answer to card" in refused(prompt, "perhaps")


def test_a_declaration_is_explained() -> None:
    prompt = prompt_for()
    people = {"me": Person(prompt.match, "me", 1)}
    people["me"].bold = False
    while True:
        entry = next_entry(prompt, people)
        shown = told(prompt, entry)
        if entry.startswith("declare"):
            break
    assert "It was certain:" in shown
    assert "right!" in shown
    while prompt.match.ask is not None and prompt.match.ask.what != "declare":
        told(prompt, next_entry(prompt, people))
    assert "no rack of this deck has the numbers 111" in refused(prompt, "declare 111")
    shown = told(prompt, "declare 777")
    assert "It was ruled out" in shown or "It was not certain" in shown


def test_the_coach_helps_on_demand() -> None:
    prompt = prompt_for()
    while prompt.match.ask is not None and prompt.match.ask.what != "declare":
        told(prompt, prompt.match.referee.right_answer("me", prompt.match.ask.card or 0))
    told(prompt, "cross 6")
    assert "no 6" in told(prompt, "marks")
    assert "crossed  6" in printed(prompt.screen())
    assert told(prompt, "hint")
    assert "codes left" in told(prompt, "peek") or "CERTAIN" in told(prompt, "peek")
    assert "beginner" in told(prompt, "levels")
    assert "pink 6" in told(prompt, "help 12")


def test_a_game_is_left_and_gone_on_with(tmp_path: Path) -> None:
    prompt = prompt_for(tmp_path)
    people = {"me": Person(prompt.match, "me", 3)}
    for _ in range(12):
        told(prompt, next_entry(prompt, people))
    told(prompt, "cross 1")
    record, screen = prompt.match.record, printed(prompt.screen())
    told(prompt, "quit")
    found = latest_match(tmp_path)
    assert found is not None
    again = PlayPrompt(*found, ENGLISH)
    assert again.match.record == record
    assert printed(again.screen()) == screen
    play_out(again, 3)
    again.close()
    assert latest_match(tmp_path) is None


def test_the_assistant_s_prompt_does_not_open_a_game_against_the_computer(tmp_path: Path) -> None:
    """It would show all that can be deduced."""
    prompt = prompt_for(tmp_path)
    told(prompt, "quit")
    session = open_session(tmp_path)
    assert session.lines == []
    session.close()


def test_hot_seat_hands_the_screen_over_between_two_seats() -> None:
    """A name typed at the screen of another switched at once, and Enter showed players their own rack."""
    prompt = prompt_for(people=("Tom", "Lis"), rivals=("club",))
    racks = {name: " ".join(map(str, held.tiles)) for name, held in prompt.match.table.racks.items()}
    told(prompt, "Tom")
    assert prompt.is_private
    told(prompt, "Lis")
    assert not prompt.is_private
    assert printed(prompt.screen()) == "The screen is turned away: hand it to Lis, who types that name.\n"
    told(prompt, "Lis")
    assert prompt.is_private
    assert racks["Tom"] in printed(prompt.screen())
    told(prompt, "Lis")
    assert prompt.is_private, "one who looks already need not be hidden from"


def test_hot_seat_shows_nobody_a_rack_by_enter() -> None:
    prompt = prompt_for(people=("Tom", "Lis"), rivals=("club",))
    for _ in range(30):
        ask = prompt.match.ask
        assert ask is not None
        told(prompt, "")
        assert not prompt.is_private
        if ask.what == "answer":
            (asked,) = ask.players
            assert f"hand it to {asked}, who types that name" in printed(prompt.screen())
            told(prompt, asked)
            told(prompt, "")
            assert prompt.is_private, "Enter repeats what they are asked"
            told(prompt, prompt.match.referee.right_answer(asked, ask.card or 0))
            assert not prompt.is_private


@pytest.mark.terminal
def test_hot_seat_leaves_no_rack_on_the_screen_or_in_the_scrollback(tmp_path: Path) -> None:
    """Blank rows hid a rack until somebody scrolled back."""
    pytest.importorskip("termios", reason="there are no pseudo-terminals here")
    arguments = ("play", "--people", "Tom,Lis", "--players", "3", "--seed", "5")
    with terminal_prompt(tmp_path, arguments=arguments) as terminal:
        terminal.expect(r"turned away[\s\S]*?▶")
        for name in ("Tom", "Lis"):
            terminal.enter(name)
            terminal.expect(f"▶{name}")
            other = "Lis" if name == "Tom" else "Tom"
            terminal.enter(other)
            terminal.expect(rf"hand it to {other}[\s\S]*?▶")
        terminal.enter("quit")
        assert terminal.wait() == 0
    on, off = "\x1b[?1049h", "\x1b[?1049l"
    sent = terminal.sent.decode()
    assert sent.count(on) == sent.count(off) == 2
    private = re.findall(rf"{re.escape(on)}[\s\S]*?{re.escape(off)}", sent)
    left = re.sub(rf"{re.escape(on)}[\s\S]*?{re.escape(off)}", "", sent)
    assert all(TILES.search(ESCAPES.sub("", shown)) for shown in private)
    assert not TILES.search(ESCAPES.sub("", left))


def test_hot_seat_takes_an_answer_from_its_own_seat_only() -> None:
    """Tom could answer the card that Lis had drawn, and was asked to."""
    prompt = prompt_for(people=("Tom", "Lis"), rivals=("club",))
    while (ask := prompt.match.ask) is not None and ask.what != "answer":
        told(prompt, "")
    assert ask is not None
    (asked,) = ask.players
    other = "Tom" if asked == "Lis" else "Lis"
    told(prompt, other)
    assert prompt.prompt_text == f"{other}> "
    answer = prompt.match.referee.right_answer(asked, ask.card or 0)
    assert refused(prompt, answer) == f"That is for {asked} to say: Enter turns the screen away.\n"
    told(prompt, "")
    told(prompt, asked)
    assert prompt.prompt_text == f"{asked}, card {ask.card}> "
    told(prompt, answer)


def test_what_is_no_code_is_not_offered_as_a_declaration() -> None:
    """``declare bogus`` was said to declare."""
    prompt = prompt_for()
    while (ask := prompt.match.ask) is not None and ask.what == "answer":
        told(prompt, prompt.match.referee.right_answer("me", ask.card or 0))
    assert refused(prompt, "bogus") == "`bogus` is not understood: Enter goes on, `help` lists the commands\n"
    assert refused(prompt, "257") == "`257` is not understood: Enter goes on, `declare 257` declares\n"


def test_hot_seat_turns_the_screen_away() -> None:
    prompt = prompt_for(people=("Tom", "Lis"), rivals=("club",))
    racks = {name: " ".join(map(str, held.tiles)) for name, held in prompt.match.table.racks.items()}
    turned = printed(prompt.screen())
    assert all(rack not in turned for rack in racks.values())
    told(prompt, "Lis")
    shown = printed(prompt.screen())
    assert racks["Tom"] in shown
    assert racks["Lis"] not in shown
    prompt = prompt_for(people=("Tom", "Lis"), rivals=("club",))
    steps = 0
    while not prompt.match.is_over and steps < 400:
        ask = prompt.match.ask
        assert ask is not None
        steps += 1
        if ask.what == "answer":
            away = printed(prompt.screen())
            assert "turned away" in away
            told(prompt, ask.players[0])
            shown = printed(prompt.screen())
            told(prompt, prompt.match.referee.right_answer(ask.players[0], ask.card or 0))
        elif ask.what == "declare" and steps % 7 == 0:
            name = ask.players[0]
            told(prompt, name.upper())
            code = "".join(str(tile.number) for tile in prompt.match.table.racks[name].tiles)
            told(prompt, f"declare {code}")
            assert "turned away" in printed(prompt.screen())
            told(prompt, "")
        else:
            told(prompt, "")
    assert prompt.match.is_over
    assert "The screen is turned away: type a name first." in refused(
        prompt_for(people=("Tom", "Lis"), rivals=("club",)), "hint"
    )


def test_no_puzzle_is_promised_that_the_command_does_not_make(tmp_path: Path) -> None:
    """In hot seat there is no `me`, whose deductions `code777 puzzle --game` sets."""
    prompt = prompt_for(tmp_path, people=("Tom", "Lis"), rivals=("club",))
    while not prompt.match.is_over:
        ask = prompt.match.ask
        assert ask is not None
        last = told(prompt, ask.players[0] if ask.what == "answer" else "")
        if ask.what == "answer":
            last = told(prompt, prompt.match.referee.right_answer(ask.players[0], ask.card or 0))
    assert "What mattered to Tom" in last
    assert "was certain; you let" in last
    assert "code777 review" in last
    assert "code777 puzzle" not in last


def test_in_every_language() -> None:
    for lang in LANGUAGES:
        prompt = prompt_for(lang=lang)
        shown = "".join(play_out(prompt, 2))
        assert ("right!" in shown) == (lang == "en")


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    run = CliRunner()
    found = run.invoke(main, ["play", "--levels"])
    assert found.exit_code == 0
    assert "master" in found.output
    twice = [run.invoke(main, ["play", "--seed", "7", "--players", "2"], input="\n\n\n").output for _ in range(2)]
    assert twice[0] == twice[1] != ""
    for arguments, message in (
        (["--level", "grandmaster"], "no level"),
        (["--edition", "clasic"], "no edition"),
        (["--players", "2", "--people", "A,B,C"], "3 people"),
        (["--level", "club", "--level", "club", "--players", "4"], "one each"),
        (["--option", "x"], "NAME=VALUE"),
        (["--seed", "a b"], "letters and digits"),
        (["--edition", "unique49", "--players", "5"], "takes 2 to 4"),
    ):
        found = run.invoke(main, ["play", "--seed", "1", *arguments], input="")
        assert found.exit_code == 2, (arguments, found.output)
        assert message in found.output
        assert found.output.count("\n") == 1


def test_code_breaker_is_played_in_the_same_way() -> None:
    found = CliRunner().invoke(main, ["play", "--edition", "breaker-kids", "--seed", "3"], input="AR 2P 3S\n")
    assert found.exit_code == 0
    assert "Answer: numbers" in found.output


def test_games_lists_and_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    run = CliRunner()
    assert "No game is saved" in run.invoke(main, ["games"]).output
    assert "No game against the computer" in run.invoke(main, ["games", "--progress"]).output
    for number in ("1", "2"):
        prompt = prompt_for(tmp_path, number=number)
        play_out(prompt, int(number))
        prompt.close()
    prompt_for(tmp_path, number="3").close()
    assert run.invoke(main, ["games"]).output.count("classic") == 3
    listed = json.loads(run.invoke(main, ["games", "--json"]).output)
    assert [game["played"] for game in listed] == [True] * 3
    found = json.loads(run.invoke(main, ["games", "--progress", "--json"]).output)
    assert found["games"] == 2
    assert found["unfinished"] == 1
    assert found["levels"][0]["level"] == "club"
    assert "club" in run.invoke(main, ["games", "--progress"]).output


def test_a_match_needs_no_compiler() -> None:
    import subprocess
    import sys

    code = (
        "import sys\n"
        "from code777solver.play.match import Match\nfrom code777solver.play.setup import new_setup\n"
        "s = new_setup('1', rivals=['master', 'expert'])\nm = Match(s, s.random(b'k'))\n"
        "for _ in range(20):\n"
        "    a = m.ask\n"
        "    m.answer(m.referee.right_answer('me', a.card)) if a.what == 'answer' else m.go_on()\n"
        "assert 'numba' not in sys.modules and 'rich' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_setup_of_a_wish_is_that_of_its_number() -> None:
    one, two = (Wish(number="9").setup() for _ in range(2))
    assert one == two
    assert Match(one, one.random(PUBLIC)).record == Match(two, two.random(PUBLIC)).record
    assert new_setup("9", rivals=("regular",) * 3) == one
    assert Wish().setup().number != Wish().setup().number


@pytest.mark.terminal
def test_at_a_terminal_with_a_pace_the_game_goes_on_by_itself(tmp_path: Path) -> None:
    with terminal_prompt(
        tmp_path, arguments=("play", "--seed", "5", "--players", "3", "--level", "master", "--pace", "1")
    ) as it:
        it.expect("lists the commands")
        it.expect(r"Card \d+")  # nobody has typed anything
        it.enter("quit")
        it.expect("kept in")
