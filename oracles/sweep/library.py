"""The shared library of the filter: where it is, and whether it is fresh."""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from samebits.oracles.errors import OracleUnavailable

VARIABLE = "SAMEBITS_C_LIBRARIES"
"""Environment variable that names a build folder or its `lib`; it wins over every other place."""

FILE = "libsamebits_sweep.so"
SOURCES = Path(__file__).resolve().parent
_ROOT = SOURCES.parent.parent
_DIGESTED = ("src/*.c", "src/*.h", "CMakeLists.txt", "digest.cmake")


def _is_checkout() -> bool:
    return (_ROOT / "pyproject.toml").is_file()


def build_command() -> str:
    """The command that (re)builds the library, as error messages name it."""
    if _is_checkout():
        return (
            f"cmake -S {_ROOT}/backends -B {_ROOT}/build/c && cmake --build {_ROOT}/build/c"
            " (or, for an editable installation, pip install -e .)"
        )
    return "pip install --force-reinstall --no-deps samebits"


def places() -> Iterator[Path]:
    """Folders in which the library may be: named, packaged, editable, plain build."""
    named = os.environ.get(VARIABLE)
    if named:
        yield Path(named)
        yield Path(named) / "lib"
        return
    yield SOURCES / "lib"
    with suppress(PackageNotFoundError):
        yield Path(str(distribution("samebits").locate_file("samebits/oracles/sweep/lib")))
    if _is_checkout():
        yield _ROOT / "build" / "c" / "lib"


def source_digest() -> str | None:
    """The digest of the C sources (as digest.cmake makes it), or None where there are none."""
    paths = sorted(
        {p.relative_to(SOURCES).as_posix() for pattern in _DIGESTED for p in SOURCES.glob(pattern)}
    )
    if "CMakeLists.txt" not in paths:
        return None
    lines = [f"{hashlib.sha256((SOURCES / p).read_bytes()).hexdigest()}  {p}\n" for p in paths]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@cache
def load() -> ctypes.CDLL:
    """The library. Raises OracleUnavailable: not built, does not load, older than its sources."""
    found = [f for f in (folder / FILE for folder in places()) if f.is_file()]
    if not found:
        raise OracleUnavailable(f"the exhaustive oracle is not built; run: {build_command()}")
    wanted, stale = source_digest(), ""
    for path in found:
        try:
            library = ctypes.CDLL(str(path), mode=ctypes.RTLD_LOCAL)
        except OSError as error:
            raise OracleUnavailable(f"{path} does not load: {error}") from error
        built = bytes((ctypes.c_char * 64).in_dll(library, "sweep_source_digest")).decode()
        if wanted in (None, built):
            return library
        stale = stale or f"{path} is stale: its sources have changed since it was built"
    raise OracleUnavailable(f"{stale}; run: {build_command()}")
