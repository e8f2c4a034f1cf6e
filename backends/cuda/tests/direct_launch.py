"""A kernel launched on an emulated machine by itself, without a family, a session or a plan."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.machines.protocol import Argument, Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine


def start(
    machine: EmulatedMachine, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]
) -> None:
    """Prepare and start, with objects of ctypes for arguments."""
    prepared = machine.prepare(kernel, shape, [ctypes.sizeof(x) for x in arguments])
    places = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))
    machine.start(prepared, ctypes.addressof(places))
