"""The prompt of Code Breaker: ``code777 breaker``. Commands and replies; no deduction.

`BreakerDesk` is the prompt without a terminal; `run` puts it on a terminal, `run_script` on piped input.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TextIO

from rich.console import Console, Group, RenderableType
from rich.text import Text

from ..breaker.notation import KEYWORDS
from ..breaker.packs import load_game, pack_names
from ..breaker.session import SUFFIX, BreakerSession
from ..breaker.strategies import STRATEGIES, strategy_named
from ..errors import Code777Error, nearest, small_number
from ..lang import Language, visible
from ..show import breaker_screen as show
from ..show.panels import BAD, GOOD, ODD
from ..table.journal import Journal, JournalError, LockedError, new_game_path, saved_games
from ..table.notation import split_lines

COMMANDS = {
    "best": "best [N]: the best next guesses, also in practice",
    "try": "try CARDS: what a guess of yours would do",
    "codes": "every code that fits",
    "set": "set [CARDS]: keep a secret code, answer guesses; alone: typed unseen",
    "play": "play guess: I set, you guess; play set: you set, I guess; race: play",
    "show": "show the secret code and end the game",
    "why": "which answers must be wrong",
    "doubt": "doubt N: leave answer N aside, or use it again",
    "fix": "fix N LINE: put another line in place of line N",
    "drop": "drop N: take line N out",
    "undo": "take back the last change",
    "redo": "make it again",
    "strategy": "strategy NAME: how guesses are chosen",
    "log": "the lines so far",
    "save": "save FILE: write the log to another file",
    "new": "new [PACK]: start another game",
    "help": "this list",
    "quit": "leave; the game is kept",
}


class Reply(NamedTuple):
    """What to show after an entry."""

    body: RenderableType | None = None
    shows_screen: bool = False
    failed: bool = False
    done: bool = False
    asks_secret: bool = False
    """A code is to be typed unseen; it goes to `BreakerDesk.keep`."""


class BreakerDesk:
    """The prompt without a terminal."""

    def __init__(
        self, sitting: BreakerSession, t: Language, *, new: Callable[[str], BreakerSession] | None = None
    ) -> None:
        self.sitting, self.t = sitting, t
        self._new = new or (lambda pack: BreakerSession(pack=pack))
        self.plain = False
        """Whether the terminal lacks the symbols of suits."""
        self.draft = ""
        """What the next line to be typed begins with: the rest of a block of which a line was not understood."""

    def handle(self, text: str, *, width: int = 80) -> Reply:
        """Take one entry. A mistake is told in one line and changes nothing."""
        head, gap, rest = text.strip().partition(" ")
        head = self._word(head)
        line = head + gap + rest
        handler = getattr(self, f"_do_{head.casefold()}", None) if head.casefold() in COMMANDS else None
        try:
            if handler is not None:
                reply: Reply = handler(rest.strip(), width)
                return reply
            return self._enter(line)
        except Code777Error as error:
            return _mistake(re.sub(rf"^line {len(self.sitting.lines) + 1}: ", "", str(error)))

    def handle_block(self, text: str, *, width: int = 80) -> Iterator[Reply]:
        """Take an entry of one or more lines, such as a pasted log; from a bad line on, it is left in `draft`."""
        self.draft = ""
        lines = split_lines(text) or [""]
        for number, line in enumerate(lines):
            reply = self.handle(line, width=width)
            yield reply
            if reply.failed and len(lines) > 1:
                self.draft = "\n".join(lines[number:])
            if reply.failed or reply.done:
                return

    def _word(self, head: str) -> str:
        """The first word of an entry: a command or a word of the log may be in the chosen language."""
        meaning = self.t.words.get(head.casefold(), head)
        return meaning if meaning in COMMANDS or meaning in KEYWORDS else head

    def _enter(self, line: str) -> Reply:
        word = line.split()[0].casefold() if line else ""
        try:
            accepted = self.sitting.enter(line)
        except Code777Error as error:
            hint = nearest(word, [*COMMANDS, *KEYWORDS])
            if hint and hint not in str(error) and word.isalpha() and len(word) > 2 and word not in KEYWORDS:
                return _mistake(self.t("`{word}` is not understood", word=word) + hint)
            raise
        if accepted.said is None:
            return Reply(shows_screen=bool(accepted.lines))
        numbers, suits, cards = accepted.said
        said = self.t(
            "Answer: numbers {numbers}, suits {suits}, cards {cards}", numbers=numbers, suits=suits, cards=cards
        )
        return Reply(Text(said, f"bold {GOOD}"), shows_screen=True)

    # Commands. Each takes the rest of the line and the width of the screen.

    def _do_best(self, rest: str, width: int) -> Reply:
        top = small_number(rest) if rest else 8
        if not top:
            return self._usage("best 8")
        breaker = self.sitting.breaker
        if breaker.contradicted or breaker.round.outcome:
            return Reply(Text(self.t("There is nothing to guess now.")))
        return Reply(show.best_guesses(breaker, self.t, strategy=self.sitting.strategy, top=top, plain=self.plain))

    def _do_try(self, rest: str, width: int) -> Reply:
        breaker = self.sitting.breaker
        if not rest:
            return self._usage(f"try {breaker.pack.format(0)}")
        if breaker.contradicted:
            return Reply(Text(self.t("There is nothing to guess now.")))
        return Reply(show.advice_table(breaker, self.t, [breaker.advise(rest)], plain=self.plain))

    def _do_codes(self, rest: str, width: int) -> Reply:
        return Reply(show.codes(self.sitting.breaker, self.t, width=width, lines=1000, plain=self.plain))

    def _do_set(self, rest: str, width: int) -> Reply:
        return self.keep(rest) if rest else Reply(asks_secret=True)

    def keep(self, cards: str) -> Reply:
        """Take a secret code."""
        try:
            self.sitting.set_code(cards)
        except Code777Error as error:
            return _mistake(str(error))
        return Reply(Text(self.t("The code is kept. Type each guess, and I tell the answer."), "dim"))

    def _do_play(self, rest: str, width: int) -> Reply:
        self.sitting.play(rest.casefold())
        if self.sitting.is_secret:
            return Reply(Text(self.t("I have set a code. Guess!"), "bold"), shows_screen=True)
        return Reply(
            Text(self.t("Think of a code. Type the answer to each guess of mine, like `1 2 0`."), "bold"), True
        )

    def _do_show(self, rest: str, width: int) -> Reply:
        self.sitting.show()
        lines = [line for line in self.sitting.lines if line.startswith("code ")]
        return Reply(Group(*(Text(line, "bold") for line in lines)), shows_screen=True)

    def _do_why(self, rest: str, width: int) -> Reply:
        return Reply(show.diagnosis(self.sitting.breaker, self.t))

    def _do_doubt(self, rest: str, width: int) -> Reply:
        line = self.sitting.doubt(self._number(rest, "doubt 2")[0])
        return Reply(Text(self.t("now: {line}", line=line), "dim"), shows_screen=True)

    def _do_fix(self, rest: str, width: int) -> Reply:
        number, line = self._number(rest, "fix 2 AR 2P 3S 1 2 0")
        if not line:
            return self._usage("fix 2 AR 2P 3S 1 2 0")
        self.sitting.fix(number, line)
        return Reply(shows_screen=True)

    def _do_drop(self, rest: str, width: int) -> Reply:
        dropped = self.sitting.drop(self._number(rest, "drop 2")[0])
        return Reply(Text(self.t("dropped: {line}", line=dropped), "dim"), shows_screen=True)

    def _do_undo(self, rest: str, width: int) -> Reply:
        self.sitting.undo()
        return Reply(Text(self.t("undone"), "dim"), shows_screen=True)

    def _do_redo(self, rest: str, width: int) -> Reply:
        self.sitting.redo()
        return Reply(Text(self.t("done again"), "dim"), shows_screen=True)

    def _do_strategy(self, rest: str, width: int) -> Reply:
        if rest:
            self.sitting.strategy = strategy_named(rest).name
            return Reply(shows_screen=True)
        marks = {name: "*" if name == self.sitting.strategy else " " for name in STRATEGIES}
        return Reply(Group(*(Text(f"{marks[name]} {name:<14} {self.t(s.text)}") for name, s in STRATEGIES.items())))

    def _do_log(self, rest: str, width: int) -> Reply:
        return Reply(
            Group(*(Text(f"{number:>3}  {visible(line)}") for number, line in enumerate(self.sitting.lines, 1)))
        )

    def _do_save(self, rest: str, width: int) -> Reply:
        if not rest:
            return self._usage(f"save friday{SUFFIX}")
        path = Path(rest)
        with suppress(RuntimeError):
            path = path.expanduser()
        return Reply(Text(self.t("written: {file}", file=self.sitting.save_as(path)), "dim"))

    def _do_new(self, rest: str, width: int) -> Reply:
        sitting = self._new(rest or self.sitting.breaker.game.name)
        sitting.strategy = self.sitting.strategy
        self.sitting.close()
        self.sitting = sitting
        return Reply(Text(self.t("A new game."), "dim"), shows_screen=True)

    def _do_help(self, rest: str, width: int) -> Reply:
        lines = [Text(f"{name:<9} {self.t(text)}") for name, text in COMMANDS.items()]
        example = self.sitting.breaker.pack.format(0)
        lines.append(
            Text(self.t("A guess with its answer: `{example} 1 2 0` (numbers, suits, cards).", example=example))
        )
        lines.append(Text(self.t("An answer alone belongs to the first guess in the list.")))
        lines.append(Text(self.t("Other packs: {names}", names=", ".join(pack_names()))))
        return Reply(Group(*lines))

    def _do_quit(self, rest: str, width: int) -> Reply:
        self.sitting.close()
        return Reply(done=True)

    def _usage(self, example: str) -> Reply:
        return _mistake(self.t("something is missing (like `{example}`)", example=example))

    def _number(self, rest: str, example: str) -> tuple[int, str]:
        word, _, after = rest.partition(" ")
        number = small_number(word)
        if number is None:
            raise JournalError(self.t("a line number is missing (like `{example}`; `log` shows them)", example=example))
        return number, after.strip()

    # What the terminal asks for.

    def screen(self, width: int) -> RenderableType:
        """The game as it stands."""
        sitting = self.sitting
        parts: list[RenderableType] = []
        if sitting.trouble:
            parts.append(Text(visible(sitting.trouble), f"bold {BAD}"))
        helps = not sitting.is_secret and not (sitting.secrets and not sitting.breaker.game.is_race)
        parts.append(
            show.screen(
                sitting.breaker,
                self.t,
                strategy=sitting.strategy,
                width=width,
                top=1 if sitting.robots else 5,
                help_me=helps,
                plain=self.plain,
            )
        )
        turn = sitting.breaker.round.turn
        if turn in sitting.robots and turn is not None and sitting.proposal is not None:
            cards = sitting.breaker.game.packs[turn].format(sitting.proposal, symbols=not self.plain)
            parts.append(Text(self.t("My guess: {cards}. Numbers, suits, cards?", cards=cards), f"bold {GOOD}"))
        return Group(*parts)

    @property
    def prompt(self) -> str:
        """What is asked for now."""
        table = self.sitting.breaker.round
        if table.turn is None:
            return "> "
        return f"{table.name(table.turn)}> " if table.game.is_race else f"{len(table.made(0)) + 1}> "

    def completions(self, text: str) -> Iterator[tuple[str, str]]:
        """What may come next after a beginning: the word, and what it means."""
        words = text.split() if text[-1:].isspace() else text.split()[:-1]
        head = words[0].casefold() if words else ""
        if not words:
            yield from ((name, self.t(text)) for name, text in COMMANDS.items())
            yield from ((word, "") for word in KEYWORDS)
        if head in ("pack", "new"):
            yield from ((name, "") for name in pack_names())
        elif head == "strategy":
            yield from ((name, self.t(strategy.text)) for name, strategy in STRATEGIES.items())
        elif head == "play":
            yield from (("guess", ""), ("set", ""))
        else:
            packs = self.sitting.breaker.game.packs
            yield from ((pack.card(number), "") for pack in packs for number in range(pack.size))

    def toolbar(self, text: str) -> str:
        """What the three figures of an answer are."""
        return self.t("answers: numbers, suits, cards that agree") if text.strip() else ""


def _mistake(text: str) -> Reply:
    """One line that says what is wrong."""
    return Reply(Text(visible(text), BAD), failed=True)


# On a terminal and in a pipe.


def open_sitting(folder: Path, pack: str = "", seed: int | None = None) -> BreakerSession:
    """The latest game that is not over, or a new one if a pack is named; in memory if nothing can be written."""
    busy: list[str] = []
    for path in [] if pack else saved_games(folder, SUFFIX):
        try:
            sitting = BreakerSession(Journal(path), seed=seed)
        except LockedError as error:
            busy.append(str(error))
            continue
        except (JournalError, OSError):
            continue
        if sitting.breaker.round.guesses and not sitting.breaker.round.outcome:
            return sitting
        sitting.close()
    sitting = new_sitting(folder, pack, seed)
    sitting.unread += busy
    return sitting


def new_sitting(folder: Path, pack: str = "", seed: int | None = None) -> BreakerSession:
    """A new game in a file of its own, or in memory if that cannot be made."""
    load_game(pack or "breaker")  # a bad name is refused before there is a file
    try:
        return BreakerSession(Journal(new_game_path(folder, SUFFIX)), pack=pack, seed=seed)
    except JournalError as error:
        sitting = BreakerSession(pack=pack, seed=seed)
        sitting.trouble = f"{error}; the game is kept in memory only"
        return sitting


def run(folder: Path, t: Language, console: Console, *, pack: str, strategy: str, seed: int | None = None) -> int:
    """The prompt on a terminal. Returns the exit status."""
    from .terminal import ask, ask_hidden

    desk = BreakerDesk(open_sitting(folder, pack, seed), t, new=lambda name: new_sitting(folder, name))
    desk.plain = is_plain(console)
    desk.sitting.strategy = strategy
    if desk.sitting.lines and not pack:
        text = t("Going on with {file}; `new` starts another game.", file=desk.sitting.path)
    else:
        text = t("A new game. `help` lists the commands.")
    console.print(Text(text, "dim"))
    for note in desk.sitting.unread:
        console.print(Text(visible(note), ODD))
    console.print(desk.screen(console.width))
    for entry in ask(desk, folder):
        try:
            changed, reply = False, Reply()
            for reply in desk.handle_block(entry, width=console.width):
                changed = changed or reply.shows_screen
                if reply.asks_secret:
                    reply = desk.keep(ask_hidden(t("the code, unseen> ")))
                if reply.body is not None:
                    console.print(reply.body)
            if changed and not reply.done:
                console.print(desk.screen(console.width))
        except KeyboardInterrupt:  # whatever was being worked out is let go; the line itself is logged or it is not
            continue
        if reply.done:
            return 0
    desk.handle("quit")
    return 0


def is_plain(console: Console) -> bool:
    """Whether a terminal lacks the symbols of suits."""
    return not console.encoding.lower().startswith("utf")


def run_script(
    source: Iterable[str], t: Language, console: Console, errors: TextIO, *, pack: str, strategy: str, seed: int | None
) -> int:
    """Piped input: every line is handled, the last screen shown. Status 2 if a line was refused, 1 if contradicted."""
    desk = BreakerDesk(BreakerSession(pack=pack, seed=seed), t)
    desk.plain = is_plain(console)
    desk.sitting.strategy = strategy
    lines = iter(list(source))
    refused, number = False, 0
    for line in lines:
        number += 1
        reply = desk.handle(line, width=console.width) if line.strip() else Reply()
        if reply.asks_secret:
            number += 1
            reply = desk.keep(next(lines, ""))
        if reply.failed:
            refused = True
            errors.write(f"line {number}: {reply.body}\n")
        elif reply.body is not None:
            console.print(reply.body)
        if reply.done:
            break
    console.print(desk.screen(console.width))
    return 2 if refused else 1 if desk.sitting.breaker.contradicted else 0
