"""Tests of the shapes of convolutions, and of errors for calls that clause T5 does not define."""

import re

import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.windows import Axis

X, W = (2, 6, 9, 8), (4, 6, 3, 2)


def shape(op, *shapes, **attributes):
    declared = get_op(op)
    return declared.output_shapes(
        declared.call(["f32"] * len(shapes), ["f32"], **attributes), shapes
    )


@pytest.mark.parametrize(
    ("attributes", "wanted"),
    [
        ({}, (7, 7)),
        ({"stride": (2, 3)}, (4, 3)),
        ({"padding": (1, 2)}, (9, 11)),
        ({"dilation": (3, 4)}, (3, 4)),
        ({"stride": (2, 2), "padding": (1, 1), "dilation": (4, 1)}, (2, 5)),
    ],
)
def test_T5_the_four_kinds_agree_on_the_shapes(attributes, wanted):
    outcome = (2, 4, *wanted)
    assert shape("conv2d", X, W, (4,), **attributes) == (outcome,)
    assert shape("conv2d_input_gradient", outcome, W, input_size=(9, 8), **attributes) == (X,)
    assert shape("conv2d_weight_gradient", X, outcome, kernel_size=(3, 2), **attributes) == (W,)


def test_T5_a_transposed_convolution_undoes_the_shape_up_to_output_padding():
    steps = {"stride": (3, 2), "padding": (1, 0)}
    assert shape("conv2d", (1, 2, 10, 7), (5, 2, 3, 3), **steps) == ((1, 5, 4, 3),)
    assert shape("conv_transpose2d", (1, 5, 4, 3), (5, 2, 3, 3), (2,), **steps) == ((1, 2, 10, 7),)
    more = {**steps, "output_padding": (2, 1)}
    assert shape("conv_transpose2d", (1, 5, 4, 3), (5, 2, 3, 3), **more) == ((1, 2, 12, 8),)


def test_T5_groups_divide_the_channels_of_both_sides():
    assert shape("conv1d", (1, 6, 5), (9, 2, 2), groups=3) == ((1, 9, 4),)
    assert shape("conv_transpose1d", (1, 6, 4), (6, 3, 2), groups=3) == ((1, 9, 5),)


def test_T5_empty_batches_and_channels_have_shapes():
    assert shape("conv3d", (0, 2, 3, 3, 3), (4, 2, 2, 2, 2)) == ((0, 4, 2, 2, 2),)
    assert shape("conv1d", (2, 0, 3), (4, 0, 2)) == ((2, 4, 2),)
    assert shape("conv1d", (2, 3, 0), (4, 3, 2), padding=(1,)) == ((2, 4, 1),)


@pytest.mark.parametrize(
    ("op", "shapes", "attributes", "message"),
    [
        ("conv2d", (X, (4, 6, 10, 2)), {}, "kernel covers 10 elements, but .* 9"),
        ("conv2d", (X, W), {"dilation": (5, 1)}, "covers 11 elements"),
        ("conv2d", (X, (4, 6, 0, 2)), {}, "kernel sizes must be 1 or more"),
        ("conv2d", (X, (4, 5, 3, 2)), {}, r"weight must have shape \(4, 6, 3, 2\)"),
        ("conv2d", (X, W, (5,)), {}, r"bias must have shape \(4,\)"),
        ("conv2d", (X[1:], W), {}, r"x must have 4 axes, \[N, C, H, W\]"),
        ("conv2d", (X, W), {"groups": 4}, "6 input channels cannot be split into 4 groups"),
        ("conv2d", (X, (4, 2, 3, 2)), {"groups": 3}, "4 output channels cannot be split"),
        ("conv2d", (X, W), {"groups": 0}, "groups=0 must be an integer of at least 1"),
        ("conv2d", (X, W), {"stride": (0, 1)}, "must be a tuple of 2 integers of at least 1"),
        ("conv2d", (X, W), {"stride": 2}, "stride=2 must be a tuple of 2 integers"),
        ("conv2d", (X, W), {"padding": (-1, 0)}, "must be a tuple of 2 integers of at least 0"),
        ("conv2d_input_gradient", ((2, 4, 7, 6), W), {"input_size": (9, 8)}, "gradient must have"),
        ("conv2d_weight_gradient", (X, X), {"kernel_size": (3, 2)}, "gradient must have shape"),
        ("conv2d_weight_gradient", (X, X), {"kernel_size": (0, 2)}, "integers of at least 1"),
        ("conv_transpose2d", (X, (5, 4, 3, 2)), {}, "weight must have shape"),
        ("conv_transpose2d", (X, (6, 4, 3, 2)), {"output_padding": (0, 1)}, "output_padding"),
        ("conv_transpose2d", (X, (6, 4, 1, 1)), {"padding": (5, 0)}, "would have size -1"),
        (
            "conv_transpose2d",
            ((2, 6, 0, 8), (6, 4, 3, 2)),
            {},
            "sizes and kernel sizes must be 1 or",
        ),
    ],
)
def test_T5_what_has_no_shape_is_an_error_that_says_why(op, shapes, attributes, message):
    with pytest.raises(SpecError, match=message) as caught:
        shape(op, *shapes, **attributes)
    assert re.match(op, str(caught.value))


def test_T5_only_taps_whose_residue_fits_are_counted():
    axis = Axis(input=9, taps=4, output=4, stride=2, padding=1, dilation=1)
    assert axis.fitting(0) == ((1, 0), (3, -1))  # the output index of the second tap is outside
    assert axis.fitting(3) == ((0, 2), (2, 1))
    for index in range(9):
        for tap, position in axis.fitting(index):
            assert axis.read(position, tap) == index
    assert Axis(7, 1, 3, 3, 0, 1).fitting(1) == ()
