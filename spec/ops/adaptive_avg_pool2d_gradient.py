"""Gradient of an adaptive average pool over two spatial axes (clause G10)."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import adaptive_average_gradient
from samebits.spec.language.declare import Op

OP = Op(
    name="adaptive_avg_pool2d_gradient",
    op_class="graph",
    summary="for each element the sum T1 of its shares of the gradients",
    operands=("gradient",),
    signatures=pools.SAME,
    shape_rule=pools.ADAPTIVE_AVERAGE_GRADIENT[1],
    clauses=("R4", "S1", "T1", "G1", "G10"),
    profile="nn",
    attributes=(pools.size_attribute("input_size", 2),),
    graph=adaptive_average_gradient(pools.ADAPTIVE, pools.ADAPTING),
)
