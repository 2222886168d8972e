"""The results of many simulated games: counts that add up, and tables made from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from ..core.arrays import FloatArray, IntArray
from ..errors import ArgumentError
from ..kernels.board import CUT, LENGTH, PHASES, SEATS, WON_BY, Floats
from ..records import Record, as_dict, field, replace
from ..rules.rules import Rules
from .study import Rows, Study
from .study_text import TextColumn, TextLine, TextPart, TextTable, across, column, percent

PHASE_BOUNDS = ((0, 3), (3, 8), (8, PHASES))
"""Early, middle, late: ranges of the number of earlier answers about the listener's rack; the end is excluded."""
PHASE_NAMES = ("early", "middle", "late")
_LONGEST = 4096
Z = 1.959964
"""Half of a 95% interval, in standard errors."""


def share_interval(count: int, total: int, z: float = Z) -> tuple[float, float]:
    """Wilson's 95% interval of a share.

    >>> [round(limit, 4) for limit in share_interval(50, 100)]
    [0.4038, 0.5962]
    """
    if total == 0:
        return 0.0, 1.0
    share, squared = count / total, z * z / total
    middle = (share + squared / 2) / (1 + squared)
    half = z / (1 + squared) * math.sqrt(share * (1 - share) / total + squared / (4 * total))
    return max(0.0, middle - half), min(1.0, middle + half)


def _joined(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The same numbers in ascending order in as few ranges as possible; raises `ArgumentError` if one is there twice."""
    found: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if not found or first > found[-1][1]:
            found.append((first, end))
        elif first == found[-1][1]:
            found[-1] = found[-1][0], end
        else:
            last = min(end, found[-1][1]) - 1
            games = f"game {first} is" if last == first else f"games {first} to {last} are"
            raise ArgumentError(f"{games} in both results: each game can be counted once only")
    return tuple(found)


def _listed(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


class Results(Study, Record):
    """Counts over games at one table. Two results of other games at the same table add up with ``+``.

    The same table has the same rules, tiles, cards, strategies and seed. A user's function is known by its name only.
    """

    edition: str
    strategies: tuple[str, ...]
    """As they were given; with ``rotate`` they move one seat on with each game."""
    seed: int
    rotate: bool
    cards: tuple[int, ...]
    """The card numbers, in the order of ``pruned``."""
    games: int = 0
    unfinished: int = 0
    """Games given up because nobody declared for too long."""
    cut: int = 0
    """Beliefs in which unlikely unseen racks had to be dropped; every other belief is exact."""
    wins: IntArray = field(factory=lambda: np.zeros(0, np.int64))
    """(strategies, seats): games won."""
    played: IntArray = field(factory=lambda: np.zeros(0, np.int64))
    """(strategies, seats): games played."""
    right: IntArray = field(factory=lambda: np.zeros(0, np.int64))
    """(strategies, seats): right declarations."""
    wrong: IntArray = field(factory=lambda: np.zeros(0, np.int64))
    lengths: IntArray = field(factory=lambda: np.zeros(_LONGEST + 1, np.int64))
    """Number of games by number of cards; the last entry includes longer games."""
    cards_drawn: int = 0
    pruned: Floats | None = None
    """(cards, phases, 3): number of answers, sum of the shares of racks removed, sum of their squares; None if not counted."""
    rules: Rules | None = None
    """The rules of the edition, with its options; None for counts that were not made by games."""
    fingerprint: str = ""
    """`Edition.fingerprint`: a hash of the tiles and cards, without cards in Python."""
    ranges: tuple[tuple[int, int], ...] = ()
    """Numbers of the games that were counted: for each run of them the first, and the one after the last."""

    @property
    def players(self) -> int:
        return len(self.strategies)

    def __eq__(self, other: object) -> bool:
        """True if all counts and sums are equal, bit by bit."""
        if not isinstance(other, Results):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self.__match_args__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        wins = ", ".join(
            f"{row['strategy']} {100 * row['share']:.1f} ± {50 * (row['high'] - row['low']):.1f} %"
            for row in (self.by_strategy() if self.games else [])
        )
        return (
            f"<Results {self.edition}, {self.players} players, {self.games:,} games"
            f"{f', {self.unfinished:,} given up' if self.unfinished else ''}, seed {self.seed}{': ' if wins else ''}{wins}>"
        )

    def _title(self) -> str:
        return super()._title().partition(": ")[0]

    def __add__(self, other: Results) -> Results:
        if not isinstance(other, Results):
            raise ArgumentError(f"cannot add {type(other).__name__} to results: only other results can be added")
        for name, mine, theirs in self._differences(other):
            raise ArgumentError(
                f"only results with the same table, strategies and seed can be added: {name} {mine} and {theirs}"
            )
        ranges = _joined((*self.ranges, *other.ranges))
        pruned = None if self.pruned is None or other.pruned is None else self.pruned + other.pruned
        summed = ("games", "unfinished", "cut", "wins", "played", "right", "wrong", "lengths", "cards_drawn")
        return replace(
            self, **{name: getattr(self, name) + getattr(other, name) for name in summed}, pruned=pruned, ranges=ranges
        )

    def _differences(self, other: Results) -> Iterator[tuple[str, object, object]]:
        """Properties of the table that differ: the name, and both values."""
        mine, theirs = self._table(), other._table()
        for name in mine | theirs:
            if mine.get(name) != theirs.get(name):
                yield name, mine.get(name), theirs.get(name)

    def _table(self) -> dict[str, object]:
        """Everything that results need in common to be added, by the names for a message."""
        return {
            "edition": self.edition,
            **({} if self.rules is None else as_dict(self.rules)),
            "cards": _listed(self.cards),
            "fingerprint of tiles and cards": self.fingerprint,
            "strategies": _listed(self.strategies),
            "seed": self.seed,
            "rotate": self.rotate,
        }

    # Tables.

    def by_strategy(self) -> Rows:
        """One row per strategy: its seats, games won, the share of wins per game and seat, and its interval."""
        rows = []
        for name in dict.fromkeys(self.strategies):
            mine = [i for i, other in enumerate(self.strategies) if other == name]
            rows.append({"strategy": name, "seats": len(mine), **self._row(mine, list(range(self.players)))})
        return rows

    def by_seat(self) -> Rows:
        """One row per seat; the first reads the first card."""
        every = list(range(self.players))
        return [{"seat": seat + 1, **self._row(every, [seat])} for seat in every]

    def by_strategy_and_seat(self) -> Rows:
        """One row for each strategy in each seat that it had."""
        rows = []
        for name in dict.fromkeys(self.strategies):
            mine = [i for i, other in enumerate(self.strategies) if other == name]
            for seat in range(self.players):
                if self.played[mine, seat].sum():
                    rows.append({"strategy": name, "seat": seat + 1, **self._row(mine, [seat])})
        return rows

    def _row(self, strategies: list[int], seats: list[int]) -> dict[str, Any]:
        chosen = np.ix_(strategies, seats)
        wins, played = int(self.wins[chosen].sum()), int(self.played[chosen].sum())
        low, high = share_interval(wins, played)
        right, wrong = int(self.right[chosen].sum()), int(self.wrong[chosen].sum())
        return {
            "played": played,
            "wins": wins,
            "share": wins / played if played else math.nan,
            "low": low,
            "high": high,
            "points_a_game": right / played if played else math.nan,
            "wrong_a_game": wrong / played if played else math.nan,
        }

    def lengths_table(self) -> dict[str, float]:
        """Game length in cards: mean, standard deviation, quartiles; and cards for each point."""
        counts, sizes = self.lengths, np.arange(len(self.lengths))
        games, points = max(1, int(counts.sum())), int(self.right.sum())
        mean = self.cards_drawn / max(1, self.games)
        spread = math.sqrt(max(0.0, float((counts * (sizes - mean) ** 2).sum()) / games))
        cumulative = np.cumsum(counts)
        quartiles = [int(np.searchsorted(cumulative, q * games)) for q in (0.25, 0.5, 0.75)]
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "cards_a_game": mean,
            "spread": spread,
            "quarter": quartiles[0],
            "half": quartiles[1],
            "three_quarters": quartiles[2],
            "cards_a_point": self.cards_drawn / points if points else math.nan,
        }

    def pruning(self, phase: str | None = None) -> Rows:
        """One row for each card, the strongest first: the share of a listener's racks that an answer removes, its standard
        deviation, and the standard error and half of the 95% interval of the mean.

        ``phase`` selects answers by the age of the listener's rack: early, middle or late.
        """
        if self.pruned is None:
            raise ArgumentError("pruning was not counted: simulate with pruning=True")
        if phase is not None and phase not in PHASE_NAMES:
            raise ArgumentError(f"no phase {phase!r} (phases: {', '.join(PHASE_NAMES)})")
        low, high = (0, PHASES) if phase is None else PHASE_BOUNDS[PHASE_NAMES.index(phase)]
        sums: FloatArray = self.pruned[:, low:high].sum(axis=1)
        rows = []
        for card, (answers, removed, squared) in zip(self.cards, sums.tolist(), strict=True):
            mean = removed / answers if answers else math.nan
            spread = math.sqrt(max(0.0, squared / answers - mean * mean)) if answers else math.nan
            error = spread / math.sqrt(answers) if answers else math.nan
            row = {"card": card, "answers": int(answers), "mean": mean, "spread": spread, "error": error}
            rows.append({**row, "half": Z * error})
        return sorted(rows, key=lambda row: (-row["mean"] if row["answers"] else math.inf, row["card"]))

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {
            "by_strategy": self.by_strategy,
            "by_seat": self.by_seat,
            "by_strategy_and_seat": self.by_strategy_and_seat,
            "length": lambda: [self.lengths_table()],
            "pruning": self._pruning_by_phase,
        }

    def _pruning_by_phase(self) -> Rows:
        return [{"phase": phase or "all", **row} for phase in (None, *PHASE_NAMES) for row in self.pruning(phase)]

    def text_parts(self) -> Iterator[TextPart]:
        """Wins by strategy and by seat, game length and, if it was counted, what cards remove."""
        yield TextLine(f"{self.edition}, {self.players} players: {self.games:,} games", "bold")
        seats = "strategies move round the seats" if self.rotate else "strategies keep their seats"
        yield TextLine(f"seed {self.seed}; {seats if len(set(self.strategies)) > 1 else self.strategies[0]}", "dim")
        if self.unfinished:
            yield TextLine(f"{self.unfinished:,} games were given up: nobody declared any more", "yellow")
        if self.cut:
            yield TextLine(f"{self.cut:,} times unlikely unseen racks had to be dropped from a belief", "yellow")
        if not self.games:
            return
        yield TextTable(
            self.by_strategy(),
            [column("strategy", left=True), column("seats"), *_WINS],
            "Wins by strategy (per player; points and wrong declarations per game)",
        )
        yield TextTable(self.by_seat(), [column("seat"), *_WINS], "Wins by seat (the first reads the first card)")
        yield TextLine("")
        yield TextLine("Length", "bold")
        yield from (TextLine(line.format(**self.lengths_table())) for line in _LENGTH)
        if self.pruned is not None:
            yield TextTable(
                across(self._pruning_by_phase(), "card", "phase", column("mean", form=percent(1))),
                [
                    column("card"),
                    column("mean", form=percent(1)),
                    column("spread", form=percent(1)),
                    *map(column, PHASE_NAMES),
                ],
                "Share of a listener's racks that an answer removes",
                describes_cards=True,
            )

    def as_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "edition": self.edition,
            "players": self.players,
            "strategies": list(self.strategies),
            "seed": self.seed,
            "rotate": self.rotate,
            "games": self.games,
            "unfinished": self.unfinished,
            "cut": self.cut,
            "by_strategy": self.by_strategy(),
            "by_seat": self.by_seat(),
            "by_strategy_and_seat": self.by_strategy_and_seat(),
            "length": self.lengths_table(),
        }
        if self.pruned is not None:
            data["pruning"] = {"all": self.pruning(), **{phase: self.pruning(phase) for phase in PHASE_NAMES}}
        return data

    @property
    def half(self) -> float:
        """Half of the widest 95% interval of a strategy's share of wins."""
        return max(float(row["high"] - row["low"]) / 2 for row in self.by_strategy())


_WINS: tuple[TextColumn, ...] = (
    column("wins", form="{:,}".format),
    column("share", form=percent()),
    column("95 % interval", "low", "high", form=lambda low, high: f"{low * 100:.2f} - {high * 100:.2f} %"),
    column("points", "points_a_game", form="{:.3f}".format),
    column("wrong", "wrong_a_game", form="{:.3f}".format),
)
"""The columns of all tables of wins."""
_LENGTH = (
    "{cards_a_game:.2f} cards per game (standard deviation {spread:.2f})",
    "a quarter of the games end by card {quarter}, half by {half}, three quarters by {three_quarters}",
    "{cards_a_point:.3f} cards per point",
)

_COUNTED = ("wins", "played", "right", "wrong")
_NARROW = 1 << 20
"""The counts of this many games, of a thousand cards at most, fit in 32 bits, which is four times as fast to sum."""


@lru_cache(maxsize=8)
def _places(games: int, turns: int, players: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    """(games,): index of each game in a flat (turns, 1 + players) array, without its winner; column 0 is for games without one."""
    return np.resize(np.arange(turns, dtype=np.int32), games) * np.int32(players + 1) + np.int32(1)


def count(empty: Results, first: int, rows: np.ndarray[Any, np.dtype[np.int32]], pruned: Floats | None) -> Results:
    """Count the rows that the compiled games wrote; ``first`` is the number of the first of them."""
    players, games = empty.players, len(rows)
    turns = players if empty.rotate else 1
    whole = games - games % turns
    kind = np.int32 if games <= _NARROW else np.int64
    added = rows[:whole].reshape(-1, turns * rows.shape[1]).sum(axis=0, dtype=kind)
    sums: IntArray = added.astype(np.int64).reshape(turns, -1)
    sums[: games - whole] += rows[whole:]
    place = _places(games, turns, players)
    won = np.bincount(rows[:, WON_BY] + place, minlength=turns * (players + 1)).reshape(turns, -1)
    counts: dict[str, Any] = {name: np.zeros((players, players), np.int64) for name in _COUNTED}
    seats = np.arange(players)
    for turn in range(turns):
        strategies = (seats + first + turn) % players if empty.rotate else seats
        counts["played"][strategies, seats] = won[turn].sum()
        counts["wins"][strategies, seats] = won[turn, 1:]
        counts["right"][strategies, seats] = sums[turn, SEATS::2]
        counts["wrong"][strategies, seats] = sums[turn, SEATS + 1 :: 2]
    return replace(
        empty,
        games=games,
        ranges=((first, first + games),),
        unfinished=int(won[:, 0].sum()),
        cut=int(sums[:, CUT].sum()),
        lengths=np.bincount(np.minimum(rows[:, LENGTH], _LONGEST), minlength=_LONGEST + 1),
        cards_drawn=int(sums[:, LENGTH].sum()),
        pruned=pruned,
        **counts,
    )


def total(parts: list[Results]) -> Results:
    """Sum of several results of one table."""
    return reduce(lambda a, b: a + b, parts)


def by_strength(found: Mapping[int, Results]) -> list[int]:
    """Cards, those first that remove the most racks over all numbers of players."""
    sums: dict[int, float] = {}
    for results in found.values():
        for row in results.pruning():
            sums[row["card"]] = sums.get(row["card"], 0.0) + (0.0 if math.isnan(row["mean"]) else row["mean"])
    return sorted(sums, key=lambda card: (-sums[card], card))


def pruning_text(found: Mapping[int, Results]) -> Iterator[TextPart]:
    """The share of racks that each card removes, numbers of players side by side; the strongest card of all tables first."""
    games = next(iter(found.values()))
    yield TextLine(
        f"{games.edition}: {games.games:,} games for each number of players, everyone declares when certain", "bold"
    )
    for players, results in found.items():
        if results.unfinished:
            text = f"{players} players: {results.unfinished:,} games were given up, nobody declared any more"
            yield TextLine(text, "yellow")
    order = {card: place for place, card in enumerate(by_strength(found))}

    def side_by_side(form: Callable[..., str], cell: TextColumn) -> Rows:
        """One row a card and a column for each number of players, with ``form`` for the mean of a phase."""
        by_phase = {
            players: across(one.table("pruning"), "card", "phase", column("mean", form=form))
            for players, one in found.items()
        }
        rows = [{"players": players, **row} for players, table in by_phase.items() for row in table]
        return across(sorted(rows, key=lambda row: order[row["card"]]), "card", "players", cell)

    columns = [column("card"), *(column(f"{players} players", str(players)) for players in found)]
    yield TextTable(
        side_by_side(str, column("", "mean", "half", form=lambda mean, half: f"{percent(1)(mean)} ±{half * 100:.1f}")),
        columns,
        "Share of a listener's racks that an answer removes, ± half of a 95 % interval",
        describes_cards=True,
    )
    yield TextTable(
        side_by_side(
            lambda mean: "  -" if math.isnan(mean) else f"{mean * 100:3.0f}",
            column("", *PHASE_NAMES, form=lambda *means: " ".join(means)),
        ),
        columns,
        "The same in % after 0-2, 3-7 and 8 or more answers about the rack",
    )
