"""The arguments of the kernels in src/conv/."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.compiling.declared import structure
from samebits.backends.cuda.launching.convolution.geometry import Convolution

Divider = structure("conv/window.cuh", "sb_divider")
"""Division of numbers below 2^31 by a multiplication (see there)."""

Window = structure("conv/window.cuh", "sb_window")
Product = structure("conv/convolution.cuh", "sb_convolution")
Packing = structure("conv/pack.cuh", "sb_packing")


def divider(divisor: int) -> Arguments:
    """Return the constants for a divisor of at least 1 and dividends below 2^31."""
    divisor = max(divisor, 1)
    shift = (divisor - 1).bit_length()
    multiplier = ((1 << 32) * ((1 << shift) - divisor)) // divisor + 1
    return Divider(divisor, multiplier & 0xFFFFFFFF, shift)


def dividers(lengths: Sequence[int]) -> ctypes.Array[Arguments]:
    """Return the dividers of three lengths."""
    return (Divider * 3)(*(divider(n) for n in lengths))


def window_of(conv: Convolution) -> Arguments:
    """Return the window of a convolution."""
    axes = conv.axes
    return Window(
        dividers([a.count for a in axes]),
        dividers([a.taps for a in axes]),
        *(
            tuple(getattr(a, name) for a in axes)
            for name in ("step", "first", "delta", "size", "x")
        ),
        conv.x.channel,
    )


def is_wide(conv: Convolution, limit: int) -> bool:
    """Check whether an index, an offset within a sample or a number of positions reaches `limit`.

    The sum of the indices of a position and of a tap, also outside x, must stay below it.
    """
    reach = [a.step * a.count + abs(a.first) + abs(a.delta) * a.taps + a.size for a in conv.axes]
    offset = conv.channels * abs(conv.x.channel)
    offset += sum(r * abs(a.x) for r, a in zip(reach, conv.axes, strict=True))
    columns = max(conv.samples * conv.positions, conv.channels * conv.taps)
    return max(*reach, offset, columns) >= limit
