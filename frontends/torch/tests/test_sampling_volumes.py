"""Volumes read at the places of a grid: the clauses of images with one more axis."""

import itertools

import pytest
import torch
from torch.nn import functional

from samebits.torch import current, reproducible
from samebits.torch.dtypes import compute_dtype
from samebits.torch.lowerings.sampling import _way
from samebits.torch.lowerings.sampling_volumes import Places
from samebits.torch.tests.independent import FLOATS, assert_bits
from samebits.torch.tests.several import numbers, result, results, with_gradients

WAYS = list(itertools.product((0, 1), (0, 1, 2), (False, True)))


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def places(dtype, *shape):
    """A grid that reaches beyond the image, with coordinates that are no numbers."""
    grid = numbers(dtype, *shape, seed=5).flatten()
    special = torch.tensor([1.0, -1.0, float("nan"), float("inf"), 0.0], dtype=dtype)
    count = len(grid[::7])
    grid[::7] = special.repeat(count)[:count]
    return grid.view(shape)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_G13_places_of_two_axes_have_the_bits_of_the_ops(dtype):
    c, x, grid = current().compute, numbers(dtype, 2, 3, 4, 5), places(dtype, 2, 3, 6, 2)
    g = numbers(dtype, 2, 3, 3, 6, seed=2)
    for given in WAYS:
        way = _way(*given)
        found = Places(c, grid, (4, 5), way)
        got = c.cast(found.sampled(x).view(2, 3, 3, 6), dtype)
        assert_bits(got, result("grid_sample", x, grid, **way), str(way))
        wanted = results("grid_sample_gradient", [g, x, grid], [dtype, dtype], **way)
        wide = c.cast(g, compute_dtype(dtype)).flatten(2)
        got = c.cast(found.of_image(wide, x), dtype)
        assert_bits(got, wanted[0], str(way))
        got = c.cast(found.of_grid(wide, x).view(grid.shape), dtype)
        assert_bits(got, wanted[1], str(way))


@pytest.mark.parametrize("mode", ["bilinear", "nearest"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_G13_a_volume_of_one_layer_is_an_image(mode, padding):
    x, grid = numbers(torch.float32, 2, 3, 4, 5), places(torch.float32, 2, 3, 6, 2)
    given = {"mode": mode, "padding_mode": padding, "align_corners": False}
    g = numbers(torch.float32, 2, 3, 3, 6, seed=2)
    wanted = with_gradients(lambda x, g: functional.grid_sample(x, g, **given), g, x, grid)

    def sampled(x, grid):
        layer = torch.cat([grid, torch.zeros_like(grid[..., :1])], -1)
        return functional.grid_sample(x[:, :, None], layer[:, None], **given)[:, :, 0]

    got = with_gradients(sampled, g, x, grid)
    for a, b in zip(got, wanted, strict=True):
        assert_bits(a, b)
