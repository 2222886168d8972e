"""Rules as values: one for every point on which editions differ, and how each is read from text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args, get_type_hints

from ..errors import EditionError, nearest
from ..records import Record, replace
from .targets import Target

_WORDS = {
    "yes": True,
    "on": True,
    "true": True,
    "1": True,
    "no": False,
    "off": False,
    "false": False,
    "0": False,
}


class Rules(Record):
    """One value for every point on which editions differ. The names are the option names of the log."""

    least_players: Annotated[int, "The smallest number of players."]
    most_players: Annotated[int, "The largest number of players."]
    racks: Annotated[int, "Racks that are always filled; 0 for one rack per player."]
    spare_tiles: Annotated[int, "The number of tiles on a playerless rack."]
    spares_refreshed: Annotated[int, "The number of playerless racks that are replaced after each right declaration."]
    spare_choice: Annotated[
        Literal["none", "reader", "anyone"], "The player who picks the one to replace if there are two."
    ]
    answered_by: Annotated[Literal["drawer", "others"], "The players who answer a card."]
    cards_run_out: Annotated[
        Literal["reshuffle", "cycle"], "The order of the cards once all have been answered: new or the same."
    ]
    declare: Annotated[Literal["any_time", "own_turn"], "When a player may declare."]
    target: Annotated[Target, "The target of a declaration."]
    own_tiles_seen: Annotated[
        Literal["always", "if_right"], "When a player sees the tiles that they have just declared."
    ]
    reshuffle_at: Annotated[int, "The number of tiles left in the pile that causes a reshuffle."]
    reshuffle_when: Annotated[
        Literal["at_once", "when_refilling"], "When it happens: at once, or when a rack must be refilled."
    ]
    points_to_win: Annotated[int, "The number of points that wins the game."]
    tie: Annotated[Literal["one_more", "first"], "The rule for two players who reach that together."]
    two_declare: Annotated[
        Literal["first_said", "right_of_reader_first", "none"], "The player who comes first if two declare at once."
    ]
    false_answer_penalty: Annotated[int, "The number of points that a `penalty` line takes."]
    seen_tile_swapped: Annotated[bool, "True if a tile seen by accident is replaced."]
    error_rate: Annotated[float, "The chance that any answer in the log is wrong; 0 trusts all answers."]
    doubt_rate: Annotated[float, "The same for an answer that the log marks as doubted."]

    def read(self, name: str, value: object) -> Rules:
        """These rules with one of them changed; ``value`` may be text. Raises `EditionError`."""
        return replace(self, **{name: read_rule(name, value)})


@lru_cache(maxsize=1)
def _rule_types() -> Mapping[str, Any]:
    """Types of the rules by name; the fields of the base class are not rules."""
    hints = get_type_hints(Rules)
    return {name: hints[name] for name in Rules.__match_args__}


def read_rule(name: str, value: object) -> Any:
    """Value of a rule, which may be given as text; raises `EditionError`."""
    kinds = _rule_types()
    if name not in kinds:
        raise EditionError(
            "no rule {name!r}{meant} (rules: {rules})", name=name, meant=nearest(name, kinds), rules=", ".join(kinds)
        )
    return read_value(name, value, kinds[name])


def read_value(name: str, value: object, kind: Any) -> Any:
    """Check a rule's value, turning text from an option line into the right type."""
    if kind is bool:
        found = value if isinstance(value, bool) else _WORDS.get(str(value).casefold())
        if found is None:
            raise EditionError("{name} {value!r}: must be yes or no", name=name, value=value)
        return found
    if kind is int:
        text = str(value)
        if isinstance(value, bool) or not text.isdecimal() or len(text) > 3:
            raise EditionError("{name} {value!r}: must be a whole number, 0 or more", name=name, value=value)
        return int(text)
    if kind is float:
        try:
            share = float(str(value))
        except ValueError:
            share = -1.0
        if isinstance(value, bool) or not 0 <= share < 1:
            raise EditionError(
                "{name} {value!r}: must be a share from 0 to less than 1, like 0.05", name=name, value=value
            )
        return share
    choices = tuple(kind) if kind is Target else get_args(kind)
    word = str(value).casefold().replace("-", "_").replace(" ", "_")
    if word not in choices:
        raise EditionError(
            "{name} {value!r}{meant} (choices: {choices})",
            name=name,
            value=value,
            meant=nearest(word, choices),
            choices=", ".join(choices),
        )
    return choices[choices.index(word)]
