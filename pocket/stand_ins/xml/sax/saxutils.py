"""What segno takes from `xml.sax.saxutils`, which loads the whole of `http` otherwise."""

from html import escape as _escape

__all__ = ["escape", "quoteattr"]


def escape(text: str) -> str:
    return _escape(text, quote=False)


def quoteattr(text: str) -> str:
    return f'"{_escape(text)}"'
