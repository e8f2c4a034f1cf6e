"""Creation of arrays without arithmetic: constants, and conversions of lists and buffers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.numpy import values
from samebits.numpy.conversions import in_format
from samebits.numpy.creation import DEFAULTS, Shape, check_device, full, shape_of
from samebits.numpy.values import EVERY, Array, ArrayLike, DType, Scalar
from samebits.spec.errors import SpecError, SpecTypeError


def asarray(
    obj: Any,
    /,
    *,
    dtype: DType | None = None,
    device: str | None = None,
    copy: bool | None = None,
) -> Array:
    """Return an array of anything that NumPy can convert: an array, buffer, number or list.

    Python floats give float32, each rounded once, unless `dtype` is given. Objects that have a
    dtype keep it, unless `dtype` is a different one; then they are converted by R5. Raises
    SpecError if the dtype is not a format, if it cannot represent a Python integer, and if
    `copy=False` but a copy is needed.
    """
    check_device("asarray", device)
    wanted = None if dtype is None else values.format_name("asarray", dtype)
    made = obj if isinstance(obj, np.ndarray) else _read(obj, wanted)
    made = values.array_of("asarray", "obj", made)
    form = values.NAMES[made.dtype] if wanted is None else wanted
    if wanted is None and made.dtype == np.float64 and _is_python(obj):
        form = DEFAULTS[float]
    found = in_format(made, form)
    if copy is False and found is not obj:
        raise SpecError("asarray: obj must be copied to make this array; omit copy=False")
    return found.copy(order="K") if copy and found is made else found


def _read(obj: Any, wanted: str | None) -> Array:
    """Convert an object that is not an array, by NumPy.

    Raises SpecError if NumPy cannot convert it, or would change a number.
    """
    try:
        made: Array = np.asarray(obj)
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise SpecError(f"asarray: NumPy cannot convert obj to an array: {error}") from None
    if made.dtype.kind in "fO" and _is_python(obj):
        return _mixed(obj, made, wanted)
    if wanted is not None and made.dtype.kind in "iu" and EVERY[wanted].kind in ("int", "uint"):
        ends = (int(made.min()), int(made.max())) if made.size and _is_python(obj) else ()
        for number in ends:
            values.rounded("asarray", "obj", number, wanted)
    return made


def _mixed(obj: Any, made: Array, wanted: str | None) -> Array:
    """Convert Python numbers if NumPy chose a float dtype or none; integers stay integers."""
    numbers = list(_numbers(obj))
    whole = [number for number in numbers if type(number) is int]
    if whole and not any(type(number) is float for number in numbers):
        form = wanted or ("u64" if min(whole) >= 0 else "i64")
        for number in (min(whole), max(whole)):
            values.rounded("asarray", "obj", number, form)
        if not EVERY[form].is_float:
            return np.array(obj, EVERY[form].dtype)
    for number in whole:
        values.real("asarray", "obj", number)
    return made.astype(np.float64)


def _numbers(value: Any) -> Iterator[Scalar]:
    """Yield the numbers in nested lists."""
    if values.is_scalar(value):
        yield value
    else:
        for one in value:
            yield from _numbers(one)


def from_dlpack(x: Any, /, *, device: str | None = None, copy: bool | None = None) -> Array:
    """Return an array of a different library through DLPack: with shared memory, or as a copy.

    Raises SpecError if the dtype is not a format, and if DLPack cannot convert x.
    """
    check_device("from_dlpack", device)
    try:
        given = np.from_dlpack(x)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        raise SpecTypeError(f"from_dlpack: DLPack cannot convert x to an array: {error}") from None
    made = values.array_of("from_dlpack", "x", given)
    return made.copy(order="K") if copy else made


def _is_python(value: Any) -> bool:
    """Return whether all items of nested lists are Python numbers, without a dtype of their own."""
    if isinstance(value, (list, tuple, range)):
        return all(map(_is_python, value))
    return values.is_scalar(value)


def zeros(shape: Shape, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """Return an array of zeros, by default float32. Raises SpecError for an invalid shape."""
    return _made("zeros", shape, 0, dtype, device)


def ones(shape: Shape, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """Return an array of ones, by default float32. Raises SpecError for an invalid shape."""
    return _made("ones", shape, 1, dtype, device)


def empty(shape: Shape, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """Return a new array of zeros, by default float32, for use as `out`.

    Raises SpecError for an invalid shape.
    """
    return _made("empty", shape, 0, dtype, device)


def _made(
    function: str, shape: Shape, number: int, dtype: DType | None, device: str | None
) -> Array:
    check_device(function, device)
    form = "f32" if dtype is None else values.format_name(function, dtype)
    made = np.zeros(shape_of(function, shape), EVERY[form].dtype)
    if number:
        made.fill(number)
    return made


def zeros_like(x: ArrayLike, /, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """Return an array of zeros with x's shape and dtype. Raises SpecError if x is not an array."""
    return _like(x, "zeros_like", 0, dtype, device)


def ones_like(x: ArrayLike, /, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """Return an array of ones with x's shape and dtype. Raises SpecError if x is not an array."""
    return _like(x, "ones_like", 1, dtype, device)


def empty_like(x: ArrayLike, /, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """Return a new array of zeros with x's shape and dtype, for use as `out`.

    Raises SpecError if x is not an array.
    """
    return _like(x, "empty_like", 0, dtype, device)


def _like(
    x: ArrayLike, function: str, number: int, dtype: DType | None, device: str | None
) -> Array:
    """Return an array filled with one number, with x's shape, dtype and memory order of axes."""
    check_device(function, device)
    array = values.array_of(function, "x", x)
    form = values.NAMES[array.dtype] if dtype is None else values.format_name(function, dtype)
    made = np.zeros_like(array, EVERY[form].dtype)
    if number:
        made.fill(number)
    return made


def full_like(
    x: ArrayLike,
    /,
    fill_value: Scalar,
    *,
    dtype: DType | None = None,
    device: str | None = None,
) -> Array:
    """Return an array filled with one number, with x's shape and dtype; see `full`.

    Raises SpecError if x is not an array, and for a number that the dtype cannot represent.
    """
    made = _like(x, "full_like", 0, dtype, device)
    return full(made.shape, fill_value, dtype=made.dtype, out=made)


FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        made.__name__: made
        for made in (
            asarray, from_dlpack, empty, empty_like, full_like, ones, ones_like, zeros, zeros_like,
        )
    }
)  # fmt: skip
"""The functions of this module, by public name."""
