"""Histograms: counts of elements in bins, and scans of floats as integers."""

import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import assert_bits
from samebits.torch.tests.several import result

X = torch.tensor([-1.0, 0.0, 0.5, 0.99, 1.0, 2.0, 3.0, 3.5, float("nan")])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize(
    ("bins", "least", "most", "wanted"),
    [
        (3, 0, 3, [3.0, 1.0, 2.0]),
        (4, 0.5, 2.5, [2.0, 1.0, 0.0, 1.0]),
        (2, -2, 0, [0.0, 2.0]),
        (1, 7, 8, [0.0]),
    ],
)
def test_counts_of_bins(dtype, bins, least, most, wanted):
    out = torch.empty(0, dtype=dtype)
    with reproducible("c:baseline"):
        counts = torch.histc(X.to(dtype), bins, least, most)
        torch.histc(X.to(dtype), bins, least, most, out=out)
    assert counts.dtype is dtype
    assert counts.tolist() == out.tolist() == wanted


def test_a_range_of_nothing_is_that_of_the_elements():
    with reproducible("c:baseline"):
        assert torch.histc(X[:-1], 9).tolist() == torch.histc(X, 9, -1, 3.5).tolist()
        assert torch.histc(torch.ones(4), 3).tolist() == [0.0, 4.0, 0.0]
        assert torch.histc(torch.empty(0), 3).tolist() == [0.0, 0.0, 0.0]
        with pytest.raises(RuntimeError, match="not finite"):
            torch.histc(X, 3)


def test_short_formats_are_refused():
    with reproducible("c:baseline"), pytest.raises(NoCanonicalDefinition, match="histc"):
        torch.histc(X.to(torch.bfloat16), 3, 0, 1)


def test_floats_are_scanned_as_integers_where_that_is_asked_for():
    x = torch.tensor([0.9, 1.9, 2.1])
    with reproducible("c:baseline"):
        sums = torch.cumsum(x, 0, dtype=torch.int32)
        products = torch.cumprod(x, 0, dtype=torch.int64)
    assert sums.dtype is torch.int32
    assert sums.tolist() == [0, 1, 3]
    assert products.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("weights", "dtype"),
    [
        (torch.float32, torch.float32),
        (torch.float64, torch.float64),
        (torch.bfloat16, torch.float64),
        (torch.int32, torch.float64),
    ],
)
@pytest.mark.parametrize("numbers", [torch.int64, torch.uint8])
def test_weights_of_a_number_are_added_in_their_order(numbers, weights, dtype):
    generator = torch.Generator().manual_seed(1)
    which = torch.randint(0, 7, (500,), generator=generator).to(numbers)
    given = (torch.randn(500, generator=generator) * 1e3).to(weights)
    start = torch.zeros(9, dtype=dtype)
    wanted = result("index_add", start, which.long(), given.to(dtype), axis=0)
    with reproducible("c:baseline"):
        sums = torch.bincount(which, given, 9)
        assert torch.bincount(which, given).equal(sums[: int(which.max()) + 1])
    assert sums.dtype is dtype
    assert_bits(sums, wanted)


def test_weights_of_nothing_and_those_that_do_not_fit():
    with reproducible("c:baseline"):
        none = torch.bincount(torch.empty(0, dtype=torch.int64), torch.empty(0), 3)
        assert (none.dtype, none.tolist()) == (torch.int64, [0, 0, 0])
        with pytest.raises(RuntimeError, match="same length as input"):
            torch.bincount(torch.tensor([1, 2]), torch.ones(1))
        with pytest.raises(RuntimeError, match="non-negative"):
            torch.bincount(torch.tensor([1, -2]), torch.ones(2))
