"""Gradient of a max pool over one spatial axis (clause G10), added at the maximal elements."""

from samebits.spec.families import pools
from samebits.spec.families.pool_graphs import to_the_chosen
from samebits.spec.language.declare import Op

OP = Op(
    name="max_pool1d_gradient",
    op_class="graph",
    summary="for each element the sum T1 of the gradients whose index names it",
    operands=("gradient", "indices"),
    signatures=pools.of_indices(),
    shape_rule=pools.MAX_GRADIENT[0],
    clauses=("R4", "S1", "T1", "G1", "G10"),
    profile="nn",
    attributes=(pools.size_attribute("input_size", 1),),
    graph=to_the_chosen(),
)
