"""Attributes with an integer for each of `axes`, as NumPy and PyTorch take them."""

from __future__ import annotations

from typing import Any

from samebits.spec.families.by_axis import numbers
from samebits.spec.language.call import Call


def cut(call: Call, rank: int, starts: str, stops: str, steps: str) -> tuple[slice, ...]:
    """An index of slices, all of the axes that the call does not name."""
    named = numbers(call.op, call.attributes, rank, starts, stops, steps)
    return tuple(slice(*named.get(axis, (None,))) for axis in range(rank))


def all_axes(call: Call, rank: int) -> Any:
    """The attribute `axes`, or a tuple of all of them."""
    axes = call.attributes["axes"]
    return tuple(range(rank)) if axes is None else axes
