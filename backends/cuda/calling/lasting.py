"""Memory of a session that outlives its calls: data that all calls of one kind read, filled once.

A block is complete before it is returned, so that calls on any stream may read it. It stays until
the session ends, because a captured graph may read it at any later launch. So the total size is
limited. Beyond the limit, or if memory is short, callers have to work without a block.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from samebits.backends.cuda.arrays.addresses import made_up
from samebits.backends.cuda.calling.allowance import Allowance
from samebits.backends.cuda.machines.protocol import DeviceMemoryError, Driver, Fill, Memory
from samebits.backends.cuda.planning.plans import Plan, Region, Tape

MOST_BYTES = 8 << 20
"""The largest number of bytes of all blocks of a session."""


class Lasting:
    """The blocks of one device, by their key; any thread may use them.

    They count as in use in the allowance. If the session's memory is limited, no block is made,
    because calls can work without blocks.
    """

    def __init__(self, machine: Driver, allowance: Allowance) -> None:
        self.bytes = 0
        self._machine = machine
        self._allowance = allowance
        self._made: dict[Hashable, Memory] = {}
        self._making = threading.Lock()

    def get(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """Return the block of a key with `size` bytes; `fill` fills it if it is new.

        Return None if it is not available. The host waits for a new block; no graph may be captured
        then. Raises BackendError if something other than the allocation fails.
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
        """Free all blocks; they must not be read any more."""
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
        except DeviceMemoryError:  # also if a limit was set meanwhile
            return None
        self.bytes += size
        return memory

    def _run(self, plan: Plan, memory: Memory) -> None:
        with self._allowance.taken("memory that lasts", plan.scratch):
            plan.run(self._machine, [memory.address])
            self._machine.synchronize()
