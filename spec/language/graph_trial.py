"""The check that a graph is sound for its calls: formats, shapes, branches, attributes (G1).

The graph is unfolded for every signature. For each number of operands, and each value of the
attributes that branches test, the graph is also run. The run uses the shapes of the example, and
every op returns zeros. So the check uses the same code as a real run. Callers pass a function that
finds an op by name, because the catalog checks ops while it loads them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Shape, tokens
from samebits.spec.language.graph import Below, Branch, Equals, Graph
from samebits.spec.language.graph_check import check_names
from samebits.spec.language.graph_steps import Array, Resolve, Steps, unfold, walk
from samebits.spec.language.moves import Broadcast, Reshape
from samebits.spec.language.scalars import evaluate

MOST_VARIANTS = 256
"""The maximal number of attribute combinations that the branches of a declaration may test."""


def check_graph(op: Op, resolve: Resolve) -> None:
    """Raise SpecError unless the graph is sound; the message names op, node and reason."""
    reads = _Reads()
    arms: set[tuple[int, bool]] = set()
    walked: set[tuple[int, str]] = set()
    fixed = op.graph if isinstance(op.graph, Graph) else None
    if fixed is not None:
        _check_names(op, fixed)
    for (inputs, outputs), attributes in _variants(op, fixed):
        call = _call(op, inputs, outputs, attributes)
        if call is None:
            continue
        shapes = op.shape_rule.shapes(len(inputs), call.attributes)
        graph = op.graph_of(call, shapes)
        assert graph is not None
        if fixed is None:
            _check_names(op, graph, call)
        steps = _steps(op, graph, call, shapes, resolve, reads)
        arms.update((id(branch), held) for branch, held in steps.arms)
        _check_formats(op, graph, call, steps)
        if (len(inputs), str(attributes)) not in walked:
            walked.add((len(inputs), str(attributes)))
            _check_shapes(op, graph, call, steps, shapes, resolve)
    if fixed is not None:
        reads.names.update(_dividing(op, fixed))
        _check_reached(op, fixed, arms)
        for attribute in op.attributes:
            if attribute.name not in reads.names:
                raise SpecError(f"{op.name}: attribute {attribute.name}: it is not read by a node")


def _call(
    op: Op,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    attributes: Mapping[str, AttributeValue],
) -> Call | None:
    """Return the call with these attributes, or None if the op does not allow them.

    Raises SpecError if the op does not allow its own example.
    """
    try:
        call = op.call(inputs, outputs, **attributes)
        op.output_shapes(call, op.shape_rule.shapes(len(inputs), call.attributes))
    except SpecError:
        given = op.call(inputs, outputs, **op.example(len(inputs))[0]).attributes
        if all(given[name] == value for name, value in attributes.items()):
            raise
        return None
    return call


def check_acyclic(op: Op, resolve: Resolve, above: tuple[str, ...] = ()) -> None:
    """Raise SpecError if an op is among its own nodes, at any depth."""
    if op.name in above:
        raise SpecError(f"{op.name}: its graph contains itself: {' > '.join((*above, op.name))}")
    if op.graph is None:
        return
    names: dict[str, None] = {}
    for inputs, outputs in op.signatures[:: max(len(op.signatures) - 1, 1)]:
        call = op.call(inputs, outputs, **op.example(len(inputs))[0])
        graph = op.graph_of(call)
        assert graph is not None
        names.update(dict.fromkeys(graph.ops()))
    for name in names:
        check_acyclic(resolve(name), resolve, (*above, op.name))


def _check_names(op: Op, graph: Graph, call: Call | None = None) -> None:
    """Check the names of a graph. If it was made for a call, it must match the call's operands."""
    if call is None:
        operands, optional, results = op.operands, op.optional_from, op.results
    else:
        operands, optional = op.operands[: len(call.inputs)], None
        results = op.results[: len(call.outputs)]
    check_names(op.name, operands, optional, results, op.attributes, graph)


class _Reads(Mapping[str, AttributeValue]):
    """The attributes of a call, as a mapping that records the names that are read."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.held: Mapping[str, AttributeValue] = {}

    def __getitem__(self, name: str) -> AttributeValue:
        value = self.held[name]
        self.names.add(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


def _dividing(op: Op, graph: Graph) -> Iterator[str]:
    """Yield "axis" if a move uses one of the two groups of axes that this attribute separates."""
    parts = [tokens(pattern) for pattern in op.shape_rule.operands]
    several = [[p for p in part if p.startswith("*")] for part in parts]
    groups = {name for part in several if len(part) == 2 for name in part}
    shapes = [x.shape for x in graph.items() if isinstance(x, Broadcast | Reshape)]
    if any(groups.intersection(tokens(shape)) for shape in shapes):
        yield "axis"


def _steps(
    op: Op, graph: Graph, call: Call, shapes: Sequence[Shape], resolve: Resolve, reads: _Reads
) -> Steps:
    reads.held = call.attributes
    return unfold(graph, call, replace(op.scope(call, shapes), attributes=reads), resolve)


def _variants(op: Op, graph: Graph | None) -> Iterator[tuple[Any, dict[str, AttributeValue]]]:
    """Yield every signature with all combinations of attribute values that branches test."""
    asked: dict[str, list[AttributeValue]] = {}
    known = {attribute.name: attribute for attribute in op.attributes}
    for item in graph.items() if graph is not None else ():
        if isinstance(item, Branch) and isinstance(item.when, Equals):
            asked.setdefault(item.when.attribute, []).append(item.when.value)
        elif isinstance(item, Branch) and isinstance(item.when, Below):
            for name in _named(op, item.when):
                several = TRIED if known[name].type == "real" else (1, 2)
                asked.setdefault(name, []).extend(several)
    values = {name: _values(known[name], wanted) for name, wanted in asked.items()}
    combinations = list(itertools.product(*values.values()))
    if len(combinations) > MOST_VARIANTS:
        raise SpecError(
            f"{op.name}: its branches depend on {len(combinations)} combinations of attribute"
            f" values; at most {MOST_VARIANTS} are allowed"
        )
    for signature in op.signatures:
        example = op.example(len(signature[0]))[0]
        for chosen in combinations:
            yield signature, {**example, **dict(zip(values, chosen, strict=True))}


TRIED = (0.25, 0.75, 1.0, -0.75)
"""Values of real attributes that are tried if a branch compares scalars."""


def _named(op: Op, when: Below) -> set[str]:
    """Return the attributes that the two scalars of a comparison read."""
    reads, (inputs, outputs) = _Reads(), op.signatures[0]
    call = op.call(inputs, outputs, **op.example(len(inputs))[0])
    reads.held = call.attributes
    counts = op.scope(call).counts()
    for side in (when.left, when.right):
        evaluate(side, reads, counts)
    return reads.names


def _values(attribute: Attribute, wanted: Sequence[AttributeValue]) -> list[AttributeValue]:
    """Return the values that branches compare with an attribute, and a different value."""
    found: list[AttributeValue] = list(dict.fromkeys(wanted))
    if attribute.choices:
        return list(attribute.choices)
    if attribute.type == "flag":
        return [False, True]
    others: list[AttributeValue] = [] if attribute.required else [attribute.default]
    if attribute.type == "real":
        others += [0.5, 0.25]
    if attribute.type in ("integer", "axis"):
        others += [0 if attribute.least is None else attribute.least + n for n in range(2)]
    return list(dict.fromkeys(found + others))


def _check_formats(op: Op, graph: Graph, call: Call, steps: Steps) -> None:
    formats = dict(zip(graph.operands, call.inputs, strict=False))
    for step in steps.steps:
        formats.update(zip(step.names, step.formats, strict=True))
    there = [name for name in graph.results if name in steps.names]
    if len(there) != len(call.outputs):
        raise SpecError(
            f"{op.name}: {call} has {len(call.outputs)} results, but its graph returns {there}"
        )
    for name, wanted in zip(there, call.outputs, strict=True):
        found = formats[steps.names[name]]
        if found != wanted:
            raise SpecError(
                f"{op.name}: result {name}: it is {found} in the graph, but {wanted} in {call}"
            )


def _check_shapes(
    op: Op,
    graph: Graph,
    call: Call,
    steps: Steps,
    shapes: Sequence[Shape],
    resolve: Resolve,
) -> None:
    def run(inner: Call, operands: Sequence[Array]) -> list[Array]:
        found = resolve(inner.op).output_shapes(inner, [x.shape for x in operands])
        return [_zeros(s, f) for s, f in zip(found, inner.outputs, strict=True)]

    given = [_zeros(s, f) for s, f in zip(shapes, call.inputs, strict=True)]
    values = walk(op.name, steps.steps, dict(zip(graph.operands, given, strict=False)), run)
    for loop, first, after in steps.carried:
        if values[first].shape != values[after].shape:
            raise SpecError(
                f"{op.name}: loop {loop}: {first} has the shape {values[first].shape}, but "
                f"{after} has the shape {values[after].shape}"
            )
    there = [name for name in graph.results if name in steps.names]
    for name, wanted in zip(there, op.output_shapes(call, shapes), strict=True):
        found = values[steps.names[name]].shape
        if found != wanted:
            raise SpecError(f"{op.name}: result {name}: its shape is {found}, not {wanted}")


def _zeros(shape: Shape, name: str) -> Array:
    return np.zeros(shape, get_format(name).dtype)


def _check_reached(op: Op, graph: Graph, arms: set[tuple[int, bool]]) -> None:
    for item in graph.items():
        if isinstance(item, Branch):
            for held in (True, False):
                if (id(item), held) not in arms:
                    case = "holds" if held else "does not hold"
                    raise SpecError(
                        f"{op.name}: branch on {item.when.what}: its condition never {case}"
                    )
