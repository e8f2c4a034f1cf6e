"""Declarations of the `core` profile: arithmetic, comparisons, bits, rounding to integers."""

from __future__ import annotations

from samebits.spec.formats import FLOAT_FORMATS, FORMATS, INTEGER_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.shapes import elementwise

WHOLE = tuple(name for name in INTEGER_FORMATS if name != "bool")
"""The integer formats without bool."""


def arithmetic(
    name: str,
    summary: str,
    operands: tuple[str, ...],
    *,
    clauses: tuple[str, ...] = ("R1", "R2", "R3", "S1", "S4"),
    notes: str = "",
    drawn_at_smoke: bool = False,
    integers: bool = False,
) -> Op:
    """Return an op on floats of the same format, whose exact value is rounded once.

    The exact value is rational or a root. If `integers` is true, the op also takes integers, and
    its result is then the exact integer modulo 2^bits (R2.3).
    """
    return Op(
        name=name,
        op_class="round",
        summary=summary,
        operands=operands,
        signatures=same_format(len(operands), *FLOAT_FORMATS, *(WHOLE if integers else ())),
        shape_rule=elementwise,
        clauses=clauses,
        profile="core",
        notes=notes,
        drawn_at_smoke=drawn_at_smoke,
    )


def comparison(name: str, relation: str, of_nan: bool = False) -> Op:
    """Return a comparison of two operands in the same format, with a result in bool."""
    return Op(
        name=name,
        op_class="round",
        summary=f"whether a {relation} b; {str(of_nan).lower()} if either is NaN",
        operands=("a", "b"),
        signatures=tuple(((form, form), ("bool",)) for form in FORMATS),
        shape_rule=elementwise,
        clauses=("F1", "S3"),
        profile="core",
        notes="-0 equals +0; any non-zero byte of a bool is true, and true is above false.",
    )


def edit_of_bits(name: str, summary: str) -> Op:
    """Return an op on the sign bit of one operand.

    The payload of a NaN does not change (clause S2).
    """
    return Op(
        name=name,
        op_class="move",
        summary=summary,
        operands=("x",),
        signatures=same_format(1, *FLOAT_FORMATS),
        shape_rule=elementwise,
        clauses=("S2",),
        profile="core",
    )


def bitwise(name: str, summary: str) -> Op:
    """Return an op on the bits of two integers in the same format (clause S2)."""
    return Op(
        name=name,
        op_class="move",
        summary=summary,
        operands=("a", "b"),
        signatures=same_format(2, *WHOLE),
        shape_rule=elementwise,
        clauses=("S2",),
        profile="core",
    )
