"""``code777 serve``: the page for phones and browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .._lazy import lazy_module
from ..sentences import Sentence
from .exit_status import fail
from .files import reading

if TYPE_CHECKING:
    from ..web import serve as web
else:
    web = lazy_module("code777solver.web.serve")

__all__ = ["serve"]


@click.command(short_help="Serve the page for phones and browsers.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for phones.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=7770, show_default=True, help="The port; 0 for any free one."
)
@click.option("--token", metavar="TEXT", help="The token to ask for; random if others can reach the server.")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="A host name of this server; repeatable.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Worker processes (default: one per core).")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, help="Time limit for one request."
)
def serve(
    *, host: str, port: int, token: str | None, names: tuple[str, ...], workers: int | None, seconds: float
) -> None:
    """Serve the assistant as a page for phones and browsers, and as a JSON interface."""
    try:
        start = web.serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("code777solver"):
            raise
        fail(Sentence("{name} is not installed (pip install 'code777solver[web]')", name=error.name))
    with reading("-"):
        start(host=host, port=port, token=token, names=names, workers=workers, seconds=seconds)
