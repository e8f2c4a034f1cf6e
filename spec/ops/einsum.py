"""Einstein summation as a graph of moves, sums T1 and batched products T4 (clauses T4, G1)."""

from samebits.spec.families.einsum import einsum, einsum_graph
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.signatures import LOW_FORMATS, contraction_signatures, tree_signatures

OP = Op(
    name="einsum",
    op_class="graph",
    summary="products and sums by an equation like bij,bjk->bik, two operands at a time",
    operands=("a", "b", "c"),
    optional_from=1,
    signatures=(
        *tree_signatures(),
        *contraction_signatures(),
        *same_format(3, *FLOAT_FORMATS),
        *(((f,) * 3, ("f32",)) for f in LOW_FORMATS),
    ),
    shape_rule=einsum,
    clauses=("R4", "S1", "T1", "T4", "G1"),
    profile="contract",
    attributes=(
        Attribute("equation", "letters, commas and ->: ij,jk->ik", required=True, kind="word"),
    ),
    graph=einsum_graph,
)
