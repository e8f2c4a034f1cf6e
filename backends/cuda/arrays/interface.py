"""Arrays with the CUDA array interface up to version 3: arrays of Numba, resident.py, and others.

A type string of ml_dtypes is accepted if it belongs to one type only: `<V2` is bfloat16, `<f1` is
float8_e5m2. `<V1` may be any of a dozen types, so the array's own dtype decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Kind, Look
from samebits.backends.cuda.compiling import presence
from samebits.backends.cuda.machines.protocol import Driver
from samebits.spec.formats import FORMATS

_OWN_STRINGS = {FORMATS[name].dtype.str: FORMATS[name].dtype for name in ("bf16", "f8e5m2")}
_STRINGS = {form.dtype: form.dtype.str for form in FORMATS.values()}
_kinds: dict[str, np.dtype[Any] | Kind] = {}


def look_at(_machine: Driver, array: Any) -> Look:
    """Describe an array by its interface.

    Raises ArrayError if the interface is missing or invalid.
    """
    interface = _interface(array)
    try:
        address, is_fixed = interface["data"]
        kind = _kind(array, interface["typestr"])
        shape, strides = tuple(interface["shape"]), interface.get("strides")
        steps = None if strides is None else tuple(strides)
        stream = int(interface.get("stream") or 0)
        layout = (kind, shape, steps, address % GRAIN)
    except (KeyError, TypeError, ValueError) as error:
        raise ArrayError(f"has an invalid CUDA array interface: {error!r}") from error
    if interface.get("mask") is not None:
        raise ArrayError("has a mask, which kernels would ignore; pass its values without the mask")
    return address, "is read-only" if is_fixed else "", layout, stream, 0 not in shape, None


def _interface(array: Any) -> Any:
    try:
        found = getattr(array, "__cuda_array_interface__", None)
    except Exception as error:
        text = presence.one_line(error)
        raise ArrayError(f"raises an error for its CUDA array interface: {text}") from error
    if found is None:
        name = type(array).__name__
        raise ArrayError(f"is a {name}, neither an array of NumPy nor one on a CUDA device")
    return found


def _kind(array: Any, typestr: str) -> np.dtype[Any] | Kind:
    dtype = getattr(array, "dtype", None)
    if isinstance(dtype, np.dtype) and (_STRINGS.get(dtype) or dtype.str) == typestr:
        return dtype
    kind = _kinds.get(typestr)
    if kind is None:
        kind = _kinds[typestr] = _kind_of(typestr)
    return kind


def _kind_of(typestr: str) -> np.dtype[Any] | Kind:
    """Return the type that a type string means, without a look at the array's own dtype."""
    if typestr in _OWN_STRINGS:
        return _OWN_STRINGS[typestr]
    try:
        dtype = np.dtype(typestr)
    except TypeError:
        return Kind(typestr)
    return Kind(typestr, raw=dtype.itemsize) if dtype.kind == "V" else dtype
