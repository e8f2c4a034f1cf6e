"""Convolution over three spatial axes: `matmul` with the unfolded input (clause T5)."""

from samebits.spec.families.windows import FORWARD, window_attributes, window_gradients
from samebits.spec.language.declare import Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="conv3d",
    op_class="tree",
    summary="contraction T4 of weight and unfolded x[N, C, D, H, W], plus bias",
    operands=("x", "weight", "bias"),
    optional_from=2,
    signatures=contraction_signatures(bias=True),
    shape_rule=FORWARD[2],
    clauses=("R4", "S1", "T1", "T4", "T5"),
    profile="contract",
    attributes=window_attributes(3),
    gradients=window_gradients(3),
)
