"""A model of a multiprocessor: the seconds of a launch from the issues and traffic of its warps.

Each pipe takes the time of its own work, as if the other pipes were idle. The same holds for the
caches and memory. L1 delivers every sector that a warp requests. L2 delivers the sectors that are
new to a block. Memory delivers the sectors that are new to the launch, at most all data of the
call. If too few loads are in flight to hide the latency, they take longer (Little's law). The
launch takes at least the longest of these times. Work on one pipe hides work on another, but not
completely. The times are therefore combined by the norm of fourth powers: two equal times give 1.19
times one of them.
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
"""The shortest time in seconds between the starts of two consecutive launches."""

_POWER = 4
# Registers are allocated per warp, in multiples of eight per thread.
_REGISTER_STEP = 8
_SHARED_SYSTEM = 1024

MEMORY, LATENCY, SHARED = "memory", "latency", "shared memory"
FIRST_LEVEL, SECOND_LEVEL = "L1", "L2"
_FIRST_LEVEL_BYTES = 128  # bytes per clock cycle
_FIRST_LEVEL_LATENCY = 40  # clock cycles


@dataclass(frozen=True, slots=True)
class Chip:
    """A GPU.

    `rates` are warp instructions per clock cycle and multiprocessor, by pipe; see chips.toml.
    """

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
        """Return the bandwidth of a copy in device memory, in bytes per second."""
        return self.bandwidth * self.reach


@dataclass(frozen=True, slots=True)
class Work:
    """A launch: its blocks, the resources of a block, and the total issues and traffic.

    `issues` are issues of warps, by pipe. `sectors` counts all 32-byte sectors that warps request;
    `different` excludes sectors that their block has requested before. `memory` is the size of all
    data of the call in bytes. `turns` counts wavefronts of shared memory. `flying` is the number of
    bytes that a warp requests before it waits.
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
    """The seconds of a launch without its start, its limiting part, and the resident warps.

    `parts` are the seconds of each pipe and of memory, if it were the only limit.
    """

    seconds: float
    bound: str
    warps: int
    parts: Mapping[str, float]


@cache
def chips() -> dict[str, Chip]:
    """Return all chips by architecture."""
    return {name: Chip(**facts) for name, facts in tomllib.loads(TABLE.read_text()).items()}


def resident_warps(chip: Chip, work: Work) -> int:
    """Return the number of warps that a multiprocessor holds simultaneously, in whole blocks."""
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
    """Return the least seconds for this number of bytes and of arithmetic operations.

    A fused multiply-add counts as two, as in `Row.flops`.
    """
    most = 2 * WARP * chip.rates["fma"] * chip.multiprocessors * chip.clock
    return max(moved / chip.copied, flops / most)


def predict(chip: Chip, work: Work) -> Prediction:
    """Return the predicted time of a launch."""
    used = min(chip.multiprocessors, work.blocks)
    # The last blocks run while other multiprocessors are idle.
    rounds = -(-work.blocks // used) * used / work.blocks
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
