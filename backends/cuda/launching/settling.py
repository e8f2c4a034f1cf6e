"""Launches of correctly rounded functions in binary64 (src/elementwise/settled.cuh)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.headers import found, reached
from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.launching.walks import launch, packs_of, walk
from samebits.backends.cuda.machines.protocol import Launch, Machine

_SHARED = "elementwise/left.cuh"
_KERNELS = "elementwise/settled.cuh"
_BLOCK, _OWN, _MORE = constants(_SHARED, "SB_SETTLE_BLOCK", "SB_OWN_WORDS", "SB_MORE_WORDS")
_MOST_BLOCKS = 128  # each needs 768 KiB of scratch memory

_Left = structure(_SHARED, "sb_left")


@cache
def is_settled(path: str) -> bool:
    """Return whether a kernel file includes settled.cuh, so that f64 takes two launches."""
    return found(_KERNELS) in reached(path)


def decide_and_settle(
    machine: Machine, op: str, kernel: Kernel, views: Sequence[View], parameters: Sequence[float]
) -> None:
    """Launch the kernel that computes most elements, then the one for undecided elements."""
    if not views[-1].count:
        return
    packs = packs_of(views)
    blocks = min(-(-packs // _BLOCK), _MOST_BLOCKS)
    notes = machine.allocate(packs)
    words = machine.allocate(8 * blocks * (_BLOCK * _OWN + _MORE))
    left = _Left(packs=notes.address, words=words.address)
    launch(machine, kernel, views, parameters, (left,))
    settle = Kernel(kernel.unit, f"sb_{op}_settle_{views[0].format}")
    shape = Launch((blocks, 1, 1), (_BLOCK, 1, 1))
    machine.launch(settle, shape, (walk(settle, views, parameters), left))
