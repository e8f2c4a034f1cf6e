"""Compute one call by a declaration and by its mutants. Work that they share is done only once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, canonicalize_nan, compute_format, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_steps import Step, Steps, unfold
from samebits.spec.language.rearrange import Rearrange
from samebits.spec.language.shapes import Shape
from samebits.spec.tests.graphs.mutants import Mutant, declared_name, run_steps

Array = np.ndarray[Any, Any]


class Situation:
    """A call of an op with operand shapes, and the steps of its graph and of its mutants.

    The constructor raises SpecError if the call is an error.
    """

    def __init__(self, op: Op, call: Call, shapes: Sequence[Shape]) -> None:
        assert isinstance(op.graph, Graph)
        self.op, self.call, self._shapes = op, call, shapes
        self.graph = op.graph
        op.output_shapes(call, shapes)
        self.steps = self._unfolded(self.graph)
        self._changed: dict[str, Steps | None] = {}
        self._behind: dict[str, list[Step]] = {}

    def reaches(self, mutant: Mutant) -> bool:
        """Return whether the mutant can change the results.

        It cannot if the changed node is not among the steps. A mutant that omits a rounding to the
        compute format cannot change them if that format is binary64.
        """
        if not mutant.unrounded:
            return True
        wide = compute_format(self.call.inputs) == "f64"
        return not wide and bool(self.behind(mutant.unrounded))

    def behind(self, name: str) -> list[Step]:
        """Return the steps of a node and all steps that depend on it, or [] if it has no step."""
        if name not in self._behind:
            reached: set[str] = set()
            found = []
            for step in self.steps.steps:
                if declared_name(step) == name or reached & {*step.inputs}:
                    reached |= {*step.names}
                    found.append(step)
            # A rearrangement may take its sizes from another rearrangement, so all steps are run.
            whole = any(isinstance(step.item, Rearrange) for step in found)
            self._behind[name] = list(self.steps.steps) if whole else found
        return self._behind[name]

    def changed(self, mutant: Mutant) -> Steps | None:
        """Return the steps of a mutant's graph, or None if the call is an error for this graph."""
        if mutant.name not in self._changed:
            try:
                self._changed[mutant.name] = self._unfolded(mutant.graph)
            except (SpecError, ValueError):
                self._changed[mutant.name] = None
        return self._changed[mutant.name]

    def _unfolded(self, graph: Graph) -> Steps:
        return unfold(graph, self.call, self.op.scope(self.call, self._shapes), get_op)


class Trial:
    """A situation with operands and all values of the graph.

    The constructor raises SpecError or ValueError if the call is an error for these operands.
    """

    def __init__(self, situation: Situation, inputs: Sequence[Array]) -> None:
        self._of, self._inputs = situation, inputs
        self._values = self._given()
        with np.errstate(all="ignore"):
            run_steps(situation.steps.steps, self._values)
        self._wanted = self._results(situation.steps, self._values, self._of.graph.results)

    def tells(self, mutant: Mutant) -> bool:
        """Return whether the mutant returns different bits, or raises an error for this call."""
        try:
            return self._answer(mutant) != self._wanted
        except (SpecError, ValueError):
            return True

    def _answer(self, mutant: Mutant) -> list[bytes]:
        steps: Steps | None = self._of.steps
        values, run = dict(self._values), self._of.behind(mutant.unrounded)
        if not mutant.unrounded:
            values, steps = self._given(), self._of.changed(mutant)
            if steps is None:
                return []
            run = list(steps.steps)
        assert steps is not None
        with np.errstate(all="ignore"):
            run_steps(run, values, mutant.unrounded)
        return self._results(steps, values, mutant.graph.results)

    def _given(self) -> dict[str, Array]:
        return dict(zip(self._of.graph.operands, self._inputs, strict=False))

    def _results(
        self, steps: Steps, values: dict[str, Array], results: Sequence[str]
    ) -> list[bytes]:
        names = [name for name in results if name in steps.names]
        return results_as_bytes([values[steps.names[name]] for name in names], self._of.call)


def results_as_bytes(found: Sequence[Array], call: Call) -> list[bytes]:
    """Return the type, shape and bits of every result as bytes, so that results can be compared."""
    return [
        f"{x.dtype} {x.shape} ".encode() + _canonical(x, name)
        for x, name in zip(found, call.outputs, strict=True)
    ]


def _canonical(x: Array, name: str) -> bytes:
    """Return the bits of a result, with every NaN replaced by the canonical NaN (S1.1)."""
    bits = bits_of(x)
    form = get_format(name)
    if form.is_float and bits.dtype == form.bits_dtype:
        bits = canonicalize_nan(bits, name)
    return bytes(bits.tobytes())
