"""The magnitude of one operand with the sign of another operand: bits are edited (clause S2)."""

from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.shapes import elementwise

OP = Op(
    name="copysign",
    op_class="move",
    summary="magnitude with its sign bit replaced by the sign bit of sign",
    operands=("magnitude", "sign"),
    signatures=same_format(2, *FLOAT_FORMATS),
    shape_rule=elementwise,
    clauses=("S2",),
    profile="core",
)
