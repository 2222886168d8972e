"""Code Breaker and Code Breaker Race: guess three cards from the numbers, suits and cards that match.

The map, from the bottom up; each module imports only from those before it:

``packs``           ranks, suits, cards and codes: parse, format, count
``plan_check``      plays a plan against every code; shares nothing with the search
``answers``         the setter's answers: meaning, text, tables of all pairs
``symmetry``        guesses that are equal up to renaming
``strategies``      strategies for the next guess, by name
``plans``           plans as lists of guesses; the proved best plans
``contradictions``  smallest sets of answers that must be wrong
``round``           a game after each event; the rules of the race
``notation``        log text <-> events
``position``        the possible codes, and how each guess splits them
``search``          exact search for the best play, compiled
``best_play``       best play from any position, from a plan or searched
``prove``           proves the best plans again
``race``            chances in a race, and guesses to win it
``breaker``         `Breaker`
``results``         results as data for programs
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
