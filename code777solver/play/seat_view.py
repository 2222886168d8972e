"""One seat's view of a simulated game, the only input of a custom strategy."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, arrays_for, weigh
from ..kernels import board as kinds
from ..rules.editions import Edition
from ..rules.tiles import Rack
from .features import Situation, numbers_of

if TYPE_CHECKING:
    from .simulated_table import SimulatedTable


class SeatView:
    """The game as one player sees it, just after a card. Valid until the strategy returns."""

    def __init__(self, table: SimulatedTable, state: Any, seat: int) -> None:
        self._table, self._state = table, state
        self.seat: int = seat
        """The seat, 0 for the first to play."""
        self.players: int = table.players

    @property
    def edition(self) -> Edition:
        return self._table.edition

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat."""
        return tuple(self._state["scores"].tolist())

    @property
    def goal(self) -> int:
        """Points that win the game."""
        return int(self._state["now"][kinds.GOAL])

    @property
    def cards_drawn(self) -> int:
        """Number of cards drawn in this game."""
        return int(self._state["now"][kinds.CARDS])

    @property
    def next_reader(self) -> int:
        """The seat that draws the next card."""
        return int(self._state["now"][kinds.READER])

    @property
    def racks(self) -> dict[int, Rack]:
        """Racks in sight, by seat; spare racks have the numbers after the last seat."""
        board, deck = self._table.board, self.edition.deck
        return {
            j: tuple(deck.kinds[kind] for kind in board.kinds[rack, : board.sizes[rack]])
            for j, rack in enumerate(self._state["rack"].tolist())
            if j != self.seat
        }

    @cached_property
    def chances(self) -> FloatArray:
        """Chance of each rack of the edition, (racks,), equal to that of `Solver`."""
        left = np.unpackbits(self._state["left"][self.seat].view(np.uint8), bitorder="little")
        weights = self._state["weight"][self.seat] * left[: self._state["weight"].shape[1]]
        return np.asarray(weights / weights.sum())

    @property
    def candidates(self) -> NDArray[np.int64]:
        """Numbers of the racks that are still possible."""
        return np.nonzero(self.chances)[0]

    @cached_property
    def codes(self) -> list[tuple[str, float]]:
        """The possible codes with their chances, likeliest first: numbers like ``257``, or tiles if those count."""
        space = arrays_for(self.edition).racks
        target = self.edition.rules.target
        summed = weigh(space.targets(target), self.chances)
        found = [(space.target_name(target, i), float(summed[i])) for i in np.nonzero(summed)[0].tolist()]
        return sorted(found, key=lambda entry: (-entry[1], entry[0]))

    @cached_property
    def features(self) -> NDArray[np.float32]:
        """Features of the position, listed in `code777solver.play.features`; the same as in `VectorGames`."""
        state, board, players = self._state, self._table.board, self.players
        now, answers_since_draw = state["now"], state["answers_since_draw"].tolist()
        gone = state["unseen"][: now[kinds.GONE]].tolist()
        chances = np.array([chance for _, chance in self.codes])
        others_answer = self.edition.rules.answered_by == "others"
        return numbers_of(
            Situation(
                me=self.seat,
                codes=chances,
                codes_left=len(chances),
                racks_left=len(self.candidates),
                need=[self.goal - points for points in self.scores],
                turns=[(seat - self.next_reader) % players for seat in range(players)],
                answers_since_draw=answers_since_draw,
                wrong=state["wrong"].tolist(),
                answers=self.cards_drawn * (players - 1 if others_answer else 1),
                unseen=[gone.count(seat) for seat in range(players)],
                pile=int(now[kinds.PILE]) / self.edition.deck.size,
                stack=(int(now[kinds.DECK]) or len(self.edition.cards)) / len(self.edition.cards),
                common=[
                    0.0 if seat == self.seat else float(board.prior[rack])
                    for seat, rack in enumerate(state["rack"][:players].tolist())
                ],
            )
        )

    def find(self, code: str) -> int:
        """Number of a rack with this code; -1 if the deck has no such rack."""
        space = arrays_for(self.edition).racks
        if self.edition.rules.target.by_tiles:
            return space.find(self.edition.deck.rack(code))
        wanted = "".join(sorted(code))
        return int(np.argmax(space.code_of == space.codes.index(wanted))) if wanted in space.codes else -1
