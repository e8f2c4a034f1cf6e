"""Tests of nodes that add several operands in one step: alignment, truncation and rounding."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from samebits.conformance.reveal.fused import Fusion, evaluate_fused, exact_sums, round_exact
from samebits.oracles.rounding import round_to
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.trees import Tree

F32 = np.float32


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16"])
def test_R5_exact_numbers_of_any_length_are_rounded_once(name: str) -> None:
    draw = random.Random(name)
    form = get_format(name)
    bits = form.precision
    numbers = [draw.getrandbits(draw.choice((20, 53, 54, 55, 90))) | 1 for _ in range(100)]
    # These are so near to a midpoint of two numbers that a first rounding would give the midpoint.
    numbers += [
        ((2 << bits) + (2 * k + 1) << n) + d for k in (0, 1) for n in (29, 60) for d in (-1, 0, 1)
    ]
    for number in (n for size in numbers for n in (size, -size)):
        power = -number.bit_length()
        found = np.array([round_exact(number, power, name)]).astype(form.dtype)
        assert int(bits_of(found)[0]) == round_to(Fraction(number) * Fraction(2) ** power, name)


def test_exact_numbers_beyond_the_range_are_infinite() -> None:
    assert round_exact(1, 2000, "f64") == np.inf
    assert round_exact(-1, 2000, "f64") == -np.inf
    assert round_exact(3 << 60, -60, "f32") == 3.0
    assert round_exact((1 << 60) + 1, -60, "f32") == 1.0
    assert round_exact((1 << 24) + 1, -24, "f64") == 1 + 2.0**-24
    assert round_exact((1 << 60) + 1, -60, "f64") == 1.0


def test_operands_are_aligned_to_the_largest_and_cut_below_its_last_place() -> None:
    tree = Tree(3, ((0, 1, 2),))
    a = np.array([[1, 2.0**-23, 2.0**-25], [1, 2.0**-24, 2.0**-24]], F32)
    plain = evaluate_fused(tree, Fusion("aligned", 0, True), "f32", a, None)
    assert plain.tolist() == [1 + 2.0**-23, 1.0]
    more = evaluate_fused(tree, Fusion("aligned", 1, True), "f32", a, None)
    assert more.tolist() == [1 + 2.0**-23, 1 + 2.0**-23]


def test_an_aligned_sum_is_cut_toward_zero_or_rounded_to_nearest() -> None:
    tree = Tree(3, ((0, 1, 2),))
    a = np.array([[1, 1, 3 * 2.0**-23], [-1, -1, -3 * 2.0**-23]], F32)
    cut = evaluate_fused(tree, Fusion("aligned", 0, True), "f32", a, None)
    assert cut.tolist() == [2 + 2.0**-22, -2 - 2.0**-22]
    rounded = evaluate_fused(tree, Fusion("aligned", 0, False), "f32", a, None)
    assert rounded.tolist() == [2 + 2.0**-21, -2 - 2.0**-21]


def test_operands_are_cut_toward_zero_before_they_are_added() -> None:
    tree = Tree(3, ((0, 1, 2),))
    a = np.array([[1, 2.0**-24, 0], [-1, -(2.0**-24), 0], [1, -(2.0**-24), 0]], F32)
    found = evaluate_fused(tree, Fusion("aligned", 0, True), "f32", a, None)
    assert found.tolist() == [1.0, -1.0, 1.0]


def test_products_are_aligned_by_the_exponents_of_their_factors() -> None:
    """1.5 * 1.5 exceeds 2 but is aligned as if below 2, so other operands keep one more bit."""
    tree = Tree(2, ((0, 1),))
    a, b = np.array([[1.5, 2.0**-23]], F32), np.array([[1.5, 1]], F32)
    found = evaluate_fused(tree, Fusion("aligned", 0, False), "f32", a, b)
    assert found.tolist() == [2.25]  # 2.25 + 2^-23 is halfway, and was not truncated
    a[0, 1] = 3 * 2.0**-23
    found = evaluate_fused(tree, Fusion("aligned", 0, False), "f32", a, b)
    assert found.tolist() == [2.25 + 2.0**-21]


def test_an_exact_sum_loses_nothing_on_the_way() -> None:
    a = np.array([[2.0**100, 1, -(2.0**100), 2.0**-24], [1, 2.0**-24, 2.0**-60, 0]], F32)
    assert exact_sums("f32", a, None).tolist() == [1.0, 1 + 2.0**-23]
    x, y = np.array([[2.0**60, 1, 2.0**60, 2.0**-23]], F32), np.array([[2.0**40, 1, -(2.0**40), 1]])
    assert exact_sums("f32", x, y.astype(F32)).tolist() == [1 + 2.0**-23]
    assert exact_sums("f32", a[:, 1:2], None).tolist() == [1.0, F32(2.0**-24)]


def test_a_fusion_is_told_in_words() -> None:
    assert str(Fusion("exact")) == "each the exact sum of its operands, rounded once"
    assert "cut 2 bits below" in str(Fusion("aligned", 2, True))
    assert str(Fusion("aligned", 2, True)).endswith("and the sum cut toward zero")
    assert str(Fusion("aligned", 0)).endswith("and the sum rounded to nearest")
