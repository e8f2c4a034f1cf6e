"""Golden cases that distinguish a graph from a changed graph (`told/NAME.json`, G1).

A backend that omits a node or a rounding fails at least one of them.
"""

from __future__ import annotations

from samebits.spec.language.declare import Op
from samebits.vectors.planning import Planned, Values
from samebits.vectors.told.told_calls import FOLDER, told_of

FLAGS = ("changed-graph", "graph")


def handles(op: Op) -> bool:
    """Return whether a file has calls that distinguish changed graphs of the op."""
    return (FOLDER / f"{op.name}.json").exists()


def labels(op: Op) -> list[str]:
    """Return the labels of the calls in the op's file."""
    return sorted({each.call.label for each in told_of(op.name)})


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    return [
        Planned(each.name, each.call, tuple(map(Values, each.patterns())), "standard", FLAGS)
        for each in told_of(op.name)
        if each.call.label == label
    ]
