"""A card in Python means the same everywhere: every part of the package against a plain enumeration of all racks.

The parity card is defined here and nowhere else. `Solver` once answered such a card rightly while compiled code took
its sum for its answer.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import numpy as np
import plain_kernels
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import chances, deal, names

from code777solver import Batch, Card, Edition, Simulation, Solver, lang, load_edition, make_puzzle, review_game
from code777solver.core.arrays import arrays_for
from code777solver.core.rows import answer_sets
from code777solver.errors import BeliefError
from code777solver.play import transcripts
from code777solver.prompt.game import GamePrompt
from code777solver.reasons.wording import consequence
from code777solver.rules.tiles import Rack
from code777solver.session import Session
from code777solver.solver import position_of
from code777solver.web import page_data

Names = tuple[str, ...]
Given = list[tuple[int, int, str]]
"""(known rack of who answers, card, answer)."""
Truth = Callable[[Sequence[Names]], str]
"""Computes the answer to a card from names of tiles alone."""


def parity(racks: Sequence[Names]) -> str:
    """The truth about card 24, written a second time on purpose."""
    return "odd" if sum(int(tile[1]) for rack in racks for tile in rack) % 2 else "even"


@cache
def with_parity(name: str = "classic") -> Edition:
    card = Card.of(
        24,
        "Is the sum of all numbers in sight odd?",
        measure=lambda rack: sum(tile.number for tile in rack),
        conclude=lambda total: total % 2,
        answers=("even", "odd"),
    )
    return load_edition(name).with_card(card)


def enumerate_racks(racks: Sequence[Rack], given: Given, truths: dict[int, Truth]) -> set[Names]:
    """Every three of the tiles that are left, asked every card again."""
    plain = [names(rack) for rack in racks]
    left = Counter(reference.DECK_28)
    left.subtract(tile for rack in plain for tile in rack)
    return {
        mine
        for mine in set(combinations(sorted(left.elements()), 3))
        if all(truths[card]([*plain[:who], *plain[who + 1 :], mine]) == said for who, card, said in given)
    }


def position(rng: random.Random, known: int, truths: dict[int, Truth]) -> tuple[list[Rack], Given]:
    """Known racks and true answers of their owners, by the truths."""
    mine, *racks = deal(rng, "classic", [3] * (known + 1))
    given: Given = []
    for _ in range(rng.randint(1, 5)):
        who, card = rng.randrange(known), rng.choice([24, 24, rng.randint(1, 23)])
        seen = [names(rack) for rack in (*racks[:who], *racks[who + 1 :], mine)]
        given.append((who, card, truths[card](seen)))
    return racks, given


def told(ed: Edition, racks: Sequence[Rack], given: Given) -> Solver:
    players = ["Ann", "Bob", "Cid", "Dan"][: len(racks)]
    solver = Solver(ed, [*players, "me"])
    for player, rack in zip(players, racks, strict=True):
        solver.rack(player, " ".join(names(rack)))
    for who, card, said in given:
        solver.tell(f"{players[who]} {card} {said}")
    return solver


def check_position(ed: Edition, racks: list[Rack], given: Given, truths: dict[int, Truth], batch: Batch) -> None:
    """`Solver` and `Batch` leave the racks that the enumeration leaves."""
    expected = enumerate_racks(racks, given, truths)
    assert set(chances(told(ed, racks, given).belief)) == expected
    found = batch.solve(batch.rack_ids([racks]), batch.encode([given]))
    assert {names(batch.arrays.racks.rack(int(i))) for i in np.flatnonzero(found.racks[0])} == expected


TRUTHS: dict[int, Truth] = {
    **{card: lambda racks, card=card: reference.CARDS[card](list(racks)) for card in range(1, 24)},  # type: ignore[misc]
    24: parity,
}


def test_a_parity_card_was_a_total_in_compiled_code() -> None:
    """Sums 8 9 10 11 gave 8 9 10 11 there, and 0 1 0 1 in `Solver`."""
    lowered = arrays_for(with_parity()).cards[24]
    sets = answer_sets(lowered, np.array([[8], [9], [10], [11]]), 2)
    bits = np.unpackbits(sets.view(np.uint8), axis=1, bitorder="little")[:, :251].reshape(4, 2, 251)
    odd = np.array([parity([names(arrays_for(with_parity()).racks.rack(i))]) == "odd" for i in range(251)])
    for scene, others_odd in enumerate((False, True, False, True)):
        assert (bits[scene, 1] == (odd ^ others_odd)).all()
        assert (bits[scene].sum(axis=0) == 1).all()


@pytest.mark.parametrize("known", [1, 3])
def test_solver_and_batch_agree_with_an_enumeration(known: int) -> None:
    rng, batch = random.Random(known), Batch(with_parity(), known=known)
    for _ in range(25):
        check_position(with_parity(), *position(rng, known, TRUTHS), TRUTHS, batch)


@settings(max_examples=20, deadline=None)
@given(data=st.data())
@pytest.mark.seconds
def test_random_functions_agree_with_an_enumeration(data: st.DataObject) -> None:
    """Tables of whole numbers for tiles, added up or the largest taken, one or two a rack; answers by a hash of the sum."""
    width, salt = data.draw(st.integers(1, 2)), data.draw(st.integers(0, 99))
    far = width == 1 and data.draw(st.booleans())
    numbers = st.sampled_from([0, 1, 40_000]) if far else st.integers(-3, 5)
    tiles = sorted(reference.DECK_28)
    tables = [
        dict(zip(tiles, data.draw(st.lists(numbers, min_size=11, max_size=11)), strict=True)) for _ in range(width)
    ]
    how = data.draw(st.sampled_from([sum, max]))
    words = tuple(f"a{i}" for i in range(data.draw(st.integers(2, 5))))

    def measured(rack: Sequence[str]) -> tuple[int, ...]:
        return tuple(how([table[tile] for tile in rack]) for table in tables)

    def code(total: tuple[int, ...]) -> int:
        return random.Random(f"{salt} {total}").randrange(len(words))

    def truth(racks: Sequence[Names]) -> str:
        return words[code(tuple(map(sum, zip(*map(measured, racks), strict=True))))]

    card = Card.of(
        24,
        "?",
        measure=lambda rack: measured([tile.name for tile in rack])[0 if width == 1 else slice(None)],
        conclude=lambda total: code((total,) if width == 1 else total),
        answers=words,
    )
    ed = load_edition("classic").with_options({"most_players": 4}).with_card(card)
    truths, batch, rng = {**TRUTHS, 24: truth}, Batch(ed, known=2), random.Random(salt)
    for _ in range(3):
        check_position(ed, *position(rng, 2, truths), truths, batch)


def test_sums_far_apart_in_several_numbers_are_refused() -> None:
    wide = Card.of(
        24, "?", measure=lambda rack: [len(rack), 40_000 * len(rack)] * 3, conclude=any, answers=("no", "yes")
    )
    ed = load_edition("classic").with_card(wide)
    assert told(ed, [ed.deck.rack("Y2 K5 B7")], [(0, 24, "yes")]).candidates
    with pytest.raises(BeliefError, match="^card 24: too many different scenes with this deck and 3 racks$"):
        Batch(ed, known=3)


def check_game(ed: Edition, truth: Truth, monkeypatch: pytest.MonkeyPatch, *, players: int, seed: int) -> int:
    """A simulated game: answers to card 24 are true, and a solver in each seat knows after each line what the player knew."""
    monkeypatch.setattr(transcripts.games, "play", plain_kernels.play)
    game = Simulation(ed, ["certain"], players=players, seed=seed).transcript(0)
    seats = ("Ann", "Bob", "Cid", "Dan")[:players]
    solvers = {seat: Solver.from_log("", seat=seat, edition=ed) for seat in seats}
    racks: dict[str, Names] = {}
    answered = 0
    for line, held in zip(game.lines, game.candidates, strict=True):
        head, *rest = line.split()
        if head == "rack":
            racks[rest[0]] = tuple(sorted(rest[1:]))
        elif head in seats and rest[0] == "24":
            assert truth([rack for name, rack in racks.items() if name != head]) == rest[1], line
            answered += 1
        for seat, solver in solvers.items():
            solver.tell(line)
            if held is not None and solver.table.started and not solver.table.waiting:
                found = np.flatnonzero(solver.belief.chances).tolist()
                assert set(found) == held[seats.index(seat)], (seat, line)
    for solver in solvers.values():
        assert (list(solver.log.warnings), solver.contradictions) == ([], ())
    return answered


def test_simulated_games_are_those_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(check_game(with_parity(), parity, monkeypatch, players=3, seed=seed) for seed in range(3)) >= 2


def test_simulated_games_with_playerless_racks_and_negative_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    """One-tile racks measure less than nothing, and two numbers are added."""
    card = Card.of(
        24,
        "Do the racks lack more than they have?",
        measure=lambda rack: (min(tile.number for tile in rack) - 5, len(rack) - 2),
        conclude=lambda total: (total[0] < -3) + (total[0] + total[1] > 0),
        answers=("no", "yes", "both"),
    )
    ed = load_edition("stronghold").with_card(card)

    def truth(racks: Sequence[Names]) -> str:
        lows = sum(min(int(tile[1]) for tile in rack) - 5 for rack in racks)
        return ("no", "yes", "both")[(lows < -3) + (lows + sum(len(rack) - 2 for rack in racks) > 0)]

    assert sum(check_game(ed, truth, monkeypatch, players=3, seed=seed) for seed in (1, 2, 3)) >= 2


def test_a_cluster_gets_the_functions_along() -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    there = cloudpickle.loads(cloudpickle.dumps(Simulation(with_parity(), ["certain"], players=3)))
    racks = [there.edition.deck.rack("Y2 K5 B7"), there.edition.deck.rack("G6 G6 R5")]
    assert there.edition.card(24).answer(racks) == "odd"


@pytest.fixture
def solver() -> Solver:
    """Odd sums are left by card 24, sums of 18 or more by card 1."""
    racks = [with_parity().deck.rack(text) for text in ("Y2 K5 B7", "G6 G6 R5")]
    return told(with_parity(), racks, [(0, 24, "odd"), (0, 1, "1")])


def test_questions_tell_the_chances_of_its_answers(solver: Solver) -> None:
    before = solver.copy()
    before.undo()
    before.undo()
    weights = chances(before.belief)
    odd = sum(chance for rack, chance in weights.items() if parity([rack, ("G6", "G6", "R5")]) == "odd")
    assert before.question("Ann", 24).answers["odd"] == pytest.approx(odd)
    assert solver.question("Ann", 24).bits == 0, "it has been answered"
    assert solver.question("Bob", 24).answers == {"even": 1.0}, "as each sum follows from the other"


def test_proofs_use_it_and_need_it(solver: Solver) -> None:
    """Without the answer the claim fails on some rack of the enumeration; with it on none."""
    claims = [code.numbers for code in told(with_parity(), [rack for _, rack in racks_of(solver)], []).codes]
    racks = [rack for _, rack in racks_of(solver)]
    left = {
        "".join(sorted(t[1] for t in rack)) for rack in enumerate_racks(racks, [(0, 24, "odd"), (0, 1, "1")], TRUTHS)
    }
    needed = 0
    for code in claims:
        proof = solver.why(f"not {code}")
        assert proof.proved == (code not in left), code
        if proof.proved:
            used = [heard.card for heard in proof.premises]
            given: Given = [(0, card, {24: "odd", 1: "1"}[card]) for card in used]
            without = enumerate_racks(racks, [one for one in given if one[1] != 24], TRUTHS)
            assert code not in {"".join(sorted(t[1] for t in rack)) for rack in enumerate_racks(racks, given, TRUTHS)}
            if 24 in used:
                needed += 1
                assert code in {"".join(sorted(t[1] for t in rack)) for rack in without}
    assert needed >= 3


def racks_of(solver: Solver) -> list[tuple[str, Rack]]:
    return [(name, solver.table.racks[name].tiles) for name in ("Ann", "Bob")]


def test_its_words_are_true_in_every_language(solver: Solver) -> None:
    heard = position_of(solver).evidence.heard[0]
    for code in lang.LANGUAGES:
        said = consequence(heard, position_of(solver).evidence.arrays, "X", lang.language(code))
        assert [int(number) for number in re.findall(r"\d+", said)] == [17, 6, 8, 10, 12, 14, 16, 18, 20]
        assert code == "en" or "others" not in said
    few = Card.of(
        24, "?", measure=lambda rack: len(rack[0].colour), conclude=lambda total: total > 1, answers=["n", "y"]
    )
    rest = told(load_edition("classic").with_card(few), [rack for _, rack in racks_of(solver)], [(0, 24, "y")])
    assert (
        consequence(position_of(rest).evidence.heard[0], position_of(rest).evidence.arrays)
        == "the others add up to 1, so your rack adds 1"
    )
    rest.tell("Bob 24 n")
    said = consequence(position_of(rest).evidence.heard[1], position_of(rest).evidence.arrays)
    assert said == "the others add up to 1, and no rack of yours can make that n"


def test_puzzles_have_one_solution_and_need_every_clue() -> None:
    asked = 0
    for seed in range(12):
        puzzle = make_puzzle(seed, with_parity(), 3, "medium")
        others = [player for player in puzzle.players if player != "me"]
        racks = [puzzle.racks[player] for player in others]
        given: Given = [(others.index(clue.player), clue.card, clue.answer) for clue in puzzle.clues]
        codes = {"".join(sorted(t[1] for t in rack)) for rack in enumerate_racks(racks, given, TRUTHS)}
        assert codes == {puzzle.solution}
        assert puzzle.solver.codes[0].numbers == puzzle.solution
        assert puzzle.hint(3)
        for place, clue in enumerate(puzzle.clues):
            if clue.card == 24:
                asked += 1
                fewer = enumerate_racks(racks, given[:place] + given[place + 1 :], TRUTHS)
                assert len({"".join(sorted(t[1] for t in rack)) for rack in fewer}) > 1
    assert asked


def test_reviews_opponents_hints_and_diagnosis(solver: Solver) -> None:
    """They run on it. A wrong answer is found by a second one that contradicts it."""
    assert [opponent.player for opponent in solver.opponents] == ["Ann", "Bob"]
    assert solver.hint(4)
    assert review_game(solver.log).steps
    solver.tell("Bob 24 odd")
    assert solver.contradictions
    assert {one.lines for one in solver.diagnose().culprits} == {(5,), (7,)}, "the two answers to card 24"


def test_the_prompt_and_the_page_show_it(solver: Solver) -> None:
    prompt = GamePrompt(Session.around(solver), lang.language("en"))
    assert str(prompt.handle("help 24").body) == "24. Is the sum of all numbers in sight odd?   (even odd)"
    assert not prompt.handle("Bob 24 EVEN").failed
    assert prompt.handle("Bob 24 so").failed
    assert prompt.session.lines[-1] == "Bob 24 EVEN"
    prompt.session.fix(len(prompt.session.lines), "Bob 24 odd")
    assert prompt.session.lines[-1] == "Bob 24 odd", "the whole log was read again, with the same edition"
    prompt.session.undo()
    assert prompt.session.table.edition == with_parity()
    shown = {card.card: card for card in page_data.cards(solver)}[24]
    assert (list(shown.answers), shown.sides) == (["even", "odd"], None)
