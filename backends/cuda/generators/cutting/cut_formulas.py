"""The kernels of ops whose graphs are cut, for each signature and each choice of branch arms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.backends.cuda.generators.cutting.layouts import LAYOUTS, Layout
from samebits.backends.cuda.generators.cutting.pieces import Array, Text, writer
from samebits.backends.cuda.generators.cutting.values import (
    BETWEEN,
    KERNEL,
    PICKED,
    PLACED,
    Analysis,
    Value,
    origin,
)
from samebits.backends.cuda.generators.formulas import Unfit
from samebits.backends.cuda.generators.row_formulas import SOURCE, STAGES
from samebits.spec.catalog import get_op
from samebits.spec.formats import compute_format
from samebits.spec.language.declare import Signature
from samebits.spec.language.graph import Branch, Graph, Node

_ARRAYS, _NUMBERS = constants(SOURCE, "SB_ROWS_ARRAYS", "SB_ROWS_NUMBERS")


@dataclass(frozen=True, slots=True)
class Piece:
    """A kernel: its unit, its entries by stage, and its arrays and scalars (see `Text`)."""

    unit: Unit
    entries: Mapping[str, str]
    reads: tuple[Array, ...]
    index: str
    stores: tuple[Array, ...]
    numbers: Mapping[str, int]
    walks: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut graph for one choice of its branch arms: values, names of results, and kernels.

    `way[i]` is true if the condition of `branches[i]` holds.
    """

    layout: Layout
    branches: tuple[Branch, ...]
    way: tuple[bool, ...]
    values: Mapping[str, Value]
    results: tuple[str, ...]
    pieces: tuple[Piece, ...]


Cuts = tuple[Cut, ...] | str
"""One cut for each choice of arms in branches with rows, or the reason why the op has no cuts."""


def cut_formula(op: str, signature: Signature) -> Cuts:
    """Return the kernels of a graph op for these formats, or the reason why it has none."""
    return cuts(op)[signature]


def cut_of(op: str, signature: Signature, taken: Collection[int]) -> Cut:
    """Return the kernels of a call. `taken` has the ids of the branches whose condition holds."""
    found = cuts(op)[signature]
    assert not isinstance(found, str)
    for cut in found:
        if cut.way == tuple(id(branch) in taken for branch in cut.branches):
            return cut
    raise AssertionError(f"{op} has no kernels for this choice of branches")


@cache
def cuts(op: str) -> Mapping[Signature, Cuts]:
    """Return the cuts of all signatures of `op`."""
    declared = get_op(op)
    if not isinstance(declared.graph, Graph):
        return dict.fromkeys(declared.signatures, "is no graph of fixed nodes")
    found: dict[Signature, list[_Cutting] | str] = {}
    for signature in declared.signatures:
        found[signature] = _cuttings(op, declared.graph, signature)
    texts: dict[tuple[str, ...], list[str]] = {}
    for several in found.values():
        for cutting in () if isinstance(several, str) else several:
            for number, text in enumerate(cutting.texts):
                known = texts.setdefault(_key(number, text), [])
                if text.text not in known:
                    known.append(text.text)
    return {
        signature: several
        if isinstance(several, str)
        else tuple(cutting.cut(op, texts) for cutting in several)
        for signature, several in found.items()
    }


def _key(number: int, text: Text) -> tuple[str, ...]:
    """Return the key of a kernel within its op: its index, element size, and formats of arrays."""
    index = ("finding",) * bool(text.index)
    forms = (*(x.form for x in text.reads), *index, "", *(x.form for x in text.stores))
    return str(number), str(text.item), "_".join(forms)


@dataclass(frozen=True, slots=True)
class _Cutting:
    """An analysis, and the kernel texts made from it, before kernels have names."""

    analysis: Analysis
    results: tuple[str, ...]
    texts: tuple[Text, ...]

    def cut(self, op: str, texts: Mapping[tuple[str, ...], list[str]]) -> Cut:
        pieces = []
        for number, text in enumerate(self.texts):
            key = _key(number, text)
            entry = f"sb_{op}_{number}"
            element = text.stores[0].form
            defines = {"SB_GRAPH": entry, "SB_FORMATS": key[2], "SB_ELEMENT": element}
            if len(texts[key]) > 1:
                defines["SB_WAY"] = str(texts[key].index(text.text))
            plain = unit(SOURCE, **defines, SB_ITEM=str(text.item), SB_A="f32", SB_R="f32")
            entries = {stage: f"{entry}_{stage}_{element}" for stage in STAGES}
            made = replace(plain, made=text.text)
            pieces.append(
                Piece(made, entries, text.reads, text.index, text.stores, text.numbers, text.walks)
            )
        found = self.analysis
        return Cut(
            found.layout, tuple(found.asked), found.way, found.values, self.results, tuple(pieces)
        )


def _cuttings(op: str, graph: Graph, signature: Signature) -> list[_Cutting] | str:
    if compute_format(signature[0]) != "f32":
        return "is computed in binary64"
    reason = ""
    for layout in LAYOUTS:
        try:
            return [_cutting(graph, found) for found in _analyses(op, graph, layout, signature)]
        except Unfit as why:
            reason = str(why)
    return reason


def _analyses(
    op: str, graph: Graph, layout: Layout, signature: Signature
) -> Iterator[tuple[Analysis, dict[str, str]]]:
    waiting: list[tuple[bool, ...]] = [()]
    while waiting:
        way = waiting.pop()
        analysis = Analysis(op, layout, signature, way)
        names = analysis.of(graph)
        if analysis.open:
            waiting += [(*way, False), (*way, True)]
        else:
            yield analysis, names


def _cutting(graph: Graph, found: tuple[Analysis, dict[str, str]]) -> _Cutting:
    analysis, names = found
    values, layout = analysis.values, analysis.layout
    results = tuple(names[name] for name in graph.results if name in names)
    if tuple(values[name].form for name in results) != analysis.signature[1]:
        raise Unfit("has results of other formats than the call")
    stored = _stored(values, results)
    if not stored:
        raise Unfit("has no rows")
    texts = []
    for level in sorted(stored):
        names_here = [name for name in values if name in stored[level]]
        for name in names_here:
            value = values[name]
            each = layout.is_each(value.axes)
            if (each and name not in results) or (not each and not layout.is_full(value.axes)):
                raise Unfit(f"needs whole rows in memory for {name}")
        text = writer(analysis.op, graph, layout, values).text_of(names_here)
        arrays = len(text.reads) + bool(text.index) + len(text.stores)
        if arrays > _ARRAYS or len(text.numbers) > _NUMBERS:
            raise Unfit("has too many arrays or numbers")
        texts.append(text)
    return _Cutting(analysis, results, tuple(texts))


def _stored(values: Mapping[str, Value], results: Iterable[str]) -> dict[int, set[str]]:
    """Return, for each level, the values that kernels must store to compute the results."""
    reached, waiting = set[str](), list(results)
    stored: dict[int, set[str]] = {}

    def store(name: str) -> None:
        name = name if name in results else origin(values, name)
        if values[name].where == KERNEL:
            stored.setdefault(values[name].level, set()).add(name)

    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += values[name].inputs
    for name in results:
        store(name)
    for name in reached:
        value = values[name]
        if value.where == BETWEEN:
            _require_served(value)
            for each in value.inputs:
                store(each)
        elif value.how in (PICKED, PLACED):
            store(value.inputs[1])
    return stored


def _require_served(value: Value) -> None:
    """Raise Unfit if a value is computed by a node that has no kernel."""
    if isinstance(value.item, Node) and not _is_served(value.item.op):
        raise Unfit(f"its node {value.item.op} has no kernel")


@cache
def _is_served(op: str) -> bool:
    graph = get_op(op).graph
    if op in operations():
        return True
    return isinstance(graph, Graph) and all(
        not isinstance(item, Node) or _is_served(item.op) for item in graph.nodes
    )
