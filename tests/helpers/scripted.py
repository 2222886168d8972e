"""Scripted people for games against the computer: they answer as they must and declare at random, by belief or never.

They know no more than what a person is shown: the lines of their own log.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from code777solver import Solver, load_edition
from code777solver.play.keyed_random import PUBLIC, KeyedRandom
from code777solver.play.levels import levels
from code777solver.play.match import Match
from code777solver.play.setup import Setup, new_setup
from code777solver.web.solver_cache import SolverCache
from code777solver.web.worker import answer

T = TypeVar("T")
TABLES = [
    (edition, players)
    for edition in ("classic", "stronghold", "code77", "unique49")
    for players in range(2, min(5, load_edition(edition).rules.most_players) + 1)
]
"""Every edition with every number of players."""


def game(number: int, edition: str, players: int, people: int = 1, options: Sequence[str] = ()) -> Match:
    """A game against players of all levels."""
    rng = random.Random(f"{edition} {players} {number}")
    rivals = [rng.choice(list(levels())) for _ in range(players - people)]
    names = ["me"] if people == 1 else [f"P{i}" for i in range(people)]
    setup = new_setup(str(number), edition=edition, options=options, people=names, rivals=rivals)
    return Match(setup, setup.random(PUBLIC))


class HasView(Protocol):
    """A game, or a client of one: anything with the log of a seat."""

    def view(self, seat: str) -> list[str]: ...


class Person:
    """One who plays by what their own log tells."""

    def __init__(self, match: HasView, name: str, seed: int) -> None:
        self.match, self.name, self.random = match, name, random.Random(seed)
        self.bold = self.random.random() < 0.3
        self.guesses = 2
        """Declarations without certainty that are left; a third rack unseen could not be followed in a deck of single tiles."""
        self._solver = Solver(seat=name)

    @property
    def solver(self) -> Solver:
        """A solver with everything that they have seen."""
        told = self.match.view(self.name)[len(self._solver.log.lines) :]
        self._solver.tell("\n".join(told)) if told else None
        return self._solver

    def answer(self, card: int) -> str:
        return self.solver.right_answer(card)

    def claim(self) -> str | None:
        """A code to declare: one that is certain, or if they are bold, now and then any."""
        solver = self.solver
        certain = len(solver.candidates) == 1 if solver.edition.rules.target.by_tiles else len(solver.codes) == 1
        if not certain:
            if not self.bold or not self.guesses or self.random.random() > 0.05:
                return None
            self.guesses -= 1
        rack = self.random.choice(list(solver.candidates)[:20])
        return " ".join(rack.tiles) if solver.edition.rules.target.by_tiles else rack.numbers


Ask = Callable[[str, str], tuple[int, bytes]]
"""Sends a record and a person's action; returns the status and the body of the reply."""


KEY = b"a secret of the tests, long enough"


def ask_worker(log: str, act: str, cache: SolverCache | None = None) -> tuple[int, bytes]:
    """The endpoint as a worker of the server has it: one that has just been started, or one that remembers."""
    body = json.dumps({"log": log, "act": act}).encode()
    status, _, found = answer("play", body, SolverCache(key=KEY) if cache is None else cache)
    return status, found


class Client:
    """One who holds the record of a game and nothing else."""

    def __init__(self, setup: Setup, ask: Ask = ask_worker) -> None:
        self.log, self._ask = "".join(f"{line}\n" for line in setup.lines), ask
        self.sent: list[bytes] = []
        self.now: dict[str, Any] = {}
        self.act("")

    def act(self, act: str) -> None:
        status, body = self._ask(self.log, act)
        self.now = json.loads(body)
        assert status == 200, self.now
        self.sent.append(body)
        self.log += "".join(f"{line}\n" for line in self.now["added"])

    def view(self, seat: str) -> list[str]:
        return self.log.splitlines()

    def play(self, seed: int) -> None:
        """Play to the end by what this client has been told."""
        person = Person(self, "me", seed)
        while (ask := self.now["ask"]) is not None:
            if ask["what"] == "answer":
                self.act(f"answer {person.answer(ask['card'])}")
                assert self.now["right"]
            elif ask["what"] == "spare":
                self.act(f"spare {ask['spares'][0]}")
            else:
                code = person.claim()
                self.act(f"declare me {code}" if code else "go on")


def play(match: Match, seed: int = 0) -> None:
    """Play a game to its end."""
    people = {name: Person(match, name, seed) for name in match.setup.people}
    for _ in step_by_step(match, people):
        pass


def step_by_step(
    match: Match, people: dict[str, Person], typed: Callable[[str], object] = lambda entry: None
) -> Iterator[None]:
    """Play a game, one thing after the other that people do; ``typed`` gets what one person would type at the prompt."""
    while (ask := match.ask) is not None:
        yield
        first = people[ask.players[0]]
        if ask.what == "answer":
            said = first.answer(ask.card or 0)
            typed(said)
            assert match.answer(said)
        elif ask.what == "spare":
            name = first.random.choice(match.table.spares)
            typed(name)
            match.choose(name)
        else:
            claims = {name: code for name in ask.players if (code := people[name].claim()) is not None}
            typed(f"declare {claims[first.name]}" if first.name in claims else "")
            match.declare(claims)


class Swapped(KeyedRandom):
    """The same random, but two tiles of the pile change places before the deal."""

    def __init__(self, random: KeyedRandom, places: tuple[int, int]) -> None:
        self._random, self._places = random, places

    def below(self, purpose: str, limit: int) -> int:
        return self._random.below(purpose, limit)

    def share(self, purpose: str) -> float:
        return self._random.share(purpose)

    def shuffled(self, purpose: str, items: Iterable[T]) -> list[T]:
        order = self._random.shuffled(purpose, items)
        if purpose == "tiles":
            one, other = self._places
            order[one], order[other] = order[other], order[one]
        return order
