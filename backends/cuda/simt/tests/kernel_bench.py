"""Helpers that run test kernels: x holds `COUNT` numbers, and the kernel writes y."""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.direct_launch import start

KERNELS = Path(__file__).resolve().parent / "kernels"
COUNT = 64

_NOTE = re.compile(
    r"^// grid (?P<grid>\d+), block (?P<block>\d+), shared (?P<shared>\d+),\n"
    r"// finds: (?P<finds>.*)\n"
    r"KERNEL\((?P<name>\w+)\)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A kernel of a test file, the shape of its launch, and the expected finding."""

    kernel: Kernel
    shape: Launch
    finds: str
    lines: range


def unit_of(path: Path) -> Unit:
    """Return the unit of a file outside `src/`."""
    return Unit(str(path))


def scenes(name: str) -> list[Scene]:
    """Return the kernels of a file of tests/kernels that state the shape of their launch."""
    path = KERNELS / name
    text = path.read_text()
    found = list(_NOTE.finditer(text))
    ends = [*(note.start() for note in found[1:]), len(text)]
    return [
        Scene(
            Kernel(unit_of(path), note["name"]),
            Launch((int(note["grid"]), 1, 1), (int(note["block"]), 1, 1), int(note["shared"])),
            note["finds"],
            range(_line(text, note.start()), _line(text, end) + 1),
        )
        for note, end in zip(found, ends, strict=True)
    ]


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def run(machine: EmulatedMachine, kernel: Kernel, shape: Launch) -> tuple[np.ndarray, np.ndarray]:
    """Return x and y after kernel(x, y, COUNT). x is 0, 1, 2 ..., and y starts uninitialised."""
    size = COUNT * 4
    x, y = machine.allocate(size), machine.allocate(size)
    machine.upload(x, 0, np.arange(COUNT, dtype=np.int32).view(np.uint8))
    arguments = (ctypes.c_uint64(x.address), ctypes.c_uint64(y.address), ctypes.c_int32(COUNT))
    start(machine, kernel, shape, arguments)
    result = np.empty((2, COUNT), np.int32)
    machine.download(x, 0, result[0].view(np.uint8))
    machine.download(y, 0, result[1].view(np.uint8))
    return result[0], result[1]
