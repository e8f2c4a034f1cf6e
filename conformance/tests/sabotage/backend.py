"""The backend of all faults: each is a device, right but for one bit where its predicate holds.

`--backend py:samebits.conformance.tests.sabotage.backend:backend` lists the device `honest`, and
the fault that the environment variable SAMEBITS_FAULT names; whoever opens a session by itself can
ask for any fault.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    Device,
    Support,
)
from samebits.conformance.tests.sabotage.family import Asked
from samebits.conformance.tests.sabotage.faults import Fault, fault_named
from samebits.conformance.tests.saboteurs.base import Wrapping, right_session
from samebits.spec.call import AttributeValue, Call
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError

VARIABLE = "SAMEBITS_FAULT"
HONEST = "honest"


@dataclass(frozen=True, slots=True)
class Sabotage:
    """The backend (`Backend` protocol); a device is named as its fault, or `honest`."""

    name: str = "sabotage"
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """The honest one, and the fault that the environment names."""
        wanted = os.environ.get(VARIABLE)
        more = [Device(wanted, str(fault_named(wanted)), by_name=True)] if wanted else []
        return [Device(HONEST, "right everywhere"), *more]

    def open(self, device: str) -> FaultySession:
        """A session with the fault. Raises SamebitsError for a name that is none."""
        fault = None if device == HONEST else fault_named(device)
        return FaultySession(right_session(), fault)


@dataclass(slots=True)
class FaultySession(Wrapping):
    """A right session, spoilt by one bit of one element where the predicate holds."""

    fault: Fault | None
    before: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    plans: dict[str, AttributeValue] = field(default_factory=dict)

    def supports(self, call: Call) -> Support:
        """What the right session supports, graphs included."""
        return executor.supports(self.inner, call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """The right results, but for one bit."""
        executor.execute_into(self.inner, self._planned(call, inputs), inputs, outputs)
        fault, before, self.before = self.fault, self.before, call.op
        if fault is None or (call.op, call.label) != fault.place:
            return
        first = outputs[0]
        if not first.size:
            return
        self.counts["calls"] += 1
        asked = Asked(call, inputs, outputs, self.threads, before, self.counts["calls"])
        at = fault.kind.holds(asked, fault.argument)
        if at is None:
            return
        self.counts["held"] += 1
        patterns = first.view(f"u{first.itemsize}")
        place = np.unravel_index(at % first.size, first.shape)
        patterns[place] ^= patterns.dtype.type(1)

    def _planned(self, call: Call, inputs: Sequence[Array]) -> Call:
        """The call, or the one that a plan without one attribute in its key makes of it."""
        fault = self.fault
        if fault is None or not fault.kind.planned or (call.op, call.label) != fault.place:
            return call
        name, shapes = fault.argument, [x.shape for x in inputs]
        others = {key: value for key, value in call.attributes.items() if key != name}
        value = call.attributes[name]
        kept = self.plans.setdefault(f"{others} {shapes} {call.inputs}", value)
        if kept == value:
            return call
        op = get_op(call.op)
        with suppress(SpecError):
            other = op.call(call.inputs, call.outputs, **others, **{name: kept})
            if op.output_shapes(other, shapes) == op.output_shapes(call, shapes):
                self.counts["held"] += 1
                return other
        return call

    def environment(self) -> Mapping[str, str]:
        """The calls of the spoilt op and format with a result to spoil, and those that were."""
        return {"calls": str(self.counts["calls"]), "held": str(self.counts["held"])}


backend = Sabotage()
