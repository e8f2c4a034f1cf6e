"""Graphs (clauses G1, G3, R4): an op as a fixed list of other ops, every node rounded.

A graph is data. graph_steps.py says what it does for one call, and so is its one meaning;
graph_check.py refuses a declaration that is not sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from samebits.spec.language.call import AttributeValue
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.rearrange import Rearrange
from samebits.spec.language.row_moves import Column, FromRows, Rows
from samebits.spec.language.scalars import Scalar
from samebits.spec.language.taps import Positions, Taps

Move = (
    Rearrange
    | Broadcast
    | Slice
    | Concatenate
    | Stack
    | Transpose
    | Reshape
    | Taps
    | Positions
    | Rows
    | Column
    | FromRows
    | Ratios
)


@dataclass(frozen=True, slots=True)
class Ref:
    """The value of an attribute of the graph op, passed on to a node."""

    name: str


@dataclass(frozen=True, slots=True)
class Size:
    """An integer attribute of a node by a formula over sizes and attributes (scope.py)."""

    formula: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """A list of integers as an attribute of a node: the shape of a pattern (scope.py)."""

    pattern: str


Passed = AttributeValue | Ref | Size | Sizes | Scalar
"""What a node may have as an attribute; a scalar is a real one, and stays in binary64."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node: `names` = `op`(`inputs`), the name of each of the op's results and its format.

    A name may be empty where nobody asks for that result. Operands of an elementwise node are
    broadcast against each other (a move; no bit changes). Each of `to` is "compute"; "output", or
    "output K" for another result than the first, which is the one rounding at the end (R4.2); the
    name of a format (`bool`, `i64`); or "like NAME", the format of another value.
    """

    names: tuple[str, ...]
    op: str
    inputs: tuple[str, ...]
    attributes: Mapping[str, Passed]
    to: tuple[str, ...] = ("compute",)

    @property
    def name(self) -> str:
        """The name of its first result that has one."""
        return next((name for name in self.names if name), self.op)


@dataclass(frozen=True, slots=True)
class Number:
    """`name` = a scalar of the host (G3), of rank 0, rounded once to its format.

    In `bool` and the formats of integers it must be one of their numbers.
    """

    name: str
    value: Scalar
    to: str = "compute"


@dataclass(frozen=True, slots=True)
class Given:
    """That a call has an operand which may be left out."""

    operand: str

    @property
    def what(self) -> str:
        """What it asks about."""
        return self.operand


@dataclass(frozen=True, slots=True)
class Equals:
    """That an attribute of the call has a value; +0 and -0 are one here."""

    attribute: str
    value: AttributeValue

    @property
    def what(self) -> str:
        """What it asks about."""
        return self.attribute


@dataclass(frozen=True, slots=True)
class Below:
    """That one scalar of the host is less than another, both in binary64 (G3)."""

    left: Scalar
    right: Scalar

    @property
    def what(self) -> str:
        """What it asks about."""
        return f"{self.left} < {self.right}"


@dataclass(frozen=True, slots=True)
class Computes:
    """That the compute format of the call (R4.1) is this one."""

    format: str

    @property
    def what(self) -> str:
        """What it asks about."""
        return self.format


Condition = Given | Equals | Below | Computes


@dataclass(frozen=True, slots=True)
class Join:
    """`name` = the value `then` of a branch that is taken, else `otherwise`; None is no value."""

    name: str
    then: str | None
    otherwise: str | None


@dataclass(frozen=True, slots=True)
class Branch:
    """`items` where a call meets the condition, else `others`; outside there are the joins alone.

    Which it is follows from the call, before anything is computed (G1.4).
    """

    when: Condition
    items: tuple[Item, ...]
    joins: tuple[Join, ...]
    others: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Carried:
    """A value that goes from step to step of a loop.

    `before` is it at the beginning of a step, `first` at the beginning of the loop; `after` is the
    value of a step that the next one begins with, and `name` that of the last step.
    """

    name: str
    before: str
    first: str
    after: str


@dataclass(frozen=True, slots=True)
class Loop:
    """`body` for each number `index` from 0 to `steps` - 1, ascending (G1.9).

    The formula `steps` is known before the first step and is at least 1. `kept` are pairs of a name
    and a value of the body: its values of all steps along a new first axis. `name` is for people.
    """

    name: str
    index: str
    steps: str
    carried: tuple[Carried, ...]
    kept: tuple[tuple[str, str], ...]
    body: tuple[Item, ...]


Item: TypeAlias = Node | Number | Move | Branch | Loop


@dataclass(frozen=True, slots=True)
class Graph:
    """Operands by name, items in order, and the results' names."""

    operands: tuple[str, ...]
    nodes: tuple[Item, ...]
    results: tuple[str, ...]

    def items(self) -> Iterator[Item]:
        """Every item, those inside of branches and loops after the branch or loop."""
        return _inside(self.nodes)

    def op_nodes(self) -> tuple[Node, ...]:
        """The nodes that are ops, those of all branches."""
        return tuple(item for item in self.items() if isinstance(item, Node))

    def ops(self) -> tuple[str, ...]:
        """The ops used, each once, in order of first use."""
        return tuple(dict.fromkeys(item.op for item in self.op_nodes()))


def _inside(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Branch):
            yield from _inside(item.items)
            yield from _inside(item.others)
        elif isinstance(item, Loop):
            yield from _inside(item.body)


def node(
    names: str | tuple[str, ...],
    op: str,
    *inputs: str,
    to: str | tuple[str, ...] = "compute",
    **attributes: Any,
) -> Node:
    """Shorthand for a node; one format for all of its results, or one for each."""
    several = (names,) if isinstance(names, str) else names
    formats = (to,) * len(several) if isinstance(to, str) else to
    return Node(several, op, inputs, attributes, formats)
