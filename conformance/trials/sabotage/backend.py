"""The backend of all faults. Each device is right, except for one bit if its predicate is true.

`--backend py:samebits.conformance.trials.sabotage.backend:backend` lists the device `honest`, and
the fault that the environment variable SAMEBITS_FAULT names. A program that opens a session
directly can use any fault.
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
"""A delay of about the time of a usual call, in seconds. Without it, small calls never overlap."""


@dataclass(frozen=True, slots=True)
class Sabotage:
    """The backend (`Backend` protocol).

    A device has the name of its fault, or the name `honest`.
    """

    name: str = "sabotage"
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """Return the device `honest`, and the fault that the environment variable names."""
        wanted = os.environ.get(VARIABLE)
        more = [Device(wanted, str(fault_named(wanted)), by_name=True)] if wanted else []
        return [Device(HONEST, "right everywhere"), *more]

    def open(self, device: str) -> FaultySession:
        """Return a session with the fault. Raises SamebitsError if there is no such fault."""
        fault = None if device == HONEST else fault_named(device)
        session = FaultySession(right_session(), fault)
        SESSIONS.begin(session)
        return session


class Sessions:
    """The open sessions of the process and their common counts, which forked children share.

    `counts` has two counts: calls of the faulty op and format that have a result element, and calls
    whose result was made wrong. Both start from 0 when a session is opened while no other is open.
    """

    def __init__(self) -> None:
        self.counts = np.frombuffer(mmap.mmap(-1, mmap.PAGESIZE), np.int64)[:2]
        self._open: list[FaultySession] = []
        self._lock = threading.Lock()

    def begin(self, session: FaultySession) -> None:
        """Register a new session, and record in it whether other sessions are open."""
        if not self._open:
            self.counts[:] = 0
        session.state = "second" if self._open else ""
        self._open.append(session)

    def end(self, session: FaultySession) -> None:
        """Remove a closed session, and record in all others that a session was closed."""
        self._open = [other for other in self._open if other is not session]
        for other in self._open:
            other.state = "beside closed"

    def count(self, which: int) -> int:
        """Increase a count by 1, and return it. `which` is 0 for calls and 1 for wrong results."""
        with self._lock:
            self.counts[which] += 1
            return int(self.counts[which])


SESSIONS = Sessions()


@dataclass(slots=True)
class Seen:
    """The observations of a running call: the most calls at the same time, and their ops."""

    op: str
    most: int = 0
    others: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Crowd:
    """The calls that are running in a session."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    working: list[Seen] = field(default_factory=list)

    @contextmanager
    def inside(self, op: str) -> Iterator[Seen]:
        """Register a call while it runs. It and the other running calls record each other."""
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
    """A right session, except for one wrong bit of one element if the predicate is true."""

    fault: Fault | None
    before: str = ""
    plans: dict[str, AttributeValue] = field(default_factory=dict)
    shapes: Counter[str] = field(default_factory=Counter)
    refused: str = ""
    crowd: Crowd = field(default_factory=lambda: Crowd())
    state: str = ""
    process: int = field(default_factory=os.getpid)

    forks = True  # some cases compute results in forked children

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the session, and record this in the other sessions."""
        SESSIONS.end(self)
        Wrapping.__exit__(self, kind, value, trace)

    def supports(self, call: Call) -> Support:
        """Return the answer of the right session. Graph ops are supported, too."""
        return executor.supports(self.inner, call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the right results, and change one bit if the predicate is true."""
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
        """Change one bit of the element at a position. If the position is None, change nothing."""
        if at is None or not first.size:
            return
        SESSIONS.count(HELD)
        patterns = first.view(f"u{first.itemsize}")
        place = np.unravel_index(at % first.size, first.shape)
        patterns[place] ^= patterns.dtype.type(1)

    def prepare(
        self, call: Call, otherwise: PreparedCall, *, broadcast: bool = False
    ) -> PreparedCall:
        """Return `otherwise`, or a wrong call if the fault concerns this kind of prepared call."""
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
        """Return the call to compute: `call`, or the call of a wrongly cached plan.

        The key of this plan lacks one attribute, so that the value of the first call on these
        shapes is used.
        """
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
        """Return the counts: calls with a result element, and calls whose result was made wrong."""
        calls, held = SESSIONS.counts.tolist()
        return {"calls": str(calls), "held": str(held)}


backend = Sabotage()
