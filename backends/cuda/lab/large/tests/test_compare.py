"""Tests of the comparison in pieces: order, time limit, and the report of a wrong element."""

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.lab.large import compare as comparing
from samebits.backends.cuda.lab.large.compare import compare
from samebits.backends.cuda.lab.large.reference import (
    Reference,
    by_rows,
    parts_of_rows,
    piece_length,
)
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op

PIECE = 64


@pytest.fixture(scope="module")
def reference():
    with Reference(PIECE, 2) as opened:
        yield opened


def array(count):
    return resident(EmulatedMachine(), np.arange(count, dtype=np.uint32))


def test_a_wrong_element_is_told_with_its_bits_and_its_piece(reference):
    wanted = np.arange(1000, dtype=np.uint32)
    wanted[[70, 75, 999]] = 0xDEADBEEF
    found = compare(reference, array(1000), lambda a, b: wanted[a:b], 60, 1)
    assert (found.compared, found.elements) == (1000, 1000)
    first, second = map(str, found.wrong)
    place = "in the piece 64 to 128, of which 2 are wrong"
    assert first == f"element 70: wanted 0xdeadbeef, got 0x00000046, {place}"
    assert second.startswith("element 999: wanted 0xdeadbeef, got 0x000003e7, in the piece 960 to")


def test_without_time_the_most_telling_pieces_are_compared_and_the_rest_drawn(reference):
    seen = []

    def wanted(a, b):
        seen.append((a, b))
        return np.arange(a, b, dtype=np.uint32)

    found = compare(reference, array(1000), wanted, 0, 1)
    assert set(seen) == {(0, 64), (448, 512), (960, 1000)}
    assert (found.compared, found.elements, found.wrong) == (168, 1000, ())


def test_pieces_around_2_31_elements_and_2_32_bytes_come_first_and_the_others_by_the_seed():
    pieces = [(a, a + 2**23) for a in range(0, 2**31 + 2**24, 2**23)]
    first, others = comparing._order(pieces, 4, 1)
    starts = {0, 2**31 + 2**23, 2**31, 2**31 - 2**23, 2**30, 2**30 - 2**23, 2**29, 2**29 - 2**23}
    assert {a for a, _ in first} == starts
    assert sorted(first + others) == pieces
    assert others == comparing._order(pieces, 4, 1)[1]
    assert others != comparing._order(pieces, 4, 2)[1]
    assert others != sorted(others)


def test_a_comparison_of_other_formats_or_lengths_is_a_mistake(reference):
    with pytest.raises(AssertionError, match="reference"):
        compare(reference, array(10), lambda a, b: np.arange(a, b), 60, 1)
    with pytest.raises(AssertionError, match="reference"):
        compare(reference, array(10), lambda a, b: np.arange(9, dtype=np.uint32), 60, 1)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 1000, 4096])
@pytest.mark.parametrize("width", [1, 4])
def test_T1_sums_of_pieces_make_the_sum_of_all(reference, count, width):
    x = np.random.default_rng(count).standard_normal((count, width)).astype(np.float32)
    (wanted,) = numpy_route.evaluate(get_op("sum").call(("f32",), axes=(0,)), [x])
    got = reference.tree("sum", lambda a, b: x[a:b], count, width)
    assert got.tobytes() == wanted.tobytes()


def test_a_matrix_is_seen_in_rows_from_any_element_to_any():
    matrix = np.arange(7 * 5).reshape(7, 5)
    for start in range(35):
        for stop in range(start + 1, 36):
            got = by_rows(start, stop, 5, lambda a, b: matrix[a:b])
            assert np.array_equal(got, np.arange(start, stop))
            parts = [matrix[row, a:b] for row, a, b in parts_of_rows(start, stop, 5)]
            assert np.array_equal(np.concatenate(parts), got)


def test_pieces_are_powers_of_two_that_grow_with_the_arrays():
    lengths = [piece_length(n) for n in (10_000, 40_000, 10**6, 2**31 + 5, 2**33)]
    assert lengths == [64, 256, 4096, 2**23, 2**23]
