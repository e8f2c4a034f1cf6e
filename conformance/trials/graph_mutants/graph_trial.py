"""One call asked of a declaration and of its mutants: what is common to them is done once."""

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
    """A call of an op on operands of some shapes, with the steps of its graph and its mutants'.

    Raises SpecError where the call is an error.
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
        """Whether the mutant may differ: it does not where its node is not among the steps.

        What keeps all bits of binary64 is in a call that computes in it as it always is.
        """
        if not mutant.unrounded:
            return True
        wide = compute_format(self.call.inputs) == "f64"
        return not wide and bool(self.behind(mutant.unrounded))

    def behind(self, name: str) -> list[Step]:
        """The steps of a node, and all whose values depend on it; none where it is not taken."""
        if name not in self._behind:
            reached: set[str] = set()
            found = []
            for step in self.steps.steps:
                if declared_name(step) == name or reached & {*step.inputs}:
                    reached |= {*step.names}
                    found.append(step)
            # A move by letters may know its sizes from another one: then all are run.
            whole = any(isinstance(step.item, Rearrange) for step in found)
            self._behind[name] = list(self.steps.steps) if whole else found
        return self._behind[name]

    def changed(self, mutant: Mutant) -> Steps | None:
        """The steps of a mutant that is another graph; None where it is an error for this call."""
        if mutant.name not in self._changed:
            try:
                self._changed[mutant.name] = self._unfolded(mutant.graph)
            except (SpecError, ValueError):
                self._changed[mutant.name] = None
        return self._changed[mutant.name]

    def _unfolded(self, graph: Graph) -> Steps:
        return unfold(graph, self.call, self.op.scope(self.call, self._shapes), get_op)


class Trial:
    """A situation with operands, and with every value of the graph.

    Raises SpecError or ValueError where the call is an error for them.
    """

    def __init__(self, situation: Situation, inputs: Sequence[Array]) -> None:
        self._of, self._inputs = situation, inputs
        self._values = self._given()
        with np.errstate(all="ignore"):
            run_steps(situation.steps.steps, self._values)
        self._wanted = self._results(situation.steps, self._values, self._of.graph.results)

    def tells(self, mutant: Mutant) -> bool:
        """Whether the results of the mutant have other bits, or it is an error for this call."""
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
    """What two answers are compared by: type, shape and bits of every result."""
    return [
        f"{x.dtype} {x.shape} ".encode() + _canonical(x, name)
        for x, name in zip(found, call.outputs, strict=True)
    ]


def _canonical(x: Array, name: str) -> bytes:
    """The bits of a result as it leaves the graph (S1.1)."""
    bits = bits_of(x)
    form = get_format(name)
    if form.is_float and bits.dtype == form.bits_dtype:
        bits = canonicalize_nan(bits, name)
    return bytes(bits.tobytes())
