"""Share of deals in which my code is certain after all others have answered every card, and the fewest answers that do it.

>>> found = solvability("classic", players=2)
>>> found.exact, found.low == found.high == found.share
(True, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, falling
from ..core.batch import Batch, Positions
from ..core.deals import Deals, RackNumbers
from ..core.sampling import checked_seed
from ..errors import RuleError
from ..reasons.proofs import smallest_hitting_set
from ..records import Record, plain_data
from ..rules.editions import Edition, load_edition
from .results import share_interval
from .study import Rows, Study
from .study_text import TextLine, TextPart, TextTable, column, percent

_BLOCK = 4096
_KEPT = 10
"""Number of example deals."""
_ENUMERABLE = 2
_MOST_RACKS = 1000
"""Limits for the enumeration of all deals: racks in sight, racks in total."""


class Solvability(Study, Record):
    """Shares of deals, weighted by the chance of each deal."""

    edition: str
    players: int
    deals: int
    """Deals looked at: all of them if ``exact``."""
    exact: bool
    share: float
    """Share of deals in which my code is certain after all answers."""
    low: float
    high: float
    fewest: Mapping[int, int]
    """Number of sampled deals by the fewest answers that settle them, chosen with knowledge of the deal; 0: no answer is needed."""
    unsettled: int
    """Number of sampled deals that even all answers do not settle; ``fewest`` does not count them."""
    never: tuple[str, ...]
    """Examples of deals that are never settled: the racks in sight, then mine."""

    def as_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = plain_data(self)
        return found

    def tables(self) -> dict[str, Callable[[], Rows]]:
        return {"shares": self._row}

    def _row(self) -> Rows:
        """One row; the deals are left out."""
        return [{name: value for name, value in self.as_dict().items() if name != "never"}]

    def text_parts(self) -> Iterator[TextPart]:
        return solvability_text([self])

    def __repr__(self) -> str:
        spread = "exact" if self.exact else f"{100 * self.low:.3f} to {100 * self.high:.3f}"
        return (
            f"<Solvability {self.edition}, {self.players} players: {100 * self.share:.3f} % ({spread}) of "
            f"{self.deals:,} deals>"
        )


def solvability_text(found: Sequence[Solvability]) -> Iterator[TextPart]:
    """The shares for several numbers of players in one table, and deals that are never settled."""
    yield TextLine(f"{found[0].edition}: every card answered by everybody else", "bold")
    yield TextTable(
        [row for one in found for row in one.table()],
        [
            column("players"),
            column("deals", form="{:,}".format),
            column("settled", "share", form=percent(4)),
            column("95 % interval", "exact", "low", "high", form=_interval),
            column("fewest answers (deals)", "unsettled", "fewest", form=_sizes, left=True),
        ],
        "In what share of the deals my code is then certain",
    )
    for one in found:
        if one.never:
            yield TextLine("")
            yield TextLine(f"Never, with {one.players} players (mine last)", "bold")
            yield from map(TextLine, one.never[:3])


def _interval(exact: bool, low: float, high: float) -> str:
    return "exact" if exact else f"{low * 100:.3f} to {high * 100:.3f} %"


def _sizes(unsettled: int, fewest: Mapping[int, int]) -> str:
    never = [f"never: {unsettled}"] if unsettled else []
    return ", ".join([*never, *(f"{size}: {count}" for size, count in fewest.items())])


def batch_for(edition: Edition, players: int) -> Batch:
    """The positions of one edition and number of players; raises `RuleError` where there are none."""
    rules = edition.rules
    if not rules.least_players <= players <= rules.most_players:
        raise RuleError(f"{players} players: {edition.name!r} is for {rules.least_players} to {rules.most_players}")
    return Batch(edition, known=max(rules.racks, players) - 1, spares=len(edition.spare_racks(players)))


def is_settled(solved: Positions, edition: Edition) -> NDArray[np.bool_]:
    """(positions,): True if only one code is left."""
    return edition.rules.target.pick(solved.certain >= 0, solved.counts == 1)


def solvability(
    edition: str | Edition = "classic",
    *,
    players: int = 4,
    deals: int = 20_000,
    fewest: int = 200,
    every: bool | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Solvability:
    """Deal many times, let all others answer every card, and count the deals in which my code is certain.

    With one rack in sight all deals are enumerated unless ``every`` is False; with two only if it is True. For ``fewest`` deals
    the smallest set of answers that settles them is searched.
    """
    chosen, seed = load_edition(edition) if isinstance(edition, str) else edition, checked_seed(seed)
    batch = batch_for(chosen, players)
    few = len(batch.arrays.racks) <= _MOST_RACKS
    exact = batch.known == 1 and few if every is None else every
    if exact and (batch.known > _ENUMERABLE or not few):
        raise RuleError(f"{chosen.name!r} with {players} players has too many deals to look at every one")
    parts = _every_deal(batch) if exact else _some_deals(batch, deals, seed)
    total = settled_weight = 0.0
    count = settled_count = 0
    never: list[str] = []
    for racks, weights in parts:
        answered = everything_answered(batch, racks, players - 1)
        settled = is_settled(batch.solve(answered.racks, answered.answers, threads=threads), chosen)
        count, settled_count = count + len(racks), settled_count + int(settled.sum())
        total, settled_weight = total + float(weights.sum()), settled_weight + float(weights[settled].sum())
        for deal in racks[~settled][: _KEPT - len(never)]:
            never.append(", ".join(" ".join(map(str, batch.rack(int(i)))) for i in deal))
    share = settled_weight / total
    low, high = (share, share) if exact else share_interval(settled_count, count)
    high = max(high, share)  # rounding
    sample = everything_answered(batch, batch.deal_racks(fewest, np.random.default_rng(seed)), players - 1)
    needed = [fewest_answers(batch, sample, p) for p in range(fewest)]
    sizes = Counter(size for size in needed if size is not None)
    return Solvability(
        edition=chosen.name,
        players=players,
        deals=count,
        exact=exact,
        share=share,
        low=low,
        high=high,
        fewest=dict(sorted(sizes.items())),
        unsettled=needed.count(None),
        never=tuple(never),
    )


def everything_answered(batch: Batch, racks: RackNumbers, answerers: int) -> Deals:
    """Deals with the answers of all others to every card; the last rack is mine."""
    cards = len(batch.columns)
    who = np.broadcast_to(np.repeat(np.arange(answerers), cards), (len(racks), answerers * cards))
    columns = np.broadcast_to(np.tile(np.arange(cards), answerers), who.shape)
    return batch.answered(racks, who, columns)


def fewest_answers(batch: Batch, deals: Deals, p: int) -> int | None:
    """Fewest answers of deal ``p`` that settle it, 0 if the racks in sight do; None if even all answers do not."""
    answers = deals.answers[p]
    answers = answers[answers[:, 1] >= 0]
    seen = np.broadcast_to(deals.racks[p], (len(answers), batch.known))
    space = batch.arrays.racks
    left = batch.solve(np.ascontiguousarray(seen), np.ascontiguousarray(answers[:, None])).racks
    open_yet = batch.solve(deals.racks[p : p + 1], np.zeros((1, 0, 3), np.int8)).racks[0]
    target = space.targets(batch.edition.rules.target)
    wrong = open_yet & (target != target[deals.own[p]])
    masks = {sum(1 << a for a in np.nonzero(column)[0].tolist()) for column in ~left[:, wrong].T}
    if 0 in masks:
        return None
    return len(smallest_hitting_set(masks, [1] * len(answers))) if masks else 0


def _some_deals(batch: Batch, deals: int, seed: int) -> Iterator[tuple[RackNumbers, FloatArray]]:
    rng = np.random.default_rng([seed, 1])
    for first in range(0, deals, _BLOCK):
        size = min(_BLOCK, deals - first)
        yield batch.deal_racks(size, rng), np.ones(size)


def _every_deal(batch: Batch) -> Iterator[tuple[RackNumbers, FloatArray]]:
    """All deals with their weights. Deals with two racks of players come in both orders, which does not change the shares."""
    count = len(batch.arrays.racks)
    every = np.arange(count, dtype=np.int32)
    if batch.known == 1:
        yield _possible(batch, np.stack([np.repeat(every, count), np.tile(every, count)], axis=1))
        return
    playerless = np.arange(count + 1, count + 1 + len(batch.short), dtype=np.int32) if batch.short else every
    for first in every:
        others = playerless if batch.spares else every[first:]
        racks = np.stack(
            [
                np.full(len(others) * len(every), first),
                np.repeat(others, len(every)),
                np.tile(every, len(others)),
            ],
            axis=1,
        )
        found, weights = _possible(batch, racks)
        once = batch.spares > 0 or found[:, 0] == found[:, 1]
        yield found, np.where(once, weights, 2 * weights)


def _possible(batch: Batch, racks: RackNumbers) -> tuple[RackNumbers, FloatArray]:
    """Deals for which the deck has enough tiles, and the number of ways to draw each."""
    copies = np.asarray(batch.edition.deck.copies)
    used = batch.counts[racks].sum(axis=1, dtype=np.int64)
    possible = (used <= copies).all(axis=1)
    racks, used = racks[possible], used[possible]
    size = int(copies.max())
    table = falling(copies, size)
    ways = table[np.arange(len(copies)) * (size + 1) + used].prod(axis=1)
    orders = np.array([factorial(count) for count in range(size + 1)], float)
    return racks, np.asarray(ways / orders[batch.counts[racks]].prod(axis=(1, 2)))
