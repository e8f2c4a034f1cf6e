"""Memory of a session that outlasts its calls: what all calls of one kind read, filled once.

A block is complete before anyone is told of it, so that calls on any stream may read it, and it
stays until the session ends: a captured graph may read it whenever it is launched. So the bytes
are bounded; beyond that, and where memory is short, whoever asks has to do without.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from samebits.backends.cuda.addresses import made_up
from samebits.backends.cuda.allowance import Allowance
from samebits.backends.cuda.machines.protocol import DeviceMemoryError, Driver, Fill, Memory
from samebits.backends.cuda.plans import Plan, Region, Tape

MOST_BYTES = 8 << 20
"""Bytes of all blocks of a session."""


class Lasting:
    """The blocks of one device by what they are for; any thread may ask.

    They count as in use in the allowance. None is made while the session's memory is limited: the
    limit is for what calls cannot do without.
    """

    def __init__(self, machine: Driver, allowance: Allowance) -> None:
        self.bytes = 0
        self._machine = machine
        self._allowance = allowance
        self._made: dict[Hashable, Memory] = {}
        self._making = threading.Lock()

    def get(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """The block of a key, of so many bytes, which `fill` fills where it is not there yet.

        None where it cannot be had. The host waits for a block that is made; no graph may be
        captured then. Raises BackendError for what fails, lack of memory aside.
        """
        found = self._made.get(key)
        if found is not None:
            return found
        with self._making:
            found = self._made.get(key)
            is_allowed = not self._allowance.limit and self.bytes + size <= MOST_BYTES
            if found is None and is_allowed:
                found = self._filled(size, fill)
                if found is not None:
                    self._made[key] = found
        return found

    def clear(self) -> None:
        """Give all blocks back; nothing may read them any more."""
        with self._making:
            self._made.clear()
            self._allowance.give_back(self.bytes)
            self.bytes = 0

    def _filled(self, size: int, fill: Fill) -> Memory | None:
        tape = Tape(self._machine, 1)
        fill(tape, Region(made_up(1), size))
        plan = tape.plan()
        try:
            memory = self._machine.allocate(size)
            self._run(plan, memory)
            self._allowance.take("memory that lasts", size)
        except DeviceMemoryError:  # a limit that was set meanwhile, too
            return None
        self.bytes += size
        return memory

    def _run(self, plan: Plan, memory: Memory) -> None:
        with self._allowance.taken("memory that lasts", plan.scratch):
            plan.run(self._machine, [memory.address])
            self._machine.synchronize()
