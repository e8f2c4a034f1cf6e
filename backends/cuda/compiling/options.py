"""The compiler options of kernels, all in this one file. Reports quote `OPTIONS`.

Clause R3: no contraction, subnormals kept, divisions and square roots correctly rounded. Kernels
also write each product and each sum as an intrinsic (src/exact.cuh), so that a missing
`--fmad=false` changes nothing. `nox -s gates` compiles everything both ways and compares.
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
    """Return the whole command for PTX of a virtual architecture (`compute_90` for 90)."""
    return (f"--gpu-architecture=compute_{architecture}", *OPTIONS, *include_folders())


def for_machine_code(architecture: int) -> tuple[str, ...]:
    """Return the whole command for a GPU's machine code (CUBIN; `sm_90` for 90), PTX included."""
    return (f"--gpu-architecture=sm_{architecture}", *OPTIONS, *include_folders())


def include_folders() -> tuple[str, ...]:
    """Return the options for the folders of the headers."""
    return (f"--include-path={SOURCES}", f"--include-path={NUMERICS}")
