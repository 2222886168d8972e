"""Information of every card, measured on many random positions: exact in each position, with intervals over all positions.

All cards are measured on the same positions, for every player who may answer. A measure is the expectation before the answer
is known. Positions in which the code is already settled are left out.

>>> found = measure_cards("classic", players=4, positions=400, seed=1)
>>> found.rows()[0]["card"] in found.cards
True
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, IntArray
from ..core.batch import MEASURES, Batch, Positions
from ..core.deals import Deals
from ..core.sampling import checked_seed
from ..errors import RuleError
from ..records import Record
from ..rules.editions import Edition, load_edition
from .results import Z
from .solvability import batch_for, is_settled
from .study import Rows, Study
from .study_text import TextColumn, TextLine, TextPart, TextTable, across, column, percent

MOST_ANSWERS = 15
"""Positions have 0 to this many answers, each number equally often."""
STAGES = 10
_BLOCK = 512
_PAIRS = 2000
"""Most positions on which pairs of cards are measured; each costs as much as twenty others."""

Progress = Callable[[int, int], None]


class CardMeasures(Study, Record):
    """Means over positions, with half of their 95% intervals."""

    edition: str
    players: int
    seed: int
    cards: tuple[int, ...]
    positions: int
    """Positions that were measured."""
    settled: int
    """Positions left out because the code was already settled."""
    stages: tuple[tuple[int, int], ...]
    """Fewest and most racks left in each tenth of the positions, which are sorted by racks left."""
    mean: FloatArray
    """(stages, answerers, cards, measures): sums over positions."""
    square: FloatArray
    """The same for squares."""
    count: IntArray
    """(stages,): number of positions."""
    whole: FloatArray
    """(2, cards, measures): sums and sums of squares, over positions, of the mean over answerers."""
    answers: tuple[tuple[str, ...], ...]
    """The answers of each card."""
    said: FloatArray
    """(cards, answers, 3): sums of chances, of their squares, and of chance times share of racks removed."""
    after: FloatArray
    """(cards, cards): share of its bits about the numbers that the second card keeps after the answer to the first."""

    def rows(self) -> Rows:
        """One row for each card, those with the most bits about the numbers first."""
        sums, squares = self.whole
        rows = [{"card": card, **_figures(sums[c], squares[c], self.positions)} for c, card in enumerate(self.cards)]
        return sorted(rows, key=lambda row: (-row["number_bits"], row["card"]))

    def by_stage(self) -> Rows:
        """One row for each card and each tenth of the positions, by racks left."""
        rows = []
        for stage, (low, high) in enumerate(self.stages):
            sums, squares = self.mean[stage].mean(axis=0), self.square[stage].mean(axis=0)
            for c, card in enumerate(self.cards):
                figures = _figures(sums[c], squares[c], int(self.count[stage]))
                rows.append({"card": card, "racks_from": low, "racks_to": high, **figures})
        return rows

    def by_answerer(self) -> Rows:
        """One row for each card and answering player, clockwise from me."""
        sums, squares = self.mean.sum(axis=0), self.square.sum(axis=0)
        return [
            {"card": card, "answerer": who + 1, **_figures(sums[who, c], squares[who, c], self.positions)}
            for c, card in enumerate(self.cards)
            for who in range(self.players - 1)
        ]

    def by_answer(self) -> Rows:
        """One row for each card and answer: its share of the answers, and the share of racks that it removes."""
        rows = []
        for c, card in enumerate(self.cards):
            for a, symbol in enumerate(self.answers[c]):
                chances, squares, removed = self.said[c, a].tolist()
                share, half = _mean(chances, squares, self.positions)
                rows.append(
                    {
                        "card": card,
                        "answer": symbol,
                        "share": share,
                        "share_half": half,
                        "racks": removed / chances if chances else math.nan,
                    }
                )
        return rows

    def redundancy(self) -> Rows:
        """One row for each pair of cards: the share of its bits that the second keeps after the answer to the first."""
        return [
            {"first": first, "second": second, "kept": float(self.after[a, b])}
            for a, first in enumerate(self.cards)
            for b, second in enumerate(self.cards)
        ]

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {
            "cards": self.rows,
            "answers": self.by_answer,
            "stages": self.by_stage,
            "answerers": self.by_answerer,
            "pairs": self.redundancy,
        }

    def text_parts(self, table: str = "cards") -> Iterator[TextPart]:
        """One of the tables."""
        yield TextLine(
            f"{self.edition}, {self.players} players: {self.positions:,} positions, seed {self.seed}; "
            f"{self.settled:,} more were settled already and left out",
            "bold",
        )
        yield self._text_table(table)
        if table == "cards":
            note = (
                "Shares of racks and codes removed, bits about the numbers and the tiles, chance to settle the code and to tell "
                "nothing; each figure with half of its 95 % interval."
            )
            yield TextLine(note, "dim")

    def _text_table(self, table: str) -> TextTable:
        rows, card = self.table(table), column("card")
        if table == "cards":
            return TextTable(rows, [card, *_MEASURES], "What an answer tells, before it is known", describes_cards=True)
        if table == "answers":
            said = [row for row in rows if row["share"] > 0]
            return TextTable(said, [card, *_ANSWERS], "How often each answer comes, and what it then removes")
        if table == "stages":
            spread = across(rows, "card", "racks_from", column("number_bits", form=_bits))
            racks = [column(f"{low}-{high}" if low < high else str(low), str(low)) for low, high in self.stages]
            return TextTable(spread, [card, *racks], "Bits about the numbers, by how many racks were left")
        if table == "answerers":
            spread = across(rows, "card", "answerer", _with_half("", "number_bits"))
            players = [column(f"player {who}", str(who)) for who in range(1, self.players)]
            return TextTable(spread, [card, *players], "Bits about the numbers, by who answers (clockwise from me)")
        kept = across(rows, "first", "second", column("kept", form=lambda kept: percent(0)(kept).removesuffix(" %")))
        title = "What a card (column) keeps of its bits, in %, once another (row) has been answered"
        return TextTable(kept, [column("first"), *(column(str(other)) for other in self.cards)], title)

    def __repr__(self) -> str:
        best = ", ".join(str(row["card"]) for row in self.rows()[:3])
        return (
            f"<CardMeasures {self.edition}, {self.players} players, {self.positions:,} positions, seed {self.seed}: "
            f"cards {best} tell most>"
        )

    def as_dict(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "players": self.players,
            "seed": self.seed,
            "positions": self.positions,
            "settled": self.settled,
            "cards": self.rows(),
            "by_answer": self.by_answer(),
            "by_stage": self.by_stage(),
            "by_answerer": self.by_answerer(),
            "redundancy": self.redundancy(),
        }


def _bits(bits: float) -> str:
    return "-" if math.isnan(bits) else f"{bits:.2f}"


def _with_half(heading: str, name: str) -> TextColumn:
    """A column of a measure in bits, with half of its interval."""
    return column(heading, name, f"{name}_half", form="{:.3f} ±{:.3f}".format)


def _share_with_half(heading: str, name: str) -> TextColumn:
    return column(heading, name, f"{name}_half", form=lambda share, half: f"{share * 100:.1f} ±{half * 100:.1f}")


_MEASURES = (
    _share_with_half("racks", "racks"),
    _share_with_half("codes", "codes"),
    _with_half("bits", "number_bits"),
    _with_half("tile bits", "tile_bits"),
    _share_with_half("settles", "settles"),
    _share_with_half("nothing", "nothing"),
)
_ANSWERS = (
    column("answer", left=True),
    column("comes", "share", "share_half", form=lambda share, half: f"{percent(1)(share)} ±{half * 100:.1f}"),
    column("racks removed", "racks", form=percent(1)),
)


def _figures(sums: FloatArray, squares: FloatArray, count: int) -> dict[str, float]:
    """Each measure with half of its 95% interval."""
    found = {}
    for name, total, square in zip(MEASURES, sums.tolist(), squares.tolist(), strict=True):
        found[name], found[f"{name}_half"] = _mean(total, square, count)
    return found


def _mean(total: float, squares: float, count: int) -> tuple[float, float]:
    """Mean and half of its 95% interval, from sums; NaN if nothing was counted."""
    if count < 2:
        return math.nan, math.nan
    mean = total / count
    return mean, Z * math.sqrt(max(0.0, squares / count - mean * mean) / (count - 1))


def measure_cards(
    edition: str | Edition = "classic",
    *,
    players: int = 4,
    positions: int = 20_000,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> CardMeasures:
    """Measure all cards of an edition. The same seed gives the same figures on any number of threads."""
    chosen, seed = load_edition(edition) if isinstance(edition, str) else edition, checked_seed(seed)
    batch, heard = batch_for(chosen, players), np.arange(positions) % (MOST_ANSWERS + 1)
    deals = batch.deal(positions, answers=heard, seed=seed, answerers=players - 1)
    solved = batch.solve(deals.racks, deals.answers, threads=threads)
    open_yet = ~is_settled(solved, chosen)
    chosen_deals = Deals(deals.racks[open_yet], deals.answers[open_yet], deals.own[open_yet])
    left = solved.counts[open_yet]
    if len(left) < 2:
        raise RuleError(f"{positions} positions: too few in which something is left to find out")
    bounds = np.quantile(left, np.arange(1, STAGES) / STAGES)
    stage = np.searchsorted(bounds, left, side="left")
    cards, most = len(batch.columns), int(batch.lookup.layout[: len(batch.columns), 3].max())
    mean = np.zeros((STAGES, players - 1, cards, len(MEASURES)))
    square, whole, said = np.zeros_like(mean), np.zeros((2, cards, len(MEASURES))), np.zeros((cards, most, 3))
    for first in range(0, len(left), _BLOCK):
        part = slice(first, first + _BLOCK)
        asked = _solved(batch, chosen_deals, part).ask(answerers=players - 1, threads=threads)
        np.add.at(mean, stage[part], asked.measures)
        np.add.at(square, stage[part], asked.measures**2)
        of_position = asked.measures.mean(axis=1)
        whole += of_position.sum(axis=0), (of_position**2).sum(axis=0)
        chance = asked.said[..., 0].mean(axis=1)
        said[..., 0] += chance.sum(axis=0)
        said[..., 1] += (chance**2).sum(axis=0)
        said[..., 2] += asked.said.prod(axis=-1).mean(axis=1).sum(axis=0)
        if progress is not None:
            progress(min(first + _BLOCK, len(left)), len(left))
    symbols = tuple(tuple(card.meaning.symbols(batch.known)) for card in chosen.cards.values())
    return CardMeasures(
        edition=chosen.name,
        players=players,
        seed=seed,
        cards=tuple(chosen.cards),
        positions=len(left),
        settled=positions - len(left),
        stages=tuple(_range(left[stage == s]) for s in range(STAGES)),
        mean=mean,
        square=square,
        count=np.bincount(stage, minlength=STAGES),
        whole=whole,
        answers=symbols,
        said=said,
        after=_after(batch, chosen_deals, players - 1, seed, threads),
    )


def _range(numbers: NDArray[np.int32]) -> tuple[int, int]:
    """Smallest and largest number; (0, 0) for an empty array."""
    return (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)


def _solved(batch: Batch, deals: Deals, part: slice) -> Positions:
    return batch.solve(deals.racks[part], deals.answers[part])


def _after(batch: Batch, deals: Deals, answerers: int, seed: int, threads: int) -> FloatArray:
    """Share of bits that each card keeps after each other card, answered by two neighbours; see `CardMeasures.after`."""
    part = slice(0, _PAIRS)
    first = np.random.default_rng(seed).integers(0, answerers, len(deals.racks[part]))
    pairs = np.stack([first, (first + 1) % answerers], axis=1)
    bits = _solved(batch, deals, part).ask_twice(pairs, threads=threads).sum(axis=0)
    alone = bits[-1]
    kept: FloatArray = np.divide(bits[:-1], alone, out=np.full(bits[:-1].shape, math.nan), where=alone > 0)
    return kept
