"""Results for people: tables and bars as rich renderables. No input, no output, no deduction."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from .._lazy import lazy_module
from ..errors import Code777Error
from ..lang import Language, language, visible
from ..rules.targets import Target
from ..sentences import any_of
from . import advice_words

if TYPE_CHECKING:
    from .. import solver as solvers
    from ..core.evidence import Heard
    from ..information.candidates import Assumed, Candidate, Code
    from ..information.futures import Further
    from ..play.advice import Advice
    from ..reasons import hints, wording
    from ..reasons.diagnosis import FalseAnswer
    from ..reasons.hints import Hint, NotesCheck
    from ..reasons.opponents import Opponent
    from ..reasons.proofs import Proof
    from ..solver import OwnCard, Solver
else:
    solvers = lazy_module("code777solver.solver")
    hints = lazy_module("code777solver.reasons.hints")
    wording = lazy_module("code777solver.reasons.wording")

ENGLISH = language("en")
GOOD, ODD, BAD = "color(28)", "color(136)", "color(196)"
"""Green, yellow and red that can be read on light and on dark backgrounds; those of terminals often cannot."""
STYLES = {"G": GOOD, "Y": ODD, "K": "bold", "N": "color(130)", "R": BAD, "P": "color(163)", "B": "color(33)"}
"""Styles of the colours of tiles, for light and dark backgrounds; the letter is enough without colour."""


def percent(chance: float, t: Language = ENGLISH) -> str:
    """A chance for people, as `Language.percent` writes it."""
    return t.percent(chance)


def guess(chance: float | None, t: Language = ENGLISH, *, exact: bool, mark: str = "~") -> str:
    """A chance that may come from a sample, which proves nothing, or that is not known.

    >>> guess(1.0, exact=False, mark="about "), guess(0.0, exact=False), guess(1.0, exact=True), guess(None, exact=True)
    ('about >99.9 %', '~<0.1 %', '100 %', '?')
    """
    if chance is None:
        return "?"
    return percent(chance, t) if exact else mark + percent(min(max(chance, 1e-9), 1 - 1e-9), t)


def tiles_text(names: Iterable[str]) -> Text:
    """Tile names in their colours."""
    return Text(" ").join(Text(name, STYLES.get(name[0], "")) for name in names)


def bar(share: float, width: int, *, ascii_only: bool) -> str:
    """A horizontal bar; ``plain`` for terminals without block characters."""
    return ("#" if ascii_only else "█") * max(1, round(share * width)) if share > 0 else ""


def analysis(
    solver: Solver, t: Language = ENGLISH, *, top: int, width: int, ascii_only: bool = False
) -> RenderableType:
    """All that `code777 analyze` shows."""
    parts: list[RenderableType] = [*_headline(solver, t)]
    if not solver.belief.is_full:
        parts.append(
            Text("\n" + t("You hold no full rack now: `rack {seat} ?` logs your new tiles.", seat=solver.seat), "bold")
        )
    elif solver.belief.possible:
        lists = [_codes(solver, t, top=top, width=width, ascii_only=ascii_only), _racks(solver, t, top=top)]
        parts += [*solver.edition.rules.target.pick(lists, lists[::-1]), _pyramid(solver, t)]
        if not solver.solved and solver.questions:
            parts.append(questions(solver, t, top=min(top, 8), width=width))
        parts.append(opponents(solver, t))
    elif solver.belief.is_full:
        parts.append(diagnosis(solver, t))
    if any(solver.log.warnings):
        parts.append(_warnings(solver, t))
    return Group(*parts)


def _titled(title: str, grid: RenderableType) -> RenderableType:
    return Group(Text(f"\n{title}", "bold"), grid)


def _headline(solver: Solver, t: Language) -> Iterable[RenderableType]:
    table = solver.table
    score = ", ".join(f"{name} {points}" for name, points in table.scores.items())
    yield Text(f"{t(visible(solver.edition.title))} ({solver.edition.name}): {', '.join(table.players)}", "bold")
    said = (
        t("You are {seat}.", seat=solver.seat),
        t("Points: {points}", points=score) + ".",
        t.count(table.pile, "{count} tile in the pile.", "{count} tiles in the pile."),
    )
    yield Text(" ".join(said), "dim")
    if not solver.belief.possible:
        line = solver.contradictions[-1]
        yield Text("\n" + t("CONTRADICTION at line {line}: no rack fits every answer", line=line) + ".", f"bold {BAD}")
        return
    racks, codes = solver.candidates, solver.codes
    if not solver.belief.is_full:
        pass
    elif solver.solved:
        found = solver.declarable[0].declared
        yield Text("\n" + t(">>> CERTAIN: you hold {code}. Declare! <<<", code=found), f"bold reverse {GOOD}")
    else:
        left = (
            t.count(len(racks), "{count} rack left", "{count} racks left"),
            t.count(len(codes), "{count} number code left", "{count} number codes left"),
        )
        yield Text("\n" + ", ".join(left), "bold")
    if solver.contradictions:
        line = solver.contradictions[-1]
        yield Text(t("An earlier rack of yours contradicted its answers (line {line}).", line=line), ODD)


def _grid(*columns: str, titles: Iterable[str] = ()) -> Grid:
    """A table without lines; ``titles`` are those of the columns in the player's language."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    for name, title in zip_longest(columns, titles):
        grid.add_column(
            title or name, justify="right" if name in ("chance", "bits", "codes", "settles", "card") else "left"
        )
    grid.show_header = any(columns)
    return grid


def _codes(solver: Solver, t: Language, *, top: int, width: int, ascii_only: bool) -> RenderableType:
    codes = solver.codes
    grid = _grid("code", "chance", "", titles=(t("code"), t("chance")))
    room = max(4, min(30, width - 24))
    for code in codes[:top]:
        share = code.probability / codes[0].probability
        grid.add_row(code.numbers, t.percent(code.probability), bar(share, room, ascii_only=ascii_only))
    if len(codes) > top:
        grid.add_row("...", "", t("and {count} more", count=t.number(len(codes) - top)))
    return _titled(t("Numbers"), grid)


def _racks(solver: Solver, t: Language, *, top: int) -> RenderableType:
    racks = solver.candidates
    grid = _grid("rack", "chance", titles=(t("rack"), t("chance")))
    for candidate in racks[:top]:
        grid.add_row(tiles_text(candidate.tiles), t.percent(candidate.probability))
    if len(racks) > top:
        grid.add_row("...", t("and {count} more", count=t.number(len(racks) - top)))
    return _titled(t("Tiles"), grid)


def _pyramid(solver: Solver, t: Language) -> RenderableType:
    """Every kind of tile by number, with the chance that one is mine."""
    grid = _grid("", "")
    for number in solver.edition.deck.numbers:
        row = Text()
        for tile in solver.tiles:
            if tile.tile[1:] == str(number):
                row.append(f"{tile.tile} ", STYLES.get(tile.tile[0], ""))
                row.append(*_mark(tile.at_least_one, t))
        grid.add_row(str(number), row)
    return _titled(t("Mine?  (chance that I hold one)"), grid)


def _mark(chance: float, t: Language) -> tuple[str, str]:
    """The mark of a tile and its style."""
    if chance == 0:
        return f"{t('no'):9}", "dim"
    return (f"{t('YES'):9}", f"bold {GOOD}") if chance == 1 else (f"{t.percent(chance):9}", "")


def questions(solver: Solver, t: Language, *, top: int, width: int) -> RenderableType:
    """The answers that would tell most, of the cards that can still come."""
    target = solver.edition.rules.target
    titles = (t("player"), t("card"), t("bits"), _left(solver, t), t("settles"))
    grid = _grid("player", "card", "bits", "codes", "settles", "", titles=titles)
    for question in solver.questions[:top]:
        bits = target.bits(question)
        if bits > 0:
            text = t(solver.edition.card(question.card).text) if width >= 76 else ""
            grid.add_row(
                question.player,
                str(question.card),
                t.number(bits, 2),
                t.number(target.expected(question), 1),
                t.percent(target.pick(question.settles, question.settles_tiles)),
                Text(text, "dim", overflow="ellipsis", no_wrap=True),
            )
    return _titled(t("Most useful answers"), grid)


def _left(solver: Solver, t: Language) -> str:
    """The title above what is left: codes, or racks where tiles must be declared."""
    return t("racks") if solver.edition.rules.target.by_tiles else t("codes")


def _warnings(solver: Solver, t: Language) -> RenderableType:
    lines = [Text(t("line {line}: {text}", line=line, text=text), ODD) for line, text in solver.log.warnings]
    return Padding(Group(Text(t("Odd, but taken as written:"), f"bold {ODD}"), *lines), (1, 0, 0, 0))


def opponents(solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """The progress of the others."""
    found = solver.opponents
    if not found:
        return Group()
    titles = (t("player"), t("can declare"), _left(solver, t), t("after the next card"))
    grid = _grid("player", "can declare", "codes", "after the next card", titles=titles)
    for opponent in found:
        grid.add_row(
            opponent.player,
            guess(opponent.certain, t, exact=opponent.exact, mark=t("about ")),
            "?" if opponent.certain is None else t.number(solver.edition.rules.target.expected(opponent), 1),
            guess(opponent.next_card, t, exact=opponent.exact, mark=t("about ")),
        )
    misled = [Text(_misled(opponent, solver, t), ODD) for opponent in found if opponent.certain is None]
    return _titled(t("The others, as far as I can tell"), Group(grid, *misled) if misled else grid)


def _misled(opponent: Opponent, solver: Solver, t: Language) -> str:
    """The answers that leave an opponent no rack."""
    entries = [
        t("line {line} ({text})", line=line, text=solver.log.lines[line - 1].text.strip())
        for line in opponent.misled_by
    ]
    return t(
        "It is not known what {player} knows. False for {player}: {lines}",
        player=opponent.player,
        lines=", ".join(entries),
    )


def who(solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """The progress of the others, or the reason why it is unknown."""
    if solver.opponents:
        return opponents(solver, t)
    if solver.table.waiting:
        return Text(t("Not known until there are tiles on all racks: {names}", names=", ".join(solver.table.waiting)))
    if not solver.belief.possible:
        return Text(t("the log contradicts itself: no rack is left"), BAD)
    try:
        solvers.position_of(solver).look(next(name for name in solver.table.players if name != solver.seat))
    except Code777Error as error:
        return Text(t(error.sentence), BAD)
    return Group()


def diagnosis(solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """Explanations of a contradiction."""
    found = solver.diagnose()
    lines: list[RenderableType] = [Text("\n" + t("One of these must be wrong, likeliest first:"), "bold")]
    last = solver.log.lines[-1]
    if any(last.number == slip.line for slip in found.misreadings) or any(
        last.number in culprits.lines for culprits in found.culprits
    ):
        lines.insert(0, Text("\n" + t("Check line {line} first, the newest: {text}", line=last.number, text=last.text)))
    for culprits in found.culprits[:6]:
        entries = ", ".join(
            t("line {line} ({text})", line=n, text=solver.log.lines[n - 1].text.strip()) for n in culprits.lines
        )
        fits = t.semicolon.join(
            t("line {line}: more likely {fits}", line=n, fits=_fitting(fitting, t))
            for n, fitting in culprits.instead.items()
        )
        left = t.count(culprits.racks, "{count} rack would be left", "{count} racks would be left")
        lines.append(Text(f"{percent(culprits.share, t):>7}  {entries}"))
        lines.append(Text(f"         {fits}{t.semicolon}{left}", "dim"))
    if found.misreadings:
        lines.append(Text("\n" + t("Or the answers are right, but:"), "bold"))
        for slip in found.misreadings[:6]:
            left = t.count(slip.racks, "{count} rack left", "{count} racks left")
            if slip.leaves:
                left += t.semicolon + t("still a contradiction at line {line}", line=slip.leaves[0])
            entry = t("line {line}: {text}", line=slip.line, text=slip.text)
            lines.append(Text(f"{percent(slip.share, t):>7}  {entry} ({left})"))
    lines.append(Text("\n" + t("To continue: add ` ?` to a line to mark it as doubtful, or change it."), "dim"))
    return Group(*lines)


def false_answer(found: FalseAnswer, t: Language = ENGLISH) -> str:
    """An answer that is proved false, in one line with its proof."""
    return t(
        "line {line}: false answer ({name}): with {scene} in sight, card {card} is {right}, not {said}",
        line=found.line,
        name=found.player,
        scene=", ".join(f"{name} {' '.join(map(str, rack))}" for name, rack in found.scene),
        card=found.card,
        right=found.right,
        said=found.said,
    )


def _fitting(fitting: Mapping[str, float], t: Language) -> str:
    """The answers that would fit in place of one, each with its chance."""
    choices = any_of([f"{symbol} ({t.percent(chance)})" for symbol, chance in fitting.items()])
    return t(choices)


def proof(found: Proof, solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """A proof in steps that can be checked at the table, or what speaks against the claim."""
    claim = wording.claim_text(found.claim, t)
    if not found.proved:
        rack = " ".join(found.counterexample or ())
        return Group(
            Text(t("Not proved: {claim}. Chance {chance}.", claim=claim, chance=t.percent(found.probability)), "bold"),
            Text(t("You may still hold {tiles}.", tiles=rack)),
        )
    count = len(found.premises)
    if count == 0:
        alone = t("The tiles in sight alone prove it.")
        return Text(f"{t('Proved: {claim}.', claim=claim)} {alone}", "bold")
    by = t.count(count, "Proved: {claim}, by {count} answer.", "Proved: {claim}, by {count} answers.", claim=claim)
    return Group(Text(by, "bold"), *_steps(found, solver, t))


def impossible(found: Proof | None, line: str, solver: Solver, t: Language) -> RenderableType:
    """That a supposition cannot be, and why."""
    head = Text(t("Impossible: `{line}` contradicts what is known.", line=line), f"bold {BAD}")
    if found is None or not found.proved:
        return head
    if not found.premises:
        return Group(head, Text(t("The tiles in sight alone prove it.")))
    return Group(head, *_steps(found, solver, t))


def _steps(found: Proof, solver: Solver, t: Language) -> Iterator[RenderableType]:
    """The steps of a proof, each numbered once."""
    if found.given:
        yield Text(t("This takes the answers about your earlier racks as given."), ODD)
    for number, step in enumerate(found.steps, 1):
        yield Text("")
        for place, heard in enumerate(step.answers):
            for first, (line, style) in enumerate(_told(heard, solver, t)):
                yield hanging(line, style, f"{number}." if not place and not first else "")
        facts = ", ".join(wording.claim_text(fact, t) for fact in step.facts[:6])
        left = t.count(step.left, "{count} rack left", "{count} racks left")
        yield hanging(f"{facts + t.semicolon if facts else ''}{left}", "bold", "=>", indent=6)


def hanging(text: str, style: str = "", mark: str = "", *, indent: int = 3) -> RenderableType:
    """A text whose lines all begin at the same column, with a mark before the first."""
    grid = Grid.grid()
    grid.add_column(width=indent, no_wrap=True)
    grid.add_column()
    grid.add_row(Text(mark.rjust(indent - 1) if indent > 3 else mark, style), Text(text, style))
    return grid


def _told(heard: Heard, solver: Solver, t: Language) -> Iterator[tuple[str, str]]:
    """One answer of a proof: what was said, to what, in sight of what, and what it means; each with its style."""
    evidence = solvers.position_of(solver).evidence
    mine = wording.own_rack(heard, evidence, t)
    said = t(
        "Line {line}: {player} answered card {card} with {answer}.",
        line=heard.line,
        player=heard.player,
        card=heard.card,
        answer=heard.symbol,
    )
    says = wording.consequence(heard, evidence.arrays, mine, t)
    yield said, ""
    yield visible(t(solver.edition.card(heard.card).text)), "dim"
    yield t("{player} saw {racks}.", player=heard.player, racks=wording.scene(heard, mine, t)), ""
    yield f"{says[0].upper()}{says[1:]}.", ""


def hint(found: Hint, solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """One rung of the ladder."""
    text = Text(hints.hint_text(found, solvers.position_of(solver).evidence, t))
    if found.proof is None:
        return text
    shown = proof(found.proof, solver, t)
    if not found.given:
        return Group(text, shown)
    marks = ", ".join(wording.claim_text(mark, t) for mark in found.given)
    return Group(text, Text(t("It builds on your marks: {marks}.", marks=marks)), shown)


def notes(found: NotesCheck, t: Language = ENGLISH, typed: Mapping[str, str] | None = None) -> RenderableType:
    """The player's marks, judged, each as it was ``typed``."""

    def written(marks: Iterable[str]) -> str:
        return ", ".join((typed or {}).get(mark, mark) for mark in marks)

    rows = [
        (t("proved: {marks}", marks=written(found.proved)), found.proved, GOOD),
        (t("not proved: {marks}", marks=written(found.unproved)), found.unproved, ODD),
        (t("wrong: {marks}", marks=written(found.wrong)), found.wrong, BAD),
    ]
    lines: list[RenderableType] = [Text(line, style) for line, marks, style in rows if marks]
    more = t("nothing more could be noted now")
    if found.more:
        more = t.count(
            found.more, "{count} further fact could be noted now", "{count} further facts could be noted now"
        )
    return Group(*lines, Text(more))


def own_cards(found: list[OwnCard], t: Language = ENGLISH) -> RenderableType:
    """The right answer to each card and the information that it gives away; best first."""
    grid = _grid("card", "say", "I gain", *found[0].tells, titles=(t("card"), t("say"), t("I gain")))
    for own in found:
        bits = [t.number(value, 2) for value in own.tells.values()]
        grid.add_row(str(own.card), own.answer or t("(they answer)"), t.number(own.gained, 2), *bits)
    return _titled(t("Bits that each card gives, best for me first"), grid)


def assumed(found: Assumed, t: Language = ENGLISH, *, top: int, target: Target = Target.NUMBERS) -> RenderableType:
    """Chances under an assumption about people, apart from all that is proved."""
    title = t(
        "IF the others declare when certain (factor {factor:g}, depth {depth}) - an assumption",
        factor=found.factor,
        depth=found.depth,
    )
    if not found.possible:
        return Text(f"\n{title}: {t('it contradicts this log, so somebody did not.')}", "italic")
    grid = _grid("code", "chance", titles=(t("rack") if target.by_tiles else t("code"), t("chance")))
    rows: Sequence[Candidate | Code] = found.candidates if target.by_tiles else found.codes
    for one in rows[:top]:
        grid.add_row(one.declared, t("about ") + t.percent(min(one.probability, 1 - 2**-53)))
    return Group(Text(f"\n{title}", "italic"), grid)


def further(found: Further, t: Language = ENGLISH) -> RenderableType:
    """An estimate of the answers still needed."""
    if not found.samples:
        text = t("Any answer may be wrong (`error_rate`), so no number of answers makes your code certain.")
    elif math.isnan(found.answers):
        text = t("Estimate: no future answers would settle your code with the racks as they are.")
    else:
        known = {"answers": found.answers, "error": found.error, "samples": found.samples}
        text = t(
            "Estimate: {answers:.1f} more answers until you are certain (standard error {error:.2f}, {samples:,} samples)",
            **known,
        )
        if found.never:
            text = t(
                "Estimate: {answers:.1f} more answers until you are certain (standard error {error:.2f}, {samples:,} "
                "samples; never in {never} of futures)",
                **known,
                never=t.percent(found.never),
            )
    return Text(f"\n{text}", "italic")


def advice(found: Advice, t: Language) -> RenderableType:
    """Declare or wait: what the policy says and why, or an estimate by playing on; with errors."""
    grid = _grid(t("choice"), t("next point"), t("game"))
    for name, outcome in ((t("declare {code}", code=found.code), found.declare), (t("wait"), found.wait)):
        grid.add_row(
            name, _estimate(outcome.point, outcome.point_error, t), _estimate(outcome.game, outcome.game_error, t)
        )
    said = Text(f"{advice_words.verdict(found, t)} {advice_words.source(found, t)}", "italic")
    return Group(said, *map(Text, advice_words.reasons(found, t)), grid)


def second_opinion(found: Advice, t: Language) -> RenderableType:
    """The estimate by playing on, under a title of its own."""
    return _titled(t("Second opinion: the game played on"), advice(found, t))


def no_advice(reason: str, t: Language) -> RenderableType:
    """The reason for the lack of advice."""
    return Text(t("No advice: {reason}", reason=reason), "italic")


def _estimate(share: float, error: float, t: Language) -> str:
    size = "~<1" if share < 0.01 else "~>99" if share > 0.99 else f"~{100 * share:.0f}"
    return f"{size} % ± {t.number(100 * error, 1)}"


def declare_now(solver: Solver, t: Language) -> RenderableType:
    """Facts for declaring now: my best code, the opinion of the policy, the others."""
    if not solver.codes:
        return Text(t("There is nothing to declare now."))
    best = solver.declarable[0]
    if solver.solved:
        return Text(t("Yes: {code} is certain.", code=best.declared), f"bold {GOOD}")
    line = t("Best code {code}: {chance} likely.", code=best.declared, chance=t.percent(best.probability))
    try:
        said: RenderableType = advice(solver.advise(), t)
    except Code777Error as error:
        said = no_advice(t(error.sentence), t)
    return Group(Text(line, "bold"), said, opponents(solver, t))
