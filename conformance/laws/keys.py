"""Integer keys that order bit patterns (clause S3), for laws that compute right values."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.spec.formats import from_bits, get_format, is_nan_bits

Bits = np.ndarray[Any, Any]

_GREATEST = np.iinfo(np.int64).max


def extreme_keys(bits: Bits, name: str, *, least: bool) -> Bits:
    """Return int64 keys; the extreme has the greatest key.

    -0 is below +0, and NaN is greatest.
    """
    form = get_format(name)
    if not form.is_float:
        keys = _integers(bits, name)
        return ~keys if least else keys
    magnitude = (bits & form.bits_dtype.type(form.sign_mask - 1)).astype(np.int64)
    negative = (bits & form.bits_dtype.type(form.sign_mask)) != 0
    keys = np.where(negative, ~magnitude, magnitude)
    return np.where(is_nan_bits(bits, name), _GREATEST, ~keys if least else keys)


def sort_keys(bits: Bits, name: str, *, descending: bool) -> Bits:
    """Return int64 keys in the order of `sort`: -0 equals +0, and all NaN are equal and greatest.

    Sorting the keys in ascending order gives the right order for both values of `descending`.
    """
    form = get_format(name)
    if not form.is_float:
        keys = _integers(bits, name)
    else:
        magnitude = (bits & form.bits_dtype.type(form.sign_mask - 1)).astype(np.int64)
        negative = (bits & form.bits_dtype.type(form.sign_mask)) != 0
        keys = np.where(negative, -magnitude, magnitude)
        keys = np.where(is_nan_bits(bits, name), _GREATEST, keys)
    return ~keys if descending else keys


def _integers(bits: Bits, name: str) -> Bits:
    if get_format(name).kind == "bool":
        return np.asarray(bits != 0).astype(np.int64)
    return np.asarray(from_bits(bits, name)).astype(np.int64)
