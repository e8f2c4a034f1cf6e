"""Fractional pools, whose windows begin at drawn positions."""

import pytest
import torch
from torch.nn import functional

from samebits.torch import NoCanonicalDefinition, current, reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits
from samebits.torch.tests.several import numbers, with_gradients


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


def pooled(x, samples, axes):
    pool = getattr(functional, f"fractional_max_pool{axes}d")
    size = (5, 3, 4)[:axes]
    return pool(x, 2, output_size=size, _random_samples=samples, return_indices=True)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_G10_windows_are_those_of_pytorch_for_the_same_samples(axes, dtype):
    x = numbers(dtype, 2, 3, *(11, 7, 9)[:axes])
    samples = torch.arange(2 * 3 * axes, dtype=dtype).view(2, 3, axes) / 32
    got, indices = pooled(x, samples, axes)
    flat = torch.gather(x.flatten(2), 2, indices.flatten(2)).view(got.shape)
    assert_bits(got, flat)
    block = current()
    block.__exit__(None, None, None)
    try:
        wanted, places = pooled(x.float(), samples.float(), axes)
    finally:
        block.__enter__()
    assert_bits(got.float(), wanted)
    assert torch.equal(indices, places)


def test_G10_a_nan_is_the_maximum_and_the_first_of_several_gets_the_gradient():
    x = torch.tensor([[[[1.0, 1.0, 0.0], [float("nan"), 1.0, 1.0], [0.0, 1.0, 1.0]]]])
    samples = torch.zeros(1, 1, 2)

    def pool(x):
        return functional.fractional_max_pool2d(x, 2, output_size=2, _random_samples=samples)

    g = torch.tensor([[[[1.0, 2.0], [4.0, 8.0]]]])
    y, grad = with_gradients(pool, g, x)
    assert y.isnan().tolist() == [[[[True, False], [True, False]]]]
    assert grad.tolist() == [[[[0.0, 2.0, 0.0], [5.0, 8.0, 0.0], [0.0, 0.0, 0.0]]]]


def test_D2_samples_that_are_not_given_are_drawn():
    x = numbers(torch.float32, 2, 3, 11, 7)
    torch.manual_seed(5)
    y = functional.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.5))
    torch.manual_seed(5)
    samples = torch.rand(2, 3, 2)
    given = {"output_ratio": (0.5, 0.5), "_random_samples": samples}
    assert_bits(y, functional.fractional_max_pool2d(x, 2, **given))


@pytest.mark.parametrize("axes", [2, 3])
def test_samples_beyond_those_of_the_images_are_not_read(axes):
    x = numbers(torch.float32, 2, 3, *(11, 7, 9)[:axes])
    samples = torch.arange(4 * 3 * axes).view(4, 3, axes) / 64
    assert_bits(pooled(x, samples, axes)[0], pooled(x, samples[:2], axes)[0])


@pytest.mark.parametrize("axes", [2, 3])
def test_windows_and_outputs_of_nothing_are_refused(axes):
    pool = getattr(functional, f"fractional_max_pool{axes}d")
    x, samples = torch.ones(1, 1, *[5] * axes), torch.zeros(1, 1, axes)
    for window, size in ((0, 2), (2, 0)):
        with pytest.raises(NoCanonicalDefinition, match="both are 1 or more"):
            pool(x, window, output_size=(size,) * axes, _random_samples=samples)


def test_indices_of_another_format_than_those_that_the_pool_returns_are_an_error():
    x, g, indices = torch.ones(1, 1, 4, 4), torch.ones(1, 1, 1, 1), torch.tensor([[[[3]]]])
    backward = torch.ops.aten.fractional_max_pool2d_backward
    assert backward(g, x, [2, 2], [1, 1], indices).flatten()[3] == 1
    with pytest.raises(RuntimeError, match="of int64"):
        backward(g, x, [2, 2], [1, 1], indices.int())


def test_samples_and_windows_that_do_not_fit_are_errors():
    x = torch.ones(1, 1, 4, 4)
    with pytest.raises(RuntimeError, match="too large"):
        functional.fractional_max_pool2d(x, 3, output_size=3)
    pool, samples = functional.fractional_max_pool2d, torch.full((1, 1, 2), 1e8)
    with pytest.raises(RuntimeError, match="OOB"):
        pool(torch.ones(1, 1, 20, 20), 2, output_size=14, _random_samples=samples)
