"""Reviews as people see them: the page, the text, the command, and a replay move by move."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from printing import printed
from reviews import ENGLISH, OPEN, answered, case, closed, look_back, random_game
from rich.console import Console

from code777solver import read_log
from code777solver.cli import main as cli
from code777solver.lang import LANGUAGES, language
from code777solver.prompt.replay import ReplayPrompt
from code777solver.results import Table
from code777solver.review.records import GameReview, Knowledge
from code777solver.review.reviewer import review_game
from code777solver.show.review_page import page
from code777solver.show.review_screen import page as screen_page
from code777solver.table.events import Answer, Declare

# ------------------------------------------------------------------------------------------------ shown


class Tags(HTMLParser):
    """Every tag that is opened must be closed."""

    VOID = ("meta", "line", "rect", "circle", "path", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onclick", "onload"}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    return tags


@pytest.mark.parametrize(
    ("name", "code"), [*(("classic-100", code) for code in LANGUAGES), ("stronghold-200", "en"), ("unique49-400", "nl")]
)
def test_the_page_is_whole_and_stands_alone(name: str, code: str) -> None:
    game = look_back(*case(name)["log"])
    html = page(game, "me", language(code))
    tags = parsed(html)
    assert not {"script", "img", "link", "iframe"} & set(tags.seen)
    assert "http" not in html
    assert "url(" not in html
    assert "@import" not in html
    assert f'<html lang="{code}">' in html
    assert tags.seen.count("tr") >= len(game.steps) + sum(len(player.racks) for player in game.players)
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html


def test_names_and_titles_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(
        'title = "<script>alert(1)</script> & more"\nextends = "classic"\n', encoding="utf-8"
    )
    lines = ["edition odd.toml", "players O'B-.x me", "rack O'B-.x Y2 K5 B7", "O'B-.x 16 >"]
    game = review_game(read_log("\n".join(lines), Table(folder=tmp_path)))
    html = page(game, "me", ENGLISH)
    assert "script" not in parsed(html).seen
    assert "&lt;script&gt;" in html
    assert "O&#x27;B-.x" in html


def shown(game: GameReview, code: str, width: int = 100) -> str:
    file = StringIO()
    Console(width=width, file=file, color_system=None, legacy_windows=False).print(
        screen_page(game, game.seat or game.log.table.players[0], language(code), width=width)
    )
    return file.getvalue()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_the_text_fits(code: str, width: int) -> None:
    text = shown(look_back(*case("classic-100")["log"]), code, width)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert len(lines) <= 66  # one page
    assert language(code)("Who could declare when") in text


def test_only_what_is_proved_reads_so() -> None:
    for name in ("classic-100", "stronghold-200", "unique49-400"):
        game = look_back(*case(name)["log"])
        proved = sum(one.probability == 1.0 for step in game.steps if (one := step.of("me")))
        proved += sum(story.foreseen in (0.0, 1.0) for player in game.players for story in player.racks)
        proved += sum(found.probability in (0.0, 1.0) for found in game.declarations)
        for text in (shown(game, "en", 140), " ".join(parsed(page(game, "me", ENGLISH)).text)):
            assert len(re.findall(r"(?<![\d.])(?:0|100) %", text)) <= proved


def test_kinds_look_different() -> None:
    game = look_back(*closed(random_game("classic", 16, {"reveal_prob": 0.5})))
    text, html = shown(game, "en", 140), page(game, "me", ENGLISH)
    for step in game.steps:
        for one in step.known:
            mark = {"exact": f"{one.codes}", "hindsight": f"{one.codes}*", "estimate": f"~{one.expected_codes:.1f}"}
            if one.certain == 0.0:
                assert mark[one.kind] in text
                assert mark[one.kind] in html
    assert "in hindsight" in text
    assert "~ estimate: averaged over" in " ".join(text.split())


# ------------------------------------------------------------------------------------------------ the command


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_columns_have_one_heading(code: str) -> None:
    """The player whose facts are told headed two columns of the moves."""
    game, t = look_back(*case("classic-100")["log"]), language(code)
    heads = [re.split(r"\s{2,}", line.strip()) for line in shown(game, code, 140).splitlines()]
    heads = [head for head in heads if head[0] in (t("line"), t("player"))]
    rows = re.findall(r"<table><tr>(.*?)</tr>", page(game, "me", t), re.DOTALL)
    cells = [re.findall(r"<th[^>]*>([^<]+)</th>", row) for row in rows]
    assert len(heads) == len(cells) == 4
    for head in (*heads, *cells):
        assert len(set(head)) == len(head), head
    assert all(t("best code") in head and "me" in head for head in (heads[-1], cells[-1]))


def log_file(tmp_path: Path, lines: list[str]) -> str:
    path = tmp_path / "game.c777"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def run(*arguments: str, **options: Any) -> tuple[int, str]:
    done = CliRunner().invoke(cli.main, ["--lang", "en", "review", *arguments], **options)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def test_the_command(tmp_path: Path) -> None:
    lines = case("classic-100")["log"]
    file = log_file(tmp_path, lines)
    status, text = run(file)
    assert status == 0
    assert "Game review: Code 777 (classic)" in text
    out = tmp_path / "report.html"
    assert run(file, "--html", str(out)) == (0, f"written: {out}\n")
    assert out.read_text(encoding="utf-8") == page(look_back(*lines), "me", ENGLISH)
    assert run(file, "--html", "-", "--player", "bob")[1] == page(look_back(*lines), "Bob", ENGLISH)
    status, text = run("-", "--json", input="\n".join(lines))
    found = json.loads(text)
    game = look_back(*lines)
    assert (status, found["edition"], found["seat"], found["complete"]) == (0, "classic", "me", True)
    assert [step["line"] for step in found["steps"]] == [step.line for step in game.steps]
    assert [(rack["player"], rack["certain_since"], rack["late"]) for rack in found["racks"]] == [
        (story.player, story.certain_since, story.late) for player in game.players for story in player.racks
    ]
    assert found["racks"][2]["passed"] == {"0.5": 15, "0.75": 21, "0.9": 21}


def test_a_seat_of_an_open_log(tmp_path: Path) -> None:
    file = log_file(tmp_path, answered(OPEN, range(1, 10)))
    seats = [json.loads(run(file, "--json", *more)[1])["seat"] for more in ([], ["--as", "Bob"])]
    assert seats == [None, "Bob"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "Bib"], "--player: no player 'Bib', did you mean 'Bob'? (players: Ann, Cid, me, Bob)"),
        (["--held", "K3 R5"], "--held 'K3 R5': 3 tiles, like `Y2 K5 B7`"),
        (["--held", "K3 R5 Q9"], "--held: "),
        (["--held", "Y7 Y7 Y7"], "me cannot hold Y7 Y7 Y7 at the end"),
        (["--html", "no/such/folder/x.html"], "--html: cannot write no/such/folder/x.html: No such file or directory"),
        (["--json", "--step"], "--json, --html and --step cannot be combined: choose one"),
    ],
)
def test_bad_input(arguments: list[str], message: str, tmp_path: Path) -> None:
    status, text = run(log_file(tmp_path, case("classic-100")["log"]), *arguments)
    assert status == 2
    assert len(text.splitlines()) == 1
    assert message in text


def test_other_bad_input(tmp_path: Path) -> None:
    assert run("-", "--step", input="players Ann me") == (
        2,
        "code777: --step reads what you type, so the log must be a file\n",
    )
    assert run(log_file(tmp_path, ["players Ann me", "Ann 99 1"]))[0] == 2
    assert run(log_file(tmp_path, ["# nothing"]))[0] == 2
    assert run(log_file(tmp_path, ["players Ann me", "rack Ann Y2 K5 B7", "Ann 1 0", "Ann 1 1"]))[0] == 1


# ------------------------------------------------------------------------------------------------ move by move


def said(body: Any) -> str:
    return printed(body, 120).strip()


def test_a_replay_asks_before_it_tells() -> None:
    game = look_back(*case("classic-100")["log"])
    practice = ReplayPrompt(game, "me", ENGLISH)
    practice.handle("")
    assert said(practice.handle("").body).startswith("[2/21] line 6: Ann 12 =\nMore 3s or more pink 6s?")
    assert practice.prompt_text == "What can be deduced now (me)?> "
    assert said(practice.handle("has K3").body) == "Proved, by the answer in line 6."
    assert said(practice.handle("no Y7").body) == "Proved by the tiles in sight."
    assert said(practice.handle("no 3").body) == "Wrong: the opposite is proved."
    assert re.fullmatch(r"Not proved: the chance is \d+\.\d %\.", said(practice.handle("no 6").body))
    assert "cannot read the claim" in said(practice.handle("gibberish").body)
    told = said(practice.handle("").body)
    assert told.splitlines()[0].split()[:4] == ["me", "20", "347", "15.1"]
    assert "has K3" in told.splitlines()[0]
    assert practice.prompt_text == "next (Enter)> "
    assert said(practice.handle("back").body).startswith("[1/21]")
    assert practice.handle("q").done


def test_a_replay_to_the_end_and_in_another_language() -> None:
    game = look_back(*case("classic-100")["log"])
    practice = ReplayPrompt(game, "me", language("nl"))
    replies = [practice.handle("") for _ in range(2 * len(game.steps))]
    assert [reply.done for reply in replies] == [False] * (len(replies) - 1) + [True]
    assert said(practice.handle("geen 1").body).startswith("Bewezen")


def test_a_replay_hides_the_own_rack() -> None:
    lines = answered(OPEN, range(1, 20))
    game = look_back(*lines, "declare Bob 456 right", "rack Bob R5 R5 P6", "Ann 20 <", viewer=None)
    practice = ReplayPrompt(game, "Bob", ENGLISH)
    practice.place = next(i for i, step in enumerate(game.steps) if step.text == "rack Bob R5 R5 P6")
    assert said(practice.line).endswith("rack Bob ?")
    other = ReplayPrompt(game, "Ann", ENGLISH)
    other.place = practice.place
    assert said(other.line).endswith("rack Bob R5 R5 P6")


def test_a_claim_where_a_player_cannot_be_followed() -> None:
    practice = ReplayPrompt(look_back(*case("stronghold-200")["log"]), "Bob", ENGLISH)
    assert said(practice.handle("no 6").body) == "Bob cannot be followed here: a rack was never shown"


def test_piped_replay(tmp_path: Path) -> None:
    file = log_file(tmp_path, case("classic-100")["log"])
    status, text = run(file, "--step", input="\n\nhas K3\nquit\n")
    assert status == 0
    assert "Proved, by the answer in line 6." in text
    assert run(log_file(tmp_path, ["players Ann me"]), "--step", input="no 6\n") == (0, "")


def test_knowledge_is_about_the_rack_of_that_moment() -> None:
    game = look_back(*case("stronghold-200")["log"])
    by_rack: dict[int, list[Knowledge]] = {}
    for step in game.steps:
        one = step.of("me")
        assert (one is None) == (isinstance(step.event, Declare) and step.event.player == "me")
        if one is not None:
            by_rack.setdefault(one.rack, []).append(one)
            if isinstance(step.event, Answer) and step.event.player == "me":
                assert one.bits == 0.0
    assert sorted(by_rack) == [1, 2, 3]
