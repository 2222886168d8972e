"""A simulated table as arrays: the constant part (`Board`) and a game in play (`State`).

For the compiled functions each is packed into one record with the same field names. So they get one address instead of
seventy arrays, and know all sizes when they are compiled.

A field that a table does not need is *off*: its length is `OFF`, and code that uses it is not compiled. The tables of
`Board` and `State` say when. Letters in shapes:

    P   players                           K   kinds of tiles
    J   racks on the table, P + spares    G   groups of kinds, for the supply of tiles
    R   full racks of the deck            A   all racks: R full ones, no rack, those of one and of two tiles
    W   words of a set of racks           F   words of a scene
    C   cards                             T   codes (targets of a declaration)
    S   sums listed for unseen racks      U   hidden units of a net
    N   features of a position            H   players who reason from silence
    D   those of them with `silence:2`    L   lessons that a net may write
    E   events of a recorded game         Q   different numbers (or kinds) that a code can name

Sets of racks, weights and chances are those of `kernels`. Tiles, racks, cards and players are numbers from 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.uint32]
Shorts = NDArray[np.uint16]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

OFF = 1
"""Length of a field that is off. (A record cannot hold an array of length 0.)"""

(
    PILE,  # tiles in the pile
    GONE,  # racks out of play
    DECK,  # cards in the deck
    ROUND,  # rounds of the deck that are complete
    READER,  # player who draws next
    GOAL,  # points that win
    WINNER,  # the winner, -1: none
    CARDS,  # cards drawn
    EVENTS,  # events recorded
    CUT_SHORT,  # times that sums of unseen racks were merged
    SPOKEN,  # cards drawn when somebody last declared
    SHUFFLES,  # reshuffles noted in ``State.shuffles``
) = range(NOW := 12)
"""Places in ``State.now``."""

(
    AT_ONCE,  # 1: reshuffle as soon as the pile is short, 0: before the next refill
    RESHUFFLE_AT,  # tiles in the pile at which it is reshuffled
    OTHERS_ANSWER,  # 1: all but the reader answer a card, 0: the reader does
    OWN_TURN,  # 1: only the reader of the last card may declare
    CYCLE,  # 1: a used-up deck comes in the same order again
    POINTS,  # points that win
    ONE_MORE,  # 1: all declarations between two cards count, even after one that wins
    RIGHT_FIRST,  # 1: declarations are settled from the reader's right, 0: from the reader
    SPARE_TILES,  # tiles on a spare rack
    SPARES_REFRESHED,  # spare racks replaced after a right declaration
    SEEN_ALWAYS,  # 1: the owner sees the tiles after a wrong declaration, too
    MOST_QUIET,  # cards without a declaration after which a game is abandoned
    ROTATE,  # 1: strategies move by one seat from game to game
    MOST_CARDS,  # cards after which a game is abandoned
    DIFFERENT_CARDS,  # number of cards in the edition
) = range(RULES := 15)
"""Places in ``Board.rules``."""

WORD, SHIFT, MASK, ANSWERS, BASE, FINAL = range(6)
"""Columns of ``Board.layout``: those of `kernels.positions`, and the start of the card's answers in ``Board.finals``."""

(
    CERTAIN,  # declares when certain
    THRESHOLD,  # declares at a chance; parameter: the chance
    SILENCE,  # reasons from silence; parameter: 1, or 2 for those who assume that of the others, too
    SLOW,  # declares some cards after becoming certain; parameter: the cards
    FORGETFUL,  # misses answers; parameter: the share missed
    ADVISED,  # plays by a net; parameter: its number
    OUTSIDE,  # acts from outside
    FEW,  # declares when few codes are left; parameter: how many
    LOOK,  # looks one answer ahead; parameter: the gain in chance worth waiting for
) = range(9)
"""Kinds of strategy, with their parameters."""

MOST, SECOND, TOTAL, SQUARES, CODES, RACKS = range(BEST := 6)
"""Columns of ``State.best``: weight of the likeliest code, of the next one, of all racks; sum of the squared weights of
codes; number of codes and of racks left."""

CODES_STALE, WEIGHTS_STALE, SHUFFLED, CHOICES_STALE, NEWS = 1, 2, 4, 8, 16
"""Bits of ``State.stale``, for results that must be computed again before use: ``best``; ``weight``; ``weight``, with no tile
seen since the last reshuffle; ``scaled_choices``; the result of `kernels.likeliest`."""
BY_WEIGHTS = CODES_STALE | WEIGHTS_STALE | SHUFFLED
"""The bits that `kernels.codes` reads."""
MOST_SHUFFLES = 8
"""Most reshuffles that are noted before they are applied to ``scale``."""
BEFORE, AFTER = range(2)
"""Second index of ``State.shuffles``: the pile before and after a reshuffle."""

DEALT, ANSWERED, DECLARED, FILLED, PART, RESHUFFLED = range(6)
"""Kinds of event."""
KIND, WHO, WHAT, DETAIL = range(4)
"""Columns of ``State.events``: kind of event; player or rack on the table; card or rack; answer code, or 1 if right."""

WON_BY, LENGTH, CUT, SEATS = range(4)
"""Columns of results: winner (-1: none), cards drawn, times that sums were merged; then right and wrong declarations of each
seat, two columns a seat."""

CHOICES = 3
"""Outputs of a net that a player uses: value of waiting, of a wrong and of a right declaration."""
NOTES = 9
"""Number of columns of ``State.notes``, named in `kernels.policy`."""
WRITTEN, AT_START = range(2)
"""Places in ``State.taught``: lessons written, and lessons written before this game."""

PHASES = 16
"""Length of ``State.pruned`` by answers heard before; the last entry counts all further ones."""
TIMES, SHARE, SHARE_SQUARED = range(3)
"""Columns of ``State.pruned``: answers heard, sum of the shares of racks that they removed, sum of the squared shares."""

BY_CARDS = frozenset({"signatures", "stretches", "layout", "finals", "rows", "deck", "pruned"})
"""Fields whose length depends on the cards of an edition. Records have spare room in them, so that editions with other
cards share compiled code: the compiler knows a record by the lengths of its fields."""
_LEAST_ROOM = 32


class Board(NamedTuple):
    """Constant part of a table.

    ============== ======== ============= =======================================================================
    field          dtype    shape         meaning
    ============== ======== ============= =======================================================================
    rules          int64    (RULES,)      values of the rules, `AT_ONCE` to `DIFFERENT_CARDS`
    added          uint64   (A, words)    see `kernels.positions.Lookup`, as for the next five
    combined       uint64   (A, words)
    keyed          uint32   (A, keys)
    signatures     uint32   (n,)
    stretches      uint32   (keys + 1,)
    layout         uint64   (C, 6)        `WORD` to `FINAL`; ``rules`` has C, since a record has room for more
    finals         uint8    (n,)          answer code for each field of each card, where the answerer sees all racks
    used           uint32   (A, G)        tiles of a group on a rack, as a key that is added
    kind_used      uint32   (K, G)        the same for a single tile
    supply         uint32   (G,)          first row of each group in ``rows``
    rows           uint64   (n, W)        sets of racks, by answers and by supplies
    groups         uint64   (R, W)        racks with the same code as a rack
    kinds          uint8    (A, 3)        tiles on each rack
    sizes          uint8    (A,)          number of tiles on each rack
    triple         uint32   (K * K * K,)  rack of three kinds in any order: ``(first * K + second) * K + third``
    short          uint32   (K + K * K,)  rack of one kind, then of two: ``K + first * K + second``
    target         int64    (R,)          number of each rack's code
    copies         uint8    (tiles,)      kind of every tile of the deck
    slots          uint16   (R, 3)        ``kind * 4 + count`` for each group of equal tiles on a rack, else 0
    repeats        float64  (R,)          number of orders of equal tiles
    held           int64    (K,)          tiles of each kind in the deck
    drawn          float64  (n, 4)        row f: ways to draw 0 to 3 of f equal tiles, in any order; n = most copies + 1
    shrunk         float64  (n, n, 4)     ``drawn`` of the first number of tiles divided by that of the second
    named          int64    (T,)          first rack of each code
    code_slots     uint16   (T, 3)        like ``slots``, for the numbers (or kinds) that a code names
    spoken         uint8    (K,)          number (or kind) that a code names for each kind, below Q
    strategy       int64    (P,)          kind of strategy of each seat, `CERTAIN` to `LOOK`
    parameter      float64  (P,)          its parameter
    weighing       uint8    (P,)          1 if the seat weighs its racks, and may be wrong
    advice         float64  (2,)          codes left at which a player declares in a rollout: own, others
    inner          float32  (nets, N+1, U) weights into the hidden units; last row: bias. (1, 1, 1): off, no net
    outer          float32  (nets, 5, U+1) weights of the outputs; last column: bias. (1, 1, 1): off, no net
    prior          float64  (R,)          chance of each rack's code before the deal
    learning       float64  (3,)          how a net explores and learns, see `kernels.policy`
    ============== ======== ============= =======================================================================
    """

    rules: Ints
    added: Words
    combined: Words
    keyed: Numbers
    signatures: Numbers
    stretches: Numbers
    layout: Words
    finals: Bytes
    used: Numbers
    kind_used: Numbers
    supply: Numbers
    rows: Words
    groups: Words
    kinds: Bytes
    sizes: Bytes
    triple: Numbers
    short: Numbers
    target: Ints
    copies: Bytes
    slots: Shorts
    repeats: Floats
    held: Ints
    drawn: Floats
    shrunk: Floats
    named: Ints
    code_slots: Shorts
    spoken: Bytes
    strategy: Ints
    parameter: Floats
    weighing: Bytes
    advice: Floats
    inner: Singles
    outer: Singles
    prior: Floats
    learning: Floats


class State(NamedTuple):
    """A game in play; the arrays are changed in place. "Off" names the tables that do not need the field.

    ================== ======== ================== ==============================================================
    field              dtype    shape              meaning
    ================== ======== ================== ==============================================================
    random             uint64   (1,)               counter of the random numbers
    now                int64    (NOW,)             `PILE` to `SHUFFLES`
    rack               uint32   (J,)               rack number on each rack of the table; R: none
    pile               uint8    (tiles,)           kinds of the tiles in the pile, the first ``now[PILE]``
    gone               uint32   (tiles,)           racks out of play, the first ``now[GONE]``
    deck               uint8    (C,)               cards; the first ``now[DECK]`` are still to come
    scores             int64    (P,)               points
    left               uint64   (P, W)             racks that each player may hold
    scene              uint64   (P * P, F)         see `kernels.games`
    full               uint64   (P, F)             see `kernels.games`
    total              uint32   (G,)               tiles on racks and out of play, as keys
    unseen_total       uint32   (P, G)             of those, the ones out of play that their old owner never saw
    heard              int64    (P,)               answers heard about the present rack; counted with ``pruned``
    answers_since_draw int64    (P,)               answers of others since the present rack was drawn
    certain_since      int64    (P,)               cards drawn when the player became certain; -1: not yet
    spoke              int64    (P,)               cards drawn when the player last declared; -1: never
    strategy           int64    (P,)               kind of strategy of each seat in this game
    parameter          float64  (P,)               its parameter
    weighing           uint8    (P,)               1 if the seat weighs its racks
    claim              int64    (P,)               rack that a player declares now; -1: none
    mixed              uint8    (2,)               a switch only. Off: everybody declares when certain
    scale              float64  (P, R)             see `kernels.weights`. Off: nobody weighs racks
    scaled             uint8    (P,)               0: ``scale`` counts as 1 and is not read
    shuffles           int64    (n, 2, K)          tiles in the pile before and after each reshuffle
    applied            int64    (P,)               number of reshuffles that ``scale`` includes
    scaled_choices     float64  (P, K * 4)         ``choices`` times the factors of the noted reshuffles
    by_class           float64  (Q, 4)             scratch: like ``scaled_choices``, by number that a code names
    weight             float64  (P, R)             weight of each rack. Off: like ``scale``
    unseen             int64    (tiles,)           owner who never saw the rack out of play; -1: it was seen
    sums               int64    (P,)               sums listed; 0 if no rack of theirs is out of play unseen
    sum_counts         uint8    (P, S, K)          tiles of each sum. Off: like ``scale``
    sum_weight         float64  (P, S)             weight of each sum. Off: like ``scale``
    rest               float64  (P,)               weight of the merged sums, see `kernels.weights`
    room_counts        uint8    (n + 1, K)         workspace of `kernels.unseen`. Off: like ``scale``
    room_weight        float64  (n + 1,)           the same
    room_place         int64    (2 * n,)           hash table of equal sums, a power of two long; -1: empty
    free               int64    (K,)               scratch: tiles of each kind out of sight
    choices            float64  (K * 4,)           scratch: ways to draw 0 to 3 free tiles of a kind
    by_target          float64  (T,)               scratch, zero between calls: weight of each code
    members            int64    (R,)               scratch: racks left to a player
    touched            int64    (T,)               scratch: codes with weight
    best               float64  (P, BEST)          `MOST` to `RACKS`; MOST is infinite until it is computed
    stale              uint8    (P,)               bits `CODES_STALE` to `NEWS`
    part               float64  (K * K,)           ways to draw the first tiles of a rack filled in two goes.
                                                   Off: a pile of two is reshuffled before a refill
    wrong              int64    (P,)               wrong declarations in this game
    others             uint64   (n, W)             see `kernels.opponents`; n = P * R * (H + D * P * R).
                                                   Off: nobody reasons from silence
    watcher            int64    (P,)               number of the player among those who reason from silence
    shown              uint32   (G,)               scratch: rows of supplies
    kept               uint64   (P * P, W)         sets of others when a watching player's rack went out of play
    sure               uint64   (P * P, W)         own racks with which another player would be certain
    silence_excluded   uint64   (P, W)             own racks that the others' silence excludes
    assumed            uint64   (P, W)             scratch
    thinker            int64    (P,)               number of the player among those with `silence:2`
    nested_sets        uint64   (D*P*P*R*R, W)     see `kernels.second_order`. Off: nobody plays `silence:2`
    nested_kept        uint64   (D*P*P*R, W)       those sets when such a player's rack went out of play. Off: the same
    ruled_out          uint64   (D*P*R, W)         see `kernels.second_order`. Off: the same
    ruled_out_kept     uint64   (P * P, W)         those sets when such a player's rack went out of play
    past               uint64   (P * R, W)         scratch: sets of others before a rack was filled. Off: the same
    blank              uint64   (1, W)             scratch
    rollout_random     uint64   (1,)               counter of the random numbers of rollouts
    features           float32  (N,)               inputs of a net. Off: nobody plays by a net
    units              float32  (U,)               scratch: hidden units
    values             float64  (CHOICES,)         outputs of a net, chances to win
    order              int64    (P,)               rivals, most dangerous first
    lessons            float32  (L, N)             inputs of each lesson. Off: no net learns
    notes              float64  (L, NOTES)         choice and result of each lesson. Off: no net learns
    taught             int64    (2,)               `WRITTEN`, `AT_START`
    pruned             float64  (C, PHASES, 3)     `TIMES` to `SHARE_SQUARED`. Off, by axis 1: not counted
    events             int32    (E, 4)             `KIND` to `DETAIL`. Off: games are not recorded
    sets               uint64   (E, P, W)          ``left`` after each event. Off: like ``events``
    ================== ======== ================== ==============================================================
    """

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
    unseen_total: Numbers
    heard: Ints
    answers_since_draw: Ints
    certain_since: Ints
    spoke: Ints
    strategy: Ints
    parameter: Floats
    weighing: Bytes
    claim: Ints
    mixed: Bytes
    scale: Floats
    scaled: Bytes
    shuffles: Ints
    applied: Ints
    scaled_choices: Floats
    by_class: Floats
    weight: Floats
    unseen: Ints
    sums: Ints
    sum_counts: Bytes
    sum_weight: Floats
    rest: Floats
    room_counts: Bytes
    room_weight: Floats
    room_place: Ints
    free: Ints
    choices: Floats
    by_target: Floats
    members: Ints
    touched: Ints
    best: Floats
    stale: Bytes
    part: Floats
    wrong: Ints
    others: Words
    watcher: Ints
    shown: Numbers
    kept: Words
    sure: Words
    silence_excluded: Words
    assumed: Words
    thinker: Ints
    nested_sets: Words
    nested_kept: Words
    ruled_out: Words
    ruled_out_kept: Words
    past: Words
    blank: Words
    rollout_random: Words
    features: Singles
    units: Singles
    values: Floats
    order: Ints
    lessons: Singles
    notes: Floats
    taught: Ints
    pruned: Floats
    events: NDArray[np.int32]
    sets: Words


def pack(arrays: NamedTuple) -> NDArray[np.void]:
    """Copy arrays into one record, in an array of length one. Empty arrays become fields that are off, see `OFF`.

    Lengths that depend on the cards are rounded up by `room_for`; the rest is zero.
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
    return tuple(max(OFF, size) for size in (room_for(length) if name in BY_CARDS else length, *rest))


def room_for(length: int) -> int:
    """Next power of two. Pages that are never written take no memory.

    >>> room_for(23), room_for(10507)
    (32, 16384)
    """
    return max(_LEAST_ROOM, 1 << (length - 1).bit_length())
