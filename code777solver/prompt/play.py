"""The prompt of a game against the computer: ``code777 play``. The frame is that of every prompt; the referee is `play.match`.

One person plays as `me`. Where several share the device, the screen is turned away between two seats: it then shows what
everybody may see, and a name shows the game from that seat. A name that is typed at another seat only turns it away. The
person with that name types it again. So Enter, pressed once too often, shows nobody their own rack. No deduction.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from .._lazy import lazy_module
from ..errors import Code777Error, NotationError
from ..lang import Language
from ..play.keyed_random import PUBLIC
from ..play.match import Match, game_lines, resume
from ..play.setup import MatchError, Setup, new_setup
from ..session import Session
from ..show import play_screen as show
from ..show import play_words
from ..show.panels import ODD
from ..show.remark import Remark
from ..table.events import UseCoach
from ..table.folders import FolderError, games_folder
from ..table.journal import Journal, LockedError, new_game_path, saved_games
from ..table.notation import format_event
from ..table.stored import is_finished, is_played
from ..table.table import ME, find_name
from . import loop
from .base import Prompt, Reply
from .browse import ListCommands, opened
from .coach import COACH, CoachCommands
from .log_commands import LogCommands, in_own_folder, or_in_memory

if TYPE_CHECKING:
    from ..puzzles import missed
    from ..review import lessons, progress, reviewer
    from ..show import game_screen
else:
    missed = lazy_module("code777solver.puzzles.missed")
    lessons = lazy_module("code777solver.review.lessons")
    progress = lazy_module("code777solver.review.progress")
    reviewer = lazy_module("code777solver.review.reviewer")
    game_screen = lazy_module("code777solver.show.game_screen")

__all__ = ["COMMANDS", "PlayPrompt", "Wish", "new_number", "start"]

COMMANDS = {
    "declare": "declare CODE: say your code, like `declare 257`",
    "table": "show the table again",
    "hint": "hint [1-4]: where to look, what about, the deduction, the proof",
    "why": "why CLAIM: prove it (no 6, has B7, not 447); alone: what may be wrong",
    **{name: text for name, text in COACH.items() if name != "coach"},
    "levels": "the computer players and how strong they are",
    "log": "log [N]: the log, or the lines around line N",
    "save": "save FILE: save a copy of the log",
    "new": "start a new game",
    "help": "help [CARD]: this list, or what a card asks",
    "quit": "leave; the game is saved",
}


class Wish(NamedTuple):
    """The game that a player wants."""

    edition: str = "classic"
    options: tuple[str, ...] = ()
    people: tuple[str, ...] = (ME,)
    rivals: tuple[str, ...] = ("regular", "regular", "regular")
    """The levels of the computer players."""
    number: str = ""
    """By which the game can be had again; any if empty."""

    def setup(self) -> Setup:
        """A game as wished. Files of rules are found again from any folder."""
        edition = self.edition
        if edition.casefold().endswith(".toml"):
            edition = str(Path(edition).resolve())
        return new_setup(
            self.number or new_number(), edition=edition, options=self.options, people=self.people, rivals=self.rivals
        )


def new_number() -> str:
    """A number that nobody has had."""
    return str(secrets.randbelow(10**9))


class PlayPrompt(Prompt):
    """The prompt of a game against the computer, without a terminal."""

    commands = COMMANDS
    alone = ("table", "marks", "levels", "new", "quit")
    example = (7, "Ann 16 <")

    def __init__(
        self,
        session: Session,
        match: Match,
        t: Language,
        *,
        new: Callable[[], tuple[Session, Match]] | None = None,
        seconds: float | None = None,
    ) -> None:
        """``session`` keeps the log of the game's owner. With ``seconds`` nobody waits longer for a declaration, and the
        computer players take their time."""
        super().__init__(t)
        self.session = session
        self.use(LogCommands(self), ListCommands(self), CoachCommands(self))
        self.handlers |= {"declare": self._declare, "table": self._show_table}
        self.handlers |= {"levels": self._levels, "new": self._start_new}
        self._new = new
        self._pace = seconds
        self._begin(session, match)

    def _begin(self, session: Session, match: Match) -> None:
        self.match = match
        self._sessions = {match.setup.owner: session}
        self.kept = session
        for name in match.setup.people:
            self._sessions.setdefault(name, Session(seat=name, folder=session.path.parent if session.path else Path()))
        self._under_way = len(session.lines) > 0
        self._seat: str | None = match.setup.owner if self._is_alone else None
        """The player whose screen is shown; None while it is turned away."""
        self._handed = ""
        """To whom the screen is being handed over, if a name was typed at another seat."""
        self._claims: dict[str, str] = {}
        self._news: list[str] = []
        """Log lines since the screen was last shown."""
        self._closing: list[RenderableType] = []
        self._sync(told=not self._under_way)
        if match.is_over and not self._is_closed:
            self._close_game()

    @property
    def _is_alone(self) -> bool:
        return len(self.match.setup.people) == 1

    @property
    def is_private(self) -> bool:
        """True if several people share the device and one of them sees their own screen."""
        return not self._is_alone and self._seat is not None

    @property
    def is_coached(self) -> bool:
        """True if deductions are hidden."""
        return not self.match.is_over

    @property
    def names(self) -> Sequence[str]:
        return self.match.setup.people

    # The game goes on.

    def _sync(self, *, told: bool = True) -> None:
        """Write down what has happened, in the log of every person."""
        for name, session in self._sessions.items():
            lines = self.match.view(name)
            done = game_lines(session.lines, lines)
            for line in lines[done:]:
                session.enter(line)
            if name == self.match.setup.owner and told:
                self._news += show.after_the_deal(lines)[max(0, done - len(lines) + len(show.after_the_deal(lines))) :]
            if not done:
                session.enter(format_event(UseCoach(True)))

    def _act(self, action: Callable[[], object]) -> Reply:
        """Do something at the table and show the result."""
        self._think()
        action()
        self._sync()
        if not self._is_alone:
            self._turn_away()
        if self.match.is_over:
            self._close_game()
        return Reply(Group(*self._take_news()), shows_screen=True)

    def _think(self) -> None:
        """Computer players take their time, where there is a pace."""
        if self._pace is not None and self.match.setup.levels:
            time.sleep(min(level.seconds for level in self.match.setup.levels.values()) / 2)

    def _take_news(self) -> list[RenderableType]:
        """Take the news to show. Where people share the device, tiles are left out until the game is over."""
        lines, self._news = self._news, []
        if not self._is_alone and not self.match.is_over:
            lines = [line for line in lines if not line.startswith("rack ")]
            lines = [line.partition(" saw ")[0] for line in lines]
        told = [*show.happened(lines, self.kept.table, self.t), *self._closing]
        self._closing = []
        return told

    @property
    def seconds(self) -> float | None:
        """Seconds to wait for an entry where a declaration may come; None to wait without a limit."""
        ask = self.match.ask
        return self._pace if ask is not None and ask.what == "declare" else None

    # Entries.

    def enter(self, line: str) -> Reply:
        ask = self.match.ask
        seat = find_name(line, self.match.setup.people)
        if seat is not None and not self._is_alone:
            return self._look(seat)
        if ask is None:
            if not line:
                return Reply()
            raise MatchError("The game is over: `new` starts another one.")
        if not line:
            return self._enter_alone()
        if ask.what == "declare":
            raise self._no_declaration(line)
        if self._seat is None:
            raise MatchError("The screen is turned away: hand it to {name}, who types that name.", name=ask.players[0])
        if self._seat not in ask.players:
            raise MatchError("That is for {name} to say: Enter turns the screen away.", name=ask.players[0])
        if ask.what == "spare":
            return self._act(lambda: self.match.choose(line))
        return self._act(lambda: self.match.answer(line))

    def _no_declaration(self, line: str) -> NotationError:
        """The refusal of an entry where a declaration may come. A code without the word ``declare`` gets a hint."""
        try:
            self.match.check_claim(line)
        except Code777Error:
            return NotationError("`{word}` is not understood: Enter goes on, `help` lists the commands", word=line)
        return NotationError("`{word}` is not understood: Enter goes on, `declare {word}` declares", word=line)

    def _enter_alone(self) -> Reply:
        """Enter: on with the game, or the screen turned away from a seat; it is never turned to one."""
        ask = self.match.ask
        assert ask is not None
        if self._is_alone:
            if ask.what != "declare":
                return Reply(Remark(show.asked(ask, self.match.table, self.t, alone=True)))
            return self._act(self.match.go_on)
        if self._seat is not None:
            if ask.what != "declare" and self._seat in ask.players:
                return Reply(shows_screen=True)
            return self._turn_away()
        if ask.what != "declare":
            return Reply(shows_screen=True)
        claims, self._claims = self._claims, {}
        return self._act(lambda: self.match.declare(claims))

    def _look(self, seat: str) -> Reply:
        """Turn the screen to a seat; if it shows another one, only away from that."""
        if self._seat not in (None, seat):
            return self._turn_away(seat)
        self._seat, self.session, self._handed = seat, self._sessions[seat], ""
        return Reply(shows_screen=True)

    def _turn_away(self, to: str = "") -> Reply:
        self._seat, self.session, self._handed = None, self.kept, to
        return Reply(shows_screen=True)

    # Commands. Each takes the rest of the line.

    def _declare(self, rest: str) -> Reply:
        ask = self.match.ask
        example = f"declare {self.match.table.edition.rules.target.example}"
        if not rest:
            raise self.missing(example)
        if ask is None:
            raise MatchError("The game is over: `new` starts another one.")
        if ask.what != "declare":
            raise MatchError("You can declare after the card is answered.")
        if self._seat is None:
            raise MatchError("Whose? Type a name first: {names}.", names=", ".join(ask.players))
        if self._seat not in ask.players:
            raise MatchError("You may not declare now.")
        seat = self._seat
        if not self._is_alone:
            self.match.check_claim(rest)
            self._claims[seat] = rest
            self._turn_away()
            told = Remark(self.t("{name} will declare. Anybody else? Enter goes on.", name=seat))
            return Reply(told, shows_screen=True)
        why = show.certainty(self.session.solver, str(self.match.check_claim(rest)), self.t)
        reply = self._act(lambda: self.match.declare({seat: rest}))
        return Reply(Group(why, reply.body or ""), shows_screen=True)

    def _show_table(self, rest: str) -> Reply:
        return Reply(shows_screen=True)

    def _levels(self, rest: str) -> Reply:
        return Reply(Group(*(Text(line) for line in show.level_list(self.t))))

    def _start_new(self, rest: str) -> Reply:
        if self._new is None:
            raise NotationError("A new game cannot be started here.")
        self.leave("new")
        session, match = self._new()
        self.kept.close()
        self.session = session
        self._begin(session, match)
        return Reply(Group(Remark(self.t("A new game.")), *self._take_news()), shows_screen=True)

    def carry_out(self, name: str, rest: str) -> Reply:
        public = ("table", "levels", "new", "help", "quit", "declare", "save")
        if self._seat is None and name not in public:
            raise MatchError("The screen is turned away: type a name first.")
        return super().carry_out(name, rest)

    def help_lines(self) -> Iterator[str]:
        yield from super().help_lines()
        yield self.t("Enter goes on with the game. When a card asks you, type the answer.")
        if not self._is_alone:
            yield self.t("A name turns the screen to that seat, and Enter turns it away.")

    # The end.

    @property
    def _is_closed(self) -> bool:
        return is_finished(self.kept.lines)

    def _close_game(self) -> None:
        """Name all racks in the log, and look back."""
        owner, session = self.match.setup.owner, self.kept
        truth = [line for line in self.match.view(None) if line.startswith(f"rack {owner} ")]
        hidden = [number for number, line in enumerate(session.lines, 1) if line == f"rack {owner} ?"]
        for number, line in zip(hidden, truth, strict=True):
            session.fix(number, line)
        review = reviewer.review_game(session.solver.log)
        session.enter(format_event(progress.outcome(review, owner)))
        self._closing = [Text("")]
        for player in self.match.setup.people:
            title = self.t("What mattered") if self._is_alone else self.t("What mattered to {name}", name=player)
            self._closing.append(Text(title, "bold"))
            told = play_words.moments(lessons.moments(review, player), review, player, self.t)
            self._closing += [Text(f"  {line}") for line in told]
        count = len(list(missed.positions(review)))
        if count and session.path is not None:
            self._closing.append(
                Remark(
                    self.t.count(
                        count,
                        "{count} puzzle comes from this game: `code777 puzzle --game {file}`",
                        "{count} puzzles come from this game: `code777 puzzle --game {file}`",
                        file=session.path,
                    )
                )
            )
        if session.path is not None:
            self._closing.append(Remark(self.t("The whole review: `code777 review {file}`", file=session.path)))

    # What the terminal shows.

    def greeting(self) -> Iterator[RenderableType]:
        if self._under_way and self.kept.path is not None:
            yield Remark(self.t("Continuing {file}; `new` starts another game.", file=self.kept.path))
        else:
            number = self.match.setup.number
            yield Remark(self.t("A new game, number {number}. `help` lists the commands.", number=number))
        for note in self.kept.unread:
            yield Remark(self.t(note), ODD)
        yield from self._take_news()
        yield self.screen()

    def screen(self) -> RenderableType:
        asked = Text(show.asked(self.match.ask, self.match.table, self.t, alone=self._is_alone), "bold")
        if self._seat is None:
            ask = self.match.ask
            to = self._handed or (ask.players[0] if ask is not None and ask.what != "declare" else "")
            turned = (
                self.t("The screen is turned away: hand it to {name}, who types that name.", name=to)
                if to
                else self.t("The screen is turned away: Enter goes on, a name shows that seat.")
            )
            return Text(turned, "bold")
        return Group(show.screen(self.session, self.match, self.t, width=self.width), asked)

    def full_screen(self) -> RenderableType | None:
        """The screen with all that is deduced."""
        return game_screen.screen(self.session, self.t, width=self.width, ascii_only=self.ascii_only)

    @property
    def prompt_text(self) -> str:
        ask = self.match.ask
        if ask is None:
            return "> "
        who = self._seat or ""
        if ask.what == "answer" and who in ask.players:
            return self.t("{name}, card {card}> ", name=who, card=ask.card)
        return f"{who}> "

    def toolbar(self, text: str) -> str:
        """Number and text of the card that has to be answered; empty if there is none."""
        ask = self.match.ask
        if ask is None or ask.card is None:
            return ""
        card = self.match.table.edition.card(ask.card)
        return f"{card.number}. {self.t(card.text)}"

    def close(self) -> None:
        self.kept.close()


# Games on disk, and the start.


def open_match(path: Path) -> tuple[Session, Match]:
    """A game that is not over, from its file; raises `Code777Error` if it is none."""
    session = opened(path)
    try:
        if not is_played(session.lines) or is_finished(session.lines):
            raise MatchError("{path} is not an unfinished game against the computer", path=path)
        owner = resume("\n".join(session.lines), PUBLIC, folder=path.parent)
        if owner.setup.owner != session.table.viewer:
            session.close()
            session = Session.open(path, seat=owner.setup.owner)
    except BaseException:
        session.close()
        raise
    return session, owner


def latest_match(folder: Path) -> tuple[Session, Match] | None:
    """The latest game against the computer that is not over."""
    for path in saved_games(folder):
        try:
            return open_match(path)
        except (LockedError, Code777Error, OSError):
            continue
    return None


def new_match(setup: Setup, folder: Path | None) -> tuple[Session, Match]:
    """A new game, in a file of its own if there is a folder and it can be written."""
    match = Match(setup, setup.random(PUBLIC))
    if folder is None:
        return Session(seat=setup.owner), match
    session = or_in_memory(
        lambda: Session(Journal(new_game_path(folder)), seat=setup.owner, folder=folder),
        lambda: Session(seat=setup.owner),
    )
    return session, match


def start(t: Language, wish: Wish | None, *, seconds: float | None = None) -> int:
    """The prompt on a terminal, or on piped input: the game that is wished for, else the one left unfinished."""

    def fresh() -> tuple[Session, Match]:
        setup = (wish or Wish())._replace(number="").setup()
        made: list[Match] = []

        def in_folder(folder: Path) -> Session:
            session, match = new_match(setup, folder)
            made.append(match)
            return session

        session = in_own_folder(in_folder, lambda: new_match(setup, None)[0])
        return session, made[0] if made else Match(setup, setup.random(PUBLIC))

    def first() -> tuple[Session, Match]:
        if wish is None:
            try:
                found = latest_match(games_folder())
            except FolderError:
                found = None
            if found is not None:
                return found
            return fresh()
        setup = wish.setup()
        try:
            return new_match(setup, games_folder())
        except FolderError:
            return new_match(setup, None)

    def made(is_terminal: bool) -> PlayPrompt:
        if not is_terminal:
            return PlayPrompt(*new_match((wish or Wish()).setup(), None), t)
        return PlayPrompt(*first(), t, new=fresh, seconds=seconds)

    return loop.run(made)
