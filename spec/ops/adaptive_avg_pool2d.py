"""Adaptive average pool over two spatial axes (clause G10): means over equal parts."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import adaptive_average
from samebits.spec.language.declare import Op

OP = Op(
    name="adaptive_avg_pool2d",
    op_class="graph",
    summary="the mean of each of `output_size` parts of x[N, C, H, W]",
    operands=("x",),
    signatures=pools.SAME,
    shape_rule=pools.ADAPTIVE_AVERAGE[1],
    clauses=("R4", "S1", "T1", "G1", "G10"),
    profile="nn",
    attributes=(pools.size_attribute("output_size", 2),),
    graph=adaptive_average(pools.ADAPTIVE),
    gradients=pools.average_gradient("adaptive_avg_pool2d_gradient", ()),
)
