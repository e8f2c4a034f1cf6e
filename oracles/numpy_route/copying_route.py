"""Moves of elements by NumPy's indexing, on bits (clause S2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.numpy_route.formats_route import narrow
from samebits.spec.families.indexing import check_indices
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Route = Callable[[Call, Sequence[Array]], Array]


def along(call: Call) -> int:
    """Return the attribute `axis` of the call as an int."""
    axis = call.attributes["axis"]
    assert isinstance(axis, int)  # checked by the shape rule
    return axis


def gather(call: Call, inputs: Sequence[Array]) -> Array:
    """Return one element of x for each index."""
    x, index = inputs
    axis = along(call)
    whole = check_indices(call.op, index, x.shape[axis])
    cut = tuple(slice(None) if d == axis % x.ndim else slice(n) for d, n in enumerate(index.shape))
    return from_bits(np.take_along_axis(bits_of(x)[cut], whole, axis), call.outputs[0])


def index_select(call: Call, inputs: Sequence[Array]) -> Array:
    """Return whole slices along the axis, one for each index."""
    x, index = inputs
    whole = check_indices(call.op, index, x.shape[along(call)])
    return from_bits(np.take(bits_of(x), whole, axis=along(call)), call.outputs[0])


def embedding(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the rows of the weight that the index selects."""
    weight, index = inputs
    return from_bits(
        bits_of(weight)[check_indices(call.op, index, weight.shape[0])], call.outputs[0]
    )


def one_hot(call: Call, inputs: Sequence[Array]) -> Array:
    """Return an array that is 1 where the class number equals the index, and otherwise 0."""
    classes = call.attributes["classes"]
    assert isinstance(classes, int)
    whole = check_indices(call.op, inputs[0], classes)
    return np.asarray(whole[..., None] == np.arange(classes)).astype(np.int64)


_NUMPY_MODES = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def padded_of(call: Call, inputs: Sequence[Array]) -> Array:
    """Return x with padding, by NumPy's own padding modes."""
    widths, name = call.attributes["widths"], call.outputs[0]
    assert isinstance(widths, tuple)
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    mode = str(call.attributes["mode"])
    bits = bits_of(inputs[0])
    if not pairs:
        return from_bits(bits.copy(), name)
    if mode != "constant":
        padded: Any = np.pad
        return from_bits(padded(bits, pairs, mode=_NUMPY_MODES[mode]), name)
    return from_bits(np.pad(bits, pairs, constant_values=_constant(call)), name)


def _constant(call: Call) -> int:
    """Return the bits of the attribute `value` in the format of the result (clause R5)."""
    value, form = np.array([call.attributes["value"]], np.float64), get_format(call.outputs[0])
    if form.is_float:
        return int(bits_of(narrow(value, form.name))[0])
    if form.kind == "bool":
        return int(value[0] != 0)
    limits = np.iinfo(form.dtype)
    number = float(value[0])
    if number >= limits.max:
        whole = int(limits.max)
    else:
        whole = int(limits.min) if number <= limits.min else int(number)
    return whole % (1 << form.bits)


def unfold(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the windows of the input as columns."""
    bits = bits_of(inputs[0])
    sizes: Any = call.attributes
    (rows, columns), (down, across) = sizes["kernel_size"], sizes["dilation"]
    py, px = sizes["padding"]
    padded = np.pad(bits, ((0, 0), (0, 0), (py, py), (px, px)))
    window = ((rows - 1) * down + 1, (columns - 1) * across + 1)
    views = np.lib.stride_tricks.sliding_window_view(padded, window, axis=(2, 3))
    views = views[:, :, :: sizes["stride"][0], :: sizes["stride"][1], ::down, ::across]
    taps = views.transpose(0, 1, 4, 5, 2, 3)
    n, c, *_ = bits.shape
    places = views.shape[2] * views.shape[3]
    return from_bits(taps.reshape(n, c * rows * columns, places), call.outputs[0])
