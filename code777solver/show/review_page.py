"""A game review as one HTML file: no script, nothing from outside, dark on demand, one sheet of paper when printed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..lang import Language
from ..review.records import GameReview, Knowledge, PlayerReview, RackStory, ReviewStep, TurningPoint
from ..rules.targets import Target
from ..rules.tiles import COLOURS
from . import review_words as words
from .review_chart import chart, key

_PAPER = 268.0
"""Millimetres of a printed page, the margins aside."""
_CHART = 46.0
"""Millimetres that title and chart take of it."""

STYLE = """
:root { color-scheme: light dark; --bg: #ffffff; --fg: #1b1b1f; --soft: #5b5b66; --line: #d9d9e0; --card: #f5f5f8;
  --good: #0a6b2d; --bad: #b3261e; --accent: #1d4ed8; --G: #1b7a3d; --Y: #8a6a00; --K: #1b1b1f; --N: #7a4a1e; --R: #c02617;
  --P: #b0217f; --B: #1c5fc4; --s0: #0b62c4; --s1: #b3541e; --s2: #0a7a5c; --s3: #8e2f8a; --s4: #5f6b00; --s5: #444a57; }
@media (prefers-color-scheme: dark) { :root { --bg: #15161a; --fg: #ececf1; --soft: #a5a7b4; --line: #34363f;
  --card: #1e2026; --good: #6fdc96; --bad: #ff8a80; --accent: #9dbdff; --G: #6fdc96; --Y: #f2d04b; --K: #ececf1;
  --N: #d8a06a; --R: #ff8a75; --P: #ff94cf; --B: #86b6ff; --s0: #7db4ff; --s1: #ffab76; --s2: #5fd8b4; --s3: #e79be2;
  --s4: #cfdc5a; --s5: #c5c9d3; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; background: var(--bg); color: var(--fg);
  font: 15px/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1rem; margin: 1.2rem 0 .35rem; }
p { margin: .2rem 0; } .soft, .legend { color: var(--soft); } .legend { font-size: .85rem; margin-top: .8rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .82rem; white-space: nowrap; }
th, td { padding: .16rem .55rem .16rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
td { white-space: nowrap; } td.n, th.n { text-align: right; } td.f, td.soft { white-space: normal; min-width: 11rem; } td.n { min-width: 0; }
.sure { font-weight: 700; color: var(--good); } .right { color: var(--good); } .wrong { color: var(--bad); }
.estimate { font-style: italic; color: var(--soft); } .trouble { color: var(--bad); font-weight: 600; }
tr.declared td { background: var(--card); }
.tile { display: inline-block; min-width: 2.1em; text-align: center; border: 1px solid currentColor; border-radius: .3em;
  padding: 0 .25em; margin-right: .15em; font-weight: 600; font-size: .88em; line-height: 1.35; white-space: nowrap; }
.tile small { font-size: .8em; margin-right: .1em; }
.bar { display: inline-block; height: .7em; background: var(--accent); border-radius: 2px; vertical-align: baseline; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 11px; }
.key { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; font-size: .88rem; } .key svg { display: inline; width: 34px;
  height: 12px; vertical-align: middle; margin-right: .3rem; }
@media (max-width: 34rem) { body { font-size: 13px; padding: .6rem; } .chart > svg text { font-size: 19px; }
  td.e { white-space: normal; min-width: 6.2rem; } th, td { padding-right: .4rem; } }
@media print { :root { color-scheme: light; --bg: #fff; --fg: #000; --soft: #444; --line: #ccc; --card: #eee; --good: #064;
  --bad: #900; --accent: #333; --G: #064; --Y: #640; --K: #000; --N: #531; --R: #900; --P: #817; --B: #04a; --s0: #04a;
  --s1: #930; --s2: #064; --s3: #717; --s4: #550; --s5: #333; }
  @page { size: A4; margin: 12mm 12mm 14mm; } body { padding: 0; max-width: none; font-size: var(--print); line-height: 1.2; }
  h1 { font-size: 1.5em; } h2 { font-size: 1.1em; margin: .6em 0 .15em; } th, td { padding: .04em .5em .04em 0; }
  th, .key, .legend { font-size: 1em; } .legend { margin-top: .5em; } .scroll { overflow: visible; } .chart > svg { height: 34mm; }
  tr { break-inside: avoid; } .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def page(review: GameReview, focus: str, t: Language) -> str:
    """The report of a game as a whole HTML document; ``focus`` is the player whose facts are listed line by line."""
    table = review.log.table
    title = f"{t('Game review')}: {t(table.edition.title)}"
    parts = [
        f"<h1>{_text(title)}</h1>",
        f"<p>{_text(', '.join(table.players))} <span class=soft>({_text(table.edition.name)})</span></p>",
        f"<p><b>{_text(words.result(review, t))}</b></p>",
        *_troubles(review, t),
        f"<section class=chart>{_heading(words.left_title(review, t))}{chart(review, t)}{key(review)}</section>",
        _heading(t("Who could declare when")),
        _stories(review, t),
        _heading(words.turning_title(review, t)),
        _turning(review, t),
        _heading(t("Bits learnt and given away")),
        _balance(review, t),
        _heading(words.moves_title(review, focus, t)),
        _moves(review, focus, t),
        f"<p class=legend>{' '.join(map(_text, words.legend(review, t)))}</p>",
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{escape(t.code)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{STYLE}body {{ --print: {_print_size(review):.2f}mm; }}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _print_size(review: GameReview) -> float:
    """The size of letters with which everything fits on one sheet, in millimetres; never too small to read."""
    rows = len(review.steps) + sum(len(player.racks) for player in review.players) + len(review.turning_points)
    rows += len(review.players) + len(review.contradictions) + len(review.false_answers) + 14
    return max(1.75, min(2.9, ((_PAPER - _CHART) / rows - 0.3) / 1.34))


def _text(text: object) -> str:
    return escape(str(text))


def _heading(title: str) -> str:
    return f"<h2>{_text(title)}</h2>"


def _table(head: Iterable[tuple[str, str]], rows: Iterable[str]) -> str:
    """A table that scrolls by itself where the screen is narrow; ``head`` has class and title of each column."""
    cells = "".join(f"<th{_class(kind)}>{_text(title)}</th>" for kind, title in head)
    return f"<div class=scroll><table><tr>{cells}</tr>{''.join(rows)}</table></div>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _cell(content: str, kind: str = "") -> str:
    return f"<td{_class(kind)}>{content}</td>"


def tile(name: str) -> str:
    """A tile with the icon of its colour, for those who do not see colours."""
    colour = COLOURS[name[0]]
    return (
        f'<span class="tile" style="color: var(--{colour.letter})" title="{_text(colour.name)} {_text(name[1:])}">'
        f"<small>{colour.icon}</small>{_text(name)}</span>"
    )


def _troubles(review: GameReview, t: Language) -> Iterable[str]:
    for line, name in review.contradictions:
        text = t("CONTRADICTION at line {line}: no rack fits every answer", line=line)
        yield f"<p class=trouble>{_text(text)} ({_text(name)})</p>"
    for false in review.false_answers:
        text = t("line {line}: {said} was wrong, {right} is right", line=false.line, said=false.said, right=false.right)
        yield f"<p class=trouble>{_text(text)}</p>"


def _stories(review: GameReview, t: Language) -> str:
    title = words.thresholds_title(review.thresholds)
    seen = any(story.foreseen is not None for player in review.players for story in player.racks)
    names = [t("player"), t("rack"), t("drawn"), title, t("certain")]
    names += [words.as_seen(review, t)] if seen else []
    head = [("n" if name == t("drawn") else "", name) for name in (*names, t("proved by"), t("declared"), "")]
    return _table(head, (_story(review, story, t, seen=seen) for player in review.players for story in player.racks))


def _story(review: GameReview, story: RackStory, t: Language, *, seen: bool) -> str:
    found = story.declaration
    outcome = "" if found is None else "right" if found.right else "wrong"
    icon = "" if found is None else "✓ " if found.right else "✗ "
    kind = found.kind if found else story.kind
    cells = [
        _cell(_text(story.player)),
        _cell("".join(map(tile, story.tiles)) if story.tiles else "?"),
        _cell(str(story.begin), "n"),
        _cell(_text(words.passed(story, review.thresholds))),
        _cell(_text(words.certain(story)), "estimate" if story.kind == "estimate" else ""),
        *([_cell(_text(words.foreseen(story, t)))] if seen else []),
        _cell(_text(words.reason(story))),
        _cell(icon + _text(words.declared(story, t)), outcome),
        _cell(_text(words.verdict(story, t)), "estimate" if kind == "estimate" else ""),
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _turning(review: GameReview, t: Language) -> str:
    names = [player.player for player in review.players]
    most = max((point.total for point in review.turning_points), default=1.0)

    def row(point: TurningPoint) -> str:
        bits = [_cell(words.bits(point.bits.get(name), t, 2), "n") for name in names]
        bar = f'<span class=bar style="width: {4 * point.total / most:.2f}em"></span>'
        cells = [
            _cell(str(point.line), "n"),
            _cell(_text(point.text), "e"),
            *bits,
            _cell(f"<b>{words.bits(point.total, t, 2)}</b>", "n"),
        ]
        return f"<tr>{''.join(cells)}{_cell(bar)}{_cell(_text(words.settles(point, t)), 'sure')}</tr>"

    head = [("n", t("line")), ("", ""), *(("n", name) for name in names), ("n", t("all")), ("", ""), ("", "")]
    return _table(head, map(row, review.turning_points))


def _balance(review: GameReview, t: Language) -> str:
    def row(player: PlayerReview) -> str:
        most = ", ".join(
            f"{point.text} {words.bits(point.bits[player.player], t, 2)}" for point in player.turning_points[:3]
        )
        cells = [
            _cell(_text(player.player)),
            _cell(words.bits(player.received, t), "n"),
            _cell(words.bits(player.given, t), "n"),
            _cell(_text(most), "soft"),
        ]
        return f"<tr>{''.join(cells)}</tr>"

    return _table([("", t("player")), ("n", t("learnt")), ("n", t("given")), ("", "")], map(row, review.players))


def _moves(review: GameReview, focus: str, t: Language) -> str:
    names = [player.player for player in review.players]

    def row(step: ReviewStep) -> str:
        cells = [_cell(str(step.line), "n"), _cell(_text(step.text), "e")]
        cells += [_left(step.of(name), review.target, t) for name in names]
        kind = ' class="declared"' if step.text.startswith("declare ") else ""
        cells += [_cell(_text(words.best(step, focus, t))), _cell(_text(words.news(step, focus, t)), "f")]
        return f"<tr{kind}>{''.join(cells)}</tr>"

    head = [("n", t("line")), ("", ""), *(("n", name) for name in names), ("", t("best code")), ("", "")]
    return _table(head, map(row, review.steps))


def _left(one: Knowledge | None, target: Target, t: Language) -> str:
    if one is None:
        return _cell("-", "n")
    kind = "sure" if one.certain == 1.0 else "estimate" if one.kind == "estimate" else ""
    return _cell(_text(words.left(one, target, t)), f"n {kind}".strip())


__all__ = ["page", "tile"]
