"""Explains contradictions: the smallest sets of wrong answers, and the answers that would fit instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..records import Record
from .answers import ANSWERS, AnsweredGuess, Overlap, answer_rows
from .packs import Pack

__all__ = ["WrongAnswers", "wrong_answers"]


class WrongAnswers(Record):
    """A smallest set of answers to remove so that a code is left."""

    places: tuple[int, ...]
    """Indices of the answers, in the order in which they were given."""
    probability: float
    """Share of this set among the codes that contradict the fewest answers."""
    codes: tuple[int, ...]
    """The codes that would be left."""
    instead: Mapping[int, Mapping[Overlap, float]]
    """For each of the answers, by index: the answers that would fit with their chances, likeliest first."""


def wrong_answers(pack: Pack, history: Sequence[AnsweredGuess]) -> list[WrongAnswers]:
    """The smallest sets of answers that explain a contradiction, likeliest first; none if some code fits them all.

    All codes are equally likely at first, so the chance of a set is proportional to the number of codes it leaves.
    """
    if not history:
        return []
    guesses = np.array([step.guess for step in history])
    said = np.array([step.answer for step in history])
    right = answer_rows(pack, guesses, np.arange(len(pack.codes)))
    wrong = right != said[:, None]
    misses = wrong.sum(axis=0)
    fewest = misses.min()
    if fewest == 0:
        return []
    sets: dict[tuple[int, ...], list[int]] = {}
    for code in np.flatnonzero(misses == fewest).tolist():
        sets.setdefault(tuple(np.flatnonzero(wrong[:, code]).tolist()), []).append(code)
    total = sum(map(len, sets.values()))
    found = []
    for places, codes in sets.items():
        instead = {place: _shares(right[place, codes].tolist()) for place in places}
        found.append(WrongAnswers(places, len(codes) / total, tuple(codes), instead))
    return sorted(found, key=lambda wrong: (-wrong.probability, wrong.places))


def _shares(answers: list[int]) -> dict[Overlap, float]:
    counts = {place: answers.count(place) for place in sorted(set(answers))}
    likeliest = sorted(counts, key=lambda place: -counts[place])
    return {ANSWERS[place]: counts[place] / len(answers) for place in likeliest}
