"""Find words and phrases that make our English hard to read: ``python tests/prose.py``, a part of `dev.py check`.

    python tests/prose.py           list what is new, as FILE:LINE: the words found, and the cure
    python tests/prose.py --all     list everything, also what tests/prose.json still allows
    python tests/prose.py --lower   lower the numbers in tests/prose.json to the present ones (`dev.py fix` does it)

It reads docstrings and comments of Python files, the pages, and the text cells of notebooks. It does not read code, quoted
code or other string literals. tests/prose.json has the number of findings that each folder may still have. A number never
rises.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = ROOT / "tests" / "prose.json"
FOLDERS = ("benchmarks", "code777solver", "docs", "notebooks", "pocket", "tests")
CURES = {
    r"mend(?:s|ed|ing)?": "fix, fixed",
    r"by lot": "at random",
    r"(?:who|what|which)ever": "name the person or the thing",
    r"so (?:many|much)(?! as\b| that\b)": "give the number, or leave it out",
    r"one's own": "own, separate",
    r"that there (?:is|are)(?: not)?(?=[.,;:)]|$)": "existing, unknown, or name the thing",
    r"anew": "again",
    r"alike(?=[.,;:)]|$)": "both, the same",
    r"can declare with \d": "N% likely to be able to declare",
    r"[\d.,]+ %": "60%, not 60 %, in English",
    r"tells? (?:how|what|whether|which|who|why|where)": "explains, describes, lists",
    r"(?:is|are|was|were) told (?:by|in|on)": "is listed in, is described in",
    r"in (?:such|that) a (?:way|manner)": "leave it out, or name the way",
    r"for ever": "forever, without end",
    r"a thing of its own": "separate",
    r"as it were": "leave it out",
}
"""Words and phrases, as patterns, and what to write instead."""
FOUND = re.compile("|".join(rf"(?P<c{i}>(?<!\w){words}(?!\w))" for i, words in enumerate(CURES)), re.IGNORECASE)
OPENING = re.compile(r"(?:What|Which|Who|Whom|Whose|Whether|How|Whoever|Whatever)\b")
OPENING_CURE = "begin a docstring with a verb or a noun"
FENCE = re.compile(r" *(?:```|~~~)")
CODE = re.compile(r"(`+).*?\1")


class Finding(NamedTuple):
    """One place to rewrite."""

    path: str
    line: int
    words: str
    cure: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words!r}: {self.cure}"

    @property
    def room(self) -> str:
        """The folder that its number is kept for: a room of the package, or a top folder."""
        parts = self.path.split("/")[:-1]
        return "/".join(parts[:2]) if parts[:1] == ["code777solver"] else "/".join(parts[:1]) or "."


def in_text(text: str, path: str, first: int) -> Iterator[Finding]:
    """Findings in plain text or Markdown whose first line has a number; fenced and quoted code is skipped.

    >>> [str(one) for one in in_text("It was mended,\\n`by lot`, 60 % so far.", "a.md", 7)]
    ["a.md:7: 'mended': fix, fixed", "a.md:8: '60 %': 60%, not 60 %, in English"]
    """
    fenced = False
    for number, line in enumerate(text.split("\n"), first):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith((">>>", "...")):
            for found in FOUND.finditer(CODE.sub("``", line)):
                group = found.lastgroup or "c0"
                yield Finding(path, number, found[0].strip(), list(CURES.values())[int(group[1:])])


def in_code(source: str, path: str) -> Iterator[Finding]:
    """Findings in the docstrings and comments of a Python file.

    >>> [str(one) for one in in_code('x = "anew"  # anew\\n\"\"\"How it is.\"\"\"\\n', "a.py")]
    ["a.py:2: 'How': begin a docstring with a verb or a noun", "a.py:1: 'anew': again"]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            text = node.value.value
            opening = OPENING.match(text.lstrip())
            if opening:
                yield Finding(path, node.lineno, opening[0], OPENING_CURE)
            yield from in_text(text, path, node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from in_text(token.string, path, token.start[0])


def in_file(file: Path) -> Iterator[Finding]:
    path = file.relative_to(ROOT).as_posix()
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        yield from in_code(text, path)
    elif file.suffix == ".ipynb":
        for number, cell in enumerate(json.loads(text)["cells"], 1):
            if cell["cell_type"] == "markdown":
                yield from (one._replace(line=number) for one in in_text("".join(cell["source"]), path, 1))
    else:
        yield from in_text(text, path, 1)


def files() -> list[Path]:
    """Every file that is read. This one is not: it names the words."""
    top = [path for path in ROOT.iterdir() if path.suffix in (".md", ".py") and path.name != "CHANGELOG.md"]
    deep = [
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py", ".ipynb")
    ]
    return sorted(path for path in (*top, *deep) if path != Path(__file__).resolve() and "_build" not in path.parts)


def findings() -> list[Finding]:
    return [one for file in files() for one in in_file(file)]


def allowed() -> dict[str, int]:
    """The number of findings that each folder may still have."""
    kept: dict[str, int] = json.loads(ALLOWED.read_text(encoding="utf-8"))
    return kept


def lower() -> None:
    """Keep the present numbers where they are smaller."""
    found = Counter(one.room for one in findings())
    kept = {room: min(number, found[room]) for room, number in allowed().items() if found[room]}
    ALLOWED.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    if sys.argv[1:] == ["--lower"]:
        lower()
        return
    found, kept = findings(), allowed()
    count = Counter(one.room for one in found)
    more = {room for room, number in count.items() if number > kept.get(room, 0)}
    for one in found:
        if one.room in more or "--all" in sys.argv[1:]:
            print(one)
    print(f"{len(found)} findings, {sum(kept.values())} allowed")
    if more:
        raise SystemExit(f"more words of the list than before: {', '.join(sorted(more))}; rewrite the sentences above")


if __name__ == "__main__":
    main()
