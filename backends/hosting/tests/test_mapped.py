"""Tests of the shared memories in a host: only the pages of results are writable."""

import numpy as np
import pytest

from samebits.backends.hosting.mapped import MappedOperands, MappedResults
from samebits.backends.hosting.memory import PAGE, SharedMemory
from samebits.backends.hosting.tests.processes import access
from samebits.backends.hosting.wire import Placement
from samebits.backends.protocol import BackendError

SIZE = 1 << 20


@pytest.fixture
def memory():
    made = SharedMemory(read_only=False)
    yield made
    made.close()


def line(at, count=4, stride=4):
    return Placement("f32", (count,), (stride,), at)


def address(array):
    return array.__array_interface__["data"][0]


def test_operands_can_be_read_and_not_written():
    made = SharedMemory(read_only=True)
    operands = MappedOperands(made.descriptor, PAGE)
    (first,) = operands.arrays(SIZE, [line(64)])
    assert not first.flags.writeable
    assert access(address(first)).startswith("r--")
    (again,) = operands.arrays(SIZE, [line(64)])
    assert address(again) == address(first), "a call costs no mapping of its own"
    made.reserve(SIZE + 1)
    made._map[SIZE : SIZE + 4] = np.float32(7).tobytes()
    assert operands.arrays(2 * SIZE, [line(SIZE, 1)])[0].tolist() == [7]
    assert operands.arrays(SIZE, [line(SIZE - 4, 1)])[0].shape == (1,)
    made.close()


def test_the_page_behind_an_operand_that_ends_with_a_page_cannot_be_read():
    made = SharedMemory(read_only=True)
    operands = MappedOperands(made.descriptor, PAGE)
    (first, *_) = operands.arrays(SIZE, [line(2 * PAGE - 16), line(5 * PAGE - 4, 1), line(0)])
    start = address(first) - (2 * PAGE - 16)

    def closed():
        return [page for page in range(12) if access(start + page * PAGE)[:1] == "-"]

    assert closed() == [2, 5]
    operands.arrays(SIZE, [line(2 * PAGE - 16), line(3 * PAGE, 4, -PAGE), line(5 * PAGE - 8, 1)])
    assert closed() == []
    operands.arrays(SIZE, [line(7 * PAGE, PAGE // 4), line(8 * PAGE, 0), line(SIZE - 16)])
    assert closed() == [8]
    made.close()


def test_only_the_pages_of_the_results_of_this_call_can_be_reached(memory):
    results = MappedResults(memory.descriptor, PAGE)
    (first,) = results.arrays(SIZE, [line(4 * PAGE)])
    start = address(first) - 4 * PAGE

    def reached():
        return [page for page in range(12) if access(start + page * PAGE)[:2] != "--"]

    assert reached() == [4]
    results.arrays(SIZE, [line(7 * PAGE), line(2 * PAGE - 4)])
    assert reached() == [1, 2, 7]
    (again,) = results.arrays(SIZE, [line(4 * PAGE)])
    assert (address(again), reached()) == (address(first), [4])
    results.arrays(SIZE, [line(4 * PAGE, 0)])
    assert reached() == []


def test_results_can_be_written_where_the_memory_has_grown(memory):
    results = MappedResults(memory.descriptor, PAGE)
    (first,) = results.arrays(SIZE, [line(4 * PAGE)])
    memory.reserve(SIZE + 1)
    (grown,) = results.arrays(memory.size, [line(4 * PAGE)])
    assert address(grown) != address(first)
    grown[:] = 3
    assert memory._map[4 * PAGE : 4 * PAGE + 4] == np.float32(3).tobytes()


@pytest.mark.parametrize(
    ("placement", "pages"),
    [
        (line(100, 10), (0, 1)),
        (line(PAGE, PAGE // 4), (1, 2)),
        (line(PAGE, PAGE // 4 + 1), (1, 3)),
        (line(PAGE - 4, 2), (0, 2)),
        (line(5 * PAGE, 3, -PAGE), (3, 6)),
        (line(5 * PAGE, 3, 0), (5, 6)),
        (line(5 * PAGE, 1, -PAGE), (5, 6)),
        (Placement("f64", (3, 2), (2 * PAGE, -PAGE), 5 * PAGE), (4, 10)),
        (Placement("f64", (2, 3), (2 * PAGE, -PAGE), 5 * PAGE), (3, 8)),
        (Placement("f32", (), (), PAGE - 4), (0, 1)),
        (line(PAGE - 4, 1), (0, 1)),
        (line(PAGE - 4, 3, 0), (0, 1)),
        (Placement("i8", (2,), (1,), PAGE - 1), (0, 2)),
    ],
)
def test_the_pages_of_a_result_are_those_of_its_elements(memory, placement, pages):
    found = MappedResults(memory.descriptor, PAGE)._pages(placement)
    assert found == (pages[0] * PAGE, pages[1] * PAGE)


def test_memory_that_cannot_be_protected_is_one_line(memory):
    results = MappedResults(memory.descriptor, PAGE)
    results.arrays(SIZE, [])
    with pytest.raises(BackendError, match="^the memory of results cannot be protected: Invalid a"):
        results._protect(1, PAGE, 0)
