"""Test aligned contractions (T11): examples by hand, and the oracle against the NumPy route."""

from __future__ import annotations

import numpy as np
import pytest

from samebits import oracles
from samebits.oracles import numpy_route
from samebits.oracles.aligned import align
from samebits.oracles.rounding import decode
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.aligned import PAIRS
from samebits.spec.formats import bits_of


def product(a, b, bits, op="matmul_aligned", **attributes):
    x, y = (np.asarray(z, np.float32) for z in (a, b))
    call = get_op(op).call(["f32", "f32"], bits=bits, **attributes)
    return oracles.evaluate(call, [x, y])[0]


def integers(values, width):
    found = align([decode(int(p), "f32") for p in np.float32(values).view(np.uint32)], width)
    assert found is not None
    return found.unit, found.integers


def test_T11_5_integers_are_rounded_to_even_and_clamped():
    assert integers([64, 0.5, 1.5, 2.5, -0.5, -1.5, 127.5, -127.75], 8) == (
        0, (64, 0, 2, 2, 0, -2, 127, -127)
    )  # fmt: skip
    assert integers([np.float32(2 - 2**-23)], 24)[1] == (2**23 - 1,)


def test_T11_4_a_subnormal_row_has_its_true_exponent():
    assert integers([2.0**-149, 0], 8) == (-149 - 6, (64, 0))


def test_T11_3_great_terms_hide_small_ones_of_their_block_alone():
    row = np.zeros((1, 257))
    row[0, [0, 1, 256]] = 65536, 1, 1
    column = np.ones((257, 1))
    column[0] = 0
    assert product(row, column, (16, 16)) == 1
    assert product(row, column, (24, 16)) == 2


def test_T11_7_a_sum_of_zero_is_positive_and_a_value_that_rounds_to_zero_keeps_its_sign():
    assert bits_of(product([[1.0, 1.0]], [[-1.0], [1.0]], (8, 8))) == 0
    assert bits_of(product([[-0.0]], [[1.0]], (8, 8))) == 0
    assert bits_of(product([[-(2.0**-80)]], [[2.0**-80]], (8, 8))) == 1 << 31


def test_T11_8_what_is_not_finite_makes_its_block_nan():
    for value in (np.inf, -np.inf, np.nan):
        assert np.isnan(product([[value, 0.0]], [[0.0], [0.0]], (8, 16)))


def test_T11_10_the_gradients_of_a_product_are_aligned_by_the_widths_of_its_operands():
    """`linear_aligned` has the same widths. Its weight is the transposed second operand."""
    drawn = np.random.default_rng(11)
    x, weight, g = (drawn.normal(size=s).astype(np.float32) for s in ((9, 7), (5, 7), (9, 5)))
    for bits in PAIRS:
        call = get_op("linear_aligned_gradient").call(["f32"] * 3, bits=bits)
        of_x, of_weight = oracles.evaluate(call, [g, x, weight])
        assert np.array_equal(of_x, product(g, weight, bits))
        assert np.array_equal(of_weight.T, product(x, g, bits, transpose_a=True))


@pytest.mark.parametrize("bits", [(8,), (8, 8, 8), (16, 12), (8, True), (16.0, 16), None])
def test_T11_2_other_widths_are_refused(bits):
    with pytest.raises(SpecError, match="bits"):
        get_op("matmul_aligned").call(["f32", "f32"], bits=bits)


def test_T11_1_operands_of_f64_are_refused():
    with pytest.raises(SpecError, match="signature"):
        get_op("bmm_aligned").call(["f64", "f64"], ["f64"])


@pytest.mark.parametrize("bits", PAIRS)
def test_T11_6_oracle_and_route_agree_from_the_least_results_to_the_greatest(bits):
    drawn = np.random.default_rng(sum(bits))
    for exponent in range(-150, 140, 17):
        a, b = drawn.normal(size=(3, 300)), drawn.normal(size=(300, 4))
        x, y = np.float32(a * 2.0 ** (exponent // 2)), np.float32(b * 2.0 ** (-(-exponent // 2)))
        call = get_op("matmul_aligned").call(["f32", "f32"], bits=bits)
        wanted, found = oracles.evaluate(call, [x, y])[0], numpy_route.evaluate(call, [x, y])[0]
        assert np.array_equal(bits_of(wanted), bits_of(found))
