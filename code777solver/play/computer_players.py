"""Computer players: each follows the game from its seat, like `Solver`, and declares by the strategy of its level. Plain NumPy.

The strategies are those of the simulator (`kernels.games`), so results of a league hold for a level at this table too.
"""

from __future__ import annotations

from ..core.belief import Belief
from ..core.belief_history import BeliefHistory
from ..records import replace
from ..table.events import Answer, Event, Fill
from ..table.notation import Line, Log, format_event
from ..table.persistent_list import PersistentList
from ..table.table import Step, Table
from .advice import advise, best_code
from .features import expected_best
from .keyed_random import KeyedRandom
from .levels import Level
from .referee import DeclaredCode, read_declared_code, seen_by
from .spares import TRIED, choose_spare, unseen_tiles


class ComputerPlayer:
    """One computer player: the events that it noticed, and its belief."""

    def __init__(self, name: str, level: Level, table: Table, random: KeyedRandom) -> None:
        """Start at ``table``, which has the players and is seen from the seat of ``name``."""
        self.name, self.level = name, level
        self._random = random
        self._log, self._beliefs = Log(PersistentList(), table), BeliefHistory()
        self._events: list[Event] = []
        self._certain_since: int | None = None
        """Number of cards drawn when it noticed that its code is certain."""

    def sit_down(self, step: Step) -> None:
        """Take in the step that seats the players."""
        self._take(step)

    def take(self, step: Step) -> None:
        """Take in a step of the game."""
        event = seen_by(self.name, step)
        if isinstance(event, Answer) and event.player != self.name and self._misses():
            event = replace(event, symbol=None)
        if isinstance(event, Fill) and event.rack == self.name:
            self._certain_since = None
        self._take(self._log.table.do(event))

    def _misses(self) -> bool:
        """True if it misses this answer."""
        return self.level.kind == "forgetful" and self._random.share(f"misses {self.name}") < self.level.number

    def _take(self, step: Step) -> None:
        line = Line(len(self._log.lines) + 1, format_event(step.event), step)
        self._log, self._beliefs = self._log.plus(line), self._beliefs.plus(line)
        self._events.append(step.event)

    @property
    def belief(self) -> Belief:
        """Its racks and their chances, from the events that it noticed."""
        belief = self._beliefs.now
        assert belief is not None
        return belief

    def decide(self, cards: int) -> DeclaredCode | None:
        """The code that it declares now, or None; ``cards`` is the number of cards drawn so far."""
        table, belief = self._log.table, self.belief
        _, code, chance = best_code(table, belief)
        if chance >= 1 and self.level.kind == "slow":
            if self._certain_since is None:
                self._certain_since = cards
            wants = cards - self._certain_since >= self.level.number
        else:
            wants = chance >= 1 or self._dares(chance)
        return read_declared_code(code, table) if wants else None

    def choose_spare(self) -> str | None:
        """The spare rack that it replaces; None if its level does not choose."""
        if not self.level.picks:
            return None
        table, size = self._log.table, self._log.table.edition.rules.spare_tiles
        unseen = unseen_tiles(table, self.name)
        tried = [self._random.shuffled(f"spares {self.name}", unseen)[:size] for _ in range(TRIED)]
        return choose_spare(table, self.belief, self.name, [table.edition.deck.sort(tiles) for tiles in tried])

    def _dares(self, chance: float) -> bool:
        """True if it declares a code with this chance, below 1."""
        table, belief = self._log.table, self.belief
        match self.level.kind:
            case "threshold":
                return chance >= self.level.number
            case "look":
                return chance >= expected_best(table, belief, self.name) - self.level.number
            case "advised":
                return advise(table, self._events, belief, self.name).gain > 0
            case _:
                return False


__all__ = ["ComputerPlayer"]
