"""Random numbers determined by a secret key and the text of a game: repeatable, and unpredictable without the key.

A server stores one key for all games and no state of any game. Each purpose has its own stream of numbers, so an extra number
in one stream does not change the others.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

PUBLIC = b"code777 play 1"
"""The key of games on the player's own machine, where nothing can be hidden. A game number gives the same game everywhere."""


class KeyedRandom:
    """Random numbers of one game.

    >>> random = KeyedRandom(PUBLIC, "players Ann me")
    >>> [random.below("dice", 6) for _ in range(4)] == [KeyedRandom(PUBLIC, "players Ann me").below("dice", 6)] * 4
    False
    >>> sorted(random.shuffled("letters", "abc"))
    ['a', 'b', 'c']
    """

    def __init__(self, key: bytes, text: str) -> None:
        self._key, self._text = key, text
        self._drawn: Counter[str] = Counter()

    def _word(self, purpose: str) -> int:
        """The next 64 bits for a purpose."""
        self._drawn[purpose] += 1
        message = f"{self._text}\n{purpose}\n{self._drawn[purpose]}"
        return int.from_bytes(hmac.digest(self._key, message.encode(), "sha256")[:8], "big")

    def below(self, purpose: str, limit: int) -> int:
        """A number from 0 to ``limit - 1``. The chances differ by less than one part in 2**32."""
        return self._word(purpose) * limit >> 64

    def share(self, purpose: str) -> float:
        """A number from 0 to 1, 1 excluded."""
        return self._word(purpose) / 2**64

    def shuffled(self, purpose: str, items: Iterable[T]) -> list[T]:
        """Items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(purpose, last + 1)
            order[last], order[other] = order[other], order[last]
        return order


__all__ = ["PUBLIC", "KeyedRandom"]
