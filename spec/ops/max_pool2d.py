"""Max pool over two spatial axes (clause G10): the first S3 maximum of each window."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import extremes
from samebits.spec.language.declare import Op

OP = Op(
    name="max_pool2d",
    op_class="graph",
    summary="the S3 maximum of each window of x[N, C, H, W], and the first index that holds it",
    operands=("x",),
    signatures=pools.with_indices(),
    shape_rule=pools.MAX[1],
    clauses=("R4", "S1", "S3", "G1", "G10"),
    profile="nn",
    results=("result", "indices"),
    attributes=pools.max_attributes(2),
    graph=extremes(pools.READ, "P"),
    gradients=pools.max_gradient(2),
)
