"""A game's file kept in step with its lines, whatever the disk does.

Trouble with the disk is told while the game continues in memory, and is tried again with every line. A file that somebody
else changed is left alone: the game then goes on in a new file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..sentences import Sentence
from .journal import ChangedError, Journal, path_beside


class Autosave:
    """What a session tells of its lines, on disk. Without a journal nothing is written."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._journal = journal
        self.trouble: str | None = None
        """What keeps the game from being saved, if anything does."""
        self.behind = False
        """Whether the file lacks something that the session has, so that appending to it would not do."""
        self._is_unsure = False
        """Whether a write was interrupted, so that the file may hold a change which was never made."""
        self._notices: list[str] = []

    @property
    def path(self) -> Path | None:
        """The file of the game; None if it is kept in memory only."""
        return self._journal.path if self._journal is not None else None

    def take_notices(self) -> list[str]:
        """What the player has to be told, once: each text is given only by the first call."""
        notices, self._notices = self._notices, []
        return notices

    def append(self, line: str, lines: Callable[[], Sequence[str]]) -> None:
        """Save one more line. ``lines`` gives all of them, with this one, if the whole file has to be written."""
        if self._journal is None:
            return
        if self.behind or self._is_unsure or self.trouble is not None:
            self.save(lines())
        else:
            self._write(lambda journal: journal.append(line), lines)

    def save(self, lines: Sequence[str]) -> None:
        """Make the file hold these lines and nothing else."""
        self._write(lambda journal: journal.replace(lines), lambda: lines)

    def _write(self, write: Callable[[Journal], None], lines: Callable[[], Sequence[str]]) -> None:
        if self._journal is None:
            return
        self._is_unsure = True
        try:
            write(self._journal)
            self.trouble, self.behind = None, False
        except ChangedError as error:
            self._go_on_beside(error, lines())
        except OSError as error:
            self._tell(error)
        self._is_unsure = False

    def close(self, lines: Callable[[], Sequence[str]]) -> None:
        """Let go of the file; what could not be saved before is tried once more."""
        if self._journal is not None:
            if self._is_unsure or self.trouble is not None:
                self.save(lines())
            self._journal.close()

    def _go_on_beside(self, reason: ChangedError, lines: Sequence[str]) -> None:
        """Leave the file to whoever changed it, and write everything to a new one."""
        assert self._journal is not None
        try:
            new = Journal(path_beside(self._journal.path))
        except OSError as error:
            self._tell(error)
            return
        self._journal.close()
        self._journal = new
        self._notices.append(
            Sentence("{reason} and is left alone now; this game continues in {path}", reason=reason, path=new.path)
        )
        self.save(lines)

    def _tell(self, error: OSError) -> None:
        self.trouble = Sentence("not saved ({reason}); the game continues in memory", reason=error.strerror or error)
