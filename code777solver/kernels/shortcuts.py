"""Switches for the two shortcuts past plain numba: each is on only where it was tried, and can be switched off.

``callees``  functions that only kernels call are not compiled by themselves (`kernels.callees`)
``vectors``  a set of up to 256 racks is one vector value (`kernels.bits256`)

Results are the same either way. The environment variable ``CODE777_PLAIN_NUMBA`` names the shortcuts to switch off,
separated by commas; ``all`` switches both off. It is read once, at import. Numba's files of compiled code do not
depend on it, so use another ``NUMBA_CACHE_DIR`` with it. `benchmarks/numba_shortcuts.py` measures the gain of each.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

PLAIN = "CODE777_PLAIN_NUMBA"
NAMES = ("callees", "vectors")
NEWEST_KNOWN = (0, 68)
"""The newest numba, as (major, minor), that passed the tests with both shortcuts on. A newer one gets neither."""


def _switched_off() -> frozenset[str]:
    """Names of the shortcuts that are off."""
    if find_spec("numba") is None:
        return frozenset(NAMES)
    from numba import version_info

    named = frozenset(name.strip() for name in os.environ.get(PLAIN, "").split(","))
    return frozenset(NAMES) if version_info.short > NEWEST_KNOWN or "all" in named else named & frozenset(NAMES)


_OFF = _switched_off()


def uses(name: str) -> bool:
    """True if the shortcut of this name is on; ``name`` is one of `NAMES`."""
    return name not in _OFF
