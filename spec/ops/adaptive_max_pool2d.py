"""Adaptive max pool over two spatial axes (clause G10): maxima over equal parts."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import extremes
from samebits.spec.language.declare import Op

OP = Op(
    name="adaptive_max_pool2d",
    op_class="graph",
    summary="the S3 maximum of each of `output_size` parts of x[N, C, H, W], and its first index",
    operands=("x",),
    signatures=pools.with_indices(),
    shape_rule=pools.ADAPTIVE_MAX[1],
    clauses=("R4", "S1", "S3", "G1", "G10"),
    profile="nn",
    results=("result", "indices"),
    attributes=(pools.size_attribute("output_size", 2),),
    graph=extremes(pools.ADAPTIVE, "output_size"),
    gradients=pools.max_gradient(2),
)
