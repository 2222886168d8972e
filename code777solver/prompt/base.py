"""The base of prompts, without a terminal: entries in, replies out. No deduction.

What a first word means is decided here. An entry about the game goes first (`Log 16 <` where a player is called so), then
commands and the other words that an entry may begin with, then their beginnings, if only one word begins so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from ..errors import Code777Error, NotationError, nearest
from ..lang import Language
from ..sentences import Sentence
from ..show.panels import BAD
from ..show.remark import Remark
from ..table.notation import split_lines
from ..table.vocabulary import Vocabulary
from .pages import Pages

__all__ = ["Commands", "Handler", "Prompt", "Reply", "refusal"]

_NAME_ROOM = 10
"""Columns of a command in the help, with the blank behind it."""


class Reply(NamedTuple):
    """Reply to an entry."""

    body: RenderableType | None = None
    shows_screen: bool = False
    failed: bool = False
    done: bool = False
    later: Callable[[Callable[[str], None]], RenderableType] | None = None
    """Computes the slow rest of the reply. Its argument is a function that reports progress."""
    asks_hidden: str = ""
    """Question whose answer is typed unseen and goes to `Prompt.handle_hidden`."""
    draft: str = ""
    """Beginning of the next entry: a command with the line to edit."""


def refusal(text: str) -> Reply:
    """One line that says what is wrong."""
    return Reply(Remark(text, BAD), failed=True)


Handler = Callable[[str], Reply]
"""Carries a command out; it takes the rest of the line."""


class Commands:
    """Commands that several prompts share, with their state. Each group may also act around an entry."""

    handlers: Mapping[str, Handler]

    def before_command(self, name: str) -> None:
        """Raise if a command may not be given now."""

    def before_leaving(self, entry: str) -> None:
        """Raise, once, if what is on the screen would be lost by an entry."""

    def reason(self, error: Code777Error) -> Sentence | None:
        """Reason of a refusal; None if the error says it."""
        return None

    def notices(self) -> Iterator[str]:
        """Bad news to show once, after any entry."""
        return iter(())


class Prompt(ABC):
    """The prompt without a terminal. A command is a line of `commands` and an entry in `handlers`."""

    commands: ClassVar[Mapping[str, str]]
    """Command -> what `help` says of it."""
    words: ClassVar[Sequence[str]] = ()
    """Other words that an entry may begin with."""
    alone: ClassVar[Sequence[str]] = ()
    """Commands that nothing follows."""

    def __init__(self, t: Language) -> None:
        self.t = t
        self.groups: Sequence[Commands] = ()
        self.handlers: dict[str, Handler] = {"help": self.help, "quit": self.quit}
        """Command -> what carries it out."""
        self.vocabulary = Vocabulary(t, self.words, self.commands)
        self.width = 80
        """Columns of the screen."""
        self.ascii_only = False
        """True if the terminal lacks block characters and the symbols of suits."""
        self.draft = ""
        """Beginning of the next entry: a line to edit, or the rest of a block after a refused line."""
        self._typed = ""
        """The entry that is being handled."""

    def use(self, *groups: Commands) -> None:
        """Take over groups of commands. A later handler of a command replaces an earlier one."""
        self.groups = groups
        for group in groups:
            self.handlers |= group.handlers

    # What each prompt says.

    @abstractmethod
    def enter(self, line: str) -> Reply:
        """Take an entry that is no command, in the words of the notation."""

    @property
    @abstractmethod
    def prompt_text(self) -> str:
        """Question that the prompt asks now."""

    def greeting(self) -> Iterator[RenderableType]:
        """Output on a terminal before the first entry."""
        yield from self.scene()

    def scene(self) -> Iterator[RenderableType]:
        """Output before the first entry, also for scripts."""
        return iter(())

    def screen(self) -> RenderableType | None:
        """The state of the game; None if there is nothing to show."""
        return None

    def notices(self) -> Iterator[RenderableType]:
        """News to show once, after any entry."""
        for group in self.groups:
            yield from (Remark(self.t(notice), f"bold {BAD}") for notice in group.notices())

    @property
    def is_private(self) -> bool:
        """True if the next person at the same screen may not see its present content, not even by scrolling back."""
        return False

    @property
    def seconds(self) -> float | None:
        """Seconds until Enter alone counts as the entry; None to wait without a limit."""
        return None

    @property
    def status(self) -> int:
        """The exit status of a script of which every line was understood."""
        return 0

    @property
    def names(self) -> Sequence[str]:
        """Names and other beginnings of entries, besides words."""
        return ()

    @property
    def proposal(self) -> str:
        """The line that Enter alone would enter, if one is proposed."""
        return ""

    def default(self, text: str) -> str:
        """Meaning of an entry at a terminal, where Enter alone may stand for a default."""
        return text

    def read(self, text: str) -> str:
        """An entry in the words of the notation."""
        return self.t.read(text)

    def is_entry(self, text: str, command: str = "") -> bool:
        """True for an entry about the game whose first word is, or may abbreviate, a command."""
        return False

    def reason(self, error: Code777Error) -> str:
        """Reason for refusing an entry."""
        reasons = (group.reason(error) for group in self.groups)
        return self.explained(next(filter(None, reasons), error.sentence))

    def explained(self, sentence: Sentence) -> str:
        """The error in the player's language, with the entry as it was typed."""
        return self.t(self.t.as_typed(sentence, self._typed))

    def keep(self, text: str) -> Reply:
        """Take what was typed unseen."""
        return self.enter(text)

    def doing(self, text: str) -> str:
        """Progress message for a slow entry."""
        return self.t("working it out")

    def events(self, text: str) -> list[str]:
        """Split a line into its entries."""
        return [text]

    @property
    def unfinished(self) -> str:
        """The missing part of an entry, which the prompt asks for next; empty if nothing is missing."""
        return ""

    def forget(self) -> None:  # noqa: B027  (most prompts begin nothing)
        """Let go of what was begun and is unfinished."""

    def close(self) -> None:  # noqa: B027  (most prompts hold nothing)
        """Let go of everything: the prompt ends."""

    def toolbar(self, text: str) -> str:
        """Text below the line that is being typed."""
        return ""

    def completions(self, text: str) -> Iterator[tuple[str, str]]:
        """Completions of a beginning: each word with its meaning."""
        if len(text.split()) < 2 and not text[-1:].isspace():
            yield from self.choices()

    def choices(self) -> Iterator[tuple[str, str]]:
        """Every word that an entry may begin with, behind the word of the player's language for it."""
        yield from self.in_both_languages([(word, "") for word in self.words])
        yield from self.in_both_languages([(name, self.t(text)) for name, text in self.commands.items()])

    def in_both_languages(self, choices: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Words of the notation, each behind the word of the player's language for it."""
        for word, meaning in choices:
            local = self.t.word(word)
            if local != word:
                yield local, meaning or word
            yield word, meaning

    # Entries in, replies out.

    def handle(self, text: str) -> Reply:
        """Take one entry. A mistake gets a reply of one line and changes nothing."""
        return self._replied(self._carry_out, text)

    def handle_hidden(self, text: str) -> Reply:
        """Take an entry that was typed unseen."""
        return self._replied(self.keep, text)

    def handle_end(self) -> Reply:
        """Take the end of the input, which ends the prompt unless something would be lost."""
        return self._replied(self._end, "")

    def _end(self, _: str) -> Reply:
        self.leave("quit")
        self.close()
        return Reply(done=True)

    def leave(self, entry: str) -> None:
        """Raise, once, if what is on the screen would be lost by an entry; the same entry again is taken."""
        for group in self.groups:
            group.before_leaving(entry)

    def handle_block(self, text: str) -> Iterator[Reply]:
        """Take an entry of one or more lines, such as a pasted log, one by one.

        At a line that is not understood, or that asks for something, the rest is left in `draft`, that line included.
        """
        self.draft = ""
        lines = split_lines(text)
        if len(lines) < 2 and len(only := self.events(text)) < 2:
            reply = self.handle(*only)
            self.draft = reply.draft
            yield reply
            return
        for number, line in enumerate(lines):
            events = self.events(line)
            for place, event in enumerate(events):
                left = ["; ".join(events[place + 1 :]), *lines[number + 1 :]]
                goes_on = any(map(str.strip, left))
                reply = self.handle(event) if event.strip() else Reply()
                if self.unfinished and goes_on and not reply.failed:
                    reply = refusal(self.unfinished)
                    self.forget()
                yield reply
                proposed = self.proposal if goes_on else ""
                if reply.failed or proposed or reply.draft:
                    ahead = "; ".join(filter(None, (reply.draft or proposed or event, left[0])))
                    self.draft = "\n".join((ahead, *left[1:])).strip("\n")
                if self.draft or reply.done:
                    return

    def _replied(self, action: Callable[[str], Reply], text: str) -> Reply:
        self._typed = text
        try:
            return action(text)
        except Code777Error as error:
            return refusal(self.reason(error))
        except RecursionError:
            return refusal(self.t("That line is too long."))

    def _carry_out(self, text: str) -> Reply:
        name, rest = self.in_notation(text)
        if not name:
            return self._enter(rest)
        if rest and name in self.alone:
            raise NotationError("`{name}` stands alone: remove `{rest}`", name=name, rest=rest)
        return self.carry_out(name, rest)

    def in_notation(self, text: str) -> tuple[str, str]:
        """A command and what follows it, or an empty text and the entry in the words of the notation."""
        said = {"exit": "quit", "?": "help"}.get(text.strip().casefold(), text)
        line = self.vocabulary.in_notation(said, self.read, self.is_entry, self.names)
        name, rest = self.vocabulary.first_word(line)
        return (name, rest) if name in self.commands and not self.is_entry(line, name) else ("", line)

    def carry_out(self, name: str, rest: str) -> Reply:
        """Give a command, unless a group forbids it now."""
        for group in self.groups:
            group.before_command(name)
        return self.handlers[name](rest)

    def _enter(self, line: str) -> Reply:
        try:
            return self.enter(line)
        except Code777Error as error:
            meant = self.meant(line)
            if meant and meant not in error.sentence.parts():
                raise NotationError("`{word}` is not understood{meant}", word=line.split()[0], meant=meant) from None
            raise

    def meant(self, line: str) -> str:
        """``", did you mean 'x'?"`` if the first word of a refused entry looks like one that is misspelt."""
        word, rest = self.vocabulary.first_word(line)
        known = [*self.commands, *self.words, *self.names]
        if len(word) < 3 or word.isdecimal() or word in map(str.casefold, known):
            return ""
        likely = known[len(self.commands) :] if rest else known
        return nearest(word, likely) or nearest(word, known)

    def missing(self, example: str) -> NotationError:
        """Error for an incomplete command."""
        return NotationError("something is missing (like `{example}`)", example=example)

    # Commands that every prompt has.

    def help_lines(self) -> Iterator[str]:
        """Lines of `help`."""
        yield from (f"{name:<{_NAME_ROOM - 1}} {self.t(text)}" for name, text in self.commands.items())

    def help(self, rest: str = "") -> Reply:
        """List the commands."""
        rows = [row for line in self.help_lines() for row in self._wrapped(line)]
        return Reply(Pages(None, rows, len(rows), self.t))

    def _wrapped(self, line: str) -> Iterator[Text]:
        """A line of the help in rows that fit; from the second row on they stand below the text, not below the command."""
        words, indent = line.split(" "), " " * _NAME_ROOM if line[_NAME_ROOM - 2 : _NAME_ROOM] == "  " else ""
        row = words[0]
        for word in words[1:]:
            if cell_len(f"{row} {word}") > self.width and row.strip():
                yield Text(row)
                row = indent + word
            else:
                row = f"{row} {word}"
        yield Text(row)

    def quit(self, rest: str) -> Reply:
        """End the prompt."""
        self.close()
        return Reply(done=True)
