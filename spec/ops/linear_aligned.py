"""Linear layer of aligned integers (clause T11): x times the transposed weight, and a bias."""

from samebits.spec.families.aligned import BITS, aligned_signatures, linear
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Ref

OP = Op(
    name="linear_aligned",
    op_class="tree",
    summary="aligned contraction T11 of x[..., K] and weight[N, K], plus bias[N]",
    operands=("x", "weight", "bias"),
    optional_from=2,
    signatures=aligned_signatures(),
    shape_rule=linear,
    clauses=("R4", "S1", "T1", "T11"),
    profile="aligned",
    attributes=(BITS,),
    gradients=(
        *(
            Gradient(
                operand=name,
                op="linear_aligned_gradient",
                inputs=("gradient of result", "x", "weight"),
                result=f"{name}_gradient",
                attributes={"bits": Ref("bits")},
            )
            for name in ("x", "weight")
        ),
        Gradient(operand="bias", op="linear_bias_gradient", inputs=("gradient of result",)),
    ),
)
