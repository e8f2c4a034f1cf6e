"""Tests of the placement of arrays in a host, such as adjacent and overlapping arrays."""

from itertools import pairwise

import numpy as np
import pytest

from samebits.backends.hosting.addresses import LINE
from samebits.backends.hosting.memory import PAGE, SharedMemory
from samebits.backends.hosting.placing import OperandPlacer, ResultPlacer, ViolationError
from samebits.conformance.scenes.layouts import AT_END, at_offset


@pytest.fixture
def memory():
    made = SharedMemory(read_only=True)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("element", "bits", "changed"), [(7, 1, 1), (5, 1, 1), (4, 1 << 31, 0), (0, 1, 0)]
)
def test_operands_side_by_side_touch_there_too_and_the_changed_one_is_named(
    memory, element, bits, changed
):
    rows = np.arange(10, dtype=np.uint32)
    placed = OperandPlacer(memory).place([rows[:5], rows[5:]])
    first, second = placed.placements
    assert second.at == first.at + 20
    rows[element] ^= bits  # an end of each operand
    with pytest.raises(ViolationError, match=f"^the backend changed operand {changed}$"):
        placed.check()


def end_of(span):
    return span.offset + span.high - span.low


def ends_with_a_page(span):
    return end_of(span) % PAGE == 0


def test_calls_of_one_message_lie_one_behind_the_other_less_than_two_pages_apart(memory):
    rows = np.arange(100, dtype=np.float32)
    placer = OperandPlacer(memory)
    placed = [placer.place([rows[i : i + 5]]) for i in (3, 20, 3, 40)]
    spans = [span for each in placed for span in each.spans]
    for before, after in pairwise(spans):
        assert 0 <= after.offset - end_of(before) < 2 * PAGE
    rows[41] = -1
    for each in placed[:3]:
        each.check()
    with pytest.raises(ViolationError):
        placed[3].check()


def test_a_reversed_operand_takes_no_more_than_its_own_bytes(memory):
    rows = np.arange(12, dtype=np.float32)
    placed = OperandPlacer(memory).place([rows[9:2:-1]])
    (span,) = placed.spans
    assert (span.low, span.high) == (rows[3:].ctypes.data, rows[10:].ctypes.data)
    assert placed.placements[0].at == span.offset + 24
    rows[2] = rows[10] = -1
    placed.check()


@pytest.mark.parametrize("placer", [OperandPlacer, ResultPlacer])
def test_other_calls_meet_every_line_of_a_page_and_its_end(memory, placer):
    every = [np.zeros((1 + n // 40, 1 + n % 40), np.float32) for n in range(2000)]
    spans = [placer(memory).place([x], "add").spans[0] for x in every]
    assert {span.offset % PAGE // LINE for span in spans} == set(range(PAGE // LINE))
    assert 300 < sum(map(ends_with_a_page, spans)) < 700
    for span in spans:
        assert span.offset % LINE == span.low % LINE or ends_with_a_page(span)


@pytest.mark.parametrize("placer", [OperandPlacer, ResultPlacer])
def test_the_same_call_meets_the_same_line_and_another_op_another_one(memory, placer):
    def lines(op, position=0):
        arrays = [np.zeros(1), np.zeros((7, 5)), np.zeros(9)][-1 - position :]
        return [s.offset % PAGE // LINE for s in placer(memory).place(arrays, op).spans]

    assert lines("add") == lines("add")
    assert len({tuple(lines(f"op{n}")) for n in range(40)}) > 15
    ops = [f"op{n}" for n in range(20)]
    apart = [op for op in ops if lines(op, 0)[0] != lines(op, 1)[1]]
    assert len(apart) > 10, "the place among the operands counts"


@pytest.mark.parametrize("placer", [OperandPlacer, ResultPlacer])
@pytest.mark.parametrize("offset", [0, 1, 64, 2051, AT_END])
def test_the_judge_chooses_the_address_of_an_array_where_it_asks_about_it(memory, placer, offset):
    array = at_offset((7, 30), "f32", offset)
    for view in (array, array[::-1], array.T, array[:, :]):
        (span,) = placer(memory).place([view], "add").spans
        assert span.offset % PAGE == span.low % PAGE


def test_a_page_that_no_operand_has_follows_one_that_ends_with_a_page(memory):
    at_end, first = at_offset((30,), "f32", AT_END), at_offset((30,), "f32", 0)
    placer = OperandPlacer(memory)
    before, after = (placer.place([x]).spans[0] for x in (at_end, first))
    assert ends_with_a_page(before)
    assert after.offset - end_of(before) == PAGE


def test_elements_stay_as_well_aligned_as_they_are(memory):
    packed = np.zeros(500, [("byte", "u1"), ("number", "<f4")])["number"]
    doubles = np.zeros(64, np.uint8)[4:60].view("<f8")
    for array in (packed, doubles, np.zeros(1031, np.float32), np.zeros(77, np.float64)):
        for call in map(str, range(30)):
            (span,) = OperandPlacer(memory).place([array], call).spans
            assert (span.offset - span.low) % array.itemsize == 0


def test_the_memory_grows_to_what_it_has_to_hold(memory):
    rows = np.arange(1 << 20, dtype=np.uint32)
    placed = OperandPlacer(memory).place([rows])
    assert memory.size >= placed.placements[0].at + rows.nbytes
    placed.check()


def test_an_operand_without_elements_shares_with_nobody(memory):
    x = np.arange(8.0)
    placed = OperandPlacer(memory).place([x, x[3:3], x[8:8], x[:4]])
    assert [placed.owners[0] == owner for owner in placed.owners] == [True, False, False, True]
