"""Results for people: tables and bars as rich renderables. No input, no output, no deduction."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ..errors import Code777Error
from ..lang import Language, language, plural, visible
from . import advice_words

if TYPE_CHECKING:
    from ..core.evidence import Heard
    from ..information.futures import Further
    from ..play.advice import Advice
    from ..reasons.hints import Hint, NotesCheck
    from ..reasons.proofs import Proof
    from ..solver import Assumed, OwnCard, Solver

ENGLISH = language("en")
GOOD, ODD, BAD = "color(28)", "color(136)", "color(196)"
"""Green, yellow and red that can be read on light and on dark backgrounds; those of terminals often cannot."""
STYLES = {"G": GOOD, "Y": ODD, "K": "bold", "N": "color(130)", "R": BAD, "P": "color(163)", "B": "color(33)"}
"""How each colour of tile is shown, on light and on dark backgrounds; the letter says it without colour."""


def percent(chance: float) -> str:
    """A chance for people. 0 % and 100 % are only shown when they are proved.

    >>> percent(0.25), percent(0.9999), percent(1e-9), percent(1.0), percent(0.0)
    ('25.0 %', '>99.9 %', '<0.1 %', '100 %', '0 %')
    """
    if chance in (0.0, 1.0):
        return f"{chance:.0%}".replace("%", " %")
    if chance < 0.001:
        return "<0.1 %"
    if chance > 0.999:
        return ">99.9 %"
    return f"{chance * 100:.1f} %"


def guess(chance: float, *, exact: bool, mark: str = "about ") -> str:
    """A chance that may come from a sample, which proves nothing.

    >>> guess(1.0, exact=False), guess(0.0, exact=False, mark="~"), guess(1.0, exact=True)
    ('about >99.9 %', '~<0.1 %', '100 %')
    """
    return percent(chance) if exact else mark + percent(min(max(chance, 1e-9), 1 - 1e-9))


def tiles_text(names: Iterable[str]) -> Text:
    """Tile names in their colours."""
    return Text(" ").join(Text(name, STYLES.get(name[0], "")) for name in names)


def bar(share: float, width: int, *, plain: bool) -> str:
    """A horizontal bar; ``plain`` for terminals without block characters."""
    return ("#" if plain else "█") * max(1, round(share * width)) if share > 0 else ""


def analysis(solver: Solver, *, top: int, width: int, plain: bool = False) -> RenderableType:
    """All that `code777 analyze` shows."""
    parts: list[RenderableType] = [*_headline(solver)]
    if not solver.rack_is_full:
        parts.append(Text(f"\nYou hold no full rack now: `rack {solver.seat} ?` logs your new tiles.", "bold"))
    elif solver.belief.possible:
        parts += [_codes(solver, top=top, width=width, plain=plain), _racks(solver, top=top)]
        parts += [_pyramid(solver)]
        if not solver.solved and solver.questions:
            parts.append(questions(solver, ENGLISH, top=min(top, 8), width=width))
        parts.append(opponents(solver))
    elif solver.rack_is_full:
        parts.append(diagnosis(solver))
    if solver.warnings:
        parts.append(_warnings(solver))
    return Group(*parts)


def _titled(title: str, grid: RenderableType) -> RenderableType:
    return Group(Text(f"\n{title}", "bold"), grid)


def _headline(solver: Solver) -> Iterable[RenderableType]:
    table = solver.table
    score = ", ".join(f"{name} {points}" for name, points in table.scores.items())
    yield Text(f"{visible(solver.edition.title)} ({solver.edition.name}): {', '.join(table.players)}", "bold")
    yield Text(f"You are {solver.seat}. Points: {score}. {plural(table.pile, 'tile')} in the pile.", "dim")
    if not solver.belief.possible:
        line = solver.contradictions[-1]
        yield Text(f"\nCONTRADICTION at line {line}: no rack fits every answer.", f"bold {BAD}")
        return
    racks, codes = solver.candidates, solver.codes
    if not solver.rack_is_full:
        pass
    elif solver.solved:
        found = codes[0].numbers if solver.edition.rules.target == "numbers" else " ".join(racks[0].tiles)
        yield Text(f"\n>>> CERTAIN: you hold {found}. Declare! <<<", f"bold reverse {GOOD}")
    else:
        yield Text(f"\n{plural(len(racks), 'rack')} left, {plural(len(codes), 'number code')} left", "bold")
    if solver.contradictions:
        yield Text(f"An earlier rack of yours contradicted its answers (line {solver.contradictions[-1]}).", ODD)


def _grid(*columns: str, titles: Iterable[str] = ()) -> Grid:
    """A table without lines; ``titles`` are those of the columns in the player's language."""
    grid = Grid(box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
    for name, title in zip_longest(columns, titles):
        grid.add_column(
            title or name, justify="right" if name in ("chance", "bits", "codes", "settles", "card") else "left"
        )
    grid.show_header = any(columns)
    return grid


def _codes(solver: Solver, *, top: int, width: int, plain: bool) -> RenderableType:
    codes = solver.codes
    grid = _grid("code", "chance", "")
    room = max(4, min(30, width - 24))
    for code in codes[:top]:
        share = code.probability / codes[0].probability
        grid.add_row(code.numbers, percent(code.probability), bar(share, room, plain=plain))
    if len(codes) > top:
        grid.add_row("...", "", f"and {len(codes) - top} more")
    return _titled("Numbers", grid)


def _racks(solver: Solver, *, top: int) -> RenderableType:
    racks = solver.candidates
    grid = _grid("rack", "chance")
    for candidate in racks[:top]:
        grid.add_row(tiles_text(candidate.tiles), percent(candidate.probability))
    if len(racks) > top:
        grid.add_row("...", f"and {len(racks) - top} more")
    return _titled("Tiles", grid)


def _pyramid(solver: Solver) -> RenderableType:
    """Every kind of tile by number, with the chance that one is mine."""
    grid = _grid("", "")
    for number in solver.edition.deck.numbers:
        row = Text()
        for tile in solver.tiles:
            if tile.tile[1:] == str(number):
                row.append(f"{tile.tile} ", STYLES.get(tile.tile[0], ""))
                row.append(*_mark(tile.at_least_one))
        grid.add_row(str(number), row)
    return _titled("Mine?  (chance that I hold one)", grid)


def _mark(chance: float) -> tuple[str, str]:
    """What a player writes beside a tile, and in which style."""
    if chance == 0:
        return f"{'no':9}", "dim"
    return (f"{'YES':9}", f"bold {GOOD}") if chance == 1 else (f"{percent(chance):9}", "")


def questions(solver: Solver, t: Language, *, top: int, width: int) -> RenderableType:
    """The answers that would tell most, of the cards that can still come."""
    titles = (t("player"), t("card"), "bits", "codes", t("settles"))
    grid = _grid("player", "card", "bits", "codes", "settles", "", titles=titles)
    for question in solver.questions[:top]:
        if question.bits > 0:
            text = t(solver.edition.card(question.card).text) if width >= 76 else ""
            grid.add_row(
                question.player,
                str(question.card),
                f"{question.bits:.2f}",
                f"{question.expected_codes:.1f}",
                percent(question.settles),
                Text(text, "dim", overflow="ellipsis", no_wrap=True),
            )
    return _titled(t("Most useful answers"), grid)


def _warnings(solver: Solver) -> RenderableType:
    lines = [Text(f"line {line}: {text}", ODD) for line, text in solver.warnings]
    return Padding(Group(Text("Odd, but taken as written:", f"bold {ODD}"), *lines), (1, 0, 0, 0))


def opponents(solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """How close the others are."""
    found = solver.opponents
    if not found:
        return Group()
    titles = (t("player"), t("can declare"), "codes", t("after the next card"))
    grid = _grid("player", "can declare", "codes", "after the next card", titles=titles)
    for opponent in found:
        grid.add_row(
            opponent.player,
            guess(opponent.certain, exact=opponent.exact, mark=t("about ")),
            f"{opponent.expected_codes:.1f}",
            guess(opponent.next_card, exact=opponent.exact, mark=t("about ")),
        )
    return _titled(t("The others, as far as I can tell"), grid)


def diagnosis(solver: Solver) -> RenderableType:
    """What would explain a contradiction."""
    found = solver.diagnose()
    lines: list[RenderableType] = [Text("\nOne of these must be wrong, likeliest first:", "bold")]
    for culprits in found.culprits[:6]:
        entries = ", ".join(f"line {n} ({visible(solver.log.lines[n - 1].text.strip())})" for n in culprits.lines)
        fits = "; ".join(
            f"line {n}: more likely {' or '.join(f'{symbol} ({percent(chance)})' for symbol, chance in fitting.items())}"
            for n, fitting in culprits.instead.items()
        )
        sure = culprits.chance if not found.misreadings else min(culprits.chance, 1 - 1e-9)
        lines.append(Text(f"{percent(sure):>7}  {entries}"))
        lines.append(Text(f"         {fits}; {plural(culprits.racks, 'rack')} would be left", "dim"))
    if found.misreadings:
        lines.append(Text("\nOr the answers are right, but:", "bold"))
        lines += [
            Text(f"  line {slip.line}: {slip.text} ({plural(slip.racks, 'rack')} left)")
            for slip in found.misreadings[:6]
        ]
    lines.append(Text("\nTo continue: add ` ?` to a line to mark it as doubtful, or change it.", "dim"))
    return Group(*lines)


def proof(found: Proof, solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """A proof in steps that can be checked at the table, or what speaks against the claim.

    Claims and facts are in the words of the notation, whatever the language.
    """
    if not found.proved:
        rack = " ".join(found.counterexample or ())
        return Group(
            Text(t("Not proved: {claim}. Chance {chance}.", claim=found.claim, chance=percent(found.chance)), "bold"),
            Text(t("You may still hold {tiles}.", tiles=rack)),
        )
    count = len(found.premises)
    if count == 0:
        alone = t("The tiles in sight alone prove it.")
        return Text(f"{t('Proved: {claim}.', claim=found.claim)} {alone}", "bold")
    by = t("Proved: {claim}, by 1 answer.", claim=found.claim)
    if count > 1:
        by = t("Proved: {claim}, by {count} answers.", claim=found.claim, count=count)
    lines: list[RenderableType] = [Text(by, "bold")]
    if found.given:
        lines.append(Text(t("This takes the answers about your earlier racks as given."), ODD))
    for number, step in enumerate(found.steps, 1):
        for heard in step.answers:
            lines += [Text(line, style) for line, style in _told(number, heard, solver, t)]
        facts = ", ".join(step.facts[:6])
        left = t("1 rack left") if step.left == 1 else t("{count} racks left", count=f"{step.left:,}")
        lines.append(Text(f"   => {facts + '; ' if facts else ''}{left}", "bold"))
    return Group(*lines)


def _told(number: int, heard: Heard, solver: Solver, t: Language) -> Iterator[tuple[str, str]]:
    """One answer of a proof: what was said, to what, in sight of what, and what it means; each with its style."""
    from ..reasons.wording import (  # not before a proof is asked for: the prompt starts sooner
        consequence,
        own_rack,
        scene,
    )

    evidence = solver.evidence
    mine = own_rack(heard, evidence, t)
    said = t(
        "Line {line}: {player} answered card {card} with {answer}.",
        line=heard.line,
        player=heard.player,
        card=heard.card,
        answer=heard.symbol,
    )
    says = consequence(heard, evidence.arrays, mine, t)
    yield f"\n{number}. {said}", ""
    yield f"   {visible(t(solver.edition.card(heard.card).text))}", "dim"
    yield f"   {t('{player} saw {racks}.', player=heard.player, racks=scene(heard, mine, t))}", ""
    yield f"   {says[0].upper()}{says[1:]}.", ""


def hint(found: Hint, solver: Solver, t: Language = ENGLISH) -> RenderableType:
    """One rung of the ladder."""
    from ..reasons.hints import hint_text  # as above

    text = Text(hint_text(found, solver.evidence, t))
    return Group(text, proof(found.proof, solver, t)) if found.proof else text


def notes(found: NotesCheck) -> RenderableType:
    """What is right about the player's marks."""
    rows = [("proved", found.proved, GOOD), ("not proved", found.unproved, ODD), ("wrong", found.wrong, BAD)]
    lines: list[RenderableType] = [Text(f"{name}: {', '.join(marks)}", style) for name, marks, style in rows if marks]
    more = plural(found.more, "further fact") if found.more else "nothing more"
    return Group(*lines, Text(f"{more} could be noted now"))


def own_cards(found: list[OwnCard]) -> RenderableType:
    """What to say to each card, and what it gives away; best first."""
    grid = _grid("card", "say", "I gain", *found[0].tells)
    for own in found:
        bits = [f"{value:.2f}" for value in own.tells.values()]
        grid.add_row(str(own.card), own.answer or "(they answer)", f"{own.gained:.2f}", *bits)
    return _titled("Bits that each card gives, best for me first", grid)


def assumed(found: Assumed, *, top: int) -> RenderableType:
    """Chances under an assumption about people, apart from all that is proved."""
    title = f"IF the others declare when certain (factor {found.factor:g}, depth {found.depth}) - an assumption"
    if not found.possible:
        return Text(f"\n{title}: it contradicts this log, so somebody did not.", "italic")
    grid = _grid("code", "chance")
    for code in found.codes[:top]:
        grid.add_row(code.numbers, "about " + percent(min(code.probability, 1 - 2**-53)))
    return Group(Text(f"\n{title}", "italic"), grid)


def further(found: Further) -> RenderableType:
    """How long it will still take: an estimate."""
    if not found.samples:
        return Text(
            "\nAny answer may be wrong (`error_rate`), so no number of answers makes your code certain.", "italic"
        )
    if math.isnan(found.answers):
        return Text("\nEstimate: no future answers would settle your code with the racks as they are.", "italic")
    never = f"; never in {percent(found.never)} of futures" if found.never else ""
    return Text(
        f"\nEstimate: {found.answers:.1f} more answers until you are certain "
        f"(standard error {found.error:.2f}, {found.samples:,} samples{never})",
        "italic",
    )


def advice(found: Advice, t: Language) -> RenderableType:
    """Declare or wait: what the policy says and why, or an estimate by playing on; with errors."""
    grid = _grid(t("choice"), t("next point"), t("game"))
    for name, outcome in ((t("declare {code}", code=found.code), found.declare), (t("wait"), found.wait)):
        grid.add_row(name, _estimate(outcome.point, outcome.point_error), _estimate(outcome.game, outcome.game_error))
    said = Text(f"{advice_words.verdict(found, t)} {advice_words.source(found, t)}", "italic")
    return Group(said, *map(Text, advice_words.reasons(found, t)), grid)


def second_opinion(found: Advice, t: Language) -> RenderableType:
    """The estimate by playing on, under a title of its own."""
    return _titled(t("Second opinion: the game played on"), advice(found, t))


def no_advice(reason: str, t: Language) -> RenderableType:
    """Why there is no advice."""
    return Text(t("No advice: {reason}", reason=reason), "italic")


def _estimate(share: float, error: float) -> str:
    size = "~<1" if share < 0.01 else "~>99" if share > 0.99 else f"~{100 * share:.0f}"
    return f"{size} % ± {100 * error:.1f}"


def declare_now(solver: Solver, t: Language) -> RenderableType:
    """What bears on declaring now: my best code, what the policy says of it, the others."""
    if not solver.codes:
        return Text(t("There is nothing to declare now."))
    tiles = solver.edition.rules.target == "tiles"
    best = solver.candidates[0] if tiles else solver.codes[0]
    name = " ".join(solver.candidates[0].tiles) if tiles else solver.codes[0].numbers
    if solver.solved:
        return Text(t("Yes: {code} is certain.", code=name), f"bold {GOOD}")
    line = t("Best code {code}: {chance} likely.", code=name, chance=percent(best.probability))
    try:
        said: RenderableType = advice(solver.advise(), t)
    except Code777Error as error:
        said = no_advice(str(error), t)
    return Group(Text(line, "bold"), said, opponents(solver, t))
