"""Codes that each player had left, line by line, as a small SVG. Players differ by colour, dashes and shape."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from ..lang import Language
from ..review.records import GameReview, Knowledge
from .review_words import left_title

_WIDTH, _HEIGHT = 720.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 16.0, 12.0, 22.0
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 2", "12 4")
_SHAPES = ("circle", "square", "triangle", "diamond", "cross", "circle")
_MOST = len(_DASHES)


class _Point(NamedTuple):
    x: float
    y: float
    one: Knowledge


def chart(review: GameReview, t: Language) -> str:
    """Codes left on a scale of powers of two, so that a bit is as high everywhere; ✓ and ✗ mark declarations."""
    parts = [*_axes(review)]
    for place, player in enumerate(review.players):
        parts += _curve(review, player.player, place)
    parts += _declarations(review)
    label = escape(left_title(review, t))
    return f'<svg viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def key(review: GameReview) -> str:
    """The player of each line."""
    entries = []
    for place, player in enumerate(review.players):
        line = f'<line x1="1" y1="6" x2="33" y2="6" {_stroke(place)}/>{_shape(place, 17, 6)}'
        entries.append(f'<span><svg viewBox="0 0 34 12" aria-hidden="true">{line}</svg>{escape(player.player)}</span>')
    return f"<div class=key>{''.join(entries)}</div>"


def _stroke(place: int) -> str:
    dashes = _DASHES[place % _MOST]
    return f'fill="none" stroke="var(--s{place % _MOST})" stroke-width="2"' + (
        f' stroke-dasharray="{dashes}"' if dashes else ""
    )


def _most(review: GameReview) -> int:
    counts = [review.target.expected(one) for step in review.steps for one in step.known]
    return max(1, math.ceil(math.log2(max([2.0, *counts]))))


def _x(review: GameReview, line: int) -> float:
    first, last = review.steps[0].line, review.steps[-1].line
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (line - first) / max(1, last - first)


def _y(bits: float, most: int) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - bits / most)


def _axes(review: GameReview) -> Iterator[str]:
    most = _most(review)
    for bits in range(0, most + 1, 1 if most < 9 else 2):
        y = _y(bits, most)
        yield f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--line)"/>'
        yield f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{2**bits}</text>'
    if not review.steps:
        return
    lines = [step.line for step in review.steps]
    every = max(1, round((lines[-1] - lines[0]) / 12))
    for line in range(lines[0], lines[-1] + 1, every):
        yield f'<text x="{_x(review, line):.1f}" y="{_HEIGHT - 5:.0f}" text-anchor="middle">{line}</text>'


def _curve(review: GameReview, player: str, place: int) -> Iterator[str]:
    """One broken line a rack, with a shape where the player becomes certain."""
    racks: dict[int, list[_Point]] = {}
    most = _most(review)
    for step in review.steps:
        one = step.of(player)
        if one is not None:
            y = _y(math.log2(max(1.0, review.target.expected(one))), most)
            racks.setdefault(one.rack, []).append(_Point(_x(review, step.line), y, one))
    for points in racks.values():
        path = f"M{points[0].x:.1f} {points[0].y:.1f}"
        for point in points[1:]:
            path += f"H{point.x:.1f}V{point.y:.1f}"
        yield f'<path d="{path}" {_stroke(place)}/>'
        sure = next((point for point in points if point.one.certain == 1.0), None)
        if sure is not None:
            yield _shape(place, sure.x, sure.y)


def _shape(place: int, x: float, y: float) -> str:
    """A mark of its own for each player."""
    fill = f'fill="var(--s{place % _MOST})" stroke="var(--bg)"'
    match _SHAPES[place % _MOST]:
        case "square":
            return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" {fill}/>'
        case "triangle":
            return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z" {fill}/>'
        case "diamond":
            return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" {fill}/>'
        case "cross":
            return f'<path d="M{x - 2:.1f} {y - 5:.1f}h4v3h3v4h-3v3h-4v-3h-3v-4h3z" {fill}/>'
        case _:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" {fill}/>'


def _declarations(review: GameReview) -> Iterator[str]:
    """At its line, at the top: a tick or a cross, and whose it was."""
    places = {player.player: place for place, player in enumerate(review.players)}
    for found in review.declarations:
        sign, colour = ("✓", "--good") if found.right else ("✗", "--bad")
        x = _x(review, found.line)
        yield (
            f"<g><title>{escape(f'{found.player} {found.said} {sign}')}</title>"
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP + 12}" y2="{_HEIGHT - _BOTTOM}" stroke="var(--s{places[found.player] % _MOST})"'
            f' stroke-width="1" opacity="0.45"/>'
            f'<text x="{x:.1f}" y="{_TOP + 9}" text-anchor="middle" style="fill: var({colour}); font-weight: 700">{sign}</text></g>'
        )


__all__ = ["chart", "key"]
