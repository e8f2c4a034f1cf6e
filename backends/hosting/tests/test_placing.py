"""Where arrays lie in the memory of a host: side by side is not the same as overlapping."""

from itertools import pairwise

import numpy as np
import pytest

from samebits.backends.hosting.memory import SharedMemory
from samebits.backends.hosting.placing import LINE, OperandPlacer, ResultPlacer, ViolationError


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
    rows[element] ^= bits  # the first byte of the second operand, the last of the first
    with pytest.raises(ViolationError, match=f"^the backend changed operand {changed}$"):
        placed.check()


def test_calls_of_one_message_lie_one_behind_the_other_each_at_its_own_place_in_a_line(memory):
    rows = np.arange(100, dtype=np.float32)
    placer = OperandPlacer(memory)
    placed = [placer.place([rows[i : i + 5]]) for i in (3, 20, 3, 40)]
    spans = [span for each in placed for span in each.spans]
    for before, after in pairwise(spans):
        assert 0 <= after.offset - (before.offset + before.high - before.low) < 2 * LINE
    assert all(span.offset % LINE == span.low % LINE for span in spans)
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


def test_results_lie_at_their_own_place_in_a_line_from_the_first(memory):
    whole = np.zeros(100, np.float32)
    placed = ResultPlacer(memory).place([whole[3:5], whole[40:50], whole[60:]])
    assert all(span.offset % LINE == span.low % LINE for span in placed.spans)


def test_the_memory_grows_to_what_it_has_to_hold(memory):
    rows = np.arange(1 << 20, dtype=np.uint32)
    placed = OperandPlacer(memory).place([rows])
    assert memory.size >= placed.placements[0].at + rows.nbytes
    placed.check()


def test_an_operand_without_elements_shares_with_nobody(memory):
    x = np.arange(8.0)
    placed = OperandPlacer(memory).place([x, x[3:3], x[8:8], x[:4]])
    assert [placed.owners[0] == owner for owner in placed.owners] == [True, False, False, True]
