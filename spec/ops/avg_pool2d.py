"""Average pool over two spatial axes (clause G10): the sum of each window / its count."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import average
from samebits.spec.language.declare import Op

OP = Op(
    name="avg_pool2d",
    op_class="graph",
    summary="the sum T1 of each window of x[N, C, H, W], divided by the divisor of the window",
    operands=("x",),
    signatures=pools.SAME,
    shape_rule=pools.AVERAGE[1],
    clauses=("R4", "S1", "T1", "G1", "G10"),
    profile="nn",
    attributes=pools.average_attributes(2),
    graph=average(overridden=True),
    gradients=pools.average_gradient(
        "avg_pool2d_gradient", pools.average_attributes(2, gradient=True)
    ),
)
