"""Slow twins of the assistant's mind: evidence, proofs, information, the others' knowledge, silence and futures.

As in `reference`, nothing here comes from the package under test, and nothing is clever: sets of answers are tried
one after the other, the log is replayed from another seat once for each rack that may be mine, and futures are
followed card by card. Line numbers count from 1, as in the log.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import reference
from reference import EDITIONS, Rack, States

Codes = dict[str, float]
Holds = Callable[[Rack], bool]


def numbers(rack: Rack) -> str:
    """The number code of a rack."""
    return "".join(sorted(tile[1] for tile in rack))


def colours(rack: Rack) -> str:
    """The colour letters of a rack."""
    return "".join(tile[0] for tile in rack)


def words_of(line: str) -> list[str]:
    return line.split("#")[0].split()


def entropy(chances: Iterable[float]) -> float:
    return -math.fsum(chance * math.log2(chance) for chance in chances if chance > 0)


def divergence(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """By how many bits ``after`` has moved away from ``before``."""
    return math.fsum(chance * math.log2(chance / before[key]) for key, chance in after.items() if chance > 0)


def normalised(weights: Mapping[str, float]) -> dict[str, float]:
    total = math.fsum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


# ---------------------------------------------------------------------------------------------- evidence


class Heard(NamedTuple):
    """One answer about a rack of mine."""

    line: int
    player: str
    card: int
    symbol: str
    others: int
    """Number of other answers that the card has."""
    doubted: bool


@dataclass(frozen=True)
class Evidence:
    """Every present rack with every set of answers against it (a bit for each one in ``heard``).

    The weights count the ways in which the racks of mine come about, with no answer applied.
    """

    heard: tuple[Heard, ...]
    weights: dict[tuple[Rack, int], int]

    def lines(self, mask: int) -> tuple[int, ...]:
        return tuple(heard.line for i, heard in enumerate(self.heard) if mask >> i & 1)

    def racks(self, without: int = 0, *, firm: int = -1) -> set[Rack]:
        """The racks that are left if the answers in a mask are left out."""
        return {rack for rack, against in self.weights if not against & firm & ~without}

    def firm(self, doubt: float) -> int:
        """The mask of the answers that rule out what they disagree with."""
        return sum(1 << i for i, heard in enumerate(self.heard) if not (heard.doubted and doubt))


def _others(card: int, racks: int) -> int:
    """Number of other answers that a card has for a player who sees a number of racks."""
    return racks if card <= 7 else 7 if card <= 10 else 3 if card == 11 else 2


def _copied(table: reference._Table) -> reference._Table:
    return replace(table, players=list(table.players), racks=dict(table.racks), out=list(table.out))


def read_evidence(lines: Sequence[str], seat: str = "me", readings: reference.Readings | None = None) -> Evidence:
    """Follow all histories of the seat's racks; an answer marks those that it disagrees with, and drops none.

    ``Ann 16 < ?`` is a doubted answer, ``Ann 16 ?`` one that was not heard.
    """
    table = reference._Table(seat)
    groups: dict[int, States] = {0: {((), ()): 1}}
    heard: list[Heard] = []
    for number, line in enumerate(lines, 1):
        words = words_of(line)
        if words and words[0] in table.players and words[0] != seat:
            if words[2] == "?":
                continue
            player, card, symbol = words[0], int(words[1]), words[2]
            ask, seen = reference._card(card, readings), table.seen_by(player)
            wrong = {
                rack: ask([*seen, rack]) != symbol for rack in {rack for group in groups.values() for rack, _ in group}
            }
            bit = 1 << len(heard)
            heard.append(Heard(number, player, card, symbol, _others(card, len(seen) + 1), len(words) == 4))
            split: dict[int, States] = defaultdict(dict)
            for mask, states in groups.items():
                for (rack, hidden), weight in states.items():
                    split[mask | bit if wrong[rack] else mask][rack, hidden] = weight
            groups = dict(split)
        else:
            after = {mask: reference._read(states, _copied(table), line, readings) for mask, states in groups.items()}
            groups = {mask: states for mask, states in after.items() if states}
            reference._read({}, table, line, readings)
    weights: dict[tuple[Rack, int], int] = defaultdict(int)
    for mask, states in groups.items():
        for (rack, _), weight in states.items():
            weights[rack, mask] += weight
    return Evidence(tuple(heard), dict(weights))


def granted(evidence: Evidence, lines: Iterable[int]) -> Evidence:
    """The evidence for one who takes the answers at some lines for granted: they are true, and no premises."""
    given = set(lines)
    kept = [i for i, heard in enumerate(evidence.heard) if heard.line not in given]
    mask = sum(1 << i for i in kept)
    weights: dict[tuple[Rack, int], int] = defaultdict(int)
    for (rack, against), weight in evidence.weights.items():
        if not against & ~mask:
            weights[rack, sum((against >> i & 1) << place for place, i in enumerate(kept))] += weight
    return Evidence(tuple(evidence.heard[i] for i in kept), dict(weights))


def posterior(evidence: Evidence, *, error: float = 0.0, doubt: float = 0.0) -> dict[tuple[Rack, int], float]:
    """The chance of each rack together with the answers against it, where answers may be wrong."""
    weights: dict[tuple[Rack, int], float] = {}
    for (rack, against), weight in evidence.weights.items():
        chance = float(weight)
        for i, heard in enumerate(evidence.heard):
            rate = max(error, doubt) if heard.doubted else error
            chance *= rate / heard.others if against >> i & 1 else 1 - rate
        if chance:
            weights[rack, against] = chance
    total = math.fsum(weights.values())
    return {key: weight / total for key, weight in weights.items()}


def rack_chances(joint: Mapping[tuple[Rack, int], float]) -> dict[Rack, float]:
    chances: dict[Rack, float] = defaultdict(float)
    for (rack, _), chance in joint.items():
        chances[rack] += chance
    return dict(chances)


def errors(evidence: Evidence, joint: Mapping[tuple[Rack, int], float]) -> dict[int, float]:
    """For each answer, by line, the chance that it is wrong."""
    return {
        heard.line: math.fsum(chance for (_, against), chance in joint.items() if against >> i & 1)
        for i, heard in enumerate(evidence.heard)
    }


# ------------------------------------------------------------------------------------------------ proofs


def smallest_proofs(evidence: Evidence, holds: Holds, *, firm: int = -1) -> list[tuple[int, ...]]:
    """All smallest sets of answers (as lines) that prove a claim: every subset is tried. [] if it is not proved."""
    masks = {against & firm for (rack, against) in evidence.weights if not holds(rack)}
    if 0 in masks:
        return []
    for size in range(len(evidence.heard) + 1):
        found = [
            chosen
            for chosen in combinations(range(len(evidence.heard)), size)
            if all(mask & sum(1 << i for i in chosen) for mask in masks)
        ]
        if found:
            return [tuple(evidence.heard[i].line for i in chosen) for chosen in found]
    raise AssertionError("all answers together prove what no rack is against")


def difficulty(evidence: Evidence, lines: Iterable[int]) -> int:
    """Comparing and counting named tiles is easy (0), judging racks is harder (1), counting all values hardest (2)."""
    cards = [heard.card for heard in evidence.heard if heard.line in set(lines)]
    return sum(0 if card >= 11 else 1 if card <= 7 else 2 for card in cards)


def hearing_only(lines: Sequence[str], kept: Iterable[int], seat: str = "me") -> list[str]:
    """The log with all answers of others blanked but those at the lines in ``kept``; line numbers stay."""
    players = next(words_of(line)[1:] for line in lines if line.startswith("players"))
    kept = set(kept)
    return [
        "note -" if words_of(line)[:1] and words_of(line)[0] in set(players) - {seat} and number not in kept else line
        for number, line in enumerate(lines, 1)
    ]


class Culprits(NamedTuple):
    chance: float
    racks: frozenset[Rack]


def culprits(evidence: Evidence, *, doubt: float = 0.0) -> dict[tuple[int, ...], Culprits]:
    """The smallest sets of firm answers without which something is left, by their lines.

    A wrong answer may be any of the other answers to its card; a doubted one is wrong with the chance ``doubt``.
    """
    firm = evidence.firm(doubt)
    fewest = min((against & firm).bit_count() for _, against in evidence.weights)
    weights: dict[int, float] = defaultdict(float)
    racks: dict[int, set[Rack]] = defaultdict(set)
    for (rack, against), weight in evidence.weights.items():
        if (against & firm).bit_count() == fewest:
            chance = float(weight)
            for i, heard in enumerate(evidence.heard):
                wrong = against >> i & 1
                if firm >> i & 1:
                    chance /= heard.others if wrong else 1
                else:
                    chance *= doubt / heard.others if wrong else 1 - doubt
            weights[against & firm] += chance
            racks[against & firm].add(rack)
    total = math.fsum(weights.values())
    return {evidence.lines(mask): Culprits(weight / total, frozenset(racks[mask])) for mask, weight in weights.items()}


# ------------------------------------------------------------------------------------------- information


class Question(NamedTuple):
    bits: float
    tile_bits: float
    expected_codes: float
    settles: Fraction
    expected_racks: float
    settles_tiles: Fraction
    answers: dict[str, float]


def question(belief: reference.Belief, lines: Sequence[str], player: str, card: int, seat: str = "me") -> Question:
    """Value of a player's answer to a card for somebody who has this belief after these lines."""
    seen = _scene(lines, player, seat)
    by_answer: dict[str, reference.Belief] = defaultdict(dict)
    for rack, chance in belief.items():
        by_answer[reference.CARDS[card]([*seen, rack])][rack] = chance
    chances = {symbol: sum(group.values(), Fraction(0)) for symbol, group in by_answer.items()}
    codes_before = reference.codes(belief)
    bits = tile_bits = expected = racks = 0.0
    settles = settles_tiles = Fraction(0)
    for symbol, group in by_answer.items():
        after = {rack: chance / chances[symbol] for rack, chance in group.items()}
        codes_after = reference.codes(after)
        bits += float(chances[symbol]) * (
            entropy(map(float, codes_before.values())) - entropy(map(float, codes_after.values()))
        )
        tile_bits += float(chances[symbol]) * (
            entropy(map(float, belief.values())) - entropy(map(float, after.values()))
        )
        expected += float(chances[symbol]) * len(codes_after)
        racks += float(chances[symbol]) * len(after)
        if len(codes_after) == 1:
            settles += chances[symbol]
        if len(after) == 1:
            settles_tiles += chances[symbol]
    by_symbol = {symbol: float(chance) for symbol, chance in chances.items()}
    return Question(bits, tile_bits, expected, settles, racks, settles_tiles, by_symbol)


def _scene(lines: Sequence[str], player: str, seat: str) -> list[Rack]:
    """The racks that a player sees after the last line, without that of the seat."""
    table = reference._Table(seat)
    for line in lines:
        reference._read({}, table, line, None)
    return table.seen_by(player)


def gained(before: reference.Belief, after: reference.Belief) -> float:
    """The bits about the numbers that came between two beliefs."""
    earlier, later = reference.codes(before), reference.codes(after)
    return divergence(
        {code: float(chance) for code, chance in earlier.items()},
        {code: float(chance) for code, chance in later.items()},
    )


# ------------------------------------------------------------------------------------------- the others


class Story(NamedTuple):
    """One way in which all my racks can have been: the log with my tiles filled in."""

    lines: list[str]
    rack: Rack
    weight: int | Fraction


def stories(lines: Sequence[str], seat: str = "me", most: int = 100_000) -> list[Story] | None:
    """Every way to fill in my racks that agrees with the log, [] if none; None if more than ``most`` are met.

    The dealt rack becomes a line of its own after the players line: what stood in line n is then in line n + 1.
    """
    table = reference._Table(seat)
    paths: list[tuple[tuple[str, ...], tuple[Rack, Rack], int]] = [((), ((), ()), 1)]
    for line in lines:
        words = words_of(line)
        grown = []
        for told, (rack, hidden), weight in paths:
            for state, ways in reference._read({(rack, hidden): weight}, _copied(table), line, None).items():
                grown.append(((*told, *_filled_in(line, words, seat, rack, state[0])), state, ways))
        reference._read({}, table, line, None)
        paths = grown
        if len(paths) > most:
            return None
    return [Story(list(told), state[0], weight) for told, state, weight in paths]


def answer_places(lines: Sequence[str]) -> list[int]:
    """Where in a log the others answer."""
    return [n for n, line in enumerate(lines) if line.split()[0] in ("Ann", "Bob", "Cid", "Dan")]


def stories_in_doubt(lines: Sequence[str], rates: Mapping[int, Fraction | None]) -> list[Story]:
    """My stories where some answers, by place, are wrong at a rate, or were not heard (None). The others heard the truth.

    For games without declarations and swaps: all racks are as they were dealt.
    """
    told = stories(["note -" if n in rates else line for n, line in enumerate(lines)])
    assert told
    found = []
    for story in told:
        racks, heard, weight = racks_on_table(story), list(story.lines), Fraction(story.weight)
        for n, rate in rates.items():
            player, card, noted = lines[n].split()
            said = would_say(racks, player, int(card))
            heard[n + 1] = f"{player} {card} {said}"  # one line more than in the log: the deal
            if rate is not None:
                weight *= 1 - rate if said == noted else rate / _others(int(card), len(racks) - 1)
        found.append(Story(heard, story.rack, weight))
    return found


def _filled_in(line: str, words: list[str], seat: str, before: Rack, after: Rack) -> Iterator[str]:
    """A line of mine as one who sees my rack would write it."""
    if words[:1] == ["players"]:
        yield line
        yield f"rack {seat} {' '.join(after)}"
    elif words[:2] == ["rack", seat] and before == ():
        yield f"rack {seat} {' '.join(after)}"
    elif words[:2] == ["rack", seat]:
        yield "note -"
    elif words[:2] == ["swap", seat]:
        kept = Counter(before)
        kept.subtract([words[2]])
        (new,) = (Counter(after) - kept).elements()
        yield f"swap {seat} {words[2]} {new}"
    else:
        yield line


def knowledge(story: Story, player: str) -> list[dict[Rack, int]]:
    """Racks that a player may hold, with weights, after each line of a story."""
    return [_by_rack(states) for _, states in reference._replay(story.lines, player)]


def knows_at_end(story: Story, player: str) -> dict[Rack, int]:
    states: States = {}
    for _, states in reference._replay(story.lines, player):
        pass
    return _by_rack(states)


def _by_rack(states: States) -> dict[Rack, int]:
    weights: dict[Rack, int] = defaultdict(int)
    for (rack, _), weight in states.items():
        weights[rack] += weight
    return dict(weights)


def is_certain(racks: Iterable[Rack], *, tiles: bool = False) -> bool:
    """True if all racks come to one declaration, and there is one."""
    return len({rack if tiles else numbers(rack) for rack in racks}) == 1


def code_weights(weights: Mapping[Rack, float]) -> dict[str, float]:
    codes: dict[str, float] = defaultdict(float)
    for rack, weight in weights.items():
        codes[numbers(rack)] += weight
    return normalised(codes)


class Turn(NamedTuple):
    """The next turn: players who answer, and possible cards."""

    speakers: tuple[str, ...]
    cards: tuple[int, ...]


def next_turn(lines: Sequence[str]) -> Turn:
    """Players who will answer the next card, and the cards it can be, where the cards came by the rules."""
    players: list[str] = []
    rules, asked, answers = EDITIONS["classic"], [], 0
    for line in lines:
        match words_of(line):
            case ["edition", name]:
                rules = EDITIONS[name]
            case ["players", *names]:
                players = names
            case [name, card, *_] if name in players:
                answers += 1
                if not rules.all_answer or answers % (len(players) - 1) == 1 or len(players) == 2:
                    asked.append(int(card))
    drawer = players[len(asked) % len(players)]
    speakers = tuple(name for name in players if name != drawer) if rules.all_answer else (drawer,)
    in_round = len(asked) % len(reference.CARDS)
    if rules.cards_keep_order and len(asked) >= len(reference.CARDS):
        return Turn(speakers, (asked[in_round],))
    seen = set(asked[len(asked) - in_round :])
    return Turn(speakers, tuple(card for card in sorted(reference.CARDS) if card not in seen))


class Opponent(NamedTuple):
    certain: float
    expected_codes: float
    next_card: float
    expected_racks: float


class View(NamedTuple):
    """Knowledge of a player at the end of one story."""

    share: Fraction
    held: dict[Rack, int]
    table: dict[str, Rack]


def views(player: str, told: Sequence[Story]) -> list[View]:
    """The log replayed from a player's seat, once for each story of mine."""
    whole = sum(story.weight for story in told)
    return [View(Fraction(story.weight) / whole, knows_at_end(story, player), racks_on_table(story)) for story in told]


def racks_on_table(story: Story) -> dict[str, Rack]:
    """All racks at the end of a story."""
    table = reference._Table("nobody")
    for line in story.lines:
        if not line.startswith("players"):
            reference._read({}, table, line, None)
    return table.racks


def would_say(racks: Mapping[str, Rack], player: str, card: int, changed: Mapping[str, Rack] | None = None) -> str:
    """Answer of a player to a card, with some racks replaced."""
    racks = {**racks, **(changed or {})}
    return reference.CARDS[card]([rack for name, rack in racks.items() if name != player])


def _left(view: View, player: str, speakers: Iterable[str], card: int) -> dict[Rack, int]:
    """Racks that a player may still hold after the right answers of others to a card."""
    others = [who for who in speakers if who != player]
    return {
        rack: weight
        for rack, weight in view.held.items()
        if all(would_say(view.table, who, card, {player: rack}) == would_say(view.table, who, card) for who in others)
    }


def opponent(lines: Sequence[str], player: str, told: Sequence[Story], *, tiles: bool = False) -> Opponent:
    """Distance of a player from certainty, on average over my stories."""
    return opponent_before(next_turn(lines), player, told, tiles=tiles)


def opponent_before(turn: Turn, player: str, told: Sequence[Story], *, tiles: bool = False) -> Opponent:
    """The same, with the next turn given."""
    certain = codes = after = racks = Fraction(0)
    for view in views(player, told):
        certain += view.share * is_certain(view.held, tiles=tiles)
        codes += view.share * len({numbers(rack) for rack in view.held})
        racks += view.share * len(view.held)
        for card in turn.cards:
            left = _left(view, player, turn.speakers, card)
            after += view.share * is_certain(left, tiles=tiles) / len(turn.cards)
    return Opponent(float(certain), float(codes), float(after), float(racks))


def bits_told(player: str, speakers: Sequence[str], card: int, seen: Sequence[View]) -> float:
    """Bits about their numbers that a player gets from right answers, on average over what I may hold."""
    return math.fsum(
        float(view.share) * divergence(code_weights(view.held), code_weights(_left(view, player, speakers, card)))
        for view in seen
    )


# --------------------------------------------------------------------------------------------- silence


class Moment(NamedTuple):
    """The end of an opportunity: the line before it ended, who had it, and what they declared (None: nothing)."""

    line: int
    player: str
    said: str | Rack | None
    """A number code, or tiles."""
    right: bool


def moments(lines: Sequence[str], *, all_answer: bool | None = None, own_turn: bool | None = None) -> list[Moment]:
    """Every opportunity to declare that has ended, and every declaration, after the first card.

    The edition of the log decides whether all but the drawer answer, and whether only the drawer may then declare.
    """
    players: list[str] = []
    found: list[Moment] = []
    spoken: set[str] = set()
    answered: list[str] = []
    for number, line in enumerate(lines, 1):
        words = words_of(line)
        match words:
            case ["edition", name]:
                all_answer = EDITIONS[name].all_answer if all_answer is None else all_answer
            case ["players", *names]:
                players = names
                own_turn = bool(all_answer) if own_turn is None else own_turn
            case ["declare", name, *rest] if answered:
                spoken.add(name)
                at = rest.index("right") if "right" in rest else rest.index("wrong")
                said = "".join(sorted(rest[0])) if at == 1 else tuple(sorted(rest[:at]))
                found.append(Moment(number - 1, name, said, rest[at] == "right"))
            case [name, _, *_] if name in players:
                if all_answer and answered and len(answered) < len(players) - 1:
                    answered.append(name)  # still the same card
                    continue
                able = [p for p in players if p not in answered] if own_turn else players
                if answered:
                    found += [Moment(number - 1, player, None, False) for player in able if player not in spoken]
                spoken, answered = set(), [name]
    return found


class Against(NamedTuple):
    silences: int
    """Number of times that somebody who was certain stayed silent."""
    unthinkable: bool
    """True if somebody named a code that they had excluded."""
    lucky: bool
    """True if somebody was right without being certain."""

    def weight(self, factor: float) -> float:
        """Factor of a rack's weight, if a player who is certain stays silent with this chance."""
        if self.unthinkable or (self.lucky and factor == 0):
            return 0.0
        return factor**self.silences


def silence(
    lines: Sequence[str],
    seat: str = "me",
    *,
    tiles: bool = False,
    ended: Sequence[Moment] | None = None,
    told: Sequence[Story] | None = None,
) -> dict[Rack, Against]:
    """For each rack that may be mine, what the others' silence and declarations say against it, at depth 1.

    My earlier racks must have been seen. Only moments since my present rack was drawn count.
    """
    since = max([0, *(n for n, line in enumerate(lines, 1) if words_of(line)[:2] == ["rack", seat])])
    every = moments(lines) if ended is None else ended
    after = [moment for moment in every if moment.player != seat and moment.line >= since]
    told = stories(lines, seat) if told is None else told
    assert told is not None
    found: dict[Rack, Against] = {}
    for story in told:
        silences, unthinkable, lucky = 0, False, False
        for player in {moment.player for moment in after}:
            known = knowledge(story, player)
            for moment in after:
                if moment.player == player:
                    held = known[moment.line]  # one line more than in the log: the dealt rack
                    certain = is_certain(held, tiles=tiles)
                    silences += moment.said is None and certain
                    unthinkable |= moment.said is not None and not _thinkable(moment.said, held, tiles=tiles)
                    lucky |= moment.right and not certain
        found[story.rack] = Against(silences, unthinkable, lucky)
    return found


def _thinkable(said: str | Rack, held: Iterable[Rack], *, tiles: bool) -> bool:
    """True if one who may hold these racks can mean what they say."""
    if isinstance(said, str):
        return said in map(numbers, held)
    return said in held if tiles else numbers(said) in map(numbers, held)


def silent_at_depth_2(lines: Sequence[str], seat: str = "me", told: Sequence[Story] | None = None) -> set[Rack]:
    """The racks of mine with which the others may well have been silent, where they reason about silence too.

    For games without any declaration: all racks are as they were dealt. ``told`` are my stories, if not those of the log.
    """
    others = [name for name in next(words_of(line)[1:] for line in lines if line.startswith("players")) if name != seat]
    told = stories(lines, seat) if told is None else told
    assert told is not None
    return {story.rack for story in told if not _somebody_declares(story, seat, others, moments(lines))}


def _somebody_declares(story: Story, seat: str, others: Sequence[str], ended: Sequence[Moment]) -> bool:
    for player in others:
        known = knowledge(story, player)
        breaks: dict[Rack, float] = {}
        for line in sorted({moment.line for moment in ended if moment.player == player}):
            codes = set()
            for rack in known[line]:
                if numbers(rack) not in codes and len(codes) < 2:
                    if rack not in breaks:
                        breaks[rack] = _first_break(story, seat, others, player, rack)
                    if breaks[rack] >= line:
                        codes.add(numbers(rack))
            if len(codes) == 1:
                return True
    return False


def _first_break(story: Story, seat: str, others: Sequence[str], player: str, rack: Rack) -> float:
    """The first line at which somebody would have been certain and was silent, if a player had this rack."""
    changed = [
        f"rack {player} {' '.join(rack)}" if line.startswith(f"rack {player} ") else line for line in story.lines
    ]
    other = Story(changed, story.rack, 1)
    first = math.inf
    for third in [seat, *others]:
        if third != player:
            known = knowledge(other, third)
            for moment in moments(story.lines):
                if moment.player == third and is_certain(known[moment.line - 1]):
                    first = min(first, moment.line - 1)  # the story has one line more than the log
    return first


# --------------------------------------------------------------------------------------------- futures


class Further(NamedTuple):
    answers: float
    """The mean number of answers heard until the code is certain, where it becomes so."""
    deviation: float
    never: float


def further(
    belief: Mapping[Rack, float],
    speakers: Sequence[Sequence[Sequence[Rack]]],
    fresh: Sequence[int],
    every: Sequence[int],
    *,
    in_order: bool = False,
    tiles: bool = False,
    most: int = 300,
) -> Further:
    """Follow all futures, card by card, for a few racks and a deck of a few cards.

    ``speakers[turn]`` has, for each who answers then, the racks that they see beside mine. ``fresh`` are the cards
    before the deck is complete again, ``every`` all of them; they come in random order, or as listed. After ``most``
    answers a future counts as one in which the code never becomes certain.
    """
    after: dict[int, float] = defaultdict(float)
    scenes = [[tuple(map(tuple, seen)) for seen in turn] for turn in speakers]
    said = {
        (seen, card, rack): reference.CARDS[card]([*seen, rack])
        for turn in scenes
        for seen in turn
        for card in every
        for rack in belief
    }

    def never(alive: frozenset[Rack]) -> bool:
        return all(
            len({said[seen, card, rack] for rack in alive}) == 1 for turn in scenes for seen in turn for card in every
        )

    for truth, chance in belief.items():
        states = {(frozenset(belief), tuple(fresh), 0, 0): chance}
        while states:
            coming: dict[tuple[frozenset[Rack], tuple[int, ...], int, int], float] = defaultdict(float)
            for (alive, deck, turn, heard), mass in states.items():
                if is_certain(alive, tiles=tiles):
                    after[heard] += mass
                elif mass > 1e-15 and heard < most and not never(alive):
                    cards = deck or tuple(every)
                    for card in cards[:1] if in_order else cards:
                        left = alive
                        for seen in scenes[turn]:
                            left = frozenset(r for r in left if said[seen, card, r] == said[seen, card, truth])
                        rest = tuple(other for other in cards if other != card)
                        state = (left, rest, (turn + 1) % len(scenes), heard + len(scenes[turn]))
                        coming[state] += mass / (1 if in_order else len(cards))
            states = dict(coming)
    settled = math.fsum(after.values())
    if not settled:
        return Further(math.nan, math.nan, 1.0)
    mean = math.fsum(heard * mass for heard, mass in after.items()) / settled
    spread = math.fsum((heard - mean) ** 2 * mass for heard, mass in after.items()) / settled
    return Further(mean, math.sqrt(spread), 1 - settled)
