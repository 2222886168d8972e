"""Write docs/cards.md: the 23 cards, and how strong each is.

``python docs/card_pages.py`` makes the page from the figures in docs/cards.json; ``--measure`` measures them again
first, by `code777 bench cards` and by asking about random deals. The same seed gives the same figures on any machine.
A test fails if the page or the figures are out of date.
"""

from __future__ import annotations

import json
import random
import sys
from html import escape
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, assert_never

from click.testing import CliRunner

from code777solver import Solver, load_edition
from code777solver.cli import main as cli
from code777solver.rules.cards import Compare, CountRacks, CountTiles, CountValues, Meaning
from code777solver.rules.functions import Functions

DOCS = Path(__file__).parent
PAGE, FIGURES = DOCS / "cards.md", DOCS / "cards.json"
SEED, GAMES, DEALS = 777, 100_000, 1_000
COMMAND = f"bench cards --games {GAMES} --seed {SEED} --json"
PLAYERS = (2, 3, 4, 5)
USUAL = 4
"""The number of players that the cards are ranked for."""
PHASES = ("early", "middle", "late")

HEAD = """\
# The 23 cards

A player answers a card from the racks that they see: all except their own, including playerless racks. An answer says
only what the card asks. The texts are our own words. They mean the same as in your copy of the game, apart from the
[other readings](#other-readings) below. [Add a card](howto/card.md) explains how to write your own cards.

## What they ask

The answer to cards 1 to 7 is a number of racks; to cards 8 to 11, a number of colours, numbers or tiles; to cards 12 to
23, "more of the first" (`>`), "more of the second" (`<`) or "the same" (`=`), which includes none of either.

The examples are what Ann says after this deal while I hold {mine}, and how many of the {codes} codes that may be mine then
remain:

```c777
{deal}
```

| card | text | answers | example | codes left |
|---|---|---|---|---:|
"""
DEAL = "players Ann Bob me\nrack Ann Y2 K5 B7\nrack Bob G6 G6 R5"
MINE = "B7 N4 R5"
"""The deal and my rack in the examples of the first table."""
READINGS = """
### Other readings

Three cards differ between printings. Check your copy, and choose the other wording in the log if you need it:

| option line | text |
|---|---|
"""
SAME_WITH_28 = """
With the 28 tiles, both readings of cards 12 and 14 mean the same, because all 3s are black and all 2s are yellow. With
the 49 tiles they differ.
"""
STRENGTH = """
## How strong they are

The table shows the mean share of a listener's racks that an answer removes, over {games:,} simulated games of `classic`
for each number of players. Everybody declares when certain. The cards that remove most with {usual} players come first.
The next three columns split the figure for {usual} players by how many answers about the rack the listener had heard
before: up to 2, 3 to 7, or 8 and more. The last column is about a fresh rack: how many [bits](reasons.md#information)
about the numbers one opponent's answer brings, on average over {deals:,} random deals for {usual}.

| card | {players} | 0-2 | 3-7 | 8+ | bits |
|---|{rules}---:|---:|---:|---:|
"""
TAIL = """
The standard errors are at most {removed:.2f} points for the shares and {bits:.3f} for the bits. Cards that differ by
less than twice that may be equally strong.

![what each card removes, by the number of players, and by phase](pictures/cards.svg)

What the figures show:

- **How many colours and numbers are in sight** (8 and 10) removes most at a table of three or four. With two players
  only one rack is in sight; with five, most colours and numbers are in sight anyway. In both cases these cards tell
  less.
- **Card 9** is the opposite: with two players hardly any colour is in sight three times; with five it is the best card.
- **Comparing two colours** (17 to 23) is good at every table. Black against brown or red (21 and 22) is best.
- **Card 7** is the weakest at every table except with two players: its answer is mostly the expected one.
- **Racks are not numbers.** Cards 1, 2 and 5 remove few racks, but they ask about numbers, and numbers score. On a
  fresh rack they bring more bits than most comparisons of colours.

`code777 {command}` prints the shares.
`python docs/card_pages.py --measure` measures the bits too, and writes this page. For other editions, use
[`code777 bench cards --edition NAME`](commands/bench.md).
"""


def measure() -> dict[str, Any]:
    """All figures, measured again."""
    done = CliRunner().invoke(cli.main, COMMAND.split())
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)["pruning"]
    arrays = {
        str(part["players"]): {
            phase: {str(row["card"]): [round(row["mean"], 6), round(row["error"], 6)] for row in part[phase]}
            for phase in (("all", *PHASES) if part["players"] == USUAL else ("all",))
        }
        for part in found
    }
    return {"removed": arrays, "bits": measure_bits()}


def measure_bits() -> dict[str, list[float]]:
    """Mean and standard error of the bits that each card brings on a fresh rack, by card."""
    deck, source = load_edition("classic").deck, random.Random(SEED)
    tiles = [name for name, copies in zip(deck.names, deck.copies, strict=True) for _ in range(copies)]
    others = ["Ann", "Bob", "Cid"]
    bits: dict[str, list[float]] = {}
    for _ in range(DEALS):
        drawn = source.sample(tiles, 3 * len(others))
        solver = Solver("classic", [*others, "me"])
        for place, player in enumerate(others):
            solver.rack(player, " ".join(drawn[3 * place : 3 * place + 3]))
        for question in solver.questions:
            if question.player == others[0]:
                bits.setdefault(str(question.card), []).append(question.bits)
    return {card: [round(fmean(told), 6), round(stdev(told) / sqrt(DEALS), 6)] for card, told in bits.items()}


def examples() -> tuple[int, dict[int, tuple[str, int]]]:
    """Number of codes that the deal of the examples leaves, and for each card Ann's answer and the number of codes after it."""
    seen = Solver.from_log(f"{DEAL}\nrack me {MINE}", seat="Ann")
    lines = {own.card: f"Ann {own.card} {own.answer}" for own in seen.choose(list(seen.edition.cards))}
    left = {card: len(Solver.from_log(f"{DEAL}\n{line}").codes) for card, line in lines.items()}
    return len(Solver.from_log(DEAL).codes), {card: (lines[card], left[card]) for card in lines}


def _answers(meaning: Meaning) -> str:
    match meaning:
        case CountRacks():
            return "racks"
        case CountTiles():
            return "0 to 3"
        case Compare():
            return "`>` `<` `=`"
        case CountValues():
            return "0 to 7"
        case Functions():
            return " ".join(meaning.words)
        case _:
            assert_never(meaning)


def page(figures: dict[str, Any]) -> str:
    """The page that these figures make."""
    edition = load_edition("classic")
    removed, bits = figures["removed"], figures["bits"]
    usual = removed[str(USUAL)]
    codes, shown = examples()
    parts = [HEAD.format(mine=MINE, codes=codes, deal=DEAL)]
    for number, card in edition.cards.items():
        line, left = shown[number]
        example = f'<code class="try">{escape(line)}</code>'  # in the site it can be tried: docs/try_it.py
        parts.append(f"| {number} | {card.text} | {_answers(card.meaning)} | {example} | {left} |\n")
    parts.append(READINGS)
    for number, cards in edition.printed.items():
        others = [(name, card) for name, card in cards.items() if name != "default"]
        parts += [f"| `option card{number} {name}` | {card.text} |\n" for name, card in others]
    parts.append(SAME_WITH_28)
    heads = " | ".join(f"{players} players" for players in PLAYERS)
    rules = "---:|" * len(PLAYERS)
    parts.append(STRENGTH.format(games=GAMES, deals=DEALS, usual=USUAL, players=heads, rules=rules))
    for card in sorted(usual["all"], key=lambda card: -usual["all"][card][0]):
        shares = [removed[str(players)]["all"][card][0] for players in PLAYERS]
        cells = [f"{100 * share:.1f}%" for share in shares]
        cells += [f"{100 * usual[phase][card][0]:.0f}%" for phase in PHASES]
        parts.append(f"| {card} | {' | '.join(cells)} | {bits[card][0]:.2f} |\n")
    errors = [figure[1] for table in removed.values() for phase in table.values() for figure in phase.values()]
    worst = max(error for _, error in bits.values())
    parts.append(TAIL.format(removed=100 * max(errors), bits=worst, command=COMMAND))
    return "".join(parts)


def main() -> None:
    if "--measure" in sys.argv:
        FIGURES.write_text(json.dumps(measure(), indent=1) + "\n", encoding="utf-8")
        print(f"{FIGURES.name} written")
    PAGE.write_text(page(json.loads(FIGURES.read_text(encoding="utf-8"))), encoding="utf-8")
    print(f"{PAGE.name} written")


if __name__ == "__main__":
    main()
