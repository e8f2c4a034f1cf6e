"""Declared graphs over rows as one kernel: elementwise nodes between trees along one axis.

As formulas.py, where a value has a place in a row (`rows`, `columns`) or is one number for a row or
for all. The text reads a row once for each tree and once for the results: each time it computes
what that tree, or the results, need of the numbers that are known by then. So nothing but operands
and results goes through memory, and a row may have any length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from samebits.backends.cuda.declared import constants
from samebits.backends.cuda.formulas import Unfit, Writer, headers_of, last
from samebits.backends.cuda.headers import SOURCES
from samebits.backends.cuda.units import Unit, operations, unit
from samebits.spec.catalog import get_op
from samebits.spec.declare import Signature
from samebits.spec.formats import FORMATS, compute_format
from samebits.spec.graph import Branch, Graph, Item, Node, Number, Ref
from samebits.spec.moves import Reshape

SOURCE = "support/rows.cu"
_ARRAYS, _NUMBERS = constants(SOURCE, "SB_ROWS_ARRAYS", "SB_ROWS_NUMBERS")
STAGES = ("short", "rows", "long")

_TREE = re.compile(r"^SB_REDUCTION\(\w+, (.+)\)$", re.M)

# What a value is: its elements by their places, or one number.
WHOLE, FLAT, COLUMN = "whole", "flat", "column"  # x[*S, *D], its axes D in one, [*D]
KEPT, ROW, NUMBER = "kept", "row", "number"  # [*S, 1], [*S], []
PLACE = "place"  # [N, C, 1]
STACKED, SUMMED = "stacked", "summed"  # the axes S in one, and a sum over it
_EACH = (WHOLE, FLAT, COLUMN, STACKED)

ALONG, LAST, PLACES = "[*A, n, *B]", "[*S, *D]", "[N, C, *S]"
"""What rows are: along one axis, over the last axes, over the places of a channel of a sample."""

_OPERANDS = {
    ALONG: {ALONG: WHOLE},
    LAST: {LAST: WHOLE, "[*S]": ROW, "[*D]": COLUMN},
    PLACES: {PLACES: WHOLE, "[C]": ROW},
}
_RESHAPED = {
    ALONG: {},
    LAST: {
        (WHOLE, "[*S, ?]"): FLAT,
        (FLAT, LAST): WHOLE,
        (ROW, "[*S, 1]"): KEPT,
        (KEPT, "[*S]"): ROW,
        (WHOLE, "[?, *D]"): STACKED,
    },
    PLACES: {
        (WHOLE, "[N, C, ?]"): FLAT,
        (FLAT, PLACES): WHOLE,
        (ROW, "[C, 1]"): KEPT,
        (SUMMED, "[C]"): SUMMED,
    },
}


@dataclass(frozen=True, slots=True)
class RowFormula:
    """A unit and its entries; what operands and results are; slots and bits as of a Formula.

    `rows` is what rows are. For each result that is a sum over rows, `sums` has the operand that is
    summed, or the number of operands and more: the kernel writes those values behind the results,
    and `extras` says what they are.
    """

    unit: Unit
    entries: Mapping[str, str]
    operands: tuple[str, ...]
    results: tuple[str, ...]
    numbers: Mapping[str, int]
    branches: tuple[Branch, ...]
    rows: str
    sums: tuple[int, ...]
    extras: tuple[str, ...]


@cache
def row_formula(op: str, signature: Signature) -> RowFormula | str:
    """The kernel of a graph op for the formats of a call, or why there is none."""
    graph = get_op(op).graph
    if not isinstance(graph, Graph):
        return "is no graph of fixed nodes"
    try:
        return RowWriter(op, graph, *signature).row_formula()
    except Unfit as reason:
        return str(reason)


def is_row_formula(op: str) -> bool:
    """Whether some signature of an op is such a graph."""
    found = (row_formula(op, signature) for signature in get_op(op).signatures)
    return any(isinstance(each, RowFormula) for each in found)


@dataclass(frozen=True, slots=True)
class _Each:
    """A value with elements: how it is computed from others, or the operand that it is.

    `copies`: it has the numbers of the value that it reads, in this or a wider format.
    """

    form: str
    lines: tuple[str, ...]
    reads: tuple[str, ...]
    operand: int | None = None
    copies: bool = False


@dataclass(slots=True)
class RowWriter(Writer):
    """Writes the text of one signature. `each` are values with elements, by their variables."""

    kinds: dict[str, str] = field(default_factory=dict)
    each: dict[str, _Each] = field(default_factory=dict)
    sums: dict[str, str] = field(default_factory=dict)
    rows: str = ""
    trees: int = 0

    def row_formula(self) -> RowFormula:
        """The whole. Raises Unfit."""
        compute = compute_format(self.inputs)
        if compute != "f32":
            raise Unfit("is computed in binary64")
        if not 0 < len(self.inputs) <= _ARRAYS - len(self.outputs):
            raise Unfit("has no operand, or too many arrays")
        rule = get_op(self.op).shape_rule
        self.rows = rule.pattern(0)
        if self.rows not in _OPERANDS:
            raise Unfit(f"has an operand of shape {self.rows}")
        names: dict[str, tuple[str, str]] = {}
        operands = []
        for i, (name, form) in enumerate(zip(self.graph.operands, self.inputs, strict=False)):
            kind = _OPERANDS[self.rows].get(rule.pattern(i))
            if kind is None:
                raise Unfit(f"has an operand of shape {rule.pattern(i)}")
            variable = f"x_{name}"
            names[name], self.kinds[variable] = (variable, form), kind
            operands.append(kind)
            if kind in _EACH:
                self.each[variable] = _Each(form, (), (), i)
            else:
                self._line(f"const sb_{form} {variable} = sb_row_number<sb_{form}>(a, {i}, row);")
        self._items(self.graph.nodes, names)
        results = [names[name] for name in self.graph.results if name in names]
        kinds = tuple(self.kinds[variable] for variable, _ in results)
        self._check(results, kinds)
        if any(not FORMATS[x.form].is_float for x in self.each.values()):
            raise Unfit("has rows of integers")
        items = {FORMATS[x.form].bits // 8 for x in self.each.values() if x.operand is not None}
        items |= {
            FORMATS[f].bits // 8 for (_, f), k in zip(results, kinds, strict=True) if k == WHOLE
        }
        if len(items) != 1:
            raise Unfit("has rows of several formats")
        sources = [self._summed(v) for (v, _), k in zip(results, kinds, strict=True) if k == SUMMED]
        extra = list(dict.fromkeys(x for x in sources if isinstance(x, str)))
        entry = f"sb_{self.op}"
        plain = unit(
            SOURCE,
            SB_GRAPH=entry,
            SB_FORMATS="_".join(self.inputs) + "__" + "_".join(self.outputs),
            SB_ELEMENT=self.inputs[0],
            SB_ITEM=str(items.pop()),
            **dict(self._own_formats()),
        )
        stored = [(v, f, k) for (v, f), k in zip(results, kinds, strict=True) if k != SUMMED]
        extras = [WHOLE if name in self.each else ROW for name in extra]
        stored += [(name, "f32", kind) for name, kind in zip(extra, extras, strict=True)]
        return RowFormula(
            replace(plain, made=self._row_text(stored)),
            {stage: f"{entry}_{stage}_{self.inputs[0]}" for stage in STAGES},
            tuple(operands),
            kinds,
            self.numbers,
            tuple(self.branches),
            self.rows,
            tuple(x if isinstance(x, int) else len(operands) + extra.index(x) for x in sources),
            tuple(extras),
        )

    def _summed(self, variable: str) -> int | str:
        """What a result sums: an operand by its number, which a cast repeats, or a value."""
        name = self.sums[variable]
        if name not in self.each:
            return name
        while len(self.each[name].reads) == 1 and self.each[name].copies:
            (name,) = self.each[name].reads
        operand = self.each[name].operand
        return name if operand is None else operand

    def _check(self, results: list[tuple[str, str]], kinds: tuple[str, ...]) -> None:
        if not self.rounds or not (self.trees or self.rows == PLACES):
            raise Unfit("has no tree")
        if tuple(form for _, form in results) != self.outputs:
            raise Unfit("has results of other formats than the call")
        if WHOLE not in kinds or not set(kinds) <= {WHOLE, ROW, SUMMED}:
            raise Unfit("has a result that is neither rows nor one number for each")
        if len(self.numbers) > _NUMBERS:
            raise Unfit(f"has {len(self.numbers)} numbers")

    def _items(self, items: Iterable[Item], names: dict[str, tuple[str, str]]) -> None:
        for item in items:
            if isinstance(item, Reshape):
                variable, form = names[item.inputs[0]]
                kind = _RESHAPED[self.rows].get((self.kinds[variable], item.shape))
                if kind is None:
                    raise Unfit(f"moves elements at {item.name}")
                self._alias(item.name, variable, form, kind, names)
            elif isinstance(item, Node) and operations().get(item.op, ("",))[0] == "reduce":
                self._tree(item, names)
            else:
                Writer._items(self, (item,), names)
                made = item.joins if isinstance(item, Branch) else ()
                if isinstance(item, Number):
                    self.kinds[f"x_{item.name}"] = NUMBER
                for join in made:  # what either way of a branch gives is a number
                    if join.name in names:
                        self.kinds.setdefault(names[join.name][0], NUMBER)

    def _alias(
        self, name: str, variable: str, form: str, kind: str, names: dict[str, tuple[str, str]]
    ) -> None:
        """The same elements in another shape, under a variable of their own."""
        mine = f"x_{name}"
        names[name], self.kinds[mine] = (mine, form), kind
        if kind == SUMMED:
            self.sums[mine] = self.sums[variable]
        elif kind in _EACH:
            lines = (f"sb_{form} (&{mine})[N] = {variable};",)
            self.each[mine] = _Each(form, lines, (variable,), copies=True)
        else:
            self._line(f"const sb_{form} {mine} = {variable};")

    def _node(self, item: Node, names: dict[str, tuple[str, str]]) -> None:
        value, result, decides = self._call(item, names)
        operands = [names[name][0] for name in item.inputs]
        kind = self._kind(item.name, [self.kinds[variable] for variable in operands])
        variable = f"x_{item.name}"
        if kind == SUMMED and item.op == "cast" and not self.depth:
            names[item.name], self.kinds[variable] = (variable, result), kind
            self.sums[variable] = self.sums[operands[0]]
            return
        if kind in (SUMMED, STACKED):
            raise Unfit(f"goes on with a sum over rows at {item.name}")
        if kind not in _EACH:
            self._define(item.name, result, value, names)
            self.kinds[variable] = kind
            return
        if self.depth:
            raise Unfit(f"has {item.name} in some calls alone")
        names[item.name], self.kinds[variable] = (variable, result), kind
        declared = f"sb_{result} {variable}[N];"
        if decides:
            inner = value
            for each in dict.fromkeys(operands):
                if self.kinds[each] in _EACH:
                    inner = re.sub(rf"(?<=[( ]){each}(?=[,)])", f"{each}[i]", inner)
            lines: tuple[str, ...] = (declared, "#pragma unroll")
            lines += (f"for (int i = 0; i < N; i++) {variable}[i] = {inner};",)
        elif len(operands) == 1:
            rule = value.partition("<")[2].partition(",")[0]
            lines = (declared, f"sb_each<{rule}, sb_{result}>({variable}, {operands[0]});")
        else:
            raise Unfit(f"the kernel of its node {item.op} takes several stages")
        widens = item.op == "cast" and result == "f32"
        reads = tuple(x for x in operands if x in self.each)
        self.each[variable] = _Each(result, lines, reads, copies=widens)

    def _kind(self, name: str, kinds: list[str]) -> str:
        """What a node's value is. Raises Unfit for operands whose places are not the same."""
        several = {kind for kind in kinds if kind != NUMBER} or {NUMBER}
        if several == {WHOLE, COLUMN}:
            return WHOLE
        if FLAT in several and several <= {FLAT, KEPT, PLACE}:
            return FLAT
        if several == {WHOLE, KEPT} and self._is_along_axis():
            return WHOLE
        if len(several) > 1:
            raise Unfit(f"repeats elements at {name}")
        return several.pop()

    def _is_along_axis(self) -> bool:
        """Whether rows are along one axis of the operands, whichever it is."""
        return self.rows == ALONG

    def _tree(self, item: Node, names: dict[str, tuple[str, str]]) -> None:
        """A reduction over a row: its loop, and the number that comes of it."""
        variable, form = names[item.inputs[0]]
        kind, result = self.kinds[variable], self._format(item.to[0], names)
        name = f"x_{item.name}"
        if kind in (STACKED, PLACE):
            over_rows = dict(item.attributes) == {"axes": (0,), "keepdims": kind == PLACE}
            if item.op != "sum" or not over_rows or self.depth or {form, result} != {"f32"}:
                raise Unfit(f"has a reduction of its own kind at {item.name}")
            names[item.name], self.kinds[name] = (name, result), SUMMED
            self.sums[name] = variable
            return
        last_axis = (2,) if self.rows == PLACES else (-1,)
        along = {WHOLE: Ref("axis"), FLAT: last_axis}.get(kind)
        wanted = {"axes": along, "keepdims": True}
        if along is None or dict(item.attributes) != wanted or len(item.names) != 1 or self.depth:
            raise Unfit(f"has a reduction of its own kind at {item.name}")
        if kind == WHOLE and not self._is_along_axis():
            raise Unfit(f"has a reduction of its own kind at {item.name}")
        if (form, result) != ("f32", "f32"):
            raise Unfit(f"has a reduction in other formats at {item.name}")
        path = operations()[item.op][1]
        text = (SOURCES / path).read_text(encoding="utf-8")
        rules = _TREE.findall(text)
        if not rules or "SB_NO_CENTRE" not in text:
            raise Unfit(f"its reduction {item.op} is no plain tree")
        self.trees, self.rounds = self.trees + 1, True
        self.headers.update(dict.fromkeys(headers_of(path)))
        rule = rules[-1]
        node = f"sb_tree_of_terms<{rule}, U, V>({variable}, start, left, seat, 0, shared)"
        self._line(f"sb_{result} {name};")
        self._line("{")
        self._line(f"    __shared__ {rule}::state shared[32];")
        self._line(f"    sb_segments<{rule}, whole> tree;")
        self.lines += self._pass((variable,), [f"tree.push({node});"])
        self._line(f"    {name} = sb_finished<{rule}>(tree.root(), a);")
        self._line("}")
        made = PLACE if self.rows == PLACES else KEPT
        names[item.name], self.kinds[name] = (name, result), made

    def _pass(self, wanted: Iterable[str], then: Iterable[str]) -> list[str]:
        """The lines of a loop over the segments of a row that computes some values."""
        needed: set[str] = set()
        waiting = list(wanted)
        while waiting:
            name = waiting.pop()
            if name not in needed:
                needed.add(name)
                waiting += self.each[name].reads
        lines = ["for (int64_t start = 0;; start += span) {"]
        lines.append("    const int left = sb_left(a, start, span);")
        for name, each in self.each.items():
            if name not in needed:
                continue
            if each.operand is None:
                lines += [f"    {line}" for line in each.lines]
            else:
                lines.append(f"    if (!whole) {self._take(name, each, 'start')}")
        lines += [f"    {line}" for line in then]
        return [f"    {line}" for line in (*lines, "    if (whole || start + span >= a.terms)")] + [
            "            break;",
            "    }",
        ]

    def _take(self, name: str, each: _Each, start: str) -> str:
        row = "0" if self.kinds[name] == COLUMN else "row"
        return f"sb_take_row<U, V>(a, {each.operand}, {row}, {start}, left, seat, {name});"

    def _row_text(self, stored: list[tuple[str, str, str]]) -> str:
        """Everything before the file; `stored` are variables, formats and what they are."""
        taken = {name: x for name, x in self.each.items() if x.operand is not None}
        opening = [f"sb_{x.form} {name}[N];" for name, x in taken.items()]
        opening += ["if (whole) {", "    const int left = sb_left(a, 0, span);"]
        opening += [f"    {self._take(name, x, '0')}" for name, x in taken.items()] + ["}"]
        stores, closing = [], []
        for i, (variable, form, kind) in enumerate(stored, len(self.inputs)):
            number = f"y_{i}"
            if kind == ROW:
                put = f"sb_put_number(a, {i}, row, {last(variable, form)});"
                closing.append(f"if (own < a.rows && seat.first == 0) {put}")
                continue
            value = last(f"{variable}[i]", form)
            stores += [f"sb_{form} {number}[N];", "#pragma unroll"]
            stores.append(f"for (int i = 0; i < N; i++) {number}[i] = {value};")
            put = f"sb_put_row<U, V>(a, {i}, row, start, left, seat, {number});"
            stores.append(f"if (own < a.rows) {put}")
        whole = [variable for variable, _, kind in stored if kind == WHOLE]
        body = [*opening, *self.lines, *(x[4:] for x in self._pass(whole, stores)), *closing]
        return "\n".join(
            (
                *self._kernels("fused/rows.cuh"),
                "struct sb_formula {",
                "template <int U, bool whole> static SB_DEVICE void run(const sb_rows &a)",
                "{",
                "    enum { V = 16 / SB_ITEM, N = U * V };",
                *(f"    {line}" for line in self.befores()),
                "    SB_EACH_ROW(a) {",
                *(f"        {line}" for line in body),
                "    }",
                "}",
                "};",
            )
        )

    def _own_formats(self) -> tuple[tuple[str, str], tuple[str, str]]:
        return ("SB_A", "f32"), ("SB_R", "f32")
