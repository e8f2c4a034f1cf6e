"""Descriptions of operands and results of any library. The reader of each type is cached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays import cupy, dlpack, interface, torch
from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import Look
from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.protocol import Array

Reader = Callable[[Driver, Any], Look]

readers: dict[type, Reader] = {}
"""The readers of the types of arrays seen so far."""


def look_at(machine: Driver, array: Any) -> Look:
    """Describe an operand or result.

    Call it before the session's device and stream are selected, because libraries report the
    current stream. Raises ArrayError for arrays that a session of this machine cannot use.
    """
    reader = readers.get(type(array))
    if reader is None:
        reader = readers[type(array)] = _reader_of(array)
    return reader(machine, array)


def _reader_of(array: Any) -> Reader:
    if isinstance(array, np.ndarray):
        return _host
    if torch.is_tensor(array):
        return torch.reader().look_at
    if cupy.is_array(array):
        return cupy.Reader().look_at
    kind = type(array)
    if hasattr(kind, "__dlpack__") and not hasattr(kind, "__cuda_array_interface__"):
        return dlpack.look_at
    return interface.look_at


def _host(_machine: Driver, array: Array) -> Look:
    address: int = array.__array_interface__["data"][0]
    return address, "", (array.dtype, array.shape, array.strides, address % GRAIN), 0, False, None
