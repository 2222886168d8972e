"""Nothing stays English under another language: commands, prompts, errors and the page are run in a made-up one.

Every translated text comes out in other letters there. What is left in Latin letters is either shared by all
languages, such as names, tiles, lines of the log and what is typed, or was forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from foreign import FOREIGN, left_in_english
from logs import TABLE
from printing import printed
from strategies import join

from code777solver import edition_names
from code777solver.breaker.packs import pack_names
from code777solver.breaker.session import BreakerSession
from code777solver.breaker.strategies import STRATEGIES
from code777solver.cli import main as cli
from code777solver.errors import Code777Error, RuleError
from code777solver.prompt.base import Prompt
from code777solver.prompt.breaker import BreakerPrompt
from code777solver.prompt.game import GamePrompt
from code777solver.prompt.puzzle import PuzzlePrompt
from code777solver.puzzles.puzzle import make_puzzle
from code777solver.reasons.claims import FORMS
from code777solver.session import Session
from code777solver.web import about, api, worker
from code777solver.web.solver_cache import SolverCache

NAMES = ("Ann", "Bob", "Cid", "me", "Ada", "code777", *"GYKNRPB", *edition_names())
GAME = (*TABLE, "Ann 17 >", "Bob 10 3", "me 5 0", "Ann 16 =")
BROKEN = (*TABLE, "Ann 11 2", "Bob 11 1", "me 5 0")
"""Two answers that exclude each other."""
SYSTEM = "No such file or directory"
"""A text of the operating system, in its own language."""
EMPTY = (*TABLE, "Ann 8 4", "Bob 5 0", "declare me 146 wrong saw G1 N4 R5")
ODD = (
    *TABLE,
    "Bob 8 4",
    "Bob 8 4",
    "me 5 1",
    "reshuffle",
    "rack Ann G1 G6 R5",
    "penalty Bob",
    "declare Bob 566 right",
    "rack Bob K3 N4 R5",
    "reshuffle",
    "declare me 146 wrong saw G1 N4 P6",
)
"""Much that is odd."""


@pytest.fixture(autouse=True)
def _foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands and the page speak that language."""
    monkeypatch.setattr(cli, "language", lambda code: FOREIGN)
    for module in (worker, api, about):
        monkeypatch.setattr(module, "language", lambda code: FOREIGN)


def without(shown: str, lines: Iterator[str] | tuple[str, ...] | list[str]) -> str:
    """A screen without the lines of the log and the entries that it quotes, longest first."""
    for line in sorted((line for line in lines if " " in line), key=len, reverse=True):
        shown = shown.replace(line, "")
    return shown


# ------------------------------------------------------------------------------------------------ commands


COMMANDS: list[tuple[list[str], tuple[str, ...]]] = [
    (["analyze", "-"], GAME),
    (["analyze", "-", "--silence", "0.1", "--further", "--top", "2"], GAME),
    (["analyze", "-"], BROKEN),
    (["analyze", "-"], EMPTY),
    (["analyze", "-"], ODD),
    (["analyze", "-"], (*TABLE, "Ann 18 7")),
    (["analyze", "-", "--what-if", "Bob 99 1"], GAME),
    (["analyze", "-", "--edition", "claasic"], GAME),
    (["analyze", "-", "--as", "Ada"], GAME),
    (["check", "-"], GAME),
    (["check", "-"], BROKEN),
    (["check", "-"], ODD),
    (["check", "-"], (*GAME, "nonsense", "Ann 99 1", "declare Bob 555 right", "rack Bob B7 B7 B7")),
    (["check", "-"], (*TABLE, "Ann 1 1", "Bob 1 1", "declare me 146 wrong saw G1 N4 P6")),
    *((["explain", "-", *claim.split()], GAME) for claim in FORMS.split(", ")),
    *((["explain", "-", *claim.split()], GAME) for claim in ("why not 447", "has 9", "no zz", "tiles B7 B7 B7")),
    *((["explain", "-", "--hint", level], GAME) for level in "1234"),
    (["explain", "-", "--drew", "1", "--drew", "16"], GAME),
    (["explain", "-"], GAME),
    (["explain", "-", "no", "6"], BROKEN),
    (["review", "-"], (*GAME, "declare Ann 257 right")),
    (["review", "-", "--player", "Ada"], GAME),
    (["review", "-", "--held", "G1"], GAME),
    (["puzzle", "--seed", "3", "--solution"], ()),
    (["puzzle", "--seed", "3", "--daily"], ()),
    (["sheet"], ()),
    (["analyze", "missing.c777"], ()),
    (["breaker", "-", "--top", "2"], ("pack breaker-4", "AS 2S 3H 1 1 0")),
    (["breaker", "-"], ("pack breaker-4", "AS 2S 3H 3 3 3", "AS 2S 3H 0 0 0")),
    (["breaker", "-"], ("pack breaker-4", "AS 2S")),
]


@pytest.mark.parametrize(("arguments", "log"), COMMANDS, ids=lambda part: " ".join(part)[:40])
def test_a_command_says_nothing_in_english(arguments: list[str], log: tuple[str, ...]) -> None:
    done = CliRunner().invoke(cli.main, arguments, input=join(*log))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    shown = without(done.output, log).replace(FORMS, "").replace("rack Bob R5 G6 G6", "")
    shown = shown.replace("declare Ann 257 rig…", "")
    assert done.output.strip()
    found = left_in_english(shown, *NAMES, *pack_names(), *"SHDCA", SYSTEM)
    assert [part for part in found if not (arguments[0] == "breaker" and "," in part)] == [], (
        done.output
    )  # 3,206 on average


def test_the_notes_are_quoted_as_they_were_typed() -> None:
    done = CliRunner().invoke(cli.main, ["explain", "-", "--note", "no 1", "--note", "no 5"], input=join(*GAME))
    assert left_in_english(done.output, *NAMES) == ["no", "no"]


# ------------------------------------------------------------------------------------------------ prompts


def said_by(prompt: Prompt, entries: list[str]) -> str:
    """All that a prompt says to these entries."""
    told = [printed(part, 200) for part in prompt.scene()]
    for entry in entries:
        reply = prompt.handle(entry)
        told += [printed(reply.body, 200), reply.asks_hidden, prompt.prompt_text, prompt.toolbar("16")]
        told += [printed(notice, 200) for notice in prompt.notices()]
        told.append(printed(prompt.screen(), 80))
        if reply.done:
            break
    return "\n".join(told)


GAME_ENTRIES = (
    *(
        "why no 6",
        "why has 4",
        "why not 447",
        "why",
        "why what",
        "hint",
        "hint 2",
        "hint 3",
        "hint 4",
        "hint 9",
        "hint x",
    ),
    *(
        "rank",
        "who",
        "whatif Ann 18 >",
        "whatif Ann 18 7",
        "whatif",
        "log 1",
        "drop 99",
        "fix",
        "fix 4",
        "doubt 1",
        "doubt 4",
    ),
    *(
        "help",
        "help 16",
        "help 99",
        "as Ada",
        "as",
        "new",
        "undo",
        "redo",
        "redo",
        "save",
        "save .",
        "sheet",
        "sheet notes",
        "undo x",
    ),
    *(
        "Ann 16 =",
        "me 16",
        "",
        "Ann 99 1",
        "Ann 5 7",
        "Ann 5",
        "Ann",
        "Zed 5 1",
        "nonsense",
        "ra",
        "d",
        "rack Zed",
        "rack Bob",
    ),
    *(
        "rack Bob G6 G6",
        "rack me G1 G1 G1 G1",
        "rack Ann ?",
        "rack Ann B7 B7 Z9",
        "swap Bob G1 G1",
        "swap Bob",
        "penalty",
        "penalty Zed",
    ),
    *("declare Bob 257 right", "declare Bob 999 wrong", "declare Bob 12 wrong", "declare Bob", "declare Bob 566 wrong"),
    *(
        "declare me 146 right saw G1 N4 P6",
        "declare Bob 566 right",
        "Ann 3 1",
        "rack Bob B7 B7 B7",
        "rack Bob K3 N4 R5",
    ),
    *(
        "reshuffle now",
        "reshuffle",
        "edition classic",
        "option x",
        "players Ann",
        "note",
        "Ann 5 1 ?",
        "declare Ann 111 wrong",
    ),
    *(
        "rack Ann P7 Y7 B7",
        "Bob 5 3",
        "Bob 4 0",
        "me 8 7",
        "Ann 8 0",
        "why",
        "me 8 1 ?",
        "me 8 ? ?",
        "save /nowhere/x",
        "\ud800",
    ),
)


def test_the_prompt_of_a_game_says_nothing_in_english() -> None:
    prompt = GamePrompt(Session(), FOREIGN)
    begun = said_by(
        prompt, ["x", "option y", "classic", "Ann", "Ann Ann me", "note me", "Ann 7up me", "Ann Bob me", *GAME[1:]]
    )
    every = [
        entry
        for name in prompt.commands
        if name != "quit"
        for entry in (name, f"{name} zz", f"{name} 3", f"{name} 3 Ann 18 >")
    ]
    shown = begun + said_by(prompt, [*every, *GAME_ENTRIES])
    shown = without(shown, [*prompt.session.lines, *every, *GAME_ENTRIES, *GAME]).replace(FORMS, "")
    options = list(prompt.session.table.edition.rules.__match_args__)
    shared = ("advanced", "card2", "card12", "card14", "notes", "zz", SYSTEM)
    typed = ("r", "d", "s", "n", "un", "right", "wrong", "saw")  # shortcuts that `help` lists, and words of the log
    names = (*NAMES, *prompt.commands, *prompt.words, *options, *shared, *typed)
    assert sorted(set(left_in_english(shown, *names))) == [], shown


def test_the_diagnosis_says_nothing_in_english() -> None:
    prompt = GamePrompt(Session(), FOREIGN)
    shown = said_by(prompt, [*BROKEN, "why", "hint", "declare?", "rank"])
    assert left_in_english(without(shown, BROKEN), *NAMES, "rack") == []


@pytest.mark.minutes
def test_advice_says_nothing_in_english() -> None:
    prompt = GamePrompt(Session(), FOREIGN)
    shown = said_by(prompt, [*GAME, "declare?"])
    assert left_in_english(without(shown, GAME), *NAMES, "rack") == []


BREAKER_ENTRIES = (
    *(
        "AS 2S 3H 1 1 0",
        "best 2",
        "best x",
        "try",
        "try AS",
        "try AS 2H 3D",
        "help",
        "why",
        "strategy",
        "strategy x",
        "set AS 2S 3H",
    ),
    *(
        "foo",
        "AS AS AS 1 1 1",
        "AS 2S 3H",
        "AS 2S 3H 4 0 0",
        "AS 2S 3H 0 0 1",
        "play",
        "play x",
        "undo",
        "undo",
        "redo",
        "redo",
    ),
    *(
        "log",
        "show",
        "drop 9",
        "doubt 1",
        "fix 1",
        "fix 1 AS 2S 3H 3 3 3",
        "AS 2S 3H 0 0 0",
        "why",
        "pack x",
        "me x",
        "first me",
        "save",
    ),
    *(
        "new race",
        "AS 2S 3H 1 1 0",
        "new breaker-kids",
        "play set",
        "new zz",
        "new",
        "play guess",
        "show",
        "show",
        "quit",
    ),
)


def test_the_prompt_of_code_breaker_says_nothing_in_english() -> None:
    prompt = BreakerPrompt(BreakerSession(pack="breaker-4"), FOREIGN)
    shown = without(said_by(prompt, list(BREAKER_ENTRIES)), list(BREAKER_ENTRIES))
    names = (
        *NAMES,
        *prompt.commands,
        *prompt.words,
        *pack_names(),
        *STRATEGIES,
        "low",
        "high",
        "them",
        *"SHDCRPWL",
        "A",
    )
    found = [part for part in left_in_english(shown, *names) if "," not in part]  # 3,206 guesses on average
    assert found == [], shown


def test_the_prompt_of_a_puzzle_says_nothing_in_english() -> None:
    puzzle = make_puzzle(3, "classic", 4, "easy")
    prompt = PuzzlePrompt(puzzle, FOREIGN)
    entries = [
        "hint",
        "hint 2",
        "hint 3",
        "hint 4",
        "hint 9",
        "why",
        "why no 1",
        "111",
        "257",
        "foo",
        "note no 1",
        "note has 9",
    ]
    shown = said_by(prompt, [*entries, "new", "puzzle", "help", "why", puzzle.solution])
    assert left_in_english(without(shown, entries), *NAMES, *prompt.commands, "give") == []


# ------------------------------------------------------------------------------------------------ the page


def asked(name: str, **fields: Any) -> Any:
    _, _, body = worker.answer(name, json.dumps(fields | {"lang": "nl"}).encode(), SolverCache())
    return json.loads(body)


def sentences(data: Any, key: str = "") -> Iterator[str]:
    """Texts that the page shows unchanged: errors, remarks, slips."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from sentences(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from sentences(value, key)
    elif isinstance(data, str) and key in ("message", "error", "reason", "warnings", "says"):
        yield data


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("table", {"log": join(*ODD, "nonsense")}),
        ("whatif", {"log": join(*GAME), "lines": ["Ann 99 1"]}),
        ("enter", {"log": join(*GAME), "text": "declare Bob 257 right"}),
        ("explain", {"log": join(*GAME), "claim": "no 6"}),
        ("explain", {"log": join(*GAME), "claim": "zz"}),
        ("hint", {"log": join(*BROKEN), "level": 1}),
        ("drew", {"log": join(*GAME), "cards": [99]}),
        ("breaker", {"log": "pack breaker-4\nfoo bar"}),
        ("answer", {"guess": "AR", "code": "AR 2P 3S"}),
    ],
)
def test_the_page_is_told_nothing_in_english(name: str, fields: dict[str, Any]) -> None:
    found = asked(name, **fields)
    shown = list(sentences(found))
    assert shown
    assert left_in_english("\n".join(shown).replace(FORMS, ""), *NAMES, *"SHDCRPWL", "A") == []


def test_slips_are_told_to_the_page_in_its_language() -> None:
    found = asked("diagnose", log=join(*TABLE, "Ann 15 >", "Bob 15 <", "Ann 12 >", "Bob 12 <", "Ann 11 3"))
    slips = [slip["text"] for slip in (found["contradiction"] or {}).get("misreadings", [])]
    assert left_in_english("\n".join(slips), *NAMES) == []


# ------------------------------------------------------------------------------------------------ the means


def test_the_made_up_language_shows_what_is_forgotten() -> None:
    """English words and figures are found, wherever they stand in a sentence."""
    assert left_in_english("Ann 16 <, K5", "Ann") == []
    assert left_in_english(FOREIGN("racks left: {racks}", racks="many")) == ["many"]
    assert left_in_english(f"{FOREIGN('you have won')} 12.5 %") == ["12.5"]
    assert left_in_english(FOREIGN(RuleError("nothing to undo").sentence)) == []
    assert left_in_english(FOREIGN(Code777Error(f"no line {7}").sentence)) == ["no", "line"]
