"""The server: every endpoint against the package itself, bad input, who may come in, limits, workers that are ended."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from webserver import Server

from code777solver import Solver
from code777solver.cli import main as cli
from code777solver.lang import LANGUAGES, language
from code777solver.show import as_json
from code777solver.web.access import Gate
from code777solver.web.api import ENDPOINTS
from code777solver.web.schema import Field, InputError, check
from code777solver.web.serve import is_loopback, qr_code
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer

EXAMPLE = (Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777").read_text()
BAD = "players Ann me\nrack Ann Y2 K5 B7\nAnn 99 1\nAnn 11 2\n"
CONTRADICTED = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nBob 17 >\nAnn 11 3\n"


def ask(name: str, **body: Any) -> Any:
    """An endpoint without a server: what a worker answers."""
    status, _, found = answer(name, json.dumps({"log": EXAMPLE, **body}).encode(), SolverCache())
    return json.loads(found) | {"status": status}


def plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def cli_json(*arguments: str) -> Any:
    done = CliRunner().invoke(cli.main, [*arguments, "--json"], input=EXAMPLE)
    return json.loads(done.stdout)


# What the endpoints give is what the command prints.


def test_analyze_is_what_the_command_prints(server: Server) -> None:
    assert server.post("analyze", log=EXAMPLE).json() == cli_json("analyze", "-")
    silent = server.post("analyze", log=EXAMPLE, silence=0.0, depth=1, top=2).json()
    assert silent == cli_json("analyze", "-", "--silence", "0", "--top", "2")


def test_check_explain_hint_notes_and_drew_are_what_the_command_prints() -> None:
    for body, arguments in (
        ({"endpoint": "check"}, ["check", "-"]),
        ({"endpoint": "explain", "claim": "has 4"}, ["explain", "-", "has", "4"]),
        ({"endpoint": "hint", "level": 4}, ["explain", "-", "--hint", "4"]),
        ({"endpoint": "notes", "notes": ["no 6", "has 4"]}, ["explain", "-", "--note", "no 6", "--note", "has 4"]),
    ):
        name = str(body.pop("endpoint"))
        assert ask(name, **body) == cli_json(*arguments) | {"status": 200}
    assert ask("drew", cards=[7, 2])["cards"] == cli_json("explain", "-", "--drew", "7", "--drew", "2")


def test_proofs_in_a_language() -> None:
    english, dutch = (ask("explain", claim="has 4", lang=code) for code in ("en", "nl"))
    says = [answer["says"] for step in dutch["steps"] for answer in step["answers"]]
    assert says[0] == (
        "de andere rekken tonen er 1 meer van de gele 7's, dus je rek heeft van de groene 6'en precies 1 meer dan van de gele 7's"
    )
    for step in (*english["steps"], *dutch["steps"]):
        for entry in step["answers"]:
            entry["says"] = ""
    assert english == dutch


def test_diagnose_and_opponents() -> None:
    solver = Solver.from_log(CONTRADICTED)
    found = ask("diagnose", log=CONTRADICTED)
    assert found["contradiction"] == plain(as_json.contradiction(solver))
    assert found["contradiction"]["culprits"][0]["lines"] == [5]
    others = ask("opponents")["opponents"]
    assert others == plain(as_json.analysis(Solver.from_log(EXAMPLE))["opponents"])


def test_the_table() -> None:
    found = ask("table")
    table, solver = found["table"], Solver.from_log(EXAMPLE)
    assert (table["players"], table["seat"], table["next_answerer"]) == (["Ann", "Bob", "me", "Cid"], "me", "me")
    assert table["racks"]["Bob"] == {"tiles": ["K3", "N4", "R5"], "unknown": 0}
    assert table["scores"] == {"Ann": 0, "Bob": 1, "me": 0, "Cid": 0}
    assert [card["card"] for card in table["cards"] if card["to_come"]] == list(solver.table.cards_to_come)
    assert {card["card"]: card["mine"] for card in table["cards"]} == {
        number: solver.right_answer(number) for number in solver.edition.cards
    }
    blue = next(kind for kind in table["deck"] if kind["tile"] == "B7")
    assert (blue["copies"], blue["gone"], blue["seen"]) == (4, 1, 1)
    assert found["analysis"] == plain(as_json.analysis(solver, top=12))
    assert found["lines"][6] == {
        "line": 7,
        "kind": "answer",
        "text": "Ann 16 <                      # card 16: more 7s of other colours than blue ones",
        "written": "Ann 16 <",
        "warnings": [],
        "player": "Ann",
        "card": 16,
        "answer": "<",
        "doubted": False,
    }


def test_my_own_tiles_are_not_told_as_seen() -> None:
    log = "edition stronghold\nplayers Ann Bob Cid me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\nrack Cid N4 P7 Y7\n"
    found = ask("table", log=log + "declare me 777 wrong\nrack me ?\n")
    assert sum(kind["seen"] for kind in found["table"]["deck"]) == 9
    found = ask("table", log="players Ann Bob\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5\n", seat="Bob")
    assert sorted(kind["tile"] for kind in found["table"]["deck"] if kind["seen"]) == ["B7", "K5", "Y2"]


def test_refused_lines_are_told_in_their_place() -> None:
    found = ask("table", log=BAD)
    assert [line["kind"] for line in found["lines"]] == ["players", "rack", "refused", "answer"]
    assert found["lines"][2]["text"] == "Ann 99 1"
    assert found["lines"][2]["error"] == "no card 99 in edition 'classic' (cards 1-23)"
    assert found["analysis"]["racks"] == Solver.from_log(BAD.replace("Ann 99 1", "#")).candidates.__len__()
    strict = ask("analyze", log=BAD)
    assert (strict["status"], strict["error"]["code"], strict["error"]["line"]) == (422, "bad_line", 3)


PLAYERS = {"what": "players", "name": ""}
NEEDS = {"players": {"what": "rack", "name": "Ann"}}


@pytest.mark.parametrize("log", ["", "edition unique49\n", "edition nope\n", "players Ann Bob\n", "# nothing"])
def test_the_beginning_of_a_game(log: str) -> None:
    found = ask("table", log=log)
    assert (found["status"], found["analysis"]) == (200, None)
    named = log.startswith(("edition unique49", "players"))
    assert found["table"]["need"] == (NEEDS.get(log[:7], PLAYERS) if named else {"what": "edition", "name": ""})
    assert ask("analyze", log=log)["status"] == 422
    status, svg, _ = answer("sheet", json.dumps({"log": log}).encode(), SolverCache())
    assert (status, svg) == (200, True)


def test_opponents_of_a_large_deck_come_apart() -> None:
    log = "edition unique49\nplayers Ann me\nrack Ann Y2 K5 B7\nrack spare1 G6\nrack spare2 R1\n"
    assert ask("table", log=log)["analysis"]["opponents"] is None
    assert [one["player"] for one in ask("opponents", log=log)["opponents"]] == ["Ann"]


def test_what_if_and_shortcuts() -> None:
    found = ask("whatif", lines=["7 1", "Cid 21 ="])
    expected = Solver.from_log(EXAMPLE).what_if("me 7 1").what_if("Cid 21 =")
    assert found["analysis"] == plain(as_json.analysis(expected, top=12))
    assert ask("whatif", lines=["7 9"])["error"]["message"].startswith("'9' is not an answer to card 7")
    assert ask("enter", text="7 1")["line"] == "me 7 1"
    assert ask("enter", text="7")["suggestion"] == "me 7 1"
    assert ask("enter", text="Notiz rot", lang="de")["line"] == "note rot"


UNIQUE = "edition unique49\nplayers Ann Bob me Cid\nrack Ann Y2 K5 B7\nrack Bob G6 P6 R5\nrack Cid N4 N1 N2\n"


@pytest.mark.parametrize(
    ("typed", "lang", "logged"),
    [
        ("card 10 three", "en", "me 10 3"),
        ("14=", "en", "me 14 ="),
        ("carte 10 trois", "fr", "me 10 3"),
        ("10 drie?", "nl", "me 10 3?"),
        ("16 <; 5 0", "en", "me 16 <\nCid 5 0"),
        ("declare Ann 111", "en", "declare Ann 111 wrong"),
    ],
)
def test_a_typed_line_means_what_it_means_at_the_prompt(typed: str, lang: str, logged: str) -> None:
    assert ask("enter", text=typed, lang=lang)["line"] == logged


def test_one_entry_holds_the_answers_of_all() -> None:
    assert ask("enter", log=UNIQUE, text="10 2 1 0")["line"] == "Bob 10 2\nme 10 1\nCid 10 0"
    assert ask("enter", log=UNIQUE, text="10 2 9 0")["error"]["message"].startswith("'9' is not an answer to card 10")


def test_advice_is_that_of_the_policy_and_comes_with_the_table() -> None:
    solver = Solver.from_log(EXAMPLE)
    assert ask("table")["advice"] == plain(as_json.advice(solver.advise()))
    for lang in LANGUAGES:
        found = ask("advise", lang=lang)
        assert found.pop("status") == 200
        assert found == plain(as_json.advice(solver.advise(), language(lang)))
    waiting = EXAMPLE + "declare Ann 111 wrong\n"
    assert ask("table", log=waiting)["advice"] is None
    assert ask("table", log="players Ann me\n")["advice"] is None
    assert ask("table", log="")["advice"] is None


def test_only_playing_on_has_to_be_waited_for() -> None:
    advise = ENDPOINTS["advise"]
    assert not advise.long(check(advise.fields, {"log": EXAMPLE}))
    assert advise.long(check(advise.fields, {"log": EXAMPLE, "samples": 1}))


def test_with_a_large_deck_the_verdict_does_not_wait_for_what_the_others_know() -> None:
    log = "edition unique49\nplayers me Ann\nrack Ann Y2 K5 B7\nrack spare1 G6\nrack spare2 R5\nAnn 8 4\n"
    assert ask("table", log=log)["advice"]["danger"] is None
    assert ask("advise", log=log)["danger"]["player"] == "Ann"


@pytest.mark.minutes
def test_advice_is_that_of_the_solver() -> None:
    found = ask("advise", samples=200)
    assert found.pop("status") == 200
    assert found == plain(as_json.advice(Solver.from_log(EXAMPLE).advise(samples=200)))


def ask_breaker(log: str, **body: Any) -> Any:
    return ask("breaker", log=log, **body)


def test_breaker_is_what_the_command_prints() -> None:
    log = "pack breaker-4\nAS 2H 3D 1 2 0\nAH 4D 4C 0 2 0\n"
    done = CliRunner().invoke(cli.main, ["breaker", "-", "--json", "--top", "6"], input=log)
    printed = json.loads(done.stdout)
    found = ask_breaker(log)
    assert found["analysis"]["left"] == len(printed["codes"])
    assert found["analysis"] == printed | {"left": len(printed["codes"]), "codes": printed["codes"][:60]}
    table = found["table"]
    assert (table["pack"], table["race"], table["mine"], table["turn"]) == ("breaker-4", False, 0, 0)
    assert [suit["letter"] for suit in table["halves"][0]["suits"]] == ["S", "H", "D", "C"]


def test_breaker_tells_refused_lines_and_contradictions() -> None:
    found = ask_breaker("pack breaker-4\nAS 2H 1\nAS 2H 3D 1 2 0\nAS 2H 3D 1 1 0\n")
    assert [line["kind"] for line in found["lines"]] == ["pack", "refused", "guess", "guess"]
    assert "no card of this pack at '1'" in found["lines"][1]["error"]
    culprits = found["analysis"]["contradiction"]["culprits"]
    assert {tuple(one["lines"]) for one in culprits} == {(3,), (4,)}
    assert all(isinstance(one["codes"], int) for one in culprits)


def test_the_answer_to_a_guess() -> None:
    """AR 2R 3P against AR 3W 5P: the numbers A and 3, the suits R and P, the card AR."""
    asked = {"pack": "breaker", "guess": "AR 2R 3P", "code": "AR 3W 5P"}
    assert json.loads(answer("answer", json.dumps(asked).encode(), SolverCache())[2]) == {"answer": [2, 2, 1]}


@pytest.mark.minutes
def test_the_long_lane_holds_up_nobody(server: Server) -> None:
    """Work that compiles has its own process, so that a table is served meanwhile."""

    async def both() -> list[str]:
        done: list[str] = []
        async with httpx.AsyncClient(base_url=server.url, timeout=200) as client:

            async def go(name: str, body: dict[str, Any]) -> None:
                assert (await client.post(f"api/{name}", json=body)).status_code == 200
                done.append(name)

            slow = [go("advise", {"log": EXAMPLE, "samples": 40_000 + i}) for i in range(2)]
            await asyncio.gather(*slow, *(go("table", {"log": EXAMPLE + f"note {i}\n"}) for i in range(6)))
        return done

    assert asyncio.run(both())[-1] == "advise"


def test_the_sheet(server: Server) -> None:
    found = server.post("sheet", log=EXAMPLE, lang="nl")
    assert found.headers["content-type"] == "image/svg+xml"
    assert found.text.startswith("<?xml")
    assert language("nl")("Cards") in found.text


# The server's own files stay where they are.


@pytest.mark.parametrize("text", ["edition pyproject.toml", "option cards pyproject.toml", "edition /etc/passwd.toml"])
def test_no_file_is_read(text: str) -> None:
    message = ask("check", log=f"{text}\n")["errors"][0]["text"]
    assert "files are not read here" in message
    entered = ask("enter", log="", text=text)
    assert entered["status"] == 422
    assert str(Path.cwd()) not in json.dumps(entered)


# Checks of what comes in.


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "the field 'log' is missing"),
        ({"log": 7}, "log: must be text"),
        ({"log": "", "top": "x"}, "top: must be a whole number"),
        ({"log": "", "top": True}, "top: must be a whole number"),
        ({"log": "", "top": 0}, "top: must be 1 to 20000, not 0"),
        ({"log": "x" * 50_000}, "log: 50000 characters, but at most 48000 are accepted"),
        ({"log": "", "seats": "me"}, "unknown field 'seats' (fields: lang, log, seat, top)"),
        ({"log": "\ud800"}, "log: it contains characters that are not valid text"),
        ([], "the body is not a JSON object"),
    ],
)
def test_bad_fields(server: Server, body: Any, message: str) -> None:
    found = httpx.post(f"{server.url}api/table", content=json.dumps(body), headers={"content-type": "application/json"})
    assert (found.status_code, found.json()) == (422, {"error": {"code": "bad_request", "message": message}})
    assert "\n" not in found.text


def test_a_whole_number_may_be_written_with_a_point() -> None:
    fields = [Field("n", {"type": "integer", "minimum": 1, "maximum": 9})]
    assert check(fields, {"n": 2.0}) == {"n": 2}
    with pytest.raises(InputError, match="n: must be 1 to 9, not 10"):
        check(fields, {"n": 10})


@pytest.mark.parametrize(
    ("method", "path", "options", "status"),
    [
        ("GET", "api/table", {}, 405),
        ("DELETE", "", {}, 405),
        ("POST", "api/nothing", {"json": {}}, 404),
        ("GET", "../pyproject.toml", {}, 404),
        ("GET", "static/%2e%2e/app.py", {}, 404),
        ("POST", "api/table", {"content": b"{", "headers": {"content-type": "application/json"}}, 422),
        ("POST", "api/table", {"content": b"log=x", "headers": {"content-type": "text/plain"}}, 415),
        ("POST", "api/table", {"content": b"[" * 60_000, "headers": {"content-type": "application/json"}}, 422),
        ("POST", "api/table", {"content": b"x" * 70_000, "headers": {"content-type": "application/json"}}, 413),
        ("GET", "", {"headers": {"host": "evil.example"}}, 400),
        ("GET", "", {"headers": {"host": "localhost"}}, 200),
        ("POST", "api/check", {"json": {"log": ""}, "headers": {"origin": "http://evil.example"}}, 403),
    ],
)
def test_statuses(server: Server, method: str, path: str, options: dict[str, Any], status: int) -> None:
    found = httpx.request(method, server.url + path, **options)
    assert found.status_code == status
    if status >= 400:
        assert set(found.json()["error"]) >= {"code", "message"}
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert "set-cookie" not in found.headers


def test_a_body_without_a_length_is_limited(server: Server) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    found = httpx.post(f"{server.url}api/table", content=parts(), headers={"content-type": "application/json"})
    assert found.status_code == 413


def test_files_are_compressed_and_cached(server: Server) -> None:
    first = httpx.get(f"{server.url}static/app.js")
    assert first.headers["content-encoding"] == "gzip"
    again = httpx.get(f"{server.url}static/app.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plainly = httpx.get(f"{server.url}static/app.js", headers={"accept-encoding": "identity"})
    assert plainly.text == first.text


# Who may come in.


def test_hosts() -> None:
    async def app(*_: Any) -> None:
        return None

    gate = Gate(app, token=None, names=["Table.local"], most_bytes=10)
    for host in ("localhost", "localhost:80", "127.0.0.1:7770", "192.168.1.9", "[::1]:80", "table.LOCAL:7770"):
        assert gate.knows(host), host
    for host in ("", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "table.local.evil:1"):
        assert not gate.knows(host), host


@pytest.mark.seconds
def test_the_token_is_asked_for() -> None:
    with Server("--token", "open-sesame", "--allow-host", "box.example") as server:
        assert server.printed[0].endswith("/#token=open-sesame")
        url = server.url + "api/check"
        assert httpx.post(url, json={"log": ""}).status_code == 401
        for value in ("Bearer wrong", "open-sesame", "Bearer open-sesam"):
            assert httpx.post(url, json={"log": ""}, headers={"authorization": value}).status_code == 401
        right = {"authorization": "Bearer open-sesame"}
        assert httpx.post(url, json={"log": ""}, headers=right).status_code == 200
        assert httpx.get(server.url + "api/about").status_code == 401
        assert httpx.get(server.url + "api/health").json() == {}
        assert httpx.get(server.url).status_code == 200
        assert httpx.get(server.url, headers={"host": "box.example"}).status_code == 200


@pytest.mark.seconds
def test_what_is_printed_for_others() -> None:
    with Server("--host", "0.0.0.0") as server:
        assert "#token=" in server.printed[0]
        assert any("█" in line or "▀" in line for line in server.printed)
    assert not is_loopback("192.168.1.9")
    assert is_loopback("::1")
    assert qr_code("http://192.168.1.9:7770/").count("\n") > 10


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = CliRunner().invoke(cli.main, ["serve", "--port", str(taken.getsockname()[1])])
    assert done.exit_code == 2
    assert done.stderr.startswith("code777: cannot listen on 127.0.0.1 port")
    assert done.stderr.count("\n") == 1


# Limits of time, and many at once.


@pytest.mark.seconds
def test_too_slow_is_told() -> None:
    with Server("--seconds", "0.1", "--workers", "1") as hasty:
        log = "edition unique49\nplayers Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G1 R5\nrack spare1 P4\n"
        log += "me 1 0\ndeclare me G3 N4 P5 wrong\nrack me ?\ndeclare me G2 N4 P5 wrong\nrack me ?\n"
        found = hasty.post("analyze", log=log)
        assert (found.status_code, found.json()["error"]["code"]) == (422, "too_slow")
        for _ in range(100):
            if hasty.post("check", log="").status_code == 200:
                break
        assert hasty.post("check", log="").json()["ok"] is True


@pytest.mark.seconds
def test_the_same_request_many_times_at_once(server: Server) -> None:
    async def play() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=100)
        async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60) as client:
            body = {"log": EXAMPLE + "note at once\n"}
            return await asyncio.gather(*(client.post("api/analyze", json=body) for _ in range(100)))

    found = asyncio.run(play())
    assert {one.status_code for one in found} == {200}
    assert len({one.text for one in found}) == 1


# Solvers by the beginning of their log.


def test_recall_is_the_same_as_reading_all() -> None:
    cache, lines = SolverCache(most=4), EXAMPLE.rstrip("\n").split("\n")
    for count in (*range(len(lines) + 1), 9, 3, 12):
        log = "\n".join(lines[:count])
        read = cache.read(log, "me")
        assert [line.text for line in read.solver.log.lines] == lines[:count]
        if count > 3:
            assert list(read.solver.candidates) == list(Solver.from_log(log).candidates)
        assert len(cache) <= 4
    assert cache.read(EXAMPLE, "Bob").solver.seat == "Bob"


def test_recall_keeps_no_more_bytes_than_it_may() -> None:
    cache = SolverCache(most_bytes=300_000)
    for i in range(30):
        cache.read(EXAMPLE + f"note {i}\n", "me")
    assert 1 <= len(cache) < 10
