"""Search for the first difference of a step: its op, its element, and the bits of both sides.

The reference computes the step node by node. Its values are compared with the values that the
subject had when its root was wrong. All operands are equal up to the reported node, so this node
itself is wrong. It is found even if the subject would be right on repetition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.formats import bits_of, format_of
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_steps import RunNode, Step, run_step
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import unfolded

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """A node whose results differ: its call and operands, and its results on both sides.

    `result` is the index of the first result that differs, and `value` its name. `index` is the
    index of its first differing element, in row-major order. `wrong` counts the differing elements
    of all results.
    """

    node: str
    value: str
    call: Call
    inputs: Sequence[Array]
    wanted: Sequence[Array]
    got: Sequence[Array]
    result: int
    index: int
    wrong: int

    @property
    def format(self) -> str:
        """Return the format of the result that differs."""
        return self.call.outputs[self.result]

    @property
    def place(self) -> tuple[int, ...]:
        """Return the indices of the differing element, one for each axis."""
        shape = self.wanted[self.result].shape
        return tuple(int(i) for i in np.unravel_index(self.index, shape))

    @property
    def element(self) -> str:
        """Return the indices as text, such as `[3, 0]`.

        If the node has several results, the name of the result precedes them.
        """
        named = self.value if len(self.wanted) > 1 else ""
        return f"{named}{list(self.place)}"

    def bits(self) -> tuple[int, int]:
        """Return the right bits and the returned bits of the differing element."""
        both = (self.wanted[self.result], self.got[self.result])
        first, second = (int(bits_of(x).reshape(-1)[self.index]) for x in both)
        return first, second


def first_difference(
    trajectory: Trajectory,
    graph: Graph,
    values: Mapping[str, Array],
    attributes: Mapping[str, AttributeValue],
    reference: RunNode,
    made: Mapping[str, Array],
) -> Difference | None:
    """Return the first node of a graph whose results differ from `made`, or None.

    A result that no node reads has no name, and is not compared.
    """
    given = {name: values[name] for name in graph.operands}
    formats = {name: format_of(x).name for name, x in given.items()}
    known: dict[str, Array] = dict(given)
    letters: dict[str, int] = {}
    for step in unfolded(trajectory, graph, formats, attributes).steps:
        operands = [known[name] for name in step.inputs]
        asked: list[tuple[Call, Sequence[Array]]] = []

        def run(call: Call, inputs: Sequence[Array]) -> Sequence[Array]:
            asked.append((call, list(inputs)))  # noqa: B023  of this very step
            return several(reference(call, inputs))

        wanted = run_step(step, operands, letters, run)
        known.update(zip(step.names, wanted, strict=True))
        if asked:
            call, inputs = asked[0]
            pairs = zip(step.names, wanted, strict=True)
            got = [made[name] if name else known_right for name, known_right in pairs]
            found = compared(step, call, inputs, wanted, got)
            if found is not None:
                return found
    return None


def several(found: Array | Sequence[Array]) -> Sequence[Array]:
    """Return the results of a call as a sequence, even if there is only one array."""
    return (found,) if isinstance(found, np.ndarray | np.generic) else found


def compared(
    step: Step,
    call: Call,
    inputs: Sequence[Array],
    wanted: Sequence[Array],
    got: Sequence[Array],
) -> Difference | None:
    """Return the first difference in the results of a step, or None if all bits are equal."""
    wrong = [
        np.flatnonzero(bits_of(a).reshape(-1) != bits_of(b).reshape(-1))
        for a, b in zip(wanted, got, strict=True)
    ]
    first = next((number for number, places in enumerate(wrong) if places.size), None)
    if first is None:
        return None
    total = sum(places.size for places in wrong)
    at, value = int(wrong[first][0]), step.names[first]
    return Difference(step.name, value, call, inputs, wanted, got, first, at, total)
