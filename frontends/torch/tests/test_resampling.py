"""Resampling by factors, along three axes, and antialiased: G13 with different taps."""

from fractions import Fraction
from math import floor

import pytest
import torch
from torch.nn import functional

from samebits.torch import current, reproducible
from samebits.torch.lowerings import resampling_taps as taps
from samebits.torch.tests.independent import FLOATS, assert_bits
from samebits.torch.tests.several import numbers, result, with_gradients


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


KINDS = {
    "upsample_linear1d": (taps.linear, (7,), (11,)),
    "upsample_bilinear2d": (taps.linear, (5, 7), (8, 3)),
    "upsample_bicubic2d": (taps.cubic, (5, 7), (8, 3)),
}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("op", KINDS)
@pytest.mark.parametrize("corners", [False, True])
def test_G13_taps_told_on_the_host_have_the_bits_of_the_ops(dtype, op, corners):
    kind, inner, outer = KINDS[op]
    c, x = current().compute, numbers(dtype, 2, 3, *inner)
    none = [None] * len(inner)
    wanted = result(op, x, output_size=outer, align_corners=corners)
    assert_bits(taps.resampled(c, kind, x, outer, none, corners), wanted)
    g = numbers(dtype, 2, 3, *outer, seed=2)
    wanted = result(f"{op}_gradient", g, input_size=inner, align_corners=corners)
    assert_bits(taps.resampled_gradient(c, kind, g, x.shape, none, corners), wanted)


@pytest.mark.parametrize("exact", [False, True])
def test_G13_nearest_places_told_on_the_host_have_the_bits_of_the_op(exact):
    c, x, outer = current().compute, numbers(torch.float32, 2, 3, 5, 7), (8, 3)
    wanted = result("upsample_nearest2d", x, output_size=outer, exact=exact)
    assert_bits(taps.nearest(x, outer, [None, None], exact), wanted)
    g = numbers(torch.float32, 2, 3, *outer, seed=2)
    wanted = result("upsample_nearest2d_gradient", g, input_size=(5, 7), exact=exact)
    assert_bits(taps.nearest_gradient(c, g, x.shape, [None, None], exact), wanted)


@pytest.mark.parametrize("mode", ["nearest", "nearest-exact"])
def test_a_factor_tells_which_element_a_place_reads(mode):
    x, step = numbers(torch.float32, 1, 1, 10), 1 / Fraction(1.7)
    half = Fraction(int(mode == "nearest-exact"), 2)
    y = functional.interpolate(x, scale_factor=1.7, mode=mode)
    assert_bits(y, x[..., [floor((i + half) * step) for i in range(17)]])


def test_a_factor_tells_the_weights_of_neighbours():
    x, step = numbers(torch.float32, 1, 1, 4), 1 / Fraction(1.7)
    y = functional.interpolate(x, scale_factor=1.7, mode="linear")
    for i in range(6):
        at = max((i + Fraction(1, 2)) * step - Fraction(1, 2), 0)
        f, t = floor(at), at - floor(at)
        both = torch.stack([x[0, 0, f], x[0, 0, min(f + 1, 3)]])
        weights = torch.tensor([float(1 - t), float(t)], dtype=torch.float64).float()
        assert_bits(y[0, 0, i], torch.sum(both * weights))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_volumes_of_one_layer_are_resampled_as_images(dtype):
    x = numbers(dtype, 2, 3, 5, 7)
    wanted = functional.interpolate(x, size=(8, 3), mode="bilinear")
    got = functional.interpolate(x[:, :, None], size=(1, 8, 3), mode="trilinear")
    assert_bits(got[:, :, 0], wanted)


def test_antialiased_places_are_means_of_all_near_elements():
    x = numbers(torch.float32, 1, 1, 1, 4)
    y = functional.interpolate(x, size=(1, 2), mode="bilinear", antialias=True)
    weights = torch.tensor([[3.0, 3, 1], [1, 3, 3]]) / 7
    rows = torch.stack([x[0, 0, 0, :3], x[0, 0, 0, 1:]])
    assert_bits(y[0, 0, 0], torch.sum(rows * weights, -1))


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("size", [(2, 9), (6, 8), (3, 4)])
def test_antialiased_resampling_means_what_pytorch_does(mode, size):
    x, g = numbers(torch.float64, 1, 2, 6, 8), numbers(torch.float64, 1, 2, *size, seed=2)
    given = {"size": size, "mode": mode, "antialias": True}
    got = with_gradients(lambda x: functional.interpolate(x, **given), g, x)
    block = current()
    block.__exit__(None, None, None)
    try:
        wanted = with_gradients(lambda x: functional.interpolate(x, **given), g, x)
    finally:
        block.__enter__()
    for a, b in zip(got, wanted, strict=True):
        torch.testing.assert_close(a, b)


def test_an_infinite_element_that_no_place_weighs_is_not_read():
    x = torch.tensor([1.0, 2.0, torch.inf])[None, None, None]
    y = functional.interpolate(x, size=(1, 3), mode="bilinear", antialias=True)
    assert y.flatten().tolist() == [1.0, 2.0, torch.inf]
