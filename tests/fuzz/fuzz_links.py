"""Fuzz the links that hold games: ``python tests/fuzz/fuzz_links.py [--seconds N] [FILE ...]``. Needs Node.

The page's own module unpacks them, in Node; a second way to read them, written here with zlib, says what must come out.
For any letters, both find the same text or both refuse; a log that is packed comes back to the letter; and what comes
out is read as a log: each line is taken, or refused in one line.
"""

from __future__ import annotations

import atexit
import base64
import binascii
import json
import re
import shutil
import subprocess
import zlib
from functools import lru_cache
from pathlib import Path

from fuzzing import Target, instrumented, main, one_line

with instrumented(__name__):
    from code777solver.results import Table
    from code777solver.table.notation import read_leniently

LINKS = Path(__file__).parents[2] / "code777solver/web/static/links.js"
NODE = shutil.which("node")
MOST_BYTES = 48_000
"""The largest game that the page takes."""
EXAMPLE = Path(__file__).parents[2] / "code777solver/data/examples/first-game.c777"


class Page:
    """The module of the page, in a process that answers line by line."""

    def __init__(self, module: Path) -> None:
        assert NODE is not None, "Node is needed (Debian: apt-get install nodejs)"
        driver = Path(__file__).with_name("links.mjs")
        self.process = subprocess.Popen(
            [NODE, driver, module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def _ask(self, question: dict[str, str | int]) -> str | None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps(question)}\n")
        self.process.stdin.flush()
        told = self.process.stdout.readline()
        assert told, f"the page's module ended at {question}"
        found: str | None = json.loads(told)
        return found

    def unpacked(self, letters: str) -> str | None:
        """The text in a link; None if it is refused."""
        return self._ask({"letters": letters, "most": MOST_BYTES})

    def packed(self, text: str) -> str:
        return self._ask({"text": text}) or ""

    def close(self) -> None:
        self.process.communicate()


@lru_cache(maxsize=1)
def page() -> Page:
    found = Page(LINKS)
    atexit.register(found.close)
    return found


def letters_of(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def deflated(text: bytes) -> bytes:
    maker = zlib.compressobj(9, wbits=-15)
    return maker.compress(text) + maker.flush()


def read(letters: str) -> tuple[str | None, bool]:
    """The text in a link (None: refused) by the standards' words; also whether something follows it, which browsers differ about."""
    plain = re.sub(r"[\t\n\f\r ]", "", letters.replace("-", "+").replace("_", "/"))
    if len(plain) % 4 == 0:
        plain = re.sub(r"={1,2}$", "", plain)
    if len(plain) % 4 == 1 or not re.fullmatch(r"[A-Za-z0-9+/]*", plain):
        return None, False
    try:
        content = base64.b64decode(plain + "=" * (-len(plain) % 4))
        reader = zlib.decompressobj(wbits=-15)
        found = reader.decompress(content, MOST_BYTES + 1)
    except (binascii.Error, zlib.error):
        return None, False
    if len(found) > MOST_BYTES or not reader.eof:
        return None, False
    return found.decode("utf-8", "replace").removeprefix("\ufeff"), bool(reader.unused_data)


def check(data: bytes, module: Page | None = None) -> None:
    """Raise if anything but the promised comes of these bytes.

    The first one says what the rest is: the letters of a link, what is in them, or a log that is packed.
    """
    module = module or page()
    kind, rest = data[0] % 3 if data else 0, data[1:]
    if kind == 2:
        text = rest.decode("utf-8", "replace").removeprefix("\ufeff")
        letters = module.packed(text)
        assert re.fullmatch(r"[\w-]*", letters, re.ASCII), f"not fit for an address: {letters}"
        assert read(letters) == (text, False), "another text is in the link"
    else:
        letters = rest.decode("utf-8", "replace") if kind == 0 else letters_of(rest)
    right, more = read(letters)
    found = module.unpacked(letters)
    assert found == right or (more and found is None), f"{letters!r}: {found!r} and not {right!r}"
    if found is not None:
        for error in read_leniently(found, Table(folder=None))[1]:
            one_line(str(error))


def _seeds() -> list[bytes]:
    game = EXAMPLE.read_bytes()
    texts = (b"", b"players Ann me\n", game, "note Ünïcödé ♥ \u2028 😀\n".encode() * 9, b"a" * MOST_BYTES)
    links = [b"\0" + letters_of(deflated(text)).encode() for text in texts]
    inside = [b"\1" + deflated(text) for text in (*texts, b"a" * (MOST_BYTES + 1), b"\xff\xc3" + game)]
    return [*links, *inside, *(b"\2" + text for text in texts[:4])]


TARGET = Target(
    name="links",
    check=check,
    seeds=_seeds(),
    words=["players Ann me\n", "A", "AA", "=", "==", "-", "_", "+", "/", "%", " ", "\ufeff", "\x03\x00", "\x01"],
)

if __name__ == "__main__":
    main(TARGET)
