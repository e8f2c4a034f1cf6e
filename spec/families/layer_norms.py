"""Shape rules of the norms over the last axes, and the nodes of their gradients (clause G6)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.families.norms import REFUSED, fitted
from samebits.spec.language.geometry import Attributes, Shape, shape_rule
from samebits.spec.language.graph import Branch, Given, Item, Join, node
from samebits.spec.language.moves import Reshape

_WHOLE, _STATISTIC, _WEIGHT = "[*S, *D]", "[*S]", "[*D]"
_EXAMPLE: tuple[Shape, Shape, Shape] = ((2, 3, 4), (2,), (3, 4))
_AXIS = {"axis": 1}


@shape_rule(
    [_WHOLE, _WEIGHT, _WEIGHT],
    _WHOLE,
    _STATISTIC,
    _STATISTIC,
    example=[_EXAMPLE[0], _EXAMPLE[2], _EXAMPLE[2]],
    attributes=_AXIS,
    refusals=REFUSED,
)
def layer_norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[*S, *D], where D are the axes from `axis` on, and a weight and bias [*D]."""
    names = fitted(op, attributes, inputs, layer_norm.operands)
    return tuple(inputs[0]), names["S"], names["S"]


@shape_rule(
    [_WHOLE, _WEIGHT],
    _WHOLE,
    _STATISTIC,
    example=[_EXAMPLE[0], _EXAMPLE[2]],
    attributes=_AXIS,
    refusals=REFUSED,
)
def rms_norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the operands of `layer_norm` except the bias; the results do not include a mean."""
    names = fitted(op, attributes, inputs, rms_norm.operands)
    return tuple(inputs[0]), names["S"]


@shape_rule(
    [_WHOLE, _WHOLE, _STATISTIC, _STATISTIC, _WEIGHT],
    _WHOLE,
    _WEIGHT,
    _WEIGHT,
    example=[_EXAMPLE[i] for i in (0, 0, 1, 1, 2)],
    attributes=_AXIS,
    refusals=REFUSED,
)
def layer_norm_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, both statistics and the weight."""
    names = fitted(op, attributes, inputs, layer_norm_gradient.operands)
    return (tuple(inputs[0]), names["D"], names["D"])[: 3 if len(inputs) == 5 else 1]


@shape_rule(
    [_WHOLE, _WHOLE, _STATISTIC, _WEIGHT],
    _WHOLE,
    _WEIGHT,
    example=[_EXAMPLE[i] for i in (0, 0, 1, 2)],
    attributes=_AXIS,
    refusals=REFUSED,
)
def rms_norm_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, its statistic and the weight."""
    names = fitted(op, attributes, inputs, rms_norm_gradient.operands)
    return (tuple(inputs[0]), names["D"])[: 2 if len(inputs) == 4 else 1]


FLAT = "[*S, ?]"
"""A shape in which all axes of D are merged into one."""


def summed(names: Sequence[str], values: Sequence[str]) -> tuple[Item, ...]:
    """Return nodes for `names`: the sums T1 of `values`, which have the shape of x.

    The sums are over all axes of S.
    """
    made: list[Item] = []
    for name, value in zip(names, values, strict=True):
        made += [
            Reshape(f"{name}_rows", value, "[?, *D]"),
            node(f"{name}_sum", "sum", f"{name}_rows", axes=(0,), keepdims=False),
            node(name, "cast", f"{name}_sum", to="output 1"),
        ]
    return tuple(made)


def weight_gradients(names: Sequence[str], values: Sequence[str]) -> Branch:
    """Return a branch for the gradients of the weights, which exist in a call with a weight."""
    sums = summed([f"{name}_made" for name in names], values)
    joins = tuple(Join(name, f"{name}_made", None) for name in names)
    return Branch(Given("weight"), sums, joins)


SHAPE_RULES = (layer_norm, layer_norm_gradient, rms_norm, rms_norm_gradient)
"""The shape rules of the norms over the last axes."""
