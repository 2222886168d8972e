"""Learning a policy by self-play: games in compiled code, steps of the net in NumPy.

    python -m code777solver.play.training classic 4

makes ``classic-4.npz`` from nothing, by the recipe of the one that is included; with ``--start FILE`` it goes on from a policy that there is, in smaller steps.
``python -m code777solver.play.training shipped`` makes all that come with the package. The same arguments on the same
machine give the same file. `self_play` tells how a net learns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..kernels import board as kinds
from ..rules.editions import Edition, load_edition
from .calibration import recalibrated
from .policy import Policy, read_policy
from .results import share_interval
from .self_play import EARLIER, FROZEN, IN_A_ROUND, Recipe, SelfPlay

CHECKED = (0.0, 0.05, 0.3, 0.5, 0.6, 0.8)
"""The thresholds against which a policy is checked at the end."""
SEED = 1
SHIPPED = {
    "classic-2": EARLIER._replace(games=200_000),
    "classic-3": EARLIER._replace(games=200_000),
    "classic-4": EARLIER._replace(games=1_000_000),
    "classic-5": EARLIER._replace(games=200_000),
    "stronghold-2": EARLIER._replace(games=150_000),
    "stronghold-3": EARLIER._replace(games=150_000),
    "stronghold-4": Recipe(600_000),
    "stronghold-5": EARLIER._replace(games=150_000),
    "unique49-4": EARLIER._replace(games=30_720),
}
"""The policies that come with the package, and how each was made; the seed of all is `SEED`."""


def figures(edition: Edition, policy_: Policy, players: int, *, games_played: int, seed: int) -> Iterator[str]:
    """What one player by the policy wins against each field, and one of each field against the policy, in percent."""
    self_play = SelfPlay(edition, players, seed, frozen=policy_)
    count = max(IN_A_ROUND, games_played)
    for name, other in [
        ("certain", (kinds.CERTAIN, 0.0)),
        *((f"{x:g}", (kinds.THRESHOLD, x)) for x in CHECKED if x in self_play.limits),
    ]:
        found = []
        for one, rest in ((FROZEN, other), (other, FROZEN)):
            wins, played = self_play.won_by_the_first([one] + [rest] * (players - 1), count)
            low, high = share_interval(wins, played)
            found.append(f"{100 * wins / played:.1f} ({100 * low:.1f} to {100 * high:.1f})")
        yield f"{name:8} it wins {found[0]}; against it {found[1]}"


def train(
    edition: Edition,
    players: int,
    recipe: Recipe,
    seed: int,
    *,
    frozen: Policy | None = None,
    rival: tuple[int, float] = FROZEN,
    start: Policy | None = None,
    keep: Callable[[Policy], None] | None = None,
) -> Policy:
    """A policy from nothing, or from ``start``; progress goes to standard error. ``keep`` gets what has been learnt so far, now and then."""
    self_play = SelfPlay(edition, players, seed, recipe=recipe, frozen=frozen, rival=rival, start=start)
    began = time.perf_counter()
    for played, off in self_play.learn():
        seconds = time.perf_counter() - began
        print(f"{played:,} games, {seconds:,.0f} s, off by {off**0.5:.4f}", file=sys.stderr, flush=True)
        if keep is not None:
            keep(
                self_play.policy(
                    games=self_play.before + self_play.played, seed=seed, game_error=0.05, point_error=0.05
                )
            )
    learnt = self_play.policy(games=self_play.before + self_play.played, seed=seed)
    if frozen is not None:
        return learnt
    return recalibrated(edition, learnt, players, seed=seed)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m code777solver.play.training", description="Learn a policy.")
    parser.add_argument("edition", help="an edition, or `shipped` for all policies that come with the package")
    parser.add_argument("players", type=int, nargs="?")
    parser.add_argument(
        "--games", type=int, help="games to learn from (as many as for the policy that is included, or 600,000)"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--check", type=int, default=20_480, help="games for each figure at the end (20,480)")
    parser.add_argument("--start", type=Path, help="a policy to go on from (none)")
    parser.add_argument("--only-calibrate", action="store_true", help="keep the policy of --start; fit its map again")
    parser.add_argument("--out", type=Path, help="the file (EDITION-PLAYERS.npz)")
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
    """Learn a policy, keep it in a file, and print how strong it is."""
    edition, start = load_edition(name), read_policy(before) if before else None

    def keep(policy_: Policy) -> None:
        policy_.save(path)

    learnt = train(edition, players, recipe, seed, start=start, keep=keep)
    learnt.save(path)
    print(f"{path} written: {dict(learnt.about)}", flush=True)
    for line in figures(edition, learnt, players, games_played=check, seed=seed + 2):
        print(line, flush=True)


if __name__ == "__main__":
    main()
