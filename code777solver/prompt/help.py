"""Help while typing at the prompt of a game: shortcuts, words of the language, the meaning of signs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from ..lang import Language
from ..rules.cards import Card
from ..table.events import KEYWORDS
from ..table.vocabulary import LETTERS

__all__ = ["shortcuts", "sides", "with_sides"]

_ROOM = 9


def shortcuts(t: Language) -> Iterator[str]:
    """Lines of the help about words that may be left out or shortened."""
    rows = {
        "16 <": t("an answer of the player whose turn it is; `b 16 <`: of Bob"),
        "16": t("a card alone on your turn: what to say; Enter logs it"),
        " ".join(LETTERS): t("short for {words}", words=", ".join(LETTERS.values())),
        "un": t("any beginning of a word will do if no other begins so"),
    }
    yield from (f"{typed:<{_ROOM}} {meaning}" for typed, meaning in rows.items())
    local = [f"{t.word(word)} ({word})" for word in KEYWORDS if t.word(word) != word]
    if local:
        yield t("Words of your language: {words}; Tab shows more.", words=", ".join(local))


def sides(card: Card, t: Language) -> dict[str, str]:
    """Meaning of each sign of a comparison; empty for other cards."""
    from ..reasons.wording import sides  # not before a card is typed: the prompt starts sooner

    return sides(card, t)


def with_sides(text: str, card: Card, t: Language, *, width: int) -> str:
    """The text of a card, and behind it what `>` and `<` stand for if there is room."""
    told = sides(card, t)
    longer = f"{text}   " + "   ".join(f"{sign} {told[sign]}" for sign in "><" if sign in told)
    return longer if told and cell_len(longer) <= width else text
