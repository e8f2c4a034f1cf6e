"""C++ code for declared elementwise graphs: one function of the operands' elements.

A graph can be one kernel if every node is elementwise and has a rule. A rule is the function of one
element from which the node's own kernel is made. The text includes the files of these kernels, each
in its own namespace and with the definitions of the node's own unit. Therefore each node computes
the same bits as in its own kernel.

Nodes keep the order of the declaration, and each result is rounded to its format. Host scalars and
the choice of each branch are arguments, so one kernel serves all attributes of a signature. The
presence of optional operands is fixed in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Protocol, TypeVar

from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.headers import SOURCES, included, reached
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, compute_format
from samebits.spec.language.declare import Signature
from samebits.spec.language.graph import Branch, Computes, Given, Graph, Item, Node, Number

SOURCE = "support/graph.cu"
_ARRAYS, _NUMBERS = constants(SOURCE, "SB_GRAPH_ARRAYS", "SB_GRAPH_NUMBERS")
_BRANCHES = 32  # the number of bits in `taken`

_CALLS = {1: "sb_one", 2: "sb_two", 3: "sb_three"}
_OPERANDS = ("SB_A", "SB_B", "SB_C")
_SLOW = "elementwise/function.cuh"  # functions that need several stages include this header


_Written = TypeVar("_Written")


class Unfit(Exception):  # noqa: N818 (an answer, not an error)
    """The reason why a generator cannot make a kernel for a graph."""


class Made(Protocol):
    """A kernel that was generated from a graph for the formats of a call."""

    @property
    def unit(self) -> Unit:
        """Return the unit of the kernel."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The generated kernel of an elementwise graph, and the arguments that it needs.

    `numbers` maps the names of scalars to slots, and bit i of an argument chooses an arm of
    `branches[i]`. `reductions` lists the results that reduce all elements of a value, as (index of
    the result, op, format of the value). The kernel writes these values after the other results.
    """

    unit: Unit
    entry: str
    numbers: Mapping[str, int]
    branches: tuple[Branch, ...]
    reductions: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The `.cu` file and the header with the loop around a formula.

    `walk` is the type of the kernel's argument, and `suffix` is appended to the kernel's name.
    """

    source: str
    header: str
    walk: str
    suffix: str = ""


ALONE = Frame(SOURCE, "fused/graph.cuh", "sb_graph")


@cache
def formula(op: str, signature: Signature) -> Formula | str:
    """Return the kernel of a graph op for these formats, or the reason why it has none."""
    return written(op, lambda graph: Writer(op, graph, *signature).formula())


def written(op: str, write: Callable[[Graph], _Written]) -> _Written | str:
    """Return the result of `write` for the graph of an op, or the reason if it raises Unfit."""
    graph = get_op(op).graph
    if not isinstance(graph, Graph):
        return "is no graph of fixed nodes"
    try:
        return write(graph)
    except Unfit as reason:
        return str(reason)


def units_of(find: Callable[[str, Signature], Made | str], op: str) -> list[Unit]:
    """Return one unit for each signature of an op for which `find` has a kernel."""
    found = (find(op, signature) for signature in get_op(op).signatures)
    return [each.unit for each in found if not isinstance(each, str)]


@cache
def rule_file(op: str) -> tuple[str, bool]:
    """Return the file of an elementwise kernel, and whether its rule decides all elements directly.

    Raises Unfit if the op has no rule that depends only on its operands.
    """
    family, path = operations().get(op, ("", ""))
    if family != "elementwise":
        raise Unfit(f"its node {op} has no elementwise kernel")
    if any(a.real for a in get_op(op).attributes):
        raise Unfit(f"its node {op} has an attribute that is a real number")
    return path, SOURCES / _SLOW not in reached(path)


def headers_of(path: str) -> tuple[str, ...]:
    """Return the headers that a file includes if it is not compiled for binary64."""
    text = (SOURCES / path).read_text(encoding="utf-8")
    return included(re.sub(r"^#if SB_BINARY64$.*?^#else$", "", text, flags=re.M | re.S))


@dataclass(slots=True)
class Writer:
    """A writer of the text for one signature. Each value is a C++ variable with a format."""

    op: str
    graph: Graph
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    stages: dict[Unit, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    branches: list[Branch] = field(default_factory=list)
    headers: dict[str, None] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    reduced: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    depth: int = 0
    rounds: bool = False
    frame: Frame = ALONE

    def formula(self) -> Formula:
        """Return the formula of the whole graph; raise Unfit if one kernel cannot compute it."""
        if not 0 < len(self.inputs) <= _ARRAYS - len(self.outputs):
            raise Unfit("has no operand, or too many arrays")
        names = {
            name: (f"x_{name}", form)
            for name, form in zip(self.graph.operands, self.inputs, strict=False)
        }
        self._items(self.graph.nodes, names)
        if not self.rounds:
            raise Unfit("only moves bits")
        if len(self.numbers) > _NUMBERS or len(self.branches) > _BRANCHES:
            raise Unfit(
                f"has too many numbers ({len(self.numbers)}) or branches ({len(self.branches)})"
            )
        results = [names[name] for name in self.graph.results if name in names]
        if tuple(form for _, form in results) != self.outputs:
            raise Unfit("has results of other formats than the call")
        entry = f"sb_{self.op}{self.frame.suffix}"
        signature = "_".join(self.inputs) + "__" + "_".join(self.outputs)
        patterns = get_op(self.op).shape_rule.results
        whole = [i for i, (variable, _) in enumerate(results) if variable not in self.reduced]
        others = [i for i in range(len(results)) if i not in whole]
        if not whole or len({patterns[i] for i in whole}) > 1:
            raise Unfit("has results of several shapes")
        found = [(i, *self.reduced[results[i][0]]) for i in others]
        stored = [results[i] for i in whole] + [(value, form) for _, _, value, form in found]
        widest = max(FORMATS[f].bits // 8 for f in (*self.inputs, *(form for _, form in stored)))
        made = self._text(stored)
        plain = unit(
            self.frame.source,
            SB_GRAPH=entry,
            SB_FORMATS=signature,
            SB_WIDEST=str(widest),
            **dict(self._own_formats()),
        )
        return Formula(
            replace(plain, made=made),
            f"{entry}_{self.inputs[0]}",
            self.numbers,
            tuple(self.branches),
            tuple((i, op, form) for i, op, _, form in found),
        )

    def _items(self, items: Iterable[Item], names: dict[str, tuple[str, str]]) -> None:
        for item in items:
            if isinstance(item, Branch):
                self._branch(item, names)
            elif isinstance(item, Number):
                slot = self.numbers.setdefault(item.name, len(self.numbers))
                form = self._format(item.to, names)
                self._define(item.name, form, f"sb_number_of<sb_{form}>(a, {slot})", names)
            elif isinstance(item, Node) and operations().get(item.op, ("",))[0] == "reduce":
                self._reduce(item, names)
            elif isinstance(item, Node):
                self._node(item, names)
            else:
                raise Unfit(f"moves elements at {item.name}")

    def _reduce(self, item: Node, names: dict[str, tuple[str, str]]) -> None:
        """Record a result that reduces all elements of a value.

        The kernel of another op computes it.
        """
        if dict(item.attributes) != {"axes": None, "keepdims": False} or self.depth:
            raise Unfit(f"has an unsupported reduction at {item.name}")
        (source,), result = [names[name] for name in item.inputs], self._format(item.to[0], names)
        names[item.name] = (f"x_{item.name}", result)
        self.reduced[f"x_{item.name}"] = (item.op, *source)

    def _node(self, item: Node, names: dict[str, tuple[str, str]]) -> None:
        value, result, decides = self._call(item, names)
        if not decides:
            raise Unfit(f"the kernel of its node {item.op} takes several stages")
        self._define(item.name, result, value, names)

    def _call(self, item: Node, names: Mapping[str, tuple[str, str]]) -> tuple[str, str, bool]:
        """Return a node's value as C++ code, its format, and whether its rule decides directly."""
        if len(item.names) != 1 or item.attributes:
            raise Unfit(f"its node {item.name} has attributes or several results")
        (path, decides), result = rule_file(item.op), self._format(item.to[0], names)
        operands = [names[name] for name in item.inputs]
        formats = tuple(form for _, form in operands)
        if any(variable in self.reduced for variable, _ in operands):
            raise Unfit(f"uses the result of a reduction at {item.name}")
        if (formats, (result,)) not in get_op(item.op).signatures:
            raise Unfit(f"its node {item.name} has formats that {item.op} does not support")
        copies = item.op == "cast" and formats == (result,)
        if not copies and get_op(item.op).op_class != "move" and not self.depth:
            self.rounds = True
        rule = f"{self._stage(item.op, path, formats, result, copies)}::{item.op}_rule"
        given = ", ".join(variable for variable, _ in operands)
        return f"{_CALLS[len(operands)]}<{rule}, sb_{result}>({given})", result, decides

    def _stage(
        self, op: str, path: str, formats: tuple[str, ...], result: str, copies: bool
    ) -> str:
        """Return the namespace in which the node's kernel file is included."""
        defines = dict(zip(_OPERANDS, formats, strict=False)) | {"SB_R": result}
        if copies:
            defines["SB_COPY"] = "1"
        return self.stages.setdefault(unit(path, **defines), f"node_{len(self.stages)}")

    def _branch(self, item: Branch, names: dict[str, tuple[str, str]]) -> None:
        if isinstance(item.when, Given | Computes):
            inner = dict(names)
            taken = self._holds(item.when)
            self._items(item.items if taken else item.others, inner)
            for join in item.joins:
                source = join.then if taken else join.otherwise
                if source is not None:
                    names[join.name] = inner[source]
            return
        bit = len(self.branches)
        self.branches.append(item)
        ways = []
        for items in (item.items, item.others):
            inner, before = dict(names), self.lines
            self.lines, self.depth = [], self.depth + 1
            self._items(items, inner)
            ways.append((inner, self.lines))
            self.lines, self.depth = before, self.depth - 1
        for join in item.joins:
            if join.then is None or join.otherwise is None:
                raise Unfit(f"has {join.name} in only one arm of a branch")
            found = ways[0][0][join.then], ways[1][0][join.otherwise]
            if found[0][1] != found[1][1] or any(each[0] in self.reduced for each in found):
                raise Unfit(f"has different kinds of {join.name} in the arms of a branch")
            names[join.name] = (f"x_{join.name}", found[0][1])
            self._line(f"sb_{found[0][1]} x_{join.name};")
            for (variable, _), (_, lines) in zip(found, ways, strict=True):
                lines.append(f"{'    ' * (self.depth + 1)}x_{join.name} = {variable};")
        self._line(f"if (a.taken & {1 << bit}u) {{")
        self.lines += ways[0][1]
        self._line("} else {")
        self.lines += ways[1][1]
        self._line("}")

    def _holds(self, when: Given | Computes) -> bool:
        if isinstance(when, Given):
            return when.operand in self.graph.operands[: len(self.inputs)]
        return compute_format(self.inputs) == when.format

    def _format(self, to: str, names: Mapping[str, tuple[str, str]]) -> str:
        """Return the format that `to` in a declaration means (spec/language/graph_steps.py)."""
        word, _, rest = to.partition(" ")
        if to == "compute":
            return compute_format(self.inputs)
        if word == "like":
            return names[rest][1]
        if word == "output":
            return self.outputs[int(rest or 0)]
        return to

    def _define(self, name: str, form: str, value: str, names: dict[str, tuple[str, str]]) -> None:
        names[name] = (f"x_{name}", form)
        self._line(f"const sb_{form} x_{name} = {value};")

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _text(self, stored: list[tuple[str, str]]) -> str:
        """Return the text that precedes the frame's file: kernels of nodes, formula, and packs."""
        operands = list(zip(self.graph.operands, self.inputs, strict=False))
        taken = [f"sb_{form} x_{name}" for name, form in operands]
        given = [f"sb_{form} &y_{i}" for i, (_, form) in enumerate(stored)]
        lines = [
            *self._kernels(self.frame.header),
            "struct sb_formula {",
            "static SB_DEVICE void element(",
            f"    {', '.join((f'const {self.frame.walk} &a', *taken, *given))})",
            "{",
            "    (void)a;",
            *(f"    (void)x_{name};" for name, _ in operands),
            *(f"    {line}" for line in self.lines),
            *(f"    y_{i} = {last(variable, form)};" for i, (variable, form) in enumerate(stored)),
            "}",
            *self._packs([form for _, form in stored]),
            "};",
        ]
        return "\n".join(lines)

    def _kernels(self, frame: str) -> list[str]:
        """Return source lines that include headers and, in its own namespace, each kernel file."""
        headers = dict(self.headers)
        for stage in self.stages:
            headers.update(dict.fromkeys(headers_of(stage.path)))
        again = [f"#define {name} {value}" for name, value in self._own_formats()]
        return [
            *(f'#include "{name}"' for name in (frame, *headers)),
            *(f"#undef {name}" for name in ("SB_A", "SB_R", "SB_KERNEL")),
            "#define SB_KERNEL SB_STAGE",
            *(f"#define sb_elementwise_{n} sb_no_loop" for n in _CALLS),
            *(
                line
                for stage, space in self.stages.items()
                for line in self._namespace(stage, space)
            ),
            *again,
        ]

    def befores(self) -> list[str]:
        """Return the code that the nodes' kernels run before their loops."""
        names = ((space, Path(stage.path).stem) for stage, space in self.stages.items())
        return [f"{space}::{op}_before(sb_no_arrays());" for space, op in names]

    def _own_formats(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the definitions of the formats for the headers and for the file that follows."""
        return ("SB_A", self.inputs[0]), ("SB_R", self.outputs[0])

    def _namespace(self, stage: Unit, space: str) -> list[str]:
        """Return source lines that include a node's kernel file, defined as in its own unit."""
        defined = dict(stage.defines)
        types = zip((*_OPERANDS, "SB_R"), ("first", "second", "third", "result"), strict=True)
        return [
            *(f"#define {name} {value}" for name, value in stage.defines),
            f"namespace {space} {{",
            *(f"typedef sb_{defined[name]} sb_{word};" for name, word in types if name in defined),
            "typedef SB_JOIN(SB_BITS_, SB_R) sb_bits;",
            "enum { SB_WIDTH = 8 * (int)sizeof(sb_bits) };",
            f'#include "{stage.path}"',
            "}",
            *(f"#undef {name}" for name, _ in stage.defines),
        ]

    def _packs(self, stored: list[str]) -> list[str]:
        """Return the C++ function for N elements.

        It reads all operands before it stores results.
        """
        count = len(self.inputs)
        takes = [
            f"    const sb_pack<sb_{form}, N> in_{i} = sb_take<sb_{form}, N>(a, {i}, base);"
            for i, form in enumerate(self.inputs)
        ]
        outs = [f"    sb_pack<sb_{form}, N> out_{i};" for i, form in enumerate(stored)]
        named = [f"in_{i}.v[i]" for i in range(count)]
        named += [f"out_{i}.v[i]" for i in range(len(stored))]
        puts = [
            f"    sb_put<sb_{form}, N>(a, {count + i}, base, out_{i});"
            for i, form in enumerate(stored)
        ]
        walk = f"const {self.frame.walk} &a"
        head = f"template <int N> static SB_DEVICE void pack({walk}, int64_t base)"
        loop = f"    for (int i = 0; i < N; i++) element({', '.join(('a', *named))});"
        return [head, "{", *takes, *outs, "#pragma unroll", loop, *puts, "}"]


def last(variable: str, form: str) -> str:
    """Return the code of a result. It makes NaNs canonical if the format has NaNs."""
    return f"SB_LAST_{form}({variable})" if FORMATS[form].is_float else variable
