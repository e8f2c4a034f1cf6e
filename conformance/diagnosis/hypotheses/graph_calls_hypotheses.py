"""Hypotheses about graph ops: a wrong attribute, removed absent elements, a node left out.

The NumPy route evaluates the graph with one of these mistakes (clauses G1, T8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.hypotheses.attention_hypotheses import mask_corner
from samebits.conformance.diagnosis.recompute import node_results, recompute
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import narrow, to_f64
from samebits.spec.catalog import get_op
from samebits.spec.formats import format_of, from_bits
from samebits.spec.graph_walk import graph_results, node_calls
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import masked_reduction, normalize_axes

MOST_ELEMENTS = 1 << 16
"""The largest number of operand elements for which a graph is replayed, once for each node."""


def attributes(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: one attribute has a wrong value, or is rounded to a smaller format."""
    op = get_op(evidence.call.op)
    if op.graph is None or sum(x.size for x in evidence.inputs) > MOST_ELEMENTS:
        return
    for attribute in op.attributes:
        given = evidence.call.attributes[attribute.name]
        others = [*_others(attribute, given)]
        corner = mask_corner(evidence, attribute.name)
        details = {"attribute": attribute.name}
        if corner is not None:
            text = f"the causal mask is aligned to the last key: {attribute.name}={corner} (T8)"
            make = partial(_with_attribute, evidence, attribute.name, corner)
            yield from _predicted(evidence, "mask-corner", text, make, details)
        for value in others:
            text = f"computes as with {attribute.name}={value!r} (A1)"
            make = partial(_with_attribute, evidence, attribute.name, value)
            yield from _predicted(evidence, f"attribute:{attribute.name}", text, make, details)
        name = f"attribute-rounded:{attribute.name}"
        for value, formats in _rounded(given).items():
            if value not in others:
                text = (
                    f"{attribute.name} is rounded to {' or '.join(formats)} first: {value!r} (G3)"
                )
                make = partial(_with_attribute, evidence, attribute.name, value)
                yield from _predicted(evidence, name, text, make, details)


def _rounded(value: Any) -> dict[float, list[str]]:
    """Return the roundings of a number to smaller formats, each with the names of the formats.

    A value that equals the number is left out.
    """
    found: dict[float, list[str]] = {}
    if isinstance(value, float) and np.isfinite(value):
        for form in ("f32", "f16", "bf16"):
            rounded = float(to_f64(narrow(np.array([value]), form))[0])
            if rounded != value:
                found.setdefault(rounded, []).append(form)
    return found


def graph_calls(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: absent elements are removed from the tree, or a node is left out."""
    op = get_op(evidence.call.op)
    if op.graph is None or sum(x.size for x in evidence.inputs) > MOST_ELEMENTS:
        return
    if op.shape_rule is masked_reduction:
        text = "adds the elements that are left by the tree over them alone (T8)"
        make = partial(_compacted, evidence)
        yield from _predicted(evidence, "compacted", text, make, {"node": "leaves, total"})
    yield from _left_out(evidence)


def _others(attribute: Attribute, value: Any) -> Iterator[Any]:
    """Yield values that a backend may use by mistake: the default, other choices, 0, 1."""
    found: list[Any] = list(attribute.choices)
    if attribute.type == "real":
        found += [0.0, 1.0]
    if attribute.type == "integer":
        found += [1, (1 << 31) - 1]  # 1 is the first step; 2^31 - 1 is an index that never occurs
    if not attribute.required:
        found.insert(0, attribute.default)
    yield from (other for other in dict.fromkeys(found) if other != value)


def _predicted(
    evidence: Evidence,
    name: str,
    text: str,
    make: Callable[[], Sequence[Array]],
    details: Mapping[str, str],
) -> Iterator[Explanation]:
    @cache
    def results() -> Sequence[Array]:
        return make()

    def predict(positions: Array) -> Array:
        return np.asarray(results()[evidence.output].reshape(-1)[evidence.chosen[positions]])

    try:
        if results()[evidence.output].size == evidence.total:
            yield from by_prediction(evidence, name, text, predict, details, results)
    except SamebitsError:  # the changed call is invalid
        return


def _with_attribute(evidence: Evidence, name: str, value: Any) -> Sequence[Array]:
    call = evidence.call
    other = get_op(call.op).call(call.inputs, call.outputs, **{**call.attributes, name: value})
    found = recompute(other, evidence.inputs)
    return [from_bits(bits, form) for bits, form in zip(found, call.outputs, strict=True)]


def _left_out(evidence: Evidence) -> Iterator[Explanation]:
    """Try to replace each node by one of its operands, if shape and format are equal."""
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


def _without(evidence: Evidence, number: int, place: int) -> Sequence[Array]:
    call, shapes = evidence.call, [x.shape for x in evidence.inputs]
    graph = get_op(call.op).graph_of(call, shapes)
    assert graph is not None
    at = iter(range(len(node_calls(graph, call, shapes))))

    def run(inner: Call, operands: Sequence[Array]) -> Sequence[Array]:
        if next(at) != number:
            return node_results(inner, operands)
        wanted = get_op(inner.op).output_shapes(inner, [x.shape for x in operands])
        if operands[place].shape != wanted[0]:
            raise SamebitsError(
                f"{inner.op} has another shape than its operand; the node cannot be left out"
            )
        return [operands[place]]

    return graph_results(graph, call, evidence.inputs, run)


def _compacted(evidence: Evidence) -> Sequence[Array]:
    """Return the sums of a masked reduction, by the tree over only the elements that are kept."""
    call, (x, mask) = evidence.call, evidence.inputs
    kept = mask.view(np.uint8) != 0
    axes = normalize_axes(call.op, call.attributes["axes"], x.ndim)
    order = [a for a in range(x.ndim) if a not in axes] + list(axes)
    size = int(np.prod([x.shape[a] for a in axes], dtype=np.int64))
    lines = x.transpose(order).reshape(-1, size)
    held = kept.transpose(order).reshape(-1, size)
    total = get_op("sum").call(call.inputs[:1], call.outputs, axes=None)
    found = [node_results(total, [line[few]])[0] for line, few in zip(lines, held, strict=True)]
    return [np.array(found, dtype=format_of(x).dtype)]
