"""Code Breaker and Code Breaker Race: guess three cards from the numbers, suits and cards that match.

The map, from the bottom up; each module imports only from those before it:

``packs``           ranks, suits, cards and codes: parse, format, count
``plan_check``      plays a plan against every code; shares nothing with the search
``answers``         what the setter says: its meaning, its text, all pairs at once
``symmetry``        which guesses are alike
``strategies``      ways to choose a guess, by name
``plans``           whole plans as short lists; the proved best ones
``contradictions``  which answers must be wrong
``round``           a game after each event; the rules of the race
``notation``        log text <-> events
``position``        the codes left, and what every guess does to them
``search``          exact best play, compiled
``best_play``       best play from any position, known or searched
``prove``           the proof, run again
``race``            who wins, and guesses chosen to win
``breaker``         `Breaker`
``results``         results put together for programs
``session``         a game at a table: shortcuts, undo, secrets, practice
"""

from __future__ import annotations

from .._lazy import lazy_names

_HOMES = {
    "breaker.breaker": ("Breaker", "GuessAdvice", "PossibleCode"),
    "breaker.answers": ("Overlap",),
    "breaker.packs": ("BreakerPacks", "Pack", "Suit"),
    "breaker.notation": ("BreakerLine", "BreakerLog"),
    "breaker.position": ("GuessPosition", "Split"),
    "breaker.round": ("Guess", "Round"),
    "breaker.race": ("Chances", "Race"),
    "breaker.contradictions": ("WrongAnswers",),
}
"""The public names by their homes. docs/stub.py makes ``__init__.pyi`` from this list."""

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
