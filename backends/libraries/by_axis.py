"""Attributes that hold an integer for each axis in `axes`, in the form of NumPy and PyTorch."""

from __future__ import annotations

from typing import Any

from samebits.spec.families.by_axis import numbers
from samebits.spec.language.call import Call


def cut(call: Call, rank: int, starts: str, stops: str, steps: str) -> tuple[slice, ...]:
    """Return a tuple of slices as an index. Axes that the call does not name are taken whole."""
    named = numbers(call.op, call.attributes, rank, starts, stops, steps)
    return tuple(slice(*named.get(axis, (None,))) for axis in range(rank))


def all_axes(call: Call, rank: int) -> Any:
    """Return the attribute `axes`, or a tuple of all axes if it is None."""
    axes = call.attributes["axes"]
    return tuple(range(rank)) if axes is None else axes
