"""Prepares docstrings for the reference: an extension of griffe, which reads the package.

Examples are fenced, so that they are shown as code, and a field gets the description that stands in its `Annotated`.
"""

from __future__ import annotations

import ast
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


def described(annotation: str) -> str:
    """The description in the annotation of a field; empty if it has none.

    >>> described('Annotated[Count, "Its number."]'), described("int")
    ('Its number.', '')
    """
    for node in ast.walk(ast.parse(annotation, mode="eval")):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Tuple)
            and "Annotated" in ast.dump(node.value)
        ):
            return next(
                (
                    one.value
                    for one in node.slice.elts[1:]
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ),
                "",
            )
    return ""


class Examples(griffe.Extension):
    """Rewrites every docstring as it is read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is None and isinstance(obj, griffe.Attribute) and obj.annotation is not None:
            text = described(str(obj.annotation))
            obj.docstring = griffe.Docstring(text, parent=obj) if text else None
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
