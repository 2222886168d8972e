"""Write the pages of the commands: docs/commands.md, the list, and docs/commands/NAME.md, one for each command.

``python docs/command_pages.py`` takes the help texts as they are and runs the examples below. A test fails if a page is
out of date, and the site is not built if a page is missing from the navigation in mkdocs.yml.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import click
from click.testing import CliRunner

from code777solver.cli import main as cli

DOCS = Path(__file__).parent
GAMES = Path(cli.__file__).parents[1] / "data" / "examples"
WIDTH = 80
INTRODUCTION = """\
# Commands

`code777` alone opens [the prompt](prompt.md), and `code777 FILE` opens it on a log. Everything else is a command, and each
command has a page with its options and an example. `analyze`, `check`, `explain`, `review` and `sheet` without a FILE take
the last game of the prompt and name it on standard error. `python3 dev.py fix` makes these pages from what
`--help` prints.
[The log](notation.md) describes the log that commands read, and [JSON](json.md) the JSON and the exit statuses.
"""
COMPLETION = """\
## Completion in the shell

With one line in the start file of your shell, the Tab key completes commands, options, editions and files:

| shell | file | line |
|---|---|---|
| bash (4.4 or newer) | `~/.bashrc` | `eval "$(code777 --completion bash)"` |
| zsh | `~/.zshrc` | `eval "$(code777 --completion zsh)"` |
| fish | `~/.config/fish/config.fish` | `code777 --completion fish \\| source` |
"""
MORE = {
    "analyze": "[Belief](../belief.md) explains the chances, and [JSON](../json.md) what `--json` prints.",
    "bench": "[The 23 cards](../cards.md) has the results of `bench cards`; [Benchmarks](../benchmarks.md) compares speeds.",
    "breaker": "[Code Breaker](../breaker.md) has the rules, the prompt, the log and the proof.",
    "check": "[When nothing fits](../reasons.md#when-nothing-fits) explains how culprits are found.",
    "example": "[For players](../start/players.md) is the next step.",
    "explain": "[Proofs](../reasons.md#proofs) lists the claims; [Hints](../reasons.md#hints-and-notes) explains the levels of hints.",
    "puzzle": "[Puzzles](../puzzles.md) explains what you can type, how puzzles are graded, and why there is one solution.",
    "review": "[Looking back](../review.md) explains the review and what is exact in it.",
    "serve": "[The page](../web.md) shows the page and explains who can use it.",
    "sheet": "[The note sheet](../sheet.md) shows one.",
    "simulate": "[Simulated games](../simulation.md) explains the settings and the tables.",
}
"""Where to read on, by command."""
EXAMPLES = {
    "analyze": ("analyze first-game.c777 --top 5",),
    "check": ("check first-game.c777",),
    "example": ("example",),
    "explain": ("explain first-game.c777 has 4", "explain first-game.c777 --hint 2"),
    "puzzle": ("puzzle --seed 17 --level easy --solution",),
    "review": ("review first-game.c777",),
    "simulate": ("simulate --games 20000 --seed 7 --csv by_seat",),
}
"""Commands run for each page. `first-game.c777` is the game that `code777 example` solves."""


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    return click.Context(command, info_name=name, parent=parent, **settings)


def _below(context: click.Context) -> Iterator[click.Context]:
    """The commands right below one, in the order of its help."""
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None and not command.hidden:
                yield _context(command, name, parent=context)


def _help(context: click.Context) -> str:
    return f"```text\n{context.get_help().rstrip()}\n```\n"


def _printed(line: str) -> str:
    """Output of a command, on a terminal of 80 columns without colours."""
    plain = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb", "CODE777_LANG": "en"}
    with chdir(GAMES):
        done = CliRunner(env={**os.environ, **plain}).invoke(cli.main, shlex.split(line))
    assert done.exit_code == 0, f"{line}: {done.output}"
    return "\n".join(row.rstrip() for row in done.stdout.rstrip().split("\n"))


def _page(context: click.Context) -> str:
    name = context.info_name or ""
    parts = [f"# {context.command_path}\n", _help(context)]
    for below in _below(context):
        parts += [f"## {below.command_path}\n", _help(below)]
    if name in EXAMPLES:
        parts.append("## Example\n")
        parts += [f"```text\n$ code777 {line}\n{_printed(line)}\n```\n" for line in EXAMPLES[name]]
    if name in MORE:
        parts.append(f"{MORE[name]}\n")
    return "\n".join(parts)


def pages() -> dict[str, str]:
    """All pages as they should be, by their path below docs/."""
    top = _context(cli.main, "code777")
    rows = ["| command | what it does |", "|---|---|"]
    found = {}
    for context in _below(top):
        path = f"commands/{context.info_name}.md"
        rows.append(f"| [`{context.command_path}`]({path}) | {context.command.get_short_help_str(200)} |")
        found[path] = _page(context)
    listing = "\n".join(rows)
    found["commands.md"] = f"{INTRODUCTION}\n{listing}\n\n{COMPLETION}\n## code777\n\n{_help(top)}"
    return found


def stale() -> list[str]:
    """Pages that are missing, out of date, or about a command that is gone."""
    wanted = pages()
    there = {f"commands/{path.name}" for path in (DOCS / "commands").glob("*.md")} | {"commands.md"}
    read = {path: (DOCS / path).read_text(encoding="utf-8") for path in there if (DOCS / path).exists()}
    return sorted(path for path in wanted.keys() | read.keys() if wanted.get(path) != read.get(path))


def write() -> None:
    """Make the pages what they should be."""
    (DOCS / "commands").mkdir(exist_ok=True)
    wanted = pages()
    for path in stale():
        if path in wanted:
            (DOCS / path).write_text(wanted[path], encoding="utf-8")
        else:
            (DOCS / path).unlink()
        print(f"docs/{path} {'written' if path in wanted else 'removed'}")


if __name__ == "__main__":
    write()
