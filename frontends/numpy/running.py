"""The execution of calls: every function of `samebits.numpy` ends here.

A call runs in the session of the current device. As in the executor, its own kernel computes it if
the session has one, else the nodes of its graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends import executor
from samebits.backends.checks import check_call
from samebits.backends.prepared import prepare
from samebits.backends.protocol import BackendError, Session, Unsupported
from samebits.numpy.callee import callee
from samebits.numpy.devices import current
from samebits.numpy.layouts import axes_in_memory, inverse, rows_repeated
from samebits.numpy.values import EVERY, Array, with_article
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

Computing = Callable[..., None]
"""A function that computes a call.

Its arguments are the operands, followed by the result arrays.
"""

_KNOWN: dict[tuple[int, int], tuple[Session, Call, Computing]] = {}
"""Prepared calls by the ids of session and call. Each entry keeps both objects alive."""

_MOST_KNOWN = 8192


def run(
    call: Call,
    inputs: Sequence[Array],
    out: Any = None,
    shapes: Sequence[Shape] | None = None,
) -> list[Array]:
    """Run a valid call, and return its results: new arrays, or the arrays of `out`, filled.

    `shapes` are the shapes of the results of an elementwise op, and None for any other op. New
    results of an elementwise op have the memory order of its operands. Raises SpecError for operand
    shapes that the op does not accept, and if the shape or format of `out` is wrong. Raises
    BackendError if the device has no kernel.
    """
    if shapes is not None:
        axes = axes_in_memory(inputs) if out is None else None
        inputs = [rows_repeated(x if axes is None else x.transpose(axes)) for x in inputs]
        if axes is not None:
            results = _run(call, inputs, None, [inputs[0].shape] * len(shapes))
            return [result.transpose(inverse(axes)) for result in results]
    return _run(call, inputs, out, shapes)


def _run(
    call: Call, inputs: Sequence[Array], out: Any, shapes: Sequence[Shape] | None
) -> list[Array]:
    """Compute the call; new results are in row-major order."""
    # Check the call before a device is chosen: an error of the call must not depend on the device
    # (C2.6).
    if shapes is None:
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
    function, session = callee(call.op).function, current().session()
    known = _KNOWN.get((id(session), id(call)))
    compute = known[2] if known else _remember(function, session, call)
    places = None if out is None else places_of(function, shapes, call.outputs, out)
    if places is not None and not _any_shared(places, inputs):
        results = places
    else:
        named = zip(shapes, call.outputs, strict=True)
        results = [np.empty(shape, get_format(form).dtype) for shape, form in named]
    try:
        compute(*inputs, *results)
    except BackendError:
        # This check raises SpecError if the specification defines the call as an error.
        check_call(call, inputs, results)
        raise
    return results if places is None or results is places else fill(results, places)


def _remember(function: str, session: Session, call: Call) -> Computing:
    compute = _prepared(function, session, call)
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(session), id(call)] = session, call, compute
    return compute


def _prepared(function: str, session: Session, call: Call) -> Computing:
    """Return a function that computes the call.

    Raises BackendError if the device cannot compute it.
    """
    support = executor.supports(session, call)
    if isinstance(support, Unsupported):
        raise BackendError(f"{function}: {current()} does not support this call: {support.reason}")
    return prepare(session, call)


def _any_shared(places: Sequence[Array], inputs: Sequence[Array]) -> bool:
    return any(np.may_share_memory(place, x) for place in places for x in inputs)


def fill(results: Sequence[Array], places: Sequence[Array]) -> list[Array]:
    """Copy the bits of results into the arrays that the caller passed, and return these arrays."""
    for result, place in zip(results, places, strict=True):
        place[...] = result
    return list(places)


def places_of(
    function: str, shapes: Sequence[Shape], formats: Sequence[str], out: Any
) -> list[Array]:
    """Return the arrays of `out` as a list.

    Raises SpecError, with the expected shape and dtype, if one of them does not fit.
    """
    places = list(out) if isinstance(out, (tuple, list)) else [out]
    if len(places) != len(shapes):
        raise SpecTypeError(
            f"{function}: out has {len(places)} items, but must have {len(shapes)}, one for "
            "each result"
        )
    for number, (place, shape, form) in enumerate(zip(places, shapes, formats, strict=True)):
        _check_place(function, place, shape, form)
        if any(np.may_share_memory(place, other) for other in places[:number]):
            raise SpecError(f"{function}: arrays of out overlap; pass arrays that share no memory")
    return places


def _check_place(function: str, place: object, shape: Shape, form: str) -> None:
    dtype = EVERY[form].dtype
    wanted = f"but must be {with_article(str(dtype))} array of shape {shape}"
    if type(place) is not np.ndarray:
        raise SpecTypeError(f"{function}: out is {with_article(type(place).__name__)}, {wanted}")
    if place.shape != shape or place.dtype != dtype:
        kind = SpecTypeError if place.dtype != dtype else SpecError
        raise kind(
            f"{function}: out is {with_article(str(place.dtype))} array of shape "
            f"{place.shape}, {wanted}"
        )
    if not place.flags.writeable:
        raise SpecError(f"{function}: out is read-only; pass a writeable array")
    if _meets_itself(place):
        raise SpecError(
            f"{function}: elements of out share memory; pass an array without overlapping elements"
        )


def _meets_itself(place: Array) -> bool:
    """Check whether two elements of the array may share memory, as in a broadcast view."""
    reach = place.itemsize
    axes = sorted((abs(s), n) for s, n in zip(place.strides, place.shape, strict=True) if n > 1)
    for stride, size in axes:
        if stride < reach:
            return place.size > 0
        reach += stride * (size - 1)
    return False
