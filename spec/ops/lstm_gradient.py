"""Gradients of an LSTM layer (clause G11): a loop over the steps in reverse order."""

from samebits.spec.families import lstm_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="lstm_gradient",
    op_class="graph",
    summary="gradients of x, the state, both weights and the biases of all steps",
    operands=lstm_nodes.LAYER_GRADIENT_OPERANDS,
    signatures=recurrent.gradient_signatures(3, 2, 5, 6),
    shape_rule=recurrent.lstm_gradient,
    clauses=("R4", "S1", "T1", "T4", "G1", "G4", "G5", "G11"),
    profile="nn",
    results=lstm_nodes.GRADIENTS,
    graph=lstm_nodes.layer_gradient_graph(),
)
