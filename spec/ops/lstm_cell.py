"""One step of an LSTM (clause G11), with the values that its gradient reads."""

from samebits.spec.families import lstm_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="lstm_cell",
    op_class="graph",
    summary="f * cell + i * g and o times its tanh, with gates from two linear layers",
    operands=lstm_nodes.OPERANDS,
    optional_from=5,
    signatures=recurrent.signatures(5, 2, 1),
    shape_rule=recurrent.lstm_cell,
    clauses=("R4", "S1", "T4", "G1", "G11"),
    profile="nn",
    results=("new_hidden", "new_cell", "gates"),
    graph=lstm_nodes.cell_graph(),
    state=(("hidden", "new_hidden"), ("cell", "new_cell")),
    gradients=recurrent.links(
        "lstm_cell_gradient",
        ("new_hidden", "new_cell"),
        ("gates",),
        recurrent.LSTM_STATE,
        shared=True,
    ),
)
