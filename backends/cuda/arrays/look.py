"""Looks at an operand or result, whosever it is. Which reader sees a type is found out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.addresses import GRAIN
from samebits.backends.cuda.arrays import cupy, dlpack, interface, torch
from samebits.backends.cuda.arrays.layout import Look
from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.protocol import Array

Reader = Callable[[Driver, Any], Look]

readers: dict[type, Reader] = {}
"""What sees arrays of a type, for those that have been seen."""


def look_at(machine: Driver, array: Any) -> Look:
    """What a call has to know of an operand or result.

    It has to be asked before the session's device and stream are selected, for libraries tell the
    stream that is current. Raises ArrayError for what a session of this machine cannot use.
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
