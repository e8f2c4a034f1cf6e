"""Calls on integers that no op of the specification has, computed by NumPy's own kernels.

Integer arithmetic is exact and wraps modulo 2^bits (R2.3, R5.5), so the result does not depend on
the machine. A call is computed here only if all operands are integers or bool and no signature of
the op has their formats. Division by zero and negative powers have no result and are refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy.callee import Callee
from samebits.numpy.values import EVERY, MORE_INTEGERS, NAMES, Array
from samebits.spec.errors import SpecError
from samebits.spec.language.shapes import normalize_axes

Attributes = Mapping[str, Any]
Kernel = Callable[[Sequence[Array], Attributes], Array]
"""A function that computes an op on integers, given its operands and attributes."""


def has_kernel(callee: Callee, formats: Sequence[str]) -> bool:
    """Check whether all formats are integers or bool, and the op has a kernel for them."""
    name = callee.op.name
    if name not in KERNELS or any(EVERY[form].is_float for form in formats):
        return False
    if name == "where":
        return formats[0] == "bool" and formats[1] == formats[2]
    return len({*formats}) == 1 and (formats[0] != "bool" or name in _OF_BOOL)


def takes_integers(callee: Callee, formats: Sequence[str]) -> bool:
    """Check whether the op has an integer kernel, and none of the formats is a float format."""
    return callee.op.name in KERNELS and not any(EVERY[form].is_float for form in formats)


def formats_of(callee: Callee, known: Sequence[str | type]) -> tuple[str, ...] | None:
    """Return the formats of the operands, or None if there is no kernel for them.

    `known` has the format of each array and, for a host scalar, its type. A host scalar takes the
    format of the arrays.
    """
    arrays = [form for form in known[callee.op.name == "where" :] if isinstance(form, str)]
    if not arrays:
        return None
    found = tuple([form if isinstance(form, str) else arrays[-1] for form in known])
    scalars = {kind for kind in known if not isinstance(kind, str)}
    fits = scalars == {bool if arrays[-1] == "bool" else int}
    return found if fits and has_kernel(callee, found) else None


def result(callee: Callee, arrays: Sequence[Array], attributes: Attributes) -> Array:
    """Compute a call for which `has_kernel` is true. Raises SpecError if the call has no result."""
    op = callee.op
    whole = {**{attribute.name: attribute.default for attribute in op.attributes}, **attributes}
    op.shape_rule(op.name, whole, [x.shape for x in arrays])
    # NumPy's kernels are fast with one-element arrays, but slow with strides of 0
    if callee.broadcasts:
        arrays = one_element(arrays)
    with np.errstate(all="ignore"):  # overflow wraps, so NumPy's warnings are turned off
        return np.asarray(KERNELS[op.name](arrays, whole))


def one_element(arrays: Sequence[Array]) -> list[Array]:
    """Reduce arrays that repeat one number to one-element arrays.

    If all arrays do, none is reduced, because one of them must keep the shape of the result.
    """
    known = [x.size > 1 and not any(x.strides) for x in arrays]
    if all(known):
        return list(arrays)
    return [x[(slice(1),) * x.ndim] if one else x for x, one in zip(arrays, known, strict=True)]


def _ufunc(function: Callable[..., Any]) -> Kernel:
    return lambda arrays, attributes: function(*arrays)


def _copied(arrays: Sequence[Array], attributes: Attributes) -> Array:
    return arrays[0].copy(order="K")


def _everywhere(value: bool, arrays: Sequence[Array], attributes: Attributes) -> Array:
    return np.full_like(arrays[0], value, dtype=np.bool_)


def check_divisor(function: str, divisor: Array) -> None:
    """Raise SpecError if an integer divisor is zero."""
    if not divisor.all():
        raise SpecError(
            f"{function}: a divisor is 0, and the division of an integer by 0 has no result; "
            "replace it with snp.where"
        )


def _rest(function: Callable[..., Any], name: str) -> Kernel:
    def kernel(arrays: Sequence[Array], attributes: Attributes) -> Array:
        check_divisor(name, arrays[1])
        found: Array = function(*arrays)
        return found

    return kernel


def _power(arrays: Sequence[Array], attributes: Attributes) -> Array:
    if (arrays[1] < 0).any():
        raise SpecError(
            "pow: a negative power of an integer is not an integer; convert the operands to a "
            "float format with snp.astype"
        )
    return np.power(*arrays)


def _clipped(arrays: Sequence[Array], attributes: Attributes) -> Array:
    x, least, most = arrays
    return np.minimum(np.maximum(x, least), most)


def _axes(x: Array, attributes: Attributes) -> tuple[int, ...]:
    return normalize_axes("axis", attributes["axes"], x.ndim)


def _reduced(function: Callable[..., Any]) -> Kernel:
    return lambda arrays, attributes: function(
        arrays[0], axis=_axes(arrays[0], attributes), keepdims=attributes["keepdims"]
    )


def _accumulated(function: Callable[..., Any]) -> Kernel:
    """Return the kernel of a sum or product modulo 2^64, as in T3.3.

    It computes in uint64 for uint64 operands, and in int64 for all others.
    """

    def kernel(arrays: Sequence[Array], attributes: Attributes) -> Array:
        (x,) = arrays
        wide = np.uint64 if x.dtype == np.uint64 else np.int64
        if "axis" in attributes:
            return function(x, axis=attributes["axis"], dtype=wide)  # type: ignore[no-any-return]
        return _reduced(partial(function, dtype=wide))(arrays, attributes)

    return kernel


def _place(function: Callable[..., Any]) -> Kernel:
    """Return the kernel for the index of a maximum or minimum: the first one in row-major order."""

    def kernel(arrays: Sequence[Array], attributes: Attributes) -> Array:
        (x,) = arrays
        axes = _axes(x, attributes)
        kept = [n for i, n in enumerate(x.shape) if i not in axes]
        count = math.prod(x.shape[i] for i in axes)
        last = np.moveaxis(x, axes, range(-len(axes), 0)).reshape(*kept, count)
        found = np.asarray(function(last, axis=-1), np.int64)
        if attributes["keepdims"]:
            found = found.reshape([1 if i in axes else n for i, n in enumerate(x.shape)])
        return found

    return kernel


def _sorted(arrays: Sequence[Array], attributes: Attributes) -> Array:
    found = np.sort(arrays[0], axis=attributes["axis"])
    return np.flip(found, attributes["axis"]).copy() if attributes["descending"] else found


def _order(arrays: Sequence[Array], attributes: Attributes) -> Array:
    (x,) = arrays
    key = np.invert(x) if attributes["descending"] else x  # ~x reverses the order
    return np.argsort(key, axis=attributes["axis"], kind="stable").astype(np.int64)


def _product(arrays: Sequence[Array], attributes: Attributes) -> Array:
    a, b, *bias = arrays
    a = a.swapaxes(-1, -2) if attributes["transpose_a"] else a
    found: Array = np.matmul(a, b.swapaxes(-1, -2) if attributes["transpose_b"] else b)
    return found + bias[0] if bias else found


_NUMBERS: Mapping[str, Kernel] = MappingProxyType(
    {
        **dict.fromkeys(("floor", "ceil", "trunc", "round_half_even"), _copied),
        "isfinite": partial(_everywhere, True),
        **dict.fromkeys(("isinf", "isnan"), partial(_everywhere, False)),
        "abs": _ufunc(np.abs),
        "neg": _ufunc(np.negative),
        "sign": _ufunc(np.sign),
        "square": _ufunc(np.square),
        "add": _ufunc(np.add),
        "sub": _ufunc(np.subtract),
        "mul": _ufunc(np.multiply),
        "remainder": _rest(np.remainder, "remainder"),
        "fmod": _rest(np.fmod, "fmod"),
        "pow": _power,
        "maximum": _ufunc(np.maximum),
        "minimum": _ufunc(np.minimum),
        "clamp_tensor": _clipped,
        "matmul": _product,
        "bmm": _product,
        "outer": _ufunc(np.multiply.outer),
        "dot": _ufunc(np.dot),
    }
)
_ORDERED: Mapping[str, Kernel] = MappingProxyType(
    {
        "eq": _ufunc(np.equal),
        "ne": _ufunc(np.not_equal),
        "lt": _ufunc(np.less),
        "le": _ufunc(np.less_equal),
        "gt": _ufunc(np.greater),
        "ge": _ufunc(np.greater_equal),
        "where": _ufunc(np.where),
        "sum": _accumulated(np.sum),
        "prod": _accumulated(np.prod),
        "cumsum": _accumulated(np.cumsum),
        "cumprod": _accumulated(np.cumprod),
        "max": _reduced(np.max),
        "min": _reduced(np.min),
        "amax": _reduced(np.max),
        "amin": _reduced(np.min),
        "all": _reduced(np.all),
        "any": _reduced(np.any),
        "count_nonzero": _reduced(np.count_nonzero),
        "argmax": _place(np.argmax),
        "argmin": _place(np.argmin),
        "sort": _sorted,
        "argsort": _order,
        "bitwise_and": _ufunc(np.bitwise_and),
        "bitwise_or": _ufunc(np.bitwise_or),
        "bitwise_xor": _ufunc(np.bitwise_xor),
    }
)
INDEXED = frozenset({"gather", "index_select"})
"""Moves whose second operand is an array of indices."""

MOVES = frozenset({*INDEXED, "cat", "flip", "repeat", "roll", "slice", "tril", "triu"})
"""Ops that move elements. They move uint16 and uint64 as if they were int16 and int64."""

SUMS = frozenset({"sum", "prod", "cumsum", "cumprod", "matmul", "bmm", "outer", "dot"})
"""Ops that convert integer operands to `dtype` before they compute (R5.5)."""

KERNELS: Mapping[str, Kernel] = MappingProxyType({**_NUMBERS, **_ORDERED})
"""Kernels by the name of their op."""

_OF_BOOL = frozenset(_ORDERED)


def signed(x: Array) -> Array:
    """Return uint16 and uint64 arrays as signed integers of that width, as views; others as is."""
    return x.view(f"i{x.itemsize}") if NAMES[x.dtype] in MORE_INTEGERS else x


def in_order(x: Array) -> Array:
    """Convert integers to int64 so that their order stays the same; equal numbers stay equal."""
    if x.dtype == np.uint64:
        return (x ^ np.uint64(1 << 63)).view(np.int64)
    return x.astype(np.int64, copy=False)
