"""Reductions over axes: attributes, signatures and shape rules (clauses R4, T2, T3)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.formats import FORMATS, INTEGER_FORMATS
from samebits.spec.language.declare import Attribute, Signature, same_format
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.shapes import (
    AXES_REFUSED,
    REDUCED,
    Attributes,
    Shape,
    nonempty_reduction,
    reduction,
)
from samebits.spec.language.signatures import tree_signatures

LARGEST_CORRECTION = 1 << 31
"""The largest magnitude of a correction, so that n - correction is exact in binary64 (T3)."""

AXES = (
    Attribute(
        "axes", "axes to reduce, flattened in row-major order (T2); null means all", kind="axes"
    ),
    Attribute("keepdims", "keep reduced axes with size 1", False, choices=(False, True)),
)
"""The attributes of every reduction."""

CORRECTION = Attribute(
    "correction",
    "taken from n in the divisor",
    1,
    kind="integer",
    least=-LARGEST_CORRECTION,
    most=LARGEST_CORRECTION,
)
"""The attribute of variance and standard deviation (T3.var)."""

ORD = Attribute("ord", 'order of the norm: 1, 2 or "inf"', 2, choices=(1, 2, "inf"))
"""The attribute of a norm (T3.norm)."""


def total_signatures() -> tuple[Signature, ...]:
    """Return signatures of sums and products.

    Floats are reduced by trees. Integers and bool have a result in i64, modulo 2^64 (T3).
    """
    return tree_signatures() + tuple(((f,), ("i64",)) for f in INTEGER_FORMATS)


def extreme_signatures() -> tuple[Signature, ...]:
    """Return the signatures of extremes.

    Floats have the signatures of a tree. For integers and bool, the result has the operand's
    format.
    """
    return tree_signatures() + same_format(1, *INTEGER_FORMATS)


def signatures_to(result: str) -> tuple[Signature, ...]:
    """Return signatures with an operand of any format and a result in the format `result`."""
    return tuple(((f,), (result,)) for f in FORMATS)


@shape_rule(
    ["[*S]"],
    "[*R]",
    example=[(2, 3, 4)],
    attributes={**REDUCED, "correction": 1},
    refusals=AXES_REFUSED,
)
def variance(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the operand of a reduction with the attribute `correction`."""
    return reduction(op, attributes, inputs)


@shape_rule(
    ["[*S]"],
    "[*R]",
    example=[(2, 3, 4)],
    attributes={**REDUCED, "ord": 2},
    refusals=AXES_REFUSED,
)
def norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the operand of a reduction with the attribute `ord`: 1, 2 or "inf"."""
    return reduction(op, attributes, inputs)


SHAPE_RULES = (reduction, nonempty_reduction, variance, norm)
"""The shape rules of all reductions over axes."""
