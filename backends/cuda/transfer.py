"""Arrays of the host brought to a device, and results taken back.

An array travels with its gaps: the bytes that it spans are copied to an address of the same
alignment, so that strides, broadcasts and odd addresses reach the kernels as they are.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.layout import Look
from samebits.backends.cuda.machines.protocol import ALIGNMENT, Bytes, Driver, Memory
from samebits.backends.cuda.views import Reach
from samebits.backends.protocol import Array


def refusal(array: Any, look: Look) -> str:
    """Why an array takes no result, as `is read-only`; empty if it does."""
    if isinstance(array, np.ndarray) and not array.flags.writeable:
        return "is read-only"
    return look[1]


def size_there(address: int, reach: Reach, item: int) -> int:
    """Bytes of device memory that an array of the host takes; `item` is those of an element."""
    return (address + reach.low) % ALIGNMENT + max(reach.span, item)


def to_device(machine: Driver, array: Array, address: int, reach: Reach) -> tuple[Memory, int]:
    """Memory that holds an array of the host, and where its first element lies there."""
    shift = (address + reach.low) % ALIGNMENT
    memory = machine.allocate(size_there(address, reach, array.itemsize))
    if reach.span:
        machine.upload(memory, shift, _bytes(address + reach.low, reach.span))
    return memory, memory.address + shift - reach.low


def to_host(machine: Driver, memory: Memory, first: int, array: Array, reach: Reach) -> None:
    """Bring the elements of an array of the host back from where `to_device` put them, and wait."""
    offset = first + reach.low - memory.address
    if array.flags.c_contiguous:
        address = array.__array_interface__["data"][0]
        machine.download(memory, offset, _bytes(address + reach.low, reach.span))
        return
    fresh = np.empty(reach.span, np.uint8)  # what lies between the elements is not ours to write
    machine.download(memory, offset, fresh)
    array[...] = np.ndarray(array.shape, array.dtype, fresh.data, -reach.low, array.strides)


def _bytes(address: int, size: int) -> Bytes:
    """Bytes of the host, seen in place."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))
