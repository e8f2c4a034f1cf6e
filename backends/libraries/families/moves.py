"""Moves: cat, roll, slice, pad and others."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from samebits.backends.libraries.by_axis import all_axes, cut
from samebits.backends.libraries.numpy_forms import called, quiet
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import axis_of, function, plain
from samebits.backends.protocol import Array
from samebits.spec.families.by_axis import numbers
from samebits.spec.language.call import Call

_NUMPY_MODES = {"replicate": "edge", "circular": "wrap"}


def _cat_numpy(call: Call, x: Sequence[Array]) -> Array:
    return np.concatenate(x, axis_of(call))


def _roll_numpy(call: Call, x: Sequence[Array]) -> Array:
    """Roll all axes if the call names no axes. By default NumPy would roll the flattened array."""
    moved: Any = np.roll
    return np.asarray(moved(x[0], call.attributes["shifts"], all_axes(call, x[0].ndim)))


def _roll(torch: Any, call: Call, x: Any) -> Any:
    """Roll all axes if the call names no axes.

    By default PyTorch would roll the flattened tensor.
    """
    axes = all_axes(call, x.dim())
    return torch.roll(x, call.attributes["shifts"], axes) if axes else x.clone()


def _part(call: Call, x: Any, rank: int) -> Any:
    return x[cut(call, rank, "starts", "stops", "steps")]


def _slice_gradient(torch: Any, call: Call, outgoing: Any) -> Any:
    """Call ATen's slice_backward for one axis after another."""
    shape: Any = call.attributes["shape"]
    named = numbers(call.op, call.attributes, outgoing.dim(), "starts", "steps")
    found, sizes = outgoing.clone(), list(outgoing.shape)
    for axis, (start, step) in named.items():
        stop = start + max(sizes[axis] - 1, 0) * step + (sizes[axis] > 0)
        sizes[axis] = shape[axis]
        found = torch.ops.aten.slice_backward(found, sizes, axis, start, stop, step)
    return found


def _pad_numpy(call: Call, x: Sequence[Array]) -> Array:
    widths: Any = call.attributes["widths"]
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    mode, padded = str(call.attributes["mode"]), np.pad
    if not pairs or mode == "constant":
        value: Any = call.attributes["value"]
        return padded(x[0], pairs, constant_values=value) if pairs else x[0].copy()
    renamed: Any = _NUMPY_MODES.get(mode, mode)
    return padded(x[0], pairs, mode=renamed)


def _pad(torch: Any) -> Callable[..., Any]:
    """Return a function for PyTorch's `pad`.

    In a mode that repeats elements, PyTorch pads at most three axes, and they must follow two other
    axes.
    """

    def run(call: Call, x: Any) -> Any:
        widths: Any = call.attributes["widths"]
        mode, pad = call.attributes["mode"], torch.nn.functional.pad
        if mode == "constant":
            return pad(x, _last_first(widths, 0), value=call.attributes["value"])
        first = next((i for i in range(x.dim()) if any(widths[2 * i : 2 * i + 2])), x.dim())
        if first == x.dim():
            return x.clone()
        kept, padded = tuple(x.shape[:first]), tuple(x.shape[first:])
        y = pad(x.reshape(1, math.prod(kept), *padded), _last_first(widths, first), mode=mode)
        return y.reshape(*kept, *y.shape[2:])

    return run


def _last_first(widths: Sequence[int], first: int) -> list[int]:
    """Return the widths of the axes from `first` on, with the last axis first as in PyTorch."""
    axes = reversed(range(first, len(widths) // 2))
    return [w for i in axes for w in widths[2 * i : 2 * i + 2]]


PEERS: Mapping[str, Peers] = {
    "cat": Peers(
        numpy=quiet(_cat_numpy),
        torch=function(lambda torch, call, *x: torch.cat(x, axis_of(call))),
        torch_into=None,
    ),
    "repeat": Peers(
        numpy=called(np.tile, "repeats"),
        torch=function(lambda torch, call, x: x.repeat(call.attributes["repeats"])),
        torch_into=None,
    ),
    "flip": Peers(
        numpy=quiet(lambda call, x: np.flip(x[0], all_axes(call, x[0].ndim))),
        torch=function(lambda torch, call, x: torch.flip(x, all_axes(call, x.dim()))),
        torch_into=None,
    ),
    "roll": Peers(numpy=quiet(_roll_numpy), torch=function(_roll), torch_into=None),
    "pad": Peers(numpy=quiet(_pad_numpy), torch=_pad, torch_into=None),
    "slice": Peers(
        numpy=quiet(lambda call, x: _part(call, x[0], x[0].ndim)),
        torch=function(lambda torch, call, x: _part(call, x, x.dim()).clone()),
        torch_into=None,
    ),
    "slice_gradient": Peers(numpy=None, torch=function(_slice_gradient), torch_into=None),
    "tril": Peers(
        numpy=called(np.tril, "diagonal"), torch=plain("tril", "diagonal"), torch_into=None
    ),
    "triu": Peers(
        numpy=called(np.triu, "diagonal"), torch=plain("triu", "diagonal"), torch_into=None
    ),
    "pixel_shuffle": Peers(
        numpy=None, torch=plain("pixel_shuffle", "upscale_factor"), torch_into=None
    ),
    "pixel_unshuffle": Peers(
        numpy=None, torch=plain("pixel_unshuffle", "downscale_factor"), torch_into=None
    ),
}
