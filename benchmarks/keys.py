"""Number of keys that a game takes at the prompt: an answer, my own turn, a whole card, a declaration, a refill, in each edition.

``python benchmarks/keys.py [--games N] [--prompt] [--page]``

Seeded games of each edition, with playerless racks where it has them, are typed by a person who uses every shortcut. Each
key counts as one, Enter too, and capitals are not needed. Typed is at the real prompt in a pseudo-terminal (``--prompt``: at
the prompt without a terminal), and the log that it saves must tell the same events. ``--page`` puts the table in docs/prompt.md.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from checkout import ROOT
from reference import random_game

from code777solver.lang import language
from code777solver.prompt.game import GamePrompt
from code777solver.session import Session
from code777solver.table.events import Answer, Declare, Event, Fill, Reshuffle
from code777solver.table.notation import format_event, read_log

sys.path.insert(0, str(ROOT / "tests" / "helpers"))
from pseudo_terminal import terminal_prompt

SEATS = {"classic": 4, "code77": 3, "stronghold": 2, "unique49": 3}
"""Number of players; fewer than four leave playerless racks."""
COLUMNS = ("an answer", "my turn", "a card", "their declaration", "my declaration", "a refill", "a reshuffle")
PAGE = ROOT / "docs" / "prompt.md"
BEGIN, END = "<!-- keys -->\n", "<!-- end of keys -->"


class Typed(NamedTuple):
    """One thing that happened, and what was typed for it: entries, each ended by Enter."""

    what: str
    entries: tuple[str, ...]
    answers: int = 0
    """Number of answers in the entries, where everybody answers a card."""

    @property
    def keys(self) -> int:
        return sum(len(entry) + 1 for entry in self.entries)


def typist(lines: Sequence[str]) -> Iterator[Typed]:
    """Entries of a person who knows every shortcut."""
    log = read_log("\n".join(lines))
    steps = list(log.steps)
    place = 0
    while place < len(steps):
        event, table = steps[place].event, steps[place].before
        kinds = {
            tile: sum(kind.number == tile.number for kind in table.edition.deck.kinds)
            for tile in table.edition.deck.kinds
        }

        def tiles(rack: Sequence[object], kinds: dict[object, int] = kinds) -> str:  # type: ignore[assignment]
            return "".join(str(tile)[1:] if kinds[tile] == 1 else str(tile).lower() for tile in rack)

        def short(name: str, names: Sequence[str] = table.rack_names) -> str:
            rivals = [other for other in names if other != name]
            size = next(n for n in range(1, len(name) + 1) if not any(o.startswith(name[:n]) for o in rivals))
            return name[:size].lower()

        match event:
            case Answer(card=card) if table.edition.rules.answered_by == "others":
                answers = [step.event for step in steps[place:] if isinstance(step.event, Answer)]
                same = [one for one in answers[: len(table.players) - 1] if one.card == card]
                yield Typed("a card", tuple(_card(card, same)), len(same))
                place += len(same) - 1
            case Answer(player="me", card=card):
                yield Typed("my turn", (str(card), ""))
            case Answer(card=card, symbol=symbol):
                yield Typed("an answer", (_answer(card, symbol or "?"),))
            case Declare(player="me", numbers=numbers, right=right, tiles=named, saw=saw):
                code = tiles(named) if named else numbers
                yield Typed("my declaration", (f"d {code} {'r' if right else 'w'}", *([tiles(saw)] if saw else [])))
            case Declare(player=player, numbers=numbers, tiles=named):
                yield Typed("their declaration", (f"d {short(player)} {tiles(named) if named else numbers}",))
            case Fill(rack=name) if not table.started:
                yield Typed("the deal", (tiles(event.tiles or ()),))
            case Fill(rack="me"):
                yield Typed("a refill", ("",))
            case Fill(rack=name, tiles=drawn):
                which = f"{name[5:]} " if name in table.spares and len(table.spares) > 1 else ""
                yield Typed("a refill", (which + tiles(drawn or ()),))
            case Reshuffle():
                yield Typed("a reshuffle", ("",))
            case _:
                yield Typed("the deal", (format_event(event).split(" ", 1)[1],))
        place += 1


def _answer(card: int, *symbols: str) -> str:
    glued = all(symbol in "<>=" for symbol in symbols)
    return f"{card}{''.join(symbols)}" if glued else " ".join((str(card), *symbols))


def _card(card: int, answers: Sequence[Answer]) -> Iterator[str]:
    """A card that all but its drawer answer. Mine is left out where two others answer; else Enter says it."""
    others = [one.symbol or "?" for one in answers if one.player != "me"]
    mine = next((i for i, one in enumerate(answers) if one.player == "me"), None)
    if mine is None or len(others) > 1:
        yield _answer(card, *others)
    elif mine == 0:
        yield from (str(card), "", *others)
    else:
        yield from (_answer(card, *others), "")


def at_prompt(entries: Sequence[str]) -> list[str]:
    """The log of a game typed at the prompt without a terminal."""
    prompt = GamePrompt(Session(), language("en"))
    for entry in entries:
        replies = list(prompt.handle_block(prompt.default(entry)))
        assert not any(reply.failed for reply in replies), (entry, prompt.prompt_text, prompt.session.lines[-3:])
    return prompt.session.lines


def at_terminal(entries: Sequence[str]) -> list[str]:
    """The log of a game typed at the real prompt, as it is saved."""
    with tempfile.TemporaryDirectory() as folder, terminal_prompt(Path(folder)) as terminal:
        terminal.expect("▶")
        for entry in entries:
            terminal.enter(entry)
            terminal.expect("▶")
        terminal.enter("quit")
        terminal.wait()
        (path,) = Path(folder).glob("*.c777")
        return path.read_text(encoding="utf-8").splitlines()


def events(lines: Sequence[str]) -> list[Event]:
    return [step.event for step in read_log("\n".join(lines)).steps]


def measure(games: int, *, prompt: bool) -> dict[str, dict[str, float]]:
    """Keys on average, by edition and what happened."""
    found: dict[str, dict[str, float]] = {}
    for edition, players in SEATS.items():
        keys: dict[str, list[float]] = defaultdict(list)
        for seed in range(games):
            lines, _ = random_game(random.Random(seed), edition, players, 16, declare_prob=0.25, swap_prob=0.0)
            lines = _until_won(_clockwise(lines))
            typed = list(typist(lines))
            entries = [entry for one in typed for entry in one.entries]
            logged = at_prompt(entries) if prompt else at_terminal(entries)
            assert events(logged) == events(lines), (edition, seed, list(zip(logged, lines, strict=False)))
            for one in typed:
                keys[one.what].append(one.keys)
                if one.answers:
                    keys["an answer"].append(one.keys / one.answers)
        found[edition] = {what: sum(counts) / len(counts) for what, counts in keys.items()}
    return found


def _clockwise(lines: Sequence[str]) -> list[str]:
    """A game in which all who answer a card do so clockwise, beginning left of its drawer."""
    log = read_log("\n".join(lines))
    if log.table.edition.rules.answered_by == "drawer":
        return list(lines)
    players, found, drawer = log.table.players, list(lines), 0
    for number, step in enumerate(log.steps):
        if isinstance(step.event, Answer) and step.after.answered == (step.event.player,):
            count = len(players) - 1
            order = [players[(drawer + i) % len(players)] for i in range(1, len(players))]
            found[number : number + count] = sorted(
                found[number : number + count], key=lambda line: order.index(line.split()[0])
            )
            drawer = (drawer + 1) % len(players)
    return found


def _until_won(lines: Sequence[str]) -> list[str]:
    """A game up to its end: nobody types what comes after."""
    log = read_log("\n".join(lines))
    for number, step in enumerate(log.steps, 1):
        if step.after.winner is not None:
            return [*lines[: number - 1], lines[number - 1].partition(" saw ")[0]]
    return list(lines)


def table(found: dict[str, dict[str, float]]) -> str:
    """The figures as a table of the docs."""
    rows = ["| edition | players | " + " | ".join(COLUMNS) + " |", "|---|--:|" + "--:|" * len(COLUMNS)]
    for edition, keys in found.items():
        cells = (f"{keys[column]:.1f}" if column in keys else "" for column in COLUMNS)
        rows.append(f"| `{edition}` | {SEATS[edition]} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def main(arguments: Sequence[str]) -> None:
    games = int(arguments[arguments.index("--games") + 1]) if "--games" in arguments else 6
    text = table(measure(games, prompt="--prompt" in arguments))
    print(text, end="")
    if "--page" in arguments:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
