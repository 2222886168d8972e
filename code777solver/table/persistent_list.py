"""A sequence that grows at its end and never changes: the older and the longer one share what they have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

T = TypeVar("T")
_BLOCK = 256


class PersistentList(Sequence[T]):
    """Like a tuple, except that adding an item or leaving the last one out costs the same at any length.

    >>> two = PersistentList("ab")
    >>> three = two.plus("c")
    >>> list(two), three[-1], three.without_last() == two
    (['a', 'b'], 'c', True)
    """

    __slots__ = ("_blocks", "_last")

    def __init__(self, items: Iterable[T] = ()) -> None:
        every = tuple(items)
        whole = len(every) - len(every) % _BLOCK
        self._blocks = tuple(every[i : i + _BLOCK] for i in range(0, whole, _BLOCK))
        """Full blocks, which all longer sequences share."""
        self._last = every[whole:]

    def plus(self, item: T) -> PersistentList[T]:
        """This sequence with one more item."""
        last = (*self._last, item)
        return _made(self._blocks, last) if len(last) < _BLOCK else _made((*self._blocks, last), ())

    def without_last(self) -> PersistentList[T]:
        """This sequence with one item less; raises `IndexError` if there is none."""
        if self._last:
            return _made(self._blocks, self._last[:-1])
        return _made(self._blocks[:-1], self._blocks[-1][:-1])

    def __len__(self) -> int:
        return len(self._blocks) * _BLOCK + len(self._last)

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self._blocks), self._last)

    def __reversed__(self) -> Iterator[T]:
        return chain(reversed(self._last), *map(reversed, reversed(self._blocks)))

    @overload
    def __getitem__(self, i: int) -> T: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[T, ...]: ...
    def __getitem__(self, i: int | slice) -> T | tuple[T, ...]:
        if isinstance(i, slice):
            return tuple(self)[i]
        place = i + len(self) if i < 0 else i
        if not 0 <= place < len(self):
            raise IndexError(f"no item {i} in a sequence of {len(self)}")
        block = place // _BLOCK
        return (self._blocks[block] if block < len(self._blocks) else self._last)[place % _BLOCK]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, PersistentList | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"PersistentList({tuple(self)!r})"


def _made(blocks: tuple[tuple[T, ...], ...], last: tuple[T, ...]) -> PersistentList[T]:
    made: PersistentList[T] = object.__new__(PersistentList)
    made._blocks, made._last = blocks, last
    return made
