"""Arrays that are made without computing a number: NumPy makes them, and lists are converted."""

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
    """An array of what NumPy takes as one: an array, a buffer, a number, a list of numbers.

    Python floats make float32, each rounded once, unless `dtype` is given; what has a dtype already
    keeps it. To another `dtype` it is converted by R5. Raises SpecError for a dtype that is no
    format, for a Python integer that the dtype does not have, and where `copy=False` but a copy is
    needed.
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
        raise SpecError("asarray: obj must be copied to make this array; leave copy=False out")
    return found.copy(order="K") if copy and found is made else found


def _read(obj: Any, wanted: str | None) -> Array:
    """What NumPy makes of an object that is no array. Raises SpecError where a number changes."""
    try:
        made: Array = np.asarray(obj)
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise SpecError(f"asarray: NumPy makes no array of obj: {error}") from None
    if made.dtype.kind in "fO" and _is_python(obj):
        return _mixed(obj, made, wanted)
    if wanted is not None and made.dtype.kind in "iu" and EVERY[wanted].kind in ("int", "uint"):
        ends = (int(made.min()), int(made.max())) if made.size and _is_python(obj) else ()
        for number in ends:
            values.rounded("asarray", "obj", number, wanted)
    return made


def _mixed(obj: Any, made: Array, wanted: str | None) -> Array:
    """Python numbers of which NumPy made floats, or found no dtype: integers stay what they are."""
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
    """The numbers in nested lists."""
    if values.is_scalar(value):
        yield value
    else:
        for one in value:
            yield from _numbers(one)


def from_dlpack(x: Any, /, *, device: str | None = None, copy: bool | None = None) -> Array:
    """An array of what another library's array holds, by DLPack: the same memory, or a copy.

    Raises SpecError for a dtype that is no format, and for what no array is made of by DLPack.
    """
    check_device("from_dlpack", device)
    try:
        given = np.from_dlpack(x)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        raise SpecTypeError(f"from_dlpack: DLPack makes no array of x: {error}") from None
    made = values.array_of("from_dlpack", "x", given)
    return made.copy(order="K") if copy else made


def _is_python(value: Any) -> bool:
    """Whether nothing in nested lists has a dtype of its own."""
    if isinstance(value, (list, tuple, range)):
        return all(map(_is_python, value))
    return values.is_scalar(value)


def zeros(shape: Shape, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """An array of zeros, of float32 unless `dtype` is given. Raises SpecError for a wrong shape."""
    return _made("zeros", shape, 0, dtype, device)


def ones(shape: Shape, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """An array of ones, of float32 unless `dtype` is given. Raises SpecError for a wrong shape."""
    return _made("ones", shape, 1, dtype, device)


def empty(shape: Shape, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """A new array for `out=`; it holds zeros. float32 unless `dtype` is given.

    Raises SpecError for a wrong shape.
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
    """An array of zeros of x's shape and dtype. Raises SpecError for what is no array."""
    return _like(x, "zeros_like", 0, dtype, device)


def ones_like(x: ArrayLike, /, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """An array of ones of x's shape and dtype. Raises SpecError for what is no array."""
    return _like(x, "ones_like", 1, dtype, device)


def empty_like(x: ArrayLike, /, *, dtype: DType | None = None, device: str | None = None) -> Array:
    """A new array of x's shape and dtype for `out=`. Raises SpecError for what is no array."""
    return _like(x, "empty_like", 0, dtype, device)


def _like(
    x: ArrayLike, function: str, number: int, dtype: DType | None, device: str | None
) -> Array:
    """An array of one number, with x's shape and the order of its axes in memory."""
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
    """One number everywhere, of x's shape and dtype; see `full`. Raises SpecError."""
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
"""By public name."""
