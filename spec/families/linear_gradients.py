"""Shape rules of the gradients of linear and of biases (clauses T4, G5)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, fitted, shape_rule


def _rows(attributes: Attributes, names: Names) -> Names:
    """Return the size `rows`, the number of rows of x."""
    return {"rows": math.prod(names["S"])}


def _places(attributes: Attributes, names: Names) -> Names:
    """Return the size `places`, the number of positions in a channel of a sample."""
    return {"places": math.prod(names["P"])}


@shape_rule(
    ["[*S, N]", "[*S, K]", "[N, K]"],
    "[*S, K]",
    "[N, K]",
    example=[(5, 2, 4), (5, 2, 3), (4, 3)],
    refusals=(
        Refusal("T4.6", "a gradient for another number of rows", ((5, 1, 4), (5, 2, 3), (4, 3))),
    ),
    derived=_rows,
)
def linear(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradient[*S, N], x[*S, K] and weight[N, K].

    The results are the gradients of x and of the weight.
    """
    fitted(op, attributes, inputs, linear.operands)
    return tuple(inputs[1]), tuple(inputs[2])


@shape_rule(["[*S, N]"], "[N]", example=[(5, 2, 4)], refusals=(), derived=_rows)
def linear_bias(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradient[*S, N]; the result is [N]."""
    return ((fitted(op, attributes, inputs, linear_bias.operands)["N"],),)


@shape_rule(["[N, C, *P]"], "[C]", example=[(5, 4, 3)], refusals=(), derived=_places)
def conv_bias(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradient[N, C, *P]; the result is [C]."""
    return ((fitted(op, attributes, inputs, conv_bias.operands)["C"],),)


SHAPE_RULES = (linear, linear_bias, conv_bias)
"""The shape rules of this module."""
