"""Make ``code777solver/__init__.pyi``, which tells type checkers and editors what is public.

    python docs/stub.py

The names come from the one list in ``code777solver/__init__.py``; a test fails while the file is out of date.
"""

from __future__ import annotations

from pathlib import Path

import code777solver

PATH = Path(code777solver.__file__).with_suffix(".pyi")


def stub() -> str:
    names = sorted(code777solver._HOME_OF.items(), key=lambda entry: (entry[1], entry[0]))
    lines = [f"from .{home} import {name} as {name}" for name, home in names]
    whole = ((name, *home.split(".")) for name, home in code777solver._MODULES.items())
    for name, room, module in whole:  # only `a as a` is public; another name is given below
        lines.append(f"from .{room} import {module}" + (f" as {name}" if name == module else ""))
    others = [
        f"{name} = {home.split('.')[1]}"
        for name, home in code777solver._MODULES.items()
        if not home.endswith(f".{name}")
    ]
    head = '"""Made by docs/stub.py from the list of public names in __init__.py."""'
    return "\n".join(["# ruff: noqa: I001", head, "", *lines, "", *others, ""])


if __name__ == "__main__":
    PATH.write_text(stub(), encoding="utf-8")
    print(f"written: {PATH}")
