"""The command ``code777``: arguments, files and exit statuses. No deduction.

Exit status 0: done; 1: the log contradicts itself; 2: bad input; 130: stopped by Ctrl-C (what was done is printed).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .._version import __version__
from ..errors import Code777Error
from ..jobs import run, telling
from ..lang import Language, language, preferred_language
from ..rules.edition_file import read_card_file
from ..rules.editions import Edition, load_edition
from ..sentences import Sentence
from ..show import as_json
from ..show.streams import take_any_text
from ..solver import Solver
from ..table.notation import read_leniently, read_log
from ..table.table import ME, Table
from .bench import bench
from .completion import completion_option, editions, languages
from .exit_status import BAD_INPUT, CONTRADICTED, DONE, INTERRUPTED
from .exit_status import fail as _fail
from .files import Commands, chosen_file, split_file
from .levels import levels
from .play import games, play
from .simulate import simulate

if TYPE_CHECKING:
    from ..play.advice import Advice

EXAMPLE = "first-game.c777"


def _say(message: str, t: Language | None = None) -> None:
    """Say on standard error what is done; only the main thread knows the language by itself."""
    click.echo(f"code777: {(_t() if t is None else t)(message)} ...", err=True)


def _t() -> Language:
    """The language of the command that runs; English in tests that call a command by itself."""
    found = click.get_current_context().find_object(Language)
    return found or language("en")


def _read(file: str) -> str:
    """The text of a log file, ``-`` for standard input."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        _fail(Sentence("cannot read {path}: {reason}", path=file, reason=error.strerror or error))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        _fail(Sentence("{file}: line {line} is not UTF-8 text: save the log as UTF-8", file=file, line=line))


def _table(file: str, text: str, seat: str, edition: str | None, cards: str | None) -> Table:
    """An empty table for a log, with what the command line says of edition and cards."""
    folder = Path() if file == "-" else Path(file).parent
    named = any(line.split()[:1] == ["edition"] for line in text.casefold().splitlines())
    if edition and named:
        _fail(Sentence("--edition {name}: the log already names its edition; use only one of the two", name=edition))
    try:
        chosen: Edition = load_edition(edition or "classic")
    except Code777Error as error:
        _fail(Sentence("{place}: {error}", place="--edition", error=error))
    house_cards = None
    try:
        if cards:
            house_cards = read_card_file(Path(cards))
            chosen.with_cards(house_cards)  # bad cards are refused before the log is read
    except Code777Error as error:
        _fail(Sentence("{place}: {error}", place="--cards", error=error))
    return Table(edition=chosen, viewer=seat, folder=folder, house_cards=house_cards)


def _common(command: Callable[..., Any], *, file: bool = True) -> Callable[..., Any]:
    """The arguments that every command on a log takes."""
    for option in (
        click.option("--cards", metavar="FILE", help="A TOML file with your own cards."),
        click.option(
            "--edition", metavar="NAME", shell_complete=editions, help="Edition or TOML file if the log names none."
        ),
        click.option("--as", "seat", metavar="SEAT", default=ME, help="The seat to help, if it is not `me`."),
        click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts."),
        *([click.argument("file", required=False, type=click.Path())] if file else []),
    ):
        command = option(command)
    return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="code777")
@click.option("--lang", metavar="CODE", shell_complete=languages, help="Language: en, nl, fr or de.")
@completion_option
@click.pass_context
def main(context: click.Context, lang: str | None) -> None:
    """The exact deduction assistant for the board game Code 777.

    Without a command, it opens the prompt with a new game or the unfinished one. `code777 FILE` opens it on a log.
    Commands on a log take the last game if no FILE is named.
    """
    take_any_text()
    try:
        context.obj = language((lang or preferred_language()).casefold())
    except Code777Error as error:
        _fail(Sentence("{place}: {error}", place="--lang", error=error))
    if context.invoked_subcommand is None:
        from ..prompt.game import start

        raise SystemExit(start(context.obj))


main.add_command(simulate)
main.add_command(bench)
main.add_command(play)
main.add_command(games)
bench.add_command(levels)


def _solver(file: str, seat: str, edition: str | None, cards: str | None) -> Solver:
    """A solver that has read a whole log."""
    text = _read(file)
    t = _t()
    solver = Solver.at(_table(file, text, seat, edition, cards), say=partial(_say, t=t))
    with _refusing(file), telling(t("reading the log"), t):
        solver.tell(text)
        solver.require_belief()
    return solver


@contextmanager
def _refusing(file: str) -> Iterator[None]:
    """Bad input ends with one line and status 2."""
    try:
        yield
    except Code777Error as error:
        _fail(Sentence("{place}: {error}", place=file, error=error) if file != "-" else error.sentence)


@main.command(short_help="Show the exact chance of every rack you may hold.")
@_common
@click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show at most N racks (and N codes in tables).")
@click.option("--what-if", "lines", multiple=True, metavar="LINE", help="Suppose one more log line; repeatable.")
@click.option(
    "--silence", type=click.FloatRange(0, 1), metavar="S", help="Assume people declare once certain; S = 0: always."
)
@click.option("--depth", type=click.IntRange(1, 2), default=1, help="With --silence, 2: the others assume it too.")
@click.option("--further", is_flag=True, help="Estimate how many more answers it takes.")
@click.option("--advise", is_flag=True, help="Say whether to declare now or to wait.")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 3600), metavar="S", help="Also play on for S seconds: a second opinion."
)
@click.pass_obj
def analyze(
    t: Language,
    file: str | None,
    *,
    wants_json: bool,
    seat: str,
    edition: str | None,
    cards: str | None,
    top: int | None,
    lines: tuple[str, ...],
    silence: float | None,
    depth: int,
    further: bool,
    advise: bool,
    seconds: float | None,
) -> None:
    """Show the exact chance of every rack you may hold, from the log FILE (- for standard input)."""
    file = chosen_file(file)
    solver = _solver(file, seat, edition, cards)
    with _refusing("--what-if"):
        for line in lines:
            solver = solver.what_if(line)
    with _refusing(file):
        with telling(t("working it out"), t):
            assumed = None if silence is None else solver.with_silence(factor=silence, depth=depth)
            estimate = run(solver.further) if further and solver.belief.possible and solver.rack_is_full else None
            advice = _advice(solver, None if wants_json else t) if advise or seconds is not None else None
        asked = seconds is not None and not isinstance(advice, str)
        stopped = False
        if wants_json:
            second, stopped = _second_opinion(solver, seconds) if asked else (None, False)
            found = as_json.analysis(
                solver, top=top, assuming=assumed, estimate=estimate, advising=advice, second=second
            )
            click.echo(json.dumps(found))
        else:
            console, panels = _console()
            rows = top or (len(solver.candidates) if not console.is_terminal else 12)
            plain = not console.encoding.lower().startswith("utf")
            with telling(t("working it out"), t):
                shown = panels.analysis(solver, t, top=rows, width=console.width, plain=plain)
            console.print(shown)
            if assumed is not None:
                console.print(panels.assumed(assumed, t, top=min(rows, 8), target=solver.edition.rules.target))
            if estimate is not None:
                console.print(panels.further(estimate, t))
            if advice is not None:
                console.print()
            if isinstance(advice, str):
                console.print(panels.no_advice(advice, t))
            elif advice is not None:
                console.print(panels.advice(advice, t))
            second, stopped = _second_opinion(solver, seconds) if asked else (None, False)
            if second is not None:
                console.print(panels.second_opinion(second, t))
    raise SystemExit(INTERRUPTED if stopped else CONTRADICTED if solver.contradictions else DONE)


def _advice(solver: Solver, t: Language | None) -> Advice | str:
    """What the policy says, or why there is nothing to say, in a language or as data has it."""
    try:
        return solver.advise()
    except Code777Error as error:
        return str(error) if t is None else t(error.sentence)


def _second_opinion(solver: Solver, seconds: float | None) -> tuple[Advice | None, bool]:
    """An estimate by playing on, and whether Ctrl-C came first. Says what is being done."""
    try:
        with solver.second_opinion(seconds=seconds or 0) as asked:
            _say("second opinion: compiling, about a minute the first time")
            while (found := asked.wait()) is None and not asked.games:
                pass
            _say("second opinion: playing on")
            while found is None:
                found = asked.wait()
            return found, False
    except KeyboardInterrupt:
        return None, True


@main.command(short_help="Prove a claim, give a hint, or check your notes.")
@partial(_common, file=False)
@click.argument("words", nargs=-1, metavar="[FILE] [CLAIM]", type=click.Path())
@click.option(
    "--hint", "level", type=click.IntRange(1, 4), metavar="1-4", help="Give a hint: 1 where to look ... 4 the proof."
)
@click.option(
    "--note", "marks", multiple=True, metavar="CLAIM", help="A note of yours, to check or to skip; repeatable."
)
@click.option(
    "--drew",
    type=int,
    multiple=True,
    metavar="CARD",
    help="A card you drew: the answer, and what it tells; repeatable.",
)
@click.pass_obj
def explain(
    t: Language,
    *,
    words: tuple[str, ...],
    wants_json: bool,
    seat: str,
    edition: str | None,
    cards: str | None,
    level: int | None,
    marks: tuple[str, ...],
    drew: tuple[int, ...],
) -> None:
    """Prove CLAIM (`no 6`, `has B7`, `why not 447`) with the fewest answers, give a hint, or check your notes."""
    named, claim = split_file(words)
    file = chosen_file(named)
    solver = _solver(file, seat, edition, cards)
    if not solver.belief.possible and not drew:
        text = t("{file}: the log contradicts itself: see `code777 check {file}`", file=file)
        click.echo(f"code777: {text}", err=True)
        raise SystemExit(CONTRADICTED)
    with _refusing(file):
        if drew:
            chosen = solver.choose(drew)
            _show(
                [as_json.own_card(own) for own in chosen],
                lambda panels: panels.own_cards(chosen, t),
                wants_json=wants_json,
            )
        elif level is not None:
            typed_marks = [t.read(mark) for mark in marks]
            hint = solver.hint(level, typed_marks or [mark.claim for mark in solver.marks])
            _show(as_json.hint(hint), lambda panels: panels.hint(hint, solver, t), wants_json=wants_json)
        elif marks:
            typed = {t.read(mark): mark for mark in marks}
            notes = solver.check_notes(typed)
            _show(as_json.notes(notes), lambda panels: panels.notes(notes, t, typed), wants_json=wants_json)
        elif claim:
            proof = solver.why(t.read(" ".join(claim)))
            _show(as_json.proof(proof), lambda panels: panels.proof(proof, solver, t), wants_json=wants_json)
        else:
            _fail("nothing to explain: give a claim (like `no 6` or `has B7`), --hint, --note or --drew")


def _show(data: Any, rendered: Callable[[Any], Any], *, wants_json: bool) -> None:
    """Print for scripts or for people."""
    if wants_json:
        click.echo(json.dumps(data))
    else:
        console, panels = _console()
        t = _t()
        with telling(t("working it out"), t):
            shown = rendered(panels)
        console.print(shown)


def _console() -> tuple[Any, Any]:
    """A console, and the module that renders for it. rich is imported only here: scripts do not wait for it."""
    from rich.console import Console

    from ..show import panels

    return Console(highlight=False), panels


@main.command(short_help="List bad lines, odd lines and contradictions of a log.")
@_common
@click.pass_obj
def check(
    t: Language, file: str | None, *, wants_json: bool, seat: str, edition: str | None, cards: str | None
) -> None:
    """Check the log FILE: list bad lines, odd lines and contradictions."""
    file = chosen_file(file)
    text = _read(file)
    table = _table(file, text, seat, edition, cards)
    log, errors = read_leniently(text, table)
    solver = Solver.at(table, say=_say)
    if not errors:
        with _refusing(file):
            solver.tell(text)
    status = BAD_INPUT if errors else CONTRADICTED if solver.contradictions else DONE
    false = solver.audit() if not errors else []
    if wants_json:
        click.echo(json.dumps(as_json.check(solver, errors, log.warnings)))
        raise SystemExit(status)
    for error in errors:
        click.echo(f"{file}: {t(error.sentence)}", err=True)
    for line, warning in log.warnings:
        click.echo(f"{file}: {t('line {line}: odd: {text}', line=line, text=warning)}")
    for answer in false:
        scene = ", ".join(f"{name} {' '.join(map(str, rack))}" for name, rack in answer.scene)
        text = t(
            "line {line}: false answer ({name}): with {scene} in sight, card {card} is {right}, not {said}",
            line=answer.line,
            name=answer.player,
            scene=scene,
            card=answer.card,
            right=answer.right,
            said=answer.said,
        )
        click.echo(f"{file}: {text}")
    for line in solver.contradictions:
        click.echo(f"{file}: {t('line {line}: contradiction: no rack fits every answer up to here', line=line)}")
    if status == CONTRADICTED and not solver.belief.possible and solver.rack_is_full:
        console, panels = _console()
        console.print(panels.diagnosis(solver, t))
    if status == DONE:
        count = sum(1 for _ in log.steps)
        click.echo(f"{file}: {t.count(count, '{count} event, possible', '{count} events, possible')}")
    raise SystemExit(status)


@main.command(short_help="Show who could deduce what in a game, and when.")
@_common
@click.option("--html", metavar="OUT", help="Write the review as an HTML page (- for standard output).")
@click.option("--player", metavar="NAME", help="Whose deductions to show line by line (default: you).")
@click.option("--held", metavar="TILES", help="Your rack at the end of the log, if you know it now.")
@click.option("--step", is_flag=True, help="Replay move by move and ask what you can deduce.")
@click.pass_obj
def review(
    t: Language,
    file: str | None,
    *,
    wants_json: bool,
    seat: str,
    edition: str | None,
    cards: str | None,
    html: str | None,
    player: str | None,
    held: str | None,
    step: bool,
) -> None:
    """Review the game in the log FILE: who could deduce what, and when; who was late; what decided the game."""
    from . import review as command

    if wants_json + step + (html is not None) > 1:
        _fail("--json, --html and --step cannot be combined: choose one")
    if step and file == "-":
        _fail("--step reads what you type, so the log must be a file")
    file = chosen_file(file)
    text = _read(file)
    with _refusing(file):
        with telling(t("reading the log"), t):
            log = read_log(text, _table(file, text, seat, edition, cards))
        status = command.run(t, log, held=held, player=player, html=html, wants_json=wants_json, step=step)
    raise SystemExit(status)


@main.command(short_help="Draw the note sheet of a game.")
@click.argument("file", required=False, type=click.Path())
@click.option(
    "-o", "--output", metavar="FILE", default="sheet.svg", show_default=True, help="A .svg, .pdf or .png file."
)
@click.option("--as", "seat", metavar="SEAT", default=ME, help="The seat whose sheet to draw, if it is not `me`.")
@click.option("--blank", metavar="EDITION", shell_complete=editions, help="Draw an empty sheet of an edition instead.")
@click.pass_obj
def sheet(t: Language, file: str | None, output: str, seat: str, blank: str | None) -> None:
    """Draw the note sheet of the log FILE: tiles with marks, and who answered what to which card."""
    from ..show.note_sheet import blank_sheet, note_sheet, write_sheet

    if file is not None and blank is not None:
        _fail("--blank draws an empty sheet: leave out the log")
    with _refusing(file or "--blank"):
        solver = None if blank is not None else _solver(chosen_file(file), seat, None, None)
        with telling(t("drawing the sheet"), t):
            drawing = note_sheet(solver, t) if solver is not None else blank_sheet(load_edition(blank or ""), t)
            write_sheet(drawing, Path(output))
    click.echo(t("{file} written", file=output))


@main.command(short_help="Serve the page for phones and browsers.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for phones.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7770, show_default=True, help="The port; 0 for any free one."
)
@click.option("--token", metavar="TEXT", help="The token to ask for; random if others can reach the server.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="A host name of this server; repeatable.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Worker processes (default: one per core).")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, help="Time limit for one request."
)
def serve(
    *, host: str, port: int, token: str | None, names: tuple[str, ...], workers: int | None, seconds: float
) -> None:
    """Serve the assistant as a page for phones and browsers, and as a JSON interface."""
    try:
        from ..web import serve as web
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("code777solver"):
            raise
        _fail(Sentence("{name} is not installed (pip install 'code777solver[web]')", name=error.name))
    with _refusing("-"):
        web.serve(host=host, port=port, token=token, names=names, workers=workers, seconds=seconds)


@main.command(short_help="Play Code Breaker or Code Breaker Race.")
@click.argument("file", required=False, type=click.Path())
@click.option(
    "--pack", metavar="PACK", help="breaker, breaker-4, breaker-kids, race, race-kids or `A-4 / sun moon star`."
)
@click.option("--strategy", metavar="NAME", default="optimal-mean", show_default=True, help="How to choose guesses.")
@click.option(
    "--top", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="Show at most N guesses."
)
@click.option("--prove", metavar="PACK", help="Prove best play for a pack by a full search.")
@click.option("--seed", type=int, metavar="N", help="Seed for the secret codes in practice games.")
@click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts.")
@click.pass_obj
def breaker(
    t: Language,
    file: str | None,
    *,
    pack: str | None,
    strategy: str,
    top: int,
    prove: str | None,
    seed: int | None,
    wants_json: bool,
) -> None:
    """Play Code Breaker or Code Breaker Race: guess three cards from the numbers, suits and cards that match.

    With the log FILE (- for standard input), show the codes left and the best guesses. Without it, open the prompt.
    """
    from . import breaker as command

    with _refusing("-"):
        if prove is not None:
            status = command.prove(prove, partial(_say, t=t), wants_json=wants_json)
        elif file is not None:
            status = command.analyze(t, file, _read(file), pack=pack, strategy=strategy, top=top, wants_json=wants_json)
        elif wants_json:
            _fail("--json needs the log FILE of a game (- for standard input), or --prove")
        else:
            status = command.prompt(t, pack or "", strategy, seed)
    raise SystemExit(status)


@main.command(short_help="Set a puzzle with exactly one solution.")
@click.option("--seed", type=int, metavar="N", help="The number of the puzzle (default: random).")
@click.option("--level", metavar="LEVEL", help="easy, medium, hard or expert [default: medium].")
@click.option(
    "--edition",
    metavar="NAME",
    default="classic",
    show_default=True,
    shell_complete=editions,
    help="Edition or TOML file.",
)
@click.option(
    "--players", type=int, metavar="N", default=4, show_default=True, help="The number of players, including you."
)
@click.option("--daily", is_flag=True, help="Today's puzzle: easy on Monday, expert on Sunday.")
@click.option("--date", metavar="YYYY-MM-DD", help="With --daily: the puzzle of another day.")
@click.option("--count", type=click.IntRange(1, 1000), metavar="N", help="Make N puzzles.")
@click.option("--json", "wants_json", is_flag=True, help="Print JSON for scripts.")
@click.option("--log", "as_log", is_flag=True, help="Print the puzzle as a log.")
@click.option("--game", metavar="FILE", help="Puzzles from the deductions you missed in a game.")
@click.option("--solution", is_flag=True, help="Also print the solution, step by step.")
@click.option("--sheet", metavar="FILE", help="Write a .svg, .pdf or .png to print; solutions last.")
@click.pass_obj
def puzzle(
    t: Language,
    *,
    seed: int | None,
    level: str | None,
    edition: str,
    players: int,
    daily: bool,
    date: str | None,
    count: int | None,
    wants_json: bool,
    as_log: bool,
    game: str | None,
    solution: bool,
    sheet: str | None,
) -> None:
    """Set a puzzle: the racks you see, answers that are all needed, and exactly one code.

    At a terminal, type the code, `hint`, `why` or `give up`. Piped lines are read in the same way.
    """
    from ..puzzles.puzzle import make_puzzle
    from . import puzzle as command

    wish = {"level": level, "edition": edition, "players": players, "daily": daily, "date": date}
    if game is not None:
        text = _read(game)
        with _refusing(game):
            found = command.missed(t, read_log(text, _table(game, text, ME, None, None)))
            status = command.run(
                t,
                found,
                another=None,
                wants_json=wants_json,
                as_list=True,
                solution=solution,
                log=as_log,
                sheet=sheet,
                one_by_one=True,
            )
        raise SystemExit(status)
    with _refusing("-"):
        found = command.chosen(t, seed=seed, count=count or 1, **wish)  # type: ignore[arg-type]
        another = None if daily else lambda: make_puzzle(command.random_seed(), edition, players, level or "medium")
        status = command.run(
            t,
            found,
            another=another,
            wants_json=wants_json,
            as_list=count is not None,
            solution=solution,
            log=as_log,
            sheet=sheet,
        )
    raise SystemExit(status)


@main.command()
@click.pass_obj
def example(t: Language) -> None:
    """Solve a bundled game and show how to enter your own."""
    source = Path(__file__).parents[1] / "data" / "examples" / EXAMPLE
    text = source.read_text(encoding="utf-8")
    click.echo(text)
    solver = Solver.at(Table(), say=_say)
    solver.tell(text)
    console, panels = _console()
    console.print(panels.analysis(solver, t, top=8, width=console.width))
    why = t("Why must there be a 4 on my rack?  (`code777 explain game.c777 has 4`)")
    console.print(f"\n{why}\n", style="bold", markup=False)
    console.print(panels.proof(solver.why("has 4"), solver, t))
    click.echo(f"\n{t('Your own game:')}")
    for command, does in (
        ("code777", t("the prompt: it asks for what it needs, line by line")),
        ("code777 serve", t("the same as a page, also for phones (extra `web`)")),
    ):
        click.echo(f"  {command:<32} {does}")
    click.echo(t("Or write lines like those above into a file, say game.c777:"))
    for command, does in (
        ("code777 analyze game.c777", t("what you may hold (--json for scripts, - for standard input)")),
        ("code777 explain game.c777 no 6", t("why? (--hint 1 for a nudge)")),
        ("code777 check game.c777", t("slips and contradictions")),
    ):
        click.echo(f"  {command:<32} {does}")
