"""Entries of a cat, a confused player, a pasted file or a broken terminal at the prompt."""

from __future__ import annotations

import random
from collections.abc import Iterator

from logs import GAME

from code777solver.prompt.game import COMMANDS
from code777solver.table.events import KEYWORDS

WORDS = (*COMMANDS, *KEYWORDS, "Ann", "Bob", "me", "Cid", "Zoe", "spare1", "right", "wrong", "saw", "no", "has", "not")
TILES = ("Y2", "K5", "B7", "G6", "R5", "N4", "P7", "Y7", "K3", "P6", "G1", "?", "blue 7", "7", "9", "x", "■7")
GOOD = (
    *GAME,
    "Bob 12 =",
    "16 <",
    "10",
    "",
    "me 22 =",
    "declare Bob 566 right",
    "rack Bob K3 N4 R5",
    "declare me 146 wrong saw G1 N4 P6",
    "rack me ?",
    "swap Bob G6 Y7",
    "penalty Bob",
    "reshuffle",
    "note hm",
    "# hm",
    "why no 6",
    "why has B7",
    "hint 1",
    "whatif 12 =",
    "fix 6 16 >",
    "drop 9",
    "doubt 7",
    "undo",
    "redo",
    "log",
    "help 16",
    "rank",
    "as Bob",
    "as me",
)


def garbage(rng: random.Random, count: int) -> Iterator[str]:
    """Entries as a cat, a confused player, a pasted file or a broken terminal would make them."""
    makers = (_mutated, _mutated, _good, _words, _words, _unicode, _control, _long, _digits)
    weights = (30, 20, 12, 16, 8, 6, 6, 1, 1)
    for maker in rng.choices(makers, weights, k=count):
        yield maker(rng)


def _good(rng: random.Random) -> str:
    return rng.choice(GOOD)


def _mutated(rng: random.Random) -> str:
    """A good line with some letters left out, doubled, exchanged or replaced."""
    letters = list(rng.choice(GOOD))
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(letters) + 1)
        deed = rng.randrange(4)
        if deed == 0 and letters:
            del letters[place - 1]
        elif deed == 1:
            letters.insert(place, rng.choice("0123456789 <>=?#abkmnoxyBKY;,.-"))
        elif deed == 2 and place < len(letters):
            letters[place] = rng.choice("0123456789 <>=?#abkmnoxyBKY;,.-")
        elif deed == 3 and len(letters) > 1:
            place %= len(letters) - 1
            letters[place : place + 2] = reversed(letters[place : place + 2])
    return "".join(letters)


def _words(rng: random.Random) -> str:
    pool = (*WORDS, *TILES, *map(str, range(-1, 26)), "<", ">", "=")
    return " ".join(rng.choices(pool, k=rng.randint(0, 7)))


def _unicode(rng: random.Random) -> str:
    """Any letters of any script, also digits that are none of ours, and halves of characters."""
    some = [
        chr(rng.choice((rng.randrange(0x20, 0x3000), rng.randrange(0xD800, 0x11000))))
        for _ in range(rng.randint(1, 20))
    ]
    return rng.choice(("", "note ", "Ann ", "16 ", "help ", "rack Bob ", "fix 6 ", "as ")) + "".join(
        rng.choice((letter, rng.choice("²٣Ⅷ１½𝟙ß\u0130\ud800"))) for letter in some
    )


def _control(rng: random.Random) -> str:
    some = [chr(rng.choice((*range(32), 127, 0x85, 0x2028, 0xFEFF))) for _ in range(rng.randint(1, 6))]
    return "".join(rng.sample([*some, *rng.choice(GOOD).split(), " "], k=len(some) + 1))


def _long(rng: random.Random) -> str:
    return (rng.choice(GOOD) + rng.choice((" ", ""))) * rng.randint(50, 300)


def _digits(rng: random.Random) -> str:
    """Numbers of thousands of digits, which Python itself refuses to read."""
    head = rng.choice(("", "Ann ", "me ", "help ", "hint ", "fix ", "drop ", "rack Bob ", "declare Ann ", "why has "))
    return f"{head}{str(rng.randint(1, 9)) * rng.choice((20, 400, 5000))} {rng.choice(('', '<', 'note', 'right'))}"
