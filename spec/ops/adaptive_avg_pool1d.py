"""Adaptive average pool over one spatial axis (clause G10): means over equal parts."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import adaptive_average
from samebits.spec.language.declare import Op

OP = Op(
    name="adaptive_avg_pool1d",
    op_class="graph",
    summary="the mean of each of `output_size` parts of x[N, C, W]",
    operands=("x",),
    signatures=pools.SAME,
    shape_rule=pools.ADAPTIVE_AVERAGE[0],
    clauses=("R4", "S1", "T1", "G1", "G10"),
    profile="nn",
    attributes=(pools.size_attribute("output_size", 1),),
    graph=adaptive_average(pools.ADAPTIVE),
    gradients=pools.average_gradient("adaptive_avg_pool1d_gradient", ()),
)
