"""The functions that segno takes from `xml.sax.saxutils`, which would load the whole of `http`."""

from html import escape as _escape

__all__ = ["escape", "quoteattr"]


def escape(text: str) -> str:
    return _escape(text, quote=False)


def quoteattr(text: str) -> str:
    return f'"{_escape(text)}"'
