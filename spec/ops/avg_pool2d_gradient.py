"""Gradient of an average pool over two spatial axes (clause G10): each gradient is shared."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import average_gradient
from samebits.spec.language.declare import Op

OP = Op(
    name="avg_pool2d_gradient",
    op_class="graph",
    summary="for each element the sum T1 of its shares of the gradients",
    operands=("gradient",),
    signatures=pools.SAME,
    shape_rule=pools.AVERAGE_GRADIENT[1],
    clauses=("R4", "S1", "T1", "G1", "G10"),
    profile="nn",
    attributes=(
        *pools.average_attributes(2, gradient=True),
        pools.size_attribute("input_size", 2),
    ),
    graph=average_gradient(overridden=True),
)
