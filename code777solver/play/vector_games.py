"""Many games side by side for learning agents: arrays in, arrays out.

Some players of every table are learners, whose actions come from outside; the others play by named, compiled strategies. All
games advance together: `VectorGames.step` takes one action for each learner of each game, plays up to the next decision, and
begins the next game where one has ended.

>>> games = VectorGames("classic", [LEARNER, "certain", "certain", "certain"], games=64, seed=1)
>>> sight = games.reset()
>>> turn = games.step(np.where(sight.chance >= 0.9, sight.likeliest, 0))
>>> turn.sight.features.shape, turn.rewards.shape, turn.done.shape
((64, 1, 48), (64, 1), (64,))

The games are those of `Simulation`: the same seed, number and actions give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..core.arrays import FloatArray, IntArray, arrays_for
from ..core.batch import in_parts
from ..core.sampling import checked_seed
from ..errors import RuleError, StrategyError
from ..kernels import board as kinds
from ..kernels import many_games as kernels
from ..kernels.board import pack
from ..rules.editions import Edition, load_edition
from .features import A_RIVAL, OWN
from .results import Results, count
from .simulated_table import Seating, SimulatedTable
from .strategies import Strategy, read_strategy

LEARNER = Strategy("learner", kinds.OUTSIDE)
"""A seat whose actions come from outside."""
MOST_NUMBERS = 1 << 62
"""Default limit of game numbers, which is never reached."""


class Sight(NamedTuple):
    """Observations of the learners. With ``A`` learners at a table, every array begins with (games, A)."""

    seat: IntArray
    """Seat of the learner; with ``rotate`` it changes from game to game."""
    active: NDArray[np.bool_]
    """True if the learner has to act. Actions of other learners are ignored."""
    features: NDArray[np.float32]
    """(games, A, features): features of the position, listed in `code777solver.play.features`."""
    tiles: NDArray[np.uint8]
    """(games, A, other racks, kinds): number of tiles of each kind on the other racks, clockwise, then on the spare racks."""
    chance: FloatArray
    """The exact chance of the likeliest code; 1 if it is certain."""
    likeliest: IntArray
    """The action that declares it."""
    chances: NDArray[np.float32]
    """(games, A, codes): the exact chance of each code. Empty unless actions name codes."""
    mask: NDArray[np.int8]
    """(games, A, actions): 1 if allowed, else 0. Waiting and declaring a possible code are allowed. Empty unless actions name codes."""


class Turn(NamedTuple):
    """Results of the actions, and the next observations. Where a game ended, these are the first ones of the next game."""

    sight: Sight
    rewards: FloatArray
    """(games, A): 0 until the game ends; then 1 for the winner, and equal parts of -1 for the others."""
    done: NDArray[np.bool_]
    """(games,): True if the game has ended."""
    number: IntArray
    """(games,): the number of the game that has ended; -1 where none has."""
    rows: NDArray[np.int32]
    """(games, 3 + 2 * players): winner (-1: given up), cards, beliefs cut short; right, then wrong declarations by seat."""


Agent = Callable[[Sight], ArrayLike]
"""A function that gets a `Sight` and returns the actions, (games, A)."""


class VectorGames:
    """Many games at once, with the actions of the learners from outside."""

    def __init__(
        self,
        edition: str | Edition = "classic",
        strategies: Sequence[str | Strategy] = (LEARNER, "certain", "certain", "certain"),
        *,
        games: int = 256,
        seed: int = 0,
        codes: bool = False,
        rotate: bool = True,
        threads: int = 1,
        most_sums: int | None = None,
    ) -> None:
        """A learner is `LEARNER`, or the word ``learner``. With ``rotate`` everybody moves one seat on with each game.

        An action is 0 to wait or 1 to declare the likeliest code. With ``codes`` it is 1 + the number of the code to declare
        (`code_names`), and the `Sight` has all chances and a mask. ``most_sums`` limits what players remember of racks that
        they never saw, in editions that do not show a wrongly declared rack. By default it is as exact as `Simulation` and
        takes about 1.5 MB for each game.
        """
        self.edition = load_edition(edition) if isinstance(edition, str) else edition
        self.strategies = tuple(LEARNER if one == "learner" else read_strategy(one) for one in strategies)
        if any(one.choose is not None for one in self.strategies):
            raise StrategyError("strategies of your own cannot play here: name them `learner`, and give their actions")
        self.asked = tuple(i for i, one in enumerate(self.strategies) if one.kind == kinds.OUTSIDE)
        if not self.asked:
            raise StrategyError("nobody learns: name one of the strategies `learner`")
        if games < 1:
            raise RuleError(f"{games} games side by side: at least 1 is needed")
        self.games, self.seed, self.codes, self.rotate, self.threads = games, checked_seed(seed), codes, rotate, threads
        self.table = _table(self.edition, self.strategies, rotate)
        self.players = self.table.players
        if most_sums is None and self.edition.rules.own_tiles_seen == "always":
            most_sums = 1
        self._states = np.repeat(self.table.state(most_sums=most_sums), games)
        target = self.table.board.target
        self._racks = np.unique(target, return_index=True)[1].astype(np.int64)
        space = arrays_for(self.edition).racks
        target_rule = self.edition.rules.target
        self.code_names = tuple(space.target_name(target_rule, code) for code in range(int(target.max()) + 1))
        """Names of the codes; action 1 declares the first."""
        self.actions = 1 + (len(self.code_names) if codes else 1)
        """Number of actions."""
        self._slots = self._new_slots(0)
        self._stride, self._limit = games, MOST_NUMBERS
        self._sight: Sight | None = None
        self._best: IntArray = np.zeros((games, len(self.asked)), np.int64)

    def _new_slots(self, first: int) -> kernels.Slots:
        return kernels.Slots(
            number=first + np.arange(self.games),
            point=np.full(self.games, kernels.NEW, np.uint8),
            asked=np.array(self.asked, np.int64),
            racks=self._racks,
        )

    @property
    def feature_count(self) -> int:
        return int(self.table.board.inner.shape[1]) - 1

    def state_of(self, game: int) -> Any:
        """Record of a game in play, with all racks: for display, not for agents."""
        return self._states[game]

    def reset(self, seed: int | None = None, *, first: int = 0, limit: int | None = None) -> Sight:
        """Deal games ``first``, ``first`` + 1, ...; returns the observations at the first decision.

        A game that has ended is followed by the next one of its place, ``games`` numbers on, while that is below ``limit``.
        """
        self.seed = checked_seed(self.seed if seed is None else seed)
        self._slots = self._new_slots(first)
        self._limit = MOST_NUMBERS if limit is None else limit
        self._slots.point[self._slots.number >= self._limit] = kernels.OVER
        nothing = np.zeros((self.games, len(self.asked)), np.int64)
        return self._advance(nothing, defer_ends=True).sight

    def step(self, actions: ArrayLike) -> Turn:
        """Do the actions of the learners, (games, A), and play up to the next decision of any learner."""
        if self._sight is None:
            raise RuleError("the games have not been dealt: call reset first")
        return self._advance(self._checked(actions, self._sight))

    def _checked(self, actions: ArrayLike, sight: Sight) -> IntArray:
        given, shape = np.asarray(actions), (self.games, len(self.asked))
        if given.shape != shape or given.dtype.kind not in "iub":
            raise RuleError(f"actions {given.shape} of {given.dtype}: whole numbers of shape {shape} are needed")
        wanted: IntArray = np.where(sight.active, given, 0).astype(np.int64)
        bad = (wanted < 0) | (wanted >= self.actions)
        if self.codes and not bad.any():
            bad = np.take_along_axis(sight.mask, wanted[..., None], axis=2)[..., 0] == 0
        for game, learner in np.argwhere(bad)[:1].tolist():
            raise RuleError(
                f"game {game}, learner {learner}: action {given[game, learner]} is not allowed "
                f"(0 waits, 1 to {self.actions - 1} declare{'; see the mask' if self.codes else ''})"
            )
        return wanted

    def _advance(self, actions: IntArray, *, defer_ends: bool = False) -> Turn:
        """Play up to the next decision. With ``defer_ends``, the end of a game that ends before any decision is reported by the next step."""
        games, asked, board = self.games, len(self.asked), self.table.board
        shown, codes = (games, asked), self.codes
        sights = kernels.Sights(
            seat=np.zeros(shown, np.int64),
            active=np.zeros(shown, np.uint8),
            features=np.zeros((*shown, self.feature_count), np.float32),
            tiles=np.zeros((*shown, self.table.racks - 1, len(self.edition.deck.kinds)), np.uint8),
            best=np.zeros(shown, np.int64),
            chance=np.zeros(shown),
            chances=np.zeros((*shown, len(self.code_names)) if codes else (games, 1, 1), np.float32),
            mask=np.zeros((*shown, self.actions) if codes else (games, 1, 1), np.int8),
        )
        ends = kernels.Ends(
            done=np.full(games, defer_ends, np.uint8),
            number=np.full(games, -1, np.int64),
            rows=np.zeros((games, kinds.SEATS + 2 * self.players), np.int32),
        )
        in_parts(games, min(self.threads, games), lambda part: self._run(actions, sights, ends, part))
        self._best = sights.best
        self._sight = Sight(
            seat=sights.seat,
            active=sights.active.astype(bool),
            features=sights.features,
            tiles=sights.tiles,
            chance=sights.chance,
            likeliest=1 + board.target[sights.best] if codes else np.ones(shown, np.int64),
            chances=sights.chances if codes else np.zeros((*shown, 0), np.float32),
            mask=sights.mask if codes else np.zeros((*shown, 0), np.int8),
        )
        return Turn(self._sight, self._rewards(ends), ends.done.astype(bool), ends.number, ends.rows)

    def _run(self, actions: IntArray, sights: kernels.Sights, ends: kernels.Ends, part: slice) -> None:
        slots = self._slots
        kernels.advance(
            self.table.packed,
            self._states[part],
            np.uint64(self.seed),
            slots._replace(number=slots.number[part], point=slots.point[part]),
            actions[part],
            self._best[part],
            self._stride,
            self._limit,
            self.codes,
            kernels.Sights._make(array[part] for array in sights),
            kernels.Ends._make(array[part] for array in ends),
        )

    def _rewards(self, ends: kernels.Ends) -> FloatArray:
        """Rewards of the learners for games that have ended, (games, A)."""
        turn = ends.number[:, None] if self.rotate else 0
        seats = (np.array(self.asked) - turn) % self.players
        winner = ends.rows[:, kinds.WON_BY, None]
        won = np.where(seats == winner, 1.0, -1.0 / (self.players - 1))
        return np.asarray(np.where((ends.done[:, None] == 1) & (winner >= 0), won, 0.0))

    def play(self, agent: Agent, games: int, *, seed: int | None = None) -> Results:
        """Play games 0 to ``games`` - 1 with an agent, and count them like `simulate`."""
        rows = np.zeros((games, kinds.SEATS + 2 * self.players), np.int32)
        sight = self.reset(seed, limit=games)
        left = games
        while left:
            turn = self.step(agent(sight))
            rows[turn.number[turn.done]] = turn.rows[turn.done]
            left -= int(turn.done.sum())
            sight = turn.sight
        names, size = tuple(one.name for one in self.strategies), (self.players,) * 2
        counts: dict[str, Any] = {name: np.zeros(size, np.int64) for name in ("wins", "played", "right", "wrong")}
        cards = tuple(self.edition.cards)
        edition = self.edition
        counts |= {"rules": edition.rules, "fingerprint": edition.fingerprint}
        empty = Results(edition.name, names, seed=self.seed, rotate=self.rotate, cards=cards, **counts)
        return count(empty, 0, rows, None)


def _table(edition: Edition, strategies: Sequence[Strategy], rotate: bool) -> SimulatedTable:
    """A table with room for the observations of learners."""
    seating = Seating(tuple(one.kind for one in strategies), tuple(one.parameter for one in strategies))
    table = SimulatedTable(edition, seating, rotate=rotate)
    if not seating.advised:
        count = OWN + A_RIVAL * (table.players - 1)
        table.board = table.board._replace(
            inner=np.zeros((1, count + 1, 1), np.float32), outer=np.zeros((1, kinds.CHOICES, 2), np.float32)
        )
        table.packed = pack(table.board)
    return table
