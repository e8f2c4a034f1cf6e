"""Pooling and resampling return the bits of the specification's ops, computed separately."""

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import FLOATS, SHORTER, assert_bits, values
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients

I64 = torch.int64


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


WINDOWS = {
    "plain": {"kernel_size": 2},
    "overlapping": {"kernel_size": 3, "stride": 2, "padding": 1},
    "ceil": {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True},
    "dilated": {"kernel_size": 2, "dilation": 2, "stride": 1},
}


def window(given, axes):
    full = {"stride": given["kernel_size"]} | given
    return {k: v if isinstance(v, bool) else (v,) * axes for k, v in full.items()}


def finite_or_not(dtype, *shape):
    """Return numbers that include NaN, infinities and both zeros."""
    return values(dtype, shape, 5)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", WINDOWS)
@pytest.mark.parametrize("axes", [1, 2])
def test_max_pools_have_the_bits_of_the_op(dtype, name, axes):
    x, given = finite_or_not(dtype, 2, 3, *(9, 8)[:axes]), WINDOWS[name]
    function = functional.max_pool1d if axes == 1 else functional.max_pool2d
    wanted, indices = results(f"max_pool{axes}d", [x], [dtype, I64], **window(given, axes))
    assert_bits(function(x, **given), wanted)
    assert_bits(function(spread(x), **given), wanted)
    assert_bits(function(x[1], **given), wanted[1])
    y, places = function(x, **given, return_indices=True)
    assert_bits(y, wanted)
    assert_bits(places, indices)
    g = numbers(dtype, *wanted.shape, seed=2)
    got = with_gradients(lambda x: function(x, **given), g, x)
    size = tuple(x.shape[2:])
    assert_bits(got[1], result(f"max_pool{axes}d_gradient", g, indices, input_size=size))


AVERAGES = {
    "plain": {"kernel_size": 2},
    "overlapping": {"kernel_size": 3, "stride": 2, "padding": 1},
    "ceil": {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True},
    "without padding": {"kernel_size": 3, "stride": 2, "padding": 1, "count_include_pad": False},
}


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", AVERAGES)
@pytest.mark.parametrize(("axes", "divisor"), [(1, None), (2, None), (2, 5), (2, -5)])
def test_average_pools_have_the_bits_of_the_op(dtype, name, axes, divisor):
    given = dict(AVERAGES[name])
    if divisor is not None:
        given["divisor_override"] = divisor
    x = numbers(dtype, 2, 3, *(9, 8)[:axes])
    function = functional.avg_pool1d if axes == 1 else functional.avg_pool2d
    named = window({k: v for k, v in given.items() if k != "divisor_override"}, axes)
    named |= {"divisor_override": abs(divisor)} if divisor else {}
    sign = -1.0 if divisor and divisor < 0 else 1.0

    def signed(y):
        return result("mul", y, torch.full_like(y, sign))

    wanted = signed(result(f"avg_pool{axes}d", x, **named))
    assert_bits(function(spread(x), **given), wanted)
    assert_bits(function(x[1], **given), wanted[1])
    g = numbers(dtype, *wanted.shape, seed=2)
    got = with_gradients(lambda x: function(x, **given), g, x)
    assert_bits(got[0], wanted)
    named.pop("ceil_mode", None)
    size = tuple(x.shape[2:])
    gradient = result(f"avg_pool{axes}d_gradient", g, input_size=size, **named)
    assert_bits(got[1], signed(gradient))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("size", [(1, 1), (3, 2), (4, 5), (9, 8), (11, 3)])
@pytest.mark.parametrize("axes", [1, 2])
def test_adaptive_pools_have_the_bits_of_the_ops(dtype, size, axes):
    x = numbers(dtype, 2, 3, *(9, 8)[:axes])
    size = size[:axes]
    average, most = (
        (functional.adaptive_avg_pool1d, functional.adaptive_max_pool1d)
        if axes == 1
        else (functional.adaptive_avg_pool2d, functional.adaptive_max_pool2d)
    )
    wanted = result(f"adaptive_avg_pool{axes}d", x, output_size=size)
    g = numbers(dtype, *wanted.shape, seed=2)
    got = with_gradients(lambda x: average(x, size), g, x)
    assert_bits(got[0], wanted)
    inner = {"input_size": tuple(x.shape[2:])}
    assert_bits(got[1], result(f"adaptive_avg_pool{axes}d_gradient", g, **inner))
    assert_bits(average(spread(x)[1], size), wanted[1])
    op = f"adaptive_max_pool{axes}d"
    wanted, indices = results(op, [x], [dtype, I64], output_size=size)
    got = with_gradients(lambda x: most(x, size), g, x)
    assert_bits(got[0], wanted)
    assert_bits(got[1], result(f"max_pool{axes}d_gradient", g, indices, **inner))
    assert_bits(most(x[1], size), wanted[1])


def test_a_pool_is_undone_at_its_indices():
    x = numbers(torch.float32, 2, 3, 8, 6)
    y, indices = functional.max_pool2d(x, 2, return_indices=True)
    back = functional.max_unpool2d(y, indices, 2)
    assert_bits(back.flatten(2).gather(2, indices.flatten(2)).view(y.shape), y)
    assert back.count_nonzero() == y.numel()


RESAMPLINGS = {
    "nearest": ("upsample_nearest", {"mode": "nearest"}, {"exact": False}),
    "nearest-exact": ("upsample_nearest", {"mode": "nearest-exact"}, {"exact": True}),
    "linear": ("upsample_linear", {"mode": "linear"}, {"align_corners": False}),
    "corners": (
        "upsample_linear",
        {"mode": "linear", "align_corners": True},
        {"align_corners": True},
    ),
    "bicubic": ("upsample_bicubic", {"mode": "bicubic"}, {"align_corners": False}),
    "bicubic corners": (
        "upsample_bicubic",
        {"mode": "bicubic", "align_corners": True},
        {"align_corners": True},
    ),
}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", RESAMPLINGS)
@pytest.mark.parametrize("size", [(5, 9), (1, 1), (13, 4), (14, 12)])
@pytest.mark.parametrize("axes", [1, 2])
def test_G13_resampling_and_its_gradient_have_the_bits_of_the_ops(dtype, name, size, axes):
    op, given, named = RESAMPLINGS[name]
    given, size = dict(given), size[:axes]
    if "bicubic" in op and axes == 1:
        given, op, named = {"mode": "nearest"}, "upsample_nearest", {"exact": False}
    if "linear" in op and axes == 2:
        given["mode"], op = "bilinear", "upsample_bilinear"
    x = numbers(dtype, 2, 3, *(7, 6)[:axes])
    wanted = result(f"{op}{axes}d", x, output_size=size, **named)
    g = numbers(dtype, *wanted.shape, seed=2)
    got = with_gradients(lambda x: functional.interpolate(x, size=size, **given), g, x)
    assert_bits(got[0], wanted)
    inner = {"input_size": tuple(x.shape[2:])}
    assert_bits(got[1], result(f"{op}{axes}d_gradient", g, **inner, **named))
    assert_bits(functional.interpolate(spread(x), size=size, **given), wanted)


def test_a_factor_that_is_the_ratio_of_the_sizes_is_the_size():
    x = numbers(torch.float32, 1, 2, 4, 6)
    for mode in ("nearest", "nearest-exact", "bilinear", "bicubic"):
        for factor, size in ((2, (8, 12)), (0.5, (2, 3)), (1.5, (6, 9))):
            wanted = functional.interpolate(x, size=size, mode=mode)
            assert_bits(functional.interpolate(x, scale_factor=factor, mode=mode), wanted)
    wanted = functional.interpolate(x, size=(6, 10))
    got = functional.interpolate(x, scale_factor=1.7, recompute_scale_factor=True)
    assert_bits(got, wanted)


def test_the_nearest_element_along_three_axes_is_that_of_each():
    x = numbers(torch.float32, 1, 2, 3, 4, 5)
    y = functional.interpolate(x, size=(5, 7, 4))
    for axis, p in enumerate((5, 7, 4), start=2):
        n = x.shape[axis]
        x = x.index_select(axis, torch.tensor([i * n // p for i in range(p)]))
    assert_bits(y, x)


def test_windows_that_do_not_fit_are_errors():
    with pytest.raises(RuntimeError, match="at most half"):
        functional.max_pool2d(torch.ones(1, 1, 4, 4), 2, padding=2)
    with pytest.raises(RuntimeError, match="too small"):
        functional.avg_pool2d(torch.ones(1, 1, 2, 2), 3)
