"""One block of a kernel, executed with all its threads, in the order of addresses.

Among the threads that can continue, the threads at the lowest address run. So lanes that diverge
meet again where they can meet on a GPU. At a barrier, threads wait until all unfinished threads
have reached it. The number of issues per warp is counted for each instruction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from samebits.backends.cuda.sass import floats, halves, integers, moves, operands as op, products
from samebits.backends.cuda.sass.listing import WIDTH, Instruction, Listing
from samebits.backends.cuda.sass.registry import MAKERS, Action
from samebits.backends.cuda.sass.state import WARP, Flags, State, Traffic
from samebits.backends.protocol import BackendError

__all__ = ["Counted", "Program"]

# These modules register their instructions on import.
_USED = (floats, halves, integers, moves, products)

_ENDED = np.iinfo(np.int64).max
_NOTHING_TO_DO = frozenset((
    "NOP", "BSSY", "BSYNC", "BREAK", "BMOV", "WARPSYNC", "ENDCOLLECTIVE", "YIELD", "DEPBAR",
    "MEMBAR", "ERRBAR", "CCTL", "WARPSYNC_ALL", "BRA_DIV", "FENCE", "UCGABAR_ARV",
))  # fmt: skip
_BRANCHES = frozenset(("BRA", "CALL", "RET", "EXIT", "BAR", "BPT", "BRX", "JMP", "KILL"))


@dataclass(frozen=True, slots=True)
class Counted:
    """The issues of each instruction by all warps of a block, and their memory traffic."""

    issues: np.ndarray[Any, np.dtype[np.int64]]
    traffic: Traffic


class Program:
    """A kernel that can be executed. Each instruction is interpreted at its first use."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self._actions: list[Action | None] = [None] * len(listing.instructions)

    @cached_property
    def _guards(self) -> list[op.Read | None]:
        return [op.predicate(i, i.guard) if i.guard else None for i in self.listing.instructions]

    def run(self, s: State, threads: int) -> Counted:
        """Execute all threads to their ends; raise BackendError for an unknown instruction."""
        with np.errstate(all="ignore"):  # inactive lanes may hold any value
            return self._run(s, threads)

    def _run(self, s: State, threads: int) -> Counted:
        count = len(self.listing.instructions)
        places = np.where(np.arange(s.threads) < threads, 0, _ENDED).astype(np.int64)
        waiting = np.zeros(s.threads, np.bool_)
        steps = np.zeros(count + 1, np.int64)
        while True:
            able = np.where(waiting, _ENDED, places)
            place = int(able.min())
            if place == _ENDED:
                if not waiting.any():
                    return Counted(np.cumsum(steps)[:count], s.traffic)
                s.meet(waiting)
                waiting[:] = False
                continue
            here = able == place
            others = able[~here]
            self._straight(
                s, place, here, int(others.min()) if len(others) else _ENDED, places, waiting, steps
            )

    def _straight(
        self, s: State, start: int, here: Flags, limit: int, places: Any, waiting: Flags, steps: Any
    ) -> None:
        """Execute from one address until a branch, or until other threads wait at an address."""
        every = bool(here.all())
        place = start
        instructions, guards = self.listing.instructions, self._guards
        while True:
            if place >= len(instructions):
                raise BackendError(f"{self.listing.entry} continues beyond its last instruction")
            i, guard = instructions[place], guards[place]
            s.address = i.address
            s.active, s.every = here, every
            if guard is not None:
                s.active = here & guard(s)
                s.every = False
            name = i.opcode[0]
            place += 1
            if name in _BRANCHES and not (name == "BRA" and "DIV" in i.opcode):
                places[here] = place
                self._branch(s, i, places, waiting)
                break
            if name not in _NOTHING_TO_DO and name != "BRA":
                action = self._actions[place - 1]
                if action is None:
                    action = self._actions[place - 1] = self._understood(i)
                action(s)
            if place >= limit:
                places[here] = place
                break
        warps = int(here.reshape(-1, WARP).any(axis=1).sum())
        steps[start] += warps
        steps[place] -= warps

    def _understood(self, i: Instruction) -> Action:
        maker = MAKERS.get(i.opcode[0])
        if maker is None:
            raise op.unknown(i)
        return maker(i)

    def _branch(self, s: State, i: Instruction, places: Any, waiting: Flags) -> None:
        name, taken = i.opcode[0], s.active
        if name == "EXIT":
            places[taken] = _ENDED
        elif name == "BAR":
            if i.opcode[1] not in ("SYNC", "RED") or i.operands[0] != "0x0":
                raise op.unknown(i)
            if i.opcode[1] == "RED":
                s.asked[taken] = op.predicate(i, i.operands[1])(s)[taken]
                s.joined = i.opcode[2]
            waiting |= taken
        elif name == "BRA":
            for text in i.operands[:-1]:
                taken = taken & op.predicate(i, text)(s)
            places[taken] = self._target(i, i.operands[-1])
        elif name == "CALL":
            if "REL" not in i.opcode:
                raise op.unknown(i)
            places[taken] = self._target(i, i.operands[-1])
        elif name == "RET":
            first, _, label = i.operands[0].partition(" ")
            places[taken] = (_address(s, first) + self._target(i, label) * WIDTH)[taken] // WIDTH
        # A jump by a table, whose entries are relative to the instruction that follows.
        elif name == "BRX":
            first, _, offset = i.operands[0].partition(" ")
            after = i.address + WIDTH + int(offset or "0", 16)
            places[taken] = (_address(s, first) + after)[taken] // WIDTH
        elif taken.any():
            raise BackendError(f"{self.listing.entry} has reached the instruction {i}")

    def _target(self, i: Instruction, text: str) -> int:
        label = text.removeprefix("`(").removesuffix(")")
        if label not in self.listing.labels:
            raise op.unknown(i, f"to {text}")
        return self.listing.labels[label] // WIDTH


def _address(s: State, text: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the 64-bit values of a register pair, as code addresses."""
    low, high = (s.registers[op.register(text) + k].astype(np.int64) for k in (0, 1))
    place: np.ndarray[Any, np.dtype[np.int64]] = high << 32 | low
    return place
