"""Checks plans without any code of the search: plain Python, no tables, every code played to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

__all__ = ["play_all"]

Cards = tuple[tuple[int, int], ...]
Counts = tuple[int, int, int]


def play_all(ranks: int, suits: int, guesses: Sequence[int]) -> dict[int, int]:
    """Play a plan against every code of a pack; returns the number of codes found by number of guesses.

    Raises `ValueError` if the list of guesses is not a complete plan, or does not find every code.

    >>> play_all(1, 4, [0, 1])
    {1: 1, 2: 1, 3: 1, 4: 1}
    """
    codes = list(combinations([(rank, suit) for rank in range(ranks) for suit in range(suits)], 3))
    turns: dict[tuple[Counts, ...], Cards] = {}
    rest = iter(guesses)
    _unfold(codes, (), turns, codes, rest)
    if next(rest, None) is not None:
        raise ValueError("guesses are left over")
    found: Counter[int] = Counter()
    for code in codes:
        heard: tuple[Counts, ...] = ()
        while (3, 3, 3) not in heard:
            if len(heard) > len(codes):
                raise ValueError(f"{code} is never found")
            heard = (*heard, _answer(turns[heard], code))
        found[len(heard)] += 1
    return dict(sorted(found.items()))


def _unfold(
    every: Sequence[Cards],
    heard: tuple[Counts, ...],
    turns: dict[tuple[Counts, ...], Cards],
    left: Sequence[Cards],
    rest: Iterator[int],
) -> None:
    """Collect the guess of the plan after each sequence of answers."""
    number = None if len(left) <= 2 else next(rest, None)
    if number is None and len(left) > 2:
        raise ValueError("the plan ends too early")
    guess = left[0] if number is None else every[number]
    turns[heard] = guess
    parts: dict[Counts, list[Cards]] = {}
    for code in left:
        parts.setdefault(_answer(guess, code), []).append(code)
    if len(left) > 1 and len(parts) == 1:
        raise ValueError(f"{guess} tells nothing")
    for said in sorted(parts):
        if said != (3, 3, 3):
            _unfold(every, (*heard, said), turns, parts[said], rest)


def _answer(guess: Cards, code: Cards) -> Counts:
    """Numbers, suits and cards that agree."""
    return (
        _shared([rank for rank, _ in guess], [rank for rank, _ in code]),
        _shared([suit for _, suit in guess], [suit for _, suit in code]),
        len(set(guess) & set(code)),
    )


def _shared(some: list[int], others: list[int]) -> int:
    return sum(min(some.count(thing), others.count(thing)) for thing in set(some))
