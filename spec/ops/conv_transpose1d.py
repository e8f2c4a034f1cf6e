"""Transposed convolution: the input gradient of a `conv1d`, plus bias (clause T5)."""

from samebits.spec.families.windows import TRANSPOSED, window_attributes, window_gradients
from samebits.spec.language.declare import Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="conv_transpose1d",
    op_class="tree",
    summary="input gradient of a convolution whose output is x, plus bias",
    operands=("x", "weight", "bias"),
    optional_from=2,
    signatures=contraction_signatures(bias=True),
    shape_rule=TRANSPOSED[0],
    clauses=("R4", "S1", "T1", "T4", "T5"),
    profile="contract",
    attributes=window_attributes(1, transposed=True),
    gradients=window_gradients(1, transposed=True),
)
