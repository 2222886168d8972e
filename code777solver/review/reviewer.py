"""Makes the review of a game: the deductions of each player at each line, missed declarations, turning points.

This module makes no deductions: the beliefs are those of `hindsight`, the estimates those of `opponents`, the facts and
proofs those of `claims` and `proofs`. The results are in `records`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

import numpy as np

from ..core.arrays import EditionArrays, FloatArray, IntArray, arrays_for
from ..core.belief import Belief, found_impossible, named_racks
from ..core.evidence import LikelyHistories
from ..errors import ArgumentError, BeliefError
from ..information.questions import BELOW_ONE, code_chances, gain
from ..reasons.claims import BoolArray, Facts, parse_claim
from ..reasons.diagnosis import audit
from ..reasons.opponents import View, look
from ..reasons.proofs import ease, find_cover
from ..reasons.silence import is_new_card, may_declare
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, tile_names
from ..table.events import Answer, Declare, Fill, NoteEvent, Penalty, Seat, UseEdition, UseOption
from ..table.notation import Line, Log, format_event
from ..table.timeline import Span, Timeline, spans
from .hindsight import Following, follow_seat, opened
from .records import (
    Declaration,
    GameReview,
    Kind,
    Knowledge,
    NothingLeft,
    PlayerReview,
    RackStory,
    ReviewStep,
    TurningPoint,
)

THRESHOLDS = (0.5, 0.75, 0.9)
"""Chances of the likeliest code for which a review names the first line that reached them."""
MOST_TURNS = 5
"""Number of turning points in a review."""
_NOTHING = 1e-9
"""Fewer bits are rounding errors."""
_KINDS: list[Kind] = ["exact", "hindsight", "estimate"]
"""Kinds of knowledge, from the firmest to the weakest."""


def review_game(log: Log, *, held: Rack | None = None, thresholds: Sequence[float] = THRESHOLDS) -> GameReview:
    """Review a game. ``held`` is the rack of the viewer at the end of the log, if it is known.

    Raises `BeliefError` for a log without players, and for an impossible ``held``.

    >>> from code777solver import read_log
    >>> game = review_game(read_log("players Ann me\\nrack Ann Y2 K5 B7\\nAnn 1 1\\nme 2 0\\nAnn 22 <\\nme 17 <\\nAnn 18 ="))
    >>> [(step.text, step.of("me").codes) for step in game.steps[1:]]
    [('Ann 1 1', 7), ('me 2 0', 7), ('Ann 22 <', 2), ('me 17 <', 2), ('Ann 18 =', 2)]
    """
    if not isinstance(log, Log):
        raise ArgumentError("`log` is {value!r}, not a log: `read_log` makes one of a text", value=log)
    if not log.table.players:
        raise BeliefError("nothing to review: the log names no players")
    return _Reviewer(log, held, tuple(sorted(thresholds))).review()


class _Reviewer:
    """Builds the parts of a review."""

    def __init__(self, log: Log, held: Rack | None, thresholds: tuple[float, ...]) -> None:
        self.log, self.thresholds = log, thresholds
        self.seat, self.names = log.table.viewer, log.table.players
        self.arrays: EditionArrays = arrays_for(log.table.edition)
        self.target = log.table.edition.rules.target
        self.facts = _facts(self.arrays)
        own = follow_seat(log.lines, self.seat, self.arrays) if self.seat is not None else None
        self.lines = opened(log, own.beliefs, held) if own is not None else log.lines
        self.followed: dict[str, Following] = {
            name: own if own is not None and name == self.seat else follow_seat(self.lines, name, self.arrays)
            for name in self.names
        }
        self.at = {
            name: {line.number: belief for line, belief in zip(one.lines, one.beliefs, strict=True) if belief}
            for name, one in self.followed.items()
        }
        self.histories = LikelyHistories(self.arrays, self.seat) if self.seat is not None else None
        self.views: dict[tuple[int, str], View | None] = {}

    def review(self) -> GameReview:
        lives = {name: list(spans(self.log.lines, name)) for name in self.names}
        steps = tuple(self._steps(lives))
        stories = {
            name: tuple(self._story(name, number, span, steps) for number, span in enumerate(found, 1))
            for name, found in lives.items()
        }
        points = [point for step in steps if (point := self._turning_point(step, stories))]
        return GameReview(
            log=self.log,
            seat=self.seat,
            players=tuple(
                PlayerReview(
                    player=name,
                    points=self.log.table.scores[name],
                    racks=stories[name],
                    received=_sum(one for step in steps for one in step.known if one.player == name),
                    given=_sum(
                        one for step in steps if _is_answer(step, name) for one in step.known if one.player != name
                    ),
                    turning_points=_most([point for point in points if name in point.bits], name),
                )
                for name in self.names
            ),
            steps=steps,
            turning_points=_most(points, None),
            thresholds=self.thresholds,
            contradictions=tuple(self._contradictions()),
            false_answers=tuple(audit(self.lines if self.seat is None else self.log.lines, self.log.table)),
            followed=self.followed,
        )

    # Line by line.

    def _steps(self, lives: Mapping[str, Sequence[Span]]) -> Iterator[ReviewStep]:
        proved = dict.fromkeys(self.names, frozenset[str]())
        before: dict[str, Belief | None] = dict.fromkeys(self.names)
        dealt = max((line.number for line in self.log.lines if _is_deal(line)), default=0)
        for place, line in enumerate(self.log.lines):
            if line.step is None or isinstance(line.step.event, NoteEvent | Penalty | UseEdition | UseOption | Seat):
                continue
            if line.number < dealt:
                continue
            known = []
            for name in self.names:
                number = next((i for i, span in enumerate(lives[name], 1) if span.holds(line.number)), None)
                belief = self.at[name].get(line.number)
                if number is None or (belief is not None and not belief.is_full):
                    before[name] = None
                elif belief is None:
                    found = self._estimate(place, name, number)
                    known += [found] if found else []
                    before[name] = None
                else:
                    since = lives[name][number - 1].begin
                    earlier = before[name] if since != line.number else None
                    left = np.nonzero(belief.chances)[0]
                    facts = proved[name] if belief is earlier else self.facts.proved(left)
                    new = facts - proved[name] if earlier is not None else facts
                    known.append(self._know(name, number, belief, earlier, left, new, facts))
                    before[name], proved[name] = belief, facts
            yield ReviewStep(line.number, format_event(line.step.event), line.step.event, tuple(known))

    def _know(
        self,
        player: str,
        number: int,
        belief: Belief,
        before: Belief | None,
        left: IntArray,
        new: frozenset[str],
        facts: frozenset[str],
    ) -> Knowledge:
        chances = code_chances(belief)
        codes = int(np.count_nonzero(chances))
        certain = self.target.pick(codes, len(left)) == 1
        best, chance = self._best(belief)
        settled = tuple(self._settled(belief, before, left, codes))
        return Knowledge(
            player=player,
            kind="exact" if self.seat in (None, player) else "hindsight",
            rack=number,
            certain=float(certain),
            racks=len(left),
            codes=codes,
            expected_racks=float(len(left)),
            expected_codes=float(codes),
            best=best,
            probability=1.0 if certain else chance,
            bits=_gain(code_chances(before), chances) if before not in (None, belief) else 0.0,
            tile_bits=_gain(before.chances, belief.chances) if before not in (None, belief) else 0.0,
            facts=settled or tuple(self.facts.strongest(new, facts)),
        )

    def _best(self, belief: Belief) -> tuple[str | None, float | None]:
        of_each = belief.target_chances(self.target)
        if not of_each.any():
            return None, None
        first = int(np.round(of_each, 12).argmax())
        return belief.space.target_name(self.target, first), min(float(of_each[first]), BELOW_ONE)

    def _settled(self, belief: Belief, before: Belief | None, left: IntArray, codes: int) -> Iterator[str]:
        """Claims about the whole rack that are proved now and were not proved before."""
        if len(left) == 1 and (before is None or np.count_nonzero(before.chances) != 1):
            yield f"tiles {' '.join(map(str, belief.space.rack(int(left[0]))))}"
        elif codes == 1 and (before is None or np.count_nonzero(code_chances(before)) != 1):
            yield f"numbers {belief.space.codes[belief.space.code_of[left[0]]]}"

    def _estimate(self, place: int, player: str, number: int) -> Knowledge | None:
        view = self._view(place, player)
        if view is None:
            return None
        return Knowledge(
            player=player,
            kind="estimate",
            rack=number,
            certain=_unproved(view.certain) if not view.exact else view.certain,
            racks=None,
            codes=None,
            expected_racks=view.expected_racks,
            expected_codes=view.expected_codes,
            best=None,
            probability=None,
            bits=0.0,
            tile_bits=0.0,
            sampled=not view.exact,
        )

    def _view(self, place: int, player: str) -> View | None:
        """Knowledge of another player as the viewer could follow it, after the line at index ``place``."""
        if (place, player) not in self.views:
            self.views[place, player] = self._look(place, player)
        return self.views[place, player]

    def _look(self, place: int, player: str) -> View | None:
        lines = self.log.lines[: place + 1]
        step, seat, histories = lines[-1].step, self.seat, self.histories
        belief = self.at[seat].get(lines[-1].number) if seat is not None else None
        if step is None or seat is None or belief is None or histories is None or player == seat:
            return None
        if step.after.waiting or not belief.possible or not belief.is_full:
            return None
        with suppress(BeliefError):  # a log with an earlier contradiction cannot be followed from other seats
            mine = Timeline(lines, seat)
            return look(lines, belief, step.after, mine, player, histories=lambda: histories.of(lines))
        return None

    # Rack by rack.

    def _story(self, player: str, number: int, span: Span, steps: Sequence[ReviewStep]) -> RackStory:
        mine = [
            (step, one) for step in steps if span.holds(step.line) and (one := step.of(player)) and one.rack == number
        ]
        certain = next((step.line for step, one in mine if one.certain == 1.0), None)
        until = [_firm_kind(one) for step, one in mine if certain is None or step.line <= certain]
        could = self._could_declare(player, certain, span) if certain is not None else None
        kind = max(until, key=_KINDS.index, default=None)
        return RackStory(
            player=player,
            number=number,
            begin=span.begin,
            end=span.end,
            tiles=self._tiles(player, span),
            kind=kind,
            certain_since=certain,
            could_declare=could,
            late=self._cards_between(could, span.end) if could is not None else None,
            proof=self._proof(player, certain) if certain is not None else (),
            foreseen=self._foreseen(player, certain) if certain is not None and kind == "hindsight" else None,
            likely=next((step.line for step, one in mine if one.kind == "estimate" and one.certain > 0.5), None),
            passed=self._passed(mine),
            declaration=self._declaration(player, span),
        )

    def _passed(self, mine: Sequence[tuple[ReviewStep, Knowledge]]) -> dict[float, int]:
        found = {}
        for threshold in self.thresholds:
            first = next(
                (s.line for s, one in mine if one.probability is not None and one.probability >= threshold), None
            )
            if first is not None:
                found[threshold] = first
        return found

    def _could_declare(self, player: str, certain: int, span: Span) -> int | None:
        for line in self.log.lines:
            here = line.step is not None and line.number >= certain and span.holds(line.number)
            if here and line.step is not None and player in may_declare(line.step.after):
                return line.number
        return None

    def _cards_between(self, first: int, end: int | None) -> int:
        """Number of cards drawn after one line and before another."""
        return sum(
            first < line.number < (end or len(self.log.lines) + 1)
            and line.step is not None
            and isinstance(line.step.event, Answer)
            and is_new_card(line)
            for line in self.log.lines
        )

    def _tiles(self, player: str, span: Span) -> tuple[str, ...] | None:
        """Tiles of a rack, if the log shows them anywhere."""
        for line in reversed(self.lines):
            if line.step is not None and span.holds(line.number):
                holding = line.step.after.racks.get(player)
                if holding is None or holding.unknown or len(holding.tiles) != RACK_SIZE:
                    return None
                return tile_names(holding.tiles)
        return None

    def _proof(self, player: str, line: int) -> tuple[int, ...]:
        """A smallest set of answers that settles the code after a line."""
        one, space = self.followed[player], self.arrays.racks
        belief = one.at(line)
        if belief is None:
            return ()
        claim = parse_claim(self.target.code(space.rack(int(np.nonzero(belief.chances)[0][0]))), space)
        with suppress(BeliefError):
            evidence = one.evidence(line)
            against = ~claim.holds[evidence.racks]
            cover = find_cover(evidence.rules_out[:, against], [ease(heard, evidence) for heard in evidence.heard])
            return tuple(evidence.heard[i].line for i in cover or ())
        return ()

    def _foreseen(self, player: str, line: int) -> float | None:
        view = self._view(line - 1, player)
        return None if view is None else view.certain if view.exact else _unproved(view.certain)

    def _declaration(self, player: str, span: Span) -> Declaration | None:
        line = next((one for one in self.log.lines if one.number == span.end), None)
        event = line.step.event if line is not None and line.step is not None else None
        if line is None or line.step is None or not isinstance(event, Declare) or event.player != player:
            return None
        _, lines, beliefs = self.followed[player]
        place = self.followed[player].place(line.number)
        belief, named = beliefs[place - 1], named_racks(event, line.step.after, self.arrays)
        kind: Kind | None = None
        chance, best, best_chance, since = None, None, None, None
        if belief is not None and belief.is_full:
            kind = "exact" if self.seat in (None, player) else "hindsight"
            best, best_chance = self._best(belief)
            if best is not None and self._is_certain(belief):
                best_chance = 1.0
            if named is not None and belief.possible:
                chance = _share(belief, named)
            if chance == 0.0 and named is not None:
                since = self._excluded_since(lines, beliefs[:place], span, named)
        elif named is not None and (view := self._view(line.number - 2, player)) is not None:
            kind, chance = "estimate", view.share(named)
        said = " ".join(map(str, event.tiles)) if event.tiles else event.numbers
        return Declaration(line.number, player, said, event.right, chance, kind, best, best_chance, since)

    def _is_certain(self, belief: Belief) -> bool:
        return int(np.count_nonzero(belief.target_chances(self.target))) == 1

    def _excluded_since(
        self, lines: Sequence[Line], beliefs: Sequence[Belief | None], span: Span, named: BoolArray
    ) -> int | None:
        found = None
        for line, belief in reversed(list(zip(lines, beliefs, strict=False))):
            if line.number < span.begin or belief is None or not belief.is_full or belief.chances[named].any():
                break
            found = line.number
        return found

    # All together.

    def _turning_point(self, step: ReviewStep, stories: Mapping[str, Sequence[RackStory]]) -> TurningPoint | None:
        bits = {one.player: self.target.bits(one) for one in step.known}
        bits = {player: value for player, value in bits.items() if value > _NOTHING}
        certain = tuple(name for name in self.names if any(story.certain_since == step.line for story in stories[name]))
        return TurningPoint(step.line, step.text, bits, certain) if bits else None

    def _contradictions(self) -> list[NothingLeft]:
        """Lines after which a player has no possible rack, and declarations with an impossible result."""
        found: set[NothingLeft] = set()
        for name in self.names:
            _, lines, beliefs = self.followed[name]
            possible = True
            for place, (line, belief) in enumerate(zip(lines, beliefs, strict=True)):
                if belief is None:
                    continue
                before = beliefs[place - 1] if place else None
                odd = before is not None and line.step is not None and found_impossible(before, line.step, name)
                if possible and (odd or not belief.possible):
                    found.add(NothingLeft(line.number, name))
                possible = belief.possible
        return sorted(found, key=lambda entry: (entry.line, self.names.index(entry.player)))


def _firm_kind(one: Knowledge) -> Kind:
    """Kind of knowledge; an estimate is firm if the player can, or cannot, declare with every rack of the viewer."""
    return "exact" if one.kind == "estimate" and one.certain in (0.0, 1.0) else one.kind


def _unproved(chance: float) -> float:
    """A chance from a sample, kept off 0 and 1, which would claim a proof."""
    return min(max(chance, 1 - BELOW_ONE), BELOW_ONE)


def _is_answer(step: ReviewStep, player: str) -> bool:
    return isinstance(step.event, Answer) and step.event.player == player


def _sum(known: Iterable[Knowledge]) -> float | None:
    """Sum of bits over players who can be followed; None if nobody can."""
    bits = [one.bits for one in known if one.kind != "estimate"]
    return sum(bits) if bits else None


def _is_deal(line: Line) -> bool:
    return line.step is not None and isinstance(line.step.event, Fill) and not line.step.before.started


@lru_cache(maxsize=4)
def _facts(arrays: EditionArrays) -> Facts:
    return Facts(arrays.racks)


def _gain(before: FloatArray, after: FloatArray) -> float:
    bits = gain(before, after) if before is not after else 0.0
    return bits if bits > _NOTHING else 0.0


def _share(belief: Belief, named: BoolArray) -> float:
    """Chance of the racks in ``named``; 0 and 1 only if certain."""
    chances = belief.chances[named]
    if not belief.chances[~named].any():
        return 1.0
    return min(float(chances.sum()), BELOW_ONE)


def _most(points: Iterable[TurningPoint], player: str | None) -> tuple[TurningPoint, ...]:
    """Points with the most bits, for one player or for all together; equal ones in the order of the log."""

    def bits(point: TurningPoint) -> float:
        return round(point.total if player is None else point.bits[player], 9)

    return tuple(sorted(points, key=lambda point: (-bits(point), point.line))[:MOST_TURNS])


__all__ = ["MOST_TURNS", "THRESHOLDS", "review_game"]
