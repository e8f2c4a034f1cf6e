"""Decisions for clause G8: optimizers, clipping and loss scaling."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, citing, decides, named
from samebits.spec.documents.rules import Rule
from samebits.spec.language.declare import Op

_OPTIMIZERS = ("G8.6", "G8.8", "G8.9", "G8.10", "G8.11", "G8.13", "G8.14")
_GRADIENTS = ("G8.16", "G8.17", "G8.18")

for _rule in (*_OPTIMIZERS, *_GRADIENTS):
    decides(_rule, "every call of the op", named)(always)

decides("G8.1", "every optimizer step, and every op on the gradients before it", citing("G8"))(
    always
)


def _is_step(op: Op, rule: Rule) -> bool:
    return "params" in op.operands and "G8" in op.clauses


for _rule in ("G8.4", "G8.5"):
    decides(_rule, "every step of an optimizer", _is_step)(always)


@decides("N2.update_scale", "every new scale", named)
def _new_scale(asked: Asked) -> Holds:
    """Return whether there is a result.

    A single flag is returned: the result has one element, so a fault can only change its last bit.
    """
    return asked.results > 0
