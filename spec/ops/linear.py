"""Linear layer (clause T4): x times the transposed weight; then a bias may be added."""

from samebits.spec.families.products import linear
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.signatures import contraction_signatures

OP = Op(
    name="linear",
    op_class="tree",
    summary="contraction T4 of x[..., K] and weight[N, K], plus bias[N]",
    operands=("x", "weight", "bias"),
    optional_from=2,
    signatures=contraction_signatures(bias=True),
    shape_rule=linear,
    clauses=("R4", "S1", "T1", "T4"),
    profile="contract",
    gradients=(
        *(
            Gradient(
                operand=name,
                op="linear_gradient",
                inputs=("gradient of result", "x", "weight"),
                result=f"{name}_gradient",
            )
            for name in ("x", "weight")
        ),
        Gradient(operand="bias", op="linear_bias_gradient", inputs=("gradient of result",)),
    ),
)
