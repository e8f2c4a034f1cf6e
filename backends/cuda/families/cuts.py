"""Graph ops over rows, cut into several kernels where a value depends on several rows (clause G1).

`generators/cutting/` makes the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from samebits.backends.cuda.arrays.views import Shape, View, new
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.families.between import Between
from samebits.backends.cuda.families.rows import Form, launch
from samebits.backends.cuda.families.scatter import base
from samebits.backends.cuda.generators.cutting.cut_formulas import Cut, Piece, cut_of, cuts
from samebits.backends.cuda.generators.cutting.pieces import Array
from samebits.backends.cuda.generators.cutting.values import origin
from samebits.backends.cuda.generators.given import Given, given
from samebits.backends.cuda.generators.row_texts import ROW, WHOLE
from samebits.backends.cuda.launching.placing.indices import aligned, check
from samebits.backends.cuda.launching.walks import contiguous, copy, permuted
from samebits.backends.cuda.machines.protocol import Machine, Memory
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Graph


def units(op: str) -> Iterable[Unit]:
    """Return the units of kernels over rows. Nodes between them use the units of their own ops."""
    found = {
        piece.unit: None
        for several in cuts(op).values()
        if not isinstance(several, str)
        for cut in several
        for piece in cut.pieces
    }
    return tuple(found)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the results, and on demand the values that they need."""
    needed = given(call, [view.shape for view in inputs])
    cut = cut_of(call.op, (call.inputs, call.outputs), needed.taken)
    _Run(machine, call, cut, needed, inputs, outputs).all()


class _Run:
    """A single call. A kernel runs when one of its values is needed for the first time."""

    def __init__(
        self,
        machine: Machine,
        call: Call,
        cut: Cut,
        needed: Given,
        inputs: Sequence[View],
        outputs: Sequence[View],
    ) -> None:
        graph = get_op(call.op).graph
        assert isinstance(graph, Graph)
        shapes = [view.shape for view in inputs]
        operands = dict(zip(graph.operands, inputs, strict=False))
        self.machine, self.call, self.cut, self.needed = machine, call, cut, needed
        self.between = Between(
            machine, call.op, steps_of(graph, call, shapes), operands, self._make
        )
        self.results = dict(zip(cut.results, outputs, strict=True))
        self.findings: dict[str, Memory | None] = {}
        self.together: dict[str, View] = {}
        self.sizes = self._sizes(inputs, outputs)
        self.rows = prod(prod(self.sizes[axis]) for axis in cut.layout.across)
        self.terms = prod(self.sizes[cut.layout.along])
        self.makers = {
            self.between.name_of(array.name): piece
            for piece in cut.pieces
            for array in piece.stores
        }

    def all(self) -> None:
        """Compute all results.

        NaNs in a node's result become canonical when it is stored (S1.1).
        """
        stored = {array.name for piece in self.cut.pieces for array in piece.stores}
        for name, view in self.results.items():
            if name in stored:
                continue
            made = self.between.value(name)
            if FORMATS[made.format].is_float:
                base(self.machine, made, view, self._finding())
            else:
                copy(self.machine, made, view)
        for piece in self.cut.pieces:
            if any(array.name in self.results for array in piece.stores):
                self._require(piece)

    def _finding(self) -> Memory | None:
        return next((each for each in self.findings.values() if each is not None), None)

    def _sizes(self, inputs: Sequence[View], outputs: Sequence[View]) -> Mapping[str, Shape]:
        rule = get_op(self.call.op).shape_rule
        patterns = [*map(rule.pattern, range(len(inputs))), *rule.results[: len(outputs)]]
        known = [
            (pattern, view.shape)
            for pattern, view in zip(patterns, [*inputs, *outputs], strict=True)
            if pattern != "[]"
        ]
        return self.cut.layout.sizes([p for p, _ in known], [s for _, s in known])

    def _make(self, name: str) -> bool:
        """Run the kernel over rows that stores a value. Return whether there is such a kernel."""
        piece = self.makers.get(name)
        if piece is None:
            return False
        self._require(piece)
        return True

    def _require(self, piece: Piece) -> None:
        if any(self.between.name_of(array.name) in self.between.values for array in piece.stores):
            return
        values, kinds, views = self.cut.values, [], []
        for array in piece.reads:
            views.append(self._read(array))
            kinds.append(array.kind)
        if piece.index:
            index = aligned(self.machine, self.between.value(piece.index))
            origins = origin(values, piece.index)
            if origins not in self.findings:
                self.findings[origins] = check(self.machine, self.call.op, index, self.terms)
            finding = self.findings[origins]
            if finding is not None:
                views.append(View(finding, finding.address, (), (), "i64"))
                kinds.append(ROW)
        copied = []
        for array in piece.stores:
            result = self.results.get(array.name)
            if array.kind == WHOLE:
                assert result is not None
                placed = self._in_rows(array.name, result)
                mine = (
                    placed if placed.is_contiguous else new(self.machine, placed.shape, array.form)
                )
                copied += [(mine, placed)] * (mine is not placed)
                made = result
            else:
                shape = self._shape(values[array.name].axes)
                mine = new(self.machine, shape, array.form)
                made = mine
            views.append(mine)
            kinds.append(array.kind)
            self.between.values[self.between.name_of(array.name)] = made
        every = prod(self.sizes[self.cut.layout.across[-1]])
        form = Form((), self.rows, self.terms, max(every, 1))
        numbers = {slot: self.needed.numbers[name] for name, slot in piece.numbers.items()}
        launch(
            self.machine, piece.unit, piece.entries, views, kinds, form, numbers, walks=piece.walks
        )
        for mine, placed in copied:
            base(self.machine, mine, placed, self._finding())
        for array in piece.stores:
            result = self.results.get(array.name)
            if result is not None and array.kind == ROW:
                base(self.machine, self.between.values[array.name], result, self._finding())

    def _read(self, array: Array) -> View:
        """Return an array in the contiguous form that kernels read. It is copied at most once."""
        found = self.together.get(array.name)
        if found is None:
            view = self.between.value(array.name)
            if array.kind == WHOLE:
                view = self._in_rows(array.name, view)
            found = self.together[array.name] = contiguous(self.machine, view, view.item)
        return found

    def _in_rows(self, name: str, view: View) -> View:
        axes = self.cut.values[name].axes
        return permuted(view, self.cut.layout.order(axes, len(view.shape)))

    def _shape(self, axes: Sequence[str]) -> Shape:
        return tuple(n for axis in axes for n in self.sizes.get(axis, (1,)))
