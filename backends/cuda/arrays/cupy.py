"""CuPy's arrays, by their own attributes: the stream is CuPy's current one on our device.

Their CUDA array interface names that of the device that is current, and none where CuPy is told to
show version 2.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from samebits.backends.cuda.addresses import GRAIN
from samebits.backends.cuda.arrays.layout import ArrayError, Look
from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM, Driver, elsewhere

PER_THREAD = "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM"
"""An environment variable of CuPy's: whether its default stream is that of the thread."""
_THREADS_STREAM = 2


def is_array(array: Any) -> bool:
    """Whether it is an array of CuPy, which is not imported for that."""
    kind = getattr(sys.modules.get("cupy"), "ndarray", None)
    return kind is not None and isinstance(array, kind)


class Reader:
    """Sees arrays of CuPy as it has been imported."""

    def __init__(self) -> None:
        self._current = sys.modules["cupy"].cuda.get_current_stream
        per_thread = os.environ.get(PER_THREAD, "0") not in ("", "0")
        self._default = _THREADS_STREAM if per_thread else DEFAULT_STREAM

    def look_at(self, machine: Driver, array: Any) -> Look:
        """See an array. Raises ArrayError where it lies on another GPU."""
        data, shape = array.data, array.shape
        if data.device_id != machine.number and 0 not in shape:
            raise ArrayError(elsewhere(data.device_id, machine.number))
        address = data.ptr
        stream = self._current(machine.number).ptr if machine.number >= 0 else 0
        layout = (array.dtype, shape, array.strides, address % GRAIN)
        return address, "", layout, stream or self._default, False, None
