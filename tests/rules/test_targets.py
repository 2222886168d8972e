"""Target of a declaration: a rule that picks the results that count."""

from __future__ import annotations

import json

import pytest
from strategies import solve

from code777solver import load_edition
from code777solver.errors import EditionError
from code777solver.rules.targets import Target

GAME = ("players Ann Bob me", "rack Ann Y2 K5 B7", "rack Bob G6 G6 R5", "Ann 16 >")


def test_the_rule_is_read_as_a_target_from_files_and_options() -> None:
    assert load_edition("classic").rules.target is Target.NUMBERS
    assert load_edition("classic").with_options({"advanced": True}).rules.target is Target.TILES
    assert load_edition("classic").with_options({"target": "Tiles"}).rules.target is Target.TILES
    with pytest.raises(EditionError, match=r"target 'tile', did you mean 'tiles'\? \(choices: numbers, tiles\)"):
        load_edition("classic").with_options({"target": "tile"})


def test_a_target_is_written_as_its_word() -> None:
    assert (json.dumps(Target.TILES), str(Target.TILES), f"{Target.NUMBERS}") == ('"tiles"', "tiles", "numbers")


def test_a_rack_is_declared_by_its_numbers_or_by_its_tiles() -> None:
    rack = load_edition("classic").deck.rack("Y2 K5 B7")
    assert [target.code(rack) for target in Target] == ["257", "B7 K5 Y2"]


def test_results_are_picked_by_what_must_be_declared() -> None:
    numbers, tiles = solve(*GAME), solve("option advanced", *GAME)
    question, opponent = numbers.question("Bob", 10), numbers.opponents[0]
    assert Target.NUMBERS.bits(question) == question.bits != question.tile_bits == Target.TILES.bits(question)
    assert Target.NUMBERS.expected(opponent) == opponent.expected_codes
    assert Target.TILES.expected(opponent) == opponent.expected_racks
    assert numbers.declarable[0].declared == numbers.codes[0].numbers
    assert tiles.declarable[0].declared == " ".join(tiles.candidates[0].tiles)
