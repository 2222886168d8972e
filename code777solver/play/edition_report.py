"""Report on an edition as a game: length, fairness, luck, uninformative cards and difficulty."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.batch import Batch
from ..core.deals import Deals
from ..records import Record, plain_data
from ..rules.editions import Edition, load_edition
from .card_measures import CardMeasures, measure_cards
from .policy import fits, nearest_policy
from .results import share_interval
from .simulation import Simulation
from .solvability import batch_for, fewest_answers, is_settled, solvability
from .study import Rows, Study
from .study_text import TextLine, TextPart, TextTable, column, percent

SILENT = 0.9
"""A card counts as uninformative if it gives no information in at least this share of positions."""
REPEATED = 0.25
"""A card repeats another if it keeps less than this share of its bits after the answer to the other."""
_MOST_ANSWERS = 40
_POSITIONS = 200
"""Positions whose deductions are measured."""


class Share(Record):
    """A share and its 95% interval."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int) -> Share:
        return cls(count / total if total else math.nan, *share_interval(count, total))


class Silent(NamedTuple):
    """A card, and the share of positions in which it gives no information."""

    card: int
    share: float


class Repeated(NamedTuple):
    """Two cards, and the share of its bits that the second keeps after the answer to the first."""

    first: int
    second: int
    kept: float


class TableReport(Study, Record):
    """Figures of one edition with one number of players."""

    players: int
    games: int
    unfinished: int
    """Games given up because nobody could become certain any more."""
    cards: float
    """The mean length of a game, in cards."""
    spread: float
    """Its standard deviation."""
    cards_a_point: float
    seats: tuple[Share, ...]
    """Share of games that each seat wins if all have the same strategy; the first seat draws the first card."""
    skill: Share
    """Share of games that the trained policy wins against `certain` in all other seats."""
    settled: Share
    """Share of deals in which the answers of all others to every card settle the code."""
    heard: float
    """Mean number of answers about a rack until its code is certain."""
    combined: float
    """Mean of the fewest of these answers that prove the code: the answers to combine in one deduction."""
    silent: tuple[Silent, ...]
    """Cards that give no information in at least a share `SILENT` of positions."""
    repeated: tuple[Repeated, ...]
    """Pairs of cards of which the second keeps less than `REPEATED` of its bits after the answer to the first."""
    policy: str = ""
    """Name of the trained policy that played for ``skill``, like ``classic-4``."""
    fits: bool = True
    """False if that policy was trained for another game: the nearest one."""

    @property
    def unfair(self) -> float:
        """Difference of the largest and the smallest share of wins of a seat."""
        shares = [seat.share for seat in self.seats]
        return max(shares) - min(shares)

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {"report": self._row}

    def _row(self) -> Rows:
        row: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__[:6]}
        row |= {f"seat_{i + 1}": seat.share for i, seat in enumerate(self.seats)}
        row |= {"unfair": self.unfair, "skill": self.skill.share, "settled": self.settled.share}
        row |= {"heard": self.heard, "combined": self.combined}
        return [{**row, "silent": len(self.silent), "repeated": len(self.repeated)}]

    def __repr__(self) -> str:
        return (
            f"<TableReport {self.players} players: {self.cards:.1f} cards a game, seats differ by "
            f"{100 * self.unfair:.1f} points, skill wins {100 * self.skill.share:.1f} %>"
        )

    def text_parts(self) -> Iterator[TextPart]:
        return editions_text({"": [self]})

    def as_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = plain_data(self)
        return found


def editions_text(found: Mapping[str, Sequence[TableReport]]) -> Iterator[TextPart]:
    """Editions side by side, one column for each number of players."""
    reports = {f"{name}, {one.players}".removeprefix(", "): one for name, each in found.items() for one in each}
    rows = [{"": line.heading, **{name: line.cell(one.as_dict()) for name, one in reports.items()}} for line in _LINES]
    yield TextTable(rows, [column("", left=True), *map(column, reports)])
    yield TextLine("")
    for name, one in reports.items():
        if not one.fits:
            yield TextLine(f"{name}: skill is that of the policy {one.policy}, trained for another game", "yellow")
        if one.repeated:
            shown = ", ".join(f"{pair.first}-{pair.second}" for pair in one.repeated[:3])
            more = f" and {len(one.repeated) - 3} more" if len(one.repeated) > 3 else ""
            yield TextLine(f"{name}: cards that repeat each other: {shown}{more}")
    note = (
        "All declare when certain, except that `skill` is one player by the trained policy among them. A card tells nothing "
        "if it does so in 90 % of the positions; of a pair, the second keeps less than a quarter of its bits."
    )
    yield TextLine(note, "dim")


def _best_and_worst(seats: Sequence[Mapping[str, float]]) -> str:
    shares = [seat["share"] for seat in seats]
    return f"{max(shares) * 100:.1f} / {min(shares) * 100:.1f} %"


def _numbered(silent: Sequence[Mapping[str, float]]) -> str:
    """``card 2`` or ``cards 2, 5``: a lone number would read as a count."""
    cards = ", ".join(str(one["card"]) for one in silent)
    return f"{'card' if len(silent) == 1 else 'cards'} {cards}" if cards else "-"


_LINES = (
    column("cards a game (spread)", "cards", "spread", form="{:.1f} ({:.1f})".format),
    column("cards a point", "cards_a_point", form="{:.1f}".format),
    column("games given up", "unfinished", "games", form=lambda unfinished, games: percent(1)(unfinished / games)),
    column("best and worst seat", "seats", form=_best_and_worst),
    column(
        "skill wins",
        "skill",
        form=lambda skill: f"{skill['share'] * 100:.1f} ± {(skill['high'] - skill['low']) * 50:.1f} %",
    ),
    column("fair would be", "players", form=lambda players: percent(1)(1 / players)),
    column("deals settled in the end", "settled", form=lambda settled: percent()(settled["share"])),
    column("answers heard", "heard", form="{:.1f}".format),
    column("of them needed", "combined", form="{:.1f}".format),
    column("cards that tell nothing", "silent", form=_numbered),
    column("pairs that repeat", "repeated", form=lambda repeated: str(len(repeated) or "-")),
)
"""Rows of the printed report about an edition with a number of players."""


def report_edition(
    edition: str | Edition,
    players: int,
    *,
    games: int = 20_000,
    positions: int = 4_000,
    seed: int = 0,
    threads: int = 1,
) -> TableReport:
    """Measure one edition with one number of players."""
    edition = load_edition(edition) if isinstance(edition, str) else edition
    alike = Simulation(edition, ["certain"], players=players, seed=seed).run(games, threads=threads)
    seats = tuple(Share.of(row["wins"], row["played"]) for row in alike.by_seat())
    lengths = alike.lengths_table()
    policy = nearest_policy(edition, players)
    strategies = ["advised", *["certain"] * (players - 1)]
    skilled = Simulation(edition, strategies, seed=seed).run(max(1, games // 4), threads=threads).by_strategy()[0]
    measured = measure_cards(edition, players=players, positions=positions, seed=seed, threads=threads)
    solved = solvability(edition, players=players, deals=positions, fewest=1, seed=seed, threads=threads)
    heard, combined = _hardness(batch_for(edition, players), players - 1, seed)
    return TableReport(
        players=players,
        games=alike.games,
        unfinished=alike.unfinished,
        cards=lengths["cards_a_game"],
        spread=lengths["spread"],
        cards_a_point=lengths["cards_a_point"],
        seats=seats,
        skill=Share(skilled["share"], skilled["low"], skilled["high"]),
        settled=Share(solved.share, solved.low, solved.high),
        heard=heard,
        combined=combined,
        silent=tuple(Silent(row["card"], row["nothing"]) for row in measured.rows() if row["nothing"] >= SILENT),
        repeated=_repeated(measured),
        policy=policy,
        fits=fits(policy, edition, players),
    )


def _repeated(measured: CardMeasures) -> tuple[Repeated, ...]:
    rows = (row for row in measured.redundancy() if row["first"] != row["second"] and row["kept"] < REPEATED)
    return tuple(Repeated(**row) for row in sorted(rows, key=lambda row: row["kept"]))


def _hardness(batch: Batch, answerers: int, seed: int) -> tuple[float, float]:
    """Answers until a code is certain, and the fewest of them that prove it: means over deals in which it becomes certain."""
    deals = batch.deal(_POSITIONS, answers=_MOST_ANSWERS, seed=seed, answerers=answerers)
    heard, combined = [], []
    for p in range(_POSITIONS):
        prefixes = np.broadcast_to(deals.answers[p], (_MOST_ANSWERS, _MOST_ANSWERS, 3)).copy()
        prefixes[np.triu_indices(_MOST_ANSWERS, 1)] = -1
        settled = is_settled(
            batch.solve(np.repeat(deals.racks[p : p + 1], _MOST_ANSWERS, axis=0), prefixes), batch.edition
        )
        if settled.any():
            first = int(settled.argmax())
            until = Deals(deals.racks[p : p + 1], prefixes[first][None], deals.own[p : p + 1])
            heard.append(first + 1)
            combined.append(fewest_answers(batch, until, 0) or 0)  # never None: these answers settle it
    return (float(np.mean(heard)), float(np.mean(combined))) if heard else (math.nan, math.nan)
