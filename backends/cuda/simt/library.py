"""A unit as a shared library for the CPU: built once, cached by digest, loaded at first use."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.simt import runtime
from samebits.backends.cuda.simt.kept import place, shared_library
from samebits.backends.cuda.simt.source import path_options, preprocessed
from samebits.backends.cuda.simt.toolchain import (
    CHECKED,
    FAST,
    LINKING,
    UNIT,
    Toolchain,
    toolchain,
)
from samebits.backends.protocol import BackendError

STATIC_SHARED = 48 * 1024
"""The largest size in bytes of all shared memory that kernels declare with a fixed size."""

_END_OF_SIZES = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A kernel that can be called: address, sizes of the arguments, largest number of threads."""

    call: int
    sizes: tuple[int, ...]
    most_threads: int


@dataclass(frozen=True, slots=True)
class Library:
    """A loaded unit."""

    path: Path
    entries: Mapping[str, Entry]
    module: runtime.Module
    handle: ctypes.CDLL


class _Row(ctypes.Structure):
    """The structure simt_entry of include/simt/entry.h."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("call", ctypes.c_void_p),
        ("sizes", ctypes.POINTER(ctypes.c_size_t)),
        ("most_threads", ctypes.c_uint32),
    )


def options(tools: Toolchain, *, checked: bool) -> tuple[str, ...]:
    """Return the compiler options for a unit, without the include folders."""
    return (*UNIT, *(CHECKED if checked else FAST), *tools.target)


def build(unit: Unit, *, checked: bool = False, tools: Toolchain | None = None) -> Path:
    """Return the path of the compiled unit, cached or newly built.

    Raises BackendError if it does not compile.
    """
    tools = tools or toolchain()
    given = options(tools, checked=checked)
    needed = runtime.library_path(tools)

    def make(path: Path) -> None:
        source = preprocessed(tools, unit, given)
        # leave out the sanitizers' own libraries: the runtime defines their functions
        linked = (str(needed), "-nodefaultlibs", "-lm", "-lc", "-lgcc")
        compiled = (*given, *path_options(), "-x", "c++-cpp-output", "-", "-o", str(path))
        tools.run((*compiled, *LINKING, "-x", "none", *linked), source.text, str(unit))

    return shared_library(_parts(unit, tools, given), make)


def kept(unit: Unit, *, checked: bool = False) -> Path:
    """Return the path of the compiled unit. The file need not exist.

    Raises BackendError if there is no compiler.
    """
    tools = toolchain()
    return place(_parts(unit, tools, options(tools, checked=checked)))


def _parts(unit: Unit, tools: Toolchain, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return all values that determine the bytes of a compiled unit."""
    return (str(unit), unit.digest(), *runtime.parts(tools), *given)


@cache
def load(unit: Unit, checked: bool, tools: Toolchain) -> Library:
    """Return the loaded unit; raise BackendError if it does not compile."""
    path, what = build(unit, checked=checked, tools=tools), str(unit)
    functions = runtime.load(tools)  # loaded first, because the unit refers to it by its soname
    try:
        handle = ctypes.CDLL(str(path))
    except OSError as error:
        raise BackendError(f"{path} ({what}) does not load: {error}; remove it") from error
    entries = {}
    rows = ctypes.cast(handle.simt_entries, ctypes.POINTER(_Row))
    count = 0
    while rows[count].name is not None:
        row = rows[count]
        sizes: list[int] = []
        while row.sizes[len(sizes)] != _END_OF_SIZES:
            sizes.append(int(row.sizes[len(sizes)]))
        entries[row.name.decode()] = Entry(row.call, tuple(sizes), row.most_threads)
        count += 1
    module = runtime.Module()
    found = functions.simt_describe_unit(ctypes.addressof(rows.contents), ctypes.byref(module))
    if not found:
        raise BackendError(f"{path} ({what}) is loaded, but the system does not list it; remove it")
    if len(entries) == 1 and module.shared_size > STATIC_SHARED:
        raise BackendError(
            f"{what} declares {module.shared_size} bytes of shared memory, but at most "
            f"{STATIC_SHARED} are allowed; use an array without a size, with a size at the launch"
        )
    return Library(path, MappingProxyType(entries), module, handle)
