"""An LSTM layer in one direction (clause G11): a loop over the steps."""

from samebits.spec.families import lstm_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="lstm",
    op_class="graph",
    summary="the steps of lstm_cell one after another; values between steps are not rounded",
    operands=lstm_nodes.OPERANDS,
    optional_from=5,
    signatures=recurrent.signatures(5, 3, 2),
    shape_rule=recurrent.lstm,
    clauses=("R4", "S1", "T4", "G1", "G11"),
    profile="nn",
    results=lstm_nodes.LAYER_RESULTS,
    graph=lstm_nodes.layer_graph(),
    state=(("hidden", "new_hidden"), ("cell", "new_cell")),
    gradients=recurrent.links(
        "lstm_gradient",
        ("y", "new_hidden", "new_cell"),
        ("gates", "cells"),
        recurrent.LSTM_STATE,
        shared=True,
    ),
)
