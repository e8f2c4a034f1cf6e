"""Graph: a graph op has the bits of its nodes, run one by one (clauses G1, R4)."""

from __future__ import annotations

from samebits.backends.executor import run_nodes, supports_nodes
from samebits.backends.protocol import Unsupported
from samebits.conformance.laws.law import Bench, Finding, Law, NotApplicableError, NotPossibleError
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import node_calls


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run the nodes of the graph by the session's own ops, and compare with the op as one call."""
    call, operands = specimen.call, specimen.operands()
    graph = get_op(call.op).graph_of(call, [x.shape for x in operands])
    if graph is None:
        raise NotPossibleError(f"{call} has no graph")
    support = supports_nodes(bench.session, graph, call)
    if isinstance(support, Unsupported):
        for _, inner in node_calls(graph, call):
            bench.refusal(inner)
        raise NotApplicableError(f"the session has {call.op}, but not its {support.reason}")
    nodes = [bits_of(x) for x in run_nodes(bench.session, graph, call, operands)]
    text = f"{call.op} as one call gives other bits than its graph, node by node"
    sides = ("node by node", "as one call")
    return bench.differs(specimen, nodes, bench.run(call, operands), text, sides)


LAW = Law(
    name="graph",
    says="an op that is a graph has the bits of its nodes, run one by one",
    rules=("G1.1", "G1.2", "G2.1", "T4.einsum.6"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=lambda specimen: get_op(specimen.call.op).op_class == "graph",
    in_smoke=True,
    large=True,
    stretches=True,
)
