"""The inputs that a graph's kernel gets from Python: scalars, and the choice of each branch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from samebits.backends.protocol import CallError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Shape
from samebits.spec.language.graph import Branch, Graph, Number
from samebits.spec.language.graph_steps import Array, walk


@dataclass(frozen=True, slots=True)
class Given:
    """Bit patterns of the scalars of a call, by name, and the branches whose condition holds.

    Branches are identified by their object ids, because two branches may be equal.
    """

    numbers: Mapping[str, int]
    taken: frozenset[int]

    def bits(self, branches: Sequence[Branch]) -> int:
        """Return a bit mask of branches: bit i is set if the condition of branch i holds."""
        return sum(1 << i for i, branch in enumerate(branches) if id(branch) in self.taken)


def given(call: Call, shapes: Sequence[Shape]) -> Given:
    """Return the inputs for a call of a graph op; raise CallError for a scalar that is NaN."""
    graph = get_op(call.op).graph
    assert isinstance(graph, Graph)
    try:
        found = steps_of(graph, call, shapes)
        scalars = [step for step in found.steps if isinstance(step.item, Number)]
        values = walk(call.op, scalars, {}, _no_node)
    except SpecError as error:
        raise CallError(f"{call}: {error}") from error
    taken = frozenset(id(branch) for branch, holds in found.arms if holds)
    return Given({name: int(bits_of(x)) for name, x in values.items()}, taken)


def _no_node(call: Call, operands: Sequence[Array]) -> Array:
    raise AssertionError(f"{call} is a node, but only numbers are expected here")
