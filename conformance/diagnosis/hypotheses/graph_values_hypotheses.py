"""Hypotheses: graph ops with a wrong number, without one node, or as a wrong call (G1, G3).

Typical mistakes in optimizer steps are a missing correction or eps, a host scalar computed in
binary32, a missing maximum, and a step count that is off by one. Each number, node and attribute is
changed separately, and the results that depend on it are recomputed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.conformance import budget
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Node, Number
from samebits.spec.language.graph_steps import Step, walk
from samebits.spec.language.scalars import Scalar, literal, pattern
from samebits.spec.language.scope import Scope

MOST_ELEMENTS = 1 << 13
"""The largest number of operand elements for which a graph is recomputed, once for each change."""


Made = Mapping[str, Sequence[Array]]
"""The operands of the nodes that have been run, by the names of the nodes' values."""

Run = Callable[[Call, Sequence[Array], Made], Sequence[Array]]
"""A function that runs a node in a wrong way."""


@dataclass(frozen=True, slots=True)
class Change:
    """A replacement of one step: its node, the kind of change, and its description."""

    node: str
    name: str
    text: str
    step: Step | None
    run: Run | None = None


def graph_values(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: one number is changed, one node left out, or one attribute changed."""
    op, shapes = get_op(evidence.call.op), [x.shape for x in evidence.inputs]
    graph = op.graph_of(evidence.call, shapes)
    if graph is None or sum(x.size for x in evidence.inputs) > MOST_ELEMENTS:
        return
    steps = steps_of(graph, evidence.call, shapes).steps
    products = {s.name for s in steps if isinstance(s.item, Node) and s.item.op == "mul"}
    for step in steps:
        for change in (*_fused(step, products), *_changes(step)):
            details = {"node": change.node}

            def one(change: Change = change, step: Step = step) -> Sequence[Array]:
                return _results(evidence, evidence.call, step, change)

            yield from _try(evidence, change.name, change.text, details, one)
    for call, text in other_calls(evidence.call, shapes):

        def other(call: Call = call) -> Sequence[Array]:
            return _results(evidence, call)

        yield from _try(evidence, "other-attribute", text, {}, other)


def other_calls(call: Call, shapes: Sequence[tuple[int, ...]]) -> Iterator[tuple[Call, str]]:
    """Yield the call with a different value of one attribute, and a description of the change."""
    op = get_op(call.op)
    for attribute in op.attributes:
        value = call.attributes[attribute.name]
        others: list[object] = [x for x in attribute.choices if x != value]
        if attribute.type == "integer" and type(value) is int:
            others += [value - 1, value + 1]
        if attribute.type == "real":
            others += [x for x in (attribute.default, 0.0, 1.0) if x != value]
        for other in dict.fromkeys(others):
            try:
                changed = op.call(
                    call.inputs, call.outputs, **{**call.attributes, attribute.name: other}
                )
                op.output_shapes(changed, shapes)
            except SpecError:
                continue
            yield changed, f"as with {attribute.name}={other} instead of {value}"


def _try(
    evidence: Evidence,
    name: str,
    text: str,
    details: dict[str, str],
    compute: Callable[[], Sequence[Array]],
) -> Iterator[Explanation]:
    results = cache(compute)

    def predict(positions: Array) -> Array:
        return np.asarray(results()[evidence.output].reshape(-1)[evidence.chosen[positions]])

    try:
        yield from by_prediction(evidence, name, text, predict, details, results)
    except SamebitsError:  # the changed graph has an invalid call, for example a NaN scalar
        return


def _changes(step: Step) -> Iterator[Change]:
    if isinstance(step.item, Number) and get_format(step.formats[0]).is_float:
        yield from _numbers(step, step.item)
    if isinstance(step.item, Node) and step.broadcasts and step.call is not None:
        for place, (source, form) in enumerate(zip(step.inputs, step.call.inputs, strict=True)):
            if form == step.formats[0] and step.item.op != "cast":
                text = f"node {step.name} is left out, {source} is used instead (G1)"

                yield Change(step.name, "left-out", text, None, partial(_operand, place))


def _operand(place: int, call: Call, operands: Sequence[Array], made: Made) -> Sequence[Array]:
    return (operands[place],)


def _fused(step: Step, products: Collection[str]) -> Iterator[Change]:
    """Yield changes that fuse a product and the sum that uses it, one product at a time."""
    if isinstance(step.item, Node) and step.item.op in ("add", "sub"):
        for place, name in enumerate(step.inputs):
            if name in products:
                text = f"node {step.name}: the product {name} is added by an fma (G1.2)"
                yield Change(step.name, "fused", text, None, partial(_by_fma, name, place))


def _by_fma(
    name: str, place: int, call: Call, operands: Sequence[Array], made: Made
) -> Sequence[Array]:
    from samebits.oracles import numpy_route

    other = operands[1 - place]
    a, b = (np.broadcast_to(x, other.shape) for x in made[name])
    if call.op == "sub":
        a, other = (a, np.negative(other)) if place == 0 else (np.negative(a), other)
    form = call.outputs[0]
    return numpy_route.evaluate(get_op("fma").call((form,) * 3, (form,)), (a, b, other))


def _numbers(step: Step, item: Number) -> Iterator[Change]:
    """Yield changes of a host scalar: to 1, to 0, and to its value computed in binary32."""
    values: list[tuple[str, str, float]] = [
        ("other-number", f"number {step.name} is {x:g}", x) for x in (1.0, 0.0)
    ]
    narrow = in_binary32(item.value, step.scope)
    text = f"number {step.name} is computed in binary32, not in binary64 (G3.1)"
    values.append(("number-in-binary32", text, narrow))
    right = pattern(item.value, step.formats[0], step.scope.attributes, step.scope.counts())
    for name, text, value in values:
        if value == value and pattern(literal(value), step.formats[0], {}, {}) != right:
            changed = replace(step, item=replace(item, value=literal(value)))
            yield Change(step.name, name, text, changed)


def in_binary32(e: Scalar, scope: Scope) -> float:
    """Return the value of an expression in which every step is rounded to binary32."""
    if not e.operands:
        return _single(pattern(e, "f32", scope.attributes, scope.counts()))
    inner = tuple(in_binary32(operand, scope) for operand in e.operands)
    if any(x != x for x in inner):
        return float("nan")
    try:
        return _single(pattern(Scalar(e.form, "", tuple(map(literal, inner))), "f32", {}, {}))
    except SpecError:  # the value is NaN
        return float("nan")


def _single(bits: int) -> float:
    return float(np.array(bits, np.uint32).view(np.float32))


def _results(
    evidence: Evidence, call: Call, step: Step | None = None, change: Change | None = None
) -> Sequence[Array]:
    """Return all outputs of a call, with at most one changed step."""
    from samebits.oracles import numpy_route  # only a diagnosis needs it

    op, shapes = get_op(call.op), [x.shape for x in evidence.inputs]
    graph = op.graph_of(call, shapes)
    assert graph is not None
    found = steps_of(graph, call, shapes)
    changed = [
        change.step
        if change is not None and change.step is not None and step is not None
        and each.names == step.names
        else each
        for each in found.steps
    ]  # fmt: skip
    calls = itertools.count()
    at = [each.names for each in found.steps if each.call is not None]
    target = at.index(step.names) if step is not None and step.names in at else -1

    made: dict[str, Sequence[Array]] = {}

    def run(inner: Call, operands: Sequence[Array]) -> Sequence[Array]:
        number = next(calls)
        made.update(dict.fromkeys(at[number], operands))
        if number == target and change is not None and change.run is not None:
            return change.run(inner, operands, made)
        budget.check()
        return numpy_route.evaluate(inner, operands)

    values = walk(call.op, changed, dict(zip(graph.operands, evidence.inputs, strict=False)), run)
    return [values[found.names[name]] for name in graph.results if name in found.names]
