"""Gradient of `conv1d` with respect to its weight (clause T5)."""

from samebits.spec.families.windows import WEIGHT_GRADIENT, window_attributes
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="conv1d_weight_gradient",
    op_class="tree",
    summary="contraction T4 over the output of each sample, then T1 over samples",
    operands=("x", "gradient"),
    signatures=contraction_signatures(),
    shape_rule=WEIGHT_GRADIENT[0],
    clauses=("R4", "S1", "T1", "T4", "T5"),
    profile="contract",
    attributes=(
        Attribute(
            "kernel_size",
            "spatial sizes of the weight of the convolution",
            required=True,
            kind="integers",
            least=1,
            length=1,
        ),
        *window_attributes(1),
    ),
)
