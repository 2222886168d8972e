"""A game's file kept in step with its lines, also when the disk fails.

Trouble with the disk is reported while the game continues in memory, and saving is tried again with every line. Meanwhile a
spare copy is kept in the state folder, if that can be written. A file that somebody else changed is left alone: the game then goes on in a
new file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ..sentences import Sentence
from .folders import state_folder
from .journal import SUFFIX, ChangedError, Journal, free_path, new_game_path, path_beside


class Autosave:
    """Saves the lines of a session. Without a journal it writes only a spare copy, after trouble."""

    def __init__(self, journal: Journal | None = None, suffix: str = SUFFIX) -> None:
        self._journal = journal
        self._suffix = suffix
        self._trouble: str | None = None
        self._spare: Journal | None = None
        self._is_spared = False
        """True if the spare copy holds every line."""
        self.behind = False
        """True if the file lacks something that the session has, so that appending to it would not do."""
        self._is_unsure = False
        """True if a change was interrupted, so that the file may hold one which was never made."""
        self._notices: list[str] = []

    @property
    def path(self) -> Path | None:
        """The file of the game; None if it is kept in memory only."""
        return self._journal.path if self._journal is not None else None

    @property
    def spare(self) -> Path | None:
        """The spare copy of a game that cannot be saved; None if there is none."""
        return self._spare.path if self._spare is not None and self._is_spared else None

    @property
    def trouble(self) -> str | None:
        """Reason why the game cannot be saved, and the place of its spare copy; None if it is saved."""
        if self._trouble is None or self.spare is None:
            return self._trouble
        return Sentence("{trouble}; a spare copy is in {path}", trouble=self._trouble, path=self.spare)

    @trouble.setter
    def trouble(self, reason: str) -> None:
        self._trouble = reason

    def take_notices(self) -> list[str]:
        """Take the messages for the player: each text is returned only once."""
        notices, self._notices = self._notices, []
        return notices

    @contextmanager
    def changing(self, lines: Callable[[], Sequence[str]]) -> Iterator[None]:
        """Save a change and then make it, inside. If that is interrupted, the file is put in step with the game again.

        ``lines`` gives the lines of the game in memory. If putting it in step is interrupted, too, the next change writes
        the whole file.
        """
        self.behind = self.behind or self._is_unsure
        self._is_unsure = True
        try:
            yield
        except BaseException:
            self.save(lines())
            self._is_unsure = False
            raise
        self._is_unsure = False

    def append(self, line: str, lines: Callable[[], Sequence[str]]) -> None:
        """Save one more line. ``lines`` gives all of them, with this one, if the whole file has to be written."""
        if self.behind or self._trouble is not None:
            self.save(lines())
        else:
            self._write(lambda journal: journal.append(line), lines)

    def save(self, lines: Sequence[str]) -> None:
        """Make the file hold these lines and nothing else."""
        self._write(lambda journal: journal.replace(lines), lambda: lines)

    def retry(self, lines: Callable[[], Sequence[str]]) -> None:
        """Save once more what could not be saved."""
        if self._is_unsure or self._trouble is not None:
            self.save(lines())

    def _write(self, write: Callable[[Journal], None], lines: Callable[[], Sequence[str]]) -> None:
        if self._journal is None:
            if self._trouble is not None:
                self._keep_spare(lines())
            return
        try:
            write(self._journal)
            self._trouble, self.behind = None, False
            self._drop_spare()
        except ChangedError as error:
            self._go_on_beside(error, lines())
        except OSError as error:
            self._tell(error, lines())

    def close(self, lines: Callable[[], Sequence[str]]) -> None:
        """Let go of the file; what could not be saved before is tried once more."""
        self.retry(lines)
        if self._journal is not None:
            self._journal.close()
        if self._spare is not None:
            self._spare.close()

    def _go_on_beside(self, reason: ChangedError, lines: Sequence[str]) -> None:
        """Leave the file, which another program changed, and write all lines to a new one."""
        assert self._journal is not None
        old = self._journal
        try:
            new = Journal(path_beside(old.path))
        except OSError as error:
            self._tell(error, lines)
            return
        self._notices.append(
            Sentence("{reason} and is left alone now; this game continues in {path}", reason=reason, path=new.path)
        )
        self._journal, self.behind = new, True
        old.close()
        self.save(lines)

    def _tell(self, error: OSError, lines: Sequence[str]) -> None:
        self._trouble = Sentence("not saved ({reason}); the game continues in memory", reason=error.strerror or error)
        self._keep_spare(lines)

    def _keep_spare(self, lines: Sequence[str]) -> None:
        """Put the lines into a spare copy, if there is a place for one."""
        self._is_spared = False
        with suppress(OSError):
            if self._spare is None:
                folder = state_folder()
                new = free_path(folder / self.path.name) if self.path else new_game_path(folder, self._suffix)
                self._spare = Journal(new)
            self._spare.replace(lines)
            self._is_spared = bool(lines)

    def _drop_spare(self) -> None:
        """Remove the spare copy: the game has its file again."""
        if self._spare is not None:
            spare, self._spare = self._spare, None
            with suppress(OSError):
                spare.replace([])
            spare.close()
