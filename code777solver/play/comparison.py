"""Compare two strategies in the same games: the same deals and cards, in the same seat, against the same other players.

In each game one of the two wins, or both, or neither. Most luck of the deal cancels out in the difference, so its interval is
narrower than that of two simulations with different games. Deals and cards are those of `Simulation`; two games are equal
until one strategy declares and the other waits.

>>> found = compare("classic", "threshold:0.6", "certain", players=4, games=2000, seed=1)
>>> found.low > 0, found.half < found.unpaired_half
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.sampling import checked_seed
from ..errors import RuleError, require_count
from ..jobs import check
from ..kernels import board as kinds
from ..records import Record
from ..rules.editions import Edition
from .results import Z
from .simulation import LEAST_GAMES, Simulation, check_games
from .strategies import Chooser, Strategy, read_strategy, with_distinct_names
from .study import Rows, Study
from .study_text import TextLine, TextPart, TextTable, column

_BLOCK = 500

Progress = Callable[[int, int], None]


class Pairs(Record):
    """Counts of the games of one seed, which both strategies played."""

    seed: int
    games: int
    both: int
    """Games that both won."""
    first_only: int
    second_only: int
    unfinished: tuple[int, int]
    """Games that were given up, with the first and with the second strategy."""

    @property
    def difference(self) -> float:
        """By how much the first wins more often than the second, as a share of the games."""
        return (self.first_only - self.second_only) / self.games if self.games else math.nan

    @property
    def half(self) -> float:
        """Half of the 95% interval of the difference."""
        if self.games < 2:
            return math.inf
        squares = (self.first_only + self.second_only) / self.games
        return Z * math.sqrt(max(0.0, squares - self.difference**2) / (self.games - 1))


def sum_of(several: Sequence[Pairs]) -> Pairs:
    """Sum of several counts, with the first of the seeds."""
    return Pairs(
        seed=several[0].seed,
        games=sum(one.games for one in several),
        both=sum(one.both for one in several),
        first_only=sum(one.first_only for one in several),
        second_only=sum(one.second_only for one in several),
        unfinished=(sum(one.unfinished[0] for one in several), sum(one.unfinished[1] for one in several)),
    )


class Comparison(Study, Record):
    """Two strategies in the same games."""

    edition: str
    players: int
    first: str
    second: str
    others: tuple[str, ...]
    """Strategies of the other seats."""
    pairs: tuple[Pairs, ...]
    """The counts of each seed."""

    @property
    def whole(self) -> Pairs:
        """All seeds together."""
        return sum_of(self.pairs)

    @property
    def games(self) -> int:
        return self.whole.games

    @property
    def shares(self) -> tuple[float, float]:
        """Shares of the games that the two strategies win."""
        all_games = self.whole
        first, second = all_games.both + all_games.first_only, all_games.both + all_games.second_only
        return first / all_games.games, second / all_games.games

    @property
    def difference(self) -> float:
        """By how much the first wins more often than the second, as a share of the games."""
        return self.whole.difference

    @property
    def half(self) -> float:
        """Half of the 95% interval of the difference."""
        return self.whole.half

    @property
    def low(self) -> float:
        return self.difference - self.half

    @property
    def high(self) -> float:
        return self.difference + self.half

    @property
    def unpaired_half(self) -> float:
        """Half of the 95% interval if the two had played different games."""
        first, second = self.shares
        return Z * math.sqrt((first * (1 - first) + second * (1 - second)) / max(1, self.games - 1))

    @property
    def better(self) -> str | None:
        """The strategy that wins more often; None if the interval includes 0."""
        return self.first if self.low > 0 else self.second if self.high < 0 else None

    def rows(self) -> Rows:
        """One row for each seed, and the last for all of them."""
        return [
            {
                "seed": "all" if one is None else str(one.seed),
                "games": pairs.games,
                "both": pairs.both,
                "first_only": pairs.first_only,
                "second_only": pairs.second_only,
                "difference": pairs.difference,
                "half": pairs.half,
                "unfinished_first": pairs.unfinished[0],
                "unfinished_second": pairs.unfinished[1],
            }
            for one, pairs in (*((pairs, pairs) for pairs in self.pairs), (None, self.whole))
        ]

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {"seeds": self.rows}

    def text_parts(self) -> Iterator[TextPart]:
        """The difference with its interval, seed by seed if there are several."""
        (first, second), others = self.shares, self.others
        filled = others[0] if len(set(others)) == 1 else ", ".join(others)
        yield TextLine(f"{self.edition}, {self.players} players, the others {filled}: {self.games:,} games", "bold")
        yield TextLine(f"{self.first} wins {first * 100:.2f} %, {self.second} {second * 100:.2f} % of the same games.")
        yield TextTable(
            self.rows() if len(self.pairs) > 1 else self.rows()[-1:],
            [
                column("seed"),
                column("games", form="{:,}".format),
                column(f"only {self.first}", "first_only", form="{:,}".format),
                column(f"only {self.second}", "second_only", form="{:,}".format),
                column("both", form="{:,}".format),
                column("difference", form=lambda share: f"{100 * share:+.2f}"),
                column("± 95 %", "half", form=lambda share: f"{100 * share:.2f}"),
            ],
            "Games won by only one of them, by both, and the difference in points (percent of the games)",
        )
        verdict = f"{self.better} wins more often" if self.better else "Which of them is better is not settled yet"
        yield TextLine(
            f"{verdict}: {100 * self.low:+.2f} to {100 * self.high:+.2f}. Two separate simulations would give "
            f"± {100 * self.unpaired_half:.2f} instead of ± {100 * self.half:.2f}."
        )
        for name, count in zip((self.first, self.second), self.whole.unfinished, strict=True):
            if count:
                yield TextLine(f"with {name}, {count:,} games were given up: nobody declared any more", "yellow")

    def as_dict(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "players": self.players,
            "first": self.first,
            "second": self.second,
            "others": list(self.others),
            "games": self.games,
            "shares": list(self.shares),
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "unpaired_half": self.unpaired_half,
            "better": self.better,
            "seeds": self.rows()[:-1],
        }

    def __repr__(self) -> str:
        return (
            f"<Comparison {self.edition}, {self.players} players, {self.games:,} games: {self.first} - {self.second} = "
            f"{100 * self.difference:+.2f} ± {100 * self.half:.2f} points>"
        )


def compare(
    edition: str | Edition,
    first: str | Chooser | Strategy,
    second: str | Chooser | Strategy,
    *,
    others: str | Chooser | Strategy | Sequence[str | Chooser | Strategy] = "certain",
    players: int | None = None,
    games: int = 20_000,
    seeds: int = 1,
    seed: int = 0,
    until: float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    keep: Callable[[Comparison], None] | None = None,
) -> Comparison:
    """Play ``games`` games with each of ``seeds`` seeds, first with one strategy and then with the other in the same seats.

    ``others`` is one strategy for all other seats, with the number of ``players`` (4), or one for each. With ``until`` the games
    end as soon as half of the 95% interval of the difference, over all seeds, is at most that; 0.005 is half a percentage point.

    ``keep`` is called with the counts so far after each block, for callers that may be interrupted.
    """
    check_games(games)
    seed, threads = checked_seed(seed), require_count(threads, "threads", like=2)
    if seeds < 1 or (until is not None and not 0 < until < 1):
        raise RuleError(f"{seeds} seeds, until {until}: at least 1, and a share between 0 and 1, are needed")
    filled = list(others) if isinstance(others, Sequence) and not isinstance(others, str) else [others]
    if len(filled) == 1:
        filled *= (players or 4) - 1
    elif players is not None and players != len(filled) + 1:
        raise RuleError(f"{len(filled)} others and {players} players: name one for each other seat, or one for all")
    one, other, *seats = with_distinct_names([read_strategy(each) for each in (first, second, *filled)])
    tables = [[Simulation(edition, [mine, *seats], seed=seed + i) for mine in (one, other)] for i in range(seeds)]
    found, total = [_Counter(pair) for pair in tables], games * seeds
    for counter, done in _blocks(found, games, 1 if any(table.asks for table in tables[0]) else threads):
        counter.add(done)
        so_far = _comparison(found)
        if progress is not None:
            progress(so_far.games, total)
        if keep is not None:
            keep(so_far)
        check()
        if until is not None and so_far.games >= LEAST_GAMES and so_far.half <= until:
            break
    return _comparison(found)


class _Counter:
    """Counts of one seed so far."""

    def __init__(self, tables: Sequence[Simulation]) -> None:
        self.tables = tables
        self.pairs = Pairs(tables[0].seed, 0, 0, 0, 0, (0, 0))

    def block(self, first: int, games: int) -> Pairs:
        """Play the same games with both strategies."""
        rows = [table.rows(first, games) for table in self.tables]
        alone = -(first + np.arange(games)) % self.tables[0].table.players
        won: list[NDArray[np.bool_]] = [one[:, kinds.WON_BY] == alone for one in rows]
        given_up = [int((one[:, kinds.WON_BY] < 0).sum()) for one in rows]
        both, first_only, second_only = won[0] & won[1], won[0] & ~won[1], won[1] & ~won[0]
        return Pairs(
            self.pairs.seed,
            games,
            int(both.sum()),
            int(first_only.sum()),
            int(second_only.sum()),
            (given_up[0], given_up[1]),
        )

    def add(self, more: Pairs) -> None:
        self.pairs = sum_of([self.pairs, more])


def _blocks(found: Sequence[_Counter], games: int, threads: int) -> Iterator[tuple[_Counter, Pairs]]:
    """Blocks of games with their counters; the seeds take turns. The order does not depend on the number of threads."""
    todo = ((counter, first, min(_BLOCK, games - first)) for first in range(0, games, _BLOCK) for counter in found)
    with ThreadPoolExecutor(threads) as pool:
        waiting = [(counter, pool.submit(counter.block, *block)) for counter, *block in islice(todo, 2 * threads)]
        try:
            while waiting:
                counter, job = waiting.pop(0)
                yield counter, job.result()
                waiting += [(counter, pool.submit(counter.block, *block)) for counter, *block in islice(todo, 1)]
        finally:
            for _, job in waiting:
                job.cancel()


def _comparison(found: Sequence[_Counter]) -> Comparison:
    first, second = found[0].tables
    names = [strategy.name for strategy in first.strategies]
    return Comparison(
        edition=first.edition.name,
        players=len(names),
        first=names[0],
        second=second.strategies[0].name,
        others=tuple(names[1:]),
        pairs=tuple(counter.pairs for counter in found if counter.pairs.games),
    )
