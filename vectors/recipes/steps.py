"""Steps of recipes: ops of the specification on arrays, computed by the NumPy route."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import format_of
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def run(call: Call, *inputs: Array) -> Array:
    """Return the result of a call that has a single result."""
    return numpy_route.evaluate(call, inputs)[0]


def elementwise(op: str, *inputs: Array) -> Array:
    """Return the result of an elementwise op on broadcast operands of one format."""
    operands = np.broadcast_arrays(*inputs)
    return run(get_op(op).call([format_of(x).name for x in operands]), *operands)


def cast(x: Array, name: str) -> Array:
    """Return the array cast to a format (R5)."""
    return run(get_op("cast").call([format_of(x).name], [name]), x)


def linear(x: Array, weight: Array, bias: Array) -> Array:
    """Return x @ weight.T + bias (T4), with the weight as torch.nn.Linear stores it."""
    name = format_of(x).name
    call = get_op("matmul").call([name] * 3, transpose_a=False, transpose_b=True)
    return run(call, x, weight, bias)


def layer_norm(x: Array, weight: Array, bias: Array, epsilon: float) -> Array:
    """Return (x - mean) / sqrt(mean((x - mean)^2) + epsilon) * weight + bias over the last axis."""
    mean = get_op("mean").call([format_of(x).name], axes=(-1,), keepdims=True)
    centred = elementwise("sub", x, run(mean, x))
    variance = run(mean, elementwise("mul", centred, centred))
    shifted = elementwise("add", variance, np.asarray(epsilon, dtype=x.dtype))
    normal = elementwise("div", centred, elementwise("sqrt", shifted))
    return elementwise("add", elementwise("mul", normal, weight), bias)
