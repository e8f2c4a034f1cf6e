"""Declarations of the `math` profile: functions of real numbers, rounded once (clause R2)."""

from __future__ import annotations

from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.shapes import elementwise

FORMATS = ("f32", "f16", "bf16", "f8e4m3fn", "f8e5m2", "f64")
"""The formats of the elementary functions; operands and result have the same format."""


def elementary(
    name: str,
    summary: str,
    *,
    operands: tuple[str, ...] = ("x",),
    attributes: tuple[Attribute, ...] = (),
    notes: str = "",
    drawn_at_smoke: bool = False,
) -> Op:
    """Return a function whose exact real value is rounded once; S4 defines special values.

    Real attributes are first rounded to the compute format, so a function with attributes also has
    clause R4.
    """
    return Op(
        name=name,
        op_class="round",
        summary=f"{summary}, rounded once",
        operands=operands,
        signatures=same_format(len(operands), *FORMATS),
        shape_rule=elementwise,
        clauses=("R1", "R2", "R3", *(("R4",) if attributes else ()), "S1", "S4"),
        profile="math",
        attributes=attributes,
        notes=notes,
        drawn_at_smoke=drawn_at_smoke,
    )


def real(name: str, doc: str, default: float, *, nonzero: bool = False) -> Attribute:
    """Return a host scalar of a round op.

    The attribute is rounded once to the compute format (R4.3), and then used exactly.
    """
    return Attribute(name, doc, default, real=True, nonzero=nonzero)
