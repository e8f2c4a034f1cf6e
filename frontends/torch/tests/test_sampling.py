"""Test that grid sampling gives the bits of the specification's ops, called one by one."""

import itertools

import pytest
import torch
from torch.nn import functional

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits, values
from samebits.torch.tests.several import numbers, result, results, spread, with_gradients

WAYS = list(
    itertools.product(
        ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection"), (False, True)
    )
)


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(("mode", "padding", "corners"), WAYS)
def test_grid_sample_and_its_gradients_have_the_bits_of_the_ops(dtype, mode, padding, corners):
    way = {"mode": mode, "padding_mode": padding, "align_corners": corners}
    x, grid = values(dtype, (2, 3, 5, 4), 5), numbers(dtype, 2, 6, 3, 2, seed=3)
    wanted = result("grid_sample", x, grid, **way)
    g = numbers(dtype, *wanted.shape, seed=2)
    got = with_gradients(lambda x, grid: functional.grid_sample(x, grid, **way), g, x, grid)
    assert_bits(got[0], wanted)
    gradients = results("grid_sample_gradient", [g, x, grid], [dtype, dtype], **way)
    assert_bits(got[1], gradients[0])
    assert_bits(got[2], gradients[1])
    assert_bits(functional.grid_sample(spread(x), spread(grid), **way), wanted)
    (alone,) = with_gradients(lambda grid: functional.grid_sample(x, grid, **way), g, grid)[1:]
    assert_bits(alone, gradients[1])
    (alone,) = with_gradients(lambda x: functional.grid_sample(x, grid, **way), g, x)[1:]
    assert_bits(alone, gradients[0])


def test_what_is_not_defined_is_refused():
    x = torch.ones(1, 1, 4, 4)
    with pytest.raises(NoCanonicalDefinition, match="grid_sampler_3d"):
        functional.grid_sample(x[None], torch.zeros(1, 2, 2, 2, 3), align_corners=False)
