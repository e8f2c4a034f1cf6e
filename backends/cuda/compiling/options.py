"""All compiler options of kernels. Reports quote `OPTIONS`.

Clause R3 requires: no contraction, no flushing of subnormals, and correctly rounded divisions and
square roots. Kernels also write each product and each sum as an intrinsic (src/exact.cuh), so
`--fmad=false` changes nothing. To prove this, `nox -s gates` compiles everything with and without
the option and compares.
"""

from __future__ import annotations

from samebits.backends.cuda.compiling.headers import NUMERICS, SOURCES

OPTIONS = (
    "--fmad=false",
    "--ftz=false",
    "--prec-div=true",
    "--prec-sqrt=true",
    "--std=c++17",
    "--device-int128",
)
"""The compiler options for every unit, except the target and the include folders."""

ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
"""Compute capabilities, times ten, for which `nox -s gates` compiles every unit."""


def for_ptx(architecture: int) -> tuple[str, ...]:
    """Return all options that compile PTX for a virtual architecture (`compute_90` for 90)."""
    return (f"--gpu-architecture=compute_{architecture}", *OPTIONS, *include_folders())


def for_machine_code(architecture: int) -> tuple[str, ...]:
    """Return all options that compile PTX and machine code (CUBIN) for a GPU (`sm_90` for 90)."""
    return (f"--gpu-architecture=sm_{architecture}", *OPTIONS, *include_folders())


def include_folders() -> tuple[str, ...]:
    """Return the options for the folders of the headers."""
    return (f"--include-path={SOURCES}", f"--include-path={NUMERICS}")
