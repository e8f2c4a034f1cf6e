"""The backend of all faults: each is a device, right but for one bit where its predicate holds.

`--backend py:samebits.conformance.trials.sabotage.backend:backend` lists the device `honest`, and
the fault that the environment variable SAMEBITS_FAULT names; whoever opens a session by itself can
ask for any fault.
"""

from __future__ import annotations

import mmap
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    Device,
    PreparedCall,
    Support,
)
from samebits.conformance.trials.sabotage.family import LAST, Asked
from samebits.conformance.trials.sabotage.named_faults import Fault, fault_named
from samebits.conformance.trials.sabotage.processes import CALLERS, WAYS
from samebits.conformance.trials.saboteurs.base import Wrapping, right_session
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.call import AttributeValue, Call

VARIABLE = "SAMEBITS_FAULT"
HONEST = "honest"

CALLS, HELD = range(2)

_AS_LONG_AS_A_CALL = 0.001
"""Seconds that a call of a usual size takes: calls of a few elements are never at work together."""


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
        session = FaultySession(right_session(), fault)
        SESSIONS.begin(session)
        return session


class Sessions:
    """The open sessions of the process, and what they count together, in forked children too.

    `counts` are the calls of the spoilt op and format with a result to spoil, and those that were
    spoilt, since a session was opened beside no other.
    """

    def __init__(self) -> None:
        self.counts = np.frombuffer(mmap.mmap(-1, mmap.PAGESIZE), np.int64)[:2]
        self._open: list[FaultySession] = []
        self._lock = threading.Lock()

    def begin(self, session: FaultySession) -> None:
        """One more is open; those that are open know, and so does the new one."""
        if not self._open:
            self.counts[:] = 0
        session.state = "second" if self._open else ""
        self._open.append(session)

    def end(self, session: FaultySession) -> None:
        """One is closed, and those beside it know."""
        self._open = [other for other in self._open if other is not session]
        for other in self._open:
            other.state = "beside closed"

    def count(self, which: int) -> int:
        """Count a call (0) or a spoilt one (1), and return how many there are."""
        with self._lock:
            self.counts[which] += 1
            return int(self.counts[which])


SESSIONS = Sessions()


@dataclass(slots=True)
class Seen:
    """What a call saw while it was at work: the most calls at once, and other ops among them."""

    op: str
    most: int = 0
    others: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Crowd:
    """The calls that are at work in a session."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    working: list[Seen] = field(default_factory=list)

    @contextmanager
    def inside(self, op: str) -> Iterator[Seen]:
        """Count a call while it is at work; it and the others see each other."""
        mine = Seen(op)
        with self.lock:
            self.working.append(mine)
            for one in self.working:
                one.most = max(one.most, len(self.working))
                one.others |= {other.op for other in self.working} - {one.op}
        try:
            yield mine
        finally:
            with self.lock:
                self.working = [one for one in self.working if one is not mine]


@dataclass(slots=True)
class FaultySession(Wrapping):
    """A right session, spoilt by one bit of one element where the predicate holds."""

    fault: Fault | None
    before: str = ""
    plans: dict[str, AttributeValue] = field(default_factory=dict)
    shapes: Counter[str] = field(default_factory=Counter)
    refused: str = ""
    crowd: Crowd = field(default_factory=lambda: Crowd())
    state: str = ""
    process: int = field(default_factory=os.getpid)

    forks = True  # results in forked children are asked for

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it; sessions beside it know."""
        SESSIONS.end(self)
        Wrapping.__exit__(self, kind, value, trace)

    def supports(self, call: Call) -> Support:
        """What the right session supports, graphs included."""
        return executor.supports(self.inner, call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """The right results, but for one bit."""
        fault = self.fault
        refused, self.refused = self.refused, call.op
        with self.crowd.inside(call.op) as crowd:
            if fault is not None and fault.kind.group == CALLERS:
                time.sleep(_AS_LONG_AS_A_CALL)
            executor.execute_into(self.inner, self._planned(call, inputs), inputs, outputs)
        before, self.before, self.refused = self.before, call.op, ""
        if fault is None or (call.op, call.label) != fault.place:
            return
        first = outputs[0]
        if not first.size:
            return
        shapes = " ".join(str(x.shape) for x in inputs)
        self.shapes[shapes] += 1
        asked = Asked(
            call, inputs, outputs, self.threads, before, SESSIONS.count(CALLS),
            self.shapes[shapes], refused, crowd.most, bool(crowd.others),
            self.state, os.getpid() != self.process,
        )  # fmt: skip
        self._spoil(first, fault.kind.holds(asked, fault.argument))

    def _spoil(self, first: Array, at: int | None) -> None:
        """Change one bit of a result at a place, if there is one."""
        if at is None or not first.size:
            return
        SESSIONS.count(HELD)
        patterns = first.view(f"u{first.itemsize}")
        place = np.unravel_index(at % first.size, first.shape)
        patterns[place] ^= patterns.dtype.type(1)

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """A call that does what `otherwise` does, wrong where a fault is of this way."""
        fault = self.fault
        if fault is None or fault.kind.group != WAYS or (call.op, call.label) != fault.place:
            return otherwise

        def run(*operands: object) -> None:
            first = operands[len(call.inputs)]
            same = any(x is first for x in operands[: len(call.inputs)])
            way = "in place" if same else "repeated" if broadcast else "prepared"
            otherwise(*operands)
            if way == fault.argument and isinstance(first, np.ndarray):
                SESSIONS.count(CALLS)
                self._spoil(first, LAST)

        return run

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
                SESSIONS.count(HELD)
                return other
        return call

    def environment(self) -> Mapping[str, str]:
        """The calls of the spoilt op and format with a result to spoil, and those that were."""
        calls, held = SESSIONS.counts.tolist()
        return {"calls": str(calls), "held": str(held)}


backend = Sabotage()
