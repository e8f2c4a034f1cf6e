"""A graph as lines of text for people: one for each node, branches and loops indented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from samebits.spec.canonical import canonical_text
from samebits.spec.graph import (
    Branch,
    Computes,
    Equals,
    Given,
    Graph,
    Item,
    Loop,
    Move,
    Node,
    Number,
    Passed,
    Ref,
    Size,
    Sizes,
)
from samebits.spec.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.ratios import Ratios
from samebits.spec.row_moves import Column, FromRows, Rows
from samebits.spec.scalars import Scalar
from samebits.spec.taps import Positions, Taps


def graph_lines(graph: Graph) -> list[str]:
    """The lines of a graph, without an indent; the last says what it returns."""
    return [*_lines(graph.nodes), f"returns {', '.join(graph.results)}"]


def _lines(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Branch):
            yield from _branch(item)
        elif isinstance(item, Loop):
            yield from _loop(item)
        elif isinstance(item, Node):
            names = ", ".join(name or "_" for name in item.names)
            arguments = [*item.inputs, *(f"{k}={_value(v)}" for k, v in item.attributes.items())]
            yield f"{names} = {item.op}({', '.join(arguments)}){_formats(item.to)}"
        elif isinstance(item, Number):
            yield f"{item.name} = {_value(item.value)}, rounded once{_format(item.to)}"
        else:
            yield f"{item.name} = {_move(item)}"


def _branch(item: Branch) -> Iterator[str]:
    when = item.when
    if isinstance(when, Given):
        yield f"if {when.operand} is given:"
    elif isinstance(when, Equals):
        yield f"if {when.attribute} is {_value(when.value)}:"
    elif isinstance(when, Computes):
        yield f"if the compute format is {when.format}:"
    else:
        yield f"if {_value(when.left)} < {_value(when.right)}:"
    yield from _indented(_lines(item.items))
    yield from _indented(_joins(item, True))
    if item.others or any(join.otherwise for join in item.joins):
        yield "else:"
        yield from _indented(_lines(item.others))
        yield from _indented(_joins(item, False))


def _joins(item: Branch, held: bool) -> Iterator[str]:
    for join in item.joins:
        source = join.then if held else join.otherwise
        if source is not None:
            yield f"{join.name} = {source}"


def _loop(item: Loop) -> Iterator[str]:
    for carried in item.carried:
        yield f"{carried.before} = {carried.first}"
    yield f"for {item.index} from 0 to {item.steps} - 1:"
    yield from _indented(_lines(item.body))
    for carried in item.carried:
        yield f"  {carried.before} = {carried.after}, for the next step"
    for name, value in item.kept:
        yield f"{name} = {value} of every step, stacked along a new first axis"
    for carried in item.carried:
        yield f"{carried.name} = {carried.after} of the last step"


def _move(item: Move) -> str:
    if isinstance(item, Broadcast):
        return f"{item.input} repeated to {item.shape}"
    if isinstance(item, Slice):
        return f"{item.input} from {item.start} to below {item.stop} along axis {item.axis}"
    if isinstance(item, Concatenate):
        return f"{', '.join(item.inputs)} one behind the other along axis {item.axis}"
    if isinstance(item, Stack):
        return f"{', '.join(item.inputs)} along a new axis {item.axis}"
    if isinstance(item, Reshape):
        return f"{item.input} in the shape {item.shape}"
    if isinstance(item, Transpose):
        return f"{item.input} from {item.source} to {item.target}"
    if isinstance(item, Rows):
        return f"{item.input} as a row for each place that a reduction over its axes leaves"
    if isinstance(item, Column):
        return f"{item.input}, a reduction of {item.shape}, as a column"
    if isinstance(item, FromRows):
        return f"{item.input}, the rows of a reduction, in the shape {item.shape}"
    if isinstance(item, Ratios):
        return (
            f"({item.over}) / ({item.under}) for each place of {item.places} and {item.taps} taps"
        )
    if isinstance(item, Positions):
        return f"the row-major numbers of the places {item.shape}"
    if isinstance(item, Taps):
        value, fill = item.inputs
        return (
            f"{value} at {item.at} for each place of {item.places} and each tap of {item.taps}, "
            f"then {fill}"
        )
    source, target = (", ".join(group or "1" for group in g) for g in (item.source, item.target))
    return f"{item.input} from [{source}] to [{target}]"


def _formats(several: tuple[str, ...]) -> str:
    if len(set(several)) == 1:
        return _format(several[0])
    return ",".join(_format(to) or " in the compute format" for to in several)


def _format(to: str) -> str:
    word, _, rest = to.partition(" ")
    if to == "compute":
        return ""
    if word == "output":
        return " in the result's format" if not rest else f" in the format of result {rest}"
    return f" in the format of {rest}" if word == "like" else f" as {to}"


def _value(value: Passed) -> str:
    if isinstance(value, Ref):
        return value.name
    if isinstance(value, Size):
        return value.formula
    if isinstance(value, Sizes):
        return value.pattern
    if isinstance(value, Scalar):
        return str(value)
    return canonical_text({"": value})[4:-1]


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
