"""Tests of graphs with draws (clause D3): properties that a single call does not show."""

from __future__ import annotations

import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.initial_values import fans


def test_D3_3_the_gradient_of_dropout_is_dropout_of_the_same_elements() -> None:
    (link,) = get_op("dropout").gradients
    assert (link.operand, link.op, link.inputs) == ("x", "dropout", ("gradient of result",))
    assert link.attributes.keys() == {a.name for a in get_op("dropout").attributes}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"shape": (3, 5)}, (5, 3)),
        ({"shape": (3, 5, 2, 7)}, (70, 42)),
        ({"shape": (1, 5), "whole": (3, 5), "at": (2, 0)}, (5, 3)),
    ],
)
def test_D3_5_fans_are_those_of_the_whole(given, wanted) -> None:
    call = get_op("xavier_normal").call([], ["f32"], seed=(0, 0), **given)
    assert fans(call) == wanted


def test_D3_5_weights_of_one_axis_have_no_fans() -> None:
    op = get_op("xavier_normal")
    with pytest.raises(SpecError, match="at least two axes"):
        op.output_shapes(op.call([], ["f32"], seed=(0, 0), shape=(3,)), [])
