"""Convolutions and their gradients return the bits of the ops of the specification."""

import itertools

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import FLOATS, assert_bits
from samebits.torch.tests.several import numbers, result, spread, with_gradients

PLAIN = {1: functional.conv1d, 2: functional.conv2d, 3: functional.conv3d}
TRANSPOSED = {
    1: functional.conv_transpose1d,
    2: functional.conv_transpose2d,
    3: functional.conv_transpose3d,
}


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


GEOMETRIES = {
    "plain": {},
    "strided": {"stride": 2, "padding": 1},
    "dilated": {"dilation": 2, "padding": 2},
    "grouped": {"groups": 2},
    "all": {"stride": 2, "padding": 1, "dilation": 2, "groups": 2},
}


def attributes(geometry, axes):
    named = {k: (v,) * axes for k, v in geometry.items() if k != "groups"}
    return named | {"groups": geometry.get("groups", 1)}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_T5_convolutions_and_gradients_have_the_bits_of_the_ops(dtype, geometry, axes):
    given = GEOMETRIES[geometry]
    named, groups = attributes(given, axes), given.get("groups", 1)
    x = numbers(dtype, 2, 4, *(7, 6, 5)[:axes])
    w = numbers(dtype, 6, 4 // groups, *(3, 2, 2)[:axes], seed=2)
    b = numbers(dtype, 6, seed=3)
    wanted = result(f"conv{axes}d", x, w, b, **named)
    g = numbers(dtype, *wanted.shape, seed=4)
    y, gx, gw, gb = with_gradients(lambda x, w, b: PLAIN[axes](x, w, b, **given), g, x, w, b)
    assert_bits(y, wanted)
    op = f"conv{axes}d_input_gradient"
    assert_bits(gx, result(op, g, w, input_size=tuple(x.shape[2:]), **named))
    op = f"conv{axes}d_weight_gradient"
    assert_bits(gw, result(op, x, g, kernel_size=tuple(w.shape[2:]), **named))
    assert_bits(gb, result("conv_bias_gradient", g))
    assert_bits(PLAIN[axes](spread(x), spread(w), **given), result(f"conv{axes}d", x, w, **named))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("axes", [1, 2, 3])
def test_T5_transposed_convolutions_and_gradients_have_the_bits_of_the_ops(dtype, geometry, axes):
    given = dict(GEOMETRIES[geometry])
    if given.get("stride", 1) > 1:
        given["output_padding"] = 1
    named, groups = attributes(given, axes), given.get("groups", 1)
    x = numbers(dtype, 2, 4, *(4, 3, 3)[:axes])
    w = numbers(dtype, 4, 6 // groups, *(3, 2, 2)[:axes], seed=2)
    b = numbers(dtype, 6, seed=3)
    wanted = result(f"conv_transpose{axes}d", x, w, b, **named)
    g = numbers(dtype, *wanted.shape, seed=4)
    y, gx, gw, gb = with_gradients(lambda x, w, b: TRANSPOSED[axes](x, w, b, **given), g, x, w, b)
    assert_bits(y, wanted)
    named.pop("output_padding", None)
    assert_bits(gx, result(f"conv{axes}d", g, w, **named))
    op = f"conv{axes}d_weight_gradient"
    assert_bits(gw, result(op, g, x, kernel_size=tuple(w.shape[2:]), **named))
    assert_bits(gb, result("conv_bias_gradient", g))


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_a_sample_without_a_batch_has_its_bits_in_one(axes):
    x, w = numbers(torch.float32, 3, 4, *[6] * axes), numbers(torch.float32, 5, 4, *[3] * axes)
    whole = PLAIN[axes](x, w)
    for i in range(3):
        assert_bits(PLAIN[axes](x[i], w), whole[i])
        assert_bits(PLAIN[axes](x[i : i + 1], w)[0], whole[i])


def test_memory_formats_change_no_bit():
    x, w = numbers(torch.float32, 2, 8, 9, 9), numbers(torch.float32, 6, 8, 3, 3, seed=2)
    wanted = functional.conv2d(x, w)
    g = numbers(torch.float32, *wanted.shape, seed=3)
    plain = with_gradients(functional.conv2d, g, x, w)
    last = torch.channels_last
    for formats in itertools.product((torch.contiguous_format, last), repeat=3):
        moved = [t.to(memory_format=f) for t, f in zip((g, x, w), formats, strict=True)]
        for one, other in zip(with_gradients(functional.conv2d, *moved), plain, strict=True):
            assert_bits(one, other)


def test_paddings_by_name_are_pads():
    x, w = numbers(torch.float32, 2, 4, 9), numbers(torch.float32, 6, 4, 3)
    assert_bits(
        functional.conv1d(x, w, padding="same"), functional.conv1d(functional.pad(x, (1, 1)), w)
    )
    with torch.device("meta"):
        circular = torch.nn.Conv1d(4, 6, 3, padding=1, padding_mode="circular", bias=False)
    circular.weight = torch.nn.Parameter(w)
    assert_bits(
        circular(x).detach(), functional.conv1d(functional.pad(x, (1, 1), mode="circular"), w)
    )


@pytest.mark.parametrize("shape", [(0, 4, 6, 6), (2, 0, 6, 6)])
def test_nothing_has_a_convolution(shape):
    x, w = torch.empty(shape), numbers(torch.float32, 6, shape[1], 3, 3)
    y, gx, gw = with_gradients(functional.conv2d, torch.ones(shape[0], 6, 4, 4), x, w)
    assert_bits(y, torch.zeros(shape[0], 6, 4, 4))
    assert_bits(gx, torch.zeros(shape))
    assert_bits(gw, torch.zeros(w.shape))


@pytest.mark.parametrize("padding", [0, 1, 2])
def test_output_padding_beyond_the_stride_adds_nothing_to_the_gradients(padding):
    x, w = numbers(torch.float64, 2, 3, 6), numbers(torch.float64, 3, 2, 4, seed=2)
    given = {"stride": 1, "dilation": 3, "padding": padding}
    y = functional.conv_transpose1d(x, w, output_padding=2, **given)
    g = numbers(torch.float64, *y.shape, seed=3)
    function = functional.conv_transpose1d
    got = with_gradients(lambda x, w: function(x, w, output_padding=2, **given), g, x, w)
    around = functional.pad(g, (padding, padding))[..., : 5 + 3 * 3 + 1].contiguous()
    assert_bits(got[1], result("conv1d", around, w, dilation=(3,)))
    op = "conv1d_weight_gradient"
    assert_bits(got[2], result(op, around, x, kernel_size=(4,), dilation=(3,)))


def test_what_does_not_fit_is_an_error_as_in_pytorch():
    w = torch.ones(1, 1, 3)
    with pytest.raises(RuntimeError, match="expected input"):
        functional.conv1d(torch.ones(1, 2, 3), w)
    with pytest.raises(RuntimeError, match="Kernel size can't be greater than actual input size"):
        functional.conv1d(torch.ones(1, 1, 2), w)
