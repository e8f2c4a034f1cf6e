"""One step of a GRU (clause G11), with the values that its gradient reads."""

from samebits.spec.families import gru_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="gru_cell",
    op_class="graph",
    summary="(hidden - n) * z + n, with gates from two linear layers",
    operands=gru_nodes.OPERANDS,
    optional_from=4,
    signatures=recurrent.signatures(4, 1, 1),
    shape_rule=recurrent.gru_cell,
    clauses=("R4", "S1", "T4", "G1", "G11"),
    profile="nn",
    results=("new_hidden", "gates"),
    graph=gru_nodes.cell_graph(),
    state=(("hidden", "new_hidden"),),
    gradients=recurrent.links(
        "gru_cell_gradient",
        ("new_hidden",),
        ("gates",),
        recurrent.GRU_STATE,
        shared=False,
    ),
)
