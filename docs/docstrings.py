"""Fences the examples of docstrings, so that the reference shows them as code: an extension of griffe, which reads the package."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*\n(?:(?!\s*$).*\n)*", re.MULTILINE)


def fenced(text: str) -> str:
    r"""The text with each example, up to the next blank line, between fences.

    >>> fenced("Adds.\n\n>>> 1 + 1\n2\n\nThat is all.").split("\n")
    ['Adds.', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'That is all.']
    """
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", f"{text}\n").rstrip()


class Examples(griffe.Extension):
    """Rewrites every docstring as it is read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
