"""Test doubles for a GPU: its number, CuPy arrays in emulated memory, and streams.

Arrays and tensors (tensors.py) are real objects of their libraries, with real types, strides and
views. Only their memory and the current stream are simulated.
"""

import ctypes
import sys
import types
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.cuda.arrays import look, torch as tensors
from samebits.backends.cuda.simt.emulated import EmulatedMachine


class NumberedMachine(EmulatedMachine):
    """An emulated machine that acts as GPU 0.

    `captured` has the streams that are being captured.
    """

    number = 0

    def __init__(self, **settings):
        super().__init__(**settings)
        self.captured = set()
        self.waits = 0

    def is_capturing(self, stream):
        return stream in self.captured

    def synchronize(self):
        self.waits += 1
        super().synchronize()


class Recording(NumberedMachine):
    """A machine that records the work of captured streams in `graph`; `launch` repeats it."""

    def __init__(self, **settings):
        super().__init__(**settings)
        self.graph = []

    def _later(self, action):
        if self.stream in self.captured:
            self.graph.append(action)
        else:
            super()._later(action)

    def download(self, memory, offset, into):
        assert self.stream not in self.captured
        super().download(memory, offset, into)

    def launch(self, stream):
        before = self.stream
        self.use_stream(stream)
        for action in self.graph:
            super()._later(action)
        self.use_stream(before)


def memory_of(machine, values):
    """Allocate memory of the machine for the values.

    Return the memory, and its bytes as an array.
    """
    memory = machine.allocate(max(values.nbytes, 1))
    there = np.ctypeslib.as_array((ctypes.c_uint8 * memory.size).from_address(memory.address))
    there[: values.nbytes] = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
    return memory, there[: values.nbytes]


@pytest.fixture
def streams(monkeypatch):
    """Return an object whose fields `torch` and `cupy` are the current streams of the libraries.

    Readers of arrays are created again for the test.
    """
    current = SimpleNamespace(torch=0, cupy=0)
    if "torch" in sys.modules:
        raw = "_cuda_getCurrentRawStream"
        inner = sys.modules["torch"]._C
        monkeypatch.setattr(inner, raw, lambda _: current.torch, raising=False)
    monkeypatch.setattr(look, "readers", {})
    tensors.reader.cache_clear()
    yield current
    tensors.reader.cache_clear()


@pytest.fixture
def cupy_array(monkeypatch, streams):
    """Return a function that makes CuPy arrays in a machine's memory.

    CuPy's current stream is `streams.cupy`.
    """
    real = pytest.importorskip("cupy")
    double = types.ModuleType("cupy")
    double.ndarray = real.ndarray
    double.cuda = SimpleNamespace(get_current_stream=lambda _: SimpleNamespace(ptr=streams.cupy))
    monkeypatch.setitem(sys.modules, "cupy", double)

    def make(machine, values, number=0):
        memory, _ = memory_of(machine, values)
        block = real.cuda.UnownedMemory(memory.address, memory.size, memory, number)
        pointer = real.cuda.MemoryPointer(block, 0)
        return real.ndarray(values.shape, values.dtype, pointer)

    return make
