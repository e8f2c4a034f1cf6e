"""Mutants of graphs: copies of a graph in which one node, constant, format or rounding differs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from typing import Any

import numpy as np

from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Branch, Carried, Graph, Item, Join, Loop, Node, Number
from samebits.spec.language.graph_steps import Array, Step, run_step, unfold
from samebits.spec.language.landmarks import FunctionLandmarks, PairLandmarks
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.scalars import Scalar, literal
from samebits.spec.language.shapes import elementwise
from samebits.spec.language.taps import Taps

Change = Callable[[Item], tuple[Item, ...]]


@dataclass(frozen=True)
class Mutant:
    """A changed graph, or the same graph and the name of a node whose result is not rounded."""

    name: str
    graph: Graph
    unrounded: str = ""


@cache
def mutants_of(op_name: str) -> tuple[Mutant, ...]:
    """Return every mutant of a declared op."""
    return tuple(mutants(get_op(op_name)))


def mutants(op: Op) -> Iterator[Mutant]:
    """Yield every mutant of a declaration with a fixed graph."""
    graph = op.graph
    assert isinstance(graph, Graph)
    is_same = _tells_none(op)
    for item in graph.items():
        if isinstance(item, Branch):
            names = ", ".join(join.name for join in item.joins)
            yield Mutant(f"arms of {names} exchanged", _changed(graph, item, _exchanged))
            continue
        if isinstance(item, Loop):
            for carried in item.carried:
                still = tuple(
                    replace(c, after=c.before) if c is carried else c for c in item.carried
                )
                yield Mutant(f"{carried.name} is not carried", _put(graph, item, carried=still))
            continue
        yield from _removed(graph, item)
        if isinstance(item, Number):
            yield from _numbers(graph, item)
        if isinstance(item, Ratios):
            yield Mutant(f"{item.name} one over", _put(graph, item, over=f"{item.over} + 1"))
            yield Mutant(f"{item.name} under one", _put(graph, item, under=f"{item.under} + 1"))
        if isinstance(item, Taps):
            yield Mutant(f"{item.name} one element on", _put(graph, item, at=f"{item.at} + 1"))
            fewer = f"max({item.taps} - 1, 0)"
            yield Mutant(f"{item.name} by a tap less", _put(graph, item, taps=fewer))
        if isinstance(item, Node):
            yield from _settings(is_same, graph, item)
            if _rounds(item):
                yield Mutant(f"{item.name} without its rounding", graph, item.name)


def _removed(graph: Graph, item: Any) -> Iterator[Mutant]:
    """Yield mutants without the item, in which one of its operands replaces its result."""
    names = item.names if isinstance(item, Node) else (item.name,)
    inputs = () if isinstance(item, Number) else tuple(dict.fromkeys(item.inputs))
    without = _changed(graph, item, lambda _: ())
    for place in inputs or ("",):
        stands = dict.fromkeys(names, place)
        told = f", {place} in its place" if place else ""
        yield Mutant(f"{item.name} removed{told}", _renamed(without, stands) if place else without)


def _numbers(graph: Graph, item: Number) -> Iterator[Mutant]:
    """Yield mutants with a different number: 0, 1, a larger number, or a part of the expression."""
    larger = item.value * literal(1 + 2.0**-9)
    if item.value in (literal(0.0), literal(-0.0)):
        larger = literal(2.0**-9)
    values = {"0": literal(0.0), "1": literal(1.0), "larger": larger}
    values.update((str(part), part) for part in _parts(item.value))
    for told, value in values.items():
        if value != item.value:
            yield Mutant(f"{item.name} is {told}", _put(graph, item, value=value))


def _parts(scalar: Scalar) -> Iterator[Scalar]:
    for field in fields(scalar):
        value = getattr(scalar, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Scalar):
                yield part
                yield from _parts(part)


def _settings(is_same: Callable[[Graph], bool], graph: Graph, item: Node) -> Iterator[Mutant]:
    """Yield mutants without one attribute, or with a different format of one result."""
    for name in item.attributes:
        others = {k: v for k, v in item.attributes.items() if k != name}
        changed = _put(graph, item, attributes=others)
        if not is_same(changed):  # only if the attribute differs from its default
            yield Mutant(f"{item.name} without {name}", changed)
    for number, to in enumerate(item.to):
        for other in ("compute", "output", "bool", "i64", "f16"):
            if other != to:
                formats = (*item.to[:number], other, *item.to[number + 1 :])
                changed = _put(graph, item, to=formats)
                if is_same(changed):
                    continue
                yield Mutant(f"{item.name} in {other} instead of {to}", changed)


def _rounds(item: Node) -> bool:
    """Return whether the result may be inexact: not for a move, extreme, integer or graph op."""
    op = get_op(item.op)
    exact = item.op == "cast"  # casts are from a shorter format, or of a small integer (R4.1)
    return (
        not exact
        and op.op_class in ("round", "tree")
        and "S3" not in op.clauses
        and "compute" in item.to
    )


def _tells_none(op: Op) -> Callable[[Graph], bool]:
    """Return a function that returns whether a graph means the same as the graph of an op.

    It compares the calls and formats for every signature. It starts with the last signatures,
    because their short formats show most differences.
    """
    assert isinstance(op.graph, Graph)
    own = cache(partial(_calls, op, op.graph))
    last_first = range(len(op.signatures))[::-1]

    def is_same(graph: Graph) -> bool:
        try:
            return all(_calls(op, graph, each) == own(each) for each in last_first)
        except SpecError:
            return False

    return is_same


def _calls(op: Op, graph: Graph, number: int) -> list[Any]:
    """Return the steps of a graph for the example of one signature."""
    inputs, outputs = op.signatures[number]
    call = op.call(inputs, outputs, **op.example(len(inputs))[0])
    steps = unfold(graph, call, op.scope(call), get_op)
    return [(s.names, s.inputs, s.formats, s.call) for s in steps.steps]


def _exchanged(item: Item) -> tuple[Item, ...]:
    assert isinstance(item, Branch)
    joins = tuple(Join(j.name, j.otherwise, j.then) for j in item.joins)
    return (replace(item, items=item.others, others=item.items, joins=joins),)


def _put(graph: Graph, item: Any, **values: Any) -> Graph:
    return _changed(graph, item, lambda old: (replace(old, **values),))


def _changed(graph: Graph, target: Item, change: Change) -> Graph:
    return replace(graph, nodes=_items(graph.nodes, target, change))


def _items(items: Sequence[Item], target: Item, change: Change) -> tuple[Item, ...]:
    found: list[Item] = []
    for item in items:
        if item is target:
            found += change(item)
        elif isinstance(item, Branch):
            inner = (_items(arm, target, change) for arm in (item.items, item.others))
            found.append(replace(item, items=next(inner), others=next(inner)))
        elif isinstance(item, Loop):
            found.append(replace(item, body=_items(item.body, target, change)))
        else:
            found.append(item)
    return tuple(found)


def _renamed(graph: Graph, names: Mapping[str, str]) -> Graph:
    """Return a graph in which every use of some names, whose nodes were removed, is replaced."""

    def use(name: str | None) -> Any:
        return names.get(name, name) if name is not None else None

    def item_of(item: Any) -> Any:
        if isinstance(item, Branch):
            joins = tuple(Join(j.name, use(j.then), use(j.otherwise)) for j in item.joins)
            arms = {"items": map(item_of, item.items), "others": map(item_of, item.others)}
            return replace(item, joins=joins, **{k: tuple(v) for k, v in arms.items()})
        if isinstance(item, Loop):
            carried = tuple(
                Carried(c.name, c.before, use(c.first), use(c.after)) for c in item.carried
            )
            kept = tuple((name, use(value)) for name, value in item.kept)
            return replace(item, carried=carried, kept=kept, body=tuple(map(item_of, item.body)))
        if isinstance(item, Number):
            return item
        if "input" in {field.name for field in dataclasses.fields(item)}:
            return replace(item, input=use(item.input))
        return replace(item, inputs=tuple(map(use, item.inputs)))

    results = tuple(map(use, graph.results))
    return Graph(graph.operands, tuple(map(item_of, graph.nodes)), results)


def evaluated(
    op: Op, graph: Graph, call: Call, inputs: Sequence[Array], unrounded: str = ""
) -> list[Array]:
    """Return the results, computed by the NumPy route.

    The node `unrounded`, in all steps of a loop, returns binary64 values, and the nodes that read
    it get these values. If its format is already f64, nothing changes.
    """
    found = unfold(graph, call, op.scope(call, [x.shape for x in inputs]), get_op)
    values = dict(zip(graph.operands, inputs, strict=False))
    run_steps(found.steps, values, unrounded)
    return [values[found.names[name]] for name in graph.results if name in found.names]


def run_steps(steps: Sequence[Step], values: dict[str, Array], unrounded: str = "") -> None:
    """Run steps by the NumPy route, in order, and add their results to `values`."""
    letters: dict[str, int] = {}
    for step in steps:
        operands = [values[name] for name in step.inputs]
        keeps = bool(unrounded) and declared_name(step) == unrounded
        if step.call is None and len({x.dtype for x in operands}) > 1:
            operands = [x.astype(np.float64) for x in operands]

        def run(inner: Call, x: Sequence[Array], keeps: bool = keeps) -> Sequence[Array]:
            return _run(inner, x, keeps)

        values.update(zip(step.names, run_step(step, operands, letters, run), strict=True))


def declared_name(step: Step) -> str:
    """Return the name of a step's node in the graph.

    In a loop, all steps of a node have this name.
    """
    return step.name.partition("[")[0]


def _run(call: Call, operands: Sequence[Array], keeps: bool) -> Sequence[Array]:
    given = [get_format(f).dtype for f in call.inputs]
    keeps = keeps and "f64" not in call.outputs
    if not keeps and [x.dtype for x in operands] == given and numpy_route.supports(call):
        return numpy_route.evaluate(call, operands)
    made = wide(call, operands)
    if keeps:
        return made
    with np.errstate(all="ignore"):
        return [x.astype(get_format(f).dtype) for x, f in zip(made, call.outputs, strict=True)]


def wide(call: Call, operands: Sequence[Array]) -> Sequence[Array]:
    """Return the results of a call in binary64, without rounding them to the call's formats."""
    op = get_op(call.op)
    operands = [
        x.astype(np.float64) if get_format(f).is_float else x
        for x, f in zip(operands, call.inputs, strict=True)
    ]
    if op.graph is not None:
        graph = op.graph_of(call, [x.shape for x in operands])
        assert graph is not None
        steps = unfold(graph, call, op.scope(call, [x.shape for x in operands]), get_op)
        values = dict(zip(graph.operands, operands, strict=False))
        for step in steps.steps:
            values.update(zip(step.names, run_step(step, [values[n] for n in step.inputs], {},
                                                   wide), strict=True))  # fmt: skip
        return [values[steps.names[name]] for name in graph.results]
    if op.profile == "math":
        assert op.shape_rule is elementwise
        landmarks = landmarks_of(op.name)
        assert isinstance(landmarks, FunctionLandmarks | PairLandmarks)
        function = landmarks.binary64
        assert function is not None
        with np.errstate(all="ignore"):
            return [np.vectorize(lambda *x: _or_nan(function, x), otypes=[float])(*operands)]
    formats = ["f64" if get_format(f).is_float else f for f in call.inputs]
    results = ["f64" if get_format(f).is_float else f for f in call.outputs]
    return numpy_route.evaluate(op.call(formats, results, **call.attributes), operands)


def _or_nan(function: Callable[..., float], x: Sequence[float]) -> float:
    try:
        return function(*x)
    except (ValueError, ZeroDivisionError, OverflowError):
        return float("nan")
