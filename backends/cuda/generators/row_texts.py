"""The text of a kernel over rows: the computation of each term, trees, and stores.

row_formulas.py and cutting/pieces.py choose the values. This module writes them as C++ variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from samebits.backends.cuda.compiling.headers import SOURCES
from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.generators.formulas import Unfit, Writer, headers_of, last

_TREE = re.compile(r"^SB_REDUCTION\(\w+, (.+)\)$", re.M)

# The kinds of values: an element for each position of a row, or a single element.
WHOLE, FLAT, COLUMN = "whole", "flat", "column"  # x[*S, *D], the axes D as one axis, [*D]
KEPT, ROW, NUMBER = "kept", "row", "number"  # [*S, 1], [*S], []
PLACE = "place"  # [N, C, 1]
STACKED, SUMMED = "stacked", "summed"  # the axes S as one axis, and a sum over this axis
EACH = (WHOLE, FLAT, COLUMN, STACKED)


@dataclass(frozen=True, slots=True)
class Each:
    """A value with elements: source lines that compute it from other values, or an operand's index.

    `copies` is true if it has the same elements as the value that it reads, in the same or a wider
    format.
    """

    form: str
    lines: tuple[str, ...]
    reads: tuple[str, ...]
    operand: int | None = None
    copies: bool = False


@dataclass(slots=True)
class RowText(Writer):
    """A writer of a kernel. `each` maps variables to values with elements.

    `opening` are source lines before the loop over rows. `passed` are the values that at least one
    loop along a row computes.
    """

    kinds: dict[str, str] = field(default_factory=dict)
    each: dict[str, Each] = field(default_factory=dict)
    opening: list[str] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)

    def elements(
        self, op: str, variable: str, value: str, made: tuple[str, bool], operands: list[str]
    ) -> None:
        """Write an elementwise node.

        `made` is its format, and whether its rule decides directly.
        """
        result, decides = made
        declared = f"sb_{result} {variable}[N];"
        if decides:
            inner = value
            for each in dict.fromkeys(operands):
                if self.kinds[each] in EACH:
                    inner = re.sub(rf"(?<=[( ]){each}(?=[,)])", f"{each}[i]", inner)
            lines: tuple[str, ...] = (declared, "#pragma unroll")
            lines += (f"for (int i = 0; i < N; i++) {variable}[i] = {inner};",)
        elif len(operands) == 1:
            rule = value.partition("<")[2].partition(",")[0]
            lines = (declared, f"sb_each<{rule}, sb_{result}>({variable}, {operands[0]});")
        else:
            raise Unfit(f"the kernel of its node {op} takes several stages")
        widens = op == "cast" and result == "f32"
        reads = tuple(x for x in operands if x in self.each)
        self.each[variable] = Each(result, lines, reads, copies=widens)

    def same_elements(self, variable: str, form: str, source: str) -> None:
        """Define a variable that is another name for the elements of `source`."""
        lines = (f"sb_{form} (&{variable})[N] = {source};",)
        self.each[variable] = Each(form, lines, (source,), copies=True)

    def tree(self, op: str, name: str, variable: str, result: str) -> None:
        """Write the code of a reduction over a row: the loop, and the result."""
        path = operations()[op][1]
        text = (SOURCES / path).read_text(encoding="utf-8")
        rules = _TREE.findall(text)
        if not rules or "SB_NO_CENTRE" not in text:
            raise Unfit(f"its reduction {op} is no plain tree")
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

    def needed(self, wanted: Iterable[str]) -> set[str]:
        """Return the wanted values, and all values with elements that they depend on."""
        found: set[str] = set()
        waiting = list(wanted)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.each[name].reads
        return found

    def _pass(self, wanted: Iterable[str], then: Iterable[str]) -> list[str]:
        """Return source lines: a loop over a row's segments that computes `wanted`, then `then`."""
        needed = self.needed(wanted)
        self.passed |= needed
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

    def _take(self, name: str, each: Each, start: str) -> str:
        row = "0" if self.kinds[name] == COLUMN else "row"
        return f"sb_take_row<U, V>(a, {each.operand}, {row}, {start}, left, seat, {name});"

    def _row_text(self, stored: list[tuple[str, str, str]]) -> str:
        """Return the text that precedes the frame's file.

        `stored` has variables, formats and kinds.
        """
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
        storing = [x[4:] for x in self._pass(whole, stores)] if whole else []
        taken = {n: x for n, x in self.each.items() if x.operand is not None and n in self.passed}
        reading = [f"sb_{x.form} {name}[N];" for name, x in taken.items()]
        if taken:
            reading += ["if (whole) {", "    const int left = sb_left(a, 0, span);"]
            reading += [f"    {self._take(name, x, '0')}" for name, x in taken.items()] + ["}"]
        body = [*reading, *self.lines, *storing, *closing]
        return "\n".join(
            (
                *self._kernels("fused/rows.cuh"),
                "struct sb_formula {",
                "template <int U, bool whole> static SB_DEVICE void run(const sb_rows &a)",
                "{",
                "    enum { V = 16 / SB_ITEM, N = U * V };",
                *(f"    {line}" for line in (*self.befores(), *self.opening)),
                "    SB_EACH_ROW(a) {",
                *(f"        {line}" for line in body),
                "    }",
                "}",
                "};",
            )
        )

    def _own_formats(self) -> tuple[tuple[str, str], tuple[str, str]]:
        return ("SB_A", "f32"), ("SB_R", "f32")
