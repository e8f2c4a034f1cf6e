"""Sorting and searching as the array API standard has them, by the ops of clause S3."""

from __future__ import annotations

from typing import Literal

from samebits.numpy.calling import compute_named, only
from samebits.numpy.values import Array, ArrayLike
from samebits.spec.errors import SpecError


def searchsorted(
    boundaries: ArrayLike,
    values: ArrayLike,
    /,
    *,
    side: Literal["left", "right"] = "left",
    out: Array | None = None,
) -> Array:
    """The place of each value among ascending boundaries, as int64 (clause S3.9).

    `left` is the place before those equal to it, `right` the one behind. Axes before the last are
    those of both. The op `searchsorted`. Raises SpecError for another side, shape or format.
    """
    if side not in ("left", "right"):
        raise SpecError(f"searchsorted: side={side!r} must be 'left' or 'right'")
    return only(compute_named("searchsorted", (boundaries, values), out, right=side == "right"))


def sort(
    x: ArrayLike,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """X in the order of its values along an axis; NaN above all numbers (clause S3.6).

    The order is stable in both directions, also where `stable` is False. The op `sort`. Raises
    SpecError for an axis that x does not have.
    """
    return only(compute_named("sort", (x,), out, axis=axis, descending=descending))


def argsort(
    x: ArrayLike,
    /,
    *,
    axis: int = -1,
    descending: bool = False,
    stable: bool = True,
    out: Array | None = None,
) -> Array:
    """The indices, as int64, that sort x along an axis (clause S3.7); see `sort`.

    The op `argsort`. Raises SpecError for an axis that x does not have.
    """
    return only(compute_named("argsort", (x,), out, axis=axis, descending=descending))
