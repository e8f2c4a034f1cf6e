"""Find and load the shared libraries of the C backend, and refuse stale ones."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from samebits.backends.c.elf import damage
from samebits.backends.protocol import BackendError
from samebits.common.compiled import VARIABLE, CompiledPart, build_command

DEVICES = ("baseline", "avx2", "avx512")
"""The names of the instruction sets, the most portable first. Each has one shared library."""

ABI_VERSION = 3
"""The value of SB_ABI_VERSION in include/samebits.h."""

_SYMBOLS = ("sb_abi_version", "sb_fact", "sb_supports", "sb_run", "sb_self_check")
_REMOVE = f"remove it, and look at the folders that the variable {VARIABLE} names"

SOURCES = Path(__file__).resolve().parent
NUMERICS = SOURCES.parent / "numerics"
"""The folder of the headers that the C and CUDA backends share."""

PART = CompiledPart(SOURCES, "samebits/backends/c")


def source_digest(root: Path = SOURCES) -> str | None:
    """Return the digest of the C sources in `root` and of the folder `numerics` next to it.

    It is None if there are no sources. The build computes the same digest
    (common/source_digest.cmake). For the folder of this module, the sources are read only once per
    process, because reading them takes as long as a thousand small calls.
    """
    return _own_digest() if root == SOURCES else PART.source_digest(root)


@cache
def _own_digest() -> str | None:
    return PART.source_digest(SOURCES)


def find(name: str) -> list[Path]:
    """Return the existing files of the library `name`, the preferred one first."""
    return PART.find(f"libsamebits_{name}.so")


def unavailable(name: str) -> str:
    """Return the reason why a device cannot be opened on this machine, or "" if it can."""
    probes = find("probe")
    if not probes:
        return f"the C backend is not built; run: {build_command()}"
    try:
        probe = _open_once(str(probes[0]), probes[0].stat().st_mtime_ns).sb_probe
    except OSError as error:
        return f"{probes[0]} does not load: {error}; run: {build_command()}"
    except AttributeError:
        return f"{probes[0]} is not samebits' probe; run: {build_command()}"
    probe.argtypes, probe.restype = [ctypes.c_char_p], ctypes.c_int32
    if not probe(name.encode()):
        return "this processor or operating system cannot run it"
    if not find(name):
        return f"its library is not built; run: {build_command()}"
    return ""


def widest_device() -> str:
    """Return the available device with the widest instructions.

    Raises BackendError if no device is available.
    """
    reasons = {name: unavailable(name) for name in DEVICES}
    available = [name for name, reason in reasons.items() if not reason]
    if not available:
        raise BackendError(f"the C backend has no device on this machine: {reasons[DEVICES[0]]}")
    return available[-1]


def load_library(name: str) -> ctypes.CDLL:
    """Load the library of an instruction set and check it.

    Raises BackendError if the library is not built, is damaged, does not load, is a different
    library, has the wrong ABI, is stale (the sources have changed since it was built), or violates
    clause R3.
    """
    found = find(name)
    if not found:
        raise BackendError(f"c:{name} is not built; run: {build_command()}")
    fresh = _fresh(found)
    if fresh is None:  # the sources may have been changed and compiled since they were read
        _own_digest.cache_clear()
        fresh = _fresh(found)
    if fresh is not None:
        return fresh
    built, now = fact(_open(found[0]), "source_digest"), source_digest() or ""
    raise BackendError(
        f"{found[0]} is stale: it was built from sources {built[:12]}, which are now {now[:12]}; "
        f"run: {build_command()}"
    )


def _fresh(paths: Sequence[Path]) -> ctypes.CDLL | None:
    """Return the first library that was built from the current sources, or None."""
    wanted = source_digest()
    for path in paths:
        library = _open(path)
        if wanted is None or fact(library, "source_digest") == wanted:
            return library
    return None


@cache
def _open_once(path: str, modified: int) -> ctypes.CDLL:
    """Load a file once per modification time. Raises OSError, also for a truncated file."""
    if found := damage(Path(path)):
        raise OSError(f"the file {found}")
    return ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)


def _open(path: Path) -> ctypes.CDLL:
    try:
        library = _open_once(str(path), path.stat().st_mtime_ns)
    except OSError as error:
        raise BackendError(f"{path} does not load: {error}; run: {build_command()}") from error
    foreign = [name for name in _SYMBOLS if not hasattr(library, name)]
    if foreign:
        raise BackendError(f"{path} is another library: it has no {foreign[0]}; {_REMOVE}")
    library.sb_fact.argtypes, library.sb_fact.restype = [ctypes.c_char_p], ctypes.c_char_p
    version = library.sb_abi_version()
    if version != ABI_VERSION:
        raise BackendError(f"{path} has ABI {version}, not {ABI_VERSION}; run: {build_command()}")
    pointer, count = ctypes.c_void_p, ctypes.c_int32
    library.sb_supports.argtypes = [ctypes.c_char_p, pointer, count, pointer, count]
    library.sb_run.argtypes = [pointer, pointer, pointer, pointer, ctypes.c_size_t]
    message = ctypes.create_string_buffer(256)
    library.sb_self_check.argtypes = [pointer, ctypes.c_size_t]
    if library.sb_self_check(message, len(message)):
        raise BackendError(f"{path} was compiled wrongly: {message.value.decode()} (clause R3)")
    return library


def fact(library: ctypes.CDLL, name: str) -> str:
    """Return a fact about the build of the library (`sb_fact`), or an empty string."""
    value: bytes | None = library.sb_fact(name.encode())
    return value.decode() if value is not None else ""
