"""Building blocks for definitions on whole arrays: reductions, scans, products, scatter sums.

Values are real numbers (in_reals.py), so the order of a sum does not matter here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.oracles.copies import Origin
from samebits.oracles.definitions import OnArrays
from samebits.oracles.lazily import mpmath
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]


def reduced(function: Callable[[Call, Array], Array]) -> OnArrays:
    """Return the definition of a reduction.

    `function` gets the call and one row for each result.
    """

    def value(call: Call, inputs: Sequence[Array]) -> Array:
        (x,) = inputs
        axes: Any = call.attributes["axes"]
        every = range(x.ndim) if axes is None else sorted(a % x.ndim for a in axes)
        others = [a for a in range(x.ndim) if a not in every]
        shape = get_op(call.op).output_shapes(call, [x.shape])[0]
        rows = x.transpose(others + list(every)).reshape(int(np.prod(shape, dtype=np.int64)), -1)
        return np.asarray(function(call, rows)).reshape(shape)

    return OnArrays(value)


def moved(origin: Origin) -> OnArrays:
    """Return the definition of a move of one operand.

    `origin` has the arguments that `Copies` describes; None means that the element is 0.
    """

    def value(call: Call, inputs: Sequence[Array]) -> Array:
        (x,) = inputs
        result = np.empty(get_op(call.op).output_shapes(call, [x.shape])[0], object)
        for place in np.ndindex(result.shape):
            found = origin(call, x.shape, place, ())
            result[place] = mpmath.mpf(0) if found is None else x[found]
        return result

    return OnArrays(value)


def total(call: Call, rows: Array) -> Array:
    """Return the sum of each row."""
    return np.asarray(rows.sum(axis=1))


def mean(call: Call, rows: Array) -> Array:
    """Return the sum of each row divided by its length."""
    return np.asarray(total(call, rows) / rows.shape[1])


def variance(call: Call, rows: Array) -> Array:
    """Return the sum of squared deviations divided by max(0, n - correction)."""
    deviations = rows - mean(call, rows)[:, None]
    correction: Any = call.attributes["correction"]
    return np.asarray((deviations**2).sum(axis=1) / max(0, rows.shape[1] - correction))


def each(function: Callable[..., Any], *arrays: Array) -> Array:
    """Apply a function of numbers elementwise."""
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays))


def roots(x: Array) -> Array:
    """Return the square root of each element."""
    return each(mpmath.sqrt, x)


def norm(call: Call, rows: Array) -> Array:
    """Return the norm of each row: of order 1, 2 or infinity."""
    order = call.attributes["ord"]
    if order == 2:
        return roots((rows * rows).sum(axis=1))
    sizes = each(abs, rows)
    return np.asarray(sizes.sum(axis=1) if order == 1 else sizes.max(axis=1))


def scanned(ufunc: np.ufunc) -> OnArrays:
    """Return the definition of a scan: every prefix along the axis, combined by `ufunc`."""
    return OnArrays(lambda call, x: np.asarray(ufunc.accumulate(x[0], axis=_axis(call))))


def along(function: Callable[[Call, Array, int], Any]) -> OnArrays:
    """Return a definition by a function of the call, an array and its axis."""
    return OnArrays(lambda call, x: function(call, x[0], _axis(call)))


def _axis(call: Call) -> int:
    axis = call.attributes["axis"]
    assert isinstance(axis, int)  # checked by the shape rule
    return axis


def _order(x: Array, axis: int, *, descending: bool) -> Array:
    """Return the permutation of a stable sort, as indices: equal elements keep their order."""
    if not descending:
        return np.asarray(np.argsort(x, axis=axis, kind="stable"))
    backwards = np.flip(np.argsort(np.flip(x, axis), axis=axis, kind="stable"), axis)
    return np.asarray(x.shape[axis] - 1 - backwards)


def argsort(call: Call, x: Array, axis: int) -> Array:
    """Return the indices that sort the elements."""
    return _order(x, axis, descending=bool(call.attributes["descending"]))


def sort(call: Call, x: Array, axis: int) -> Any:
    """Return the sorted elements. If the op has two results, return their indices too."""
    places = argsort(call, x, axis)
    found = np.take_along_axis(x, places, axis)
    return (found, places) if len(call.outputs) == 2 else found


def topk(call: Call, x: Array, axis: int) -> Any:
    """Return the first k elements in sorted order, and their indices."""
    k: Any = call.attributes["k"]
    places = _order(x, axis, descending=bool(call.attributes["largest"]))
    places = np.take(places, np.arange(k), axis)
    return np.take_along_axis(x, places, axis), places


def product(matrices: Callable[[Array, Array], Array] = operator.matmul) -> OnArrays:
    """Return the definition of a contraction, to which a bias is added if there is one."""

    def value(call: Call, inputs: Sequence[Array]) -> Array:
        a, b = (
            np.swapaxes(x, -1, -2) if call.attributes.get(f"transpose_{name}") else x
            for name, x in zip("ab", inputs, strict=False)
        )
        found = matrices(a, b)
        return np.asarray(found + inputs[2] if len(inputs) > 2 else found)

    return OnArrays(value)


def cast(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the numbers as a cast converts them, without rounding.

    An integer format truncates, bool is x != 0, and a float format leaves them unchanged.
    """
    (x,) = inputs
    form = get_format(call.outputs[0])
    if form.kind == "bool":
        return np.asarray(x != 0)
    if not form.is_float:
        return each(int, x)
    return x if x.dtype == object else each(mpmath.mpf, each(int, x))


def added(shape: Sequence[int], places: Sequence[Array], updates: Array) -> Array:
    """Return an array of zeros to which the updates are added at the given positions."""
    found = np.full(tuple(shape), mpmath.mpf(0), object)
    np.add.at(found, tuple(places), updates)
    return found


def grid(axis: int, index: Array) -> list[Array]:
    """Return an index array for each axis.

    On `axis` it is `index`; on the other axes it is the coordinate of the element.
    """
    places: list[Array] = list(np.indices(index.shape, sparse=True))
    places[axis] = index
    return places


def gather_places(call: Call, index: Array) -> list[Array]:
    """Return the positions that gather reads and that scatter writes."""
    return grid(_axis(call) % index.ndim, index)


def selected(call: Call, index: Array, updates: Array) -> list[Array]:
    """Return the positions of slices along the axis, one slice for each index."""
    axis = _axis(call) % updates.ndim
    places: list[Array] = list(np.indices(updates.shape, sparse=True))
    places[axis] = index.reshape([-1 if d == axis else 1 for d in range(updates.ndim)])
    return places
