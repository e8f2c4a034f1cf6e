"""Definitions of convolutions on whole arrays: tap by tap, each group separately.

Values are real numbers (in_reals.py), so the order of a sum does not matter here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from samebits.oracles.definitions import OnArrays
from samebits.oracles.lazily import mpmath
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def _settings(call: Call, name: str) -> tuple[int, ...]:
    value: Any = call.attributes[name]
    return tuple(value)


def _taps(call: Call, kernel: Sequence[int], places: Sequence[int]) -> Iterator[Any]:
    """Yield each tap and its slice.

    The slice selects the elements of the padded input that the tap reads for all outputs.
    """
    strides, dilations = _settings(call, "stride"), _settings(call, "dilation")
    for tap in product(*(range(k) for k in kernel)):
        cut = (
            slice(k * d, k * d + s * (n - 1) + 1 if n else k * d, s)
            for k, d, s, n in zip(tap, dilations, strides, places, strict=True)
        )
        yield tap, (slice(None), slice(None), *cut)


def _zeros(shape: Sequence[int]) -> Array:
    return np.full(tuple(shape), mpmath.mpf(0), object)


def _padded(call: Call, x: Array) -> Array:
    widths = [(p, p) for p in _settings(call, "padding")]
    found = _zeros(
        (*x.shape[:2], *(n + 2 * p for n, (p, _) in zip(x.shape[2:], widths, strict=True)))
    )
    found[_inside(call, x.shape[2:])] = x
    return found


def _inside(call: Call, sizes: Sequence[int]) -> tuple[slice, ...]:
    pads = _settings(call, "padding")
    cut = (slice(p, p + n) for p, n in zip(pads, sizes, strict=True))
    return (slice(None), slice(None), *cut)


def _grouped(call: Call, x: Array, axis: int = 1) -> list[Array]:
    groups: Any = call.attributes["groups"]
    return np.split(x, groups, axis)


def _mixed(x: Array, matrix: Array) -> Array:
    """Return the channels of x[N, in, *S] multiplied by a matrix[out, in], as [N, out, *S]."""
    return np.moveaxis(np.tensordot(x, matrix, axes=([1], [1])), -1, 1)


def _forward(call: Call, inputs: Sequence[Array]) -> Array:
    x, weight = inputs[:2]
    shape = get_op(call.op).output_shapes(call, [v.shape for v in inputs])[0]
    found, padded = _zeros(shape), _padded(call, x)
    for tap, cut in _taps(call, weight.shape[2:], shape[2:]):
        pairs = zip(
            _grouped(call, padded[cut]), _grouped(call, weight[(..., *tap)], 0), strict=True
        )
        found = found + np.concatenate([_mixed(part, matrix) for part, matrix in pairs], axis=1)
    return _biased(found, inputs)


def _input_gradient(call: Call, inputs: Sequence[Array]) -> Array:
    """Return an input gradient. A transposed convolution is the same function."""
    gradient, weight = inputs[:2]
    shape = get_op(call.op).output_shapes(call, [v.shape for v in inputs])[0]
    padded = _padded(call, _zeros(shape))
    for tap, cut in _taps(call, weight.shape[2:], gradient.shape[2:]):
        pairs = zip(_grouped(call, gradient), _grouped(call, weight[(..., *tap)], 0), strict=True)
        padded[cut] += np.concatenate([_mixed(part, m.T) for part, m in pairs], axis=1)
    return _biased(padded[_inside(call, shape[2:])], inputs)


def _weight_gradient(call: Call, inputs: Sequence[Array]) -> Array:
    x, gradient = inputs
    shape = get_op(call.op).output_shapes(call, [v.shape for v in inputs])[0]
    found, padded = _zeros(shape), _padded(call, x)
    others = [0, *range(2, x.ndim)]
    for tap, cut in _taps(call, shape[2:], gradient.shape[2:]):
        pairs = zip(_grouped(call, gradient), _grouped(call, padded[cut]), strict=True)
        parts = [np.tensordot(g, part, axes=(others, others)) for g, part in pairs]
        found[(..., *tap)] = np.concatenate(parts, axis=0)
    return found


def _biased(x: Array, inputs: Sequence[Array]) -> Array:
    if len(inputs) < 3:
        return x
    return np.asarray(x + inputs[2].reshape(-1, *(1,) * (x.ndim - 2)))


FORWARD = OnArrays(_forward)
INPUT_GRADIENT = OnArrays(_input_gradient)
WEIGHT_GRADIENT = OnArrays(_weight_gradient)
