"""Backends that break one rule each, generated from the decisions about rules.

A generated backend flips the last bit of every result that its rule decides; all other results are
right. If a rule decides every result of its ops, the results are shifted by one position instead.

Example: `samebits certify --device T1.2 --backend
py:samebits.conformance.trials.clauses.clause_faults:backend`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import PROTOCOL_VERSION, Array, Device, Support
from samebits.conformance.trials.clauses.clause_asked import Asked, Bits
from samebits.conformance.trials.clauses.decision import Decision, all_decisions, always
from samebits.conformance.trials.saboteurs.base import Wrapping, right_session
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call


@dataclass(frozen=True, slots=True)
class RuleFaults:
    """A backend with one device for each rule.

    The device breaks the rule after which it is named.
    """

    name: str = "rule_faults"
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """Return a device for each rule that decides results."""
        return [
            Device(number, f"wrong where {number} decides: {d.words}", by_name=True)
            for number, d in all_decisions().items()
        ]

    def open(self, device: str) -> Breaking:
        """Open a session that breaks a rule.

        Raises SpecError if the name is not a rule that decides results.
        """
        if device not in all_decisions():
            raise SpecError(f"{device!r} is not a rule that decides results")
        return Breaking(right_session(), all_decisions()[device])


@dataclass(slots=True)
class Breaking(Wrapping):
    """A correct session, except that the results that one rule decides are made wrong."""

    decision: Decision

    def supports(self, call: Call) -> Support:
        """Return the answer of the correct session.

        Ops that are declared as graphs are supported, too.
        """
        return executor.supports(self.inner, call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the right results, then make those wrong that the rule decides."""
        executor.execute_into(self.inner, call, inputs, outputs)
        first = outputs[0]
        if not first.size or not self.decision.concerns(get_op(call.op)):
            return
        right = bits_of(first).copy()
        shapes = [x.shape for x in inputs]
        asked = Asked(call, shapes, lambda: [bits_of(x) for x in inputs], lambda: right)
        with np.errstate(all="ignore"):
            held = self.decision.when(asked)
        if np.any(held):
            first.view(right.dtype)[...] = self._wrong(right, held)

    def _wrong(self, right: Bits, held: Bits | bool) -> Bits:
        if self.decision.when is always:
            return np.roll(right.reshape(-1), 1).reshape(right.shape)
        flat = right.reshape(-1).copy()
        flat[np.broadcast_to(np.asarray(held), flat.shape)] ^= right.dtype.type(1)
        return flat.reshape(right.shape)

    def environment(self) -> Mapping[str, str]:
        """Return facts about the backend for a report."""
        return {"kind": "fault", "rule": self.decision.rule}


backend = RuleFaults()
