"""Gradient of a norm of order 1, 2 or infinity (clause G12).

For order infinity, the gradient is shared evenly among ties.
"""

from samebits.spec.families.reduction_gradients import gradient_op, of_result
from samebits.spec.families.reductions import ORD
from samebits.spec.families.ties import shared
from samebits.spec.language.graph import Branch, Equals, Join, Number, node
from samebits.spec.language.scalars import literal

_OF_SQUARES = (
    node("over", "div", "g", "y"),
    node("is_null", "eq", "y", "zero", to="bool"),
    node("factor", "where", "is_null", "zero", "over"),
    node("along", "mul", "x_rows", "factor"),
)

OP = gradient_op(
    "norm_gradient",
    "x * (gradient / result), sign(x) * gradient, or the latter shared among the greatest",
    of_result,
    Number("zero", literal(0.0)),
    Branch(
        Equals("ord", 2),
        _OF_SQUARES,
        (Join("last", "along", "signed"),),
        others=(
            node("direction", "sign", "x_rows"),
            Branch(
                Equals("ord", 1),
                (),
                (Join("part", "g", "share"),),
                others=(node("size", "abs", "x_rows"), *shared("share", "size", "y", "zero")),
            ),
            node("signed", "mul", "direction", "part"),
        ),
    ),
    attributes=(ORD,),
    clauses=("S3", "T1", "T3"),
)
