"""Warnings about events that are possible but odd. Each has a kind, so that front ends do not depend on its words."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ..sentences import Sentence


class WarningKind(StrEnum):
    """Kinds of warnings."""

    ANSWER_MISSING = "answer_missing"
    CARD_AGAIN = "card_again"
    COLOURS_MISSING = "colours_missing"
    DRAWER_ANSWERED = "drawer_answered"
    FALSE_ANSWER = "false_answer"
    GAME_OVER = "game_over"
    NOT_DECLARED = "not_declared"
    NOTHING_TO_RESHUFFLE = "nothing_to_reshuffle"
    NO_PENALTY_RULE = "no_penalty_rule"
    NO_SWAP_RULE = "no_swap_rule"
    OLD_TILES_HIDDEN = "old_tiles_hidden"
    OLD_TILES_NOT_NAMED = "old_tiles_not_named"
    ORDER_BROKEN = "order_broken"
    OUT_OF_TURN = "out_of_turn"
    RESHUFFLE_DUE = "reshuffle_due"
    RESHUFFLED_EARLY = "reshuffled_early"
    SPARE_NOT_REPLACED = "spare_not_replaced"
    SPARE_REPLACED = "spare_replaced"
    SPARE_SIZE = "spare_size"


class EventWarning(NamedTuple):
    """One warning: its kind, and a sentence about the event."""

    kind: WarningKind
    sentence: Sentence
    short: Sentence | None = None
    """The same where the edition in play is shown and nothing is typed; None if the sentence's reason will do."""
