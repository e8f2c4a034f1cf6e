"""The arguments of the kernels in src/conv/."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.compiling.declared import structure
from samebits.backends.cuda.launching.convolution.geometry import Convolution

Divider = structure("conv/window.cuh", "sb_divider")
"""The constants that replace the division of an integer below 2^31 by a multiplication."""

Window = structure("conv/window.cuh", "sb_window")
Product = structure("conv/convolution.cuh", "sb_convolution")
Packing = structure("conv/pack.cuh", "sb_packing")


def divider(divisor: int) -> Arguments:
    """Return the constants for division by `divisor`; a divisor below 1 is treated as 1.

    The dividend must be below 2^31.
    """
    divisor = max(divisor, 1)
    shift = (divisor - 1).bit_length()
    multiplier = ((1 << 32) * ((1 << shift) - divisor)) // divisor + 1
    return Divider(divisor, multiplier & 0xFFFFFFFF, shift)


def dividers(lengths: Sequence[int]) -> ctypes.Array[Arguments]:
    """Return the dividers for three lengths."""
    return (Divider * 3)(*(divider(n) for n in lengths))


def window_of(conv: Convolution) -> Arguments:
    """Return the structure that describes how a convolution reads x through windows."""
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
    """Return whether an index, an offset within a sample, or the number of columns reaches `limit`.

    An index is the sum of contributions of a position and a tap. It may be outside x.
    """
    reach = [a.step * a.count + abs(a.first) + abs(a.delta) * a.taps + a.size for a in conv.axes]
    offset = conv.channels * abs(conv.x.channel)
    offset += sum(r * abs(a.x) for r, a in zip(reach, conv.axes, strict=True))
    columns = max(conv.samples * conv.positions, conv.channels * conv.taps)
    return max(*reach, offset, columns) >= limit
