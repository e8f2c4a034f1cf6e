"""Norms of x[N, C, *S] with a weight and a bias for each channel: shape rules and nodes (G6).

Group norm and instance norm reduce within a sample. Batch norm reduces a channel over all samples.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.norms import fitted
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.graph import Branch, Given, Item, Join, node
from samebits.spec.language.moves import Reshape

_X, _CHANNEL, _SCALAR = "[N, C, *S]", "[C]", "[]"
_EXAMPLE: tuple[Shape, Shape] = ((2, 6, 5), (6,))
_ALONE: tuple[Shape, Shape] = ((1, 6), (6,))


def _one_value(rule: str, says: str, *operands: int, **attributes: int) -> Refusal:
    """Return the refusal of a statistic over a single value.

    Each of `operands` is 0 for an operand with the shape of x, or 1 for one number per channel.
    """
    return Refusal(rule, says, tuple(_ALONE[i] for i in operands), attributes)


def _divided(op: str, attributes: Attributes, names: Names) -> int:
    """Return the number of groups.

    Raises SpecError unless it divides the number of channels, and if a group has only one value.
    """
    groups = int(str(attributes["num_groups"]))
    if names["C"] % groups:
        raise SpecError(
            f"{op}: the number of channels, {names['C']}, must be a multiple of num_groups={groups}"
        )
    if names["N"] * (names["C"] // groups) * math.prod(names["S"]) == 1:
        raise SpecError(
            f"{op}: each group has only one value, so its variance is undefined; use fewer groups"
        )
    return groups


_GROUPED = Refusal("G6.6", "channels that the groups do not divide", None, {"num_groups": 4})
_LONELY = "one value in each group, and one sample"


@shape_rule(
    [_X, _CHANNEL, _CHANNEL],
    _X,
    "[N, G]",
    "[N, G]",
    example=[_EXAMPLE[i] for i in (0, 1, 1)],
    attributes={"num_groups": 3},
    sizes={"G": "num_groups"},
    refusals=(_GROUPED, _one_value("G6.6", _LONELY, 0, 1, 1, num_groups=6)),
)
def group_norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, *S] and a weight and bias for each channel.

    The channels are in `num_groups` groups of equal size.
    """
    names = fitted(op, attributes, inputs, group_norm.operands)
    groups = _divided(op, attributes, names)
    return tuple(inputs[0]), (names["N"], groups), (names["N"], groups)


@shape_rule(
    [_X, _X, "[N, G]", "[N, G]", _CHANNEL],
    _X,
    _CHANNEL,
    _CHANNEL,
    example=[_EXAMPLE[0], _EXAMPLE[0], (2, 3), (2, 3), _EXAMPLE[1]],
    attributes={"num_groups": 3},
    sizes={"G": "num_groups"},
    refusals=(
        _GROUPED,
        Refusal("G6.6", _LONELY, ((1, 6), (1, 6), (1, 6), (1, 6), (6,)), {"num_groups": 6}),
    ),
)
def group_norm_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, both statistics and the weight."""
    names = fitted(op, attributes, inputs, group_norm_gradient.operands)
    groups = _divided(op, attributes, names)
    if any(tuple(s) != (names["N"], groups) for s in inputs[2:4]):
        raise SpecError(
            f"{op}: statistics must have shape ({names['N']}, {groups}), got {list(inputs[2:4])}"
        )
    return _gradients(inputs, names)


def _gradients(inputs: Sequence[Shape], names: Names) -> tuple[Shape, ...]:
    """Return the shapes of the gradients of x, and of weight and bias if the call has a weight."""
    return (tuple(inputs[0]), (names["C"],), (names["C"],))[: 3 if len(inputs) == 5 else 1]


FLAT = "[N, C, ?]"
"""A shape with all positions of a sample in one axis."""

EACH = "[C, 1]"
"""A shape with one number for each channel, which is broadcast against FLAT."""


def whole(value: str, name: str, to: str = "output") -> tuple[Item, ...]:
    """Return nodes for `name` = `value` in the format `to` and in the shape of x."""
    return (node(f"{name}_o", "cast", value, to=to), Reshape(name, f"{name}_o", _X))


def summed(name: str, value: str) -> tuple[Item, ...]:
    """Return nodes for `name`[1, C, 1], the sum G5.1 of `value`, which has the shape FLAT."""
    return (
        node(f"{name}_places", "sum", value, axes=(2,), keepdims=True),
        node(name, "sum", f"{name}_places", axes=(0,), keepdims=True),
    )


def weight_gradients(sums: Sequence[Item], weight: str, bias: str) -> Branch:
    """Return a branch for the results `weight_gradient` and `bias_gradient`.

    They exist in a call with a weight, and equal the values named `weight` and `bias`. The items
    `sums` compute these values if other nodes do not.
    """
    made: list[Item] = [*sums]
    for name, value in (("weight_gradient", weight), ("bias_gradient", bias)):
        made += [
            node(f"{name}_o", "cast", value, to="output 1"),
            Reshape(f"{name}_made", f"{name}_o", _CHANNEL),
        ]
    names = ("weight_gradient", "bias_gradient")
    return Branch(Given("weight"), tuple(made), tuple(Join(n, f"{n}_made", None) for n in names))


@shape_rule(
    [_X, _CHANNEL, _CHANNEL],
    _X,
    "[N, C]",
    "[N, C]",
    example=[_EXAMPLE[i] for i in (0, 1, 1)],
    refusals=(Refusal("G6.8", "one place in all", ((2, 6, 1), (6,), (6,))),),
)
def instance_norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, *S] and a weight and bias for each channel.

    Each channel of each sample is normalised separately.
    """
    names = fitted(op, attributes, inputs, instance_norm.operands)
    _several_places(op, names)
    return tuple(inputs[0]), (names["N"], names["C"]), (names["N"], names["C"])


@shape_rule(
    [_X, _X, "[N, C]", "[N, C]", _CHANNEL],
    _X,
    _CHANNEL,
    _CHANNEL,
    example=[_EXAMPLE[0], _EXAMPLE[0], (2, 6), (2, 6), _EXAMPLE[1]],
    refusals=(Refusal("G6.8", "one place in all", ((2, 6, 1), (2, 6, 1), (2, 6), (2, 6), (6,))),),
)
def instance_norm_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, both statistics and the weight."""
    names = fitted(op, attributes, inputs, instance_norm_gradient.operands)
    _several_places(op, names)
    return _gradients(inputs, names)


def _several_places(op: str, names: Names) -> None:
    if math.prod(names["S"]) == 1:
        raise SpecError(
            f"{op}: each channel of a sample has only one place, so its variance is undefined; pass"
            " more places"
        )


SHAPE_RULES = (group_norm, group_norm_gradient, instance_norm, instance_norm_gradient)
"""The shape rules of the norms of channels within a sample."""
