"""CuPy arrays, read through their own attributes; the stream is CuPy's current one on the GPU.

The CUDA array interface of a CuPy array is not used: it names the stream of the current device,
which may be another GPU. It names no stream if CuPy is configured for version 2 of the interface.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from samebits.backends.cuda.arrays.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Look
from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM, Driver, elsewhere

PER_THREAD = "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM"
"""The environment variable with which CuPy uses the per-thread default stream."""
_THREADS_STREAM = 2


def is_array(array: Any) -> bool:
    """Return whether this is a CuPy array, without importing CuPy."""
    kind = getattr(sys.modules.get("cupy"), "ndarray", None)
    return kind is not None and isinstance(array, kind)


class Reader:
    """A reader of CuPy arrays. It is made after CuPy has been imported."""

    def __init__(self) -> None:
        self._current = sys.modules["cupy"].cuda.get_current_stream
        per_thread = os.environ.get(PER_THREAD, "0") not in ("", "0")
        self._default = _THREADS_STREAM if per_thread else DEFAULT_STREAM

    def look_at(self, machine: Driver, array: Any) -> Look:
        """Describe an array. Raises ArrayError if it is on another GPU."""
        data, shape = array.data, array.shape
        if data.device_id != machine.number and 0 not in shape:
            raise ArrayError(elsewhere(data.device_id, machine.number))
        address = data.ptr
        stream = self._current(machine.number).ptr if machine.number >= 0 else 0
        layout = (array.dtype, shape, array.strides, address % GRAIN)
        return address, "", layout, stream or self._default, False, None
