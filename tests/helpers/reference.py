"""The slow twin: an exact belief filter in plain Python, to check the fast one against.

Nothing here comes from the package under test: decks, cards, the reading of log lines and the filter are
written a second time, with no arrays and no tables, so that both are unlikely to be wrong in the same way.

A state is a pair ``(rack, hidden)`` of sorted tuples of tile names: what lies on the seat's own rack, and
the seat's own earlier tiles that went out of play unseen since the last reshuffle. Every state leaves
the same *number* of tiles in the pile, so the denominators of all draws are common to all states: weights
are whole numbers (ways to draw), and become fractions only when they are normalised.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

Rack = tuple[str, ...]
Belief = dict[Rack, Fraction]
Readings = Mapping[int, str]
States = dict[tuple[Rack, Rack], int]

# ---------------------------------------------------------------------------------------------- editions

DECK_28 = Counter({"G1": 1, "Y2": 2, "K3": 3, "N4": 4, "R5": 4, "K5": 1, "G6": 3, "P6": 3, "P7": 1, "Y7": 2, "B7": 4})
DECK_49 = Counter(f"{colour}{number}" for number in range(1, 8) for colour in "GYKNRPB")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Differences between editions, as far as a log shows them."""

    deck: Counter[str]
    racks: int = 0
    """Fewest racks on the table: playerless ones make up the number."""
    spare_size: int = 3
    reshuffle_at: int
    reshuffle_at_once: bool
    """Reshuffle as soon as so few tiles are left, not only when the next rack must be filled."""
    wrong_is_shown: bool
    """A player sees the own old tiles after a wrong declaration too."""
    all_answer: bool = False
    """A card is answered by everyone but the one who drew it; that player alone may then declare."""
    names_tiles: bool = False
    cards_keep_order: bool = False
    swaps: bool = False
    most_players: int = 5


EDITIONS = {
    "classic": Rules(deck=DECK_28, reshuffle_at=7, reshuffle_at_once=True, wrong_is_shown=True, swaps=True),
    "stronghold": Rules(deck=DECK_28, racks=4, reshuffle_at=1, reshuffle_at_once=False, wrong_is_shown=False),
    "code77": Rules(
        deck=DECK_28,
        racks=4,
        reshuffle_at=7,
        reshuffle_at_once=True,
        wrong_is_shown=True,
        cards_keep_order=True,
        most_players=4,
    ),
    "unique49": Rules(
        deck=DECK_49,
        racks=4,
        spare_size=1,
        reshuffle_at=1,
        reshuffle_at_once=False,
        wrong_is_shown=False,
        all_answer=True,
        names_tiles=True,
        most_players=4,
    ),
}

# ------------------------------------------------------------------------------------------------- cards


def _colour(tile: str) -> str:
    return tile[0]


def _number(tile: str) -> int:
    return int(tile[1])


def _numbers(rack: Iterable[str]) -> str:
    """The number code of a rack: its digits in rising order."""
    return "".join(sorted(tile[1] for tile in rack))


def _total(rack: Rack) -> int:
    return sum(_number(tile) for tile in rack)


def _racks_where(holds: Callable[[Rack], bool]) -> Callable[[list[Rack]], str]:
    return lambda racks: str(sum(holds(rack) for rack in racks))


def _more(first: Callable[[str], bool], second: Callable[[str], bool]) -> Callable[[list[Rack]], str]:
    """Compare how many of the seen tiles are of the first and of the second sort."""

    def compare(racks: list[Rack]) -> str:
        tiles = [tile for rack in racks for tile in rack]
        difference = sum(map(first, tiles)) - sum(map(second, tiles))
        return ">" if difference > 0 else "<" if difference < 0 else "="

    return compare


def _is(*tiles: str) -> Callable[[str], bool]:
    return lambda tile: tile in tiles


def _is_colour(letter: str) -> Callable[[str], bool]:
    return lambda tile: _colour(tile) == letter


def _is_number(number: int) -> Callable[[str], bool]:
    return lambda tile: _number(tile) == number


def _same_number_in_two_colours(rack: Rack) -> bool:
    return any(_number(a) == _number(b) and _colour(a) != _colour(b) for a, b in combinations(rack, 2))


def _three_in_a_row(rack: Rack) -> bool:
    numbers = sorted(_number(tile) for tile in rack)
    return len(numbers) == 3 and numbers[1] == numbers[0] + 1 and numbers[2] == numbers[1] + 1


def _colours_seen(racks: list[Rack]) -> str:
    return str(len({_colour(tile) for rack in racks for tile in rack}))


def _colours_seen_three_times(racks: list[Rack]) -> str:
    colours = Counter(_colour(tile) for rack in racks for tile in rack)
    return str(sum(times >= 3 for times in colours.values()))


def _numbers_not_seen(racks: list[Rack]) -> str:
    return str(7 - len({_number(tile) for rack in racks for tile in rack}))


def _rare_tiles_seen(racks: list[Rack]) -> str:
    return str(sum(tile in ("G1", "K5", "P7") for rack in racks for tile in rack))


CARDS: dict[int, Callable[[list[Rack]], str]] = {
    1: _racks_where(lambda rack: _total(rack) >= 18),
    2: _racks_where(lambda rack: _total(rack) <= 12),
    3: _racks_where(_same_number_in_two_colours),
    4: _racks_where(lambda rack: len({_colour(tile) for tile in rack}) == 3),
    5: _racks_where(lambda rack: len({_number(tile) % 2 for tile in rack}) == 1),
    6: _racks_where(lambda rack: len(set(rack)) < len(rack)),
    7: _racks_where(_three_in_a_row),
    8: _colours_seen,
    9: _colours_seen_three_times,
    10: _numbers_not_seen,
    11: _rare_tiles_seen,
    12: _more(_is_number(3), _is("P6")),
    13: _more(_is("G6"), _is("Y7")),
    14: _more(_is("Y2"), _is("Y7")),
    15: _more(_is("P6"), _is("G6")),
    16: _more(_is("B7"), lambda tile: _number(tile) == 7 and _colour(tile) != "B"),
    17: _more(_is_colour("N"), _is_colour("B")),
    18: _more(_is_colour("R"), _is_colour("P")),
    19: _more(_is_colour("G"), _is_colour("B")),
    20: _more(_is_colour("Y"), _is_colour("P")),
    21: _more(_is_colour("K"), _is_colour("N")),
    22: _more(_is_colour("K"), _is_colour("R")),
    23: _more(_is_colour("G"), _is_colour("Y")),
}

OTHER_READINGS: dict[tuple[int, str], Callable[[list[Rack]], str]] = {
    (2, "or_more"): _racks_where(lambda rack: _total(rack) >= 12),
    (12, "black"): _more(_is("K3"), _is("P6")),
    (14, "any"): _more(_is_number(2), _is("Y7")),
}


def _card(card: int, readings: Readings | None) -> Callable[[list[Rack]], str]:
    if readings and card in readings:
        return OTHER_READINGS[card, readings[card]]
    return CARDS[card]


def answer(card: int, racks: Sequence[Rack], edition: str = "classic", readings: Readings | None = None) -> str:
    """The right answer to a card from someone who sees ``racks``: a number, or one of ``> < =``.

    ``readings`` names another printing of a card: ``{2: "or_more", 12: "black", 14: "any"}``.

    >>> answer(16, [("B7", "B7", "N4"), ("P7", "R5", "Y7"), ("B7", "G1", "G6")])
    '>'
    """
    strangers = {tile for rack in racks for tile in rack} - EDITIONS[edition].deck.keys()
    if strangers:
        raise ValueError(f"not in the deck of {edition}: {', '.join(sorted(strangers))}")
    return _card(card, readings)(list(racks))


# ------------------------------------------------------------------------------------------------ filter


@dataclass
class _Table:
    """State of the table after the lines so far, as one seat sees it."""

    seat: str
    edition: str = "classic"
    players: list[str] = field(default_factory=list)
    racks: dict[str, Rack] = field(default_factory=dict)
    """The racks of everybody else; ``()`` between a declaration and the refill."""
    out: list[str] = field(default_factory=list)
    """Tiles known to be out of play."""
    logged: Rack | None = None
    """The seat's own rack where the log tells it: used only where the seat is shown its old tiles."""

    @property
    def rules(self) -> Rules:
        return EDITIONS[self.edition]

    def unseen(self) -> Counter[str]:
        """The deck without what is seen: the pile, the own rack and the own hidden tiles together."""
        left = Counter(self.rules.deck)
        left.subtract(self.out)
        for rack in self.racks.values():
            left.subtract(rack)
        return left

    def seen_by(self, player: str) -> list[Rack]:
        """The racks that ``player`` sees, without that of the seat."""
        missing = [name for name in self.players if name not in (self.seat, *self.racks)]
        if missing:
            raise ValueError(f"the log does not show the racks of {', '.join(missing)} to {self.seat}")
        return [rack for name, rack in self.racks.items() if rack and name != player]


def _replace(rack: Rack, old: str, new: str) -> Rack:
    tiles = list(rack)
    tiles.remove(old)
    return tuple(sorted([*tiles, new]))


def _draw_own(states: States, table: _Table, size: int = 3) -> States:
    """Fill the seat's empty rack: any ``size`` tiles of the pile are equally likely."""
    unseen = table.unseen()
    drawn: States = {}
    for (_, hidden), weight in states.items():
        pile = sorted((unseen - Counter(hidden)).elements())
        for rack, ways in Counter(combinations(pile, size)).items():
            drawn[rack, hidden] = weight * ways
    return drawn


def _draw_seen(states: States, table: _Table, drawn: Rack) -> States:
    """Weigh each state by the number of ways its pile gives the tiles that were drawn in sight."""
    unseen = table.unseen()
    weighed: States = {}
    for (rack, hidden), weight in states.items():
        ways = math.prod(
            math.comb(unseen[tile] - rack.count(tile) - hidden.count(tile), times)
            for tile, times in Counter(drawn).items()
        )
        if ways:
            weighed[rack, hidden] = weight * ways
    return weighed


def _swap_own(states: States, table: _Table, old: str) -> States:
    """The seat saw its tile ``old``, which is now out of play, and drew one unknown tile for it.

    Any of its tiles can be the one seen: a rack counts once for each copy of ``old`` on it.
    """
    unseen = table.unseen()
    swapped: dict[tuple[Rack, Rack], int] = defaultdict(int)
    for (rack, hidden), weight in states.items():
        if old not in rack:
            continue
        kept = list(rack)
        kept.remove(old)
        for tile, copies in (unseen - Counter(kept) - Counter(hidden)).items():
            swapped[tuple(sorted([*kept, tile])), hidden] += weight * rack.count(old) * copies
    return dict(swapped)


def _clear_own(states: States, *, hide: bool) -> States:
    """Take the tiles off the seat's rack; ``hide`` them where the seat does not know them."""
    cleared: dict[tuple[Rack, Rack], int] = defaultdict(int)
    for (rack, hidden), weight in states.items():
        cleared[(), tuple(sorted(hidden + rack)) if hide else hidden] += weight
    return dict(cleared)


def _keep(states: States, holds: Callable[[Rack], bool]) -> States:
    """The states whose rack ``holds``, which is asked once a rack."""
    verdict = {rack: holds(rack) for rack in {rack for rack, _ in states}}
    return {state: weight for state, weight in states.items() if verdict[state[0]]}


def _declare_own(states: States, table: _Table, words: list[str]) -> States:
    """The seat declares: ``words`` are what stands after the name."""
    at = words.index("right") if "right" in words else words.index("wrong")
    guess, right = words[:at], words[at] == "right"
    saw = tuple(sorted(words[at + 2 :])) or None
    if saw is None and table.seat != "me" and (right or table.rules.wrong_is_shown):
        saw = table.logged  # the log notes `saw` for `me` only: for the others the edition decides
    table.logged = None
    if saw is not None:
        table.out.extend(saw)
        return _clear_own(_keep(states, lambda rack: rack == saw), hide=False)

    def fits(rack: Rack) -> bool:
        if len(guess) == 1:
            return _numbers(rack) == _numbers(f"?{digit}" for digit in guess[0])
        return rack == tuple(sorted(guess))

    return _clear_own(_keep(states, lambda rack: fits(rack) == right), hide=True)


def _read(states: States, table: _Table, line: str, readings: Readings | None) -> States:
    """Take in one log line: ``table`` is changed, the new states are returned."""
    match line.split("#")[0].split():
        case [] | ["note" | "option", *_]:
            pass
        case ["edition", name]:
            table.edition = name
        case ["players", *names]:
            table.players = names
            return _draw_own(states, table)
        case ["reshuffle"]:
            table.out.clear()
            shuffled: dict[tuple[Rack, Rack], int] = defaultdict(int)
            for (rack, _), weight in states.items():
                shuffled[rack, ()] += weight
            return dict(shuffled)
        case ["rack", name, *tiles] if name == table.seat:
            table.logged = None if tiles == ["?"] else tuple(sorted(tiles))
            if any(rack == () for rack, _ in states):  # not at the deal, when the rack is full already
                return _draw_own(states, table)
        case ["rack", name, *tiles]:
            if tiles == ["?"]:
                raise ValueError(f"{table.seat} cannot see what {name} drew: {line!r}")
            table.out.extend(table.racks.pop(name, ()))
            states = _draw_seen(states, table, tuple(tiles))
            table.racks[name] = tuple(sorted(tiles))
        case ["swap", name, old, new] if name == table.seat:
            if table.logged:
                table.logged = None if new == "?" else _replace(table.logged, old, new)
            table.out.append(old)
            return _swap_own(states, table, old)
        case ["swap", name, old, new]:
            states = _draw_seen(states, table, (new,))
            table.racks[name] = _replace(table.racks[name], old, new)
            table.out.append(old)
        case ["declare", name, *words] if name == table.seat:
            return _declare_own(states, table, words)
        case ["declare", name, *_]:
            table.out.extend(table.racks[name])
            table.racks[name] = ()
        case [player, card, symbol]:
            if player != table.seat:
                ask, seen = _card(int(card), readings), table.seen_by(player)
                return _keep(states, lambda rack: ask([*seen, rack]) == symbol)
        case _:
            raise ValueError(f"cannot read {line!r}")
    return states


def _replay(lines: Iterable[str], seat: str, readings: Readings | None = None) -> Iterator[tuple[_Table, States]]:
    """The one changing table, and the states after each line."""
    table = _Table(seat)
    states: States = {((), ()): 1}
    for line in lines:
        states = _read(states, table, line, readings)
        yield table, states


def _normalised(states: States) -> Belief:
    weights: dict[Rack, int] = defaultdict(int)
    for (rack, _), weight in states.items():
        weights[rack] += weight
    total = sum(weights.values())
    return {rack: Fraction(weight, total) for rack, weight in weights.items()}


def beliefs(lines: Sequence[str], seat: str = "me", readings: Readings | None = None) -> list[Belief]:
    """The probability of each rack that ``seat`` may hold, after each line of a log in canonical spelling.

    Entry ``i`` is the belief once ``lines[i]`` has been read. Only racks of positive weight are in it, as
    sorted tuples: none (``{}``) once the log contradicts itself, and the empty rack ``()`` for certain before
    the ``players`` line, and between the seat's own declaration and its refill.

    The deal is complete, for the seat, at the ``players`` line: each ``rack`` line after it then counts as a
    draw from a pile that lacks the own rack, which gives the same belief as dealing the own rack last.
    ``option`` lines are passed over: say how a card is read with ``readings``, as for `answer`.

    Seen from a seat other than ``me``, every other rack must be in the log, that of ``me`` included. The
    seat's own tiles in the log are used only when a declaration shows them to it by the edition's rules.
    """
    result: list[Belief] = []
    previous: States | None = None
    for _, states in _replay(lines, seat, readings):
        result.append(result[-1] if states is previous else _normalised(states))
        previous = states
    return result


def codes(belief: Belief) -> dict[str, Fraction]:
    """The probability of each number code, such as ``"257"``, likeliest first."""
    result: dict[str, Fraction] = defaultdict(Fraction)
    for rack, probability in belief.items():
        result[_numbers(rack)] += probability
    return dict(sorted(result.items(), key=lambda item: (-item[1], item[0])))


def _entropy(probabilities: Iterable[Fraction]) -> float:
    return -math.fsum(float(p) * math.log2(p) for p in probabilities if p)


def bits(
    belief: Belief,
    lines: Sequence[str],
    seat: str,
    player: str,
    card: int,
    readings: Readings | None = None,
) -> float:
    """Expected information about the seat's number code if ``player`` answered ``card`` after the last line.

    ``belief`` is that of ``seat`` after ``lines``, which only show what lies on the other racks.
    """
    if player == seat:
        return 0.0
    table = _Table(seat)
    for line in lines:
        _read({}, table, line, readings)
    ask, seen = _card(card, readings), table.seen_by(player)
    joint: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    by_answer: dict[str, Fraction] = defaultdict(Fraction)
    for rack, probability in belief.items():
        symbol = ask([*seen, rack])
        joint[_numbers(rack), symbol] += probability
        by_answer[symbol] += probability
    return _entropy(codes(belief).values()) + _entropy(by_answer.values()) - _entropy(joint.values())


# ---------------------------------------------------------------------------------------------- games


@dataclass
class _Game:
    """A game in progress with all tiles known, and its log as ``me`` would write it."""

    rng: random.Random
    edition: str
    open_log: bool
    pile: list[str] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    racks: dict[str, Rack] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        return EDITIONS[self.edition]

    def shown(self, name: str, *tiles: str) -> str:
        """New tiles as the log has them: mine are unknown, unless it is an open log."""
        return "?" if name == "me" and not self.open_log else " ".join(tiles)

    def draw(self, size: int) -> Rack:
        return tuple(sorted(self.pile.pop() for _ in range(size)))

    def reshuffle(self) -> None:
        self.pile += self.out
        self.out = []
        self.rng.shuffle(self.pile)
        self.lines.append("reshuffle")

    def reshuffle_if_low(self) -> None:
        if self.rules.reshuffle_at_once and self.out and len(self.pile) <= self.rules.reshuffle_at:
            self.reshuffle()

    def deal(self, name: str, size: int) -> None:
        self.racks[name] = self.draw(size)
        if name != "me" or self.open_log:
            self.lines.append(f"rack {name} {self.shown(name, *self.racks[name])}")

    def refill(self, name: str) -> None:
        """Put new tiles on a rack. A spare's old tiles leave it only now, after any reshuffle."""
        size = self.rules.spare_size if name.startswith("spare") else 3
        enough = size if self.rules.reshuffle_at_once else max(size, self.rules.reshuffle_at + 1)
        if len(self.pile) < enough:
            self.reshuffle()
        self.out += self.racks.pop(name, ())
        self.racks[name] = self.draw(size)
        self.lines.append(f"rack {name} {self.shown(name, *self.racks[name])}")
        self.reshuffle_if_low()

    def swap(self, name: str) -> None:
        old, (new,) = self.rng.choice(self.racks[name]), self.draw(1)
        self.racks[name] = _replace(self.racks[name], old, new)
        self.out.append(old)
        self.lines.append(f"swap {name} {old} {self.shown(name, new)}")
        self.reshuffle_if_low()

    def answer(self, name: str, card: int) -> None:
        seen = [rack for other, rack in self.racks.items() if other != name]
        self.lines.append(f"{name} {card} {answer(card, seen, self.edition)}")

    def guess(self, name: str, right: bool) -> str:
        """Declaration of a player: the truth, or the code of a random draw from the whole deck."""
        truth, named = self.racks[name], list(self.racks[name])
        say = sorted if self.rules.names_tiles else _numbers
        while not right and say(named) == say(truth):
            named = self.rng.sample(sorted(self.rules.deck.elements()), 3)
        return " ".join(sorted(named)) if self.rules.names_tiles else _numbers(named)

    def declare(self, name: str, right: bool, shown: bool) -> None:
        saw = f" saw {' '.join(self.racks[name])}" if shown and name == "me" else ""
        self.lines.append(f"declare {name} {self.guess(name, right)} {'right' if right else 'wrong'}{saw}")
        self.out += self.racks.pop(name)
        self.refill(name)
        spares = [other for other in self.racks if other.startswith("spare")]
        if right and spares:
            self.refill(self.rng.choice(spares))

    def may_hide(self, max_states: int) -> bool:
        """True if the filter could carry a hidden rack of mine: at most ``max_states`` states after it."""
        if not max_states:
            return False
        *_, (_, states) = _replay(self.lines, "me")
        return len(states) * len(set(combinations(sorted(self.pile), 3))) <= max_states


def random_game(
    rng: random.Random,
    edition: str = "classic",
    players: int = 4,
    cards: int = 20,
    *,
    declare_prob: float = 0.25,
    right_prob: float = 0.5,
    reveal_prob: float = 1.0,
    swap_prob: float = 0.04,
    max_states: int = 200_000,
    open_log: bool = False,
) -> tuple[list[str], Rack]:
    """Play ``cards`` question cards by the rules of an edition; give the log of ``me`` and my last rack.

    ``players`` counts ``me``, who sits anywhere. After a card somebody declares with ``declare_prob``: right
    with ``right_prob`` (never in ``unique49``, where that ends the game). ``reveal_prob`` is the chance that
    I note ``saw`` where the edition shows me my tiles, and ``swap_prob`` that somebody sees an own tile
    (``classic`` only). I do not declare where hiding my rack could leave more than ``max_states`` states.
    ``open_log`` shows my tiles too, as one who walks round the table would: any seat can be helped from it.
    """
    rules = EDITIONS[edition]
    if not 2 <= players <= rules.most_players:
        raise ValueError(f"{players} players in {edition}: 2-{rules.most_players} can play")
    names = ["me", *rng.sample(["Ann", "Bob", "Cid", "Dan"], players - 1)]
    rng.shuffle(names)
    game = _Game(rng, edition, open_log, pile=sorted(rules.deck.elements()))
    game.lines += [f"edition {edition}", f"players {' '.join(names)}"]
    rng.shuffle(game.pile)
    for name in names:
        game.deal(name, 3)
    for spare in range(1, rules.racks - players + 1):
        game.deal(f"spare{spare}", rules.spare_size)

    stack = rng.sample(sorted(CARDS), len(CARDS))
    for turn in range(cards):
        if turn and turn % len(stack) == 0 and not rules.cards_keep_order:
            rng.shuffle(stack)
        drawer, card = names[turn % players], stack[turn % len(stack)]
        for name in names:
            if (name != drawer) == rules.all_answer:
                game.answer(name, card)
        if rng.random() < declare_prob:
            declarer = drawer if rules.all_answer else rng.choice(names)
            right = not rules.all_answer and rng.random() < right_prob
            shown = (right or rules.wrong_is_shown) and rng.random() < reveal_prob
            if declarer != "me" or shown or game.may_hide(max_states):
                game.declare(declarer, right, shown)
        if rules.swaps and rng.random() < swap_prob:
            game.swap(rng.choice(names))
    return game.lines, game.racks["me"]
