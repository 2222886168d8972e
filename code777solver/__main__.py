"""``python -m code777solver`` is the command ``code777``."""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

from .show.streams import take_any_text

INTERRUPTED = 130


def main() -> None:
    """The command. Without arguments it is the prompt, which starts sooner if no arguments have to be parsed."""
    take_any_text()
    if len(sys.argv) > 1 or "_CODE777_COMPLETE" in os.environ:  # a shell asks what may come next
        try:
            from .cli.main import main as command

            command(prog_name="code777")
        except KeyboardInterrupt:  # before there was a command
            _leave()
        except SystemExit as end:
            if end.code == INTERRUPTED:
                _leave()
            raise
    gc.disable()  # until the prompt is there: imports make much and free little
    try:
        from .lang import language, preferred_language
        from .prompt.game import start

        status = start(language(preferred_language()))
    except KeyboardInterrupt:  # before the first prompt
        status = INTERRUPTED
    raise SystemExit(status)


def _leave() -> NoReturn:
    """End at once: after Ctrl-C nobody waits for compiled code to be taken down in order."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
