"""Blocks of games on a Dask cluster: the same results as one process, in constant memory.

A task is a run of consecutive blocks. Few tasks are active at a time. Their counts are added in the order of the blocks, so
even sums of fractions do not depend on the workers. If a worker dies, Dask gives its tasks to another. If the job is stopped,
its tasks end on the workers too, even in a strategy that never returns. Needs the extra ``cluster``, imported on first use.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, reduce
from inspect import getmodule
from itertools import islice
from time import monotonic
from typing import Any, Protocol

from .._version import __version__
from ..errors import ClusterError, Code777Error
from ..jobs import Job
from ..kernels.board import Floats
from ..records import replace
from .results import Results, total

Block = tuple[int, int]
"""Number of a block's first game, and number of games."""

MOST_BLOCKS = 32
"""Most blocks in a task: a fraction of a second with the built-in strategies, so that a lost worker costs little. The first
tasks are smaller, which spreads a small number of games evenly."""
TASKS_A_THREAD = 3
"""Active tasks for each thread of the cluster: one runs while the others are being sent."""
PATIENCE = 60.0
"""Seconds without any worker after which the cluster counts as lost."""
_CONNECT, _WORKER_CHECK = 10.0, 2.0
"""Seconds to wait for a scheduler; seconds between two checks of the workers."""
_CANCEL_CHECK = 0.5
"""Seconds between two checks of a worker for a cancelled task."""


class Playable(Protocol):
    """A simulation that can be pickled and plays blocks; it is sent to the workers."""

    @property
    def asks(self) -> bool: ...
    def block(self, first: int, games: int) -> Results: ...


Part = tuple[Results, list[Floats]]
"""Counts of a task: the sum of its blocks without ``pruned``, and ``pruned`` of each block."""


def run_on_cluster(
    scheduler: str,
    simulation: Playable,
    empty: Results,
    blocks: Iterator[Block],
    carried: Iterable[object] = (),
    *,
    security: object = None,
) -> Iterator[Results]:
    """Play blocks on a cluster; yields the sum so far after each task, in the order of the blocks.

    ``carried`` are functions in the simulation that workers cannot import: they are sent as code. ``security`` is Dask's
    ``Security``; None for what Dask's settings say.
    """
    distributed = _imported()
    with _without_dask_logs(), _connected(distributed, scheduler, security) as client:
        submit = _submitter(client, simulation, carried)
        results, under_way = empty, list[Any]()
        try:
            size, more = 1, True
            while True:
                room = TASKS_A_THREAD * max(1, _threads(client, scheduler, results))
                while more and len(under_way) < room:
                    chunk = list(islice(blocks, size))
                    more = len(chunk) == size
                    under_way += [submit(chunk)] if chunk else []
                    size = min(MOST_BLOCKS, size + 1)
                if not under_way:
                    return
                results = _added(results, _result(distributed, client, scheduler, under_way[0], results))
                under_way.pop(0).release()
                yield results
        finally:
            for future in under_way:
                future.release()


def _imported() -> Any:
    try:
        import distributed
    except ImportError:
        raise ClusterError("a scheduler needs Dask distributed: pip install 'code777solver[cluster]'") from None
    return distributed


@contextmanager
def _without_dask_logs() -> Iterator[None]:
    """Silence Dask's log messages about lost connections; our errors report them."""
    logger = logging.getLogger("distributed")
    loggers = [logger, *(logging.getLogger(f"distributed.{name}") for name in ("client", "comm", "core", "batched"))]
    levels = [one.level for one in loggers]
    for one in loggers:
        one.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for one, level in zip(loggers, levels, strict=True):
            one.setLevel(level)


@contextmanager
def _connected(distributed: Any, scheduler: str, security: object) -> Iterator[Any]:
    try:
        client = distributed.Client(scheduler, timeout=_CONNECT, set_as_default=False, security=security)
    except (OSError, ValueError, RuntimeError, ImportError, TypeError) as error:  # TypeError: no certificates
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ClusterError(
            f"no scheduler at {scheduler} ({reason}): start one with `dask scheduler`, which prints its address"
        ) from None
    try:
        yield client
    finally:
        client.close(timeout=2)


def _submitter(client: Any, simulation: Playable, carried: Iterable[object]) -> Callable[[list[Block]], Any]:
    """Function that submits a task. Each task carries the pickled simulation, a few bytes, so a worker needs nothing else."""
    import cloudpickle

    modules = {getmodule(function) for function in carried}
    by_value = [module for module in modules if module is not None and module.__name__ in sys.modules]
    for module in by_value:
        cloudpickle.register_pickle_by_value(module)
    try:
        table = cloudpickle.dumps(simulation)
    finally:
        for module in by_value:
            cloudpickle.unregister_pickle_by_value(module)
    return lambda chunk: client.submit(_play, __version__, table, chunk, pure=False)


def _play(version: str, table: bytes, chunk: list[Block]) -> Part:
    """Play the blocks of a task; runs on a worker."""
    if version != __version__:
        raise ClusterError(
            f"a worker has code777solver {__version__}, not {version}: install the same version everywhere"
        )
    cancelled = _is_cancelled()
    if _table(table).asks:  # a user's function may never return; only a process can be ended
        with Job(_count, table, chunk) as job:
            while (found := job.wait(_CANCEL_CHECK)) is None:
                if cancelled():
                    raise _Cancelled
        return found

    def go_on(_: object) -> None:
        if cancelled():
            raise _Cancelled

    return _count(go_on, table, chunk)


def _count(say: Callable[[object], None], table: bytes, chunk: list[Block]) -> Part:
    """Play the blocks of a task; calls ``say`` with the number of blocks done after each."""
    simulation, parts = _table(table), list[Results]()
    for block in chunk:
        parts.append(simulation.block(*block))
        say(len(parts))
    return replace(total(parts), pruned=None), [part.pruned for part in parts if part.pruned is not None]


class _Cancelled(BaseException):
    """Ends a cancelled task. Not an `Exception`, so that a strategy does not catch it by accident."""


def _is_cancelled() -> Callable[[], bool]:
    """Function that returns True if the present task of this worker was cancelled, or its client is gone.

    Dask removes such a task from its list, but does not stop its thread.
    """
    distributed = _imported()
    worker = distributed.get_worker()
    tasks, key = worker.state.tasks, worker.get_current_task()

    def cancelled() -> bool:
        task = tasks.get(key)
        return task is None or task.state == "cancelled"

    return cancelled


@lru_cache(maxsize=4)
def _table(table: bytes) -> Playable:
    import cloudpickle

    found: Playable = cloudpickle.loads(table)
    return found


def _added(results: Results, part: Part) -> Results:
    counted, pruned = part
    summed = None if results.pruned is None else reduce(lambda a, b: a + b, pruned, results.pruned)
    return replace(results + counted, pruned=summed)


def _threads(client: Any, scheduler: str, results: Results) -> int:
    """Number of threads of the cluster now."""
    try:
        return sum(client.nthreads().values())
    except Exception as error:  # a broken connection may raise anything
        raise _lost(scheduler, results) from error


def _result(distributed: Any, client: Any, scheduler: str, future: Any, results: Results) -> Part:
    """Wait for a task; raises `ClusterError` after `PATIENCE` seconds without any worker."""
    alone_since: float | None = None
    while not future.done():
        try:
            future.exception(timeout=_WORKER_CHECK)
        except TimeoutError:
            if _threads(client, scheduler, results):
                alone_since = None
            elif alone_since is None:
                alone_since = monotonic()
            elif monotonic() - alone_since > PATIENCE:
                raise ClusterError(
                    f"the cluster at {scheduler} has no workers: start some with `dask worker {scheduler}`", results
                ) from None
        except distributed.CancelledError:
            break
    if future.status in ("cancelled", "lost"):
        raise _lost(scheduler, results)
    if future.status == "error":
        error = future.exception()
        if isinstance(error, Code777Error):
            if isinstance(error, ClusterError):
                error.results = results
            raise error
        raise ClusterError(f"a worker at {scheduler} failed: {type(error).__name__}: {_line(error)}", results)
    try:
        part: Part = future.result(timeout=PATIENCE)
    except (distributed.CancelledError, OSError) as error:
        raise _lost(scheduler, results) from error
    return part


def _line(error: BaseException | None) -> str:
    return str(error).splitlines()[0] if str(error) else "no reason given"


def _lost(scheduler: str, results: Results) -> ClusterError:
    return ClusterError(f"the scheduler at {scheduler} was lost after {results.games:,} games", results)
