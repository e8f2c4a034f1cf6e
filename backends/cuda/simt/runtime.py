"""The runtime, built from engine/*.cpp at its first use, and its functions.

A process runs only one launch at a time: every call of the library holds `LOCK`.
"""

from __future__ import annotations

import ctypes
import threading
from functools import cache
from pathlib import Path
from typing import Any

from samebits.backends.cuda.compiling.cache import digest
from samebits.backends.cuda.simt.kept import shared_library
from samebits.backends.cuda.simt.toolchain import LINKING, RUNTIME, Toolchain
from samebits.backends.protocol import BackendError
from samebits.common.sources import digest_of, digest_of_bytes

_HERE = Path(__file__).resolve().parent
LOCK = threading.RLock()

SCHEDULES = ("forward", "reverse", "random")
"""The orders of blocks, warps and lanes. The index of a name is its number in the runtime."""

DONE, MORE, FOUND, NO_MEMORY = range(4)
"""The return values of `simt_run`."""


class Module(ctypes.Structure):
    """The C structure simt_module (engine/module.h)."""

    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("lowest", "highest", "shared_number", "shared_size")
    )


class Finding(ctypes.Structure):
    """The C structure simt_finding (engine/finding.h)."""

    _fields_ = (
        ("what", ctypes.c_char * 400),
        ("file", ctypes.c_char * 300),
        ("code", ctypes.c_uint64),
        ("line", ctypes.c_int32),
        ("is_set", ctypes.c_int32),
        ("block", ctypes.c_uint32 * 3),
        ("thread", ctypes.c_uint32 * 3),
    )


class RuntimeLaunch(ctypes.Structure):
    """The C structure simt_launch (engine/launch.cpp)."""

    _fields_ = (
        ("call", ctypes.c_void_p),
        ("arguments", ctypes.c_void_p),
        ("module", ctypes.POINTER(Module)),
        ("shared", ctypes.c_uint64),
        ("seed", ctypes.c_uint64),
        ("turn", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("schedule", ctypes.c_int32),
        ("checked", ctypes.c_int32),
        ("finding", Finding),
    )


def files() -> list[Path]:
    """Return every file that affects compilation: the C++, and the modules that prepare it."""
    found = [path for name in ("include", "engine") for path in (_HERE / name).rglob("*.*")]
    return sorted((*found, *_HERE.glob("*.py")))


@cache
def sources_digest() -> str:
    """Return the digest of the code of `files()`, for reports."""
    return digest_of(files(), _HERE)


def parts(tools: Toolchain) -> tuple[str, ...]:
    """Return all values that determine the runtime's bytes.

    Comments count, because the library contains line numbers.
    """
    return (_bytes_digest(), *tools.identity, *RUNTIME, *LINKING)


@cache
def _bytes_digest() -> str:
    return digest_of_bytes(files(), _HERE)


def library_path(tools: Toolchain) -> Path:
    """Return the path of the built runtime; raise BackendError if it cannot be built."""
    decisive = parts(tools)

    def make(path: Path) -> None:
        sources = sorted(str(file) for file in (_HERE / "engine").glob("*.cpp"))
        name = f"-Wl,-soname,libsimt-{digest(decisive)}.so"
        options = (*RUNTIME, *LINKING, name)
        tools.run((*options, *sources, "-o", str(path)), None, "the emulated machine")

    return shared_library(decisive, make)


def load(tools: Toolchain) -> Any:
    """Return the runtime's functions; raise BackendError if it cannot be built.

    A process has one runtime for each compiler.
    """
    return _loaded(parts(tools), tools)


@cache
def _loaded(_decisive: tuple[str, ...], tools: Toolchain) -> Any:
    path = library_path(tools)
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise BackendError(f"{path} does not load: {error}; remove it") from error
    address = ctypes.c_uint64
    for name, result, arguments in (
        ("simt_describe_unit", ctypes.c_int, (address, ctypes.POINTER(Module))),
        ("simt_allocate", address, (ctypes.c_uint64, ctypes.c_int)),
        ("simt_release", None, (address,)),
        ("simt_written", None, (address, ctypes.c_uint64)),
        ("simt_damaged", address, ()),
        ("simt_run", ctypes.c_int, (ctypes.POINTER(RuntimeLaunch), ctypes.c_double)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
