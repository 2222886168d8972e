"""Shared parts of the fuzz targets: seeds and words in, one check run again and again until the time is over.

Atheris guides by coverage. It has no wheel for every Python and platform: where it cannot be imported, Hypothesis makes
the inputs out of the same seeds and words, without guidance. Either way an input that breaks the check is written to a
file, and ``python tests/fuzz/fuzz_X.py FILE`` runs it again.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

KEEP = Path(__file__).parents[2] / "build" / "fuzz"
"""Where inputs stay from one run to the next, and where those that break a check are written."""
SLOWEST = 60
"""Seconds that one input may take before it counts as a hang; more are needed where the processor is shared (``--slowest``)."""
MOST_MEGABYTES = 8192
"""Of the whole process, most of it for the instrumentation: an input that took 2,234 MB with it takes less than 150 without."""
LONGEST = 4096
"""Bytes of an input; longer ones are in the tests by hand."""
MARKS = (b"\n", b" ", b"=", b'"', b"[", b"]", b"\0", b"\xff", "\u2028".encode(), "٣".encode(), "İ".encode())


def instrumented(name: str) -> AbstractContextManager[object]:
    """Let atheris see the branches of what is imported inside, if the module called ``name`` is being run."""
    if name != "__main__" or importlib.util.find_spec("atheris") is None or "hypothesis" in sys.argv:
        return nullcontext()
    import atheris

    return atheris.instrument_imports(include=["code777solver", "tomllib"])


@dataclass(frozen=True)
class Target:
    """A check that raises for anything that must not happen, with inputs and words to begin from."""

    name: str
    check: Callable[[bytes], None]
    seeds: Sequence[bytes]
    words: Sequence[str]


def one_line(message: str) -> None:
    """Hold a message against the house rule: one line that a terminal can show, and no longer than a page."""
    assert message.strip(), "an empty message"
    assert message.isprintable(), f"not one printable line: {message!r}"
    assert len(message) <= 3000, f"{len(message)} characters long"


def inputs(target: Target) -> st.SearchStrategy[bytes]:
    """Inputs near the seeds: pieces of them, cut at lines, with words of the language and stray bytes between."""
    pieces = [line + b"\n" for seed in target.seeds for line in seed.split(b"\n")]
    words = [word.encode() for word in target.words]
    piece = st.one_of(
        st.sampled_from(pieces),
        st.sampled_from(words).map(b"%b ".__mod__),
        st.sampled_from(MARKS),
        st.binary(max_size=6),
    )
    whole = st.sampled_from(list(target.seeds))
    cut = st.tuples(whole, st.integers(0, LONGEST), piece, st.integers(0, 12))
    mended = cut.map(lambda c: c[0][: c[1] % (len(c[0]) + 1)] + c[2] + c[0][c[1] % (len(c[0]) + 1) + c[3] :])
    return st.one_of(mended, st.lists(piece, max_size=30).map(b"".join), whole)


def main(target: Target) -> None:
    """Fuzz for ``--seconds``, or run the files that are named."""
    parser = argparse.ArgumentParser(description=f"Fuzz {target.name}.")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time (with atheris)")
    parser.add_argument("--slowest", type=int, default=SLOWEST, help="seconds after which an input counts as a hang")
    parser.add_argument("--engine", choices=("atheris", "hypothesis"), help="atheris where it can be imported")
    parser.add_argument("--keep", type=Path, default=KEEP / target.name, help="a folder for what was found")
    parser.add_argument("files", nargs="*", type=Path, help="inputs to run instead")
    options = parser.parse_args()
    if options.files:
        for file in options.files:
            target.check(file.read_bytes())
        print(f"{target.name}: {len(options.files)} inputs, nothing found")
        return
    guided = options.engine != "hypothesis" and importlib.util.find_spec("atheris") is not None
    if options.engine == "atheris" and not guided:
        raise SystemExit("atheris cannot be imported: pip install 'code777solver[fuzz]', or --engine hypothesis")
    for seed in target.seeds:
        target.check(seed)
    options.keep.mkdir(parents=True, exist_ok=True)
    run = _with_atheris if guided else _with_hypothesis
    run(target, options.seconds, options.seed, options.keep, options.slowest)


def _with_atheris(target: Target, seconds: int, seed: int, folder: Path, slowest: int) -> None:
    """Does not return: libFuzzer ends the process, with a status of its own if it found something."""
    import atheris

    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for number, one in enumerate(target.seeds):
        (corpus / f"seed{number}").write_bytes(one)
    escaped = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in target.words)
    (folder / "words.dict").write_text("".join(f'"{word}"\n' for word in escaped), encoding="utf-8")
    arguments = [
        sys.argv[0],
        f"-max_total_time={seconds}",
        f"-dict={folder / 'words.dict'}",
        f"-artifact_prefix={folder}/found-",
        f"-timeout={slowest}",
        f"-rss_limit_mb={MOST_MEGABYTES}",
        f"-max_len={LONGEST}",
        f"-seed={seed}",
        "-len_control=0",
        "-print_final_stats=1",
        "-verbosity=0",
        str(corpus),
    ]
    atheris.Setup(arguments, target.check)
    atheris.Fuzz()


def _with_hypothesis(target: Target, seconds: int, seed: int, folder: Path, slowest: int) -> None:
    """Rounds of some hundred inputs, each from another seed, until the time is over."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    ends, rounds, count = time.monotonic() + seconds, 0, 0

    @settings(
        max_examples=200,
        deadline=slowest * 1000,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs(target))
    def look(data: bytes) -> None:
        nonlocal count
        if time.monotonic() >= ends:
            return
        count += 1
        try:
            target.check(data)
        except BaseException:
            (folder / "found").write_bytes(data)
            raise

    while time.monotonic() < ends:
        rounds += 1
        seeded(seed * 1_000_003 + rounds)(look)()
    print(f"{target.name}: {count} inputs in {seconds} s without guidance, nothing found")
