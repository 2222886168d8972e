"""A simulated table as arrays: what never changes (`Board`) and a game in play (`State`).

For the compiled functions either is packed into one record, so that they are handed one address instead of some fifty
arrays, and know all sizes when they are compiled. The record has the same field names.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

PILE, GONE, DECK, ROUND, READER, GOAL, WINNER, CARDS, EVENTS, CUT_SHORT, SPOKEN, SHUFFLES = range(12)
"""The numbers in ``State.now``: tiles in the pile, racks out of play, cards in the deck, rounds of cards done, who draws
next, points that win, the winner (-1: none), cards drawn, events recorded, beliefs that were cut short,
cards drawn when somebody last declared, reshuffles in ``State.shuffles``."""
NOW = 12

(
    AT_ONCE,
    RESHUFFLE_AT,
    OTHERS_ANSWER,
    OWN_TURN,
    CYCLE,
    POINTS,
    ONE_MORE,
    RIGHT_FIRST,
    SPARE_TILES,
    SPARES_REFRESHED,
    SEEN_ALWAYS,
    MOST_QUIET,
    ROTATE,
    MOST_CARDS,
    DIFFERENT_CARDS,
) = range(RULES := 15)
"""The numbers in ``Board.rules``. The last is how many different cards there are."""

WORD, SHIFT, MASK, ANSWERS, BASE, FINAL = range(6)
"""The columns of ``Board.layout``: those of `kernels.positions`, and where a card's true answers begin."""

CERTAIN, THRESHOLD, SILENCE, SLOW, FORGETFUL, ADVISED, OUTSIDE, FEW, LOOK = range(9)
"""The kinds of strategy; OUTSIDE is asked outside, FEW declares when so many codes are left, LOOK looks one answer ahead."""

MOST, SECOND, TOTAL, SQUARES, CODES, RACKS = range(6)
"""The columns of ``State.best``: the weight of the likeliest code, of the next one, of all racks; the sum of the squared
weights of codes; how many codes and racks are left."""
BEST = 6

CODES_STALE, WEIGHTS_STALE, SHUFFLED, CHOICES_STALE, NEWS = 1, 2, 4, 8, 16
"""The bits of ``State.stale``: what has to be made again before it is used. ``best``; the weights; the weights, and no tile
has come into sight since the last reshuffle; ``scaled_choices``; whatever `kernels.likeliest` said last."""
BY_WEIGHTS = CODES_STALE | WEIGHTS_STALE | SHUFFLED
"""Those of them that `kernels.codes` goes by."""
MOST_SHUFFLES = 8
"""So many reshuffles are kept before everybody's ``scale`` is made again."""

DEALT, ANSWERED, DECLARED, FILLED, PART, RESHUFFLED = range(6)
"""The kinds of event: (kind, who, what, detail)."""

WON_BY, LENGTH, CUT, SEATS = range(4)
"""The columns of results: the winner (-1: nobody), cards drawn, beliefs cut short; then two a seat: right, wrong."""

CHOICES = 3
"""What a simulated player asks a net: what waiting, a wrong and a right declaration are worth."""
NOTES = 9
"""The columns of ``State.notes``, named in `kernels.policy`."""

PHASES = 16
"""Answers heard about a rack before, counted up to here."""

BY_CARDS = frozenset({"signatures", "stretches", "layout", "finals", "rows", "deck", "pruned"})
"""The fields whose length depends on the cards of an edition. A record has more room in them than is needed, so that
editions with other cards share compiled code: the compiler knows a record by the lengths of its fields."""
_LEAST_ROOM = 32


class Board(NamedTuple):
    """What never changes during games at one table. ``A`` racks: the full ones, no rack, short ones."""

    rules: Ints
    added: Words
    combined: Words
    keyed: Numbers
    signatures: Numbers
    stretches: Numbers
    layout: Words
    """(cards, 6); how many cards there are is among the rules, for a record has room for more."""
    finals: Bytes
    used: Numbers
    """(A, groups): which tiles of each group of kinds a rack uses, as a sum."""
    kind_used: Numbers
    """(kinds, groups): the same for a single tile."""
    supply: Numbers
    rows: Words
    groups: Words
    """(full racks, words): the racks that count as the same when declared."""
    kinds: Bytes
    """(A, 3): the tiles on each rack."""
    sizes: Bytes
    """(A,): how many they are."""
    triple: Numbers
    """The rack of three kinds in any order, ``(first * kinds + second) * kinds + third``."""
    short: Numbers
    """The rack of one kind, then of two, like ``triple``."""
    target: Ints
    """(full racks,): the number of each rack's group."""
    copies: Bytes
    """Every tile of the deck, kind by kind."""
    slots: NDArray[np.uint16]
    """(racks, 3): for each group of equal tiles on a rack ``kind * 4 + count``, else 0, which counts as one way."""
    repeats: Floats
    """(racks,): in how many orders equal tiles can lie."""
    held: Ints
    """(kinds,): the tiles of each kind in the deck."""
    drawn: Floats
    """(free + 1, 4): in how many ways 0 to 3 of so many equal tiles can be drawn, in any order."""
    shrunk: Floats
    """(free + 1, free + 1, 4): the same of the first number of tiles, as a share of the second."""
    named: Ints
    """(targets,): the first rack of each."""
    code_slots: NDArray[np.uint16]
    """(targets, 3): like ``slots``, of what a code says of the tiles: their numbers, or all of it."""
    spoken: Bytes
    """(kinds,): what a code says of each kind of tile, as a number."""
    strategy: Ints
    """(players,): the kind of strategy of each seat."""
    parameter: Floats
    """(players,): and its number."""
    weighing: Bytes
    """(players,): whether the seat weighs its racks, and may be wrong."""
    advice: Floats
    """With how many codes left I and the others declare in a rollout (`kernels.advice`)."""
    # What those who play by a learnt policy know (`kernels.policy`); a seat's parameter is the number of its net.
    inner: NDArray[np.float32]
    """(nets, features + 1, units): weights into the hidden units, the last row added as it is."""
    outer: NDArray[np.float32]
    """(nets, outputs, units + 1): weights of the outputs, the last column added as it is."""
    prior: Floats
    """(full racks,): the chance of each rack's code before anything is known."""
    learning: Floats
    """How a net explores and learns (`kernels.policy`)."""


class State(NamedTuple):
    """A game in play; the arrays are changed in place."""

    random: Words
    now: Ints
    rack: Numbers
    pile: Bytes
    gone: Numbers
    deck: Bytes
    scores: Ints
    left: Words
    scene: Words
    full: Words
    total: Numbers
    """(groups,): the tiles on racks and out of play, as keys."""
    unseen_total: Numbers
    """(players, groups): of those, the ones out of play that their old owner never saw."""
    heard: Ints
    """(players,): answers heard about the present rack, counted where pruning is."""
    answers_since_draw: Ints
    """(players,): answers that others have given since the present rack was drawn."""
    certain_since: Ints
    """(players,): the card after which a player was first certain; -1 if not yet."""
    spoke: Ints
    """(players,): the card after which a player last declared."""
    strategy: Ints
    """(players,): the kind of strategy of each seat in this game."""
    parameter: Floats
    weighing: Bytes
    claim: Ints
    """(players,): the rack that a player declares now; -1 for none."""
    mixed: Bytes
    """Its size tells the compiled code whether any seat does otherwise than declare when certain."""
    # What players weigh (`kernels.weights`).
    scale: Floats
    """(players, racks)"""
    scaled: Bytes
    """(players,): 0 while ``scale`` is one for all racks, whatever stands in it."""
    shuffles: Ints
    """(reshuffles, 2, kinds): the tiles in the pile before and after each."""
    applied: Ints
    """(players,): how many of those ``scale`` knows of."""
    scaled_choices: Floats
    """(players, kinds * 4): ``choices``, times what the reshuffles make of ``scale``."""
    by_class: Floats
    """(what a code may say of a tile, 4): scratch: like ``scaled_choices``."""
    weight: Floats
    """(players, racks)"""
    unseen: Ints
    """(racks out of play,): the player who put it there without seeing it; -1 if it was seen."""
    sums: Ints
    """(players,): how many ``S`` there are; 0 if no rack of theirs is out of play unseen."""
    sum_counts: NDArray[np.uint8]
    """(players, sums, kinds)"""
    sum_weight: Floats
    """(players, sums)"""
    rest: Floats
    """(players,): what the sums weighed that found no room; see `kernels.weights`."""
    room_counts: NDArray[np.uint8]
    room_weight: Floats
    room_place: Ints
    """A table that finds the same sum again, its size a power of two; -1 where nothing is."""
    free: Ints
    """(kinds,): scratch."""
    choices: Floats
    """(kinds * 4,): scratch: which so many of the free tiles of a kind can be drawn."""
    by_target: Floats
    """(targets,): scratch, zero between calls."""
    members: Ints
    """(racks,): scratch: the racks that are left to a player."""
    touched: Ints
    """(targets,): scratch: the targets that have weight."""
    best: Floats
    """(players, `BEST`): what each player's codes weigh, made when it is asked for; ``MOST`` is infinite until then."""
    stale: Bytes
    """(players,): what has to be made again, `CODES_STALE` and `WEIGHTS_STALE`."""
    part: Floats
    """(kinds * kinds,): the ways to have drawn the first one or two tiles of a rack that is filled in two goes, which
    happens only where a pile of two is not reshuffled first."""
    wrong: Ints
    """(players,): wrong declarations in this game."""
    # What watching players know of the others (`kernels.opponents`).
    others: Words
    """(watching players * players * racks, words)"""
    watcher: Ints
    """(players,): the number of each watching player among those who watch."""
    shown: Numbers
    """(groups,): scratch."""
    kept: Words
    """(players * players, words): what others knew when a watching player's rack went out of play."""
    sure: Words
    """(players * players, words): the racks of a watching player with which another player is certain."""
    silence_excluded: Words
    """(players, words): the racks that the others' silence speaks against."""
    assumed: Words
    """(players, words): scratch."""
    # What those know who take it that the others reason from silence (`kernels.second_order`).
    thinker: Ints
    """(players,): the number of each among those who reason so."""
    nested_sets: Words
    """(those who reason so * players * players * racks * racks, words)"""
    nested_kept: Words
    """(those who reason so * players * players * racks, words): what others knew when such a player's rack went out of play."""
    ruled_out: Words
    """(those who reason so * players * racks, words)"""
    ruled_out_kept: Words
    """(players * players, words)"""
    past: Words
    """(players * racks, words): scratch: what others could hold before a rack was filled."""
    blank: Words
    """(1, words): scratch."""
    rollout_random: Words
    """The randomness of rollouts (`kernels.advice`)."""
    # What players by a learnt policy look at (`kernels.policy`).
    features: NDArray[np.float32]
    units: NDArray[np.float32]
    values: Floats
    order: Ints
    """(players,): the rivals, most dangerous first."""
    # What a net that learns writes down (`kernels.policy`).
    lessons: NDArray[np.float32]
    """(lessons, features): what was looked at."""
    notes: Floats
    """(lessons, `NOTES`): what was chosen and what it came to."""
    taught: Ints
    """How many lessons there are, and how many there were when the game began."""
    # What is recorded.
    pruned: Floats
    """(cards, `PHASES`, 3): answers heard, the share of racks that they removed summed up, and its square."""
    events: NDArray[np.int32]
    """(events, 4), empty if games are not recorded."""
    sets: Words
    """(events, players, words): what each player could hold after each event."""


def pack(arrays: NamedTuple) -> NDArray[np.void]:
    """Copy arrays into one record, in an array of length one; an empty array becomes one of size one.

    Where the length depends on the cards it is rounded up by `room_for`, and the rest is zero.
    """
    values = arrays._asdict()
    dtype = np.dtype([(name, value.dtype, _shape(name, value)) for name, value in values.items()], align=True)
    record = np.zeros(1, dtype)
    for name, value in values.items():
        if value.size:
            record[0][name][: len(value)] = value
    return record


def _shape(name: str, value: NDArray[Any]) -> tuple[int, ...]:
    length, *rest = value.shape
    return tuple(max(1, size) for size in (room_for(length) if name in BY_CARDS else length, *rest))


def room_for(length: int) -> int:
    """The next power of two. What nobody writes to takes no memory.

    >>> room_for(23), room_for(10507)
    (32, 16384)
    """
    return max(_LEAST_ROOM, 1 << (length - 1).bit_length())
