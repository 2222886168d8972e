"""The prompt, the server and the simulator for a long time, with an eye on memory.

``python benchmarks/endurance.py [prompt] [server] [simulator] [--seconds N] [--seed N]``

*prompt*: game after game at one prompt after another in one process. The lines are those of `soak.py`, with commands between
them; every reply and every screen is printed. A refused entry changes nothing.

*server*: a real server with its workers. Random games and cut ones are asked about at several endpoints; each answer is a result
or a refusal, and one in twenty is compared with what a solver says here.

*simulator*: tables of random editions, players and strategies; one in ten is played twice, with the same results.

Memory is that of the process that holds most. After the first fifth of the time it may grow by no more than `soak.MOST_GROWTH`.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing

import checkout  # noqa: F401  (the package and the helpers of the tests)
import soak
from process_memory import MEGABYTE, of_family, resident
from reference import random_game
from rich.console import Console
from webserver import Server

from code777solver import Solver
from code777solver.lang import language
from code777solver.prompt.game import COMMANDS, GamePrompt
from code777solver.session import Session
from code777solver.show import as_json

INTERVALS = 20
LANGUAGES = ("en", "nl", "fr", "de")
LEFT_OUT = {"quit", "open", "new", "save", "sheet"}
"""Commands that end the prompt, or write and read files."""
ENDPOINTS = ("table", "opponents", "explain", "hint", "diagnose", "review")
TABLES = (("classic", 3), ("classic", 4), ("stronghold", 4), ("code77", 3))
STRATEGIES = ("certain", "threshold:0.5", "threshold:0.9", "slow:2", "advised")

Doing = Generator[tuple[str, float]]
"""Yields the last action or its outcome, and the megabytes held now."""


def prompt(rng: random.Random) -> Doing:
    """Entries at a prompt."""
    commands = sorted(name for name in COMMANDS if name not in LEFT_OUT)
    while True:
        prompt = GamePrompt(Session(folder=None), language(rng.choice(LANGUAGES)))
        soaked = soak.Soak(rng, prompt.session)
        name = rng.choices(list(soak.EDITIONS), list(soak.EDITIONS.values()))[0]
        lines, _ = random_game(rng, name, rng.randint(2, 4), rng.randint(10, 40), reveal_prob=0.8, max_states=2000)
        for line in lines:
            entries = [line]
            if rng.random() < 0.2:
                entries.append(soaked.odd_line())
            if rng.random() < 0.1:
                entries.append(rng.choice(commands))
            for entry in entries:
                before = prompt.session.lines
                reply = prompt.handle(entry)
                if reply.failed and prompt.session.lines != before:
                    raise AssertionError(f"{entry!r} was refused and has changed the log")
                console = Console(file=io.StringIO(), width=rng.choice((40, 80, 120)), force_terminal=True)
                for body in (reply.body, prompt.screen() if reply.shows_screen else None):
                    if body is not None:
                        console.print(body)
                yield "refused" if reply.failed else "taken", resident() / MEGABYTE
        prompt.close()


def server(rng: random.Random) -> Doing:
    """Requests to a server."""
    with Server() as running:
        top = running.process.pid if running.process is not None else 0
        for count in range(10**9):
            name, players = rng.choice(TABLES)
            lines, _ = random_game(rng, name, players, rng.randint(5, 40), reveal_prob=0.8, max_states=2000)
            if rng.random() < 0.3:
                lines.insert(rng.randint(0, len(lines)), rng.choice(("Ann 99 =", "rack Zoe ?", "?", "note \u2028")))
            endpoint = rng.choice(ENDPOINTS) if count % 4 else "analyze"
            more = {"explain": {"claim": rng.choice(("no 6", "has blue"))}, "analyze": {"top": 12}}.get(endpoint, {})
            told = running.post(endpoint, log="\n".join(lines), **more)
            if told.status_code not in (200, 422):
                raise AssertionError(f"{endpoint}: {told.status_code} {told.text[:200]}")
            if endpoint == "analyze" and told.status_code == 200 and count % 20 == 0:
                compare(told.json(), lines)
            yield f"{endpoint} {told.status_code}", _largest(top)


def compare(told: object, lines: list[str]) -> None:
    """Raise if a server says something else of a log than a solver."""
    right = as_json.analysis(Solver.from_log("\n".join(lines), folder=None), top=12)
    if told != json.loads(json.dumps(right)):
        raise AssertionError(f"another answer than a solver's: {lines}")


def _largest(top: int) -> float:
    """Megabytes of the largest of a process and its children."""
    return max(of_family(top)) / MEGABYTE


def simulator(rng: random.Random) -> Doing:
    """Tables of simulated games."""
    from code777solver import simulate  # imports numba

    for count in range(10**9):
        edition, players = rng.choice(TABLES)
        strategies, seed = rng.choices(STRATEGIES, k=players), rng.randrange(2**32)
        found = simulate(edition, strategies, players=players, games=500, seed=seed)
        if count % 10 == 0:
            again = simulate(edition, strategies, players=players, games=500, seed=seed, threads=2)
            if again.by_seat() != found.by_seat():
                raise AssertionError(f"{edition} {strategies} {seed}: other results with two threads")
        yield f"{edition} {players}", resident() / MEGABYTE


PARTS: dict[str, Callable[[random.Random], Doing]] = {"prompt": prompt, "server": server, "simulator": simulator}


def endure(part: str, seconds: float, seed: int = 0) -> float:
    """Run a part for so long, and print how it goes; returns by how many megabytes it has grown."""
    print(f"{part}:\n{'seconds':>8} {'done':>9} {'resident':>10}", flush=True)
    done: Counter[str] = Counter()
    memory: list[tuple[int, float]] = []
    start = time.perf_counter()
    with closing(PARTS[part](random.Random(seed))) as doing:
        for what, held in doing:
            done[what] += 1
            passed = time.perf_counter() - start
            if passed >= seconds * (len(memory) + 1) / INTERVALS:
                memory.append((len(memory) + 1, held))
                print(f"{passed:>8,.0f} {done.total():>9,} {held:>7.1f} MB", flush=True)
            if passed >= seconds:
                break
    print(f"{done.total():,} done: {dict(sorted(done.items()))}")
    return soak.growth(memory, INTERVALS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=1200, help="for each part")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: not one of {', '.join(PARTS)}")
    for part in options.parts or PARTS:
        grown = endure(part, options.seconds, options.seed)
        met = "ok" if grown <= soak.MOST_GROWTH else "MISSED"
        goal = f"at most {soak.MOST_GROWTH} MB more than after the first {soak.WARM_UP:.0%} of the time"
        print(f"goal: {goal}; {grown:+.1f} MB: {met}\n", flush=True)


if __name__ == "__main__":
    main()
