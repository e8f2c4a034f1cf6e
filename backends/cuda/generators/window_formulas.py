"""One kernel for a declared graph over windows: reads of taps, and trees over the taps.

Each position of the result has a window, whose elements are its taps. Elementwise nodes are
computed for each position by their own rules. The values of taps (spec/language/taps.py) are not
stored. A reduction over them, or the choice of a tap by its index, is a loop over the taps of a
position, with the formulas of the declaration. So a value that windows read is computed again for
each tap.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.headers import SOURCES
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.backends.cuda.generators.formula_texts import coded
from samebits.backends.cuda.generators.formulas import Unfit, headers_of, last, written
from samebits.backends.cuda.generators.window_values import (
    Value,
    WindowValues,
    is_reduction,
    space_of,
)
from samebits.spec.catalog import get_op
from samebits.spec.language.declare import Signature
from samebits.spec.language.graph import Branch, Join, Node, Number
from samebits.spec.language.moves import Broadcast, Reshape
from samebits.spec.language.scalars import evaluate
from samebits.spec.language.taps import Positions, Taps

SOURCE = "support/windows.cu"
_ARRAYS, _NUMBERS, _NAMES, _AXES = constants(
    SOURCE, "SB_WINDOW_ARRAYS", "SB_WINDOW_NUMBERS", "SB_WINDOW_NAMES", "SB_WINDOW_AXES"
)
_TREE = re.compile(r"^SB_REDUCTION\(\w+, (.+)\)$", re.M)
_NO_TERM = {"sb_sum_tree": -0.0, "sb_extreme": -math.inf}
"""The neutral term of each rule. It may be added any number of times at the end (T1.3, S3)."""


@dataclass(frozen=True, slots=True)
class WindowFormula:
    """A unit, its entry and its arguments. `names` are the sizes and attributes, by slot."""

    unit: Unit
    entry: str
    numbers: Mapping[str, int]
    branches: tuple[Branch, ...]
    names: tuple[str, ...]


@cache
def window_formula(op: str, signature: Signature) -> WindowFormula | str:
    """Return the kernel of a graph op for these formats, or the reason why it has none."""
    return written(op, lambda graph: WindowWriter(op, graph, *signature).window_formula())


@dataclass(slots=True)
class WindowWriter(WindowValues):
    """A writer of the text for one signature."""

    functions: dict[str, list[str]] = field(default_factory=dict)
    formats: dict[str, str] = field(default_factory=dict)
    bits: dict[int, int] = field(default_factory=dict)

    def window_formula(self) -> WindowFormula:
        """Return the formula of the whole graph; raise Unfit if one kernel cannot compute it."""
        if not 0 < len(self.inputs) <= _ARRAYS - len(self.outputs):
            raise Unfit("has no operand, or too many arrays")
        if not any(isinstance(item, Taps) for item in self.graph.nodes):
            raise Unfit("has no windows")
        rule, names = get_op(self.op).shape_rule, dict[str, str]()
        ranks = {len(shape) - 2 for shape in rule.shapes(len(self.inputs))}
        for i, (name, form) in enumerate(zip(self.graph.operands, self.inputs, strict=False)):
            self.values[name] = Value(i, (), form, space_of(rule.pattern(i)))
            names[name] = name
        self.declare(self.graph.nodes, names)
        results = [names[name] for name in self.graph.results]
        spaces = {self.values[name].space for name in results}
        if len(spaces) > 1 or len(ranks) > 1 or not 0 < max(ranks) <= _AXES:
            raise Unfit("has results of several shapes")
        lines = self._function_of(results)
        if len(self.named) > _NAMES or len(self.numbers) > _NUMBERS:
            raise Unfit("has too many sizes or numbers")
        entry = f"sb_{self.op}"
        plain = unit(
            SOURCE,
            SB_GRAPH=entry,
            SB_FORMATS="_".join(self.inputs) + "__" + "_".join(self.outputs),
            SB_ELEMENT=self.inputs[0],
            SB_RANK=str(ranks.pop()),
            **dict(self._own_formats()),
        )
        made = replace(plain, made=self._window_text(spaces.pop(), lines))
        names_of = tuple(self.named)
        element = f"{entry}_{self.inputs[0]}"
        return WindowFormula(made, element, self.numbers, tuple(self.branches), names_of)

    # The methods below write C++ functions. `known` maps values at a position to variables.

    def _function_of(self, results: list[str]) -> list[str]:
        known: dict[str, str] = {}
        lines: list[str] = []
        for i, name in enumerate(results, len(self.inputs)):
            variable, form = self._emit(name, known, lines), self.values[name].form
            if form != self.outputs[i - len(self.inputs)]:
                raise Unfit("has results of other formats than the call")
            store = f"reinterpret_cast<sb_{form} *>(a.data[{i}])[number]"
            lines.append(f"{store} = {last(variable, form)};")
        return lines

    def _emit(self, name: str, known: dict[str, str], lines: list[str]) -> str:
        """Return the variable of a value at the position. Append its computation to `lines`."""
        if name in known:
            return known[name]
        value = self.values[name]
        item, variable, form = value.item, f"x_{name}", f"sb_{value.form}"
        if isinstance(item, int):
            sizes = self._sizes(value.space)
            text = f"sb_take_spot<{form}>(a, {item}, plane, spot, {sizes})"
        elif isinstance(item, Number):
            slot = self.numbers.setdefault(name, len(self.numbers))
            text = f"sb_number_of<{form}>(a, {slot})"
        elif isinstance(item, Positions):
            text = f"sb_number_of_spot(spot, {self._sizes(value.space)})"
        elif isinstance(item, Broadcast | Reshape):
            text = self._emit(value.inputs[0], known, lines)
        elif isinstance(item, Join):
            self._branched(name, known, lines)
            return known[name]
        elif isinstance(item, Node) and is_reduction(item):
            self._reduction(name, known, lines)
            return known[name]
        elif isinstance(item, Node) and self.tapped(value.inputs[0]) is not None:
            self._chosen(name, known, lines)
            return known[name]
        elif isinstance(item, Node):
            given = {each: (self._emit(each, known, lines), self.values[each].form)
                     for each in value.inputs}  # fmt: skip
            node = Node((name,), item.op, value.inputs, item.attributes, (value.form,))
            text, _, decides = self._call(node, given)
            if not decides:
                raise Unfit(f"the kernel of its node {item.op} takes several stages")
        else:
            raise Unfit(f"moves elements at {name}")
        lines.append(f"const {form} {variable} = {text};")
        known[name] = variable
        return variable

    def _branched(self, name: str, known: dict[str, str], lines: list[str]) -> None:
        value = self.values[name]
        assert value.branch is not None
        bit = self.bits.setdefault(id(value.branch), len(self.bits))
        if bit == len(self.branches):
            self.branches.append(value.branch)
        variable = f"x_{name}"
        lines.append(f"sb_{value.form} {variable};")
        for head, source in zip(
            (f"if (a.taken & {1 << bit}u) {{", "} else {"), value.inputs, strict=True
        ):
            inner: list[str] = []
            made = self._emit(source, dict(known), inner)
            lines += [head, *(f"    {line}" for line in inner), f"    {variable} = {made};"]
        lines.append("}")
        known[name] = variable

    def _reduction(self, name: str, known: dict[str, str], lines: list[str]) -> None:
        """Write one loop for all trees over the same taps. An integer sum becomes a count."""
        tapped = self.tapped(self.values[name].inputs[0])
        assert tapped is not None
        source, fill = self.values[tapped].inputs
        if self.values[name].form == "i64" and self.values[source].form == "i64":
            self._counted(name, tapped, known, lines)
            return
        group = [
            each
            for each, value in self.values.items()
            if isinstance(value.item, Node)
            and is_reduction(value.item)
            and self.tapped(value.inputs[0]) == tapped
        ]
        absent = self._emit(fill, known, lines)
        body, after = [], []
        for each in group:
            rule = self._rule(each, fill)
            tree, form = f"tree_{each}", self.values[each].form
            lines += [f"sb_{form} x_{each};", f"sb_terms<{rule}> {tree};"]
            body.append(f"{tree}.push(sb_leaf_of<{rule}>(read, tap));")
            after.append(f"if (tap == 0) {tree}.push(sb_leaf_of<{rule}>({absent}, 0));")
            finish = "sb_window_index" if form == "i64" else f"sb_window_result<{rule}>"
            after.append(f"x_{each} = {finish}({tree}.root());")
            known[each] = f"x_{each}"
        lines += self._walk(tapped, body, after)

    def _rule(self, name: str, fill: str) -> str:
        """Return the rule of a tree.

        Raises Unfit if the fill value could change the tree's result.
        """
        item, form = self.values[name].item, self.values[name].form
        assert isinstance(item, Node)
        path = operations()[item.op][1]
        text = (SOURCES / path).read_text(encoding="utf-8")
        rules = _TREE.findall(text)
        rule = rules[-1] if rules else ""
        plain = re.sub(r"(_index)?<.*", "", rule)
        if plain not in _NO_TERM or not _is_number(self._literal(fill), _NO_TERM[plain]):
            raise Unfit(f"its reduction {item.op} is no plain tree")
        self.headers.update(dict.fromkeys(headers_of(path)))
        self.rounds = True
        if form != "i64" and self.formats.setdefault("SB_R", form) != form:
            raise Unfit("has reductions to several formats")
        source = self.values[self.values[name].inputs[0]].form
        if self.formats.setdefault("SB_A", source) != source:
            raise Unfit("has reductions of several formats")
        return rule

    def _literal(self, name: str) -> float:
        """Return the fill value; raise Unfit if it is not a constant, or a cast of a constant."""
        value = self.values[name]
        while isinstance(value.item, Node) and value.item.op == "cast":
            value = self.values[value.inputs[0]]
        if not isinstance(value.item, Number):
            raise Unfit(f"fills absent taps with {name}, which is no constant")
        try:
            return evaluate(value.item.value, {}, {})
        except Exception as error:
            raise Unfit(f"fills absent taps with {name}, which is no constant") from error

    def _counted(self, name: str, tapped: str, known: dict[str, str], lines: list[str]) -> None:
        """Write the sum of one integer, repeated for each tap inside the operand.

        The sum is the integer times the product of the tap counts of all axes, which is exact.
        """
        source, fill = self.values[tapped].inputs
        item, image = self.values[name].item, self.values[source].item
        assert isinstance(item, Node)
        if item.op != "sum" or not isinstance(image, Broadcast) or self._literal(fill) != 0:
            raise Unfit(f"has an unsupported reduction at {name}")
        one = self._emit(self.values[source].inputs[0], known, lines)
        taps = self.values[tapped].taps
        assert taps is not None
        variable, rank = f"x_{name}", self._rank()
        lines.append(f"sb_i64 {variable} = {one};")
        for d in range(rank):
            count = [f"int64_t inside_{d} = 0;", self._head(taps, d)]
            count += [
                f"    const int64_t at = {self._at(taps, d)};",
                f"    inside_{d} += at >= 0 && at < {self._size(self.values[source].space, d)};",
                "}",
                f"{variable} *= inside_{d};",
            ]
            lines += ["{", *(f"    {line}" for line in count), "}"]
        known[name] = variable

    def _chosen(self, name: str, known: dict[str, str], lines: list[str]) -> None:
        """Write a loop that sets a variable to the value of the tap with a computed index."""
        value = self.values[name]
        tapped = self.tapped(value.inputs[0])
        assert tapped is not None
        index = self.values[value.inputs[1]].item
        if not (isinstance(index, Node) and is_reduction(index)):
            raise Unfit(f"takes elements by an arbitrary index at {name}")
        number = self._emit(value.inputs[1], known, lines)
        fill = self._emit(self.values[tapped].inputs[1], known, lines)
        variable = f"x_{name}"
        lines.append(f"sb_{value.form} {variable} = {fill};")
        lines += self._walk(tapped, [f"if (tap == {number}) {variable} = read;"], [])
        known[name] = variable

    def _walk(self, tapped: str, body: list[str], after: list[str]) -> list[str]:
        """Return loops over the taps of a position that are inside the operand.

        In `body`, the variable `read` is the value of a tap.
        """
        taps, source = self.values[tapped].taps, self.values[tapped].inputs[0]
        assert taps is not None
        space, rank = self.values[source].space, self._rank()
        lines = ["int64_t tap = 0;", "sb_spot there;"]
        for d in range(rank):
            lines += [
                self._head(taps, d),
                f"there.at[{d}] = {self._at(taps, d)};",
                f"if (there.at[{d}] < 0 || there.at[{d}] >= {self._size(space, d)}) continue;",
            ]
        lines.append(f"const sb_{self.values[source].form} read = {self._read(source)};")
        lines += [*body, "tap++;", *("}" for _ in range(rank)), *after]
        return ["{", *(f"    {line}" for line in lines), "}"]

    def _read(self, source: str) -> str:
        """Return a call of the function that computes a value at the position `there`."""
        if source not in self.functions:
            known: dict[str, str] = {}
            lines: list[str] = []
            self.functions[source] = []
            made = self._emit(source, known, lines)
            form = f"sb_{self.values[source].form}"
            head = f"static SB_DEVICE {form} at_{source}"
            self.functions[source] = [
                f"{head}(const sb_windows &a, int64_t plane, const sb_spot &spot)",
                "{",
                *(f"    {line}" for line in lines),
                f"    return {made};",
                "}",
            ]
            self.functions[source] = self.functions.pop(source)  # callees come first
        return f"at_{source}(a, plane, there)"

    def _head(self, taps: Taps, d: int) -> str:
        count = coded(taps.taps, d, self.named, {"place": f"spot.at[{d}]"})
        return f"for (int64_t tap_{d} = 0; tap_{d} < {count}; tap_{d}++) {{"

    def _at(self, taps: Taps, d: int) -> str:
        return coded(taps.at, d, self.named, {"place": f"spot.at[{d}]", "tap": f"tap_{d}"})

    def _size(self, space: str, d: int) -> str:
        return coded(space, d, self.named, {})

    def _sizes(self, space: str) -> str:
        return f"sb_spot{{{', '.join(self._size(space, d) for d in range(self._rank()))}}}"

    def _rank(self) -> int:
        return len(get_op(self.op).shape_rule.example[0]) - 2

    def _window_text(self, space: str, lines: list[str]) -> str:
        """Return the text that precedes the frame's file."""
        return "\n".join(
            (
                *self._kernels("fused/windows.cuh"),
                "struct sb_formula {",
                "static SB_DEVICE sb_spot sizes(const sb_windows &a)",
                f"{{ return {self._sizes(space)}; }}",
                *(line for function in self.functions.values() for line in function),
                "static SB_DEVICE void place(const sb_windows &a, int64_t number, int64_t plane,",
                "                            const sb_spot &spot)",
                "{",
                *(f"    {line}" for line in lines),
                "}",
                "};",
            )
        )

    def _own_formats(self) -> tuple[tuple[str, str], tuple[str, str]]:
        found = self.formats
        return ("SB_A", found.get("SB_A", self.inputs[0])), ("SB_R", found.get("SB_R", "f32"))


def _is_number(x: float, y: float) -> bool:
    """Return whether two numbers are equal and have the same sign, which also compares zeros."""
    return x == y and math.copysign(1, x) == math.copysign(1, y)
