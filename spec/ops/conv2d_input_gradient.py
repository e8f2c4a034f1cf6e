"""Gradient of `conv2d` with respect to its input (clause T5)."""

from samebits.spec.families.windows import INPUT_GRADIENT, window_attributes
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="conv2d_input_gradient",
    op_class="tree",
    summary="contraction T4 over the output channels and taps that reached an input element",
    operands=("gradient", "weight"),
    signatures=contraction_signatures(),
    shape_rule=INPUT_GRADIENT[1],
    clauses=("R4", "S1", "T1", "T4", "T5"),
    profile="contract",
    attributes=(
        Attribute(
            "input_size",
            "spatial sizes of the input of the convolution",
            required=True,
            kind="integers",
            least=0,
            length=2,
        ),
        *window_attributes(2),
    ),
)
