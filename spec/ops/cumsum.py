"""Cumulative sum (clause T6): element i is the sum T1 of the elements 0 .. i."""

from samebits.spec.families.scans import scan_op
from samebits.spec.language.declare import Gradient
from samebits.spec.language.graph import Ref

OP = scan_op(
    "cumsum",
    "the sum T1 of every prefix along one axis",
    gradients=(
        Gradient(
            operand="x",
            op="cumsum_gradient",
            inputs=("gradient of result",),
            attributes={"axis": Ref("axis")},
        ),
    ),
)
