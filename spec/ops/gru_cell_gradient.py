"""Gradients of one step of a GRU (clause G11), computed from its gates."""

from samebits.spec.families import gru_nodes, recurrent_layers as recurrent
from samebits.spec.language.declare import Op

OP = Op(
    name="gru_cell_gradient",
    op_class="graph",
    summary="gradients of x, the state, both weights and the biases of one step",
    operands=gru_nodes.GRADIENT_OPERANDS,
    signatures=recurrent.gradient_signatures(1, 1, 4, 6),
    shape_rule=recurrent.gru_cell_gradient,
    clauses=("R4", "S1", "T1", "T4", "G1", "G4", "G5", "G11"),
    profile="nn",
    results=gru_nodes.GRADIENTS,
    graph=gru_nodes.cell_gradient_graph(),
)
