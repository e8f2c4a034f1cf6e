"""Copies of NumPy arrays to a device, and of results back to CPU memory.

An array is copied with its gaps, to an address with the same alignment. Kernels therefore get the
strides, broadcasts and unaligned addresses of the NumPy array.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.layout import Look
from samebits.backends.cuda.arrays.views import Reach
from samebits.backends.cuda.machines.protocol import ALIGNMENT, Bytes, Driver, Memory
from samebits.backends.protocol import Array


def refusal(array: Any, look: Look) -> str:
    """Return the reason why an array cannot hold a result, such as `is read-only`, or ""."""
    if isinstance(array, np.ndarray) and not array.flags.writeable:
        return "is read-only"
    return look[1]


def size_there(address: int, reach: Reach, item: int) -> int:
    """Return how many bytes of device memory an array needs; `item` is the size of an element."""
    return (address + reach.low) % ALIGNMENT + max(reach.span, item)


def to_device(machine: Driver, array: Array, address: int, reach: Reach) -> tuple[Memory, int]:
    """Copy an array to the device. Return the memory and the address of the first element."""
    shift = (address + reach.low) % ALIGNMENT
    memory = machine.allocate(size_there(address, reach, array.itemsize))
    if reach.span:
        machine.upload(memory, shift, _bytes(address + reach.low, reach.span))
    return memory, memory.address + shift - reach.low


def to_host(machine: Driver, memory: Memory, first: int, array: Array, reach: Reach) -> None:
    """Copy the elements of an array back from the memory that `to_device` returned, and wait."""
    offset = first + reach.low - memory.address
    if array.flags.c_contiguous:
        address = array.__array_interface__["data"][0]
        machine.download(memory, offset, _bytes(address + reach.low, reach.span))
        return
    fresh = np.empty(reach.span, np.uint8)  # bytes between the elements must not be overwritten
    machine.download(memory, offset, fresh)
    array[...] = np.ndarray(array.shape, array.dtype, fresh.data, -reach.low, array.strides)


def _bytes(address: int, size: int) -> Bytes:
    """Return an array over `size` bytes of CPU memory at this address, without a copy."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))
