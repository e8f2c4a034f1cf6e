"""Conversion between formats (clause R5): one rounding of the source value, never through a third.

A cast to the same format is a copy of bits (clause S2).
"""

from samebits.spec.declare import Op
from samebits.spec.shapes import elementwise

_FLOATS = ("f64", "f32", "f16", "bf16")

OP = Op(
    name="cast",
    op_class="round",
    summary="x in another format, rounded once; to an integer: toward zero, saturating, NaN to 0",
    operands=("x",),
    signatures=(
        *(((a,), (b,)) for a in _FLOATS for b in _FLOATS),
        *(((a,), ("i32",)) for a in _FLOATS),
        *((("i32",), (b,)) for b in _FLOATS),
    ),
    shape_rule=elementwise,
    clauses=("R1", "R2", "R5", "S1", "S2"),
    profile="core",
)
