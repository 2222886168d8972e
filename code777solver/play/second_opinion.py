"""A second opinion in a process of its own: nothing is compiled in this one, and it can be stopped at any time.

    asked = SecondOpinion(position, seconds=2)        the process starts
    while (found := asked.wait()) is None:            it works; `asked.games` tells how far it is
        ...
    asked.stop()                                      it is over, whatever it was doing

Compiling cannot be interrupted from inside, and what is interrupted writes messages of its own. So the process ignores
Ctrl-C, has nowhere to write messages to, and is ended from outside.
"""

from __future__ import annotations

import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import BinaryIO, Self

from ..errors import BeliefError, Code777Error
from .advice import SECONDS, Advice, Decision

_COMMAND = ("-m", "code777solver.play.second_opinion")


class SecondOpinion:
    """An estimate by playing on that another process works out. Ends the process when used in ``with``."""

    def __init__(self, position: Decision, *, seconds: float = SECONDS, samples: int | None = None) -> None:
        self.games = 0
        """Games played so far for each choice; 0 while it starts and compiles."""
        self._told: queue.SimpleQueue[object] = queue.SimpleQueue()
        asked = pickle.dumps((position, seconds, samples))
        try:
            self._process = subprocess.Popen(
                [sys.executable, *_COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise BeliefError(f"no second opinion: a process for it cannot be started ({error})") from None
        threading.Thread(target=self._listen, args=(asked,), name="second opinion", daemon=True).start()

    def _listen(self, asked: bytes) -> None:
        """Pass on what the process says, until it has ended."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(Exception), process.stdout, process.stdin:
            process.stdin.write(asked)
            process.stdin.close()
            while True:
                self._told.put(pickle.load(process.stdout))
        process.wait()
        self._told.put(BeliefError("no second opinion: the process that played on has ended unexpectedly"))

    def wait(self, seconds: float = 0.1) -> Advice | None:
        """What it found, as soon as that is there; None after so many seconds. Raises what it was refused with."""
        try:
            told = self._told.get(timeout=seconds)
        except queue.Empty:
            return None
        if isinstance(told, Exception):
            raise told
        if isinstance(told, Advice):
            return told
        assert isinstance(told, int)
        self.games = told
        return None

    def stop(self) -> None:
        """End the process at once."""
        with suppress(OSError):
            self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _serve(source: BinaryIO, sink: BinaryIO) -> None:
    """What the process does: one request in, how many games were played, and at last an advice or an error out."""

    def tell(what: object) -> None:
        pickle.dump(what, sink)
        sink.flush()

    position, seconds, samples = pickle.load(source)
    try:
        from .playing_on import play_on

        tell(play_on(position, seconds=seconds, samples=samples, say=tell))
    except Code777Error as error:
        tell(error)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(BrokenPipeError):  # nobody waits any more
        _serve(sys.stdin.buffer, sys.stdout.buffer)
