"""Gradients as data: which op gives the gradient of an operand, and what it reads (clause G4).

A link names an op that is declared like any other; a backward pass is a list of calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from samebits.spec.language.graph import Node, Passed, node

OF = "gradient of "
"""What stands before the name of a result where its gradient is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient:
    """That `op` gives the gradient of `operand` as its result `result`.

    Its operands are `inputs`, each an operand or a result of the forward op by its name, or
    "gradient of NAME" for a result NAME; an operand that the forward call leaves out is left out.
    `attributes` may refer to those of the forward op, and to the sizes of its shape rule. `result`
    is the name of one of the results of `op`. `below` names two attributes of the forward op, lists
    of integers; there is a gradient only where each of the first is less than that of the second.
    """

    operand: str
    op: str
    inputs: tuple[str, ...]
    result: str = "result"
    attributes: Mapping[str, Passed] = field(default_factory=dict)
    below: tuple[str, str] | None = None

    @property
    def saved(self) -> tuple[str, ...]:
        """The operands and results of the forward call that must be kept for it."""
        return tuple(dict.fromkeys(name for name in self.inputs if not name.startswith(OF)))


def fan_in(name: str, contributions: Sequence[str]) -> tuple[Node, ...]:
    """The nodes that add the gradients of one value, given in the forward order of its uses (G4.1).

    They are added from left to right in decreasing forward order: the last use comes first. The
    last node is called `name`; those before it have a number. A single contribution needs none.
    """
    order = list(reversed(contributions))
    made: list[Node] = []
    total = order[0]
    for number, contribution in enumerate(order[1:], 1):
        target = name if number == len(order) - 1 else f"{name}_{number}"
        made.append(node(target, "add", total, contribution, to=f"like {order[0]}"))
        total = target
    return tuple(made)
