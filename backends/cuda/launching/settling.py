"""Correctly rounded functions of binary64: the host side of src/elementwise/settled.cuh."""

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
_MOST_BLOCKS = 128  # with 768 KiB of words each

_Left = structure(_SHARED, "sb_left")


@cache
def is_settled(path: str) -> bool:
    """Check whether a file has the kernels of settled.cuh, on operands of f64."""
    return found(_KERNELS) in reached(path)


def decide_and_settle(
    machine: Machine, op: str, kernel: Kernel, views: Sequence[View], parameters: Sequence[float]
) -> None:
    """Launch the kernel that decides most elements, then the kernel for the remaining ones."""
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
