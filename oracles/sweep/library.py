"""Find and load the shared library of the filter, and check that it matches its sources."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

from samebits.common.compiled import CompiledPart, build_command
from samebits.oracles.errors import OracleUnavailable

PART = CompiledPart(Path(__file__).resolve().parent, "samebits/oracles/sweep")


def source_digest() -> str | None:
    """Return the digest of the C sources, as the build computes it, or None without sources."""
    return PART.source_digest()


@cache
def load() -> ctypes.CDLL:
    """Return the library.

    Raises OracleUnavailable if it is not built, cannot be loaded, or is older than its sources.
    """
    found = PART.find("libsamebits_sweep.so")
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
