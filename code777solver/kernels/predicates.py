"""A card's predicate, compiled: which racks give which answer in a scene, as rows of bit masks.

What a card answers is not written here. Racks that measure the same are one class, and for each scene the card's own
`conclude` has said what every class answers; here these codes are spread over the racks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .caching import cached


@cached(nogil=True)
def fill_rows(codes: NDArray[np.uint8], classes: NDArray[np.uint16], answers: int, out: NDArray[np.uint64]) -> None:
    """Bit ``i`` of row ``s * answers + a`` of ``out`` is set if ``codes[s, classes[i]]``, the answer with rack ``i``, is ``a``.

    ``out`` starts as zeros. Codes from ``answers`` on stand for no answer.
    """
    for s in range(codes.shape[0]):
        for i in range(classes.shape[0]):
            code = np.intp(codes[s, classes[i]])
            if code < answers:
                out[s * answers + code, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
