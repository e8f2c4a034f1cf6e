"""Test the exact products, and the page about the accuracy of aligned products."""

import json
from fractions import Fraction

import numpy as np
import pytest

from samebits.benchmarks.accuracy.aligned.aligned_page import PAGE, RESULTS, page
from samebits.benchmarks.accuracy.aligned.data import ROWS, TERMS, Ops, matrices, to_bf16
from samebits.benchmarks.accuracy.aligned.exact import Right, product, whole


def spread(rows, columns, seed):
    draw = np.random.default_rng(seed)
    x = draw.standard_normal((rows, columns)) * 2.0 ** draw.integers(-60, 20, (rows, columns))
    x[draw.random((rows, columns)) < 0.1] = 0.0
    return x.astype(np.float32)


def fractions(x):
    return [[Fraction(float(v)) for v in row] for row in x]


@pytest.mark.parametrize("seed", range(4))
def test_products_are_those_of_fractions(seed):
    a, b = spread(3, 40, seed), spread(40, 2, seed + 100)
    found, unit = product(whole(a), whole(b))
    columns = list(zip(*fractions(b), strict=True))
    for i, row in enumerate(fractions(a)):
        for j, column in enumerate(columns):
            wanted = sum(x * y for x, y in zip(row, column, strict=True))
            assert found[i, j] * Fraction(2) ** unit == wanted


def test_errors_are_relative_to_the_sum_of_magnitudes():
    a, b = np.float32([[1, -3]]), np.float32([[2], [0.5]])
    right = Right(a, b)
    assert right.errors(np.float32([[0.5]])).largest == 0.0
    found = right.errors(np.float32([[0.75]]))
    assert found.largest == found.rms == pytest.approx(0.25 / 3.5)


def test_sums_that_digits_would_round_are_refused():
    with pytest.raises(ValueError, match="would be rounded"):
        product(whole(np.ones((1, 8193), np.float32)), whole(np.ones((8193, 1), np.float32)))


def test_bf16_is_rounded_to_even():
    x = np.float32([1 + 2**-8, 1 + 3 * 2**-8, -1 - 2**-8 - 2**-20])
    assert to_bf16(x).tolist() == [1.0, 1 + 2**-6, -1 - 2**-7]


def test_the_matrices_are_the_same_every_time():
    told, a, b = next(matrices(Ops()))
    assert (told, a.shape, b.shape) == ("normal", (ROWS, TERMS), (TERMS, ROWS))
    again = next(matrices(Ops()))
    assert np.array_equal(a, again[1])
    assert not np.array_equal(a, b.T)


def test_the_page_is_that_of_the_results():
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert PAGE.read_text(encoding="utf-8") == page(found)
