"""Graph ops: a node that is left out, an attribute that is not read, absent leaves taken out.

The graph is evaluated by the second route with that one mistake (clauses G1, T8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.conformance.diagnosis.evidence import Evidence
from samebits.conformance.diagnosis.explanation import Explanation, by_prediction
from samebits.conformance.diagnosis.recompute import node_results, recompute
from samebits.spec.attributes import Attribute
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import format_of, from_bits
from samebits.spec.graph_walk import graph_results, node_calls
from samebits.spec.shapes import masked_reduction, normalize_axes

MOST_ELEMENTS = 1 << 14
"""Elements of the operands up to which a graph is replayed: once for each node."""


def graph_calls(evidence: Evidence) -> Iterator[Explanation]:
    """Other attributes, then each node left out."""
    op = get_op(evidence.call.op)
    if op.graph is None or sum(x.size for x in evidence.inputs) > MOST_ELEMENTS:
        return
    for attribute in op.attributes:
        for value in _others(attribute, evidence.call.attributes[attribute.name]):
            text = f"computes as with {attribute.name}={value!r} (A1)"
            make = partial(_with_attribute, evidence, attribute.name, value)
            details = {"attribute": attribute.name}
            yield from _predicted(evidence, f"attribute:{attribute.name}", text, make, details)
    if op.shape_rule is masked_reduction:
        text = "adds the elements that are left by the tree over them alone (T8)"
        make = partial(_compacted, evidence)
        yield from _predicted(evidence, "compacted", text, make, {"node": "leaves, total"})
    yield from _left_out(evidence)


def _others(attribute: Attribute, value: Any) -> Iterator[Any]:
    """Values that a backend may take instead: the default, others of its choices, 0, 1, none."""
    found: list[Any] = list(attribute.choices)
    if attribute.type == "real":
        found += [0.0, 1.0]
    if attribute.type == "integer":
        found.append((1 << 31) - 1)  # what names nothing
    if not attribute.required:
        found.insert(0, attribute.default)
    yield from (other for other in dict.fromkeys(found) if other != value)


def _predicted(
    evidence: Evidence, name: str, text: str, make: Callable[[], Array], details: Mapping[str, str]
) -> Iterator[Explanation]:
    @cache
    def output() -> Array:
        return make()

    def predict(positions: Array) -> Array:
        return np.asarray(output().reshape(-1)[evidence.chosen[positions]])

    try:
        if output().size == evidence.total:
            yield from by_prediction(evidence, name, text, predict, details)
    except SamebitsError:  # not a call
        return


def _with_attribute(evidence: Evidence, name: str, value: Any) -> Array:
    call = evidence.call
    other = get_op(call.op).call(call.inputs, call.outputs, **{**call.attributes, name: value})
    bits = recompute(other, evidence.inputs)[evidence.output]
    return from_bits(bits, call.outputs[evidence.output])


def _left_out(evidence: Evidence) -> Iterator[Explanation]:
    """Each operand of a node in its place, where it has the node's shape and format."""
    call, shapes = evidence.call, [x.shape for x in evidence.inputs]
    graph = get_op(call.op).graph_of(call, shapes)
    assert graph is not None
    for number, (node, inner) in enumerate(node_calls(graph, call, shapes)):
        for place in range(len(inner.inputs)):
            if inner.inputs[place] != inner.outputs[0] or len(inner.outputs) > 1:
                continue
            stands = node.inputs[place]
            text = f"node {node.name}: left out, {stands} in its place (G1)"
            make = partial(_without, evidence, number, place)
            yield from _predicted(evidence, "left-out", text, make, {"node": node.name})


def _without(evidence: Evidence, number: int, place: int) -> Array:
    call, shapes = evidence.call, [x.shape for x in evidence.inputs]
    graph = get_op(call.op).graph_of(call, shapes)
    assert graph is not None
    at = iter(range(len(node_calls(graph, call, shapes))))

    def run(inner: Call, operands: Sequence[Array]) -> Sequence[Array]:
        if next(at) != number:
            return node_results(inner, operands)
        wanted = get_op(inner.op).output_shapes(inner, [x.shape for x in operands])
        if operands[place].shape != wanted[0]:
            raise SamebitsError(f"{inner.op} has another shape than its operand")
        return [operands[place]]

    return graph_results(graph, call, evidence.inputs, run)[evidence.output]


def _compacted(evidence: Evidence) -> Array:
    """The sums of a masked reduction over the elements that are left."""
    call, (x, mask) = evidence.call, evidence.inputs
    kept = mask.view(np.uint8) != 0
    axes = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    order = [a for a in range(x.ndim) if a not in axes] + list(axes)
    size = int(np.prod([x.shape[a] for a in axes], dtype=np.int64))
    lines = x.transpose(order).reshape(-1, size)
    held = kept.transpose(order).reshape(-1, size)
    total = get_op("sum").call(call.inputs[:1], call.outputs, axes=None)
    found = [node_results(total, [line[few]])[0] for line, few in zip(lines, held, strict=True)]
    return np.array(found, dtype=format_of(x).dtype)
