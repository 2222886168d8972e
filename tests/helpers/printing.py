"""Text as it is printed on a screen of a given width, and as it reads without line breaks."""

from __future__ import annotations

from io import StringIO

from rich.console import Console, RenderableType


def printed(body: RenderableType | None, width: int = 80) -> str:
    """Printed text, without colours."""
    out = StringIO()
    if body is not None:
        Console(file=out, width=width, color_system=None, highlight=False).print(body)
    return out.getvalue()


def unwrapped(text: str) -> str:
    """A text in one line. Where lines end depends on the length of the paths in them, and so on the machine."""
    return " ".join(text.split())
