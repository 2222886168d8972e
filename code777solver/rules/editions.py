"""Editions by name or from a file.

An edition takes what its file (`edition_file`) leaves out from the one it extends.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..errors import EditionError, nearest, one_line, require_text
from ..records import replace
from .edition import PYTHON, RACK_SIZE, Edition, check_edition
from .edition_file import CardFile, read_card_file, read_deck, read_entries, read_toml, refuse_unknown
from .rules import Rules, read_rule

__all__ = ["PYTHON", "RACK_SIZE", "Edition", "edition_names", "load_edition"]


def edition_names() -> list[str]:
    """The editions that come with the package.

    >>> edition_names()
    ['classic', 'code77', 'stronghold', 'unique49']
    """
    folder = _data("editions")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def load_edition(name: str | Path, *, folder: Path | None = Path()) -> Edition:
    """An edition by name, or from a ``.toml`` file; a relative path starts at ``folder``, None forbids files.

    >>> load_edition("classic").deck.size
    28
    """
    name = str(name) if isinstance(name, Path) else require_text(name, "edition", "classic")
    if not name.casefold().endswith(".toml"):
        return _load_bundled(name.casefold()).edition
    if folder is None:
        raise EditionError(
            "edition {name!r}: files are not read here (editions: {editions})",
            name=name,
            editions=", ".join(edition_names()),
        )
    path = folder / name
    return _load(path, path.stem, str(path), above=()).edition


class _Loaded(NamedTuple):
    """An edition, and its cards as files describe them: one that extends it may have another deck."""

    edition: Edition
    file: CardFile


@lru_cache(maxsize=16)
def _load_bundled(name: str) -> _Loaded:
    if name not in edition_names():
        names = edition_names()
        raise EditionError(
            "no edition {name!r}{meant} (editions: {names}, or a .toml file)",
            name=name,
            meant=nearest(name, names),
            names=", ".join(names),
        )
    return _load(_data("editions").joinpath(f"{name}.toml"), name, name, above=())


def _data(kind: str) -> Path:
    """A folder of the package. A plain path, because importing `importlib.resources` would slow the prompt down."""
    return Path(__file__).parents[1] / "data" / kind


def _load(source: Path, name: str, where: str, *, above: tuple[str, ...]) -> _Loaded:
    """Read one edition file and what it extends; ``where`` names it in messages, ``above`` extend it."""
    data = read_toml(source, where)
    refuse_unknown(data, ("title", "extends", "cards", "deck", "rules", "card"), where)
    base = _base(data.get("extends"), source, where, above)
    if base is None and "deck" not in data:
        raise EditionError(
            "{where}: deck: missing (give a [deck], or `extends` with the name of an edition)", where=where
        )
    entries = dict(base.file.entries) if base and "cards" not in data else {}
    if "cards" in data:
        entries |= _card_file(data["cards"], source, where).entries
    entries |= read_entries(data.get("card", []), where)
    title = data.get("title", name)
    if not isinstance(title, str) or not title.strip() or one_line(title) != title:
        raise EditionError("{where}: title: {title!r}: must be one line of text", where=where, title=title)
    deck = read_deck(data["deck"], where) if "deck" in data or base is None else base.edition.deck
    rules = _read_rules(data.get("rules", {}), base.edition.rules if base else None, where)
    file = CardFile(where, entries)
    edition = Edition(name=name, title=title, deck=deck, rules=rules, printed=file.cards(deck), source=where)
    check_edition(edition, where)
    return _Loaded(edition, file)


def _base(extends: object, source: Path, where: str, above: tuple[str, ...]) -> _Loaded | None:
    """The edition that a file extends, if it does."""
    if extends is None:
        return None
    if not isinstance(extends, str):
        raise EditionError("{where}: extends: must be the name of an edition", where=where)
    if not extends.endswith(".toml"):
        try:
            return _load_bundled(extends)
        except EditionError as error:
            raise EditionError("{where}: extends: {error}", where=where, error=error) from None
    path = _beside(source, extends)
    if "\0" in extends:
        raise EditionError("{where}: extends: not a possible file name: {extends!r}", where=where, extends=extends)
    if str(path.resolve()) in above:
        raise EditionError("{where}: extends: {extends} extends itself", where=where, extends=extends)
    return _load(path, path.stem, str(path), above=(*above, str(path.resolve())))


def _beside(source: Path, name: str) -> Path:
    """A file named in another file: relative to the folder that file is in."""
    return Path(str(source)).parent / name


def _card_file(name: object, source: Path, where: str) -> CardFile:
    if not isinstance(name, str):
        raise EditionError("{where}: cards: must be the name of a card file", where=where)
    if name.endswith(".toml"):
        path: Path = _beside(source, name)
    else:
        path = _data("cards").joinpath(f"{name}.toml")
        if not path.is_file():
            raise EditionError(
                "{where}: cards: no card file {name!r} (use 'standard' or a .toml file)", where=where, name=name
            )
    return read_card_file(path, name)


def _read_rules(data: object, base: Rules | None, where: str) -> Rules:
    if not isinstance(data, dict):
        raise EditionError("{where}: rules: must be a table of rules", where=where)
    try:
        named = {name: read_rule(name, value) for name, value in data.items()}
    except EditionError as error:
        raise EditionError("{where}: rules: {error}", where=where, error=error) from None
    if set(named) == set(Rules.__match_args__):
        return Rules(**named)
    return replace(base or _load_bundled("classic").edition.rules, **named)
