"""The sentences of a game review, for the terminal and for the page. No deduction.

What is proved, what was seen only in hindsight and what is estimated carry different marks: nothing, ``*`` and ``~``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..lang import Language
from ..reasons.wording import claim_text
from ..review.records import Declaration, GameReview, Knowledge, RackStory, ReviewStep, TurningPoint
from ..rules.targets import Target
from ..table.table import ME
from .panels import guess


def facts(one: Knowledge, t: Language) -> str:
    """The facts that a line proved to a player, in one line."""
    return ", ".join(claim_text(claim, t) for claim in one.facts)


def mark(kind: str | None) -> str:
    """The mark of a kind of knowledge."""
    return {"hindsight": "*", "estimate": "~"}.get(kind or "", "")


def legend(review: GameReview, t: Language) -> list[str]:
    """The meaning of the marks that occur."""
    kinds = {one.kind for step in review.steps for one in step.known}
    found = [t("Numbers without a mark are exact: what the player could deduce then.")]
    if "hindsight" in kinds:
        found.append(
            t("* exact in hindsight: uses your rack, which you could not see then.")
            if review.seat == ME
            else t("* exact in hindsight: uses the rack of {name}, who could not see it then.", name=review.seat)
        )
    if "estimate" in kinds:
        found.append(
            t("~ estimate: averaged over what you may have held then.")
            if review.seat == ME
            else t("~ estimate: averaged over what {name} may have held then.", name=review.seat)
        )
    found.append(t("! certain"))
    return found


def left_title(review: GameReview, t: Language) -> str:
    """The heading above what was left."""
    return t("Racks left, line by line") if review.target.by_tiles else t("Codes left, line by line")


def left(one: Knowledge, target: Target, t: Language) -> str:
    """The number of codes left, with its mark; of racks where tiles are declared."""
    if one.kind == "estimate":
        return "1!" if one.certain == 1.0 else f"~{t.number(target.expected(one), 1)}"
    count = target.pick(one.codes, one.racks)
    return f"{count if count is None else t.number(count)}{'!' if one.certain == 1.0 else ''}{mark(one.kind)}"


def certain(story: RackStory) -> str:
    """The line at which a player was certain of a rack, or likely so."""
    if story.certain_since is not None:
        return f"~{story.certain_since}" if story.kind == "estimate" else f"{story.certain_since}{mark(story.kind)}"
    return "-" if story.likely is None else f"~{story.likely}"


def declared(story: RackStory, t: Language) -> str:
    """A declaration, its line and its result."""
    found = story.declaration
    if found is None:
        return "-"
    outcome = t("right") if found.right else t("wrong")
    return f"{found.line}: {found.said} {outcome}"


def verdict(story: RackStory, t: Language) -> str:
    """A judgement of a declaration."""
    found = story.declaration
    if found is None:
        if not story.late:
            return ""
        return t.count(story.late, "{count} card let pass", "{count} cards let pass")
    if story.could_declare is None or not found.right:
        return _gamble(found, t)
    if not story.late:
        return t("at once")
    return t.count(story.late, "{count} card late", "{count} cards late")


def _gamble(found: Declaration, t: Language) -> str:
    """A declaration without certainty."""
    if found.probability is None:
        return ""
    if found.probability == 0.0:
        since = found.excluded_since
        return t("excluded already") if since is None else t("excluded since line {line}", line=since)
    exact = found.kind != "estimate" or found.probability in (0.0, 1.0)
    said = t("a guess: {chance}", chance=guess(found.probability, t, exact=exact)) + (
        "*" if found.kind == "hindsight" else ""
    )
    if found.best not in (None, found.said) and found.best_probability is not None:
        said += t.semicolon + t("{code} had {chance}", code=found.best, chance=t.percent(found.best_probability))
    return said


def reason(story: RackStory) -> str:
    """The lines that settle a code."""
    return " ".join(map(str, story.proof)) if story.certain_since is not None else ""


def passed(story: RackStory, thresholds: Sequence[float]) -> str:
    """The lines at which the likeliest code passed each threshold."""
    return " ".join(str(story.passed.get(threshold, "-")) for threshold in thresholds) if story.passed else ""


def thresholds_title(thresholds: Sequence[float]) -> str:
    """``50 75 90 %``."""
    return " ".join(f"{threshold * 100:g}" for threshold in thresholds) + " %"


def foreseen(story: RackStory, t: Language) -> str:
    """The chance that this player was certain then, as the writer of the log could compute it."""
    return "" if story.foreseen is None else t.percent(story.foreseen)


def news(step: ReviewStep, focus: str, t: Language) -> str:
    """The facts that a line proved to one player."""
    one = step.of(focus)
    return "" if one is None else facts(one, t)


def best(step: ReviewStep, focus: str, t: Language) -> str:
    """One player's likeliest code after a line, and its chance."""
    one = step.of(focus)
    return "" if one is None else chance_text(one, t)


def turning_title(review: GameReview, t: Language) -> str:
    if review.target.by_tiles:
        return t("Turning points (bits about the tiles)")
    return t("Turning points (bits about the numbers)")


def moves_title(review: GameReview, focus: str, t: Language) -> str:
    """The heading of the moves as one player saw them."""
    if review.target.by_tiles:
        if focus == ME == review.seat:
            return t("Move by move: racks left, and what you could prove")
        return t("Move by move: racks left, and what {name} could prove", name=focus)
    if focus == ME == review.seat:
        return t("Move by move: codes left, and what you could prove")
    return t("Move by move: codes left, and what {name} could prove", name=focus)


def as_seen(review: GameReview, t: Language) -> str:
    """The heading of what the seat itself could tell."""
    return t("as you saw it") if review.seat == ME else t("as {name} saw it", name=review.seat)


def settles(point: TurningPoint, t: Language) -> str:
    """The players who became certain by a line."""
    return t("certain: {names}", names=", ".join(point.became_certain)) if point.became_certain else ""


def bits(amount: float | None, t: Language, digits: int = 1) -> str:
    """An amount of information; a dash where nothing is known of it."""
    return "-" if amount is None else t.number(amount, digits)


def result(review: GameReview, t: Language) -> str:
    """The state or the end of the game."""
    table = review.log.table
    points = ", ".join(f"{name} {score}" for name, score in table.scores.items())
    if table.winner is not None:
        won = t("you have won") if table.winner == ME == table.viewer else t("{name} has won", name=table.winner)
        return f"{won} ({points})"
    return t("Points: {points}", points=points)


def chance_text(one: Knowledge, t: Language) -> str:
    """The likeliest code and its chance."""
    if one.probability is None:
        return guess(one.certain, t, exact=not one.sampled)
    return f"{one.best} {t.percent(one.probability)}"


__all__ = [
    "best",
    "bits",
    "certain",
    "chance_text",
    "declared",
    "facts",
    "foreseen",
    "left",
    "left_title",
    "legend",
    "mark",
    "moves_title",
    "news",
    "passed",
    "reason",
    "result",
    "settles",
    "thresholds_title",
    "turning_title",
    "verdict",
]
