"""Arrays brought to a device, and results taken back.

An array of the host travels with its gaps: the bytes that it spans are copied to an address of the
same alignment, so that strides, broadcasts and odd addresses reach the kernels as they are. An
array that lies on the device already (one with `__cuda_array_interface__`) is seen in place.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.cuda.addresses import GRAIN
from samebits.backends.cuda.machines.protocol import ALIGNMENT, Bytes, Driver, Memory
from samebits.backends.cuda.views import Reach, Shape, contiguous_strides
from samebits.backends.protocol import Array, BackendError
from samebits.spec.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Layout:
    """How the elements of an array lie: what a plan depends on.

    `kind` is a dtype of NumPy, or a type string; `strides` are in bytes, None where contiguous;
    `shift` is how far the first element lies from a multiple of GRAIN.
    """

    kind: Any
    shape: Shape
    strides: tuple[int, ...] | None
    shift: int

    def strides_of(self, name: str) -> tuple[int, ...]:
        """The strides of elements of a format. Raises BackendError for elements of another one."""
        form = FORMATS[name]
        if isinstance(self.kind, np.dtype):
            if self.kind != form.dtype:
                raise BackendError(f"{name} wanted, got dtype {self.kind}")
        elif np.dtype(self.kind).itemsize * 8 != form.bits:
            size = np.dtype(self.kind).itemsize
            raise BackendError(f"{name} wanted, got elements of {size} bytes")
        if self.strides is None:
            return contiguous_strides(self.shape, form.bits // 8)
        return self.strides


Look = tuple[int, bool, tuple[Any, ...]]
"""Where an array lies, whether it is one of a device and read-only, the fields of its Layout."""


def look_at(machine: Driver, array: Any) -> Look:
    """What a call has to know of an operand or result.

    Waits for whoever still writes it. Raises BackendError unless it is an array of NumPy or one on
    a CUDA device.
    """
    if isinstance(array, np.ndarray):
        address: int = array.__array_interface__["data"][0]
        layout = (array.dtype, array.shape, array.strides, address % GRAIN)
        return address, False, layout
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is None:
        name = type(array).__name__
        raise BackendError(f"{name} is neither an array of NumPy nor one on a CUDA device")
    pending = interface.get("stream")  # of version 3: who reads has to wait for it
    if pending is not None:
        machine.wait_for(int(pending))
    address, fixed = interface["data"]
    shape, strides = tuple(interface["shape"]), interface.get("strides")
    steps = None if strides is None else tuple(strides)
    return address, fixed, (interface["typestr"], shape, steps, address % GRAIN)


def is_writable(array: Any, look: Look) -> bool:
    """Whether a result may be written to an array."""
    return not look[1] and (not isinstance(array, np.ndarray) or array.flags.writeable)


def to_device(machine: Driver, array: Array, address: int, reach: Reach) -> tuple[Memory, int]:
    """Memory that holds an array of the host, and where its first element lies there."""
    shift = (address + reach.low) % ALIGNMENT
    memory = machine.allocate(shift + max(reach.span, array.itemsize))
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
