"""A second opinion in a process of its own: nothing is compiled in this one, and it can be stopped at any time.

asked = SecondOpinion(position, seconds=2)        the process starts
while (found := asked.wait()) is None:            it works; `asked.games` tells how far it is
    ...
asked.stop()                                      it is over, whatever it was doing
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import BeliefError, JobError
from ..jobs import Job
from .advice import SECONDS, Advice, Decision


class SecondOpinion(Job[Advice]):
    """An estimate by playing on that another process works out. Ends the process when used in ``with``."""

    def __init__(self, position: Decision, *, seconds: float = SECONDS, samples: int | None = None) -> None:
        super().__init__(estimate_in_process, position, seconds=seconds, samples=samples)

    @property
    def games(self) -> int:
        """Games played so far for each choice; 0 while it starts and compiles."""
        return self.said if isinstance(self.said, int) else 0

    def wait(self, seconds: float = 0.1) -> Advice | None:
        """What it found, as soon as that is there; None after so many seconds. Raises what it was refused with."""
        try:
            return super().wait(seconds)
        except JobError:
            raise BeliefError("no second opinion: the process that played on has ended unexpectedly") from None


def estimate_in_process(
    say: Callable[[int], None], position: Decision, *, seconds: float = SECONDS, samples: int | None = None
) -> Advice:
    """The estimate; imports numba here."""
    from .rollouts import estimate_by_rollouts as played

    return played(position, seconds=seconds, samples=samples, say=say)
