"""PyTorch and CuPy on a GPU, for the checks (libraries.py)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.formats import FORMATS

CYCLES = 200_000_000
"""The length of a stall in clock cycles of a GPU: a tenth of a second at 2 GHz."""

_WAIT = r"""
extern "C" __global__ void stall(long long cycles)
{
    const long long start = clock64();
    while (clock64() - start < cycles) { }
}
"""


class OnTorch:
    """PyTorch on the GPU with this number."""

    name = "torch"

    def __init__(self, number: int) -> None:
        self._torch: Any = importlib.import_module("torch")
        self._device = f"cuda:{number}"

    def put(self, values: Array) -> Any:
        """Return a copy of a NumPy array on the device."""
        torch = self._torch
        bits = torch.from_numpy(_as_bytes(values)).to(self._device)
        there = bits.view(getattr(torch, values.dtype.name))
        return there.reshape(values.shape)

    def get(self, array: Any) -> Array:
        """Return a copy as a NumPy array with the same bits."""
        dtype = _dtype(str(array.dtype).removeprefix("torch."))
        flat = array.detach().contiguous().reshape(-1).view(self._torch.uint8).cpu().numpy()
        return np.asarray(flat.view(dtype)).reshape(tuple(array.shape))

    def full(self, count: int, value: float) -> Any:
        """Return an array of `count` f32 elements with this value."""
        return self._torch.full((count,), value, dtype=self._torch.float32, device=self._device)

    def fill(self, array: Any, value: float) -> None:
        """Write the value to all elements."""
        array.fill_(value)

    def copy(self, array: Any) -> Any:
        """Return a copy on the device."""
        return array.clone()

    def stream(self) -> Any:
        """Return a new stream."""
        return self._torch.cuda.Stream(self._device)

    def handle(self, stream: Any) -> int:
        """Return CUDA's handle of a stream."""
        return int(stream.cuda_stream) if stream is not None else 0

    @contextmanager
    def on(self, stream: Any) -> Iterator[None]:
        """Make the device and a stream current in a block."""
        cuda = self._torch.cuda
        with cuda.stream(cuda.default_stream(self._device) if stream is None else stream):
            yield

    def stall(self) -> None:
        """Keep the current stream busy."""
        self._torch.cuda._sleep(CYCLES)


class OnCupy:
    """CuPy on the GPU with this number."""

    name = "cupy"

    def __init__(self, number: int) -> None:
        self._cupy: Any = importlib.import_module("cupy")
        self._number = number
        self._stall = self._cupy.RawKernel(_WAIT, "stall")

    def put(self, values: Array) -> Any:
        """Return a copy of a NumPy array on the device."""
        bits = self._cupy.asarray(_as_bytes(values).view(f"u{values.dtype.itemsize}"))
        return bits.view(values.dtype).reshape(values.shape)

    def get(self, array: Any) -> Array:
        """Return a copy as a NumPy array with the same bits."""
        flat = self._cupy.ascontiguousarray(array).reshape(-1).view(f"u{array.dtype.itemsize}")
        return np.asarray(self._cupy.asnumpy(flat).view(array.dtype)).reshape(array.shape)

    def full(self, count: int, value: float) -> Any:
        """Return an array of `count` f32 elements with this value."""
        return self._cupy.full((count,), value, dtype=np.float32)

    def fill(self, array: Any, value: float) -> None:
        """Write the value to all elements."""
        array.fill(value)

    def copy(self, array: Any) -> Any:
        """Return a copy on the device."""
        return array.copy()

    def stream(self) -> Any:
        """Return a new stream."""
        with self._cupy.cuda.Device(self._number):
            return self._cupy.cuda.Stream(non_blocking=True)

    def handle(self, stream: Any) -> int:
        """Return CUDA's handle of a stream."""
        return int(stream.ptr) if stream is not None else 0

    @contextmanager
    def on(self, stream: Any) -> Iterator[None]:
        """Make the device and a stream current in a block."""
        cuda = self._cupy.cuda
        with cuda.Device(self._number), cuda.Stream.null if stream is None else stream:
            yield

    def stall(self) -> None:
        """Keep the current stream busy."""
        self._stall((1,), (1,), (np.int64(CYCLES),))


def _as_bytes(values: Array) -> Array:
    """Return the bytes of an array as a flat copy."""
    return np.frombuffer(bytearray(values.tobytes()), np.uint8)


def _dtype(name: str) -> np.dtype[Any]:
    """Return the dtype of NumPy or ml_dtypes that has the same name as PyTorch's."""
    found = next(form.dtype for form in FORMATS.values() if form.dtype.name == name)
    return np.dtype(found)
