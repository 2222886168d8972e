"""Fuzz the packs and logs of Code Breaker: ``python tests/fuzz/fuzz_breaker.py [--seconds N] [FILE ...]``.

For any text, only `Code777Error` comes out, as one line with its place; what was accepted is kept to the letter, and the
canonical spelling of a log reads as the same game.
"""

from __future__ import annotations

from fuzzing import Target, instrumented, main, one_line

with instrumented(__name__):
    from code777solver import Code777Error
    from code777solver.breaker.notation import KEYWORDS, BreakerLog, format_event, read_log
    from code777solver.breaker.packs import load_game, pack_names
    from code777solver.errors import LineError
    from code777solver.table.notation import split_lines


def check(data: bytes) -> None:
    """Raise if anything but the promised comes of these bytes: a log, whose first line may also be a pack alone."""
    text = data.decode("utf-8", "replace")
    lines = split_lines(text)
    if lines:
        _check_pack(lines[0].removeprefix("pack "))
    log = BreakerLog()
    for line in lines:
        try:
            log = log.add(line)
        except LineError as error:
            one_line(str(error))
            assert (error.line, error.text) == (len(log.lines) + 1, line)
            log = log.keep(line)
    assert str(log) == "".join(f"{line}\n" for line in lines), "the text has changed"
    events = [line.event for line in log.lines if line.event is not None]
    written = [format_event(event, log.round) for event in events]
    again = read_log("".join(f"{line}\n" for line in written))
    assert [line.event for line in again.lines] == events, written
    assert again.round == log.round


def _check_pack(text: str) -> None:
    try:
        game = load_game(text)
    except Code777Error as error:
        one_line(str(error))
        return
    for pack in game.packs:
        for code in (0, len(pack.codes) // 2, len(pack.codes) - 1):
            assert pack.read(pack.format(code)) == code
            assert pack.read(pack.format(code, symbols=True)) == code


TARGET = Target(
    name="breaker",
    check=check,
    seeds=[
        b"pack breaker-4\nAS 2S 3H 1 1 0\nAH 4H 4D 0 1 0 ?\nnote she smiled\ncode 2S 3C 5S\n",
        b"pack race\nme high\nfirst them\nAR AP 2S 1 1 0\n6R 6P 7S 2 2 1\n",
        b"pack A-4 | 5-8 / sun moon star\nthem A sun 2 moon 3 star 1/2/0\n",
        b"pack A-K / spades hearts diamonds clubs\n10S, ten of hearts, QD: 120\n",
        b"guess AR 2P 3S win\n",
    ],
    words=[
        *KEYWORDS,
        *pack_names(),
        *("A-5", "6-10", "A-K", "2-9", "0-3", "rock", "paper", "scissors", "water", "lizard", "spades", "♠", "10♥"),
        *("/", "|", "-", ",", ":", "?", "#", "win", "1/2/0", "333", "3 3 2", "low", "high", "ace of spades", "\n"),
        *("٣", "²", "ſ", "İ", "ß", "\u2028", "\x0b", "\x85", "\xa0", "\0", "9" * 50),
    ],
)

if __name__ == "__main__":
    main(TARGET)
