"""Aligned contractions (clause T11): their widths, formats and shape rules.

Shapes are as in T4; only the widths are new. These ops have their own shape rules, so that plans,
laws and drawn questions can recognise aligned contractions by their rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from samebits.spec.families import linear_gradients, products
from samebits.spec.language import shapes
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Attribute, Signature
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.signatures import contraction_signatures

WIDTHS = (8, 16, 24)
"""The possible numbers of bits of an aligned integer, including its sign."""

PAIRS = tuple(product(WIDTHS, WIDTHS))
"""The allowed values of `bits`."""

USUAL = (24, 16)
"""The default of `bits`; SPEC.md gives the reason."""

BITS = Attribute(
    "bits",
    "the widths of the aligned integers of the first and of the second operand",
    USUAL,
    choices=PAIRS,
    kind="integers",
    length=2,
    least=8,
    most=max(WIDTHS),
)
"""The attribute `bits` of every aligned product."""

_PLAIN: dict[str, AttributeValue] = {**shapes.PLAIN, "bits": USUAL}


_OTHER_WIDTH = Refusal("T11.2", "a width other than 8, 16 and 24", attributes={"bits": (12, 16)})


def aligned_signatures() -> tuple[Signature, ...]:
    """Return the signatures of a contraction with an optional bias, except those with f64."""
    return tuple(s for s in contraction_signatures(bias=True) if "f64" not in s[0])


@shape_rule(
    shapes.matmul.operands,
    *shapes.matmul.results,
    example=shapes.matmul.example,
    attributes=_PLAIN,
    refusals=(_OTHER_WIDTH,),
)
def matmul(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a[M, K], b[K, N] and an optional bias[N], like `matmul`.

    Raises SpecError if the shapes do not fit.
    """
    return shapes.matmul(op, attributes, inputs)


@shape_rule(
    shapes.bmm.operands,
    *shapes.bmm.results,
    example=shapes.bmm.example,
    attributes=_PLAIN,
    refusals=(_OTHER_WIDTH,),
)
def bmm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take a[B, M, K], b[B, K, N] and an optional bias[N], like `bmm`.

    Raises SpecError if the shapes do not fit.
    """
    return shapes.bmm(op, attributes, inputs)


@shape_rule(
    products.linear.operands,
    *products.linear.results,
    example=products.linear.example,
    attributes={"bits": USUAL},
    refusals=(_OTHER_WIDTH,),
)
def linear(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[..., K], weight[N, K] and an optional bias[N], like `linear`.

    Raises SpecError if the shapes do not fit.
    """
    return products.linear(op, attributes, inputs)


def _rows(attributes: Attributes, names: Names) -> Names:
    assert linear_gradients.linear.derived is not None
    return linear_gradients.linear.derived(attributes, names)


@shape_rule(
    linear_gradients.linear.operands,
    *linear_gradients.linear.results,
    example=linear_gradients.linear.example,
    attributes={"bits": USUAL},
    refusals=(
        _OTHER_WIDTH,
        Refusal("T11.11", "a gradient for another number of rows", ((5, 1, 4), (5, 2, 3), (4, 3))),
    ),
    derived=_rows,
)
def linear_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradient[*S, N], x[*S, K] and weight[N, K], like the gradient of `linear`.

    Raises SpecError if the shapes do not fit.
    """
    return linear_gradients.linear(op, attributes, inputs)


SHAPE_RULES = (matmul, bmm, linear)
"""The shape rules of ops in which every element of the result is one aligned contraction."""
