"""Negation: an operation on bits, so a NaN keeps its payload."""

from samebits.spec.declare import Op, same_format
from samebits.spec.shapes import elementwise

OP = Op(
    name="neg",
    op_class="move",
    summary="x with its sign bit flipped",
    operands=("x",),
    signatures=same_format(1, "f64", "f32", "f16", "bf16"),
    shape_rule=elementwise,
    clauses=("S2",),
    profile="core",
)
