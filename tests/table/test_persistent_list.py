"""A growing sequence is a tuple in all but what an item more costs."""

from __future__ import annotations

import pytest

from code777solver.table.persistent_list import _BLOCK, PersistentList

LENGTHS = [0, 1, 2, _BLOCK - 1, _BLOCK, _BLOCK + 1, 3 * _BLOCK]


@pytest.mark.parametrize("length", LENGTHS)
def test_it_reads_as_a_tuple_does(length: int) -> None:
    wanted = tuple(range(length))
    grown: PersistentList[int] = PersistentList()
    for item in wanted:
        grown = grown.plus(item)
    for found in (grown, PersistentList(wanted)):
        assert (tuple(found), len(found), bool(found)) == (wanted, length, length > 0)
        assert found == wanted
        assert hash(found) == hash(PersistentList(wanted))
        assert tuple(reversed(found)) == wanted[::-1]
        assert [found[i] for i in range(-length, length)] == [wanted[i] for i in range(-length, length)]
        assert (found[1:], found[:-1], found[::-2]) == (wanted[1:], wanted[:-1], wanted[::-2])
        for outside in (length, -length - 1):
            with pytest.raises(IndexError, match=f"^no item {outside} in a sequence of {length}$"):
                found[outside]


@pytest.mark.parametrize("length", LENGTHS)
def test_the_shorter_one_stays_as_it_is(length: int) -> None:
    short = PersistentList(range(length))
    one, other = short.plus(-1), short.plus(-2)
    assert (tuple(short), one[-1], other[-1]) == (tuple(range(length)), -1, -2)
    assert one.without_last() == short
    assert one != other


def test_nothing_can_be_left_out_of_nothing() -> None:
    with pytest.raises(IndexError, match="index out of range"):
        PersistentList[int]().without_last()
