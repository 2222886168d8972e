"""Best play of Code Breaker: the compiled search against a slow one, the plans in the package, the proof."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_breaker import SlowSearch, codes_of, exhaustive, said

from code777solver.breaker.answers import ANSWERS, MIRROR, AnsweredGuess, Overlap, answer_table
from code777solver.breaker.packs import Pack, load_pack
from code777solver.breaker.plan_check import play_all
from code777solver.breaker.plans import Plan, best_plan, proved_best
from code777solver.breaker.prove import prove
from code777solver.breaker.search import MEAN, Search, beyond, both, racing, search_for
from code777solver.breaker.strategies import STRATEGIES, greedy_plan
from code777solver.breaker.symmetry import first_guesses, symmetries_of
from code777solver.errors import PackError

TINY = ["A-3 / sun moon", "A 2 / sun moon star", "A / sun moon star fire", "A-5 / sun"]
SMALL = [*TINY, "A-4 / sun moon", "A-3 / rock paper scissors"]
FACTS = [
    # pack, codes, guesses in all, worst case, codes that need the worst case or more
    ("breaker-kids", 84, 236, 4, 2),
    ("breaker-4", 1140, 4289, 5, 39),
    ("breaker", 2300, 9263, 5, 360),
]


@cache
def slow(pack: Pack) -> SlowSearch:
    return SlowSearch(len(pack.ranks), len(pack.suits))


# The plans that come with the package.


@pytest.mark.parametrize(("name", "codes", "total", "worst", "late"), FACTS)
def test_the_checker_plays_every_plan_against_every_code(
    name: str, codes: int, total: int, worst: int, late: int
) -> None:
    pack, best = load_pack(name), proved_best(load_pack(name))
    assert best is not None
    counts = play_all(len(pack.ranks), len(pack.suits), best.guesses)
    assert sum(counts.values()) == codes
    assert sum(guess * count for guess, count in counts.items()) == total == best.total
    assert max(counts) == worst == best.worst
    assert counts[worst] >= late == best.late
    assert min(opening.total for opening in best.openings) == total


@pytest.mark.parametrize("name", ["breaker-kids", "breaker"])
def test_the_plans_for_the_race_break_every_code(name: str) -> None:
    pack, best = load_pack(name), proved_best(load_pack(name))
    assert best is not None
    counts = play_all(len(pack.ranks), len(pack.suits), best.race)
    assert sum(counts.values()) == len(pack.codes)


@pytest.mark.minutes
@pytest.mark.parametrize(("name", "codes", "total", "worst", "late"), FACTS)
def test_the_search_finds_the_figures_again(name: str, codes: int, total: int, worst: int, late: int) -> None:
    """The best mean; the fewest codes beyond one guess less than the worst case; none beyond the worst case."""
    search = search_for(load_pack(name))
    assert search.best([], MEAN).total == total
    assert search.best([], beyond(worst - 1)).total == late > 0
    assert search.best([], beyond(worst)).total == 0


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["breaker-kids", "breaker-4"])
def test_the_proof_run_again_finds_the_same_plan(name: str) -> None:
    heard: list[str] = []
    found = prove(load_pack(name), heard.append)
    assert found.known is not None
    assert found.agrees
    assert found.reaches_both
    assert found.best == proved_best(load_pack(name))
    assert found.bounded >= found.searched > 0
    assert (
        heard[-1] == f"the checker played every code: {found.best.total:,} guesses in all, {found.best.worst} at worst"
    )


def test_the_slow_search_agrees_on_the_best_mean() -> None:
    search = slow(load_pack("breaker-kids"))
    assert search.least(search.everything) == 236
    best = proved_best(load_pack("breaker-kids"))
    assert best is not None
    for opening in best.openings:
        assert search.after(opening.guess, search.everything) == opening.total


@pytest.mark.parametrize("spoiled", ["short", "long", "useless"])
def test_the_checker_refuses_what_is_no_plan(spoiled: str) -> None:
    best = proved_best(load_pack("breaker-kids"))
    assert best is not None
    guesses = list(best.guesses)
    if spoiled == "short":
        with pytest.raises(ValueError, match="the plan ends too early"):
            play_all(3, 3, guesses[:-1])
    elif spoiled == "long":
        with pytest.raises(ValueError, match="guesses are left over"):
            play_all(3, 3, [*guesses, 7])
    else:
        with pytest.raises(ValueError, match="tells nothing"):
            play_all(3, 3, [guesses[0], *guesses])


def test_the_checker_sees_a_worse_plan() -> None:
    pack = load_pack("breaker-kids")
    counts = play_all(3, 3, greedy_plan(pack, STRATEGIES["minimax"]))
    assert sum(guess * count for guess, count in counts.items()) > 236


@pytest.mark.parametrize("name", ["breaker-kids", "breaker-4", "breaker"])
def test_the_reader_of_plans_agrees_with_the_checker(name: str) -> None:
    plan, best, pack = best_plan(load_pack(name)), proved_best(load_pack(name)), load_pack(name)
    assert plan is not None
    assert best is not None
    counts = {guess: count for guess, count in enumerate(plan.counts) if count}
    assert counts == play_all(len(pack.ranks), len(pack.suits), best.guesses)


def test_plans_that_do_not_fit_are_refused() -> None:
    pack, best = load_pack("breaker-kids"), proved_best(load_pack("breaker-kids"))
    assert best is not None
    with pytest.raises(PackError, match="ends too early"):
        Plan.read(pack, best.guesses[:-1])
    with pytest.raises(PackError, match="goes on after its end"):
        Plan.read(pack, [*best.guesses, 1])


# The search against slow ones.


@pytest.mark.parametrize("name", SMALL)
def test_best_mean_of_small_packs(name: str) -> None:
    pack = load_pack(name)
    assert Search(pack).best([], MEAN).total == slow(pack).least(slow(pack).everything)


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize("cost", ["mean", "beyond 2", "beyond 3", "race"])
def test_any_cost_of_tiny_packs(name: str, cost: str) -> None:
    """Without any bound, every plan there is."""
    pack = load_pack(name)
    costs = {"mean": MEAN, "beyond 2": beyond(2), "beyond 3": beyond(3), "race": racing({1: 1, 2: 4, 3: 5}, 0)}[cost]
    expected = exhaustive(slow(pack), slow(pack).everything, lambda guess: int(costs[guess]))
    search = Search(pack)
    assert search.best([], costs).total == expected
    codes = np.arange(len(pack.codes))
    plan = Plan.read(pack, search.plan([], costs)) if len(codes) > 2 else None
    if plan is not None:
        assert sum(int(costs[depth]) for depth in plan.root.depths()) == expected


@settings(max_examples=60)
@given(st.data())
def test_positions_of_the_small_pack(data: st.DataObject) -> None:
    """After any guesses and true answers: the same least total, and the same after any next guess."""
    pack = load_pack("breaker-kids")
    codes, search, other = codes_of(3, 3), search_for(pack), slow(pack)
    truth = data.draw(st.integers(0, 83))
    asked = data.draw(st.lists(st.integers(0, 83), min_size=1, max_size=2))
    history = [AnsweredGuess(guess, ANSWERS.index(Overlap(*said(codes[guess], codes[truth])))) for guess in asked]
    left = search.left(history)
    assert truth in left
    assert search.best(history).total == other.least(left)
    guess = data.draw(st.integers(0, 83))
    if len({said(codes[guess], codes[code]) for code in left}) > 1:
        assert search.value(guess, history) == other.after(guess, left)
    plan = Plan.read(pack, search.plan(history), left)
    assert sum(plan.root.depths()) == other.least(left)
    assert len(list(plan.root.depths())) == len(left)


@settings(max_examples=15)
@given(st.data())
@pytest.mark.minutes
def test_positions_of_the_large_pack_do_not_depend_on_symmetry(data: st.DataObject) -> None:
    """The symmetries of a position save work and change nothing."""
    pack = load_pack("breaker")
    search = search_for(pack)
    truth = data.draw(st.integers(0, 2299))
    asked = [
        *data.draw(st.lists(st.sampled_from([0, 3, 5, 110]), min_size=1, max_size=1)),
        data.draw(st.integers(0, 2299)),
    ]
    history = [AnsweredGuess(guess, int(search.table[guess, truth])) for guess in asked]
    left = search.left(history)
    with_them = search.best(history)
    without = search._descend(left, None, MEAN, 1, 1 << 59)
    assert with_them.total == without.total


@pytest.mark.parametrize("name", ["breaker-kids", "A-4 / sun moon star fire"])
def test_square_packs_do_not_depend_on_symmetry(name: str) -> None:
    """After every first guess of each kind and every answer to it: numbers and suits may trade places, or may not."""
    search = search_for(load_pack(name))
    for guess, place in product(first_guesses(search.pack), range(28)):
        left = search.left([AnsweredGuess(guess, place)])
        if len(left) > 2:
            assert (
                search.best([AnsweredGuess(guess, place)]).total == search._descend(left, None, MEAN, 1, 1 << 59).total
            )


def test_a_limit_is_respected() -> None:
    search = search_for(load_pack("breaker-kids"))
    history = [AnsweredGuess(1, int(search.table[1, 40]))]
    total = search.best(history).total
    assert search.best(history, limit=total + 1).total == total
    assert search.best(history, limit=total).total >= total


def test_two_costs_in_one() -> None:
    search = search_for(load_pack("breaker-kids"))
    total = search.best([], both(beyond(3), MEAN)).total
    assert (total >> 20, total & (1 << 20) - 1) == (2, 236)


def test_threads_may_share_a_search() -> None:
    search = search_for(load_pack("breaker-4"))
    histories = [
        [AnsweredGuess(55, place)] for place in (5, 6, 9, 12) if len(search.left([AnsweredGuess(55, place)]))
    ] * 4
    expected = [search.best(history) for history in histories]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(search.best, histories)) == expected


def test_too_many_codes_for_a_search() -> None:
    with pytest.raises(PackError, match=r"22,100 codes are too many for an exact search \(at most 8,000\)"):
        Search(load_pack("A-K / spades hearts diamonds clubs"))


# Symmetry.


@pytest.mark.parametrize("name", ["breaker-kids", "breaker-4", "A-4 / x b c d", "A-9 / sun moon", "A / x b c d e f g"])
def test_symmetries_keep_the_guess_and_all_answers(name: str) -> None:
    pack = load_pack(name)
    table = answer_table(pack)
    for guess in first_guesses(pack):
        perms, turns = symmetries_of(pack, guess)
        some = range(0, len(perms), 1 + len(perms) // 20)
        for perm, turned in zip(perms[some], turns[some], strict=True):
            assert perm[guess] == guess
            assert sorted(perm) == list(range(len(pack.codes)))
            moved = table[np.ix_(perm, perm)]
            assert (moved == (MIRROR[table] if turned else table)).all()


def test_first_guesses_are_one_of_each_kind() -> None:
    """Any other guess turns into one of them by renaming: the sorted sizes of its parts are the same."""
    for name, kinds in [("breaker-kids", 4), ("breaker-4", 6), ("breaker", 4), ("A-9 / sun moon", 3)]:
        pack = load_pack(name)
        table = answer_table(pack)
        firsts = first_guesses(pack)
        assert len(firsts) == kinds
        parts = {tuple(sorted(np.bincount(row, minlength=29))) for row in table}
        assert parts == {tuple(sorted(np.bincount(table[first], minlength=29))) for first in firsts}


def test_how_many_symmetries_there_are() -> None:
    """28,800 renamings of the large pack, shared out over equivalent guesses."""
    pack = load_pack("breaker")
    alike = {0: 100, 3: 400, 5: 1200, 110: 600}
    assert first_guesses(pack) == list(alike)
    for guess, count in alike.items():
        assert len(symmetries_of(pack, guess).perms) + 1 == 2 * 120 * 120 // count


# Greedy strategies.


@pytest.mark.parametrize(
    ("name", "strategy", "total", "worst"),
    [("breaker-4", "entropy", 4311, 5), ("breaker-4", "most-parts", 4298, 5), ("breaker", "consistent", 9395, 6)],
)
def test_greedy_plans(name: str, strategy: str, total: int, worst: int) -> None:
    """Means 3.7816 and 3.7702 were found before by another program."""
    pack = load_pack(name)
    counts = play_all(len(pack.ranks), len(pack.suits), greedy_plan(pack, STRATEGIES[strategy]))
    assert (sum(guess * count for guess, count in counts.items()), max(counts)) == (total, worst)


@pytest.mark.seconds
def test_the_table_of_strategies_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "breaker.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| `([\w-]+)` \| [^|]+\| (\d+), ([\d.]+) \| (\d+), ([\d.]+) \| (\d+), ([\d.]+) \|", page, re.MULTILINE
    )
    assert [row[0] for row in rows] == list(STRATEGIES)
    for name, *figures in rows:
        for (pack_name, codes, total, *_), shown, mean in zip(FACTS, figures[::2], figures[1::2], strict=True):
            assert mean == f"{int(shown) / codes:.4f}"
            if STRATEGIES[name].is_greedy:
                pack = load_pack(pack_name)
                counts = play_all(len(pack.ranks), len(pack.suits), greedy_plan(pack, STRATEGIES[name]))
                assert int(shown) == sum(guess * count for guess, count in counts.items())
            elif name == "optimal-mean":
                assert int(shown) == total


def test_the_openings_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "breaker.md").read_text(encoding="utf-8")
    table = re.findall(
        r"^\| (?:one|two|three) [^|]+\| ([\d,]+|the same) \| ([\d,]+) \| ([\d,]+|the same) \|$", page, re.MULTILINE
    )
    assert len(table) == 6
    for column, (name, *_) in enumerate(FACTS):
        best = proved_best(load_pack(name))
        assert best is not None
        shown = [int(row[column].replace(",", "")) for row in table if row[column] != "the same"]
        assert sorted(shown) == sorted(opening.total for opening in best.openings)


@pytest.mark.parametrize("strategy", [name for name, chosen in STRATEGIES.items() if chosen.is_greedy])
def test_greedy_guesses_by_hand(strategy: str) -> None:
    """The first guess of the small pack, from the sizes of its parts counted the slow way."""
    codes = codes_of(3, 3)
    scores = []
    for guess in codes:
        sizes: dict[tuple[int, int, int], int] = {}
        for code in codes:
            sizes[said(guess, code)] = sizes.get(said(guess, code), 0) + 1
        values = list(sizes.values())
        scores.append(
            {
                "entropy": sum(n * np.log2(n) for n in values),
                "consistent": sum(n * np.log2(n) for n in values),
                "expected-size": sum(n * n for n in values),
                "most-parts": -len(values),
                "minimax": max(values),
            }[strategy]
        )
    first = next(i for i, score in enumerate(scores) if score <= min(scores) + 1e-9)
    assert greedy_plan(load_pack("breaker-kids"), STRATEGIES[strategy])[0] == first


def test_every_pair_of_shapes_can_be_searched() -> None:
    """Packs with hardly any cards are no special case."""
    for ranks, suits in product(range(1, 5), range(1, 5)):
        if 3 <= ranks * suits <= 8:
            names = ["sun", "moon", "star", "fire"][:suits]
            pack = load_pack(f"{' '.join('A234'[:ranks])} / {' '.join(names)}")
            assert Search(pack).best([]).total == slow(pack).least(slow(pack).everything)
