"""A slow referee for simulated games: reads their logs, and asks the ordinary table and solver about every line.

Nothing here comes from the simulator. Who has to declare after a card, and in which order, follows from the log, from what
`Solver` says of each seat, and from the rules of the edition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from code777solver import Edition, Solver, load_edition, read_log
from code777solver.core.belief import Belief
from code777solver.play.transcripts import Transcript
from code777solver.results import Table
from code777solver.solver import position_of

CLOSE = 1e-9
MOST_QUIET = 200


class Wave(NamedTuple):
    """One moment at which all who want to declare say so: the number of cards before it, its own number, and the line before."""

    cards: int
    number: int
    line: int


def replay(found: Transcript) -> Table:
    """The table after a game, which must be as the rules want it."""
    log = read_log(found.text, Table(viewer=None))
    assert list(log.warnings) == []
    assert found.complete
    assert log.table.winner == found.winner
    return log.table


def solvers(found: Transcript, players: Sequence[str]) -> dict[str, Solver]:
    return {name: Solver.from_log(found.text, seat=name) for name in players}


def players_of(found: Transcript) -> list[str]:
    return next(line.split()[1:] for line in found.lines if line.startswith("players "))


def compare_candidates(found: Transcript, asked: Mapping[str, Solver], forgetful: Sequence[str] = ()) -> int:
    """Every player's racks after every line are those of the solver; returns how many sets were compared."""
    compared = 0
    for place, name in enumerate(players_of(found)):
        solver = asked[name]
        assert solver.contradictions == ()
        assert list(solver.log.warnings) == []
        for i, held in enumerate(found.candidates):
            step, belief = solver.log.lines[i].step, position_of(solver).beliefs[i]
            if held is None or belief is None or step is None or step.after.waiting or not _dealt(found, i):
                continue
            expected = set(np.nonzero(belief.chances)[0].tolist())
            if name in forgetful:
                assert held[place] >= expected, (name, found.lines[i])
            else:
                assert held[place] == expected, (name, i, found.lines[i], sorted(held[place] ^ expected))
            compared += 1
    return compared


def _dealt(found: Transcript, i: int) -> bool:
    """True if line ``i`` is the last of the deal or later."""
    return i + 1 == len(found.lines) or not _is_deal(found, i + 1)


def _is_deal(found: Transcript, i: int) -> bool:
    return all(line.split()[0] in ("edition", "option", "players", "rack") for line in found.lines[: i + 1])


def best(belief: Belief, target: str) -> tuple[float, set[Any]]:
    """The chance of the likeliest thing to declare, and all that come near it."""
    groups = np.arange(len(belief.space)) if target == "tiles" else belief.space.code_of
    chances = np.bincount(groups, weights=belief.chances)
    top = float(chances.max())
    likely = np.nonzero(chances >= top - CLOSE)[0].tolist()
    if target == "tiles":
        return top, {tuple(sorted(str(tile) for tile in belief.space.rack(i))) for i in likely}
    return top, {belief.space.codes[i] for i in likely}


class _Player:
    """A player who follows a strategy, given by its name."""

    def __init__(self, name: str, strategy: str, target: str) -> None:
        self.name, self.target = name, target
        self.kind, _, number = strategy.partition(":")
        self.number = float(number or 0)
        self.since: int | None = None

    def wants(self, held: frozenset[int], belief: Belief, cards: int) -> bool | None:
        """True if it has to declare now; None if the referee cannot tell."""
        groups = held if self.target == "tiles" else {int(belief.space.code_of[rack]) for rack in held}
        certain = len(groups) == 1
        if self.kind == "slow":
            if certain and self.since is None:
                self.since = cards
            return certain and self.since is not None and cards - self.since >= self.number
        if self.kind == "threshold":
            top = best(belief, self.target)[0]
            return None if abs(top - self.number) < CLOSE and not certain else certain or top >= self.number
        if self.kind == "silence":
            return True if certain else None
        return certain

    def check(self, declared: list[str], right: bool, belief: Belief) -> None:
        said: Any = tuple(sorted(declared)) if self.target == "tiles" else declared[0]
        if self.kind == "threshold":
            assert said in best(belief, self.target)[1], (self.name, declared)
        elif self.kind != "silence":
            assert right, (self.name, declared)


def referee(found: Transcript, edition: Edition, strategies: Sequence[str], asked: Mapping[str, Solver]) -> list[Wave]:
    """Check who declares what, when and in which order; returns the moments at which everybody was free to declare."""
    names, rules = players_of(found), edition.rules
    people = {name: _Player(name, one, rules.target) for name, one in zip(names, strategies, strict=True)}
    waves: list[Wave] = []
    scores, goal, cards, quiet_since, winner, reader = dict.fromkeys(names, 0), rules.points_to_win, 0, 0, None, -1
    for is_answers, lines in _stretches(found, names):
        if is_answers:
            assert winner is None
            heard = [found.lines[i].split() for i in lines]
            size = len(names) - 1 if rules.answered_by == "others" else 1
            assert len(heard) % size == 0
            for start in range(0, len(heard), size):
                if start:  # a whole card to which nobody said anything
                    waves += _expect(found, people, asked, cards, 0, lines[start] - 1, reader, rules, set(), [])
                cards, reader = cards + 1, (reader + 1) % len(names)
                order = [names[(reader + k) % len(names)] for k in range(len(names))]
                answering = order[1:] if rules.answered_by == "others" else order[:1]
                assert [words[0] for words in heard[start : start + size]] == answering
                assert len({words[1] for words in heard[start : start + size]}) == 1
            last, wave, spoke = lines[-1], 0, set[str]()
            end = next((i for i in range(last + 1, len(found.lines)) if _answers(found.lines[i], names)), None)
            after = list(range(last + 1, len(found.lines) if end is None else end))
            declared = [i for i in after if found.lines[i].startswith("declare ")]
            while winner is None:
                todo = _expect(found, people, asked, cards, wave, last, reader, rules, spoke, declared)
                waves += todo
                named = _claimers(found, people, asked, cards, last, reader, rules, spoke, declared)
                if not named:
                    break
                for name in named:
                    i = declared.pop(0)
                    _, said_by, *said, verdict = found.lines[i].split()
                    assert said_by == name, (found.lines[i], named)
                    belief = position_of(asked[name]).beliefs[last]
                    assert belief is not None
                    people[name].check(said, verdict == "right", belief)
                    people[name].since = None
                    spoke.add(name)
                    quiet_since = cards
                    if verdict == "right":
                        scores[name] += 1
                        if scores[name] >= goal:
                            if winner is None:
                                winner = name
                            else:
                                winner, goal = None, goal + 1
                            if rules.tie == "first":
                                break
                last = declared[0] - 1 if declared else after[-1]
                wave += 1
            assert declared == []
    assert winner == found.winner
    assert winner is not None or cards - quiet_since == MOST_QUIET
    return waves


def _answers(line: str, names: Sequence[str]) -> bool:
    return line.split()[0] in names


def _stretches(found: Transcript, names: Sequence[str]) -> Iterator[tuple[bool, list[int]]]:
    """Lines that are answers, and lines between them, in turn."""
    for is_answers, lines in groupby(range(len(found.lines)), lambda i: _answers(found.lines[i], names)):
        yield is_answers, list(lines)


def _expect(found: Transcript, people: Any, asked: Any, cards: int, wave: int, line: int, *rest: Any) -> list[Wave]:
    """A moment at which nobody, or just the ones who then declare, want to."""
    reader, rules, spoke, declared = rest
    if not declared:
        assert _claimers(found, people, asked, cards, line, reader, rules, spoke, declared) == []
    return [Wave(cards, wave, line)]


def _claimers(
    found: Transcript,
    people: Any,
    asked: Any,
    cards: int,
    line: int,
    reader: int,
    rules: Any,
    spoke: Any,
    declared: Any,
) -> list[str]:
    """Players who have to declare after a line, in order. Where the referee cannot tell, the log decides."""
    names = list(people)
    first = reader - 1 if rules.two_declare == "right_of_reader_first" else reader
    order = [names[(first + k) % len(names)] for k in range(len(names))]
    held = found.candidates[line]
    assert held is not None
    says = [found.lines[i].split()[1] for i in declared]
    claimers = []
    for name in order:
        if name in spoke or (rules.declare == "own_turn" and name != names[reader]):
            continue
        wants = people[name].wants(held[names.index(name)], position_of(asked[name]).beliefs[line], cards)
        if wants is None:
            wants = says[len(claimers) : len(claimers) + 1] == [name]
        if wants:
            claimers.append(name)
    return claimers


# Small editions of your own.


def write_edition(
    folder: Path, deck: Mapping[str, int], cards: Sequence[str], rules: Mapping[str, object], name: str = "small"
) -> Edition:
    """An edition file, loaded. A card is the line that says what it asks."""
    lines = [f"{tile} = {copies}" for tile, copies in deck.items()]
    text = "\n".join(["[deck]", *lines, "[rules]", *(f"{rule} = {_toml(value)}" for rule, value in rules.items())])
    for number, asks in enumerate(cards, start=1):
        text += f'\n[[card]]\nnumber = {number}\ntext = "Card {number}?"\n{asks}\n'
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return load_edition(str(path))


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def judge(found: Transcript, edition: Edition, strategies: Sequence[str]) -> tuple[list[Wave], dict[str, Solver]]:
    """Everything that can be said against a game; returns its moments and the solvers of all seats."""
    replay(found)
    names = players_of(found)
    asked = solvers(found, names)
    forgetful = [name for name, one in zip(names, strategies, strict=True) if one.startswith("forgetful")]
    assert compare_candidates(found, asked, forgetful) > 0
    return referee(found, edition, strategies, asked), asked
