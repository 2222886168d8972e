"""``python -m code777solver`` is the command ``code777``."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """The command. Without arguments it is the prompt, which starts sooner if no arguments have to be parsed."""
    if len(sys.argv) > 1:
        from .cli import main as command

        command(prog_name="code777")
    gc.disable()  # until the prompt is there: imports make much and free little
    from .lang import language, preferred_language
    from .repl import start

    raise SystemExit(start(language(preferred_language())))


if __name__ == "__main__":
    main()
