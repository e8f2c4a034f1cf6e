"""Tests of the shape rules of linear and outer, and of their error messages."""

import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError


def shapes_of(op, *shapes):
    call = get_op(op).call(["f32"] * len(shapes), ["f32"])
    return get_op(op).output_shapes(call, shapes)


def test_T4_linear_keeps_the_leading_axes():
    assert shapes_of("linear", (2, 3, 4), (5, 4), (5,)) == ((2, 3, 5),)
    assert shapes_of("linear", (4,), (5, 4)) == ((5,),)
    assert shapes_of("linear", (0, 4), (5, 4)) == ((0, 5),)


def test_T4_outer_is_every_pair():
    assert shapes_of("outer", (4,), (5,)) == ((4, 5),)


@pytest.mark.parametrize(
    ("op", "shapes", "message"),
    [
        ("linear", ((), (5, 4)), r"linear: needs x\[..., K\] and weight\[N, K\]"),
        ("linear", ((2, 4), (5, 4, 1)), "got shapes .* and .5, 4, 1."),
        ("linear", ((2, 4), (4, 5)), "last axes of x and weight differ: 4 and 5"),
        ("linear", ((2, 4), (5, 4), (4,)), r"bias must have shape \(5,\), got \(4,\)"),
        ("outer", ((2, 4), (5,)), r"outer: needs two vectors, got shapes \(2, 4\)"),
    ],
)
def test_shapes_that_do_not_fit_are_named(op, shapes, message):
    with pytest.raises(SpecError, match=message):
        shapes_of(op, *shapes)


def test_formats_of_a_result_are_the_operands_own_where_several_are_possible():
    call = get_op("matmul").call(["bf16", "bf16"])
    assert call.outputs == ("bf16",)
    assert get_op("matmul").call(["i8", "i8"]).outputs == ("i32",)
    with pytest.raises(SpecError, match="2 possible result formats"):
        get_op("matmul").call(["f8e5m2", "f8e4m3fn"])
