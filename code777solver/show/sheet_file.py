"""Drawings as files: SVG, and PDF or PNG with the extra ``sheet``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ..sentences import any_of
from .drawing import Drawing, SheetError, to_svg


def write_sheet(drawing: Drawing, path: Path) -> None:
    """Write a drawing as a file; the ending of its name says the format. Raises `SheetError`."""
    write = _WRITERS.get(path.suffix.casefold())
    if write is None:
        raise SheetError("{path}: the file name must end in {endings}", path=path, endings=any_of([*_WRITERS]))
    content = write(drawing)
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SheetError("{path}: cannot be written: {reason}", path=path, reason=reason) from None


def _to_png(drawing: Drawing) -> bytes:
    from .paper import to_png

    return to_png(drawing)


def _to_pdf(drawing: Drawing) -> bytes:
    from .paper import to_pdf

    return to_pdf(drawing)


_WRITERS: Mapping[str, Callable[[Drawing], bytes]] = {
    ".svg": lambda drawing: to_svg(drawing).encode(),
    ".png": _to_png,
    ".pdf": _to_pdf,
}
