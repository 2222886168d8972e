"""Lines about tiles: racks that are filled, tiles that are swapped, reshuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..errors import RuleError
from ..records import replace
from ..rules.editions import RACK_SIZE
from ..rules.tiles import Rack, Tile
from ..sentences import Counted, Sentence
from .events import Fill, Reshuffle, Swap
from .state import ME, AnyTable, Discard, EventEffect, Holding, PublicState
from .warning_kinds import EventWarning, WarningKind


def fill(before: AnyTable, event: Fill) -> EventEffect[AnyTable]:
    """Put tiles from the pile on a rack: at the deal, as a refill, or in place of the old tiles."""
    name = before.rack_name(event.rack)
    warnings: list[EventWarning] = []
    require_tiles(before, event.tiles or ())
    if event.tiles is None:
        require_unseen(before, name)
    event = Fill(name, None if event.tiles is None else before.edition.deck.sort(event.tiles))
    if name in before.racks and not before.started:
        raise RuleError("{rack} is already in the log: correct that line instead", rack=before.person(name).rack)
    table = before
    if before.started and not before.missing(name):
        if name in before.players:
            said = before.person(name).says(
                "you have not declared: the old tiles are treated as out of play, unseen",
                "{name} has not declared: the old tiles are treated as out of play, unseen",
            )
            warnings.append(EventWarning(WarningKind.NOT_DECLARED, said))
        elif not before.spares_due:
            said = Sentence("{name} was replaced, but no right declaration called for it", name=name)
            warnings.append(EventWarning(WarningKind.SPARE_REPLACED, said))
        due = before.spares_due if name in before.players else max(0, before.spares_due - 1)
        table = replace(discard(before, name, seen=False), spares_due=due)
        if before.reshuffle_due and before.edition.rules.reshuffle_when == "when_refilling":
            warnings.append(reshuffle_reminder(before))
    elif before.started and before.reshuffle_due and before.edition.rules.reshuffle_when == "when_refilling":
        warnings.append(reshuffle_reminder(before))
    kept = table.racks.get(name, Holding())
    count = _draw_count(table, name, kept, event.tiles, warnings)
    drawn = new_tiles(before, name, kept, event.tiles)
    require_supply(table, drawn)
    holding = Holding(kept.tiles, kept.unknown + count) if event.tiles is None else Holding(event.tiles)
    after = replace(table, racks={**table.racks, name: holding})
    unseen = count if event.tiles is None else 0
    return EventEffect(event, after, tuple(warnings), drawn=drawn, unseen=unseen)


def _draw_count(table: PublicState, name: str, kept: Holding, tiles: Rack | None, warnings: list[EventWarning]) -> int:
    """Number of tiles that a fill draws. Raises `RuleError` if they cannot all have been drawn."""
    full = table.full_size(name)
    if name not in table.players and tiles is not None:
        if not 1 <= len(tiles) <= RACK_SIZE:
            raise RuleError(
                Counted(
                    len(tiles),
                    "{count} tile on {name}: a rack holds 1 to {most}",
                    "{count} tiles on {name}: a rack holds 1 to {most}",
                    name=name,
                    most=RACK_SIZE,
                )
            )
        if len(tiles) != full:
            said = Counted(
                len(tiles),
                "{count} tile on {name}, but in {edition!r} it holds {full}",
                "{count} tiles on {name}, but in {edition!r} it holds {full}",
                name=name,
                edition=table.edition.name,
                full=full,
            )
            short = Counted(
                len(tiles),
                "{count} tile on {name}, but in this edition it holds {full}",
                "{count} tiles on {name}, but in this edition it holds {full}",
                name=name,
                full=full,
            )
            warnings.append(EventWarning(WarningKind.SPARE_SIZE, said, short))
        full = len(tiles)
    left = table.pile if table.started else full
    wanted = full - kept.size
    count = min(wanted, left)
    if count == 0:
        raise RuleError("no tiles are left in the pile", remedy=": log `reshuffle` first")
    if tiles is not None and len(tiles) != kept.size + count:
        if len(tiles) == full:
            raise RuleError(
                Counted(
                    left,
                    "only {count} tile left in the pile",
                    "only {count} tiles left in the pile",
                    remedy=": log `reshuffle` first, or `rack {name}` with the first {number}, then `reshuffle`, then the whole rack",
                    name=name,
                    number=kept.size + count,
                )
            )
        raise RuleError(
            Counted(
                len(tiles),
                "{count} tile {place}: it needs {number}",
                "{count} tiles {place}: it needs {number}",
                place=table.person(name).on_rack,
                number=kept.size + count,
            )
        )
    return count


def new_tiles(table: PublicState, name: str, kept: Holding, tiles: Rack | None) -> Rack:
    """Named tiles that were not on the rack before."""
    if tiles is None:
        return ()
    new = Counter(tiles)
    new.subtract(kept.tiles)
    if min(new.values()) < 0:
        lost = next(tile for tile, count in new.items() if count < 0)
        raise RuleError(
            "{lost} was {place} but is not in this line: name all its tiles",
            lost=lost,
            place=table.person(name).on_rack,
        )
    return table.edition.deck.sort(new.elements())


def discard(table: AnyTable, name: str, *, seen: bool, found: Rack | None = None) -> AnyTable:
    """The table with the tiles of a rack out of play; ``found`` names them if the log did not."""
    holding = table.racks[name] if found is None else Holding(found)
    racks = {other: held for other, held in table.racks.items() if other != name}
    return replace(table, racks=racks, discards=(*table.discards, Discard(name, holding, seen)))


def swap(table: AnyTable, event: Swap) -> EventEffect[AnyTable]:
    """Replace a tile that its owner has seen."""
    name = event.player
    warnings: list[EventWarning] = []
    require_tiles(table, [tile for tile in (event.old, event.new) if tile is not None])
    if event.new is None:
        require_unseen(table, name)
    if not table.edition.rules.seen_tile_swapped:
        said = Sentence("edition {name!r} has no rule for a tile seen by accident", name=table.edition.name)
        short = Sentence("this edition has no rule for a tile seen by accident")
        warnings.append(EventWarning(WarningKind.NO_SWAP_RULE, said, short))
    held = table.racks.get(name) or (Holding(unknown=RACK_SIZE) if name not in table.waiting else None)
    if held is None:
        raise RuleError(
            table.person(name).says(
                "you have no tiles now",
                "{name} has no tiles now",
                remedy=": log `rack {rack} ...` first",
                rack=name,
            )
        )
    if table.pile < 1:
        raise RuleError("no tiles are left in the pile", remedy=": log `reshuffle` first")
    if held.unknown == 0 and event.old not in held.tiles:
        raise RuleError(
            table.person(name).says(
                "you have no {tile}: the rack is {tiles}",
                "{name} has no {tile}: the rack is {tiles}",
                tile=event.old,
                tiles=spell_tiles(held.tiles),
            )
        )
    extra = [tile for tile in (event.old, event.new) if tile]
    if event.old in held.tiles:
        extra.remove(event.old)
    require_supply(table, extra)
    left = Counter(held.tiles)
    unknown = held.unknown
    if event.old in left:
        left[event.old] -= 1
    else:
        unknown -= 1
    if event.new is None:
        unknown += 1
    else:
        left[event.new] += 1
    after = replace(
        table,
        racks={**table.racks, name: Holding(table.edition.deck.sort(left.elements()), unknown)},
        discards=(*table.discards, Discard(name, Holding((event.old,)), seen_by_owner=True)),
    )
    drawn = (event.new,) if event.new else ()
    return EventEffect(event, after, tuple(warnings), drawn=drawn, unseen=event.new is None)


def reshuffle(table: AnyTable, event: Reshuffle) -> EventEffect[AnyTable]:
    """Put the tiles out of play back into the pile."""
    warnings: list[EventWarning] = []
    if not table.discards:
        said = Sentence("no tiles are out of play, so this reshuffle changes nothing")
        warnings.append(EventWarning(WarningKind.NOTHING_TO_RESHUFFLE, said))
    elif not table.reshuffle_due and table.pile > table.edition.rules.reshuffle_at:
        at = table.edition.rules.reshuffle_at
        said = Counted(
            table.pile,
            "reshuffled with {count} tile left in the pile, but {edition!r} waits until {at}",
            "reshuffled with {count} tiles left in the pile, but {edition!r} waits until {at}",
            edition=table.edition.name,
            at=at,
        )
        short = Counted(
            table.pile,
            "reshuffled with {count} tile left, but this edition waits until {at}",
            "reshuffled with {count} tiles left, but this edition waits until {at}",
            at=at,
        )
        warnings.append(EventWarning(WarningKind.RESHUFFLED_EARLY, said, short))
    after = replace(table, discards=(), reshuffles=table.reshuffles + 1, missed_reshuffle=False)
    return EventEffect(event, after, tuple(warnings))


def reshuffle_reminder(table: PublicState) -> EventWarning:
    """Warning that the reshuffle which is due was not logged."""
    said = Counted(
        table.pile,
        "{count} tile is left in the pile: a reshuffle is due here in {edition!r}",
        "{count} tiles are left in the pile: a reshuffle is due here in {edition!r}",
        remedy=" (log `reshuffle` if it was done)",
        edition=table.edition.name,
    )
    short = Counted(table.pile, "{count} tile is left: reshuffle now", "{count} tiles are left: reshuffle now")
    return EventWarning(WarningKind.RESHUFFLE_DUE, said, short)


# What must hold.


def require_unseen(table: PublicState, name: str) -> None:
    """Refuse unnamed tiles on a rack that is in sight of the viewer."""
    if name == table.viewer:
        return
    if name == ME and table.viewer is not None:
        raise RuleError(
            "{viewer} sees {rack}, but this log does not name its tiles",
            viewer=table.viewer,
            rack=table.person(name).rack,
        )
    raise RuleError("{rack} is in sight: name its tiles", rack=table.person(name).rack)


def require_tiles(table: PublicState, tiles: Iterable[Tile]) -> None:
    """Refuse tiles that the deck does not have."""
    for tile in tiles:
        if tile not in table.edition.deck.index:
            raise RuleError(
                "no {tile} in this deck (there are {names})", tile=tile, names=" ".join(table.edition.deck.names)
            )


def require_supply(table: PublicState, extra: Iterable[Tile]) -> None:
    """Refuse ``extra`` tiles if the deck has too few for them and for those that the log already places."""
    extra = list(extra)
    tile = table.edition.deck.excess([*table.known_tiles(), *extra])
    if tile is None:
        return
    copies = table.edition.deck.copies[table.edition.deck.index[tile]]
    gone = sum(discard.holding.tiles.count(tile) for discard in table.discards)
    seen = sum(holding.tiles.count(tile) for holding in table.racks.values())
    if extra.count(tile) > copies:
        raise RuleError(
            "{count} {tile} in one place, but the deck has only {copies}: a tile was misread",
            count=extra.count(tile),
            tile=tile,
            copies=copies,
        )
    if gone:
        raise RuleError(
            "one {tile} too many: the deck has {copies}, and the log already has {seen} on racks and {gone} out of play",
            remedy="; a line `reshuffle` is missing, or a tile was misread",
            tile=tile,
            copies=copies,
            seen=seen,
            gone=gone,
        )
    raise RuleError(
        "one {tile} too many: the deck has {copies}, and the log already has {seen} on racks: a tile was misread",
        tile=tile,
        copies=copies,
        seen=seen,
    )


def spell_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles as the log writes them."""
    return " ".join(map(str, tiles))
