"""The command ``code777 breaker``: a log analysed, a proof run, the prompt opened. No deduction.

Bad input raises; the message names the option or the file that it stands in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..errors import Code777Error, PackError
from ..jobs import run, telling
from ..lang import Language
from ..records import plain_data
from ..sentences import Sentence
from .common import FILE, JSON, console_of, say
from .exit_status import CONTRADICTED, DONE, fail
from .files import reading, text_of

if TYPE_CHECKING:
    from ..breaker import breaker as games
    from ..breaker import packs, results, strategies
    from ..breaker import prove as proofs
    from ..prompt import breaker as breaker_prompt
    from ..show import breaker_screen
else:
    games = lazy_module("code777solver.breaker.breaker")
    packs = lazy_module("code777solver.breaker.packs")
    results = lazy_module("code777solver.breaker.results")
    strategies = lazy_module("code777solver.breaker.strategies")
    proofs = lazy_module("code777solver.breaker.prove")
    breaker_prompt = lazy_module("code777solver.prompt.breaker")
    breaker_screen = lazy_module("code777solver.show.breaker_screen")

__all__ = ["breaker", "practise"]


@click.command(short_help="Play Code Breaker or Code Breaker Race.")
@FILE
@click.option(
    "--pack", metavar="PACK", help="breaker, breaker-4, breaker-kids, race, race-kids or `A-4 / sun moon star`."
)
@click.option("--strategy", metavar="NAME", default="optimal-mean", show_default=True, help="How to choose guesses.")
@click.option(
    "--top", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="Show at most N guesses."
)
@click.option("--prove", metavar="PACK", help="Prove best play for a pack by a full search.")
@click.option("--seed", type=int, metavar="N", help="Seed for the secret codes in practice games.")
@JSON
@click.pass_obj
def breaker(
    t: Language,
    file: str | None,
    *,
    pack: str | None,
    strategy: str,
    top: int,
    prove: str | None,
    seed: int | None,
    wants_json: bool,
) -> None:
    """Play Code Breaker or Code Breaker Race: guess three cards from the numbers, suits and cards that match.

    With the log FILE (- for standard input), show the codes left and the best guesses. Without it, open the prompt.
    """
    with reading("-"):
        if prove is not None:
            status = _prove(prove, partial(say, t=t), wants_json=wants_json)
        elif file is not None:
            status = _analyze(t, file, text_of(file), pack=pack, strategy=strategy, top=top, wants_json=wants_json)
        elif wants_json:
            fail("--json needs the log FILE of a game (- for standard input), or --prove")
        else:
            status = _prompt(t, pack or "", strategy, seed)
    raise SystemExit(status)


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Say where something bad stands."""
    try:
        yield
    except Code777Error as error:
        raise PackError(
            Sentence("{place}: {error}", place=place, error=error) if place != "-" else error.sentence
        ) from None


def _analyze(t: Language, file: str, text: str, *, pack: str | None, strategy: str, top: int, wants_json: bool) -> int:
    """The codes left and the best guesses for a log."""
    with _named("--strategy"):
        chosen = strategies.strategy_named(strategy).name
    if pack and any(line.split()[:1] == ["pack"] for line in text.casefold().splitlines()):
        raise PackError("--pack {pack}: the log already names its pack; use only one of the two", pack=pack)
    with _named("--pack"):
        start = games.Breaker(pack).log if pack else None
    with _named(file):
        game = games.Breaker.from_log(text, start=start)
    if wants_json:
        print(json.dumps(plain_data(run(lambda: results.analysis(game, top=top, strategy=chosen)))))
    else:
        console = console_of()
        ascii_only = not console.encoding.lower().startswith("utf")
        with telling(t("looking for the best guesses"), t):
            shown = run(
                lambda: breaker_screen.screen(
                    game, t, strategy=chosen, width=console.width, top=top, ascii_only=ascii_only
                )
            )
        console.print(shown)
    return CONTRADICTED if game.contradicted or game.false_answers() else DONE


def _prove(pack: str, say: Callable[[str], None], *, wants_json: bool) -> int:
    """Run the proof for a pack."""
    with _named("--prove"):
        chosen = packs.load_pack(pack)
        found = run(lambda: proofs.prove(chosen, say))
    if wants_json:
        print(json.dumps(plain_data(results.proof(found))))
    else:
        console_of().print(breaker_screen.proof(found))
    return DONE


def _prompt(t: Language, pack: str, strategy: str, seed: int | None) -> int:
    """The prompt on a terminal, or on piped input."""
    with _named("--strategy"):
        chosen = strategies.strategy_named(strategy).name
    with _named("--pack"):
        packs.load_game(pack or "breaker")
    return breaker_prompt.start(t, pack=pack, strategy=chosen, seed=seed)


def practise(t: Language, pack: str, seed: int | None) -> int:
    """A practice game: a code is set, and the player guesses."""
    with _named("--edition"):
        packs.load_game(pack)
    return breaker_prompt.start(t, pack=pack, strategy="optimal-mean", seed=seed, practice=True)
