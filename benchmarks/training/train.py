"""Train a policy by self-play: games run in compiled code, the net learns in NumPy.

    python -m benchmarks.training classic 4
    python -m benchmarks.training shipped

The first line trains ``classic-4.npz`` from random weights with the recipe of the shipped policy. ``--start FILE`` continues
from an existing policy with a smaller learning rate. The second line trains every policy that comes with the package. The
same arguments on the same machine give the same file.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from code777solver.kernels import board as kinds
from code777solver.play.policy import Policy, read_policy
from code777solver.play.results import share_interval
from code777solver.rules.editions import Edition, load_edition

from .calibration import recalibrated
from .self_play import FROZEN, ONE_TABLE, ROUND_GAMES, Recipe, SelfPlay

TESTED_THRESHOLDS = (0.0, 0.05, 0.3, 0.5, 0.6, 0.8)
"""A trained policy plays against players with each of these thresholds."""
SEED = 1
SHIPPED = {
    "classic-2": ONE_TABLE._replace(games=200_000),
    "classic-3": ONE_TABLE._replace(games=200_000),
    "classic-4": ONE_TABLE._replace(games=1_000_000),
    "classic-5": ONE_TABLE._replace(games=200_000),
    "stronghold-2": ONE_TABLE._replace(games=150_000),
    "stronghold-3": ONE_TABLE._replace(games=150_000),
    "stronghold-4": Recipe(600_000),
    "stronghold-5": ONE_TABLE._replace(games=150_000),
    "unique49-4": ONE_TABLE._replace(games=30_720),
}
"""The recipe of each policy that comes with the package. All use `SEED`."""


def figures(edition: Edition, policy: Policy, players: int, *, games: int, seed: int) -> Iterator[str]:
    """Lines with shares of games won, in percent with 95% intervals, one line for each strategy.

    The first figure is that of one seat with the policy against that strategy in all other seats, the second that of one
    seat with the strategy against the policy in all others.
    """
    self_play = SelfPlay(edition, players, seed, frozen=policy)
    count = max(ROUND_GAMES, games)
    for name, other in [
        ("certain", (kinds.CERTAIN, 0.0)),
        *((f"{x:g}", (kinds.THRESHOLD, x)) for x in TESTED_THRESHOLDS if x in self_play.thresholds),
    ]:
        shares = []
        for one, rest in ((FROZEN, other), (other, FROZEN)):
            wins, played = self_play.wins_of_first_player([one] + [rest] * (players - 1), count)
            low, high = share_interval(wins, played)
            shares.append(f"{100 * wins / played:.1f} ({100 * low:.1f} to {100 * high:.1f})")
        yield f"{name:8} it wins {shares[0]}; against it {shares[1]}"


def train(
    edition: Edition,
    players: int,
    recipe: Recipe,
    seed: int,
    *,
    frozen: Policy | None = None,
    rival: tuple[int, float] = FROZEN,
    start: Policy | None = None,
    save: Callable[[Policy], None] | None = None,
) -> Policy:
    """Train a policy from random weights or from ``start``; progress goes to standard error.

    ``frozen`` and ``rival`` are those of `SelfPlay`. ``save`` is called with the present policy at every line of progress.
    """
    self_play = SelfPlay(edition, players, seed, recipe=recipe, frozen=frozen, rival=rival, start=start)
    began = time.perf_counter()
    for played, error in self_play.learn():
        seconds = time.perf_counter() - began
        print(f"{played:,} games, {seconds:,.0f} s, off by {error**0.5:.4f}", file=sys.stderr, flush=True)
        if save is not None:
            save(
                self_play.policy(
                    games=self_play.games_before + self_play.played, seed=seed, game_error=0.05, point_error=0.05
                )
            )
    trained = self_play.policy(games=self_play.games_before + self_play.played, seed=seed)
    if frozen is not None:
        return trained
    return recalibrated(edition, trained, players, seed=seed)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with these arguments, or with those of the process."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description="Train a policy by self-play.")
    parser.add_argument("edition", help="an edition, or `shipped` for all policies that come with the package")
    parser.add_argument("players", type=int, nargs="?")
    parser.add_argument(
        "--games", type=int, help="games to learn from (default: those of the shipped policy, or 600,000)"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--check", type=int, default=20_480, help="games for each figure at the end (20,480)")
    parser.add_argument("--start", type=Path, help="a policy to continue from (default: random weights)")
    parser.add_argument("--only-calibrate", action="store_true", help="keep the policy of --start; fit its map again")
    parser.add_argument("--out", type=Path, help="the file to write (EDITION-PLAYERS.npz)")
    given = parser.parse_args(arguments)
    if given.edition == "shipped":
        for name, recipe in SHIPPED.items():
            edition, _, players = name.partition("-")
            _make(edition, int(players), recipe, SEED, Path(f"{name}.npz"), given.check)
    elif given.players is None:
        parser.error("how many players?")
    elif given.only_calibrate and given.start is None:
        parser.error("--only-calibrate needs a policy: --start FILE")
    else:
        name = f"{given.edition}-{given.players}"
        recipe = SHIPPED.get(name, Recipe(600_000))
        recipe = recipe._replace(games=given.games or recipe.games)
        path = given.out or Path(f"{name}.npz")
        if given.only_calibrate:
            before = read_policy(given.start)
            mapped = recalibrated(load_edition(given.edition), before, given.players, seed=given.seed)
            mapped.save(path)
            print(f"{path} written: {dict(mapped.about)}", flush=True)
            return
        _make(given.edition, given.players, recipe, given.seed, path, given.check, given.start)


def _make(
    name: str, players: int, recipe: Recipe, seed: int, path: Path, check: int, before: Path | None = None
) -> None:
    """Train a policy, write it to ``path``, and print its strength in ``check`` games for each figure."""
    edition, start = load_edition(name), read_policy(before) if before else None

    def save(policy: Policy) -> None:
        policy.save(path)

    trained = train(edition, players, recipe, seed, start=start, save=save)
    trained.save(path)
    print(f"{path} written: {dict(trained.about)}", flush=True)
    for line in figures(edition, trained, players, games=check, seed=seed + 2):
        print(line, flush=True)
