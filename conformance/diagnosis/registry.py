"""The families of hypotheses in the order in which they are tried, with the reason for each.

The first family that reproduces everything wins. The order begins with facts that are seen in the
bits. Then come the canonical computation with one mistake, other computations, and finally
descriptions without a model. Insert a new family where its reason requires it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from samebits.conformance.diagnosis.broaden import broaden, rows_of_graph
from samebits.conformance.diagnosis.finding import Hypotheses
from samebits.conformance.diagnosis.hypotheses import (
    accuracy_hypotheses as accuracy,
    aligned_hypotheses as aligned,
    attention_hypotheses as attention,
    contractions_hypotheses as contractions,
    declared_graphs_hypotheses as declared_graphs,
    draws_hypotheses as draws,
    elementwise_graphs_hypotheses as elementwise_graphs,
    equations_hypotheses as equations,
    exact_sums_hypotheses as exact_sums,
    extremes_hypotheses as extremes,
    flushing_hypotheses as flushing,
    graph_calls_hypotheses as graph_calls,
    graph_values_hypotheses as graph_values,
    graphs_hypotheses as graphs,
    integers_hypotheses as integers,
    memory_hypotheses as memory,
    mixed_orders_hypotheses as mixed_orders,
    moments_hypotheses as moments,
    moves_hypotheses as moves,
    places_hypotheses as places,
    powers_hypotheses as powers,
    reductions_hypotheses as reductions,
    revealed_hypotheses as revealed,
    rounding_hypotheses as rounding,
    scans_hypotheses as scans,
    special_hypotheses as special,
    totals_hypotheses as totals,
    windows_hypotheses as windows,
)
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op
from samebits.spec.language.declare import OpClass

_ROUND: tuple[OpClass, ...] = ("round",)
"""Classes of ops that round one exact value once, to which flushing and wrong roundings apply."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A family of hypotheses, the reason for its rank in the order, and its view of the evidence.

    A fact is seen in the bits, and the elements that it explains are removed before models are
    tried. A fallback is skipped if another family already explains most wrong elements. `classes`
    are the classes of ops to which the family applies. For example, hypotheses about rounding do
    not apply to moves.
    """

    hypotheses: Hypotheses
    reason: str
    view: str = "given"
    kind: Literal["fact", "model", "fallback"] = "model"
    classes: tuple[OpClass, ...] = ("round", "tree", "graph", "move", "draw")

    @property
    def name(self) -> str:
        """Return the family's name: its function, with its module if the names differ."""
        module = self.hypotheses.__module__.rpartition(".")[2].removesuffix("_hypotheses")
        function = self.hypotheses.__name__
        return function if function == module else f"{module}.{function}"

    def concerns(self, evidence: Evidence) -> bool:
        """Return whether the family applies to the op of the evidence."""
        return get_op(evidence.call.op).op_class in self.classes


def _rounding(hypotheses: Hypotheses, reason: str) -> Entry:
    """Return a family about a wrong rounding of one value."""
    return Entry(hypotheses, reason, classes=_ROUND)


VIEWS: Mapping[str, Callable[[Evidence], Evidence]] = MappingProxyType(
    {"broad": broaden, "rows": rows_of_graph}
)
"""Views of the evidence other than the given one; see `broaden`."""

REGISTRY: tuple[Entry, ...] = (
    Entry(
        memory.unwritten, "poison in a result is a proof; no computation explains it", kind="fact"
    ),
    Entry(memory.repeated, "bits that change on repetition have no other explanation", kind="fact"),
    Entry(memory.addresses, "nor have bits that depend on an address", kind="fact"),
    Entry(memory.nodes_alone, "nor have wrong graphs of right nodes", kind="fact"),
    Entry(
        special.nan_bits,
        "NaN bits are seen at once; models ignore them, so they must go first",
        kind="fact",
    ),
    Entry(special.signed_zero, "wrong only in the sign of a zero: seen at once, too", kind="fact"),
    Entry(extremes.extremes, "few exact alternatives, for ops that no other family covers"),
    Entry(moves.moves, "sorts and scatters with one mistake, which no other family covers"),
    Entry(places.places, "moves by attributes with one of them read otherwise"),
    Entry(integers.integers, "exact in any order, so few alternatives, for no other family's ops"),
    Entry(draws.draws, "exact alternatives for ops without operands", classes=("draw",)),
    Entry(totals.totals, "integers: exact alternatives, which no other family covers"),
    Entry(moments.moments, "other formulas of ops that no other family covers", "broad"),
    Entry(
        flushing.flushing,
        "the right op on flushed values: one global mistake, few false hits",
        classes=_ROUND,
    ),
    Entry(
        rounding.unfused,
        "a fixed other formula; more specific than a rounding through f32",
        classes=_ROUND,
    ),
    _rounding(
        rounding.attributes_in_binary32, "the right op of another number: one exact alternative"
    ),
    _rounding(rounding.double_rounding, "the right value rounded once too often"),
    _rounding(rounding.direction, "the right value rounded in another direction"),
    Entry(scans.scans, "a few other ways to scan a line, each exactly modelled"),
    Entry(exact_sums.exact_sums, "sums rounded on the way, for ops that no other family covers"),
    Entry(aligned.aligned, "aligned products with one mistake, which no other family covers"),
    Entry(reductions.mistakes, "the canonical tree with one mistake in it", "broad"),
    Entry(contractions.mistakes, "the canonical order with one mistake in it", "broad"),
    Entry(windows.windows, "likewise for convolutions: the right terms with one mistake"),
    Entry(revealed.revealed, "probes find any tree, and its name where it has one", "broad"),
    Entry(reductions.families, "trees by name, where probes found none", "broad", "fallback"),
    Entry(contractions.families, "likewise for products", "broad", "fallback"),
    Entry(equations.equations, "the same value by another equation, before nodes are replaced"),
    Entry(
        elementwise_graphs.elementwise_graphs,
        "a declaration with one thing changed is narrower than a node computed in another way",
        classes=("graph",),
    ),
    Entry(
        attention.blocks_of_keys,
        "one exact mistake of kernels that go block by block; no node by itself explains it",
        classes=("graph",),
    ),
    Entry(
        graph_calls.attributes,
        "the right graph of another attribute is narrower than a node computed in another way",
        classes=("graph",),
    ),
    Entry(powers.powers, "likewise a host number made in another way", classes=("graph",)),
    Entry(
        mixed_orders.mixed_orders,
        "likewise the right nodes in another order",
        classes=("graph",),
    ),
    Entry(graphs.graphs, "one node after the other replaced", "rows"),
    Entry(graph_calls.graph_calls, "absent leaves taken out, or a node left out, of any graph"),
    Entry(
        declared_graphs.declared_graphs,
        "typical mistakes in a declaration, for any graph that is a list of nodes",
        classes=("graph",),
    ),
    Entry(
        graph_values.graph_values,
        "other numbers and attributes: any operand of a graph may be explained away by them",
        classes=("graph",),
    ),
    Entry(memory.new_host, "starts hosts, which takes longest, and explains no values"),
    Entry(memory.stale, "runs the backend again; a true explanation of the values is better"),
    Entry(memory.wrong_tail, "says where, not why"),
    Entry(
        accuracy.approximation, "describes any approximation, so it must come last", classes=_ROUND
    ),
)
