"""Functions of the array API standard that make arrays from numbers.

If no dtype is given, Python integers give int64, floats float32 and bools bool. Floats are computed
by the ops `arange`, `linspace` and `full`; integers are exact.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.numpy import values
from samebits.numpy.calling import compute_named, only
from samebits.numpy.placing import placed
from samebits.numpy.scalars import cast
from samebits.numpy.values import EVERY, Array, DType, Scalar
from samebits.spec.errors import SpecError, SpecTypeError
from samebits.spec.formats import from_bits

Shape = int | Sequence[int]

DEFAULTS = {bool: "bool", int: "i64", float: "f32"}
"""The default format of an array that is made from Python numbers, by the type of the numbers."""


def _number(function: str, name: str, value: Any) -> Scalar:
    """Convert a number of Python or NumPy to a Python number.

    Raises SpecTypeError if the value is not a number.
    """
    if isinstance(value, np.generic) and value.dtype in values.NAMES:
        form = EVERY[values.NAMES[value.dtype]]
        value = float(value) if form.is_float else value.item()
    if values.is_scalar(value):
        return value  # type: ignore[no-any-return]
    raise SpecTypeError(f"{function}: {name}={value!r} must be a number")


def _format(function: str, numbers: Sequence[Scalar], dtype: DType | None) -> str:
    """Return the format of `dtype`, or the default format for the types of the numbers."""
    if dtype is not None:
        return values.format_name(function, dtype)
    kinds = [type(number) for number in numbers]
    return next(form for kind, form in reversed(DEFAULTS.items()) if kind in kinds)


def check_device(function: str, device: object) -> None:
    """Raise SpecError unless the argument `device` is None or "cpu", the device of all arrays."""
    if device is not None and not (isinstance(device, str) and device == "cpu"):
        raise SpecError(
            f"{function}: device={device!r} must be None or 'cpu', because arrays are in "
            "CPU memory; choose the device that computes with snp.device(name)"
        )


def shape_of(function: str, shape: Shape) -> tuple[int, ...]:
    """Return a shape as a tuple of integers.

    Raises SpecError if a size is negative or the shape is too large, and SpecTypeError if a size is
    not an integer.
    """
    try:
        listed = shape if isinstance(shape, Sequence) else (shape,)
        sizes = tuple(map(operator.index, listed))
    except TypeError:
        raise SpecTypeError(f"{function}: shape={shape!r} must be an integer or a tuple") from None
    if any(size < 0 for size in sizes):
        raise SpecError(
            f"{function}: shape={shape!r} has a negative size; sizes must be at least 0"
        )
    if len(sizes) > values.AXES or math.prod(size or 1 for size in sizes) >= 1 << 60:
        raise SpecError(
            f"{function}: shape={shape!r} has more axes or elements than NumPy supports"
        )
    return sizes


def arange(
    start: float,
    /,
    stop: float | None = None,
    step: float = 1,
    *,
    dtype: DType | None = None,
    device: str | None = None,
    out: Array | None = None,
) -> Array:
    """Return the numbers from start, in steps of step, before stop (clause G15.3).

    If only one argument is given, it is `stop`, and the numbers begin at 0. The default dtype is
    int64 if all three numbers are integers, else float32. Floats are computed by the op `arange`;
    integers are exact. Raises SpecError if step is 0, and for integers that the dtype cannot
    represent.
    """
    check_device("arange", device)
    first, last = (0, start) if stop is None else (start, stop)
    named = zip(("start", "stop", "step"), (first, last, step), strict=True)
    numbers = [_number("arange", name, value) for name, value in named]
    if any(isinstance(number, bool) for number in numbers):
        raise SpecTypeError("arange: start, stop and step must be integers or floats, not bools")
    form = _format("arange", numbers, dtype)
    if EVERY[form].is_float:
        start, stop, step = numbers
        if (step > 0 and stop < start) or (step < 0 and stop > start):
            stop = start  # the range is empty in the standard, but an error for the op
        return only(compute_named("arange", (), out, form, start=start, end=stop, step=step))
    return placed("arange", _integers(numbers, form), out)


def _integers(numbers: Sequence[Scalar], form: str) -> Array:
    """Return the integers of `arange`, exactly. Raises SpecError if the dtype lacks one of them."""
    if form == "bool":
        raise SpecTypeError("arange: dtype=bool is not supported; use snp.full")
    if not all(isinstance(number, int) for number in numbers):
        raise SpecTypeError(
            f"arange: {EVERY[form].dtype} needs start, stop and step to be integers, got "
            f"{', '.join(map(repr, numbers))}"
        )
    start, stop, step = map(int, numbers)
    if not step:
        raise SpecError("arange: step is 0; pass the distance from each number to the next")
    count = max(0, -((start - stop) // step))
    limits = np.iinfo(EVERY[form].dtype)
    for number in (start, start + (count - 1) * step) if count else ():
        if not limits.min <= number <= limits.max:
            beyond = f"is out of range for {EVERY[form].dtype} ({limits.min} to {limits.max})"
            raise SpecError(f"arange: {number} {beyond}")
    if count >= 1 << 60:
        raise SpecError(f"arange: {count} integers are more elements than NumPy supports")
    end, dtype = start + count * step, EVERY[form].dtype
    if dtype.itemsize >= 4 and max(abs(start), abs(end), abs(step)) <= 1 << 53:
        return np.arange(start, end, step, dtype=dtype)  # NumPy counts these in binary64
    whole = 1 << 64
    places = np.arange(count, dtype=np.uint64)
    found = places * np.uint64(step % whole) + np.uint64(start % whole)  # modulo 2^64
    return found.astype(dtype)


def linspace(
    start: float,
    stop: float,
    /,
    num: int,
    *,
    dtype: DType | None = None,
    device: str | None = None,
    endpoint: bool = True,
    out: Array | None = None,
) -> Array:
    """Return `num` evenly spaced numbers from start to stop (clause G15.4).

    If `endpoint` is False, they are the first `num` of `num + 1` evenly spaced numbers. The default
    dtype is float32. The op is `linspace`. Raises SpecError if `num` is negative or a bound is
    infinite.
    """
    check_device("linspace", device)
    numbers = {
        "start": _number("linspace", "start", start),
        "end": _number("linspace", "stop", stop),
    }
    if endpoint:
        return only(compute_named("linspace", (), out, dtype, steps=num, **numbers))
    count = num + 1 if isinstance(num, (int, np.integer)) and num >= 0 else num
    longer = only(compute_named("linspace", (), None, dtype, steps=count, **numbers))
    return placed("linspace", longer[:-1].copy(), out)


def full(
    shape: Shape,
    fill_value: Scalar,
    *,
    dtype: DType | None = None,
    device: str | None = None,
    out: Array | None = None,
) -> Array:
    """Return an array whose elements all have the value `fill_value` (clause G15.1).

    By default a float gives float32, an integer int64, and a bool bool. In a float format the
    number is rounded as a host scalar (R4.5), and a NaN becomes the canonical NaN (F1). The op is
    `full`. Raises SpecError for a number that an integer format cannot represent.
    """
    check_device("full", device)
    value = _number("full", "fill_value", fill_value)
    form = _format("full", [value], dtype)
    sizes = shape_of("full", shape)
    if not EVERY[form].is_float:
        kinds = values.KINDS[type(value)]
        if EVERY[form].kind not in kinds:
            raise SpecTypeError(
                f"full: fill_value={value!r} is not a number of {EVERY[form].dtype}"
            )
        number = values.rounded("full", "fill_value", value, form)
        return placed("full", np.full(sizes, number), out)
    if value != value:  # a host scalar is never NaN (A1.1)
        nan = EVERY[form].bits_dtype.type(EVERY[form].canonical_nan)
        return placed("full", from_bits(np.full(sizes, nan), form), out)
    # R4.5: first to the compute format, then to the format
    wide = "f32" if form.startswith("f8") else form
    found = compute_named("full", (), None, wide, shape=sizes, fill_value=value)
    return placed("full", cast(found, form), out)


def _size(name: str, value: Any) -> int:
    """Return a size of `eye` as an integer. Raises SpecError if it is negative."""
    size = values.integer_of("eye", name, value)
    if size < 0:
        raise SpecError(f"eye: {name}={value!r} must be an integer of at least 0")
    return size


def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: DType | None = None,
    device: str | None = None,
    out: Array | None = None,
) -> Array:
    """Return a matrix of zeros with ones on one diagonal (clause G15.2).

    `k` is the distance of the diagonal from the main diagonal, positive to the right. The default
    dtype is float32. The op is `eye` for the main diagonal; NumPy makes the other matrices. Raises
    SpecError if a size is negative.
    """
    check_device("eye", device)
    form = "f32" if dtype is None else values.format_name("eye", dtype)
    rows, columns = _size("n_rows", n_rows), _size("n_cols", n_rows if n_cols is None else n_cols)
    shape_of("eye", (rows, columns))
    shift = max(-rows, min(values.integer_of("eye", "k", k), columns))
    if shift:  # exact: only zeros and ones
        return placed("eye", np.eye(rows, columns, shift, EVERY[form].dtype), out)
    made = "bool" if form in values.MORE_INTEGERS else form
    found = compute_named("eye", (), None, made, n=rows, m=columns)
    return placed("eye", found.astype(EVERY[form].dtype, copy=False), out)
