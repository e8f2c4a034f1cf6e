"""Pools along three axes. For a volume of one slice they equal the ops along two axes."""

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import SHORTER, assert_bits
from samebits.torch.tests.several import numbers, with_gradients


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


CALLS = [
    {"kernel_size": 3},
    {"kernel_size": (3, 2), "stride": 2, "padding": 1},
    {"kernel_size": (2, 3), "stride": (3, 2), "padding": (1, 0), "ceil_mode": True},
]


def of_one_slice(given):
    """Return arguments for volumes of one slice: windows have size 1 along the first axis."""
    first = {"kernel_size": 1, "stride": 1, "padding": 0, "dilation": 1}

    def widened(name, value):
        pair = value if isinstance(value, tuple) else (value, value)
        return (first[name], *pair) if name in first else value

    whole = {"stride": given["kernel_size"], **given}
    return {name: widened(name, value) for name, value in whole.items()}


def assert_as_of_slices(of_volumes, of_slices, x):
    """Assert that a pool of a one-slice volume equals the pool of the slice, with its gradient."""
    wanted = of_slices(x)
    g = numbers(x.dtype, *wanted.shape, seed=7)
    of_two = with_gradients(of_slices, g, x)
    of_three = with_gradients(of_volumes, g.unsqueeze(2), x.unsqueeze(2))
    for three, two in zip(of_three, of_two, strict=True):
        assert_bits(three.squeeze(2), two)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("given", CALLS, ids=str)
def test_G10_pools_of_one_slice_have_the_bits_of_two_axes(dtype, given):
    x = numbers(dtype, 2, 3, 7, 8)
    x[0, 0, :4] = x[0, 0, 0, 0]
    three = of_one_slice(given)
    assert_as_of_slices(
        lambda x: functional.max_pool3d(x, **three), lambda x: functional.max_pool2d(x, **given), x
    )
    assert_as_of_slices(
        lambda x: functional.max_pool3d(x, dilation=(1, 2, 1), **three),
        lambda x: functional.max_pool2d(x, dilation=(2, 1), **given),
        x,
    )
    for more in ({}, {"count_include_pad": False}, {"divisor_override": 5}):
        assert_as_of_slices(
            lambda x, more=more: functional.avg_pool3d(x, **three, **more),
            lambda x, more=more: functional.avg_pool2d(x, **given, **more),
            x,
        )


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_G10_adaptive_pools_of_one_slice_have_the_bits_of_two_axes(dtype):
    x = numbers(dtype, 2, 3, 7, 8)
    for size in ((1, 1), (3, 5), (9, 2)):
        three = (1, *size)
        assert_as_of_slices(
            lambda x, to=three: functional.adaptive_avg_pool3d(x, to),
            lambda x, to=size: functional.adaptive_avg_pool2d(x, to),
            x,
        )
        assert_as_of_slices(
            lambda x, to=three: functional.adaptive_max_pool3d(x, to),
            lambda x, to=size: functional.adaptive_max_pool2d(x, to),
            x,
        )


def test_a_volume_whose_axes_are_turned_has_the_same_maxima():
    x = numbers(torch.float32, 2, 3, 5, 6, 7)
    values = functional.max_pool3d(x, (2, 3, 2), padding=1)
    turned = functional.max_pool3d(x.transpose(2, 4), (2, 3, 2), padding=1)
    assert_bits(turned.transpose(2, 4), values)


def test_maxima_of_nothing_but_minus_infinity_have_indices_that_are_there():
    x = torch.full((1, 1, 3, 3, 3), -torch.inf)
    values, indices = functional.max_pool3d(x, 2, padding=1, return_indices=True)
    assert (values == -torch.inf).all()
    assert indices.flatten().tolist() == [0, 1, 3, 4, 9, 10, 12, 13]


def test_one_sample_without_its_axis_has_the_bits_that_it_has_in_a_batch():
    x = numbers(torch.float32, 2, 3, 5, 6, 7)
    for pool in (
        lambda x: functional.avg_pool3d(x, 2, padding=1),
        lambda x: functional.max_pool3d(x, 2),
        lambda x: functional.adaptive_avg_pool3d(x, 2),
    ):
        assert_bits(pool(x[1]), pool(x)[1])


def test_an_impossible_window_is_the_error_of_pytorch():
    x = numbers(torch.float32, 1, 1, 3, 3, 3)
    with pytest.raises(RuntimeError, match="at most half"):
        functional.max_pool3d(x, 2, padding=2)
    with pytest.raises(RuntimeError, match="smaller than kernel size"):
        functional.avg_pool3d(x, 4)
    with pytest.raises(RuntimeError, match="not zero"):
        functional.avg_pool3d(x, 2, divisor_override=0)
