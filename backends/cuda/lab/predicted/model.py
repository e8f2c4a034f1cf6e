"""Seconds of a launch from what its warps issue and move: a model of a multiprocessor.

Each pipe takes the time of what it is given, as if it were alone. So do the caches and memory: L1
gives every sector that a warp asks for, L2 those that are new to a block, memory those that are new
to the launch, at most all that the call has. Where too few loads are in flight to hide the latency,
they take longer (Little's law). What takes longest bounds the launch. Work on one pipe hides that
on another, but not wholly: the times are joined by the norm of fourth powers, so that two that are
equal take 1.19 times one of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.backends.cuda.sass.state import SECTOR, WARP

TABLE = Path(__file__).with_name("chips.toml")
LAUNCH = 3e-6
"""Seconds between the beginnings of two launches that follow each other, at least."""

_POWER = 4
_REGISTER_STEP = 8  # registers of a thread are given in eights, those of a warp together
_SHARED_SYSTEM = 1024

MEMORY, LATENCY, SHARED = "memory", "latency", "shared memory"
FIRST_LEVEL, SECOND_LEVEL = "L1", "L2"
_FIRST_LEVEL_BYTES = 128  # a clock
_FIRST_LEVEL_LATENCY = 40  # clocks


@dataclass(frozen=True, slots=True)
class Chip:
    """A GPU: `rates` are warp instructions a clock and multiprocessor, by pipe; see chips.toml."""

    chip: str
    multiprocessors: int
    clock: float
    bandwidth: float
    reach: float
    second_level: float
    latency: float
    warps: int
    blocks: int
    registers: int
    shared: int
    rates: Mapping[str, float]

    @property
    def copied(self) -> float:
        """Bytes of memory in a second, as a copy moves them."""
        return self.bandwidth * self.reach


@dataclass(frozen=True, slots=True)
class Work:
    """A launch: its blocks, what a block takes, and what all of them issue and move.

    `issues` are those of warps, by pipe; `sectors` of 32 bytes all that warps ask for, `different`
    without those that a block has touched before; `memory` the bytes of all that the call has;
    `turns` of shared memory; `flying` the bytes that a warp has asked for before it waits.
    """

    blocks: int
    threads: int
    registers: int
    shared: int
    issues: Mapping[str, float]
    sectors: float
    different: float
    memory: float
    turns: float
    flying: float


@dataclass(frozen=True, slots=True)
class Prediction:
    """Seconds of a launch without its start, by what bounds it, and warps that are there at once.

    `parts` are seconds by pipe and memory, as if each were alone.
    """

    seconds: float
    bound: str
    warps: int
    parts: Mapping[str, float]


@cache
def chips() -> dict[str, Chip]:
    """All chips by architecture."""
    return {name: Chip(**facts) for name, facts in tomllib.loads(TABLE.read_text()).items()}


def resident_warps(chip: Chip, work: Work) -> int:
    """Warps that a multiprocessor holds at once, of whole blocks."""
    warps = -(-work.threads // WARP)
    registers = -(-work.registers // _REGISTER_STEP) * _REGISTER_STEP * WARP * warps
    blocks = min(
        chip.blocks,
        chip.warps // warps,
        chip.registers // max(registers, 1),
        chip.shared // (work.shared + _SHARED_SYSTEM),
        -(-work.blocks // chip.multiprocessors),
    )
    return max(1, blocks) * warps


def roof(chip: Chip, moved: float, flops: float) -> float:
    """Seconds below which nothing can come that moves so many bytes and does that arithmetic.

    A fused multiply-add counts as two, as in `Row.flops`.
    """
    most = 2 * WARP * chip.rates["fma"] * chip.multiprocessors * chip.clock
    return max(moved / chip.copied, flops / most)


def predict(chip: Chip, work: Work) -> Prediction:
    """Seconds of a launch."""
    used = min(chip.multiprocessors, work.blocks)
    rounds = -(-work.blocks // used) * used / work.blocks  # the last blocks run beside idle ones
    clocks = {
        pipe: issues / chip.rates[pipe] / used * rounds for pipe, issues in work.issues.items()
    }
    clocks["issue"] = sum(work.issues.values()) / chip.rates["issue"] / used * rounds
    clocks[SHARED] = work.turns / used * rounds
    warps = resident_warps(chip, work)
    clocks[FIRST_LEVEL] = work.sectors * SECTOR / _FIRST_LEVEL_BYTES / used * rounds
    if work.flying:
        again = (work.sectors - work.different) * _FIRST_LEVEL_LATENCY
        waited = work.different * chip.latency + again
        clocks[LATENCY] = waited * SECTOR / used / (warps * work.flying)
    parts = {name: count / chip.clock for name, count in clocks.items() if count}
    parts[SECOND_LEVEL] = work.different * SECTOR / chip.second_level
    parts[MEMORY] = min(work.different * SECTOR, work.memory) / chip.copied
    bound = max(parts, key=lambda name: parts[name])
    seconds = sum(part**_POWER for part in parts.values() if part) ** (1 / _POWER)
    return Prediction(seconds, bound, warps, parts)
