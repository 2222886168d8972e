"""Sets of racks as Python sets and as bits, and a small edition to try them on."""

from __future__ import annotations

import numpy as np

from code777solver.core.racksets import RackSets

SMALL = """
title = "Every tile once, sixteen of them"
extends = "unique49"
[deck]
every = { numbers = [1, 2, 3, 4], colours = "GYKN", copies = 1 }
"""


def packed(sets: RackSets, chosen: list[set[int]]) -> np.ndarray:
    marks = np.zeros((len(chosen), len(sets.arrays.racks)), bool)
    for row, racks in zip(marks, chosen, strict=True):
        row[list(racks)] = True
    return sets.pack(marks)


def unpacked(sets: RackSets, bits: np.ndarray) -> list[set[int]]:
    return [set(np.nonzero(row)[0].tolist()) for row in sets.unpack(bits)]
