"""A few games of `benchmarks/played.py`, and that it would notice what is not true."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import played


@pytest.mark.seconds
@pytest.mark.parametrize("edition", played.EDITIONS)
def test_a_few_games_through_the_command_and_the_endpoint(edition: str, tmp_path: Path) -> None:
    counts = played.play(edition, range(1, 4), tmp_path)
    assert counts["won"] + counts["lost"] + counts["abandoned"] == 6
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_is_not_true_is_noticed() -> None:
    client = played.through_the_endpoint(1, "classic", 3)
    record, opened, winner = client.view("me"), client.now["ending"]["opened"], client.now["winner"]
    played.found_true(record, opened, winner)
    with pytest.raises(AssertionError, match="^$"):
        played.found_true(record, opened, "nobody")
    place = next(i for i, line in enumerate(opened) if line.startswith("rack me "))
    card = next(i for i, line in enumerate(record) if line.endswith((" >", " <")) and not line.startswith("me "))
    other = record[card].translate(str.maketrans("<>", "><"))
    with pytest.raises(AssertionError, match="^[A-Z][a-z]+ [0-9]+ [<>]$"):
        played.found_true([*record[:card], other, *record[card + 1 :]], opened, winner)
    with pytest.raises(AssertionError, match="^$"):
        played.found_true(record[:place] + [opened[place]] + record[place + 1 :], opened[:-1], winner)
