"""Languages: no text is missing, words mean one thing, a game typed in any of them is the same game, screens fit."""

from __future__ import annotations

import ast
import builtins
import json
import re
import string
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from languages import GAMES, card_texts, shown_lines

from code777solver import edition_names, load_edition
from code777solver.breaker.packs import load_game, pack_names
from code777solver.breaker.strategies import STRATEGIES
from code777solver.cli import main as cli
from code777solver.lang import LANGUAGES, language, plain_tables
from code777solver.play.levels import levels
from code777solver.prompt.breaker import BreakerPrompt
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.prompt.play import PlayPrompt
from code777solver.prompt.puzzle import PuzzlePrompt
from code777solver.prompt.replay import ReplayPrompt
from code777solver.reasons.wording import _CLAIMS, COLOUR_NAMES, FIGURES
from code777solver.review.progress import MIXED
from code777solver.rules.cards import Compare
from code777solver.rules.tiles import COLOURS
from code777solver.session import Session
from code777solver.table.events import GRAMMAR, KEYWORDS
from code777solver.table.table import ME
from code777solver.web.page_data import SUMMARIES

PACKAGE = Path(cli.__file__).parents[1]
PROMPTS = (GamePrompt, BreakerPrompt, PuzzlePrompt, PlayPrompt, ReplayPrompt)
OTHERS = [code for code in LANGUAGES if code != "en"]

each = pytest.mark.parametrize("code", OTHERS)


# ------------------------------------------------------------------------------------------------ texts


def _literals(node: ast.expr) -> Iterator[str]:
    """The texts that an argument can be; nothing for a name, which is a card's text, a colour or the like."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    else:
        computed = isinstance(node, ast.JoinedStr | ast.BinOp) or ast.unparse(node) == "str(error)"
        computed = computed and "{{number}}" not in ast.unparse(node)  # a colour's name
        assert not computed, f"no text can be looked up for {ast.unparse(node)}"


PLACES = {
    "t": slice(1),
    "Sentence": slice(1),
    "Counted": slice(1, 3),
    "count": slice(1, 3),
    "says": slice(2),
    "telling": slice(1),
}
"""Where the texts stand among the arguments of what takes them."""
FOR_PROGRAMMERS = (
    *(
        "web",
        "kernels",
        "core/batch",
        "core/sampling",
        "play/cluster",
        "play/results",
        "play/transcripts",
        "show/plots",
    ),
    *("play/seat", "play/second", "play/simul", "play/strat"),
    *("play/card_measures", "play/solvability", "play/edition_report", "cli/research", "cli/bench"),
    *("play/rl", "play/vector_games", "play/comparison", "core/columns", "cli/common", "cli/compare"),
    *("cli/simulate", "rules/functions", "rules/sums", "breaker/plan", "breaker/prove", "records"),
)
"""Parts whose errors are for programmers, and for people who run a server or a simulation: they stay English."""


def _texts_in(path: Path) -> Iterator[str]:
    """Texts that a module passes to `t`, makes sentences of, or raises."""
    place = path.relative_to(PACKAGE).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        yield from (text for word in node.keywords if word.arg == "remedy" for text in _literals(word.value))
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in PLACES and not (name == "count" and len(node.args) < 3):
            for argument in node.args[PLACES[name]]:
                yield from _literals(argument)
            continue
        tells = (name.endswith("Error") and name not in vars(builtins)) or name in ("fail", "say")
        if tells and (node.keywords or not place.startswith(FOR_PROGRAMMERS)):
            yield from _literals(node.args[0])


def _texts_in_page() -> Iterator[str]:
    """Texts that the page passes to its own `t`: always a text in double quotes, a card's text or a colour."""
    for path in (PACKAGE / "web" / "static").glob("*.js"):
        source = path.read_text(encoding="utf-8")
        for literal in re.findall(r'\bt\(\s*("(?:[^"\\]|\\.)*")', source):
            yield json.loads(literal)
        for one, other in re.findall(r'\bcounted\([^"]*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")', source):
            yield from map(json.loads, (one, other))


@cache
def _needed() -> frozenset[str]:
    """Every text of the package that is to be translated."""
    in_modules = {text for path in PACKAGE.rglob("*.py") for text in _texts_in(path)}
    in_modules |= set(_texts_in_page())
    commands = {text for prompt in PROMPTS for text in prompt.commands.values()}
    names = {c.name for c in COLOURS.values()} | {strategy.text for strategy in STRATEGIES.values()}
    games = [load_game(name) for name in pack_names()]
    names |= {game.title for game in games} | {suit.name for game in games for suit in game.packs[0].suits}
    names |= (
        {load_edition(name).title for name in edition_names()}
        | set(SUMMARIES.values())
        | {sentence for _, sentence in _CLAIMS}
    )
    names |= {text for level in levels().values() for text in (level.name, level.text)} | {MIXED}
    names |= {text for names in COLOUR_NAMES.values() for text in names} | set(FIGURES)
    return frozenset(in_modules | set(card_texts()) | commands | names)


def _has_words(text: str) -> bool:
    return re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", text)) is not None


def test_the_scan_finds_the_texts() -> None:
    assert len(set(card_texts())) == 23 + 3
    assert {"Card and answer", "{name} has won", "your rack", ": log `reshuffle` first"} < _needed()
    assert {"YES", "undone", "pile {pile}", "There is nothing to declare now.", "blue"} < _needed()


@each
def test_no_text_is_missing_and_none_is_superfluous(code: str) -> None:
    texts = set(language(code).texts)
    assert sorted(filter(_has_words, _needed() - texts)) == [], "missing"
    assert sorted(texts - _needed()) == [], "superfluous"


@each
def test_every_text_is_translated(code: str) -> None:
    texts = language(code).texts
    assert all(text.strip() for text in texts.values())
    same = {
        "nl": {"Menu", "{bits} bits", "bits", "water", "race", "code", "codes", "Codes ({count})"},
        "fr": {"Notes", "Menu", "Certain", "{bits} bits", "bits", "code", "codes", "Codes ({count})", "Solutions"},
        "de": {"pink", "Start", "Codes ({count})", "Version {version}"},
    }
    same["fr"] |= {"! certain", "Version {version}"}
    same["nl"].add("beginner")
    for code_777 in ("Code 77", "Code 777", "Code Breaker"):
        same[code].add(code_777)
    if code != "fr":  # which has a space before a colon
        same[code] |= {f"{{where}}: {key}: {{error}}" for key in ("deck", "extends", "rules")}
        same[code] |= {"--held: {error}", "--player: {error}"}
    assert {text for text, found in texts.items() if text == found} == same[code]


def _fields(text: str) -> set[tuple[str, str | None, str | None]]:
    """The placeholders of a text, and how each is to be written."""
    parts = string.Formatter().parse(text)
    return {(name, spec, conversion) for _, name, spec, conversion in parts if name is not None}


def _in_english(text: str) -> str:
    """A translation with the placeholders that English has where others name several of a kind, for any number."""
    return text.replace("{firsts}", "{first}").replace("{seconds}", "{second}")


@each
def test_placeholders_are_the_same(code: str) -> None:
    for text, found in language(code).texts.items():
        assert _fields(_in_english(found)) == _fields(text), found


@each
def test_what_is_typed_stays_as_it_is(code: str) -> None:
    """Between backticks the first word is the same, and a command's help starts with the same word."""
    for text, found in language(code).texts.items():
        typed, kept = ([part.split()[0] for part in re.findall(r"`([^`]+)`", side)] for side in (text, found))
        assert kept == typed, found
    for name, text in (item for prompt in PROMPTS for item in prompt.commands.items()):
        if text.startswith(f"{name} "):
            assert language(code)(text).startswith(f"{name} "), text


@each
def test_spaces_at_the_ends_are_the_same(code: str) -> None:
    """But for the space that French has before a colon and a semicolon."""
    for text, found in language(code).texts.items():
        found = re.sub("^ (?=[:;])", "", found) if code == "fr" else found
        assert text.replace(text.strip(), "") == found.replace(found.strip(), ""), found


def test_different_cards_have_different_texts() -> None:
    for code in OTHERS:
        texts = [language(code)(text) for text in set(card_texts())]
        assert len(set(texts)) == len(texts)


@each
def test_card_texts_name_their_numbers_and_colours(code: str) -> None:
    """In every wording the digits are those of the card, in the same order."""
    for text in set(card_texts()):
        found = language(code)(text)
        assert sorted(re.findall(r"\d+", found)) == sorted(re.findall(r"\d+", text)), found
        stems = {colour.name: language(code)(colour.name)[:3] for colour in COLOURS.values()}
        stems |= {"red": {"nl": "ro", "fr": "rouge", "de": "rot"}[code], "yellow": language(code)("yellow")[:2]}
        for colour, stem in stems.items():
            if re.search(rf"\b{colour}\b", text):
                assert re.search(rf"\b{stem}", found), (found, colour)


def test_english_is_the_key() -> None:
    t = language("en")
    assert all(t(text) == text for text in _needed())
    assert t("pile {pile}", pile=7) == "pile 7"
    assert t.read("  rack   Ann rood 7") == "  rack   Ann rood 7"


# ------------------------------------------------------------------------------------------------ words


SIDES = ("first", "second", "same", "other", "others")
CLAIMS = ("no", "without", "has", "with", "not", "one", "two", "three", "numbers", "tiles")
DECLARATION = ("right", "wrong", "saw")
COLOUR_WORDS = {name for colour in COLOURS.values() for name in (colour.name, *colour.aliases)}
NOTATION = {*KEYWORDS, *COMMANDS, *SIDES, *CLAIMS, *DECLARATION, *COLOUR_WORDS, ME}
NEEDED_WORDS = {*KEYWORDS, *COMMANDS, *DECLARATION, *SIDES[:3], "no", "has", "not", "two", ME, *COLOUR_WORDS}

NAMES = """
    ada alex alice anna anne ann basil ben bella blanche bob brigitte bruno brune carla cem cid claire clara clemens dan
    daan dee dora dries eef elif ella emil emma eva fien finn frank freya fritz gerd greta grace guus hans hanna hope
    ida ilse ines iris ivy jan jana jack jade jean joy karl kim klaas lars lea leo lila lisa lola loïc louis lotte lou
    luc mae maja marie mark max mia mila mieke nele nina noa noah noé olga otto paul pia pierre piet pim ray rita rob
    romy roos rosa ruby ruth sam sara scarlet sofie stella ted tess tim tom uwe vera victor violet violette willem wim
    yara yves zoe rose
"""


@each
def test_words_mean_words_of_the_notation(code: str) -> None:
    assert {*language(code).words.values()} <= NOTATION


def test_the_notation_has_those_words() -> None:
    """The package accepts the words that the tests above take for words of the notation."""
    prompt = _prompt("en", GAMES["en"][:4])
    for word in ("first", "second", "same", "other"):
        assert not prompt.handle(f"whatif Ann 16 {word}").failed
    for claim in ("no 6", "without 6", "has 7", "with 7", "not 447", "two 5s", "numbers 257", "tiles R5 R5 B7"):
        assert not prompt.handle(f"why {claim}").failed
    assert isinstance(load_edition("classic").card(16).meaning, Compare)


@each
def test_every_word_of_the_prompt_can_be_typed(code: str) -> None:
    known = {*language(code).words.values()} | {"pink", "purple"}
    assert sorted(NEEDED_WORDS - known) == []


@each
def test_no_word_is_taken_for_another(code: str) -> None:
    """No word of the language is one of the notation, a shortcut for one, a tile or a number."""
    for word, meaning in language(code).words.items():
        assert word not in NOTATION, word
        assert len(word) > 1, word
        assert not re.search(r"\d", word), word
        assert not any(keyword.startswith(word) and keyword != meaning for keyword in KEYWORDS), word
        assert word not in edition_names(), word


@each
def test_the_quick_reader_reads_what_a_parser_reads(code: str) -> None:
    text = (PACKAGE / "data" / "lang" / f"{code}.toml").read_text(encoding="utf-8")
    assert plain_tables(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "line", ["a = 'b'", "a = 3", 'a = "b" # c', 'a = "\\u00e9"', 'a = """b"""', "a.b = 3", 'a="b"', '"a" = "b" "c"']
)
def test_the_quick_reader_leaves_other_toml_alone(line: str) -> None:
    assert plain_tables(f"[texts]\n{line}\n") is None


@each
def test_no_word_is_written_twice(code: str) -> None:
    """Upper and lower case are the same word."""
    source = (PACKAGE / "data" / "lang" / f"{code}.toml").read_text(encoding="utf-8").partition("[words]")[2]
    written = [
        line.partition("=")[0].strip().strip('"') for line in source.splitlines() if "=" in line and line[0] != "#"
    ]
    assert [word for word in written if word != word.casefold()] == []
    assert sorted(written) == sorted(language(code).words)


@each
def test_reading_twice_is_reading_once(code: str) -> None:
    t = language(code)
    for word, meaning in t.words.items():
        assert t.read(word) == t.read(word.upper()) == meaning
        assert t.read(meaning) == meaning


@each
def test_words_without_accents(code: str) -> None:
    """Accents may be left out, and German umlauts may be written with an e."""
    t = language(code)
    for word, meaning in t.words.items():
        bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        spelt = word.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss"})
        for other in (bare, spelt) if code == "de" else (bare,):
            assert t.words.get(other, other) == meaning or other == word, word


COLOURED = {"nl": {"lila", "violet"}, "fr": {"rose", "violet", "violette", "brune"}, "de": {"rosa", "lila", "violette"}}
"""Words for colours that are names as well."""


@each
def test_no_word_is_a_name(code: str) -> None:
    """But for a few colours."""
    assert {name for name in NAMES.split() if name in language(code).words} == COLOURED[code]


@each
@pytest.mark.parametrize(
    "line",
    [
        "{0} 16 <",
        "rack {0} Y2 K5 B7",
        "declare {0} 257 right",
        "swap {0} Y2 K5",
        "penalty {0}",
        "fix 6 {0} 18 >",
        "fix 6 rack {0} Y2 K5 B7",
        "whatif {0} 15 >",
        "whatif declare {0} 257 wrong",
        "as {0}",
    ],
)
def test_a_player_may_be_called_like_a_colour(code: str, line: str) -> None:
    """`fix 6 Rose 18 premier` was read as a line about pink tiles."""
    t = language(code)
    for name in (word.capitalize() for word in COLOURED[code]):
        prompt = GamePrompt(Session(), t)
        for entry in ("edition classic", f"players Ann {name} me"):
            prompt.handle(entry)
        assert prompt.read(line.format(name)) == line.format(name)
        assert prompt.read(f"rack Ann {name} 7") == f"rack Ann {t.words[name.casefold()]} 7"


@pytest.mark.parametrize(
    ("code", "typed", "read"),
    [
        ("nl", "Ann 18 even veel", "Ann 18 same"),
        ("nl", "waarom twee 5'en", "why two 5s"),
        ("nl", "waarom geen 7's", "why no 7s"),
        ("fr", "Ann 18 même nombre", "Ann 18 same"),
        ("fr", "pourquoi pas de 6", "why no 6"),
        ("fr", "pourquoi pas 447", "why not 447"),
        ("fr", "chevalet Ann violet 7 Brune 4 jaune 2", "rack Ann pink 7 brown 4 yellow 2"),
        ("de", "Ann 18 Gleich viele", "Ann 18 same"),
        ("de", "warum zwei 5er", "why two 5s"),
        ("de", "Halter Ann roter 5 lila 7 schwarzen 5", "rack Ann red 5 pink 7 black 5"),
    ],
)
def test_lines_as_people_type_them(code: str, typed: str, read: str) -> None:
    assert language(code).read(typed, grammar=GRAMMAR) == read


@each
def test_colours_are_typed_as_they_are_shown(code: str) -> None:
    t = language(code)
    for colour in COLOURS.values():
        assert t.read(f"rack Ann {t(colour.name)} 7") == f"rack Ann {colour.name} 7"


@each
def test_notes_and_comments_are_left_alone(code: str) -> None:
    t = language(code)
    note = next(word for word, meaning in t.words.items() if meaning == "note")
    red = t("red")
    assert t.read(f"{note} {red} ? {red}", grammar=GRAMMAR) == f"note {red} ? {red}"
    assert t.read(f"{note} {red}") == "note red"  # what a note is, the notation knows and not the language
    assert t.read(f"# {red}") == f"# {red}"
    assert t.read("") == ""


# ------------------------------------------------------------------------------------------------ a game


def _prompt(code: str, entries: list[str]) -> GamePrompt:
    prompt = GamePrompt(Session(), language(code))
    for entry in entries:
        reply = prompt.handle(entry)
        assert not reply.failed, (entry, str(reply.body))
    return prompt


def test_the_game_uses_every_kind_of_line() -> None:
    heads = {line.split()[0] for line in GAMES["en"]}
    assert set(KEYWORDS) - heads == {"option"}


@each
def test_a_game_in_another_language_is_the_same_game(code: str) -> None:
    english, other = (_prompt(name, GAMES[name]).session for name in ("en", code))
    assert len(GAMES[code]) == len(GAMES["en"])
    assert other.lines == english.lines
    assert list(other.solver.candidates) == list(english.solver.candidates)


@each
def test_english_is_understood_in_every_language(code: str) -> None:
    assert _prompt(code, GAMES["en"]).session.lines == _prompt("en", GAMES["en"]).session.lines


@each
def test_answers_to_the_first_questions(code: str) -> None:
    """Where something is asked for, the bare answer will do in any language."""
    t = language(code)
    me = next(word for word, meaning in t.words.items() if meaning == ME)
    entries = ["classic", f"Ann {me}", f"{t('yellow')} 2, {t('black')} 5 {t('blue')} 7"]
    assert _prompt(code, entries).session.lines == [
        "edition classic",
        "players Ann me",
        "rack Ann yellow 2, black 5 blue 7",
    ]


@pytest.mark.minutes
@pytest.mark.parametrize(
    ("code", "entries"),
    [
        (
            "nl",
            ["waarom geen 6", "waarom niet 447", "tip 2", "meld?", "wie", "rangschik", "stel Ann 16 eerste", "hulp"],
        ),
        ("fr", ["pourquoi aucun 6", "pourquoi pas 447", "indice 2", "annonce?", "qui", "classement", "aide 16"]),
        (
            "de",
            ["warum keine 6", "warum nicht 447", "Tipp 2", "Ansage?", "wer", "Rangliste", "angenommen Ann 16 erste"],
        ),
    ],
)
def test_commands_in_the_language(code: str, entries: list[str]) -> None:
    prompt = _prompt(code, GAMES[code][:4])
    before = prompt.session.lines
    for entry in entries:
        reply = prompt.handle(entry)
        assert not reply.failed, (entry, str(reply.body))
        assert reply.body is not None
    assert prompt.session.lines == before


@pytest.mark.parametrize(
    ("code", "entry", "quoted"),
    [
        ("nl", "meld Bob 257 juist x", "'Bob 257 juist x'"),
        ("nl", "ik geen 3", "`ik`"),
        ("fr", "annonce Bob 257 juste x", "'Bob 257 juste x'"),
        ("de", "Ansage Bob 257 richtig x", "'Bob 257 richtig x'"),
        ("de", "Tausch Bob rote", "'rote'"),
        ("en", "declare Bob 257 right x", "'Bob 257 right x'"),
    ],
)
def test_the_input_is_quoted_as_it_was_typed(code: str, entry: str, quoted: str) -> None:
    prompt = _prompt(code, GAMES[code][:4])
    assert quoted in str(prompt.handle(entry).body)


@each
def test_every_command_word_reaches_its_command(code: str) -> None:
    """Typed alone, it does what the English word does: the same reply, or the same complaint."""
    for word, meaning in language(code).words.items():
        if meaning in COMMANDS and meaning != "sheet":
            said = [shown_lines(_prompt(code, GAMES[code][:5]).handle(entry).body) for entry in (word, meaning)]
            assert said[0] == said[1], word


def test_the_table_of_the_page() -> None:
    page = (PACKAGE.parent / "docs" / "languages.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `.*", page, re.MULTILINE)
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    assert len(rows) == 8
    for line, *typed in rows:
        assert [language(code).read(entry) for code, entry in zip(OTHERS, typed, strict=True)] == [line] * 3
