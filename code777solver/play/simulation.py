"""Millions of games. The same seed gives the same games on any number of threads or machines.

>>> results = simulate("classic", ["certain"], players=4, games=200, seed=1)
>>> results.games, results.unfinished
(200, 0)
>>> [row["seat"] for row in results.by_seat()]
[1, 2, 3, 4]
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.columns import Columns
from ..core.sampling import checked_seed
from ..errors import RuleError, StrategyFailure, require_count
from ..jobs import check
from ..kernels import board as kinds
from ..kernels import games as kernels
from ..rules.editions import Edition, load_edition
from .cluster import run_on_cluster
from .results import Results, count
from .seat_view import SeatView
from .simulated_table import Seating, SimulatedTable
from .strategies import Chooser, Strategy, error_with_place, failure, read_strategies
from .transcripts import Transcript, play, transcript, written

BLOCK, SMALL_BLOCK = 4096, 256
"""Games in a block: if all players declare when certain, and for other strategies. Sums are made block by block, in order, so
they do not depend on threads or machines."""
MOST_GAMES = 10**12
LEAST_GAMES = 1000
"""Fewest games before ``until`` can end a run: intervals of fewer games are not reliable."""

Progress = Callable[[int, int], None]
"""Called with the number of games done and the total."""


class Simulation:
    """One table, its strategies and a seed. These determine every game; games can be played in any order."""

    def __init__(
        self,
        edition: str | Edition = "classic",
        strategies: str | Sequence[str | Chooser | Strategy] | None = None,
        *,
        players: int | None = None,
        seed: int = 0,
        rotate: bool = True,
        pruning: bool = False,
    ) -> None:
        """With ``rotate`` the strategies move by one seat with each game. ``pruning`` counts the racks that each card removes.

        By default all declare when certain, and there are 4 ``players``, or as near to 4 as the edition allows.
        """
        self.edition = load_edition(edition) if isinstance(edition, str) else edition
        if strategies is None:
            rules = self.edition.rules
            strategies = "certain"
            players = max(rules.least_players, min(4, rules.most_players)) if players is None else players
        self.strategies = read_strategies(strategies, players)
        self.seed, self.rotate, self.pruning = checked_seed(seed), rotate, pruning
        seating = Seating(
            tuple(strategy.kind for strategy in self.strategies),
            tuple(strategy.parameter for strategy in self.strategies),
        )
        self.table = SimulatedTable(self.edition, seating, rotate=rotate)
        self.block_size = BLOCK if seating.all_certain else SMALL_BLOCK
        self.results = self._empty()
        """The counts so far, even after an interruption."""
        self._own = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        """Arguments from which another process builds the same simulation."""
        return _again, (self.edition, self.strategies, self.seed, self.rotate, self.pruning)

    def _empty(self) -> Results:
        names, size = tuple(strategy.name for strategy in self.strategies), (self.table.players,) * 2
        cards = tuple(self.edition.cards)
        return Results(
            edition=self.edition.name,
            strategies=names,
            seed=self.seed,
            rotate=self.rotate,
            cards=cards,
            wins=np.zeros(size, np.int64),
            played=np.zeros(size, np.int64),
            right=np.zeros(size, np.int64),
            wrong=np.zeros(size, np.int64),
            pruned=np.zeros((len(cards), kinds.PHASES, 3)) if self.pruning else None,
            rules=self.edition.rules,
            fingerprint=self.edition.fingerprint,
        )

    def block(self, first: int, games: int) -> Results:
        """Play ``games`` games from number ``first`` on, and count them."""
        rows: NDArray[np.int32] | None = getattr(self._own, "rows", None)
        if rows is None or len(rows) != games:
            rows = self._own.rows = self._rows(games)  # reused: allocating costs more than counting
        self._play(first, rows)
        pruned = self._own.state[0]["pruned"][: len(self.edition.cards)].copy() if self.pruning else None
        return count(self._empty(), first, rows, pruned)

    def rows(self, first: int, games: int) -> NDArray[np.int32]:
        """Results of games, one row each: winner (-1: given up), cards, beliefs cut short; right, then wrong declarations by seat."""
        rows = self._rows(games)
        self._play(first, rows)
        return rows

    def _rows(self, games: int) -> NDArray[np.int32]:
        return np.zeros((games, kinds.SEATS + 2 * self.table.players), np.int32)

    def _play(self, first: int, rows: NDArray[np.int32]) -> None:
        """Play one game for each row, and write its result there."""
        if self.asks:
            self._play_asking(self._state(), first, rows)
        else:
            play(self.table, self._state(), self.seed, first, rows)

    @property
    def asks(self) -> bool:
        """True if any seat plays by a user's function."""
        return any(strategy.choose is not None for strategy in self.strategies)

    def games(self, games: int, *, first: int = 0) -> Columns:
        """Single games as columns, one row each: the winner, the length, and the declarations of each seat.

        >>> found = Simulation("classic", ["certain"], players=4, seed=1).games(100)
        >>> list(found)[:4], len(found["cards"])
        (['game', 'seat', 'strategy', 'cards'], 100)
        """
        check_games(games)
        players, number = self.table.players, first + np.arange(games)
        rows = np.concatenate([self.rows(first + start, size) for start, size in self.blocks(games)])
        won = rows[:, kinds.WON_BY]
        place = (won + number) % players if self.rotate else won
        names = np.array([*(strategy.name for strategy in self.strategies), ""])
        found: Columns = {
            "game": number,
            "seat": won + 1,
            "strategy": names[np.where(won >= 0, place, players)],
            "cards": rows[:, kinds.LENGTH],
            "finished": won >= 0,
        }
        for seat in range(players):
            found[f"right_{seat + 1}"] = rows[:, kinds.SEATS + 2 * seat]
            found[f"wrong_{seat + 1}"] = rows[:, kinds.SEATS + 2 * seat + 1]
        return found

    def _state(self) -> Any:
        """State of a game, one for each thread."""
        if not hasattr(self._own, "state"):
            self._own.state = self.table.state(pruned=self.pruning)
        self._own.state[0]["pruned"][...] = 0
        return self._own.state

    def blocks(self, games: int) -> Iterator[tuple[int, int]]:
        """First number and size of each block of games."""
        check_games(games)
        size = self.block_size
        return ((first, min(size, games - first)) for first in range(0, games, size))

    def _play_asking(self, state: Any, first: int, rows: Any) -> None:
        """Play games in which some seats call a function outside the compiled code."""
        packed, now = self.table.packed, state[0]["now"]
        for game in range(len(rows)):
            kernels.begin(packed, state, np.uint64(self.seed), np.uint64(first + game))
            while kernels.goes_on(packed, state):
                kernels.next_turn(packed, state)
                again = True
                while again and now[kinds.WINNER] < 0:
                    self._ask(state, first + game)
                    again = kernels.declarations(packed, state)
            kernels.note_result(state, rows, game)

    def _ask(self, state: Any, game: int) -> None:
        now, players = state[0]["now"], self.table.players
        reader = (int(now[kinds.READER]) - 1) % players
        for seat in range(players):
            choose = self.strategies[(seat + game) % players if self.rotate else seat].choose
            if choose is None:
                continue
            state[0]["claim"][seat] = -1
            if state[0]["spoke"][seat] == now[kinds.CARDS]:
                continue
            if self.edition.rules.declare == "own_turn" and seat != reader:
                continue
            view = SeatView(self.table, state[0], seat)
            where = {"game": game, "seat": seat, "card": int(now[kinds.CARDS])}
            try:
                code = choose(view)
                claim = view.find(code) if isinstance(code, str) else -1
            except Exception as error:
                raise failure(choose, error_with_place(error), **where) from error
            if code is not None and not isinstance(code, str):
                raise failure(choose, f"it returned {code!r}, not a code as text like {view.codes[0][0]!r}", **where)
            if code is not None and claim < 0:
                raise failure(choose, f"it declared {code!r}, and no rack of this deck has that code", **where)
            state[0]["claim"][seat] = claim

    def run(
        self,
        games: int,
        *,
        threads: int = 1,
        scheduler: str | None = None,
        security: object = None,
        until: float | None = None,
        progress: Progress | None = None,
    ) -> Results:
        """Play games 0 to ``games`` - 1. ``results`` has the counts so far at any time.

        With ``until`` the run ends as soon as half of the widest 95% interval of a strategy's share of wins is at most that
        (0.005 is half a percentage point). The results are the same on any number of threads.

        With the address of a Dask ``scheduler``, like ``tls://host:8786``, its workers play the games.
        ``security`` is Dask's ``Security`` for that connection; without it Dask's own settings hold. Anybody who can
        reach a scheduler without TLS can run code on its workers.
        """
        todo, threads = self.blocks(games), require_count(threads, "threads", like=2)
        self.results = self._empty()
        if until is not None and (scheduler is not None or not 0 < until < 1):
            raise RuleError(f"until {until}: a share between 0 and 1 is needed, and no scheduler")
        if scheduler is not None:
            own: list[object] = [strategy.choose for strategy in self.strategies if strategy.choose is not None]
            own += [function for card in self.edition.own.values() for function in card.functions]
            for so_far in run_on_cluster(scheduler, self, self.results, todo, own, security=security):
                self.results = so_far
                if progress is not None:
                    progress(self.results.games, games)
            return self.results
        if threads == 1:
            for first, size in todo:
                self._take(self.block(first, size), games, progress)
                if self._known_to(until):
                    break
            return self.results
        with ThreadPoolExecutor(threads) as pool:
            waiting: list[Future[Results]] = []
            try:
                waiting = [pool.submit(self.block, *block) for block in islice(todo, 2 * threads)]
                while waiting:
                    done = waiting.pop(0).result()
                    waiting += [pool.submit(self.block, *block) for block in islice(todo, 1)]
                    self._take(done, games, progress)
                    if self._known_to(until):
                        break
            finally:
                for future in waiting:
                    future.cancel()
        return self.results

    def _take(self, part: Results, games: int, progress: Progress | None) -> None:
        self.results = self.results + part
        if progress is not None:
            progress(self.results.games, games)
        check()

    def _known_to(self, until: float | None) -> bool:
        return until is not None and self.results.games >= LEAST_GAMES and self.results.half <= until

    def transcript(self, game: int = 0) -> Transcript:
        """One of the games as a log, with each player's possible racks after each line.

        If a user's strategy fails, the log ends there.
        """
        if not self.asks:
            return transcript(self.table, self.seed, game)
        state = self.table.state(recorded=True)
        rows = np.full((1, kinds.SEATS + 2 * self.table.players), -1, np.int32)
        try:
            self._play_asking(state, game, rows)
        except StrategyFailure:
            pass  # `run` reports the failure; the log up to it is still useful
        return written(self.table, state, int(rows[0, kinds.WON_BY]))


def _again(edition: Edition, strategies: Sequence[Strategy], seed: int, rotate: bool, pruning: bool) -> Simulation:
    return Simulation(edition, strategies, seed=seed, rotate=rotate, pruning=pruning)


def check_games(games: int) -> None:
    if not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise RuleError(f"{games} games: it must be a whole number from 1 to 10^12")


def simulate(
    edition: str | Edition = "classic",
    strategies: str | Sequence[str | Chooser | Strategy] | None = None,
    *,
    players: int | None = None,
    games: int = 10_000,
    seed: int = 0,
    threads: int = 1,
    scheduler: str | None = None,
    security: object = None,
    rotate: bool = True,
    pruning: bool = False,
    until: float | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play games and count the wins; `Simulation` and its ``run`` describe the arguments."""
    table = Simulation(edition, strategies, players=players, seed=seed, rotate=rotate, pruning=pruning)
    return table.run(games, threads=threads, scheduler=scheduler, security=security, until=until, progress=progress)
