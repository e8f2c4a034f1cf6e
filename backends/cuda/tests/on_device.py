"""Arrays on an emulated device, as CuPy's and PyTorch's show themselves."""

import numpy as np


class OnDevice:
    """An array of its own on the device of a session; `part` is another view of it."""

    def __init__(self, session, values):
        self.host = np.ascontiguousarray(values)
        self.memory = session.machine.allocate(self.host.nbytes)
        session.machine.upload(self.memory, 0, self.host.reshape(-1).view(np.uint8))
        self.shape, self.strides, self.offset = self.host.shape, None, 0

    def part(self, shape, strides, offset):
        other = object.__new__(OnDevice)
        other.host, other.memory = self.host, self.memory
        other.shape, other.strides, other.offset = shape, strides, offset
        return other

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "typestr": self.host.dtype.str,
            "data": (self.memory.address + self.offset, False),
            "strides": self.strides,
            "version": 3,
        }

    def values(self, session):
        back = np.empty_like(self.host)
        session.machine.download(self.memory, 0, back.reshape(-1).view(np.uint8))
        return back
