"""The arguments of the kernels in src/conv/, laid out as there."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from samebits.backends.cuda.convolution.geometry import Convolution
from samebits.backends.cuda.machines.arguments import Arguments, array_of


def _three(*names: str) -> tuple[tuple[str, Any], ...]:
    """Fields of three integers, by axis."""
    return tuple((name, array_of(ctypes.c_int64, 3)) for name in names)


class Divider(Arguments):
    """As `sb_divider`: division of numbers below 2^31 by a multiplication (see there)."""

    _fields_ = (
        ("divisor", ctypes.c_int64),
        ("multiplier", ctypes.c_uint32),
        ("shift", ctypes.c_uint32),
    )


class Window(Arguments):
    """As `sb_window`."""

    _fields_ = (
        ("positions", Divider * 3),
        ("taps", Divider * 3),
        *_three("step", "first", "delta", "size", "x"),
        ("channel", ctypes.c_int64),
    )


class Product(Arguments):
    """As `sb_convolution`."""

    _fields_ = (
        ("window", Window),
        *(
            (name, ctypes.c_void_p)
            for name in ("x", "packed", "taps", "bias", "y", "levels", "parts")
        ),
        *(
            (name, ctypes.c_int64)
            for name in (
                "groups", "rows", "columns", "terms", "outers", "rows_packed", "terms_packed",
                "slices", "slices_inside", "blocks_of_slice", "outers_of_slice",
                "x_group", "x_sample", "y_group", "y_row", "y_outer",
            )
        ),
        *_three("y_axis"),
        ("bias_stride", ctypes.c_int64),
        *((name, ctypes.c_int32) for name in ("inner_levels", "all_levels", "even", "unused")),
    )  # fmt: skip


class Packing(Arguments):
    """As `sb_packing`."""

    _fields_ = (
        ("window", Window),
        ("lengths", Divider * 3),
        *((name, ctypes.c_void_p) for name in ("source", "to", "taps")),
        *(
            (name, ctypes.c_int64)
            for name in (
                "groups", "outers", "rows", "terms", "rows_packed", "terms_packed",
                "group", "outer", "row", "channel",
            )
        ),
        *_three("axis"),
    )  # fmt: skip


def divider(divisor: int) -> Divider:
    """Of a divisor from 1 on; the multiplier serves those below 2^31."""
    divisor = max(divisor, 1)
    shift = (divisor - 1).bit_length()
    multiplier = ((1 << 32) * ((1 << shift) - divisor)) // divisor + 1
    return Divider(divisor, multiplier & 0xFFFFFFFF, shift)


def dividers(lengths: Sequence[int]) -> ctypes.Array[Divider]:
    """Those of three lengths."""
    return (Divider * 3)(*(divider(n) for n in lengths))


def window_of(conv: Convolution) -> Window:
    """The window of a convolution."""
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
    """Whether an index, an offset within a sample or a number of positions reaches `limit`.

    The indices of a position and of a tap, outside x too, must add up below it.
    """
    reach = [a.step * a.count + abs(a.first) + abs(a.delta) * a.taps + a.size for a in conv.axes]
    offset = conv.channels * abs(conv.x.channel)
    offset += sum(r * abs(a.x) for r, a in zip(reach, conv.axes, strict=True))
    columns = max(conv.samples * conv.positions, conv.channels * conv.taps)
    return max(*reach, offset, columns) >= limit
