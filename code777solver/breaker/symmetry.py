"""Symmetries of guesses: ranks can be renamed, suits can be renamed, and in a square pack ranks and suits can be swapped.

Up to symmetry, a first guess is determined by two counts: its different ranks and its different suits. After a first guess,
the symmetries are the renamings that keep the guess as a set of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .packs import CODE_SIZE, Pack

__all__ = ["Symmetries", "first_guesses", "symmetries_of"]

FEW = 4
"""Up to this many ranks or suits that are not in a guess are permuted in all orders; if there are more, only pairs are swapped."""


class Symmetries(NamedTuple):
    """Renamings of codes, without the identity. Any subset is valid."""

    perms: NDArray[np.int16]
    """``perms[i, code]``: the code that renaming ``i`` makes of a code."""
    turns: NDArray[np.bool_]
    """True if a renaming swaps numbers and suits; it then swaps them in answers too."""


def first_guesses(pack: Pack) -> list[int]:
    """One guess of each kind: the lowest code for every pair of counts. Every other first guess is symmetric to one of them."""
    suits = len(pack.suits)
    shown = [_distinct(pack.codes // suits), _distinct(pack.codes % suits)]
    kinds = shown[0] * 4 + shown[1]
    if pack.is_square:
        kinds = np.minimum(kinds, shown[1] * 4 + shown[0])
    return sorted(int(first) for first in np.unique(kinds, return_index=True)[1])


def _distinct(values: NDArray[np.int64]) -> NDArray[np.int64]:
    changes: NDArray[np.int64] = (np.diff(np.sort(values, axis=1), axis=1) > 0).sum(axis=1)
    return changes + 1


def symmetries_of(pack: Pack, guess: int) -> Symmetries:
    """Renamings that keep a guess."""
    suits = len(pack.suits)
    cards = pack.codes[guess].tolist()
    ranks_shown = sorted({card // suits for card in cards})
    suits_shown = sorted({card % suits for card in cards})
    renamed: list[NDArray[np.int64]] = []
    turns: list[bool] = []
    for turned in (False, True) if pack.is_square else (False,):
        if turned and len(ranks_shown) != len(suits_shown):
            continue
        onto_ranks, onto_suits = (suits_shown, ranks_shown) if turned else (ranks_shown, suits_shown)
        for rank_order, suit_order in product(permutations(onto_ranks), permutations(onto_suits)):
            # images of the ranks and suits in the guess; the others follow below
            rank_to = dict(zip(ranks_shown, rank_order, strict=True))
            suit_to = dict(zip(suits_shown, suit_order, strict=True))
            images = {_card(rank_to[c // suits], suit_to[c % suits], suits, turned=turned) for c in cards}
            if images != set(cards):
                continue
            for ranks_rest, suits_rest in product(
                _rests(ranks_shown, onto_ranks, len(pack.ranks)), _rests(suits_shown, onto_suits, suits)
            ):
                ranks_all, suits_all = rank_to | ranks_rest, suit_to | suits_rest
                renamed.append(
                    np.array(
                        [
                            _card(ranks_all[c // suits], suits_all[c % suits], suits, turned=turned)
                            for c in range(pack.size)
                        ]
                    )
                )
                turns.append(turned)
    return _on_codes(pack, np.array(renamed), np.array(turns, np.bool_))


def _card(rank: int, suit: int, suits: int, *, turned: bool) -> int:
    return suit * suits + rank if turned else rank * suits + suit


def _rests(shown: list[int], onto: list[int], count: int) -> Iterator[dict[int, int]]:
    """Maps of the values that are not in the guess onto each other."""
    rest = [place for place in range(count) if place not in shown]
    free = [place for place in range(count) if place not in onto]
    if len(rest) <= FEW:
        for order in permutations(free):
            yield dict(zip(rest, order, strict=True))
        return
    yield dict(zip(rest, free, strict=True))
    for i, j in combinations(range(len(rest)), 2):
        swapped = list(free)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        yield dict(zip(rest, swapped, strict=True))


def _on_codes(pack: Pack, renamed: NDArray[np.int64], turns: NDArray[np.bool_]) -> Symmetries:
    """Renamings of codes from renamings of cards."""
    place = np.zeros((pack.size,) * CODE_SIZE, np.int16)
    codes = pack.codes
    place[codes[:, 0], codes[:, 1], codes[:, 2]] = np.arange(len(codes))
    perms = np.empty((len(renamed), len(codes)), np.int16)
    for out, cards in zip(perms, renamed, strict=True):
        images = np.sort(cards[codes], axis=1)
        out[:] = place[images[:, 0], images[:, 1], images[:, 2]]
    moving = (perms != np.arange(len(codes))).any(axis=1)
    return Symmetries(np.ascontiguousarray(perms[moving]), turns[moving])
