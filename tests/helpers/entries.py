"""A corpus of what players type at the prompt of a game, and what comes of it, in tests/golden/entries.json.gz.

    python tests/helpers/entries.py                 compare this checkout with the corpus; print every difference
    python tests/helpers/entries.py --store         store what this checkout makes of the same entries
    python tests/helpers/entries.py --make [FILE]   choose the entries again; FILE holds those that the tests of the prompt type
    python -m pytest -p entries tests/prompt        with ENTRIES=FILE in the environment: write that file

A state is a language, a seat and a log. In each, entries are typed at a new prompt as at a terminal, and the outcome of the
last one is kept: lines that are logged or changed, what is asked for next, a command, or a refusal.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from code777solver.errors import Code777Error
from code777solver.lang import LANGUAGES, Language, language
from code777solver.prompt.base import Reply
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.rules.tiles import COLOURS
from code777solver.session import Session
from code777solver.solver import Solver
from code777solver.table.events import KEYWORDS
from code777solver.table.table import ME, Table

TESTS = Path(__file__).resolve().parents[1]
CORPUS = TESTS / "golden" / "entries.json.gz"
COUNT = 20_000
RUN = ("fix", "insert", "move", "drop", "doubt", "undo", "redo")
"""Commands that are carried out; the others are only named."""


class State(NamedTuple):
    """A game at which something is typed."""

    lang: str
    seat: str | None
    log: tuple[str, ...]


class Triple(NamedTuple):
    """A state, the entries typed in it, and the outcome of the last one."""

    state: State
    typed: tuple[str, ...]
    outcome: str


class WatchedPrompt(GamePrompt):
    """A prompt that names most commands instead of carrying them out."""

    given: list[str]

    def carry_out(self, name: str, rest: str) -> Reply:
        self.given.append(f"> {name} {rest}".rstrip())
        return super().carry_out(name, rest) if name in RUN else Reply()


def outcomes(states: dict[State, list[tuple[str, ...]]]) -> Iterator[Triple]:
    """Outcomes of entries in each state."""
    for state, entries in states.items():
        solver = _solver(state)
        for typed in entries:
            yield Triple(state, typed, _outcome(solver, language(state.lang), typed))


def _solver(state: State) -> Solver:
    solver = Solver.from_log("", seat=state.seat, folder=None)
    for line in state.log:
        solver.tell(line)
    return solver


def _outcome(solver: Solver, t: Language, typed: tuple[str, ...]) -> str:
    prompt = WatchedPrompt(Session.around(solver), t)
    found: list[str] = []
    for entry in typed:
        before, prompt.given, found = prompt.session.lines, [], []
        try:
            for reply in prompt.handle_block(prompt.default(entry)):
                found += [f"! {reply.body.plain}"] if reply.failed and isinstance(reply.body, Text) else []
        except Code777Error as error:
            found.append(f"!! {error}")
    found = [*prompt.given, *_changes(before, prompt.session.lines), *found]
    found += [f"~ {prompt.prompt_text}"] if prompt.unfinished or prompt.proposal else []
    found += [f"? {prompt.draft}"] if prompt.draft else []
    return "\n".join(found)


def _changes(before: list[str], after: list[str]) -> list[str]:
    if after[: len(before)] == before:
        return [f"+ {line}" for line in after[len(before) :]]
    same = next((k for k, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), 0)
    return [f"* {same + 1}", *(f"* {line}" for line in after[same : same + 3])]


# The file.


def read_corpus() -> list[Triple]:
    """The stored triples."""
    data = json.loads(gzip.decompress(CORPUS.read_bytes()))
    states = [State(lang, seat, tuple(data["logs"][log][:length])) for lang, seat, log, length in data["states"]]
    return [Triple(states[state], tuple(typed), outcome) for state, typed, outcome in data["triples"]]


def write_corpus(triples: list[Triple]) -> None:
    """Store triples; logs that begin alike are stored once."""
    logs: list[tuple[str, ...]] = []
    for log in sorted({triple.state.log for triple in triples}, key=lambda log: (-len(log), log)):
        if not any(other[: len(log)] == log for other in logs):
            logs.append(log)
    states: dict[State, int] = {}
    rows = [(states.setdefault(one.state, len(states)), one.typed, one.outcome) for one in triples]
    placed = [
        (
            state.lang,
            state.seat,
            next(k for k, log in enumerate(logs) if log[: len(state.log)] == state.log),
            len(state.log),
        )
        for state in states
    ]
    text = json.dumps({"logs": logs, "states": placed, "triples": rows}, ensure_ascii=True, separators=(",", ":"))
    CORPUS.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def by_state(triples: list[Triple]) -> dict[State, list[tuple[str, ...]]]:
    """The entries of triples, state by state."""
    found: dict[State, list[tuple[str, ...]]] = {}
    for triple in triples:
        found.setdefault(triple.state, []).append(triple.typed)
    return found


def differences(triples: list[Triple]) -> Iterator[tuple[Triple, Triple]]:
    """Stored triples of which something else comes now, with that."""
    stored = {(triple.state, triple.typed): triple for triple in triples}
    for now in outcomes(by_state(triples)):
        if stored[now.state, now.typed].outcome != now.outcome:
            yield stored[now.state, now.typed], now


# Entries of the tests, by `pytest -p entries`.


def pytest_configure() -> None:
    """Write down every state and entry of the prompt of a game."""
    target, kept = os.environ.get("ENTRIES"), GamePrompt.handle
    if not target:
        return

    def handle(prompt: GamePrompt, text: str) -> Reply:
        if isinstance(prompt, GamePrompt):
            proposal = prompt.proposal.split()
            ahead = prompt._begun or " ".join(proposal[:2])
            row = (prompt.t.code, prompt.session.table.viewer, prompt.session.lines, ahead, text)
            with Path(target).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return kept(prompt, text)

    GamePrompt.handle = handle  # type: ignore[method-assign]


def _typed_in_tests(path: Path) -> Iterator[tuple[State, tuple[str, ...]]]:
    for line in sorted(set(path.read_text(encoding="utf-8").splitlines())):
        lang, seat, log, ahead, text = json.loads(line)
        if (
            len(text) < 300
            and sum(map(len, log)) < 3000
            and not any(".toml" in one or "/" in one for one in (*log, text))
        ):
            yield State(lang, seat, tuple(log)), ((ahead, text) if ahead else (text,))


# Entries of a generator.


NUMBER_WORDS = (
    *("zero", "none", "no", "one", "two", "three", "four", "seven", "geen", "een", "twee", "drie", "kein", "zwei"),
    *("drei", "aucun", "deux", "trois", "null", "nul"),
)
ANSWER_WORDS = ("first", "second", "same", "other", "others", "more", "right", "wrong", "yes", "n", "y", "true", "saw")
OPTIONS = ("advanced yes", "reshuffle_at 4", "card 12 black", "target tiles", "goal 2", "nonsense 3", "card12 black")


class Typist:
    """Types what players type, at a table."""

    def __init__(self, rng: random.Random, table: Table, t: Language, lines: int) -> None:
        self.rng, self.table, self.t, self.lines = rng, table, t, lines
        self.local = sorted(t.words) or sorted(language(rng.choice(LANGUAGES[1:])).words)

    def entry(self) -> str:
        rng = self.rng
        makers = (
            *(self.answer,) * 10,
            *(self.rack,) * 4,
            *(self.declaration,) * 4,
            *(self.command,) * 4,
            *(self.other,) * 3,
            *(self.spread,) * 3,
            *(self.several,) * 3,
            *(self.spoken,) * 3,
            *(self.bare,) * 4,
        )
        text = rng.choice(makers)()
        if rng.random() < 0.12:
            text = self.misspelt(text)
        if rng.random() < 0.04:
            text += rng.choice(("  # sure", " #", "# 16 <"))
        return text.upper() if rng.random() < 0.03 else text

    def misspelt(self, text: str) -> str:
        rng, letters = self.rng, list(text)
        place = rng.randrange(len(letters) + 1)
        if rng.random() < 0.5 and letters:
            del letters[place - 1]
        else:
            letters.insert(place, rng.choice("0123456789 <>=?#abkmnoxyBKY;,.-"))
        return "".join(letters)

    def name(self) -> str:
        names = self.table.rack_names or ("Ann", "Bob", "me")
        name = self.rng.choice((*names, *names, *names, "Zoe", "spare1", "spare2", self.t.word("me")))
        return self.rng.choice((name, name, name.lower(), name[:1], name[:2], name.lower()[:1]))

    def card(self) -> str:
        cards = sorted(self.table.edition.cards)
        return str(self.rng.choice((*cards, *cards, 0, 99, self.table.open_card or 1)))

    def said(self) -> str:
        rng = self.rng
        number = rng.choice(sorted(self.table.edition.cards))
        symbols = self.table.edition.card(number).meaning.symbols(max(1, len(self.table.rack_names) - 1))
        answer = rng.choice(
            (
                *"<>=<>=0123",
                *symbols,
                *symbols,
                "?",
                rng.choice(NUMBER_WORDS),
                rng.choice(ANSWER_WORDS),
                rng.choice(self.local),
            )
        )
        return answer + rng.choice(("", "", "", "", "", "?", " ?"))

    def fitting(self) -> tuple[str, str]:
        """A card that may come and an answer to it, in any spelling."""
        rng, table = self.rng, self.table
        number = table.open_card or rng.choice(table.cards_to_come)
        symbols = table.edition.card(number).meaning.symbols(max(1, len(table.rack_names) - 1))
        answer = rng.choice(symbols)
        words = {
            "0": ("none", "geen", "kein", "aucun"),
            "1": ("one", "een", "un"),
            "2": ("two", "zwei"),
            "3": ("drie",),
        }
        signs = {
            ">": ("first", self.t.word("first")),
            "<": ("second", self.t.word("second")),
            "=": ("same", self.t.word("same")),
        }
        answer = rng.choice((answer, answer, *{**words, **signs}.get(answer, ())))
        return str(number), answer + rng.choice(("",) * 9 + ("?", " ?"))

    def answer(self) -> str:
        card, said = (self.card(), self.said()) if self.rng.random() < 0.3 else self.fitting()
        name = self.name() if self.rng.random() < 0.5 else self.table.next_answerer or "Ann"
        forms = (
            "{n} {c} {a}",
            "{n} {c} {a}",
            "{c} {a}",
            "{c} {a}",
            "{c}",
            "{n} {c}",
            "{c}{a}",
            "{n}{c} {a}",
            "card {c} {a}",
        )
        return self.rng.choice((*forms, "{a}")).format(n=name, c=card, a=said)

    def bare(self) -> str:
        return self.rng.choice((self.said, self.said, self.card, self.name, self.tiles, self.code, self.word))()

    def word(self) -> str:
        return self.rng.choice(
            (*self.local, *KEYWORDS, *COMMANDS, *ANSWER_WORDS, *NUMBER_WORDS, "", "?", "exit", "q", "e", "bye")
        )

    def tiles(self, most: int = 4) -> str:
        rng, found = self.rng, []
        if rng.random() < 0.5:
            deck = self.table.edition.deck
            return " ".join(tile.name for tile in rng.sample(deck.expand(deck.copies), 3))
        for _ in range(rng.choice((1, 2, 3, 3, 3, 3, most))):
            tile = rng.choice(self.table.edition.deck.kinds)
            colour = COLOURS[tile.colour].name
            forms = (
                tile.name,
                tile.name,
                tile.name.lower(),
                f"{tile.number}{tile.colour.lower()}",
                f"{colour} {tile.number}",
            )
            found.append(rng.choice((*forms, f"{self.t.word(colour)} {tile.number}", str(tile.number), "?")))
        return rng.choice((" ", " ", " ", ", ", ",", "")).join(found)

    def code(self) -> str:
        numbers = self.table.edition.deck.numbers
        return "".join(str(self.rng.choice(numbers)) for _ in range(self.rng.choice((3, 3, 3, 3, 2, 4))))

    def keyword(self, word: str) -> str:
        local = self.t.word(word)
        return self.rng.choice((word, word, local, local[:3], word[:1], word[:3]))

    def rack(self) -> str:
        form = self.rng.choice(
            ("{k} {n} {t}", "{k} {n} {t}", "{n} {t}", "{t}", "{t}", "{k} {t}", "{k} {n}", "{k} {n} ?", "?")
        )
        return form.format(k=self.keyword("rack"), n=self.name(), t=self.tiles())

    def declaration(self) -> str:
        rng = self.rng
        said = rng.choice((self.code, self.code, self.tiles))()
        end = rng.choice(
            ("right", "wrong", "r", "no", "true", self.t.word("right"), self.t.word("wrong"), "", "", "maybe")
        )
        saw = rng.choice(("", "", "", f" {self.t.word('saw')} {self.tiles()}", f" saw {self.tiles()}"))
        form = rng.choice(
            (
                "{k} {n} {s} {e}{w}",
                "{k} {n} {s} {e}{w}",
                "{k} {s} {e}{w}",
                "{k} {n} {s}{w}",
                "{k}",
                "{k} {n}",
                "{s} {e}",
            )
        )
        return form.format(k=self.keyword("declare"), n=self.name(), s=said, e=end, w=saw).strip()

    def spread(self) -> str:
        card, said = self.fitting()
        symbols = self.table.edition.card(int(card)).meaning.symbols(max(1, len(self.table.rack_names) - 1))
        return " ".join(
            (card, said, *(self.rng.choice((*symbols, *symbols, self.said())) for _ in range(self.rng.randint(1, 3))))
        )

    def several(self) -> str:
        parts = [
            self.rng.choice((self.answer, self.answer, self.rack, self.other, self.command))()
            for _ in range(self.rng.randint(2, 3))
        ]
        return self.rng.choice(("; ", ", ", ";", ",")).join(parts)

    def spoken(self) -> str:
        word = self.rng.choice(("card", "kaart", "carte", "Karte", "Card"))
        forms = (
            "{w} {c}",
            "{w} {c} {a}",
            "{w} {c}?",
            "what does {w} {c} ask?",
            "wat vraagt {w} {c} ook weer",
            "{c}?",
            "{c}={c}",
        )
        return self.rng.choice((*forms, "{n} {w} {c} {a}", "quelle {w} {c} ?")).format(
            w=word, c=self.card(), a=self.said(), n=self.name()
        )

    def command(self) -> str:
        rng = self.rng
        name = rng.choice(tuple(COMMANDS))
        typed = self.keyword(name)
        number = str(rng.randint(0, self.lines + 2))
        after = rng.choice(
            (
                "",
                "",
                number,
                f"{number} {self.answer()}",
                f"{number} {self.said()}",
                self.answer(),
                self.tiles(),
                "no 6",
                "has B7",
            )
        )
        return f"{typed} {after}".strip()

    def other(self) -> str:
        rng = self.rng
        name = rng.choice(("swap", "penalty", "reshuffle", "note", "option", "edition", "players"))
        after = {
            "swap": f"{self.name()} {self.tiles(2)}",
            "penalty": self.name(),
            "reshuffle": "",
            "note": rng.choice(("hm, maybe; who", "16 <", "cross 6", "")),
            "option": rng.choice(OPTIONS),
            "edition": rng.choice(("classic", "stronghold", "Classic", "clasic", "code77")),
            "players": rng.choice(
                ("Ann me Bob", "Ann, me, Bob", "Ann Bob", "me", f"An {self.t.word('me')} Log", "Ann Ann me")
            ),
        }[name]
        return rng.choice((f"{self.keyword(name)} {after}", after)).strip()


def _states(rng: random.Random) -> list[State]:
    from game_prompts import PLACES, SEATS, STATES, position  # they play games of their own

    logs = [tuple(log) for log in PLACES.values()]
    for path in sorted((TESTS / "cases").glob("*.json")):
        log = json.loads(path.read_text(encoding="utf-8"))["log"]
        whole = [k for k, line in enumerate(log) if not line.startswith(("edition", "option", "players", "rack"))]
        logs += [tuple(log[: rng.choice(whole)]) for _ in range(6)]
        logs.append(tuple(log[: rng.randint(0, len(log))]))
    logs += [position(edition, state) for edition in SEATS for state in STATES]
    logs += [
        ("edition code77",),
        ("note hm",),
        ("edition unique49", "players Log Rank me Now"),
        ("players Log Rank me",),
    ]
    logs.append(
        ("edition stronghold", "players Geen Zes me", "rack Geen Y2 K5 B7", "rack Zes G6 G6 R5", "rack spare1 N4 P7 Y7")
    )
    logs.append(("players Cod Dec Ran me", "rack Cod Y2 K5 B7", "rack Dec G6 G6 R5", "rack Ran N4 P7 Y7", "Cod 16 <"))
    logs.append(
        ("edition stronghold", "players Ann Anna me", "rack Ann Y2 K5 B7", "rack Anna G6 G6 R5", "rack spare1 N4 P7 Y7")
    )
    return [State(lang, ME, log) for log in dict.fromkeys(logs) for lang in LANGUAGES]


def chosen(count: int, typed_in_tests: Path | None) -> dict[State, list[tuple[str, ...]]]:
    """States, and entries for them: those of the tests, and others by a seeded generator."""
    from garbage import garbage

    rng = random.Random(777)
    found: dict[State, dict[tuple[str, ...], None]] = {}
    if typed_in_tests:
        for state, typed in _typed_in_tests(typed_in_tests):
            with suppress(Code777Error):  # a test may hold lines that cannot be read
                if state not in found:
                    _solver(state)
                found.setdefault(state, {})[typed] = None
    states = [(state, _solver(state).table) for state in _states(rng)]
    total = sum(map(len, found.values()))
    while total < count:
        state, table = rng.choice(states)
        typist = Typist(rng, table, language(state.lang), len(state.log))
        text = next(garbage(rng, 1)) if rng.random() < 0.05 else typist.entry()
        if len(text) > 200:
            continue
        ahead = rng.choice((f"{typist.name()} {typist.card()}", typist.card(), typist.declaration()))
        typed = (ahead, text) if rng.random() < 0.12 else (text,)
        if typed not in found.setdefault(state, {}):
            found[state][typed] = None
            total += 1
    return {state: list(entries) for state, entries in found.items()}


def main(*arguments: str) -> None:
    if arguments[:1] == ("--make",):
        write_corpus(list(outcomes(chosen(COUNT, Path(arguments[1]) if arguments[1:] else None))))
    elif arguments == ("--store",):
        write_corpus(list(outcomes(by_state(read_corpus()))))
    else:
        for old, new in differences(read_corpus()):
            print(old.state.lang, old.state.seat, old.state.log[:2], "...", old.state.log[-3:], len(old.state.log))
            print(list(old.typed), f"  was  {old.outcome!r}", f"  now  {new.outcome!r}", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
