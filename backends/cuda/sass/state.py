"""The threads of one block while its instructions are executed, with all lanes in parallel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.backends.protocol import BackendError

Words = np.ndarray[Any, np.dtype[np.uint32]]
Doubles = np.ndarray[Any, np.dtype[np.uint64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

REGISTERS = 256
NOTHING = 255
"""The number of the register that is always 0: RZ, and URZ among uniform registers."""

TRUE = 7
"""The number of the predicate that is always true: PT, and UPT among uniform predicates."""

WARP = 32
SECTOR = 32
"""The number of bytes that memory transfers together."""

LOCAL_WINDOW = 1 << 50
SHARED_WINDOW = 1 << 52
"""The starts of a thread's local memory and of the block's shared memory.

No process has memory at these addresses.
"""

_WINDOW = 1 << 40
_MOST_NOTED = 1 << 20  # number of recorded sectors above which duplicates are removed
_FIRST, _EVERYTHING = 1 << 12, 1 << 47


class _Memory:
    """All memory of this process as one array of bytes, because kernels may use any pointer."""

    __array_interface__ = {  # noqa: RUF012 (numpy's protocol)
        "data": (_FIRST, False),
        "shape": (_EVERYTHING - _FIRST,),
        "typestr": "|u1",
        "version": 3,
    }


_BYTES = np.asarray(_Memory())


@dataclass(slots=True)
class Traffic:
    """The memory requests of the warps of a block, by address of the instruction.

    For global memory, it counts sectors and bytes. For shared memory, it counts wavefronts (turns);
    in each turn, every bank transfers one word. `touched` are the sectors of global memory, in the
    order of access.
    """

    sectors: dict[int, int] = field(default_factory=dict)
    requested: dict[int, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    touched: list[Doubles] = field(default_factory=list)
    _held: int = 0

    def touch(self, sectors: Doubles) -> None:
        """Record accessed sectors. Duplicates are removed from time to time."""
        self.touched.append(sectors)
        self._held += len(sectors)
        if self._held > _MOST_NOTED:
            self.touched = [np.unique(np.concatenate(self.touched))]
            self._held = 0

    @property
    def different(self) -> int:
        """Return the number of different sectors of global memory that the block accesses."""
        return len(np.unique(np.concatenate(self.touched))) if self.touched else 0


class State:
    """The registers, predicates and memory of a block.

    Each thread has its own copy of uniform registers; in correct code, the copies of all active
    threads are equal. `active` are the threads that execute the current instruction. `joined` says
    how a barrier combines the predicates in `asked`, and `result` is the combination.
    """

    def __init__(self, threads: int, shared: int, local: int, banks: dict[int, bytes]) -> None:
        self.threads = -(-threads // WARP) * WARP
        self.registers = np.zeros((REGISTERS, self.threads), np.uint32)
        self.uniform = np.zeros((REGISTERS, self.threads), np.uint32)
        self.predicates = np.zeros((TRUE + 1, self.threads), np.bool_)
        self.uniform_predicates = np.zeros((TRUE + 1, self.threads), np.bool_)
        self.predicates[TRUE] = self.uniform_predicates[TRUE] = True
        self.shared = np.full(shared, 0xFF, np.uint8)
        self.local = np.full((self.threads, max(local, 16)), 0xFF, np.uint8)
        self.banks = {
            number: np.frombuffer(data.ljust(-(-len(data) // 4) * 4, b"\0"), np.uint32)
            for number, data in banks.items()
        }
        self.special: dict[str, Words] = {}
        self.active: Flags = np.ones(self.threads, np.bool_)
        self.every = False
        self.traffic = Traffic()
        self.address = 0
        self.asked: Flags = np.zeros(self.threads, np.bool_)
        self.joined = ""
        self.result = np.zeros(self.threads, np.uint32)

    def write(self, bank: np.ndarray[Any, Any], number: int, value: Any, never: int) -> None:
        """Set a register or predicate in the active threads."""
        if number == never:
            return
        if self.every:
            bank[number] = value
        else:
            np.copyto(bank[number], value, where=self.active)

    def meet(self, waiting: Flags) -> None:
        """Combine the predicates of all threads at a barrier, if the barrier requests it."""
        asked = self.asked[waiting]
        if self.joined:
            found = {"OR": asked.any(), "AND": asked.all(), "POPC": asked.sum()}[self.joined]
            self.result[waiting] = int(found)
        self.joined = ""

    def load(self, addresses: Doubles, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Load bytes from generic addresses, as an array of shape (active threads, size)."""
        found = np.empty((len(addresses), size), np.uint8)
        for which, memory, offsets in self._places(addresses, size):
            found[which] = memory[offsets]
        return found

    def store(self, addresses: Doubles, values: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        """Store bytes to generic addresses.

        If threads share an address, the last thread's bytes remain.
        """
        for which, memory, offsets in self._places(addresses, values.shape[1]):
            memory[offsets] = values[which]

    def local_load(self, offsets: Doubles, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Load bytes from each active thread's local memory."""
        lanes = np.flatnonzero(self.active)[:, None]
        taken: np.ndarray[Any, np.dtype[np.uint8]] = self.local[lanes, _spread(offsets, size)]
        return taken

    def local_store(self, offsets: Doubles, values: np.ndarray[Any, Any]) -> None:
        """Store bytes to each active thread's local memory."""
        lanes = np.flatnonzero(self.active)[:, None]
        self.local[lanes, _spread(offsets, values.shape[1])] = values

    def _count(self, addresses: Doubles, size: int) -> None:
        """Count the sectors that each warp accesses in the current instruction."""
        warps = (np.flatnonzero(self.active) // WARP).astype(np.uint64) << np.uint64(48)
        first = addresses >> np.uint64(5)
        touched = [warps | first]
        if size > 1:
            touched.append(warps | (addresses + np.uint64(size - 1)) >> np.uint64(5))
        sectors, asked = self.traffic.sectors, self.traffic.requested
        at = self.address
        found = np.unique(np.concatenate(touched))
        sectors[at] = sectors.get(at, 0) + len(found)
        self.traffic.touch(found & np.uint64((1 << 48) - 1))
        asked[at] = asked.get(at, 0) + size * len(addresses)

    def _count_turns(self, addresses: Doubles, size: int) -> None:
        """Count the turns of an access to shared memory.

        For words of 64 or 128 bits, a half or a quarter of a warp is served in one step. Equal
        addresses are served together. Different words of one bank need separate turns.
        """
        lanes = np.flatnonzero(self.active).astype(np.uint64)
        phases = lanes * np.uint64(max(size, 4)) // np.uint64(4 * WARP)
        first = addresses >> np.uint64(2)
        words = [phases << np.uint64(32) | first + np.uint64(k) for k in range(-(-size // 4))]
        different = np.unique(np.concatenate(words))
        banks = (different >> np.uint64(32)) * np.uint64(WARP) + different % np.uint64(WARP)
        counts = np.bincount(banks.astype(np.int64))
        counts.resize(-(-len(counts) // WARP) * WARP)
        turns, at = self.traffic.turns, self.address
        turns[at] = turns.get(at, 0) + int(counts.reshape(-1, WARP).max(axis=1).sum())

    def _places(self, addresses: Doubles, size: int) -> list[tuple[Any, Any, Any]]:
        """Return (selection of addresses, memory, offsets) for each kind of accessed memory."""
        is_shared = addresses - np.uint64(SHARED_WINDOW) < np.uint64(_WINDOW)
        is_local = addresses - np.uint64(LOCAL_WINDOW) < np.uint64(_WINDOW)
        found = []
        is_global = ~(is_shared | is_local)
        if is_global.any():
            chosen = addresses[is_global]
            if int(chosen.min()) < _FIRST or int(chosen.max()) >= _EVERYTHING - size:
                raise BackendError(f"a kernel accesses the invalid address {int(chosen.min()):#x}")
            if is_global.all():
                self._count(chosen, size)
            found.append((is_global, _BYTES, _spread(chosen - np.uint64(_FIRST), size)))
        if is_shared.any():
            if is_shared.all():
                self._count_turns(addresses, size)
            offsets = addresses[is_shared] - np.uint64(SHARED_WINDOW)
            found.append((is_shared, self.shared, _spread(offsets, size)))
        if is_local.any():
            lanes = np.flatnonzero(self.active)[is_local][:, None].astype(np.int64)
            offsets = addresses[is_local] - np.uint64(LOCAL_WINDOW)
            within = _spread(offsets, size) + lanes * self.local.shape[1]
            found.append((is_local, self.local.reshape(-1), within))
        return found


def _spread(offsets: Doubles, size: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return offsets.astype(np.int64)[:, None] + np.arange(size)
