"""Games against the computer for the page. Nothing is kept: a game is played again from its record for each request.

The record is the log of the person who began the game. What goes out is what one seat may know (`play.referee.seen_by`) and
what is asked of people; the truth stays here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_module
from ..errors import RuleError
from ..lang import Language
from ..play.levels import Level, levels
from ..play.match import Match, PendingMove, game_lines, resume
from ..play.setup import MatchError
from ..table.notation import format_event, read_log, split_lines
from ..table.table import Table
from . import shapes
from .solver_cache import SolverCache

if TYPE_CHECKING:
    from ..puzzles import missed
    from ..review import lessons, progress, reviewer
    from ..show import play_words
else:
    missed = lazy_module("code777solver.puzzles.missed")
    lessons = lazy_module("code777solver.review.lessons")
    progress = lazy_module("code777solver.review.progress")
    reviewer = lazy_module("code777solver.review.reviewer")
    play_words = lazy_module("code777solver.show.play_words")


def played_on(cache: SolverCache, record: str, act: str, seat: str, t: Language) -> shapes.PlayedOn:
    """A game after what a person did, as a seat sees it. Who plays on at once need not wait for the whole game."""
    lines = split_lines(record)
    match = cache.matches.take("\n".join(lines)) or resume(record, cache.key, folder=None)
    told = game_lines(lines, match.record)
    try:
        right = _do(match, act)
        if seat and seat not in match.setup.people:
            raise MatchError("{name} is not a person at this table", name=seat)
    finally:
        added = match.record[told:]
        cache.matches.keep("\n".join([*lines, *added]), match)
    shown = seat or match.setup.owner
    return shapes.PlayedOn(
        added=added,
        owner=match.setup.owner,
        people=match.setup.people,
        levels={name: level.name for name, level in match.setup.levels.items()},
        seat=shown,
        log="".join(f"{line}\n" for line in match.view(shown)) if shown != match.setup.owner else None,
        ask=_asked(match.ask, match.table),
        right=right,
        winner=match.table.winner,
        over=match.is_over,
        thinks=_seconds(match),
        ending=_ending(match, t) if match.is_over else None,
    )


def _do(match: Match, act: str) -> bool | None:
    """``go on``, ``answer 3``, ``declare me 257, Lis 146`` or ``spare spare1``; whether an answer was right."""
    word, _, rest = " ".join(act.split()).partition(" ")
    match word.casefold():
        case "":
            return None
        case "go":
            match.go_on()
        case "answer":
            return match.answer(rest)
        case "declare":
            match.declare(dict(_claim(part) for part in rest.split(",")))
        case "spare":
            match.choose(rest)
        case _:
            raise RuleError("{act!r}: write `go on`, `answer 3`, `declare me 257` or `spare spare1`", act=act)
    return None


def _claim(text: str) -> tuple[str, str]:
    name, _, code = text.strip().partition(" ")
    return name, code


def _asked(ask: PendingMove | None, table: Table) -> shapes.WordedMove | None:
    if ask is None:
        return None
    card = table.edition.card(ask.card) if ask.card is not None else None
    return shapes.WordedMove(
        ask,
        text=card.text if card is not None else None,
        answers=card.meaning.symbols(len(table.rack_names) - 1) if card is not None else (),
        spares=table.spares if ask.what == "spare" else (),
    )


def _seconds(match: Match) -> float:
    """Seconds that the computer players think, on average."""
    times = [level.seconds for level in match.setup.levels.values()]
    return sum(times) / len(times) if times else 0.0


def _ending(match: Match, t: Language) -> shapes.LookedBack:
    """A game that is over: all racks, what mattered, and what was missed."""
    owner, lines = match.setup.owner, match.opened
    review = reviewer.review_game(read_log("\n".join(lines), Table(viewer=owner, folder=None)))
    found = lessons.moments(review, owner)
    told = list(play_words.moments(found, review, owner, t))
    puzzles = {one.line for one, _ in missed.positions(review)}
    return shapes.LookedBack(
        opened=lines,
        note=format_event(progress.outcome(review, owner)),
        moments=[
            shapes.PlayedMoment(one, lessons.learnt(review, one.line, owner) if one.kind == "told" else (), text)
            for one, text in zip(found, told, strict=True)
        ],
        missed=[shapes.MissedDeduction(one, one.line in puzzles) for one in lessons.missed(review, owner)],
    )


def level_infos() -> list[Level]:
    """The computer players, the weakest first."""
    return list(levels().values())


def texts() -> set[str]:
    """Texts that the page translates and gets as data: the names and descriptions of levels."""
    return {text for level in levels().values() for text in (level.name, level.text)}


__all__ = ["level_infos", "played_on", "texts"]
