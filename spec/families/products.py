"""Shape rules of `linear` and `outer` (clause T4); each element is one contraction."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.shapes import Attributes, Shape


@shape_rule(["[*S, K]", "[N, K]", "[N]"], "[*S, N]", example=[(5, 2, 3), (4, 3), (4,)], refusals=())
def linear(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[..., K], weight[N, K] and an optional bias[N]; the result is [..., N].

    Raises SpecError if the shapes do not fit.
    """
    x, weight = inputs[0], inputs[1]
    if not x or len(weight) != 2:
        raise SpecError(f"{op}: needs x[..., K] and weight[N, K], got shapes {x} and {weight}")
    if x[-1] != weight[1]:
        raise SpecError(
            f"{op}: the last axes of x and weight differ: {x[-1]} and {weight[1]} in shapes "
            f"{x} and {weight}; a weight is stored as [N, K]"
        )
    if len(inputs) == 3 and inputs[2] != weight[:1]:
        raise SpecError(f"{op}: bias must have shape {weight[:1]}, got {inputs[2]}")
    return ((*x[:-1], weight[0]),)


@shape_rule(["[M]", "[N]"], "[M, N]", example=[(2,), (3,)], refusals=())
def outer(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take two vectors a[M] and b[N]; the result is [M, N].

    Raises SpecError if an operand is not a vector.
    """
    a, b = inputs
    if len(a) != 1 or len(b) != 1:
        raise SpecError(f"{op}: needs two vectors, got shapes {a} and {b}")
    return ((*a, *b),)
