"""The racks that give each answer of a card, as rows of bit masks.

This module does not know the meaning of any card. Racks with the same measure form a class, and the card's own
`conclude` gives the answer of each class in each scene. The kernel spreads these answers over the racks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .caching import cached


@cached(nogil=True)
def fill_rows(codes: NDArray[np.uint8], classes: NDArray[np.uint16], answers: int, out: NDArray[np.uint64]) -> None:
    """Set bit ``i`` of row ``s * answers + c`` of ``out`` where rack ``i`` gives answer ``c`` in scene ``s``.

    ``codes`` (scenes, classes) uint8: the answer of each class; values from ``answers`` up stand for no answer.
    ``classes`` (racks,) uint16: the class of each rack.
    ``answers`` int: number of answers of the card.
    ``out`` (scenes * answers, words) uint64: the sets; starts as zeros.
    """
    for s in range(codes.shape[0]):
        for i in range(classes.shape[0]):
            code = np.intp(codes[s, classes[i]])
            if code < answers:
                out[s * answers + code, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
