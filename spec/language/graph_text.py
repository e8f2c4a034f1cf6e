"""A graph as readable text: one line per node, with branches and loops indented.

The listings of SPEC.md (clause N2) and `samebits ops NAME` consist of these lines. Clause N1
explains how to read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from samebits.spec.language.canonical import canonical_text
from samebits.spec.language.graph import (
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
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.row_moves import Column, FromRows, Rows
from samebits.spec.language.scalar_operations import OPERATIONS
from samebits.spec.language.scalars import Scalar
from samebits.spec.language.taps import Positions, Taps


def graph_lines(graph: Graph) -> list[str]:
    """Return the lines of a graph. The last line names its results.

    A scalar that only one node reads is printed in the line of that node. If only a join of a
    branch reads a value, the value is printed under the name of the join.
    """
    printer = _Printer(*_names(graph))
    results = ", ".join(printer.name(name) for name in graph.results)
    return [*printer.lines(graph.nodes), f"returns {results}"]


def _names(graph: Graph) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the names that are printed instead of declared names, and texts of inlined scalars."""
    uses = Counter(graph.results)
    of_nodes: Counter[str] = Counter()
    for item in graph.items():
        uses.update(_used(item))
        if isinstance(item, Node):
            of_nodes.update(item.inputs)
    renamed: dict[str, str] = {}
    for item in graph.items():
        if isinstance(item, Branch):
            for join in item.joins:
                for source, arm in ((join.then, item.items), (join.otherwise, item.others)):
                    if source is not None and uses[source] == 1 and source in _made(arm):
                        renamed[source] = join.name
    inlined = {
        item.name: _scalar(item.value)
        for item in graph.items()
        if isinstance(item, Number)
        and item.to == "compute"
        and uses[item.name] == of_nodes[item.name] == 1
        and item.name not in renamed
    }
    return renamed, inlined


def _used(item: Item) -> Iterator[str]:
    """Yield the names that an item reads. Names that only the items inside it read are left out."""
    if isinstance(item, Branch):
        for join in item.joins:
            yield from (name for name in (join.then, join.otherwise) if name is not None)
    elif isinstance(item, Loop):
        for carried in item.carried:
            yield from (carried.first, carried.after)
        yield from (value for _, value in item.kept)
    elif not isinstance(item, Number | Ratios | Positions):
        yield from item.inputs


def _made(items: Iterable[Item]) -> set[str]:
    """Return the names that the items of one arm define and that may be renamed.

    A node with several results is left out, so that its results keep their names.
    """
    found: set[str] = set()
    for item in items:
        if isinstance(item, Branch):
            found.update(join.name for join in item.joins)
        elif isinstance(item, Node):
            found.update(item.names if len(item.names) == 1 else ())
        elif not isinstance(item, Loop):
            found.add(item.name)
    return found


@dataclass(frozen=True, slots=True)
class _Printer:
    renamed: Mapping[str, str]
    inlined: Mapping[str, str]

    def name(self, name: str) -> str:
        """Return the name under which a value is printed."""
        while name in self.renamed:
            name = self.renamed[name]
        return name

    def operand(self, name: str) -> str:
        """Return the text of a node's operand: the name of the value, or the text of a scalar."""
        return self.inlined.get(name) or self.name(name)

    def lines(self, items: Iterable[Item]) -> Iterator[str]:
        """Yield the lines of some items."""
        for item in items:
            if isinstance(item, Branch):
                yield from self._branch(item)
            elif isinstance(item, Loop):
                yield from self._loop(item)
            elif isinstance(item, Node):
                yield self._node(item)
            elif isinstance(item, Number):
                if item.name not in self.inlined:
                    yield f"{self.name(item.name)} = {_scalar(item.value)}{_format(item.to)}"
            else:
                yield f"{self.name(item.name)} = {_move(item, self.name)}"

    def _node(self, item: Node) -> str:
        names = ", ".join(self.name(name) or "_" for name in item.names)
        operands = [self.operand(name) for name in item.inputs]
        if (form := _infix(item.op)) is not None:
            value = form.format(*operands)
        else:
            passed = (f"{name}={_value(value)}" for name, value in item.attributes.items())
            value = f"{item.op}({', '.join([*operands, *passed])})"
        return f"{names} = {value}{_formats(item.to)}"

    def _branch(self, item: Branch) -> Iterator[str]:
        when = item.when
        if isinstance(when, Given):
            yield f"if {when.operand} is given:"
        elif isinstance(when, Equals):
            yield f"if {when.attribute} is {_value(when.value)}:"
        elif isinstance(when, Computes):
            yield f"if the compute format is {when.format}:"
        else:
            yield f"if {_value(when.left)} < {_value(when.right)}:"
        yield from _indented(self.lines(item.items))
        yield from _indented(self._joins(item, True))
        others = [*self.lines(item.others), *self._joins(item, False)]
        if others:
            yield "else:"
            yield from _indented(others)

    def _joins(self, item: Branch, held: bool) -> Iterator[str]:
        for join in item.joins:
            source = join.then if held else join.otherwise
            if source is not None and self.name(source) != self.name(join.name):
                yield f"{self.name(join.name)} = {self.name(source)}"

    def _loop(self, item: Loop) -> Iterator[str]:
        for carried in item.carried:
            yield f"{carried.before} = {self.name(carried.first)}"
        yield f"for {item.index} from 0 to {item.steps} - 1:"
        yield from _indented(self.lines(item.body))
        for carried in item.carried:
            yield f"  {carried.before} = {self.name(carried.after)}, for the next step"
        for name, value in item.kept:
            made = self.name(value)
            yield f"{self.name(name)} = {made} of every step, stacked along a new first axis"
        for carried in item.carried:
            yield f"{self.name(carried.name)} = {self.name(carried.after)} of the last step"


def _infix(name: str) -> str | None:
    """Return the template for a sum, difference, product, quotient or negation, else None.

    These ops have the same names and operator signs as the operations of scalars (G3.5).
    """
    operation = OPERATIONS.get(name)
    if operation is None or not operation.printed.startswith("("):
        return None
    return operation.printed[1:-1]


def _scalar(value: Scalar) -> str:
    text = str(value)
    return f"scalar({text[1:-1] if _infix(value.form) else text})"


def _move(item: Move, name: Callable[[str], str]) -> str:
    if isinstance(item, Broadcast):
        return f"{name(item.input)} broadcast to {item.shape}"
    if isinstance(item, Slice):
        return f"{name(item.input)} from {item.start} to below {item.stop} along axis {item.axis}"
    if isinstance(item, Concatenate):
        return f"{', '.join(map(name, item.inputs))} concatenated along axis {item.axis}"
    if isinstance(item, Stack):
        return f"{', '.join(map(name, item.inputs))} stacked along a new axis {item.axis}"
    if isinstance(item, Reshape):
        return f"{name(item.input)} reshaped to {item.shape}"
    if isinstance(item, Transpose):
        return f"{name(item.input)} transposed from {item.source} to {item.target}"
    if isinstance(item, Rows):
        return f"{name(item.input)} as a row for each place that a reduction over its axes leaves"
    if isinstance(item, Column):
        return f"{name(item.input)}, a reduction of {item.shape}, as a column"
    if isinstance(item, FromRows):
        return f"{name(item.input)}, the rows of a reduction, reshaped to {item.shape}"
    if isinstance(item, Ratios):
        return (
            f"({item.over}) / ({item.under}) for each place of {item.places} and {item.taps} taps"
        )
    if isinstance(item, Positions):
        return f"the row-major numbers of the places {item.shape}"
    if isinstance(item, Taps):
        value, fill = map(name, item.inputs)
        return (
            f"{value} at {item.at} for each place of {item.places} and each tap of {item.taps}, "
            f"then {fill}"
        )
    source, target = (", ".join(group or "1" for group in g) for g in (item.source, item.target))
    return f"{name(item.input)} from [{source}] to [{target}]"


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
