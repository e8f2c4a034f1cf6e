"""Tests of bitwise comparisons, and of the search for wrong elements behind a wrong digest."""

import builtins
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.common.errors import SamebitsError
from samebits.conformance.calls.comparison import (
    Comparison,
    compare_bits,
    compare_frozen,
    ulp_distance,
)
from samebits.conformance.calls.narrow import narrow
from samebits.conformance.results.records import MAX_EXAMPLES
from samebits.conformance.tests.small_backend import SmallCase, tree_sum, values, write_vectors
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits
from samebits.vectors.case import ByDigest
from samebits.vectors.digests import block_digests, merkle_root
from samebits.vectors.reader import Vectors


def compare(case, outputs, *, inputs=None):
    """Compare outputs with the right bits and find the wrong elements, as the judge does."""
    found = compare_frozen(case, outputs)
    return narrow(case, outputs, found, inputs=inputs) if found.bad_blocks else found


def bits32(*patterns):
    return np.array(patterns, np.uint32)


@pytest.fixture
def case(small_vectors):
    return Vectors.open(small_vectors).case


def right(case):
    a, b = case.inputs()
    with np.errstate(all="ignore"):
        return a + b


def with_change(array, index):
    bits = bits_of(array).copy()
    bits[index] ^= 1
    return from_bits(bits, "f32")


def test_equal_bytes_are_equal(case):
    """C1.2: results are compared bit by bit."""
    plain = case("add/f32/plain")
    found = compare(plain, [right(plain)])
    assert found.equal
    assert (found.elements, found.wrong, found.max_ulp, found.examples) == (300, 0, None, ())


def test_a_wrong_element_is_shown_with_its_address_and_bits(case):
    plain = case("add/f32/plain")
    found = compare(plain, [with_change(right(plain), 7)])
    assert (found.wrong, found.max_ulp) == (1, 1)
    (example,) = found.examples
    a, b = (f"{int(bits_of(x)[7]):08x}" for x in plain.inputs())
    assert example.inputs == (a, b)
    assert example.address == f"add/f32/plain/{a}-{b}"
    assert int(example.wanted, 16) ^ int(example.got, 16) == 1
    assert example.index == 7


def test_zeros_of_other_sign_differ(case):
    """C1.2: there is no tolerance."""
    special = case("add/f32/special")
    result = right(special).copy()
    wanted = bits_of(result)
    flipped = from_bits(np.where(wanted == 0, np.uint32(0x80000000), wanted), "f32")
    assert compare(special, [flipped]).wrong == int((wanted == 0).sum())


@pytest.mark.parametrize("index", [0, 63, 64, 299])
def test_a_digest_that_differs_is_narrowed_down_to_the_element(case, index):
    bulk = case("add/f32/bulk")
    wrong = with_change(right(bulk), index)
    frozen = compare_frozen(bulk, [wrong])
    assert frozen.bad_blocks == ((0, index // 64),)
    assert not frozen.complete
    found = compare(bulk, [wrong])
    assert found.complete
    assert (found.wrong, found.examples[0].index, found.max_ulp) == (1, index, 1)
    assert np.array_equal(found.wanted[0], bits_of(right(bulk)))


def test_several_blocks_are_narrowed_down_together(case):
    bulk = case("add/f32/bulk")
    wrong = with_change(right(bulk), [1, 70, 71, 290])
    assert [e.index for e in compare(bulk, [wrong]).examples] == [1, 70, 71, 290]


def test_without_the_oracles_the_block_is_named(case, monkeypatch):
    bulk = case("add/f32/bulk")
    plain_import = builtins.__import__

    def no_oracles(name, *rest):
        if name.startswith("samebits.oracles") or (name == "samebits" and "oracles" in rest[2]):
            raise ImportError("no oracles", name="mpmath")
        return plain_import(name, *rest)

    for name in [n for n in sys.modules if n.startswith("samebits.oracles")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", no_oracles)
    found = compare(bulk, [with_change(right(bulk), 70)])
    assert not found.equal
    assert not found.complete
    assert "block 1 (elements 64 to 127) differs" in found.note
    assert "mpmath is missing; to see the elements: pip install mpmath" in found.note


def test_recomputed_bits_without_the_frozen_digest_are_not_believed(case, monkeypatch):
    from samebits.oracles import numpy_route

    bulk = case("add/f32/bulk")
    monkeypatch.setattr(numpy_route, "evaluate", lambda call, inputs: [inputs[0]])
    monkeypatch.setattr("samebits.oracles.evaluate", lambda call, inputs: [inputs[1]])
    found = compare(bulk, [with_change(right(bulk), 70)])
    assert not found.complete
    assert found.wrong == 1
    assert found.wanted is None


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [
        (0x3F800000, 0x3F800001, 1),
        (0x00000001, 0x80000001, 2),
        (0x7F7FFFFF, 0x7F800000, 1),
        (0xFF800000, 0x7F800000, 2 * 0x7F800000),
        (0x7FC00000, 0x3F800000, None),
        (0x00000000, 0x80000000, 0),
    ],
)
def test_the_distance_in_ulp_is_exact(a, b, far):
    assert ulp_distance(bits32(a), bits32(b), "f32") == [far]
    assert ulp_distance(bits32(b), bits32(a), "f32") == [far]


def test_the_distance_in_ulp_does_not_overflow_in_binary64():
    a = np.array([0x7FEFFFFFFFFFFFFF], np.uint64)
    b = np.array([0xFFEFFFFFFFFFFFFF], np.uint64)
    assert ulp_distance(a, b, "f64") == [2 * 0x7FEFFFFFFFFFFFFF]


def test_integers_have_no_distance_in_ulp():
    assert ulp_distance(bits32(1), bits32(5), "i32") == [None]


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Comparison(9, 2), "2 of 9 elements differ"),
        (Comparison(9, 2, 0), "2 of 9 elements differ, at most 0 ulp"),
        (Comparison(9, 2, 5, note="why"), "2 of 9 elements differ, at most 5 ulp; why"),
        (Comparison(9, 2, complete=False), "at least 2 of 9 elements differ"),
    ],
)
def test_a_comparison_is_one_line_and_says_whether_it_counted_all(found, text):
    assert found.text() == text


def test_the_note_names_four_blocks_that_differ_and_counts_the_others(case):
    bulk = case("add/f32/bulk")
    four = compare_frozen(bulk, [with_change(right(bulk), [0, 64, 128, 192])])
    assert four.note == (
        "the digest of block 0 (elements 0 to 63), block 1 (elements 64 to 127), "
        "block 2 (elements 128 to 191), block 3 (elements 192 to 255) differs"
    )
    five = compare_frozen(bulk, [with_change(right(bulk), [0, 64, 128, 192, 299])])
    assert five.note == four.note.replace(" differs", " and 1 more differs")
    assert (five.wrong, five.elements) == (5, 300)


def test_the_first_wrong_elements_are_shown_and_the_largest_distance_is_told(case):
    plain = case("add/f32/plain")
    bits = bits_of(right(plain)).copy()
    bits[10 : 10 + MAX_EXAMPLES + 3] ^= 1
    bits[40] ^= 8
    found = compare(plain, [from_bits(bits, "f32")])
    assert found.wrong == MAX_EXAMPLES + 4
    assert [e.index for e in found.examples] == list(range(10, 10 + MAX_EXAMPLES))
    assert found.max_ulp == 8
    assert {e.ulp for e in found.examples} == {1}


class OfTwoOutputs:
    """A replacement for a case with two results: values and indices."""

    call = get_op("topk").call(("f32",), k=2)

    def inputs(self):
        return [np.zeros(4, np.float32)]

    def address(self, index, inputs=None):
        return f"element {index}"


def test_elements_of_later_outputs_are_counted_behind_those_before():
    many = MAX_EXAMPLES + 2
    wanted = [np.zeros(many, np.uint32), np.zeros(many, np.uint64)]
    got = [wanted[0].copy(), wanted[1].copy()]
    got[0][1], got[1][:] = 3, 7
    found = compare_bits(OfTwoOutputs(), got, wanted)
    assert (found.elements, found.wrong, found.max_ulp) == (2 * many, 1 + many, 3)
    assert [e.index for e in found.examples] == [1, *range(many, many + MAX_EXAMPLES - 1)]
    assert [e.address for e in found.examples][:2] == ["element 1", f"element {many}"]
    assert all(e.inputs == () for e in found.examples)


@pytest.mark.parametrize("far", [(3, 5), (5, 3)])
def test_the_largest_distance_is_that_of_all_outputs(far):
    both = SimpleNamespace(
        call=SimpleNamespace(op="split", inputs=("f32",), outputs=("f32", "f32")),
        inputs=lambda: [np.zeros(2, np.float32)],
        address=lambda index, inputs=None: "here",
    )
    wanted = [bits32(0, 0), bits32(0, 0)]
    found = compare_bits(both, [bits32(1, far[0]), bits32(far[1], 1)], wanted)
    assert found.max_ulp == 5


def test_comparisons_that_found_the_same_are_equal_whatever_arrays_they_hold():
    assert Comparison(3, 1, wanted=[bits32(1, 2)]) == Comparison(3, 1, wanted=[bits32(3, 4)])


@pytest.fixture
def long_sum(tmp_path):
    """Return a case of 130 sums of rows, stored as digests of three blocks, and the right sums."""
    call = get_op("sum").call(("f32",), axes=(1,))
    rows = values(260).reshape(130, 2)
    wanted = np.array([tree_sum(row) for row in rows], np.float32)
    write_vectors(tmp_path, [SmallCase("rows", call, [rows], wanted, by_digest=True)])
    return Vectors.open(tmp_path).case("sum/f32/rows"), wanted


def test_all_blocks_of_a_reduction_are_made_again_at_once(long_sum):
    rows, wanted = long_sum
    found = compare(rows, [with_change(wanted, [3, 129])])
    assert found.complete
    assert [e.index for e in found.examples] == [3, 129]
    assert [e.inputs for e in found.examples] == [(), ()]
    assert np.array_equal(found.wanted[0], bits_of(wanted))


@pytest.mark.parametrize("believed", [0, 2])
def test_a_block_that_cannot_be_made_again_is_counted_once_beside_the_elements_of_others(
    long_sum, monkeypatch, believed
):
    from samebits.oracles import numpy_route

    rows, wanted = long_sum
    slip = np.full_like(wanted, 9)
    part = slice(64 * believed, 64 * believed + 64)
    slip[part] = wanted[part]
    monkeypatch.setattr(numpy_route, "evaluate", lambda call, inputs: [slip])
    found = compare(rows, [with_change(wanted, [0, 1, 128, 129])])
    assert (found.wrong, found.complete, found.wanted) == (3, False, None)
    assert [e.index // 64 for e in found.examples] == [believed, believed]
    assert found.note.endswith("; elements of 1 of these blocks were not recomputed")


def test_where_no_route_is_the_block_is_named_without_a_word_of_trouble(long_sum, monkeypatch):
    from samebits.oracles import numpy_route

    rows, wanted = long_sum
    monkeypatch.setattr(numpy_route, "supports", lambda call: False)
    found = compare(rows, [with_change(wanted, 70)])
    assert (found.wrong, found.complete) == (1, False)
    assert found.note == "the digest of block 1 (elements 64 to 127) differs"


def test_a_route_that_fails_is_told_and_the_block_stays_named(long_sum, monkeypatch):
    from samebits.oracles import numpy_route

    def fails(call, inputs):
        raise SamebitsError("too large")

    rows, wanted = long_sum
    monkeypatch.setattr(numpy_route, "evaluate", fails)
    found = compare(rows, [with_change(wanted, 70)])
    assert (found.wrong, found.complete) == (1, False)
    assert found.note.endswith("differs; the elements could not be recomputed: too large")


def test_the_oracles_make_the_first_block_where_the_numpy_route_has_none(case, monkeypatch):
    from samebits.oracles import numpy_route

    monkeypatch.setattr(numpy_route, "supports", lambda call: False)
    bulk = case("add/f32/bulk")
    found = compare(bulk, [with_change(right(bulk), [1, 2, 290])])
    assert [e.index for e in found.examples] == [1, 2]
    assert (found.wrong, found.complete, found.wanted) == (3, False, None)


def test_a_block_that_is_right_is_not_asked_of_the_oracles(case, monkeypatch):
    monkeypatch.setattr("samebits.oracles.evaluate", lambda call, inputs: 1 / 0)
    bulk = case("add/f32/bulk")
    assert compare(bulk, [with_change(right(bulk), [1, 290])]).complete


def test_the_note_says_of_which_output_a_block_is():
    wanted = np.arange(3, dtype=np.uint32)
    digests = block_digests(wanted, 2)
    entry = ByDigest("f32", (3,), digests, merkle_root(digests), 2)
    got = [from_bits(wanted, "f32"), from_bits(np.array([0, 1, 9], np.uint32), "f32")]
    found = compare_frozen(OfTwoOutputs(), got, expected=[entry, entry])
    assert found.note == "the digest of block 1 of output 1 (elements 2 to 2) differs"


def test_two_comparisons_with_the_same_findings_are_equal_whatever_they_hold_besides():
    ours, theirs = (Comparison(3, 1, wanted=[np.arange(n)]) for n in (3, 4))
    assert ours == theirs
    assert ours.text() == "1 of 3 elements differ"
