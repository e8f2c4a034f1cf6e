"""Reductions over axes: attributes, signatures and shape rules (clauses R4, T2, T3)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.declare import Attribute, Signature, same_format
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, INTEGER_FORMATS
from samebits.spec.shapes import Attributes, Shape, nonempty_reduction, reduction
from samebits.spec.signatures import tree_signatures

LARGEST_CORRECTION = 1 << 31
"""A correction is at most this in magnitude, so that n - correction is exact in binary64 (T3)."""

AXES = (
    Attribute("axes", "axes to reduce, flattened in row-major order (T2); None means all"),
    Attribute("keepdims", "keep reduced axes with size 1", False, choices=(False, True)),
)
"""The attributes of every reduction."""


def total_signatures() -> tuple[Signature, ...]:
    """Sums and products: trees over floats, and integers and bool to i64, which wraps (T3)."""
    return tree_signatures() + tuple(((f,), ("i64",)) for f in INTEGER_FORMATS)


def extreme_signatures() -> tuple[Signature, ...]:
    """Extremes: floats as in a tree, integers and bool in their own format."""
    return tree_signatures() + same_format(1, *INTEGER_FORMATS)


def signatures_to(result: str) -> tuple[Signature, ...]:
    """Every format to one format of results."""
    return tuple(((f,), (result,)) for f in FORMATS)


def variance(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """A reduction with the attribute `correction`, an integer of at most 2^31 in magnitude."""
    correction = attributes["correction"]
    if type(correction) is not int or abs(correction) > LARGEST_CORRECTION:
        raise SpecError(
            f"{op}: correction={correction!r} must be an integer from -2^31 to 2^31, "
            f"for shape {inputs[0]}"
        )
    return reduction(op, attributes, inputs)


def norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """A reduction with the attribute `ord`: 1, 2 or "inf"."""
    order = attributes["ord"]
    if type(order) not in (int, str):  # 2.0 and True equal declared choices, but write other calls
        raise SpecError(f'{op}: ord={order!r} must be 1, 2 or "inf", for shape {inputs[0]}')
    return reduction(op, attributes, inputs)


SHAPE_RULES = (reduction, nonempty_reduction, variance, norm)
"""The rules of all reductions over axes."""
