"""The classic edition's cards stated for OR-tools CP-SAT: one integer variable a kind of tile, how many I hold.

Comparisons and sums are linear; what asks for presence (of a colour, a pair, a run) gets a Boolean that is tied both
ways, so that each rack is one solution. Parameters that the solver does better without on problems this small are
switched off: presolve, probing and linear relaxation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import checkout  # noqa: F401
from ortools.sat.python import cp_model
from positions import Position
from reference import CARDS, DECK_28, Rack

KINDS = sorted(DECK_28)
COLOURS = sorted({kind[0] for kind in KINDS})
NUMBERS = range(1, 8)


class _Collect(cp_model.CpSolverSolutionCallback):
    def __init__(self, counts: dict[str, cp_model.IntVar]) -> None:
        super().__init__()
        self.counts, self.found = counts, set[Rack]()

    def on_solution_callback(self) -> None:
        held = [kind for kind, count in self.counts.items() for _ in range(self.value(count))]
        self.found.add(tuple(held))


class Model:
    """One position as a model; the counts of the kinds are its unknowns."""

    def __init__(self, position: Position) -> None:
        self.model = cp_model.CpModel()
        unseen = Counter(DECK_28)
        unseen.subtract(tile for rack in position.racks for tile in rack)
        self.counts = {kind: self.model.new_int_var(0, min(3, unseen[kind]), kind) for kind in KINDS}
        self.model.add(self._sum(lambda kind: True) == 3)
        self._literals: dict[tuple[str, int], cp_model.IntVar] = {}
        for who, card, symbol in position.answers:
            self._hear(card, position.seen_by(who), symbol)

    def solve(self) -> frozenset[Rack]:
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.parameters.cp_model_presolve = False
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.linearization_level = 0
        solver.parameters.symmetry_level = 0
        collect = _Collect(self.counts)
        solver.solve(self.model, collect)
        return frozenset(collect.found)

    def _sum(self, chosen: Callable[[str], object]) -> Any:
        return cp_model.LinearExpr.sum([count for kind, count in self.counts.items() if chosen(kind)])

    def _at_least(self, name: str, chosen: Callable[[str], object], times: int) -> cp_model.IntVar:
        """A Boolean that is true just if I hold that many of the chosen kinds; made once a name."""
        if (name, times) not in self._literals:
            literal = self.model.new_bool_var(f"{name}>={times}")
            total = self._sum(chosen)
            self.model.add(total >= times).only_enforce_if(literal)
            self.model.add(total < times).only_enforce_if(~literal)
            self._literals[name, times] = literal
        return self._literals[name, times]

    def _colour(self, colour: str, times: int = 1) -> cp_model.IntVar:
        return self._at_least(colour, lambda kind: kind[0] == colour, times)

    def _number(self, number: int) -> cp_model.IntVar:
        return self._at_least(str(number), lambda kind: kind[1] == str(number), 1)

    def _kind(self, kind: str, times: int = 1) -> cp_model.IntVar:
        return self._at_least(kind, lambda other: other == kind, times)

    def _any_together(self, groups: Iterable[Iterable[cp_model.IntVar]], wanted: bool) -> None:
        """True if all Booleans of at least one group are true."""
        together = []
        for group in groups:
            literals = list(group)
            if not wanted:
                self.model.add_bool_or(~literal for literal in literals)
                continue
            both = self.model.new_bool_var("")
            self.model.add_bool_and(literals).only_enforce_if(both)
            self.model.add_bool_or([*(~literal for literal in literals), both])
            together.append(both)
        if wanted:
            self.model.add_bool_or(together)

    def _hear(self, card: int, seen: list[Rack], symbol: str) -> None:
        tiles = [tile for rack in seen for tile in rack]
        if card <= 7:  # racks where something holds: those seen are counted, mine makes up the rest
            self._my_rack(card, int(symbol) != int(CARDS[card](seen)))
        elif card == 8:
            new = [self._colour(colour) for colour in COLOURS if all(tile[0] != colour for tile in tiles)]
            self.model.add(cp_model.LinearExpr.sum(new) == int(symbol) - len(COLOURS) + len(new))
        elif card == 9:
            shown = Counter(tile[0] for tile in tiles)
            most = [self._colour(colour, 3 - shown[colour]) for colour in COLOURS if shown[colour] < 3]
            self.model.add(cp_model.LinearExpr.sum(most) == int(symbol) - len(COLOURS) + len(most))
        elif card == 10:
            new = [self._number(number) for number in NUMBERS if all(tile[1] != str(number) for tile in tiles)]
            self.model.add(cp_model.LinearExpr.sum(new) == len(new) - int(symbol))
        elif card == 11:
            rare = ("G1", "K5", "P7")
            self.model.add(self._sum(rare.__contains__) == int(symbol) - sum(tile in rare for tile in tiles))
        else:
            first, second = COMPARED[card]
            base = sum(map(first, tiles)) - sum(map(second, tiles))
            lead = self._sum(first) - self._sum(second) + base
            self.model.add(lead > 0 if symbol == ">" else lead < 0 if symbol == "<" else lead == 0)

    def _my_rack(self, card: int, holds: bool) -> None:
        """Cards 1-7 about my rack alone."""
        if card in (1, 2):
            total = cp_model.LinearExpr.weighted_sum(list(self.counts.values()), [int(kind[1]) for kind in KINDS])
            if card == 1:
                self.model.add(total >= 18 if holds else total <= 17)
            else:
                self.model.add(total <= 12 if holds else total >= 13)
        elif card == 3:
            pairs = [pair for pair in combinations(KINDS, 2) if pair[0][1] == pair[1][1]]
            self._any_together(([self._kind(a), self._kind(b)] for a, b in pairs), holds)
        elif card == 4:  # three colours: none twice
            self._any_together(([self._colour(colour, 2)] for colour in COLOURS), not holds)
        elif card == 5:
            odd = self._sum(lambda kind: int(kind[1]) % 2)
            domain = cp_model.Domain.from_values([0, 3] if holds else [1, 2])
            self.model.add_linear_expression_in_domain(odd, domain)
        elif card == 6:
            self._any_together(([self._kind(kind, 2)] for kind in KINDS), holds)
        else:
            runs = [range(low, low + 3) for low in NUMBERS[:-2]]
            self._any_together(([self._number(number) for number in run] for run in runs), holds)


def _colour(letter: str) -> Callable[[str], bool]:
    return lambda tile: tile[0] == letter


def _tile(name: str) -> Callable[[str], bool]:
    return lambda tile: tile == name


COMPARED: dict[int, tuple[Callable[[str], bool], Callable[[str], bool]]] = {
    12: (lambda tile: tile[1] == "3", _tile("P6")),
    13: (_tile("G6"), _tile("Y7")),
    14: (_tile("Y2"), _tile("Y7")),
    15: (_tile("P6"), _tile("G6")),
    16: (_tile("B7"), lambda tile: tile in ("P7", "Y7")),
    17: (_colour("N"), _colour("B")),
    18: (_colour("R"), _colour("P")),
    19: (_colour("G"), _colour("B")),
    20: (_colour("Y"), _colour("P")),
    21: (_colour("K"), _colour("N")),
    22: (_colour("K"), _colour("R")),
    23: (_colour("G"), _colour("Y")),
}


def solve(position: Position) -> frozenset[Rack]:
    """Every rack that I may hold, by enumerating all solutions."""
    return Model(position).solve()
