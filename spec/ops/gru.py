"""A GRU layer in one direction (clause G11): a loop over the steps."""

from samebits.spec.families import gru_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="gru",
    op_class="graph",
    summary="the steps of gru_cell one after another; values between steps are not rounded",
    operands=gru_nodes.OPERANDS,
    optional_from=4,
    signatures=recurrent.signatures(4, 2, 2),
    shape_rule=recurrent.gru,
    clauses=("R4", "S1", "T4", "G1", "G11"),
    profile="nn",
    results=gru_nodes.LAYER_RESULTS,
    graph=gru_nodes.layer_graph(),
    state=(("hidden", "new_hidden"),),
    gradients=recurrent.links(
        "gru_gradient",
        ("y", "new_hidden"),
        ("gates", "states"),
        recurrent.GRU_STATE,
        shared=False,
    ),
)
