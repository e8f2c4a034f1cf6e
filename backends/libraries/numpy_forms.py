"""The ways in which NumPy's functions are called, used by the tables of `families/`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Implementation = Callable[[Call, Sequence[Array]], Array | tuple[Array, ...]]
"""A function of a call and its operands that returns the result in the result's format.

If a call has several results, it returns a tuple.
"""


def quiet(function: Implementation) -> Implementation:
    """Return the function without warnings, because the judge compares bits, not flags."""

    @wraps(function)
    def run(call: Call, inputs: Sequence[Array]) -> Array | tuple[Array, ...]:
        with np.errstate(all="ignore"):
            return function(call, inputs)

    return run


@dataclass(frozen=True, slots=True)
class Ufunc:
    """NumPy's function with this name, called with the operands."""

    name: str

    @property
    def function(self) -> Callable[..., Any]:
        """Return the NumPy function."""
        found: Callable[..., Any] = getattr(np, self.name)
        return found

    def __call__(self, call: Call, inputs: Sequence[Array]) -> Array:
        """Return the result, without warnings."""
        with np.errstate(all="ignore"):
            return np.asarray(self.function(*inputs))


def called(function: Callable[..., Any], *attributes: str, **keywords: Any) -> Implementation:
    """Return an implementation that passes the operands and then these attributes."""

    def run(call: Call, inputs: Sequence[Array]) -> Array:
        given = (call.attributes[name] for name in attributes)
        return np.asarray(function(*inputs, *given, **keywords))

    return quiet(run)


def reduction(function: Callable[..., Any]) -> Implementation:
    """Return an implementation of a reduction over one axis, several axes or all axes."""

    def run(call: Call, inputs: Sequence[Array]) -> Array:
        axes = call.attributes["axes"]
        return np.asarray(function(inputs[0], axis=axes, keepdims=call.attributes["keepdims"]))

    return quiet(run)


def one_axis(call: Call) -> Any:
    """Return the reduced axis, or None for all axes.

    Raises ValueError if there is another number of axes.
    """
    axes = call.attributes["axes"]
    if isinstance(axes, tuple) and len(axes) != 1:
        raise ValueError(f"NumPy's {call.op} takes one axis or all")
    return axes[0] if isinstance(axes, tuple) else axes


def index(function: Callable[..., Any]) -> Implementation:
    """Return an implementation of a reduction over one axis or over all axes."""

    def run(call: Call, inputs: Sequence[Array]) -> Array:
        axis = one_axis(call)
        return np.asarray(function(inputs[0], axis=axis, keepdims=call.attributes["keepdims"]))

    return quiet(run)


def total(function: Callable[..., Any]) -> Implementation:
    """Return an implementation of a reduction that accumulates in the result's format."""

    def run(call: Call, inputs: Sequence[Array]) -> Array | tuple[Array, ...]:
        dtype = get_format(call.outputs[0]).dtype
        return reduction(partial(function, dtype=dtype))(call, inputs)

    return run


def moment(function: Callable[..., Any]) -> Implementation:
    """Return an implementation of a reduction with a correction of the degrees of freedom."""

    def run(call: Call, inputs: Sequence[Array]) -> Array | tuple[Array, ...]:
        with warnings.catch_warnings():  # too few degrees of freedom is a warning, not a flag
            warnings.simplefilter("ignore", RuntimeWarning)
            ddof = call.attributes["correction"]
            return reduction(partial(function, ddof=ddof))(call, inputs)

    return run


def scan(function: Callable[..., Any]) -> Implementation:
    """Return an implementation of a scan that accumulates in the result's format."""

    def run(call: Call, inputs: Sequence[Array]) -> Array:
        dtype = get_format(call.outputs[0]).dtype
        return np.asarray(function(inputs[0], axis=call.attributes["axis"], dtype=dtype))

    return quiet(run)


def product(call: Call, inputs: Sequence[Array]) -> Array:
    """Return a matrix product, single or batched, plus the bias if there is one."""
    a, b = inputs[0], inputs[1]
    a = np.swapaxes(a, -1, -2) if call.attributes.get("transpose_a") else a
    b = np.swapaxes(b, -1, -2) if call.attributes.get("transpose_b") else b
    result = get_format(call.outputs[0]).dtype
    wider: dict[str, Any] = {} if result == a.dtype else {"dtype": result}
    with np.errstate(all="ignore"):
        found = np.asarray(np.matmul(a, b, **wider))
        found = found + inputs[2] if len(inputs) == 3 else found
        return found.astype(result)  # NumPy returns float32 for bfloat16.


def axis_of(call: Call) -> int:
    """Return the attribute `axis`."""
    return int(str(call.attributes["axis"]))


def added(call: Call, start: Array, index: Array, updates: Array) -> Array:
    """Return `start` with the updates added at the positions that the index names."""
    places: list[Any] = list(np.indices(updates.shape))
    axis = axis_of(call) % start.ndim
    if index.ndim != updates.ndim:
        index = index.reshape([-1 if d == axis else 1 for d in range(start.ndim)])
    places[axis] = index
    with np.errstate(all="ignore"):
        np.add.at(start, tuple(places), updates)
    return start
