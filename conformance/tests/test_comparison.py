"""Comparison is equality of bytes; a digest that differs is narrowed down to its elements."""

import builtins
import sys

import numpy as np
import pytest

from samebits.conformance.compare import compare
from samebits.conformance.comparison import compare_frozen, ulp_distance
from samebits.spec.formats import bits_of, from_bits
from samebits.vectors.reader import Vectors


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
