"""Arrays on a session's device, a GPU or the emulated one, without CuPy or PyTorch.

A `Resident` supports CUDA's array interface and DLPack, as arrays of CuPy and PyTorch do. Code that
works with it on the emulated device works the same on a GPU.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays import dlpack
from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM, Driver, Memory
from samebits.backends.protocol import Array


class Resident:
    """An array in memory of a machine: shape, NumPy dtype, strides in bytes, offset in bytes.

    `strides` are None if the elements are in C order without gaps. The array keeps its memory
    alive. It knows the stream on which it was made or last written.
    """

    def __init__(
        self,
        machine: Driver,
        memory: Memory,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        *,
        strides: tuple[int, ...] | None = None,
        offset: int = 0,
        is_read_only: bool = False,
    ) -> None:
        self.machine = machine
        self.memory = memory
        self.shape = shape
        self.dtype = dtype
        self.strides = strides
        self.offset = offset
        self.is_read_only = is_read_only
        self._stream = machine.stream

    @property
    def __cuda_array_interface__(self) -> Mapping[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.memory.address + self.offset, self.is_read_only),
            "strides": self.strides,
            "stream": self._stream,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.device_of(self.machine)

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> object:
        """Return a capsule over this memory, whose elements can be read on CUDA stream `stream`.

        None is the default stream. -1 means that the caller synchronizes. The emulated device
        presents itself as the CPU, which has no streams, so this method waits. Raises BufferError
        if the consumer wants a copy or another device, or if DLPack lacks the type.
        """
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("an array on a device shows its own memory there, and makes no copy")
        with self.machine.selected():
            self._get_ready(stream)
        memory = _Shown(self)
        values = np.asarray(memory).view(self.dtype)
        return dlpack.capsule_of(self.machine, values, self.is_read_only, max_version)

    def _get_ready(self, stream: int | None) -> None:
        machine, own = self.machine, self.machine.stream
        is_host = self.__dlpack_device__()[0] == dlpack.CPU
        if stream == 0 or (is_host and stream not in (None, -1)):
            raise BufferError(f"DLPack has no stream {stream} on this device; pass None or -1")
        if stream == -1:
            return
        machine.use_stream(self._stream if is_host else stream or DEFAULT_STREAM)
        try:
            if is_host:
                machine.synchronize()
            elif machine.stream != self._stream:
                machine.follow(self._stream)
        finally:
            machine.use_stream(own)

    @property
    def size(self) -> int:
        """Return the number of elements."""
        return prod(self.shape)

    def view(
        self,
        shape: tuple[int, ...],
        strides: tuple[int, ...] | None,
        offset: int,
        dtype: Any = None,
    ) -> Resident:
        """Return a different array over the same memory.

        It begins at byte `offset` of the memory.
        """
        kind = self.dtype if dtype is None else np.dtype(dtype)
        return Resident(self.machine, self.memory, shape, kind, strides=strides, offset=offset)

    def write(self, start: int, values: Array) -> None:
        """Write contiguous elements, beginning with element `start`.

        Requires an array without strides.
        """
        self._require_contiguous()
        data = np.ascontiguousarray(values, self.dtype).reshape(-1).view(np.uint8)
        self._stream = self.machine.stream
        with self.machine.selected():
            self.machine.upload(self.memory, self.offset + start * self.dtype.itemsize, data)

    def read(self, start: int = 0, stop: int | None = None) -> Array:
        """Copy elements `start` to `stop` to a flat NumPy array. It waits for all earlier work.

        Requires an array without strides.
        """
        self._require_contiguous()
        count = (self.size if stop is None else stop) - start
        back = np.empty(count * self.dtype.itemsize, np.uint8)
        with self.machine.selected():
            self.machine.download(self.memory, self.offset + start * self.dtype.itemsize, back)
        return back.view(self.dtype)

    def values(self) -> Array:
        """Return all elements as a NumPy array of the same shape."""
        return self.read().reshape(self.shape)

    def _require_contiguous(self) -> None:
        if self.strides is not None:
            raise ValueError("an array with strides is read and written through its memory")


class _Shown:
    """The elements of an array as bits, in NumPy's array interface.

    This object keeps the memory alive.
    """

    def __init__(self, array: Resident) -> None:
        self._memory = array.memory
        self.__array_interface__ = {
            "version": 3,
            "shape": array.shape,
            "typestr": f"<u{array.dtype.itemsize}",
            "data": (array.memory.address + array.offset, False),
            "strides": array.strides,
        }


def empty(machine: Driver, shape: tuple[int, ...], dtype: Any) -> Resident:
    """Return a new array with undefined contents; raise BackendError if memory is short."""
    kind = np.dtype(dtype)
    with machine.selected():
        memory = machine.allocate(max(prod(shape), 1) * kind.itemsize)
    return Resident(machine, memory, shape, kind)


def resident(machine: Driver, values: Array) -> Resident:
    """Return a copy of a NumPy array in memory of the device."""
    made = empty(machine, values.shape, values.dtype)
    if made.size:
        made.write(0, values)
    return made
