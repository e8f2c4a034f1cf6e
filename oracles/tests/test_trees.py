"""Compare the exact trees with a recursion on fractions, and with the trees of the spec."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles.arithmetic import add, multiply
from samebits.oracles.numpy_route.reductions_route import sum_levels
from samebits.oracles.rounding import decode, round_to
from samebits.oracles.trees import (
    Arithmetic,
    Special,
    balanced,
    common_unit,
    contract,
    from_units,
    sum_balanced,
    to_units,
)
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language import trees as spec_trees

FORMATS = ("f32", "f64")
PATTERNS = {"f32": 2**32 - 1, "f64": 2**64 - 1}


def rows(name, most):
    """Return a strategy for lists of patterns: random bits, or a narrow range with cancellation."""
    wide = st.integers(min_value=0, max_value=PATTERNS[name])
    shift = {"f32": 8, "f64": 11}[name]
    one = {"f32": 0x3F8, "f64": 0x3FF}[name]
    sign = 1 << {"f32": 31, "f64": 63}[name]
    bits = {"f32": 20, "f64": 52}[name]
    near = st.integers(min_value=0, max_value=2**shift).map(lambda k: (one << bits) + k)
    signed = st.tuples(near, st.booleans()).map(lambda t: t[0] | (sign if t[1] else 0))
    return st.lists(wide, max_size=most) | st.lists(signed, max_size=most)


def rounded_add(name):
    return lambda a, b: decode(round_to(add(a, b), name), name)


@pytest.mark.parametrize("n", range(1, 70))
def test_T1_the_recursion_is_the_tree_of_the_spec(n):
    leaves = [str(i) for i in range(n)]
    drawn = balanced(leaves, lambda a, b: f"({a}+{b})", "0")
    assert drawn == spec_trees.evaluate(
        spec_trees.balanced(n), leaves, lambda a, b: f"({a}+{b})", "()"
    )


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_T1_sums_agree_with_the_tree_of_the_spec_over_generic_arithmetic(name, data):
    values = [decode(p, name) for p in data.draw(rows(name, 40))]
    wanted = spec_trees.evaluate(
        spec_trees.balanced(len(values)), values, rounded_add(name), decode(0, name)
    )
    assert round_to(sum_balanced(values, name), name) == round_to(wanted, name)


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_T1_sums_agree_with_the_numpy_levels(name, data):
    patterns = data.draw(rows(name, 40))
    x = from_bits(np.array(patterns, dtype=f"u{int(name[1:]) // 8}"), name)
    with np.errstate(all="ignore"):
        wanted = sum_levels(x[None, :])
    got = round_to(sum_balanced([decode(p, name) for p in patterns], name), name)
    assert np.isnan(wanted[0]) or got == int(bits_of(wanted)[0])
    assert np.isnan(wanted[0]) == (decode(got, name).kind == "nan")


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=9))
def test_T1_brute_force_with_fractions_and_the_machine(values):
    """The tree is split at the largest power of two below n. The processor rounds each sum."""

    def brute(part):
        if len(part) == 1:
            return part[0]
        half = max(1 << k for k in range(5) if 1 << k < len(part))
        left, right = brute(part[:half]), brute(part[half:])
        exact = Fraction(float(left)) + Fraction(float(right)) if _finite(left, right) else None
        with np.errstate(all="ignore"):
            total = np.float32(left) + np.float32(right)
        if exact is not None and exact != 0 and np.isfinite(total):
            assert int(np.float32(total).view(np.uint32)) == round_to(exact, "f32")
        return total

    wanted = np.float32(brute(values))
    reals = [decode(int(np.float32(v).view(np.uint32)), "f32") for v in values]
    got = round_to(sum_balanced(reals, "f32"), "f32")
    assert got == (0x7FC00000 if np.isnan(wanted) else int(wanted.view(np.uint32)))


def _finite(*values):
    return all(np.isfinite(v) for v in values)


def test_T1_nothing_is_positive_zero_and_one_element_is_itself():
    negative_zero = decode(0x80000000, "f32")
    assert round_to(sum_balanced([], "f32"), "f32") == 0
    assert round_to(sum_balanced([negative_zero], "f32"), "f32") == 0x80000000
    assert round_to(sum_balanced([negative_zero] * 3, "f32"), "f32") == 0x80000000
    assert round_to(sum_balanced([negative_zero, decode(0, "f32")], "f32"), "f32") == 0


def chain_of_the_spec(a, b, name):
    """Return a contraction T4, evaluated on the tree of the spec with exact arithmetic."""
    tree = spec_trees.contraction(len(a))
    values = [multiply(x, y) for x, y in zip(a, b, strict=True)]

    def rounded(v):
        return decode(round_to(v, name), name)

    for children in tree.nodes:
        left, right = (values[c] for c in children)
        if children[0] < tree.leaves:  # the first term of a block is the rounded product
            left = rounded(left)
        values.append(rounded(add(left, right)))
    # A block of one term is its rounded product, which is a leaf of T1 or the result.
    return rounded(values[-1])


def contraction(a, b, name):
    units = common_unit(a), common_unit(b)
    left, right = ([to_units(v, u) for v in side] for side, u in zip((a, b), units, strict=True))
    arithmetic = Arithmetic(name, sum(units))
    return from_units(contract(left, right, arithmetic), arithmetic.unit)


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_T4_contractions_agree_with_the_tree_of_the_spec(name, data):
    a = [decode(p, name) for p in data.draw(rows(name, 30))]
    b = [decode(p, name) for p in data.draw(rows(name, 30))]
    terms = min(len(a), len(b))
    if terms:
        wanted = chain_of_the_spec(a[:terms], b[:terms], name)
        assert round_to(contraction(a[:terms], b[:terms], name), name) == round_to(wanted, name)


@pytest.mark.parametrize("terms", [1, 2, 255, 256, 258, 511, 512, 600, 1024, 1100])
def test_T4_blocks_of_256_agree_with_the_tree_of_the_spec(terms):
    rng = np.random.default_rng(terms)
    a, b = (
        [decode(p, "f32") for p in bits_of(rng.normal(size=terms).astype(np.float32)).tolist()]
        for _ in range(2)
    )
    wanted = chain_of_the_spec(a, b, "f32")
    assert round_to(contraction(a, b, "f32"), "f32") == round_to(wanted, "f32")


def test_T4_starts_from_negative_zero_and_of_nothing_is_positive_zero():
    zero, negative_zero, one = (decode(p, "f32") for p in (0, 0x80000000, 0x3F800000))
    assert round_to(contraction([negative_zero], [one], "f32"), "f32") == 0x80000000
    assert round_to(contraction([negative_zero] * 2, [one] * 2, "f32"), "f32") == 0x80000000
    assert round_to(contraction([negative_zero, zero], [one] * 2, "f32"), "f32") == 0
    assert round_to(contraction([], [], "f32"), "f32") == 0


def test_T4_underflow_of_a_single_product_keeps_its_sign():
    tiny, negative = decode(1, "f32"), decode(0x80000001, "f32")
    assert round_to(contraction([tiny], [negative], "f32"), "f32") == 0x80000000
    assert round_to(contraction([tiny] * 2, [negative, tiny], "f32"), "f32") == 0


@pytest.mark.parametrize("name", FORMATS)
def test_values_survive_the_way_into_units_and_back(name):
    for pattern in (0, 1, 1 << (int(name[1:]) - 1), decode_max(name), 5):
        value = decode(pattern, name)
        unit = common_unit([value, decode(1, name)])
        assert round_to(from_units(to_units(value, unit), unit), name) == pattern
    assert from_units(Special.NAN, 0).kind == "nan"


def decode_max(name):
    return {"f32": 0x7F7FFFFF, "f64": 0x7FEFFFFFFFFFFFFF}[name]
