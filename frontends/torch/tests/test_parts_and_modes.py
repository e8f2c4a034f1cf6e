"""Mantissas and exponents, hashes, modes and distinct slices: ops that are exact or only move."""

import math

import pytest
import torch

from samebits.torch import reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits, values
from samebits.torch.tests.several import numbers

NAN, COMPLEX = float("nan"), torch.ones(2, dtype=torch.complex64)


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_frexp_parts_are_those_of_the_number(dtype):
    least = torch.finfo(dtype).smallest_normal
    x = torch.cat([values(dtype, (40,), 1), torch.tensor([least, -least / 4, 8.0], dtype=dtype)])
    mantissa, exponent = torch.frexp(x)
    assert mantissa.dtype is dtype
    assert exponent.dtype is torch.int32
    for number, m, e in zip(x.tolist(), mantissa.tolist(), exponent.tolist(), strict=True):
        wanted = math.frexp(number)
        assert (m, e) == wanted or (m != m and e == 0 and number != number)
        assert math.copysign(1, m) == math.copysign(1, wanted[0])


def test_frexp_of_the_least_binary64_numbers():
    x = torch.tensor([5e-324, -2.5e-310, 1.7976931348623157e308], dtype=torch.float64)
    mantissa, exponent = torch.frexp(x)
    wanted = [math.frexp(v) for v in x.tolist()]
    assert list(zip(mantissa.tolist(), exponent.tolist(), strict=True)) == wanted


def test_frexp_of_other_numbers_is_refused():
    for x in (COMPLEX, torch.ones(2, dtype=torch.int32)):
        with pytest.raises(RuntimeError, match="only supports floating-point dtypes"):
            torch.frexp(x)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_hashes_are_those_of_the_bits_in_binary64(dtype):
    x = numbers(dtype, 3, 5)
    wanted = x.double().view(torch.int64)
    got = torch.hash_tensor(x, 1).view(torch.int64)
    for row in range(3):
        of_row = 0
        for element in wanted[row].tolist():
            of_row ^= element
        assert got[row].item() == of_row
    assert torch.hash_tensor(x.t()).item() == torch.hash_tensor(x).item()


def test_S3_modes_are_the_least_of_the_most_frequent_where_they_are_last():
    x = torch.tensor([[2.0, 1.0, 2.0, 1.0, 3.0], [3.0, 0.0, -0.0, 9.0, NAN]])
    value, index = torch.mode(x)
    assert_bits(value, torch.tensor([1.0, -0.0]))
    assert index.tolist() == [3, 2]
    value, index = torch.mode(torch.tensor([NAN, 1.0, -NAN]), keepdim=True)
    assert value.isnan().tolist() == [True]
    assert index.tolist() == [2]
    assert torch.mode(torch.tensor(4.0)) == (torch.tensor(4.0), torch.tensor(0))
    grad = torch.autograd.grad(torch.mode(x.requires_grad_())[0].sum(), x)[0]
    assert grad.nonzero().tolist() == [[0, 3], [1, 2]]


def test_S3_distinct_slices_stand_in_the_order_of_their_elements():
    x = torch.tensor([[1.0, 2.0], [-0.0, 5.0], [1.0, 2.0], [0.0, 5.0], [-1.0, NAN]])
    found, group, many = torch.unique(x, dim=0, return_inverse=True, return_counts=True)
    assert_bits(found, torch.tensor([[-1.0, NAN], [-0.0, 5.0], [1.0, 2.0]]))
    assert group.tolist() == [2, 1, 2, 1, 0]
    assert many.tolist() == [1, 2, 2]
    of_columns = torch.unique(x.t().contiguous(), dim=1)
    assert_bits(of_columns, found.t().contiguous())


def test_S3_a_slice_with_nan_is_equal_to_none():
    x = torch.tensor([[NAN, 1.0], [NAN, 1.0], [2.0, 1.0], [2.0, 1.0], [NAN, 1.0]])
    _, group, many = torch.unique(x, dim=0, return_inverse=True, return_counts=True)
    assert many.tolist() == [2, 1, 1, 1]
    assert group.tolist() == [1, 2, 0, 0, 3]
    runs, many = torch.unique_consecutive(x, dim=0, return_counts=True)
    assert_bits(runs, torch.tensor([[NAN, 1.0], [NAN, 1.0], [2.0, 1.0], [NAN, 1.0]]))
    assert many.tolist() == [1, 1, 2, 1]


def test_S3_slices_without_elements():
    assert torch.unique(torch.empty(0, 3), dim=0).shape == (0, 3)
    with pytest.raises(RuntimeError, match="0 sized dimensions"):
        torch.unique(torch.empty(2, 0), dim=0)
