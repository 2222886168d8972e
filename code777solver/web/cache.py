"""A cache that drops what was not asked for longest, bounded in entries and in bytes."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Values by key, as many as fit. The latest one always does.

    >>> cache = Cache[str, int](most=2)
    >>> for name, value in {"a": 1, "b": 2}.items():
    ...     cache.keep(name, value)
    >>> cache.find("a")
    1
    >>> cache.keep("c", 3)
    >>> list(cache)
    ['a', 'c']
    """

    def __init__(self, *, most: float = math.inf, most_bytes: float = math.inf) -> None:
        self._most, self._most_bytes, self._bytes = most, most_bytes, 0
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._kept)

    def find(self, key: Key) -> Value | None:
        """The value of a key, None if it is not kept."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def take(self, key: Key) -> Value | None:
        """The same, for one who changes the value: it is not kept any more."""
        value, size = self._kept.pop(key, (None, 0))
        self._bytes -= size
        return value

    def keep(self, key: Key, value: Value, size: int = 0) -> None:
        """Keep a value and its size in bytes."""
        self.take(key)
        self._kept[key] = (value, size)
        self._bytes += size
        while len(self._kept) > 1 and (len(self._kept) > self._most or self._bytes > self._most_bytes):
            self.take(next(iter(self._kept)))
