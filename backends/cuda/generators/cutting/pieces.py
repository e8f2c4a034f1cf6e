"""The text of one kernel of a cut graph. The kernel computes the values of one level.

If a value is the element of a row at an index, the kernel computes only that term of the row, with
the text for the whole row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from samebits.backends.cuda.generators.cutting.layouts import Layout, plain
from samebits.backends.cuda.generators.cutting.values import (
    BETWEEN,
    NUMBER,
    OPERAND,
    PICKED,
    PLACED,
    SAME,
    TREE,
    Value,
    origin,
)
from samebits.backends.cuda.generators.formulas import Unfit
from samebits.backends.cuda.generators.row_texts import COLUMN, EACH, ROW, WHOLE, Each, RowText
from samebits.spec.formats import FORMATS
from samebits.spec.language.graph import Graph, Node


@dataclass(frozen=True, slots=True)
class Array:
    """An array that a kernel reads or stores: the name, kind and format of its value."""

    name: str
    kind: str
    form: str


@dataclass(frozen=True, slots=True)
class Text:
    """A kernel's text and its arrays: inputs, results, and the finding for `index`, if any.

    `numbers` maps names of scalars to slots. `walks` is true if the kernel loops along rows. `item`
    is the size of a row element in bytes.
    """

    text: str
    reads: tuple[Array, ...]
    index: str
    stores: tuple[Array, ...]
    numbers: Mapping[str, int]
    walks: bool
    item: int


def needs(values: Mapping[str, Value], stored: Iterable[str]) -> tuple[set[str], ...]:
    """Return the names of the values that a kernel computes and reads, and its indices.

    `stored` are the values that the kernel stores. The kernel reads indices from memory and never
    computes them, because the index in memory has been checked.
    """
    computed, read, indices = set[str](), set[str](), set[str]()
    waiting = list(stored)
    while waiting:
        name = waiting.pop()
        value = values[name]
        if value.where in (OPERAND, BETWEEN):
            read.add(name)
        elif name not in computed:
            computed.add(name)
            waiting += value.inputs[:1] if value.how in (PICKED, PLACED) else value.inputs
            if value.how in (PICKED, PLACED):
                indices.add(origin(values, value.inputs[1]))
    return computed, read | indices, indices


@dataclass(slots=True)
class PieceWriter(RowText):
    """A writer of one kernel. `variables` maps each value to its C++ variable and format."""

    values: Mapping[str, Value] = field(default_factory=dict)
    layout: Layout | None = None
    variables: dict[str, tuple[str, str]] = field(default_factory=dict)

    def text_of(self, stored: Sequence[str]) -> Text:
        """Return the text of the kernel that stores these values.

        Raises Unfit if one kernel cannot compute them.
        """
        computed, read, indices = needs(self.values, stored)
        reads = tuple(self._array(name) for name in self.values if name in read)
        if len(indices) > 1:
            raise Unfit("has two indices in one kernel")
        index = next(iter(indices), "")
        stores = tuple(self._array(name) for name in stored)
        self.inputs = tuple(array.form for array in reads) + ("i64",) * bool(index)
        self.outputs = tuple(array.form for array in stores)
        if index:
            self.headers["moves/finding.cuh"] = None
            self.opening.append(f"if (sb_is_refused(sb_finding_of(a, {len(reads)}))) return;")
        for i, array in enumerate(reads):
            self._read(i, array)
        for name, value in self.values.items():
            if name in computed:
                self._value(value)
        made = [(self.variables[x.name][0], x.form, x.kind) for x in stores]
        text = self._row_text(made)
        return Text(
            text,
            reads,
            index,
            stores,
            dict(self.numbers),
            bool(self.passed),
            self._item(reads, stores),
        )

    def _item(self, reads: Sequence[Array], stores: Sequence[Array]) -> int:
        """Return the size in bytes of a row element; raise Unfit if the arrays differ in it."""
        walked = [x for x in reads if self.variables[x.name][0] in self.passed]
        walked += [x for x in stores if x.kind == WHOLE]
        if any(not FORMATS[each.form].is_float for each in self.each.values()):
            raise Unfit("has rows of integers")
        items = {FORMATS[x.form].bits // 8 for x in walked if x.kind in (WHOLE, COLUMN)}
        if len(items) > 1:
            raise Unfit("has rows of several formats")
        return items.pop() if items else 4

    def _array(self, name: str) -> Array:
        value, layout = self.values[name], self._layout()
        if layout.is_column(value.axes):
            kind = COLUMN
        elif layout.is_each(value.axes):
            kind = WHOLE
        else:
            kind = ROW
        return Array(name, kind, value.form)

    def _layout(self) -> Layout:
        assert self.layout is not None
        return self.layout

    def _named(self, name: str) -> str:
        return f"x_{name.replace('.', '__')}"

    def _read(self, number: int, array: Array) -> None:
        variable, layout = self._named(array.name), self._layout()
        self.variables[array.name] = (variable, array.form)
        self.kinds[variable] = array.kind
        if array.kind in EACH:
            self.each[variable] = Each(array.form, (), (), number)
            return
        across = plain(self.values[array.name].axes)
        if across in ((), layout.across):
            read = "sb_number_at"
        elif across == layout.across[-1:]:
            read = "sb_row_number"
        else:
            raise Unfit(f"has numbers for only some axes of rows at {array.name}")
        form = f"sb_{array.form}"
        self._line(f"const {form} {variable} = {read}<{form}>(a, {number}, row);")

    def _value(self, value: Value) -> None:
        variable = self._named(value.name)
        operands = [self._variable(name) for name in value.inputs]
        each = self._layout().is_each(value.axes)
        self.kinds[variable] = self._array(value.name).kind
        self.variables[value.name] = (variable, value.form)
        if value.where == NUMBER:
            slot = self.numbers.setdefault(value.name, len(self.numbers))
            self._scalar(value, f"sb_number_of<sb_{value.form}>(a, {slot})")
        elif value.how == SAME and each:
            self.same_elements(variable, value.form, operands[0])
        elif value.how == SAME:
            self._scalar(value, operands[0])
        elif value.how == TREE:
            assert isinstance(value.item, Node)
            self.tree(value.item.op, variable, operands[0], value.form)
        elif value.how == PICKED:
            self._picked(variable, value, operands)
        elif value.how == PLACED:
            self._placed(variable, value, operands)
        else:
            self._rule(variable, value, operands)

    def _variable(self, name: str) -> str:
        """Return the variable of a value.

        A reshaped value shares the variable of the original one.
        """
        if name not in self.variables:
            name = origin(self.values, name)
        return self.variables[name][0]

    def _scalar(self, value: Value, text: str) -> None:
        self._line(f"const sb_{value.form} {self._named(value.name)} = {text};")

    def _rule(self, variable: str, value: Value, operands: list[str]) -> None:
        assert isinstance(value.item, Node)
        node = Node((value.name,), value.item.op, value.inputs, {}, (value.form,))
        text, result, decides = self._call(node, self.variables)
        if self.kinds[variable] in EACH:
            self.elements(node.op, variable, text, (result, decides), operands)
        else:
            self._scalar(value, text)

    def _picked(self, variable: str, value: Value, operands: list[str]) -> None:
        """Write C++ code that computes the one term of a row that an index selects."""
        source, index = operands
        needed = self.needed((source,))
        self._line(f"sb_{value.form} {variable};")
        self._line("{")
        self._line("    enum { N = 1 };")
        for name, each in self.each.items():
            if name not in needed:
                continue
            if any("seat" in line for line in each.lines):
                raise Unfit(f"reads by an index at {value.name} what an index has placed")
            if each.operand is not None:
                row = "0" if self.kinds[name] == COLUMN else "row"
                term = f"sb_row_term<sb_{each.form}>(a, {each.operand}, {row}, {index})"
                self._line(f"    sb_{each.form} {name}[N] = {{{term}}};")
            else:
                for line in each.lines:
                    self._line(f"    {line}")
        self._line(f"    {variable} = {source}[0];")
        self._line("}")

    def _placed(self, variable: str, value: Value, operands: list[str]) -> None:
        number, index = operands
        if value.form != "f32":
            raise Unfit(f"places numbers of format {value.form} at {value.name}")
        here = f"start + seat.first + i / V * seat.step + i % V == (int64_t){index}"
        lines = (
            f"sb_{value.form} {variable}[N];",
            "#pragma unroll",
            f"for (int i = 0; i < N; i++) {variable}[i] = {here} ? {number} : sb_{value.form}(0);",
        )
        self.each[variable] = Each(value.form, lines, ())
        self.rounds = True


def writer(op: str, graph: Graph, layout: Layout, values: Mapping[str, Value]) -> PieceWriter:
    """Return the writer for one kernel of a graph."""
    return PieceWriter(op, graph, (), (), values=values, layout=layout)
