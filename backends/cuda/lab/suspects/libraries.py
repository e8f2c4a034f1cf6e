"""A common interface of PyTorch, CuPy and the emulated machine: arrays, streams, a slow kernel.

All methods use the stream that `on` has made current. None means the default stream.
"""

from __future__ import annotations

import importlib
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import Any, Protocol

from samebits.backends.cuda.lab.suspects import NotHere
from samebits.backends.cuda.lab.suspects.on_emulated import OnEmulated
from samebits.backends.cuda.lab.suspects.on_gpu import OnCupy, OnTorch
from samebits.backends.cuda.machines.protocol import NO_GPU, Driver
from samebits.backends.protocol import Array


class Library(Protocol):
    """The interface that the checks use."""

    name: str

    def put(self, values: Array) -> Any:
        """Return a copy of a NumPy array on the device."""

    def get(self, array: Any) -> Array:
        """Return a copy as a NumPy array with the same bits. Wait for the current stream."""

    def full(self, count: int, value: float) -> Any:
        """Return an array of `count` f32 elements with this value."""

    def fill(self, array: Any, value: float) -> None:
        """Write the value to all elements."""

    def copy(self, array: Any) -> Any:
        """Return a copy on the device."""

    def stream(self) -> Any:
        """Return a new stream that does not synchronize with the default stream."""

    def handle(self, stream: Any) -> int:
        """Return CUDA's handle of a stream."""

    def on(self, stream: Any) -> AbstractContextManager[object]:
        """Make the device and a stream current for this thread, in a block."""

    def stall(self) -> None:
        """Keep the current stream of a GPU busy for a tenth of a second."""


def _torch(number: int) -> Library:
    if find_spec("torch") is None:
        raise NotHere("needs PyTorch")
    if not importlib.import_module("torch").cuda.is_available():
        raise NotHere("needs a PyTorch with CUDA")
    return OnTorch(number)


def library_of(name: str, machine: Driver) -> Library:
    """Return the library `torch`, `cupy` or `interface` on a machine.

    Raises NotHere if the machine is of the other kind.
    """
    if machine.number == NO_GPU:
        if name == "interface":
            return OnEmulated(machine)
        raise NotHere("needs a GPU")
    if name == "interface":
        raise NotHere("needs the emulated device")
    return _torch(machine.number) if name == "torch" else OnCupy(machine.number)
