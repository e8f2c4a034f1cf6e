"""Memory of a session that outlives its calls, for data that many calls read, such as tables.

A block is complete before it is returned, so calls on any stream may read it. It exists until the
session ends, because a captured graph may read it at any later launch. The total size is therefore
limited. If the limit is reached or memory is short, callers must work without a block.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from samebits.backends.cuda.arrays.addresses import made_up
from samebits.backends.cuda.calling.allowance import Allowance
from samebits.backends.cuda.machines.protocol import DeviceMemoryError, Driver, Fill, Memory
from samebits.backends.cuda.planning.plans import Plan, Region, Tape

MOST_BYTES = 8 << 20
"""The largest total size of a session's blocks, in bytes."""


class Lasting:
    """The blocks of one device, by their keys. Any thread may use them.

    The allowance counts them as memory in use. If the session has a memory limit, no block is made,
    because calls can work without blocks.
    """

    def __init__(self, machine: Driver, allowance: Allowance) -> None:
        self.bytes = 0
        self._machine = machine
        self._allowance = allowance
        self._made: dict[Hashable, Memory] = {}
        self._making = threading.Lock()

    def get(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """Return the block of a key with `size` bytes. `fill` writes the contents of a new block.

        Return None if the block cannot be made. The method waits for a new block, which must not be
        made during graph capture. Raises BackendError for any error except a failed allocation.
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
        except DeviceMemoryError:  # also if a limit was set in the meantime
            return None
        self.bytes += size
        return memory

    def _run(self, plan: Plan, memory: Memory) -> None:
        with self._allowance.taken("memory that lasts", plan.scratch):
            plan.run(self._machine, [memory.address])
            self._machine.synchronize()
