"""``python -m code777solver`` is the command ``code777``."""

from .cli import main

main(prog_name="code777")
