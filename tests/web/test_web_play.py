"""Games against the computer over the page's interface: stateless, by the rules, and without a byte too much."""

from __future__ import annotations

import json
import os
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from scripted import KEY, TABLES, Client, Person, Swapped, ask_worker, game

from code777solver import Solver, read_log
from code777solver.cli import main as cli
from code777solver.play.keyed_random import KeyedRandom
from code777solver.play.match import Match, resume
from code777solver.play.setup import Setup, new_setup
from code777solver.web import app, secret
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer


def post(
    log: str, act: str = "", seat: str = "", lang: str = "en", cache: SolverCache | None = None
) -> tuple[int, dict[str, Any], bytes]:
    fields = {"log": log, "act": act, "seat": seat, "lang": lang}
    status, _, body = answer("play", json.dumps(fields).encode(), SolverCache(key=KEY) if cache is None else cache)
    return status, json.loads(body), body


def check(client: Client) -> None:
    """The log is true, and so is what is told at the end."""
    log = read_log(client.log)
    assert list(log.warnings) == []
    solver = Solver.from_log(client.log)
    assert not solver.contradictions
    assert solver.table.winner == client.now["winner"]
    assert client.now["over"]
    ending = client.now["ending"]
    assert list(read_log("\n".join(ending["opened"])).warnings) == []
    assert ending["note"].startswith("note over ")
    for missed in ending["missed"]:
        assert Solver.from_log("\n".join(client.log.splitlines()[: missed["line"]])).solved


@pytest.mark.seconds
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_whole_games(edition: str, players: int) -> None:
    client = Client(game(3, edition, players).setup)
    client.play(3)
    check(client)


def test_nothing_is_kept_that_is_needed() -> None:
    """Another worker, or the same after a restart, goes on with any game."""
    client = Client(game(1, "stronghold", 3).setup)
    twin = Client(game(1, "stronghold", 3).setup, partial(ask_worker, cache=SolverCache(key=KEY)))
    person = Person(client, "me", 1)
    for _ in range(15):
        ask = client.now["ask"]
        act = f"answer {person.answer(ask['card'])}" if ask["what"] == "answer" else "go on"
        client.act(act)
        twin.act(act)
    assert client.sent == twin.sent
    status, told, _ = post(client.log, cache=SolverCache(key=b"another secret, long enough too"))
    assert status == 422
    assert "is not what happened in this game" in told["error"]["message"]


def _hidden(match: Match) -> str:
    return " ".join(map(str, match.table.racks["me"].tiles))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_two_deals_that_differ_in_my_rack_alone_give_the_same_bytes(
    edition: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until something that is said or done tells them apart: an answer or a declaration of one who sees my rack."""
    told_apart = 0
    honest = Setup.random
    for number in range(4):
        setup = game(number, edition, players).setup
        size = setup.table.edition.deck.size
        mine = size - 1 - 3 * setup.players.index("me")

        def swapped(self: Setup, key: bytes, place: int = mine) -> KeyedRandom:
            return Swapped(honest(self, key), (place, 1))

        client = Client(setup)
        with monkeypatch.context() as patch:
            patch.setattr(Setup, "random", swapped)
            other = Client(setup)
            racks = _hidden(resume(other.log, KEY))
        if racks == _hidden(resume(client.log, KEY)):
            continue
        for _ in range(200):
            if client.sent[-1] != other.sent[-1] or client.now["over"]:
                break
            ask = client.now["ask"]
            right = Person(client, "me", 0).answer(ask["card"]) if ask["card"] else ""
            act = f"answer {right}" if ask["what"] == "answer" else "go on"
            client.act(act)
            with monkeypatch.context() as patch:
                patch.setattr(Setup, "random", swapped)
                other.act(act)
        assert client.sent[:-1] == other.sent[:-1]
        if client.sent[-1] != other.sent[-1]:
            told_apart += 1
            pairs = zip(client.now["added"], other.now["added"], strict=False)
            line = next(one for one, two in pairs if one != two)
            assert line.split()[0] not in ("me", "note"), line
            assert not line.startswith(("rack me", "declare me"))
    assert told_apart


@pytest.mark.parametrize("edition", ["classic", "stronghold", "code77", "unique49"])
def test_the_hidden_rack_is_in_nothing_that_is_sent(edition: str) -> None:
    """Neither as text nor as a list, in any order of its tiles, as long as the game goes on."""
    client = Client(game(8, edition, 4).setup)
    person = Person(client, "me", 8)
    person.bold = False
    while not client.now["over"] and len(client.sent) < 60:
        held = resume(client.log, KEY).table.racks["me"].tiles
        names = [str(tile) for tile in held]
        body = client.sent[-1].decode()
        mine = [json.loads(body)["added"]]
        for order in permutations(names):
            assert " ".join(order) not in body or any(
                " ".join(order) in line and not line.startswith(("rack me", "declare me")) for line in mine[0]
            )
            assert json.dumps(order, separators=(",", ":")) not in body
        assert "rack me" not in body or "rack me ?" in body
        ask = client.now["ask"]
        act = f"answer {person.answer(ask['card'])}" if ask["what"] == "answer" else "go on"
        client.act(act if ask["what"] != "spare" else "spare spare1")


def test_hot_seat() -> None:
    setup = new_setup("4", people=["Tom", "Lis"], rivals=["club"])
    log = "".join(f"{line}\n" for line in setup.lines)
    _, told, _ = post(log)
    log += "".join(f"{line}\n" for line in told["added"])
    owner, other = told["owner"], next(name for name in told["people"] if name != told["owner"])
    _, seen, _ = post(log, seat=other)
    assert told["log"] is None
    assert f"rack {other} ?" in seen["log"]
    assert f"rack {owner} ?" not in seen["log"]
    status, refused, _ = post(log, seat="Ann")
    assert status == 422
    assert "not a person" in refused["error"]["message"]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        ("dance", "write `go on`"),
        ("declare me 12", "not a code"),
        ("declare Ann 257", "may not declare"),
        ("spare spare1", "or declare"),
    ],
)
def test_what_cannot_be_is_refused(act: str, message: str) -> None:
    client = Client(new_setup("6", rivals=["club", "club"]))
    person = Person(client, "me", 0)
    while client.now["ask"]["what"] != "declare":
        client.act(f"answer {person.answer(client.now['ask']['card'])}")
    status, told, _ = post(client.log, act)
    assert status == 422
    assert message in told["error"]["message"]
    status, again, _ = post(client.log)
    assert status == 200
    assert again["added"] == []


def test_files_are_not_read() -> None:
    status, told, _ = post("edition mine.toml\nplayers Ann me\nnote play 1 Ann club\n")
    assert status == 422
    assert "files are not read here" in told["error"]["message"]


# The secret.


def test_the_secret_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path / "games"))
    monkeypatch.delenv(secret.NAME, raising=False)
    first = secret.secret_key()
    assert len(first) >= 32
    assert secret.NAME not in os.environ
    assert secret.secret_key() == first
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["server.key"]
    if os.name == "posix":
        assert (tmp_path / "games" / "server.key").stat().st_mode & 0o077 == 0


def test_a_secret_in_the_folder_that_is_too_short_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path))
    monkeypatch.delenv(secret.NAME, raising=False)
    (tmp_path / "server.key").write_text("short\n")
    first = secret.secret_key()
    assert len(first) >= 32
    assert secret.secret_key() == first


def test_without_a_folder_the_secret_lasts_as_long_as_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All workers get the same one."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CODE777_GAMES", str(tmp_path / "file" / "games"))
    monkeypatch.delenv(secret.NAME, raising=False)
    assert secret.secret_key() != secret.secret_key()
    keys = []
    monkeypatch.setattr(app, "WorkerPool", lambda *_, key, **__: keys.append(key))
    app.create_app()
    assert len(keys) == 2
    assert len(keys[0]) >= 32
    assert keys[0] == keys[1]


def test_a_short_secret_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals of all games were found from two racks in sight, by trying secrets."""
    monkeypatch.setenv(secret.NAME, "game")
    done = CliRunner().invoke(cli.main, ["serve", "--port", "0"])
    assert done.exit_code == 2
    assert done.stderr == (
        "code777: CODE777_SECRET has 4 characters and could be guessed: give it 16 or more, "
        "or leave it out, and a random one is made\n"
    )


@pytest.mark.parametrize("variable", [False, True])
def test_a_short_token_is_refused_beyond_this_computer(variable: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["--token", "sesame"]
    if variable:
        monkeypatch.setenv("CODE777_TOKEN", given.pop())
        given.pop()
    done = CliRunner().invoke(cli.main, ["serve", "--host", "0.0.0.0", "--port", "0", *given])
    assert done.exit_code == 2
    assert done.stderr.startswith("code777: the token has 6 characters and could be guessed: give it 16 or more, or ")
    assert done.stderr.count("\n") == 1


def test_an_application_without_the_command_refuses_a_short_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot know who reaches it."""
    monkeypatch.setenv("CODE777_TOKEN", "sesame")
    with pytest.raises(secret.SecretError, match="CODE777_TOKEN has 6 characters"):
        app.create_app()


# Records that people have edited.


def _begun(number: str = "4711") -> Client:
    """A game in which somebody may declare."""
    client = Client(new_setup(number, rivals=["club", "club"]))
    person = Person(client, "me", 0)
    while client.now["ask"]["what"] != "declare":
        client.act(f"answer {person.answer(client.now['ask']['card'])}")
    return client


@pytest.mark.parametrize(
    "remark",
    [
        "note play fair please",
        "note play",
        "note Ann says she is tired",
        "note me says she is tired",
        "note Nobody says 257",
        "note abandoned",
        "note cross 6",
        "# players Ann me",
    ],
)
def test_a_remark_changes_nothing_for_any_worker(remark: str) -> None:
    """A worker that remembered a game was a line ahead of its record, and others answered the same request differently."""
    client, remembers = _begun(), SolverCache(key=KEY)
    log = f"{client.log}{remark}\n"
    clean = client.log
    for act in ("", "go on", "", "go on"):
        if act == "go on" and post(log)[1]["ask"]["what"] == "answer":
            continue
        status, _, body = post(log, act)
        assert status == 200, body
        assert post(log, act, cache=remembers)[2] == body
        assert post(clean, act)[2] == body
        added = "".join(f"{line}\n" for line in json.loads(body)["added"])
        log, clean = log + added, clean + added
    assert len(clean.splitlines()) > len(client.log.splitlines())


@pytest.mark.parametrize("line", ["option error_rate 0.1", "players Ann Bob me", "edition stronghold"])
def test_a_second_head_is_refused_by_all_workers(line: str) -> None:
    client, remembers = _begun(), SolverCache(key=KEY)
    post(client.log, cache=remembers)
    for cache in (None, remembers):
        status, told, _ = post(f"{client.log}{line}\n", cache=cache)
        assert status == 422
        assert "is not what happened in this game" in told["error"]["message"]
