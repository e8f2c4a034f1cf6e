"""Graphs (clauses G1, G3, R4): an op as a fixed list of other ops, with every node rounded.

A graph is data. graph_steps.py defines its meaning for one call. graph_check.py and graph_trial.py
reject a declaration that is not sound.
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
    """The value of an attribute of the graph op, which is passed on to a node."""

    name: str


@dataclass(frozen=True, slots=True)
class Size:
    """An integer attribute of a node, given as a formula over sizes and attributes (scope.py)."""

    formula: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """A list of integers as an attribute of a node, given as the shape of a pattern (scope.py)."""

    pattern: str


Passed = AttributeValue | Ref | Size | Sizes | Scalar
"""The possible values of a node's attribute. A scalar is passed on as binary64, not rounded."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node: `names` = `op`(`inputs`), with the name and the format of each result.

    A name may be empty if the result is not used. Operands of an elementwise node are broadcast
    against each other (a move; no bit changes). Each entry of `to` is one of these:

    - "compute", the compute format;
    - "output", the format of the graph op's first result, or "output K" for result K; this is the
      single rounding at the end (R4.2);
    - the name of a format (`bool`, `i64`);
    - "like NAME", the format of the value called NAME.
    """

    names: tuple[str, ...]
    op: str
    inputs: tuple[str, ...]
    attributes: Mapping[str, Passed]
    to: tuple[str, ...] = ("compute",)

    @property
    def name(self) -> str:
        """The name of the first result that has a name, or else the name of the op."""
        return next((name for name in self.names if name), self.op)


@dataclass(frozen=True, slots=True)
class Number:
    """`name` = a host scalar (G3) as an array of rank 0, rounded once to the format `to`.

    If `to` is `bool` or an integer format, the scalar must be exactly one of its numbers.
    """

    name: str
    value: Scalar
    to: str = "compute"


@dataclass(frozen=True, slots=True)
class Given:
    """The condition that a call has a certain optional operand."""

    operand: str

    @property
    def what(self) -> str:
        """The operand that the condition is about."""
        return self.operand


@dataclass(frozen=True, slots=True)
class Equals:
    """The condition that an attribute of the call has a value; +0 and -0 count as equal."""

    attribute: str
    value: AttributeValue

    @property
    def what(self) -> str:
        """The attribute that the condition is about."""
        return self.attribute


@dataclass(frozen=True, slots=True)
class Below:
    """The condition that one host scalar is less than another, both in binary64 (G3)."""

    left: Scalar
    right: Scalar

    @property
    def what(self) -> str:
        """The comparison as text."""
        return f"{self.left} < {self.right}"


@dataclass(frozen=True, slots=True)
class Computes:
    """The condition that the compute format of the call (R4.1) is `format`."""

    format: str

    @property
    def what(self) -> str:
        """The format that the condition is about."""
        return self.format


Condition = Given | Equals | Below | Computes


@dataclass(frozen=True, slots=True)
class Join:
    """`name` = `then` if the branch is taken, else `otherwise`; None means no value."""

    name: str
    then: str | None
    otherwise: str | None


@dataclass(frozen=True, slots=True)
class Branch:
    """`items` if a call meets the condition, else `others`.

    Only the names of the joins are visible outside the branch. The call decides which items are
    computed, before the first node runs (G1.4).
    """

    when: Condition
    items: tuple[Item, ...]
    joins: tuple[Join, ...]
    others: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Carried:
    """A value that a loop passes from step to step.

    `before` is its name at the beginning of a step. `first` is its value at the beginning of the
    loop. `after` is the value that a step passes on to the next one. `name` is the value after the
    last step.
    """

    name: str
    before: str
    first: str
    after: str


@dataclass(frozen=True, slots=True)
class Loop:
    """`body` for each number `index` from 0 to `steps` - 1, ascending (G1.9).

    The value of the formula `steps` is known before the first step and is at least 1. `kept` has
    pairs of a name and a value of the body. The name refers to the values of all steps, stacked
    along a new first axis. The loop's own `name` appears only in messages.
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
    """A graph: names of its operands, its items in order, and names of its results."""

    operands: tuple[str, ...]
    nodes: tuple[Item, ...]
    results: tuple[str, ...]

    def items(self) -> Iterator[Item]:
        """Yield every item; the items inside a branch or loop follow the branch or loop itself."""
        return _inside(self.nodes)

    def op_nodes(self) -> tuple[Node, ...]:
        """Return the nodes that are ops, including the nodes of all branches and loops."""
        return tuple(item for item in self.items() if isinstance(item, Node))

    def ops(self) -> tuple[str, ...]:
        """Return the names of the ops that the graph uses, each once, in order of first use."""
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
    """Return a node. `to` is a format for all results, or a tuple with a format for each result."""
    several = (names,) if isinstance(names, str) else names
    formats = (to,) * len(several) if isinstance(to, str) else to
    return Node(several, op, inputs, attributes, formats)
