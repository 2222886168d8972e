"""A real cluster of processes plays the games of one process, also when one of them is killed midway."""

from __future__ import annotations

import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from dask_processes import processes, scheduler_and_workers

from code777solver import SeatView, Simulation, __version__, simulate
from code777solver.cli import main as cli
from code777solver.errors import ClusterError, StrategyFailure
from code777solver.play import cluster
from code777solver.records import replace
from code777solver.results import Results

ROOT = Path(__file__).parents[2]
GAMES = 60_000
"""Fifteen blocks."""


def same(a: Results, b: Results) -> bool:
    """Bit by bit."""
    arrays = ("wins", "played", "right", "wrong", "lengths", "pruned")
    plain = ("edition", "strategies", "seed", "rotate", "games", "unfinished", "cut", "cards_drawn")
    equal = all(getattr(a, name) == getattr(b, name) for name in plain) and all(
        np.array_equal(np.asarray(getattr(a, name)), np.asarray(getattr(b, name))) for name in arrays
    )
    assert equal == (a == b)
    return equal


@pytest.mark.cluster
def test_a_cluster(tmp_path: Path) -> None:
    """One start for all of it, since processes are slow to start."""
    table = Simulation("classic", ["certain"], players=4, seed=7, pruning=True)
    expected = table.run(GAMES)
    with processes() as start:
        address, (scheduler, first, _) = scheduler_and_workers(start, tmp_path, workers=2)
        killed: list[int] = []

        def kill_one(done: int, games: int) -> None:
            if not killed and games > done > 0:
                killed.append(done)
                first.send_signal(signal.SIGKILL)

        found = table.run(GAMES, scheduler=address, progress=kill_one)
        assert killed
        assert first.wait(10) == -signal.SIGKILL
        assert same(found, expected)
        # The same by the command.
        command = ["simulate", "--games", "5000", "--seed", "7", "--pruning", "--json"]
        runs = [CliRunner().invoke(cli.main, [*command, *more]) for more in ([], ["--scheduler", address])]
        assert [done.exit_code for done in runs] == [0, 0]
        assert runs[0].stdout == runs[1].stdout
        # The same by the function, with a strategy of your own, which travels along.
        own = simulate("classic", [hopeful, "certain", "certain", "certain"], games=40, scheduler=address)
        assert same(own, simulate("classic", [hopeful, "certain", "certain", "certain"], games=40))
        # A strategy that fails is told as one line.
        with pytest.raises(
            StrategyFailure, match="your strategy careless failed in game 0.*: ZeroDivisionError: .* by zero"
        ):
            simulate("classic", [careless, "certain", "certain", "certain"], games=40, scheduler=address)

        def kill_scheduler(done: int, games: int) -> None:
            if done < games and scheduler.poll() is None:
                scheduler.kill()
                scheduler.wait(10)

        lost = Simulation("classic", ["certain"], players=4, seed=7, pruning=True)
        with pytest.raises(ClusterError, match=r"the scheduler at tcp://.* was lost after [\d,]+ games") as caught:
            lost.run(20 * GAMES, scheduler=address, progress=kill_scheduler)
        assert caught.value.results is lost.results
        assert 0 < lost.results.games < 20 * GAMES
        assert same(lost.results, lost.run(lost.results.games))


LOOPS = """
from pathlib import Path

def stuck(view):
    Path({begun!r}).touch()
    while True:
        try:
            sum(range(1000))
        except Exception:
            pass
"""


@pytest.mark.cluster
def test_a_cluster_with_certificates_takes_only_those_who_have_one(
    tmp_path: Path,
) -> None:
    """Tasks are pickles: without certificates anybody who reaches the scheduler can run code on the workers."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    distributed = pytest.importorskip("distributed")
    cert, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    made = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test")
    subprocess.run(["openssl", *made, "-keyout", key, "-out", cert], check=True, capture_output=True)
    table = Simulation("classic", ["certain"], players=4, seed=7)
    with processes() as start:
        tls = ("--protocol", "tls", "--tls-ca-file", cert, "--tls-cert", cert, "--tls-key", key)
        address, _ = scheduler_and_workers(start, tmp_path, workers=1, both=tls)
        assert address.startswith("tls://")
        with pytest.raises(ClusterError, match="no scheduler at tls://"):
            table.run(4000, scheduler=address)
        security = distributed.Security(
            tls_ca_file=cert, tls_client_cert=cert, tls_client_key=key, require_encryption=True
        )
        expected = table.run(4000)
        assert same(table.run(4000, scheduler=address, security=security), expected)
        with pytest.raises(ClusterError, match="no scheduler at tcp://"):
            table.run(4000, scheduler=address.replace("tls:", "tcp:"), security=security)
        found = simulate(players=4, seed=7, games=4000, scheduler=address, security=security)
        assert same(found, expected)


@pytest.mark.cluster
def test_after_ctrl_c_a_strategy_that_never_returns_leaves_its_worker_to_the_next_job(tmp_path: Path) -> None:
    begun, own = tmp_path / "begun", tmp_path / "own.py"
    own.write_text(LOOPS.format(begun=str(begun)))
    with processes() as start:
        address, _ = scheduler_and_workers(start, tmp_path, workers=1)
        command = [sys.executable, "-m", "code777solver", "simulate", "--games", "4", "--scheduler", address]
        job = subprocess.Popen(
            [*command, "-s", f"{own}:stuck", "-s", "certain"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            while not begun.exists() and job.poll() is None:
                time.sleep(0.05)
            job.send_signal(signal.SIGINT)
            job.communicate(timeout=60)
        finally:
            job.kill()
        assert begun.exists()
        # The only thread of the only worker is free again.
        after = subprocess.run([*command, "-s", "certain"], cwd=ROOT, capture_output=True, timeout=120, check=False)
        assert after.returncode == 0, after.stderr


@pytest.mark.seconds
def test_a_task_that_is_not_wanted_any_more_ends_wherever_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """After a block, or in the middle of a strategy that never returns."""
    cloudpickle = pytest.importorskip("cloudpickle")
    begun = tmp_path / "begun"

    def stuck(view: object) -> None:
        begun.touch()
        while True:
            sum(range(1000))

    monkeypatch.setattr(cluster, "_CANCEL_CHECK", 0.01)
    for strategies, cancelled in ((["certain"], lambda: True), ([stuck, "certain"], begun.exists)):
        monkeypatch.setattr(cluster, "_is_cancelled", lambda cancelled=cancelled: cancelled)
        table = cloudpickle.dumps(Simulation("classic", strategies, players=2))
        with pytest.raises(cluster._Cancelled, match="^$"):
            cluster._play(__version__, table, [(0, 4), (4, 4)])


def hopeful(view: SeatView) -> str | None:
    """Declares at even odds."""
    code, chance = view.codes[0]
    return code if chance >= 0.5 else None


def careless(view: SeatView) -> str | None:
    return view.codes[view.seat // 0][0]


@pytest.mark.seconds
def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECT", 0.5)
    with pytest.raises(ClusterError, match="no scheduler at tcp://127.0.0.1:9 .*start one with `dask scheduler`"):
        simulate("classic", players=4, games=10, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(ClusterError, match="no scheduler at nonsense://x"):
        simulate("classic", players=4, games=10, scheduler="nonsense://x")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'code777solver\[cluster\]'"):
        simulate("classic", players=4, games=10, scheduler="tcp://127.0.0.1:9")


def test_workers_of_another_version_are_refused() -> None:
    with pytest.raises(ClusterError, match=r"a worker has code777solver .*, not 0\.0\.0"):
        cluster._play("0.0.0", b"", [])


def test_a_table_goes_through_pickle() -> None:
    table = Simulation("stronghold", ["certain", "slow:1", "threshold:0.7"], seed=3, rotate=False, pruning=True)
    again = pickle.loads(pickle.dumps(table))
    assert (again.edition, again.strategies, again.seed) == (table.edition, table.strategies, 3)
    assert (again.rotate, again.pruning) == (False, True)


def test_tasks_are_added_in_order_and_few_at_a_time() -> None:
    """A cluster that is a list: memory stays bounded however many blocks there are."""
    table = Simulation("classic", ["certain"], players=4, pruning=True)
    empty = table.results
    most, under_way = 0, set()

    class Done:
        status = "finished"

        def __init__(self, chunk: Sequence[tuple[int, int]]) -> None:
            nonlocal most
            under_way.add(self)
            most = max(most, len(under_way))
            self.chunk = chunk

        def done(self) -> bool:
            return True

        def result(self, timeout: float) -> cluster.Part:
            assert empty.pruned is not None
            pruned = [np.full_like(empty.pruned, 0.1) for _ in self.chunk]
            return replace(empty, games=sum(games for _, games in self.chunk), pruned=None), pruned

        def release(self) -> None:
            under_way.discard(self)

    class Client:
        def nthreads(self) -> dict[str, int]:
            return {"one": 1, "another": 1}

        def submit(
            self, function: object, version: str, table: bytes, chunk: list[tuple[int, int]], pure: bool
        ) -> Done:
            return Done(chunk)

        def close(self, timeout: float) -> None:
            pass

    class Dask:
        CancelledError = KeyError

        def Client(self, *_: object, **__: object) -> Client:  # noqa: N802  (as Dask calls it)
            return Client()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "_imported", Dask)
        steps = list(cluster.run_on_cluster("here", table, empty, iter([(i, 10) for i in range(0, 20_000, 10)])))
    assert steps[-1].games == 20_000
    assert [step.games for step in steps] == sorted({step.games for step in steps})
    assert most <= 2 * cluster.TASKS_A_THREAD
    one_by_one = 0.0
    for _ in range(2000):
        one_by_one += 0.1
    assert steps[-1].pruned is not None
    assert steps[-1].pruned[0, 0, 0] == one_by_one


def test_a_cluster_without_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Never:
        def done(self) -> bool:
            return False

        def exception(self, timeout: float) -> None:
            raise TimeoutError

    class Client:
        def nthreads(self) -> dict[str, int]:
            return {}

    class Dask:
        CancelledError = KeyError

    monkeypatch.setattr(cluster, "PATIENCE", 0.0)
    results = Simulation("classic", ["certain"], players=4).results
    with pytest.raises(ClusterError, match="has no workers: start some with `dask worker here`") as caught:
        cluster._result(Dask, Client(), "here", Never(), results)
    assert caught.value.results is results
