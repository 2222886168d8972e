"""Entries of players keep their meaning: a corpus of states, entries and outcomes."""

from __future__ import annotations

import random

import pytest
from entries import Triple, differences, read_corpus


def _changed(triples: list[Triple]) -> list[object]:
    """`python3 dev.py fix --golden` stores an intended change."""
    return [(old.state, old.typed, old.outcome, new.outcome) for old, new in differences(triples)]


@pytest.mark.seconds
def test_a_sample_of_entries_has_the_same_outcome() -> None:
    triples = read_corpus()
    states = random.Random(7).sample(sorted({triple.state for triple in triples}, key=repr), 130)
    assert _changed([triple for triple in triples if triple.state in set(states)]) == []


@pytest.mark.minutes
def test_every_entry_has_the_same_outcome() -> None:
    assert _changed(read_corpus()) == []
