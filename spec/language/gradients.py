"""Gradients as data: the op that computes the gradient of an operand, and its inputs (clause G4).

A `Gradient` names an op that is declared like any other op, so a backward pass is a list of calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from samebits.spec.language.graph import Node, Passed, node

OF = "gradient of "
"""The prefix in the name of an input that is the gradient of a result of the forward op."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient:
    """A link from an operand to its gradient: the result `result` of the op `op`.

    The operands of `op` are `inputs`: names of operands or results of the forward op, or "gradient
    of NAME" for a result NAME. An operand that the forward call leaves out is left out here too.
    `attributes` may refer to attributes of the forward op and to sizes of its shape rule. `result`
    is the name of one result of `op`.

    `below` names two attributes of the forward op, which are lists of integers. The gradient exists
    only if each integer of the first list is less than the corresponding integer of the second.
    """

    operand: str
    op: str
    inputs: tuple[str, ...]
    result: str = "result"
    attributes: Mapping[str, Passed] = field(default_factory=dict)
    below: tuple[str, str] | None = None

    @property
    def saved(self) -> tuple[str, ...]:
        """The operands and results of the forward call that must be stored for the gradient."""
        return tuple(dict.fromkeys(name for name in self.inputs if not name.startswith(OF)))


def fan_in(name: str, contributions: Sequence[str]) -> tuple[Node, ...]:
    """Return the nodes that add the gradients of one value.

    `contributions` are in the forward order of the uses of the value (G4.1). They are added from
    left to right in decreasing forward order: the last use comes first. The last node is called
    `name`, and the names of the nodes before it have a number at the end. A single contribution
    needs no node.
    """
    order = list(reversed(contributions))
    made: list[Node] = []
    total = order[0]
    for number, contribution in enumerate(order[1:], 1):
        target = name if number == len(order) - 1 else f"{name}_{number}"
        made.append(node(target, "add", total, contribution, to=f"like {order[0]}"))
        total = target
    return tuple(made)
