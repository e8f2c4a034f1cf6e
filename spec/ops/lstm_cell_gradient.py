"""Gradients of one step of an LSTM (clause G11), computed from its gates."""

from samebits.spec.families import lstm_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="lstm_cell_gradient",
    op_class="graph",
    summary="gradients of x, the state, both weights and the biases of one step",
    operands=lstm_nodes.GRADIENT_OPERANDS,
    signatures=recurrent.gradient_signatures(2, 1, 5, 6),
    shape_rule=recurrent.lstm_cell_gradient,
    clauses=("R4", "S1", "T1", "T4", "G1", "G4", "G5", "G11"),
    profile="nn",
    results=lstm_nodes.GRADIENTS,
    graph=lstm_nodes.cell_gradient_graph(),
)
