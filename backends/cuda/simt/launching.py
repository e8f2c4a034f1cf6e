"""Launches: the check of their shapes, their state until they run, and their findings."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.machines.protocol import Argument, Launch
from samebits.backends.cuda.machines.shapes import require_shape
from samebits.backends.cuda.simt import runtime
from samebits.backends.cuda.simt.library import Entry, Library
from samebits.backends.protocol import BackendError

_SLICE = 0.1  # seconds after which an interrupt is noticed


@dataclass(frozen=True, slots=True)
class Prepared:
    """A launch with its own copies of the arguments."""

    kernel: Kernel
    library: Library
    state: runtime.RuntimeLaunch
    arguments: tuple[Argument, ...]
    pointers: ctypes.Array[ctypes.c_void_p]


def prepare(
    kernel: Kernel,
    library: Library,
    shape: Launch,
    arguments: Sequence[Argument],
    shared_memory: int,
) -> Prepared:
    """Prepare a launch; raise BackendError for a launch that a GPU would refuse."""
    entry = library.entries.get(kernel.entry)
    if entry is None:
        listed = ", ".join(library.entries)
        raise BackendError(f"{kernel.unit} has no entry {kernel.entry}; it has {listed}")
    _check_shape(kernel, entry, shape, shared_memory)
    copies = tuple(type(argument).from_buffer_copy(argument) for argument in arguments)
    if tuple(map(ctypes.sizeof, copies)) != entry.sizes:
        given = tuple(map(ctypes.sizeof, copies))
        raise BackendError(
            f"{kernel.entry} takes arguments of {entry.sizes} bytes, but is given {given}"
        )
    pointers = (ctypes.c_void_p * max(len(copies), 1))(*map(ctypes.addressof, copies))
    state = runtime.RuntimeLaunch(
        call=entry.call,
        arguments=ctypes.addressof(pointers),
        module=ctypes.pointer(library.module),
        shared=shape.shared,
        grid=shape.grid,
        block=shape.block,
    )
    return Prepared(kernel, library, state, copies, pointers)


def _check_shape(kernel: Kernel, entry: Entry, shape: Launch, shared_memory: int) -> None:
    require_shape(kernel.entry, shape, shared_memory)
    threads = prod(shape.block)
    if threads > entry.most_threads:
        raise BackendError(
            f"{kernel.entry}: {threads} threads, but __launch_bounds__ allows {entry.most_threads}"
        )


def run(functions: Any, launch: Prepared, schedule: int, seed: int, *, checked: bool) -> None:
    """Run a launch to its end; raise BackendError for the first finding."""
    state = launch.state
    state.schedule, state.seed, state.checked, state.turn = schedule, seed, checked, 0
    with runtime.LOCK:
        while True:
            result = functions.simt_run(ctypes.byref(state), _SLICE)
            if result != runtime.MORE:
                break
        damaged = functions.simt_damaged()
    if result == runtime.FOUND:
        raise BackendError(_told(launch, state.finding))
    if result == runtime.NO_MEMORY:
        raise BackendError(f"{launch.kernel.entry}: too little memory to check this launch")
    if damaged:
        raise BackendError(
            f"{launch.kernel.entry} ({launch.kernel.unit}) has written beyond an end of the memory "
            f"at {damaged:#x}; run it on the device emulated-checked to find the line"
        )


def _told(launch: Prepared, finding: runtime.Finding) -> str:
    what = finding.what.decode(errors="replace")
    if finding.code:
        place = _line_of(launch.library, finding.code)
    else:
        place = f"{finding.file.decode(errors='replace')}:{finding.line}"
    block, thread = tuple(finding.block), tuple(finding.thread)
    return f"{launch.kernel.entry}: {what}; at {place}, block {block}, thread {thread}"


def _line_of(library: Library, code: int) -> str:
    """Return the source line of an instruction, and the line of the kernel that called it."""
    try:
        process = subprocess.run(
            ["addr2line", "-i", "-e", str(library.path), hex(code)], capture_output=True, text=True
        )
    except OSError:
        return "a line that addr2line would know (install binutils)"
    places = re.findall(r"^(?:\./)?([^?]\S*:[1-9]\d*)\b", process.stdout, re.MULTILINE)
    if not places:
        return "a line that the device emulated-checked knows"
    return places[0] if places[0] == places[-1] else f"{places[0]}, called from {places[-1]}"
