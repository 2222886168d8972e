"""What `code777 breaker` does: a log analysed, a proof run, the prompt opened. Returns exit statuses; no deduction.

Bad input raises; what is wrong is named with the option or the file that it stands in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from ..breaker import results
from ..breaker.breaker import Breaker
from ..breaker.packs import load_game, load_pack
from ..breaker.strategies import strategy_named
from ..errors import Code777Error, PackError
from ..jobs import run, telling
from ..lang import Language
from ..prompt import breaker as breaker_prompt
from ..records import plain
from ..sentences import Sentence
from ..show import breaker_screen
from .exit_status import CONTRADICTED, DONE

__all__ = ["analyze", "practise", "prompt", "prove"]


@contextmanager
def _named(place: str) -> Iterator[None]:
    """Say where something bad stands."""
    try:
        yield
    except Code777Error as error:
        raise PackError(
            Sentence("{place}: {error}", place=place, error=error) if place != "-" else error.sentence
        ) from None


def analyze(t: Language, file: str, text: str, *, pack: str | None, strategy: str, top: int, wants_json: bool) -> int:
    """The codes left and the best guesses for a log."""
    with _named("--strategy"):
        chosen = strategy_named(strategy).name
    if pack and any(line.split()[:1] == ["pack"] for line in text.casefold().splitlines()):
        raise PackError("--pack {pack}: the log already names its pack; use only one of the two", pack=pack)
    with _named("--pack"):
        start = Breaker(pack).log if pack else None
    with _named(file):
        game = Breaker.from_log(text, start=start)
    if wants_json:
        print(json.dumps(plain(run(lambda: results.analysis(game, top=top, strategy=chosen)))))
    else:
        console = _console()
        ascii_only = not console.encoding.lower().startswith("utf")
        with telling(t("looking for the best guesses"), t):
            shown = run(
                lambda: breaker_screen.screen(game, t, strategy=chosen, width=console.width, top=top, plain=ascii_only)
            )
        console.print(shown)
    return CONTRADICTED if game.contradicted or game.false_answers() else DONE


def prove(pack: str, say: Callable[[str], None], *, wants_json: bool) -> int:
    """Run the proof for a pack."""
    with _named("--prove"):
        chosen = load_pack(pack)
        from ..breaker.prove import prove as proved  # imports numba

        found = run(lambda: proved(chosen, say))
    if wants_json:
        print(json.dumps(plain(results.proof(found))))
    else:
        _console().print(breaker_screen.proof(found))
    return DONE


def prompt(t: Language, pack: str, strategy: str, seed: int | None) -> int:
    """The prompt on a terminal, or on piped input."""
    with _named("--strategy"):
        chosen = strategy_named(strategy).name
    with _named("--pack"):
        load_game(pack or "breaker")
    return breaker_prompt.start(t, pack=pack, strategy=chosen, seed=seed)


def practise(t: Language, pack: str, seed: int | None) -> int:
    """A practice game: a code is set, and the player guesses."""
    with _named("--edition"):
        load_game(pack)
    return breaker_prompt.start(t, pack=pack, strategy="optimal-mean", seed=seed, practice=True)


def _console() -> Console:
    return Console(highlight=False)
