"""Doubles for what only a GPU has: its number, arrays of CuPy in emulated memory, other streams.

Arrays, and tensors (tensors.py), are the libraries' own objects, so that types, strides and views
are as there; only where they lie, and which stream is current, is made up.
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
    """The emulated machine as GPU 0, with streams that graphs are captured from."""

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
    """Keeps in `graph` what is asked of a captured stream, to do it as often as it is launched."""

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
    """Bytes of the machine's memory, with the values in it, as an array of NumPy."""
    memory = machine.allocate(max(values.nbytes, 1))
    there = np.ctypeslib.as_array((ctypes.c_uint8 * memory.size).from_address(memory.address))
    there[: values.nbytes] = np.ascontiguousarray(values).reshape(-1).view(np.uint8)
    return memory, there[: values.nbytes]


@pytest.fixture
def streams(monkeypatch):
    """Which streams are current: `torch`, `cupy`; readers are made anew."""
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
    """Makes arrays of CuPy in a machine's memory; CuPy's current stream is made up."""
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
