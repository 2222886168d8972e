"""The same question stated for python-constraint: which racks may I hold, given what was answered?

Plain satisfiability, without weights: one variable a tile, and a general solver does the rest.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from constraint import Problem  # type: ignore[import-untyped]
from reference import EDITIONS, Rack, answer

POSITIONS = ("left", "middle", "right")


def _at_most(copies: int, kind: str) -> Callable[..., bool]:
    return lambda *mine: mine.count(kind) <= copies


def _agrees(card: int, seen: list[Rack], symbol: str, edition: str) -> Callable[..., bool]:
    return lambda *mine: answer(card, [*seen, mine], edition) == symbol


def solve(racks: Sequence[Rack], answers: Sequence[tuple[int, int, str]], edition: str = "classic") -> set[Rack]:
    """Every rack, as a sorted tuple of tile names, that I may hold beside the visible ``racks``.

    An answer is ``(who, card, symbol)``: the owner of ``racks[who]`` answered from mine and all the others.
    """
    unseen = Counter(EDITIONS[edition].deck)
    unseen.subtract(tile for rack in racks for tile in rack)
    kinds = sorted(kind for kind, copies in unseen.items() if copies > 0)
    if not kinds:
        return set()

    problem = Problem()
    problem.addVariables(POSITIONS, kinds)
    # The order on a rack means nothing: look at sorted racks only.
    problem.addConstraint(lambda left, middle: left <= middle, ("left", "middle"))
    problem.addConstraint(lambda middle, right: middle <= right, ("middle", "right"))
    for kind in kinds:
        if unseen[kind] < len(POSITIONS):
            problem.addConstraint(_at_most(unseen[kind], kind), POSITIONS)
    for who, card, symbol in answers:
        seen = [rack for index, rack in enumerate(racks) if index != who]
        problem.addConstraint(_agrees(card, seen, symbol, edition), POSITIONS)
    return {tuple(solution[position] for position in POSITIONS) for solution in problem.getSolutions()}
