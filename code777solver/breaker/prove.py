"""Proves best play again: the results of the search, and the check of the plan that it found."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Sequence

from ..errors import PackError
from ..records import Record
from .packs import Pack
from .plan_check import play_all
from .plans import Best, Opening, proved_best, shape
from .search import MEAN, Search, beyond, both, racing
from .symmetry import first_guesses

__all__ = ["OptimumProof", "prove"]


class OptimumProof(Record):
    """Results of a proof, and the work that it took."""

    pack: Pack
    best: Best
    counts: dict[int, int]
    """Number of codes that the plan finds by number of guesses, counted by the checker."""
    searched: int
    """Number of sets of codes in which guesses were tried."""
    bounded: int
    """Number of sets of codes that were bounded, including those searched."""
    seconds: float
    known: Best | None
    """Stored results of the package, for comparison."""

    @property
    def codes(self) -> int:
        return len(self.pack.codes)

    @property
    def reaches_both(self) -> bool:
        """True if the plan, which has the best mean, also has the best worst case."""
        return max(self.counts) == self.best.worst

    @property
    def agrees(self) -> bool:
        """True if this run found the stored plan, guess by guess."""
        return self.known is None or self.known == self.best

    def toml(self) -> str:
        """The entry of data/breaker/plans.toml."""
        best = self.best
        openings = ", ".join(f"[{o.guess}, {o.total}, {o.worst}]" for o in best.openings)
        return (
            f"[{shape(self.pack)}]\ntotal = {best.total}\nworst = {best.worst}\nlate = {best.late}\n"
            f"openings = [{openings}]\nguesses = [\n{_rows(best.guesses)}\n]\nrace = [\n{_rows(best.race)}\n]\n"
        )


def _rows(guesses: Sequence[int]) -> str:
    return textwrap.fill(", ".join(map(str, guesses)), 116, initial_indent="    ", subsequent_indent="    ") + ","


def prove(pack: Pack, say: Callable[[str], None] = lambda _: None) -> OptimumProof:
    """Search a pack from nothing: best mean, best worst case, and a plan, checked by playing every code.

    Of all plans with the best mean it is one with the fewest codes beyond the best worst case. ``say`` is
    called with lines of progress.
    """
    start = time.perf_counter()
    say(f"{len(pack.codes):,} codes: making the table of answers")
    search = Search(pack)
    worst, late = 0, len(pack.codes)
    while late:
        worst += 1
        fewest = late
        late = search.best([], beyond(worst)).total
        say(f"at least {late:,} codes need more than {worst} guesses" if late else f"{worst} guesses can be enough")
    openings = []
    for guess in first_guesses(pack):
        say(f"first guess {pack.format(guess)}: searching all that can follow")
        total = search.value(guess, [], MEAN)
        least = worst
        while search.value(guess, [], beyond(least), 1):
            least += 1
        openings.append(Opening(guess, total, least))
        say(f"first guess {pack.format(guess)}: {total:,} guesses in all at best, {least} at worst")
    cost = both(MEAN, beyond(worst))
    total = min(opening.total for opening in openings)
    guesses = search.plan([], cost)
    counts = play_all(len(pack.ranks), len(pack.suits), guesses)
    played = sum(guess * count for guess, count in counts.items())
    say(f"the checker played every code: {played:,} guesses in all, {max(counts)} at worst")
    if played != total:
        raise PackError(f"the plan needs {played:,} guesses where the search promised {total:,}: please report this")
    race = search.plan([], racing(counts, 0))
    return OptimumProof(
        pack=pack,
        best=Best(total, worst, fewest, tuple(openings), tuple(guesses), tuple(race)),
        counts=counts,
        searched=int(search.counts[0]),
        bounded=int(search.counts[1]),
        seconds=time.perf_counter() - start,
        known=proved_best(pack),
    )
