"""The tables of fields in `kernels.board` agree with the arrays of a table."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import pytest

from code777solver import Simulation
from code777solver.kernels import board as kinds
from code777solver.kernels.board import OFF, Board, State


def _table(record: type[NamedTuple]) -> dict[str, tuple[str, int]]:
    """Data type and number of dimensions of each field, as the docstring has them."""
    rows = re.findall(r"^ *(\w+) +(u?int\d+|float\d+) +\(([^)]*)\)", record.__doc__ or "", re.MULTILINE)
    return {name: (dtype, len([size for size in shape.split(",") if size])) for name, dtype, shape in rows}


@pytest.mark.parametrize("strategies", [["certain"], ["threshold:0.5", "silence:1"], ["silence:2", "advised"]])
def test_every_field_is_in_its_table(strategies: list[str]) -> None:
    table = Simulation("classic", strategies, players=2).table
    state = table.state(recorded=True, pruned=True, lessons=4)
    for record, packed in ((Board, table.packed), (State, state)):
        found = {name: (packed[name].dtype.name, packed[name].ndim - 1) for name in packed.dtype.names or ()}
        assert _table(record) == found


def test_fields_are_off_where_the_table_says_so() -> None:
    plain = Simulation("classic", ["certain"], players=2).table.state()[0]
    for name in ("mixed", "scale", "others", "nested_sets", "features", "lessons", "events"):
        assert plain[name].shape[0] == OFF, name
    assert plain["pruned"].shape[1] == OFF
    weighing = Simulation("classic", ["threshold:0.5"], players=2).table.state(recorded=True, pruned=True)[0]
    for name in ("mixed", "scale", "weight", "sum_weight", "events", "sets"):
        assert weighing[name].shape[0] > OFF, name
    assert weighing["pruned"].shape[1] == kinds.PHASES
    assert np.dtype(weighing.dtype).names == State._fields
