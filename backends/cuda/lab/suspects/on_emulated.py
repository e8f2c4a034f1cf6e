"""Arrays with the CUDA array interface on the emulated machine, for the checks (libraries.py)."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.resident import Resident, empty
from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM, Driver
from samebits.backends.protocol import Array


class OnEmulated:
    """Arrays with the CUDA array interface on the emulated machine, which delays work until a wait.

    The current stream here is independent of the stream that the session uses in the same thread.
    """

    name = "interface"

    def __init__(self, machine: Driver) -> None:
        self._machine = machine
        self._streams = itertools.count(1000)
        self._here = threading.local()

    @property
    def current(self) -> int:
        """Return the current stream of this thread."""
        return getattr(self._here, "stream", DEFAULT_STREAM)

    def put(self, values: Array) -> Any:
        """Return a copy of a NumPy array on the device."""
        made = _Shown(self, empty(self._machine, values.shape, values.dtype))
        with self._chosen():
            made.write(0, values)
        return made

    def get(self, array: Any) -> Array:
        """Return a copy as a NumPy array with the same bits."""
        with self._chosen():
            return np.asarray(array.values())

    def full(self, count: int, value: float) -> Any:
        """Return an array of `count` f32 elements with this value."""
        return self.put(np.full(count, value, np.float32))

    def fill(self, array: Any, value: float) -> None:
        """Write the value to all elements."""
        with self._chosen():
            array.write(0, np.full(array.shape, value, np.float32))

    def copy(self, array: Any) -> Any:
        """Return a copy on the device."""
        return self.put(self.get(array))

    def stream(self) -> Any:
        """Return a new stream."""
        return next(self._streams)

    def handle(self, stream: Any) -> int:
        """Return CUDA's handle of a stream."""
        return int(stream or 0)

    @contextmanager
    def on(self, stream: Any) -> Iterator[None]:
        """Make the device and a stream current in a block."""
        before, self._here.stream = self.current, stream or DEFAULT_STREAM
        try:
            yield
        finally:
            self._here.stream = before

    def stall(self) -> None:
        """Do nothing: the emulated machine delays all work until a wait."""

    @contextmanager
    def _chosen(self) -> Iterator[None]:
        before = self._machine.stream
        self._machine.use_stream(self.current)
        try:
            yield
        finally:
            self._machine.use_stream(before)


class _Shown(Resident):
    """An array that reports the current stream whenever it is asked, as a CuPy array does."""

    def __init__(self, library: OnEmulated, made: Resident) -> None:
        super().__init__(made.machine, made.memory, made.shape, made.dtype)
        self._library = library

    @property
    def __cuda_array_interface__(self) -> Mapping[str, Any]:
        return {**super().__cuda_array_interface__, "stream": self._library.current}
