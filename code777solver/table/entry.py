"""Reading an entry: what a player types, as whole log lines, a command or a refusal.

A `Reader` knows the table, and so what is asked for next. It reads an entry in two steps. `Reader.in_notation` puts it in
the words of the notation: spoken forms (`14=`, `card 10 three`), words of the player's language, the first word written out.
`Reader.entered` ranks what it may mean: the answer to what is asked, a line of its own, or nothing that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple, Protocol

from ..errors import NotationError, RuleError, small_number
from ..records import replace
from ..sentences import Counted, Person, all_of
from .events import KEYWORDS, Declare
from .notation import read_line
from .table import ME, Table, find_name
from .vocabulary import LETTERS, Vocabulary, expand, in_digits, is_answer, is_card_number, only_match, spoken

MOST_TILES = 3
_OUTCOMES = {
    **dict.fromkeys(("right", "r", "yes", "y", "correct", "true"), "right"),
    **dict.fromkeys(("wrong", "w", "no", "n", "false"), "wrong"),
}
_MARKS = re.compile(r"([;,])")
_UNSPLIT = (
    *("note", "n", "players", "edition", "option", "save", "sheet", "open"),
    *("why", "whatif", "fix", "insert", "cross", "circle", "hint", "help"),
)
"""First words after which `;` and `,` are part of the text."""
_TILES_AFTER = ("rack", "r", "declare", "d", "swap", "s", "saw")


class EntryContext(Protocol):
    """A game as entries are read in it: a `Session`."""

    suggestion: str | None

    @property
    def table(self) -> Table: ...
    @property
    def lines(self) -> list[str]: ...
    @property
    def certain_code(self) -> str: ...
    @property
    def declared_tiles(self) -> str | None: ...
    def right_answer(self, card: int) -> str: ...


class Ask(NamedTuple):
    """Input that is asked for: ``edition``, ``players``, ``rack``, ``spare``, ``reshuffle``, ``saw``; or the end of a
    line that was begun: its ``answer``, the ``outcome`` or the ``code`` of a declaration."""

    what: str
    name: str = ""
    """Owner of the rack, or the player who answers."""
    enter: str = ""
    """Input that Enter alone stands for."""


class Entered(NamedTuple):
    """Whole lines to be logged, one after another, and what was begun and still lacks its end."""

    lines: tuple[str, ...] = ()
    begun: str = ""
    amends: bool = False
    """True if the line takes the place of the last one, to which it adds something."""


# What is asked.


def asked(game: EntryContext, begun: str, *, reshuffle: bool = True) -> Ask | None:
    """The question of the prompt now; None if there is none. Without ``reshuffle``, the one after the reshuffle."""
    table = game.table
    need = table.need
    if begun:
        return _end_of(game, begun)
    if need is not None and need.what != "rack":
        return Ask(need.what, enter="classic" if need.what == "edition" else "")
    if table.winner is not None:
        return None
    old = game.declared_tiles if table.discards else None
    due = reshuffle and table.reshuffle_due and not table.missed_reshuffle
    if old is not None:
        unseen = "reshuffle" if due else f"rack {table.viewer} ?"
        return Ask("saw", table.viewer or "", enter=f"saw {old}" if old else unseen)
    if due:
        return Ask("reshuffle", enter="reshuffle")
    if need is not None:
        return Ask("rack", need.name, enter=f"rack {need.name} ?" if need.name == table.viewer else "")
    if table.spares_due:
        return Ask("spare", table.spares[0] if len(table.spares) == 1 else "")
    card = table.open_card
    if card is None:
        return None
    name = table.next_answerer or ""
    return Ask("answer", name, enter=f"{name} {card} {game.right_answer(card)}" if name == table.viewer else "")


def _end_of(game: EntryContext, begun: str) -> Ask:
    words = begun.split()
    if words[0] != "declare":
        return Ask("answer", words[0])
    if len(words) > 2:
        return Ask("outcome", words[1])
    return Ask("code", words[1], enter=game.certain_code if words[1] == game.table.viewer else "")


def answerers(table: Table, card: int) -> list[str]:
    """Players who still have to answer a card where all but its drawer do, clockwise."""
    again = table.open_card == card
    drawer = table.turn if again else table.players.index(table.next_player or table.players[0])
    count = len(table.players)
    order = [table.players[(drawer + i) % count] for i in range(1, count)]
    return [name for name in order if not (again and name in table.answered)]


# Reading.


class Reader:
    """Reads entries at one moment of a game."""

    def __init__(self, game: EntryContext, vocabulary: Vocabulary, begun: str | None = None) -> None:
        """``begun`` is a line whose end is asked for; None where nobody can be asked, so that every entry is whole."""
        self._game, self._vocabulary, self._begun = game, vocabulary, begun
        self._table = game.table
        self._need = self._table.need

    @cached_property
    def _ask(self) -> Ask | None:
        """Input that is asked for; where nobody can be asked, tiles that were seen are part of the declaration."""
        ask = asked(self._game, self._begun or "", reshuffle=False)
        return None if self._begun is None and ask is not None and ask.what in ("saw", "rack") else ask

    # Several entries in a line.

    def events(self, text: str) -> list[str]:
        """The events of a line, which `;` and `,` separate. Commas between tiles separate nothing."""
        body, mark, comment = text.partition("#")
        words = body.split()
        if not words or not _MARKS.search(body) or (self._need is not None and self._need.what != "rack"):
            return [text]
        head = words[0].casefold()
        if head in _UNSPLIT or self._vocabulary.t.words.get(head) in _UNSPLIT:  # a note is one in any language
            return [text]
        found = [part for part in self._parts(body) if part]
        if not found:
            return [text]
        found[-1] += f"  {mark}{comment}" if mark else ""
        return found

    def _parts(self, body: str) -> Iterator[str]:
        """The parts of a line, those that belong to one rack put together."""
        pieces = _MARKS.split(body)
        event = pieces[0].strip()
        for mark, piece in zip(pieces[1::2], pieces[2::2], strict=True):
            part = piece.strip()
            if mark == "," and self._goes_on(event.split(), part):
                event = f"{event} {part}"
            else:
                yield event
                event = part
        yield event

    def _goes_on(self, words: list[str], part: str) -> bool:
        """True if a part of a line has more tiles of the rack that the words name."""
        more, count = self._tiles(part), self._tiles
        named = words and (words[0].casefold() in _TILES_AFTER or (not words[0].isdecimal() and count(" ".join(words))))
        if not more or not (named or self._need is not None or self._table.spares_due):
            return False
        if any(word.isdecimal() and len(word) == MOST_TILES for word in words):  # a code of numbers is whole
            return False
        there = next((found for i in range(len(words)) if (found := count(" ".join(words[i:])))), 0)
        return there + more <= MOST_TILES

    # Step one: in the words of the notation.

    def in_notation(self, text: str) -> tuple[str, str]:
        """A command and what follows it, or an empty text and the entry in the words of the notation."""
        vocabulary, names = self._vocabulary, self._table.rack_names
        line = vocabulary.in_notation(self._spoken(text), self.translated, self._is_entry, names)
        name, rest = vocabulary.first_word(line)
        if name not in vocabulary.commands:
            return "", line
        numbered = name in vocabulary.numbered or (name == "log" and len(line.split()) < 3)
        if self._is_about_somebody(line, whole=numbered or name not in map(str.casefold, names)):
            return "", line
        return name, rest

    def _spoken(self, text: str) -> str:
        head = text.split(None, 1)[0].casefold() if text.strip() else ""
        meaning = self._vocabulary.t.words.get(head, head)
        if not head or head[0] == "#" or meaning in ("note", "n"):
            return text
        questions = bool(self._vocabulary.commands)
        short = text.strip().casefold()
        if not self._table.players or (short == "?" and self._ask is None):
            return {"exit": "quit", "?": "help"}.get(short, text) if questions else text
        if questions and short in ("exit", "bye"):
            return "quit"
        return spoken(text, questions=questions, several=self._table.edition.rules.answered_by == "others")

    def translated(self, text: str) -> str:
        """An entry with the words of the player's language replaced; where players are named, only that for oneself."""
        t, only_me = self._vocabulary.t, False
        if self._need is not None and self._need.what == "players":
            words = [t.read(word).casefold() for word in text.replace(",", " ").split()]
            listed = len(words) > 1 and ME in words
            only_me = (
                words[:1] != [] and words[0] not in KEYWORDS and (listed or words[0] not in self._vocabulary.commands)
            )
        return t.read(text, self._table.rack_names, grammar=self._vocabulary.grammar, only_me=only_me)

    def _is_entry(self, line: str) -> bool:
        """True if an entry is about the game although its first word may be short for a command.

        Where something is asked for, a beginning of a word is part of the answer.
        """
        words = line.split(None, 1)
        head, need = words[0].casefold(), self._need
        return (
            head in LETTERS
            or head in map(str.casefold, self._table.rack_names)
            or self._completes(line)
            or (need is not None and (need.what != "rack" or len(words) > 1))
            or self._is_about_somebody(line)
        )

    def _is_about_somebody(self, line: str, *, whole: bool = False) -> bool:
        """True if a line is about a player or a rack although its first word may be a command too.

        It is if it reads ``NAME CARD ...``, ``NAME TILES`` where a rack is asked for, or as names with `me` among them
        where the players are. With ``whole`` a name and a card are not enough: an answer must follow.
        """
        words, need = line.partition("#")[0].replace(",", " ").split(), self._need
        if len(words) < 2:
            return False
        if need is not None and need.what != "rack":
            return need.what == "players" and ME in map(str.casefold, words)
        head, rest = words[0].casefold(), " ".join(words[1:])
        if need is not None and only_match(head, self._table.rack_names) is not None and self._is_rack(rest):
            return True
        name = only_match(head, self._table.players)
        if name is None or not words[1].isdecimal():
            return False
        return not whole or is_answer(" ".join(words[2:]), small_number(words[1]), self._table)

    # Step two: what it means.

    def entered(self, text: str) -> Entered:
        """The lines that an entry stands for. Raises `NotationError` where one thing is asked for and another came."""
        text = text.replace("\ufeff", "").strip()
        if not text:
            return Entered((text,))
        ask, table, suggestion = self._ask, self._table, self._game.suggestion
        if suggestion is not None and small_number(text) not in table.edition.cards:
            name, card, _ = suggestion.split()
            if text in ("<", "=", ">"):
                read_line(f"{name} {card} {text}", table)  # raises where the card is answered with a number
            said = in_digits(text, answer=True)
            if is_answer(said, int(card), table):  # what was said, though it is not right
                return Entered((f"{name} {card} {said}",))
        if ask is not None:
            found = self._answered(ask, text) if self._completes(text) else None
            if found is not None:
                return found
            self._require_fitting(ask, text)
        return self._whole(text)

    def _completes(self, text: str) -> bool:
        """True if an entry is an answer to what is asked, although it may look like the beginning of a command."""
        ask = self._ask
        if ask is None:
            return False
        if ask.what == "outcome":
            return _outcome(text) is not None
        if ask.what in ("spare", "saw", "code"):
            return bool(self._tiles(text)) or (ask.what == "code" and text.strip().isdecimal())
        said = in_digits(text, answer=True)
        return ask.what == "answer" and is_answer(said, self._card_asked, self._table)

    def _answered(self, ask: Ask, text: str) -> Entered | None:
        match ask.what:
            case "outcome":
                word, _, rest = text.partition(" ")
                return Entered((f"{self._begun} {_outcome(word)} {rest.strip()}".rstrip(),))
            case "saw":
                return Entered((f"{self._game.lines[-1].rstrip()} saw {text.removeprefix('saw ')}",), amends=True)
            case "spare" if ask.name and self._tiles(text) == self._table.edition.rules.spare_tiles:
                return Entered((f"rack {ask.name} {text}",))
            case "code":
                return self._declared(f"{self._begun} {text}")
            case "answer":
                said = " ".join(in_digits(text, answer=True).split())
                return Entered((f"{ask.name} {self._card_asked} {said}",))
        return None

    def _require_fitting(self, ask: Ask, text: str) -> None:
        """Refuse what does not answer what is asked, unless it is a line of its own."""
        table = self._table
        if ask.what == "players" and self._begun is not None:
            _require_me(text)
        if self._begun and not self._completes(text) and not self._is_line(text):
            if ask.what == "answer":
                read_line(f"{self._begun} {text}", table)  # raises: it says which answers there are
            if ask.what == "outcome":
                raise NotationError("`{text}` is not understood: was it right or wrong?", text=text)
            raise RuleError("`{text}` is not understood (like `{example}`)", text=text, example="257")
        if ask.what == "rack" and self._is_about_a_card(text):
            raise NotationError(
                Person(ask.name, you=ask.name == table.viewer).says(
                    "first your new tiles (Enter), then `{line}`",
                    "first {name}'s new tiles, then `{line}`"
                    if table.started
                    else "first {name}'s tiles, then `{line}`",
                    line=text,
                )
            )
        if ask.what == "spare" and not ask.name and self._tiles(text) == table.edition.rules.spare_tiles:
            raise NotationError("which one? Type `{example}` with the tiles", example=table.spares[0])

    def _whole(self, text: str) -> Entered:
        """An entry that begins something of its own."""
        table = self._table
        if text.startswith("#"):
            return Entered((text,))
        if not table.players:
            return Entered((self._written_out(text),))
        if table.edition.rules.answered_by == "others":
            spread = self._spread(text)
            if spread:
                return Entered(spread)
        line = self._written_out(self._spare_named(text) if table.spares_due else text)
        words = line.partition("#")[0].split()
        if words and words[0] == "declare":
            return self._declared(line)
        bare = len(words) == 2 and words[0] in table.players and words[0] != table.viewer
        if bare and not table.waiting and small_number(words[1]) in table.edition.cards:
            return self._unfinished(" ".join(words), line)
        return Entered((line,))

    def _unfinished(self, begun: str, line: str) -> Entered:
        return Entered((line,)) if self._begun is None else Entered(begun=begun)

    def _written_out(self, text: str) -> str:
        """A line without shortcuts. Where something is asked for, the bare answer to that will do."""
        need, table = self._need, self._table
        words = text.split()
        head = words[0].casefold()
        if need is None or head in KEYWORDS:
            return expand(text, table)
        if need.what == "edition":
            return f"edition {text}"
        if need.what == "players":
            return f"players {re.sub(r' *, *', ' ', text)}"
        if self._is_rack(text):
            return f"rack {need.name} {text}"
        named = only_match(head, table.rack_names) if len(head) > 1 and len(words) > 1 else None
        if named is not None:
            return expand(text, table) if words[1].isdecimal() else f"rack {named} {text.split(None, 1)[1]}"
        keyword = LETTERS.get(head) or only_match(head, KEYWORDS)
        about_a_card = len(words) > 1 and is_card_number(words[1])
        # a beginning of several words is none of them here, but tiles that are misspelt
        return expand(text, table) if keyword and not about_a_card else f"rack {need.name} {text}"

    def _spare_named(self, text: str) -> str:
        """Tiles behind the name or the number of a playerless rack, as a line."""
        table = self._table
        head, _, tiles = text.partition(" ")
        if not tiles:
            return text
        names = {key: spare for spare in table.spares for key in (spare.casefold(), spare[5:])}
        spare = names.get(head.casefold())
        whole = spare and self._tiles(tiles) == table.edition.rules.spare_tiles
        return f"rack {spare} {' '.join(tiles.split())}" if whole else text

    def _spread(self, text: str) -> tuple[str, ...]:
        """A card and several answers in seat order, one line each; () if it is not that.

        If one answer too few is given and I am among those who answer, it is mine that is left out: it is known.
        """
        table = self._table
        words = text.partition("#")[0].split()
        card = small_number(words[0])
        if card is None or card not in table.edition.cards or table.waiting:
            return ()
        answers = in_digits(" ".join(words[1:]), answer=True).split()
        if len(answers) < 2 or answers[1:] == ["?"]:
            return ()
        order = answerers(table, card)
        known = table.viewer in order and len(answers) == len(order) - 1
        saying = [name for name in order if not (known and name == table.viewer)]
        if len(answers) > len(saying):
            raise NotationError(
                Counted(
                    len(order),
                    "{given} answers to card {card}, but only {names} answers it",
                    "{given} answers to card {card}, but only {names} answer it",
                    given=len(answers),
                    card=card,
                    names=all_of(order),
                )
            )
        given = dict(zip(saying, answers, strict=False))
        for answer in given.values():
            if answer != "?":
                table.edition.card(card).symbol(answer.removesuffix("?"), table.racks_in_sight)
        if known:
            given[table.viewer or ""] = self._game.right_answer(card)
        return tuple(f"{name} {card} {given[name]}" for name in order if name in given)

    def _declared(self, line: str) -> Entered:
        """A declaration with what goes without saying: that it is mine, and whether it is right where that is in sight."""
        table = self._table
        body, mark, comment = line.partition("#")
        before, _, saw = body.partition(" saw ")
        words = before.split()[1:]
        name = words.pop(0) if words and words[0] in table.players else table.viewer
        outcome = _outcome(words[-1]) if words else None
        if outcome:
            words.pop()
        code = " ".join(words)
        if name is None or (code and not table.edition.deck.code(code).isdecimal() and not self._tiles(code)):
            return Entered((line,))
        if not words:
            return self._unfinished(f"declare {name}", line)
        whole = f"declare {name} {code}"
        end = (f" saw {saw.strip()}" if saw.strip() else "") + (f" {mark}{comment}" if mark else "")
        if outcome is None:
            event = read_line(f"{whole} right{end}", table)
            assert isinstance(event, Declare)
            wrong = table.can(replace(event, right=False))
            if wrong and table.can(event):
                return self._unfinished(whole, line)
            outcome = "wrong" if wrong else "right"
        return Entered((f"{whole} {outcome}{end}",))

    # What a text may be, by the table.

    @property
    def _card_asked(self) -> int | None:
        return small_number(self._begun.split()[1]) if self._begun else self._table.open_card

    def _tiles(self, text: str) -> int:
        """Number of tiles that a text names; 0 if it is anything else."""
        return len(self._table.edition.deck.find(text.removeprefix("saw ")) or ())

    def _is_rack(self, text: str) -> bool:
        return text == "?" or bool(self._table.edition.deck.find(text))

    def _named(self, text: str) -> list[str]:
        """The words of an entry, behind the player who is to answer if it begins with a card."""
        words = text.partition("#")[0].split()
        return [self._table.next_answerer or "", *words] if words and words[0].isdecimal() else words

    def _is_line(self, text: str) -> bool:
        """True if an entry is a line of its own, or the beginning of one."""
        words = self._named(text)
        head = words[0].casefold() if words else ""
        if len(words) > 1 and is_card_number(words[1]) and head not in KEYWORDS:
            name, said = only_match(head, self._table.players), " ".join(words[2:])
            return name is not None and (not said or is_answer(said, small_number(words[1]), self._table))
        return head in KEYWORDS or head in LETTERS or (bool(head) and only_match(head, KEYWORDS) is not None)

    def _is_about_a_card(self, text: str) -> bool:
        """True if an entry reads as an answer to a card, though not as a whole rack."""
        table, words = self._table, self._named(text)
        if len(words) < 3 or self._tiles(text) in (MOST_TILES, table.edition.rules.spare_tiles):
            return False
        name = find_name(words[0], table.players)
        return name is not None and is_answer(words[2], small_number(words[1]), table)


def _require_me(text: str) -> None:
    """Refuse bare names without `me`; people who only watch write the whole line, with `players`."""
    names = text.partition("#")[0].replace(",", " ").split()
    if len(names) > 1 and names[0].casefold() not in KEYWORDS and ME not in map(str.casefold, names):
        raise NotationError(
            "nobody is `me`: type all players again, with `me` for yourself (or `players {names}` if you only watch)",
            names=" ".join(names),
        )


def _outcome(text: str) -> str | None:
    words = text.split(None, 1)
    outcome = _OUTCOMES.get(words[0].casefold()) if words else None
    return outcome if len(words) < 2 or (outcome and words[1].casefold().startswith("saw ")) else None
