"""Fuzz the log parser and a session that is fed line by line: ``python tests/fuzz/fuzz_log.py [--seconds N] [FILE ...]``.

For any text, only `Code777Error` comes out, as one line with its place; what was accepted is kept to the letter,
and the canonical spelling of a log reads as the same game.
"""

from __future__ import annotations

from pathlib import Path

from fuzzing import Target, instrumented, main, one_line

with instrumented(__name__):
    from code777solver import Code777Error, edition_names, load_edition
    from code777solver import read_log as read_strictly
    from code777solver.errors import LineError
    from code777solver.results import Log, Table
    from code777solver.rules.tiles import COLOURS
    from code777solver.session import Session
    from code777solver.solver import Solver
    from code777solver.table.events import KEYWORDS
    from code777solver.table.notation import format_event, read_leniently, split_lines

SEATS = ("me", None, "Ann")
ENTERED = b"\x80"
MOST_ENTERED = 30
"""Lines that are also entered in a session, where each costs a belief."""
EXAMPLE = Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777"
GAMES = (EXAMPLE, *sorted((Path(__file__).parent / "seeds").glob("*.c777")))


def check(data: bytes) -> None:
    """Raise if anything but the promised comes of these bytes.

    The first one chooses the seat, and whether the lines are entered in a session as well; the rest is the log.
    """
    text = data[1:].decode("utf-8", "replace")
    table = Table(viewer=SEATS[data[0] % len(SEATS)] if data else "me", folder=None)
    log, errors = read_leniently(text, table)
    _check_places(text, log, errors)
    if errors:
        try:
            read_strictly(text, table)
        except LineError as error:
            assert str(error) == str(errors[0]), "read_log tells of another error than read_leniently"
        else:
            raise AssertionError(f"read_log accepts what read_leniently refuses: {errors[0]}")
    else:
        assert str(log) == "".join(f"{line}\n" for line in split_lines(text)), "the text has changed"
    _check_spelling(log, table)
    if data[:1] >= ENTERED and table.viewer is not None:
        _check_session(split_lines(text)[:MOST_ENTERED], table.viewer)


def _check_places(text: str, log: Log, errors: list[LineError]) -> None:
    lines = split_lines(text)
    for error in errors:
        one_line(str(error))
        assert 1 <= error.line <= len(lines), f"line {error.line} of {len(lines)}"
        assert error.text == lines[error.line - 1]
        assert str(error).startswith(f"line {error.line}: ")
    for line in log.lines:
        assert line.text == lines[line.number - 1]
    for _, warning in log.warnings:
        one_line(warning)
    read = sorted([*(line.number for line in log.lines), *(error.line for error in errors)])
    assert read == list(range(1, len(read) + 1)), "a line is neither read nor refused"
    assert len(read) == len(lines) or not log.table.players


def _check_spelling(log: Log, table: Table) -> None:
    """Parse, format, parse is a fixed point."""
    events = [step.event for step in log.steps]
    written = [format_event(event) for event in events]
    again = read_strictly("".join(f"{line}\n" for line in written), table)
    assert [step.event for step in again.steps] == events, written
    assert again.table == log.table
    assert [format_event(step.event) for step in again.steps] == written


def _check_session(lines: list[str], seat: str) -> None:
    """Refused lines change nothing; accepted ones are kept, can be read again, undone and done again."""
    session = Session(seat=seat, folder=None)
    for line in lines:
        before = session.lines
        try:
            accepted = session.enter(line)
        except Code777Error as error:
            one_line(str(error))
            assert session.lines == before, "a refused line has changed the log"
            continue
        assert session.lines == ([*before, accepted.text] if accepted.text else before)
    entered = session.lines
    assert Solver.from_log("".join(f"{line}\n" for line in entered), seat=seat, folder=None).table == session.table
    changes = 0
    while session.lines:
        session.undo()
        changes += 1
    for _ in range(changes):
        session.redo()
    assert session.lines == entered


def _words() -> list[str]:
    classic = load_edition("classic")
    return [
        *KEYWORDS,
        *edition_names(),
        *(colour.name for colour in COLOURS.values()),
        *(colour.icon for colour in COLOURS.values()),
        *classic.deck.names,
        *(
            "Ann",
            "me",
            "Bob",
            "spare1",
            "right",
            "wrong",
            "saw",
            "?",
            "#",
            "\n",
            "\r",
            "\r\n",
            "<",
            "=",
            ">",
            "other",
            "same",
        ),
        *(
            "advanced",
            "card2",
            "card 12",
            "target",
            "tiles",
            "error_rate",
            "0.05",
            "reshuffle_at",
            "257",
            "999",
            "\ufeff",
        ),
        *("٣", "²", "ſ", "İ", "ß", "\u2028", "\x0b", "\x85", "\xa0", ".toml", "\0"),
    ]


TARGET = Target(
    name="log",
    check=check,
    seeds=[first + game for game in map(Path.read_bytes, GAMES) for first in (b"\0", b"\1", b"\x81")],
    words=_words(),
)

if __name__ == "__main__":
    main(TARGET)
