"""Arrays brought to a device as views, and results taken back.

An array of the host travels with its gaps: the bytes that it spans are copied to an address of the
same alignment, so that strides, broadcasts and odd addresses reach the kernels as they are. An
array that lies on the device already (one with `__cuda_array_interface__`) is seen in place.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.cuda.machines.protocol import ALIGNMENT, Bytes, Machine
from samebits.backends.cuda.views import View, contiguous_strides, reach
from samebits.backends.protocol import Array, BackendError
from samebits.spec.formats import FORMATS


@dataclass(frozen=True, slots=True)
class _Foreign:
    """Memory of somebody else's array on the device; `owner` keeps it alive."""

    address: int
    size: int
    owner: object


def require_array(array: Any) -> None:
    """Raise BackendError unless it is an array of NumPy or one on a CUDA device."""
    if not isinstance(array, np.ndarray) and not hasattr(array, "__cuda_array_interface__"):
        kind = type(array).__name__
        raise BackendError(f"{kind} is neither an array of NumPy nor one on a CUDA device")


def to_device(machine: Machine, array: Any, name: str) -> View:
    """The array as a view of format `name`. Raises BackendError for another format or no array."""
    if not isinstance(array, np.ndarray):
        return _in_place(machine, array, name)
    form = FORMATS[name]
    if array.dtype != form.dtype:
        raise BackendError(f"{name} wanted, got dtype {array.dtype}")
    low, span = _span(array)
    shift = (_address(array) + low) % ALIGNMENT
    memory = machine.allocate(shift + max(span, form.bits // 8))
    if span:
        machine.upload(memory, shift, _bytes(array, low, span))
    return View(memory, memory.address + shift - low, array.shape, array.strides, name)


def to_host(machine: Machine, view: View, array: Any) -> bool:
    """Bring the elements of a view back into the host's array that it came from, and wait.

    False where there is nothing to bring and nothing was waited for.
    """
    if not isinstance(array, np.ndarray) or not array.size:
        return False
    low, span = _span(array)
    offset = view.address + low - view.memory.address
    if array.flags.c_contiguous:
        machine.download(view.memory, offset, _bytes(array, low, span))
        return True
    fresh = np.empty(span, np.uint8)  # what lies between the elements is not ours to write
    machine.download(view.memory, offset, fresh)
    array[...] = np.ndarray(array.shape, array.dtype, fresh.data, -low, array.strides)
    return True


def overlap(a: View, b: View) -> bool:
    """Whether two views may share a byte."""
    if not a.count or not b.count:
        return False
    (a_low, a_high), (b_low, b_high) = reach(a), reach(b)
    return a_low < b_high and b_low < a_high


def is_writable(array: Any) -> bool:
    """Whether a result may be written to an array of the host or of the device."""
    if isinstance(array, np.ndarray):
        return bool(array.flags.writeable)
    return not array.__cuda_array_interface__["data"][1]


def _in_place(machine: Machine, array: Any, name: str) -> View:
    interface = array.__cuda_array_interface__
    pending = interface.get("stream")  # of version 3: who reads has to wait for it
    if pending is not None:
        machine.wait_for(int(pending))
    size = np.dtype(interface["typestr"]).itemsize
    if size * 8 != FORMATS[name].bits:
        raise BackendError(f"{name} wanted, got elements of {size} bytes")
    shape = tuple(interface["shape"])
    strides = tuple(interface.get("strides") or contiguous_strides(shape, size))
    address = int(interface["data"][0])
    low, high = reach(View(_Foreign(address, size, array), address, shape, strides, name))
    return View(_Foreign(low, high - low, array), address, shape, strides, name)


def _span(array: Array) -> tuple[int, int]:
    """The offset of the lowest byte from the first element (<= 0), and how many bytes there are."""
    if not array.size:
        return 0, 0
    steps = [(n - 1) * s for n, s in zip(array.shape, array.strides, strict=True)]
    low = sum(s for s in steps if s < 0)
    return low, sum(s for s in steps if s > 0) - low + array.itemsize


def _bytes(array: Array, low: int, span: int) -> Bytes:
    """The bytes that a host array spans, seen in place."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * span).from_address(_address(array) + low))


def _address(array: Array) -> int:
    pointer: int = array.__array_interface__["data"][0]
    return pointer
