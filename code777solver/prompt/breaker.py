"""The prompt of Code Breaker: ``code777 breaker``. Commands and replies; no deduction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from ..breaker.answers import is_answer_word
from ..breaker.notation import KEYWORDS
from ..breaker.packs import load_game, pack_names
from ..breaker.session import SUFFIX, BreakerSession
from ..breaker.strategies import STRATEGIES, strategy_named
from ..errors import small_number
from ..lang import Language
from ..show import breaker_screen as show
from ..show.panels import BAD, GOOD
from ..show.remark import Remark
from ..table.journal import Journal, new_game_path
from . import loop
from .base import Prompt, Reply
from .edits import EditCommands
from .log_commands import LogCommands, greeting, in_own_folder, latest_game, or_in_memory

__all__ = ["COMMANDS", "BreakerPrompt", "new_session", "open_session", "start"]

COMMANDS = {
    "best": "best [N]: the best next guesses, also in practice",
    "try": "try CARDS: what this guess would tell",
    "codes": "every code that fits",
    "set": "set [CARDS]: keep a secret code, answer guesses; alone: typed unseen",
    "play": "play guess: I set, you guess; play set: you set, I guess; race: play",
    "show": "show the secret code and end the game",
    "why": "which answers must be wrong",
    "doubt": "doubt N: leave answer N aside, or use it again",
    "fix": "fix N [LINE]: replace line N; without LINE: edit it",
    "drop": "drop N: delete line N",
    "undo": "take back the last change",
    "redo": "repeat the change you took back",
    "strategy": "strategy NAME: how guesses are chosen",
    "log": "log [N]: the log, or the lines around line N",
    "save": "save FILE: save a copy of the log",
    "new": "new [PACK]: start another game",
    "help": "this list",
    "quit": "leave; the game is saved",
}


class BreakerPrompt(Prompt):
    """The prompt of Code Breaker without a terminal."""

    commands = COMMANDS
    words = KEYWORDS
    alone = ("codes", "show", "why", "undo", "redo", "quit")
    example = (2, "AR 2P 3S 1 2 0")

    def __init__(
        self, session: BreakerSession, t: Language, *, new: Callable[[str], BreakerSession] | None = None
    ) -> None:
        super().__init__(t)
        self.session = session
        self.use(LogCommands(self), EditCommands(self))
        self.handlers |= {"best": self._best, "try": self._try, "codes": self._codes, "strategy": self._strategy}
        self.handlers |= {"set": self._set, "play": self._play, "show": self._show, "why": self._why}
        self.handlers["new"] = self._start_new
        self._new = new or (lambda pack: BreakerSession(pack=pack))

    # Entries.

    @property
    def kept(self) -> BreakerSession:
        return self.session

    @property
    def status(self) -> int:
        """1 if the answers contradict each other."""
        return int(self.session.breaker.contradicted)

    def is_entry(self, text: str, command: str = "") -> bool:
        """True for an entry that begins with a card or an answer in words and not with a whole command."""
        begins = any(pack.owns(text.strip()) for pack in self.session.breaker.game.packs)
        return not command and (begins or is_answer_word(self.vocabulary.first_word(text)[0]))

    def read(self, text: str) -> str:
        """The first word may be in the chosen language; cards and names are what they are."""
        head, gap, rest = text.strip().partition(" ")
        meaning = self.t.words.get(head.casefold(), head)
        return (meaning if meaning in COMMANDS or meaning in KEYWORDS else head) + gap + rest

    def enter(self, line: str) -> Reply:
        accepted = self.session.enter(line)
        if accepted.said is None:
            return Reply(shows_screen=bool(accepted.lines))
        numbers, suits, cards = accepted.said
        said = self.t(
            "Answer: numbers {numbers}, suits {suits}, cards {cards}", numbers=numbers, suits=suits, cards=cards
        )
        return Reply(Text(said, f"bold {GOOD}"), shows_screen=True)

    # Commands. Each takes the rest of the line.

    def _best(self, rest: str) -> Reply:
        top = small_number(rest) if rest else 8
        if not top:
            raise self.missing("best 8")
        breaker = self.session.breaker
        if breaker.contradicted or breaker.round.outcome:
            return Reply(Text(self.t("There is nothing to guess now.")))
        return Reply(
            show.best_guesses(breaker, self.t, strategy=self.session.strategy, top=top, ascii_only=self.ascii_only)
        )

    def _try(self, rest: str) -> Reply:
        breaker = self.session.breaker
        if not rest:
            raise self.missing(f"try {breaker.pack.format(0)}")
        if breaker.contradicted:
            return Reply(Text(self.t("There is nothing to guess now.")))
        return Reply(show.advice_table(breaker, self.t, [breaker.advise(rest)], ascii_only=self.ascii_only))

    def _codes(self, rest: str) -> Reply:
        return Reply(show.codes(self.session.breaker, self.t, width=self.width, lines=1000, ascii_only=self.ascii_only))

    def _set(self, rest: str) -> Reply:
        return self.keep(rest) if rest else Reply(asks_hidden=self.t("the code (hidden)> "))

    def keep(self, text: str) -> Reply:
        """Take a secret code."""
        self.session.set_code(text)
        return Reply(Remark(self.t("The code is set. Type each guess and I give the answer.")))

    def _play(self, rest: str) -> Reply:
        self.session.play(rest.casefold())
        if self.session.is_secret:
            return Reply(Text(self.t("I have set a code. Guess!"), "bold"), shows_screen=True)
        return Reply(
            Text(self.t("Think of a code. Type the answer to each of my guesses, like `1 2 0`."), "bold"), True
        )

    def _show(self, rest: str) -> Reply:
        self.session.show()
        lines = [line for line in self.session.lines if line.startswith("code ")]
        return Reply(Group(*(Text(line, "bold") for line in lines)), shows_screen=True)

    def _why(self, rest: str) -> Reply:
        return Reply(show.diagnosis(self.session.breaker, self.t))

    def _strategy(self, rest: str) -> Reply:
        if rest:
            self.session.strategy = strategy_named(rest).name
            return Reply(shows_screen=True)
        marks = {name: "*" if name == self.session.strategy else " " for name in STRATEGIES}
        return Reply(Group(*(Text(f"{marks[name]} {name:<14} {self.t(s.text)}") for name, s in STRATEGIES.items())))

    def _start_new(self, rest: str) -> Reply:
        self.leave(f"new {rest}")
        session = self._new(rest or self.session.breaker.game.name)
        session.strategy = self.session.strategy
        self.session.close()
        self.session = session
        return Reply(Remark(self.t("A new game.")), shows_screen=True)

    def help_lines(self) -> Iterator[str]:
        yield from super().help_lines()
        example = self.session.breaker.pack.format(0)
        yield self.t("A guess with its answer: `{example} 1 2 0` (numbers, suits, cards).", example=example)
        yield self.t("An answer alone belongs to the first guess in the list.")
        yield self.t("Other packs: {names}", names=", ".join(pack_names()))

    # What the terminal shows.

    def greeting(self) -> Iterator[RenderableType]:
        return greeting(self, is_under_way=bool(self.session.breaker.round.guesses))

    def screen(self) -> RenderableType:
        session = self.session
        parts: list[RenderableType] = []
        if session.trouble:
            parts.append(Remark(self.t(session.trouble), f"bold {BAD}"))
        helps = not session.is_secret and not (session.secrets and not session.breaker.game.is_race)
        parts.append(
            show.screen(
                session.breaker,
                self.t,
                strategy=session.strategy,
                width=self.width,
                top=1 if session.robots else 5,
                help_me=helps,
                ascii_only=self.ascii_only,
            )
        )
        turn = session.breaker.round.turn
        if turn in session.robots and turn is not None and session.proposal is not None:
            cards = session.breaker.game.packs[turn].format(session.proposal, symbols=not self.ascii_only)
            parts.append(Text(self.t("My guess: {cards}. Numbers, suits, cards?", cards=cards), f"bold {GOOD}"))
        return Group(*parts)

    @property
    def prompt_text(self) -> str:
        table = self.session.breaker.round
        if table.turn is None:
            return "> "
        if table.game.is_race:
            return f"{table.name(table.turn)}> "
        return f"{len(self.session.lines) + 1}> "

    def close(self) -> None:
        self.session.close()

    def completions(self, text: str) -> Iterator[tuple[str, str]]:
        words = text.split() if text[-1:].isspace() else text.split()[:-1]
        head = words[0].casefold() if words else ""
        if not words:
            yield from self.choices()
        if head in ("pack", "new"):
            yield from ((name, "") for name in pack_names())
        elif head == "strategy":
            yield from ((name, self.t(strategy.text)) for name, strategy in STRATEGIES.items())
        elif head == "play":
            yield from (("guess", ""), ("set", ""))
        else:
            packs = self.session.breaker.game.packs
            yield from ((pack.card(number), "") for pack in packs for number in range(pack.size))

    def toolbar(self, text: str) -> str:
        """Explanation of the three figures of an answer."""
        return self.t("answers: numbers, suits, cards that agree") if text.strip() else ""


# Games on disk, and the start.


def open_session(folder: Path, pack: str = "", seed: int | None = None) -> BreakerSession:
    """The latest game that is not over, or a new one if a pack is named; in memory if nothing can be written."""
    if pack:
        return new_session(folder, pack, seed)
    return latest_game(
        folder,
        SUFFIX,
        opened=lambda path: BreakerSession(Journal(path), seed=seed),
        goes_on=lambda session: bool(session.breaker.round.guesses) and not session.breaker.round.outcome,
        new=lambda: new_session(folder, pack, seed),
    )


def new_session(folder: Path, pack: str = "", seed: int | None = None) -> BreakerSession:
    """A new game in a file of its own, or in memory if that cannot be made."""
    load_game(pack or "breaker")  # a bad name is refused before there is a file
    return or_in_memory(
        lambda: BreakerSession(Journal(new_game_path(folder, SUFFIX)), pack=pack, seed=seed),
        lambda: BreakerSession(pack=pack, seed=seed),
    )


def start(t: Language, *, pack: str, strategy: str, seed: int | None, practice: bool = False) -> int:
    """The prompt on a terminal, or on piped input; with ``practice`` a code is set at once. Returns the exit status."""

    def latest(folder: Path) -> BreakerSession:
        return open_session(folder, pack, seed)

    def in_memory() -> BreakerSession:
        return BreakerSession(pack=pack, seed=seed)

    def fresh(name: str) -> BreakerSession:
        return in_own_folder(lambda folder: new_session(folder, name), lambda: BreakerSession(pack=name))

    def made(is_terminal: bool) -> BreakerPrompt:
        if is_terminal:
            prompt = BreakerPrompt(in_own_folder(latest, in_memory), t, new=fresh)
        else:
            prompt = BreakerPrompt(in_memory(), t)
        prompt.session.strategy = strategy
        if practice:
            prompt.session.play("guess")
        return prompt

    return loop.run(made)
