"""A second opinion in a separate process, which alone compiles code and can be stopped at any time.

asked = SecondOpinion(position, seconds=2)        the process starts
while (found := asked.wait()) is None:            it works; `asked.games` is its progress
    ...
asked.stop()                                      the process ends at once
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import BeliefError, JobError
from ..jobs import Job
from .advice import SECONDS, Advice, Decision


class SecondOpinion(Job[Advice]):
    """Rollouts in another process. As a context manager it ends the process at the end of the block."""

    def __init__(self, position: Decision, *, seconds: float = SECONDS, samples: int | None = None) -> None:
        super().__init__(estimate_in_process, position, seconds=seconds, samples=samples)

    @property
    def games(self) -> int:
        """Games played so far for each choice; 0 while it starts and compiles."""
        return self.said if isinstance(self.said, int) else 0

    def wait(self, seconds: float = 0.1) -> Advice | None:
        """The advice as soon as it is finished; None after ``seconds``. Raises the error of the process, if there was one."""
        try:
            return super().wait(seconds)
        except JobError:
            raise BeliefError("no second opinion: the process that played on has ended unexpectedly") from None


def estimate_in_process(
    say: Callable[[int], None], position: Decision, *, seconds: float = SECONDS, samples: int | None = None
) -> Advice:
    """Estimate by rollouts; imports numba in this process."""
    from .rollouts import estimate_by_rollouts as played

    return played(position, seconds=seconds, samples=samples, say=say)
