"""Gradients of a GRU layer (clause G11): a loop over the steps in reverse order."""

from samebits.spec.families import gru_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="gru_gradient",
    op_class="graph",
    summary="gradients of x, the state, both weights and the biases of all steps",
    operands=gru_nodes.LAYER_GRADIENT_OPERANDS,
    signatures=recurrent.gradient_signatures(2, 2, 4, 6),
    shape_rule=recurrent.gru_gradient,
    clauses=("R4", "S1", "T1", "T4", "G1", "G4", "G5", "G11"),
    profile="nn",
    results=gru_nodes.GRADIENTS,
    graph=gru_nodes.layer_gradient_graph(),
)
