"""How kernels are compiled: every option, in this one file. Reports quote `OPTIONS`.

Clause R3: no contraction, subnormals kept, divisions and square roots correctly rounded. Kernels
write each product and each sum as an intrinsic besides (src/exact.cuh), so that a missing
`--fmad=false` changes nothing; `nox -s gates` compiles everything both ways and compares.
"""

from __future__ import annotations

from samebits.backends.cuda.headers import NUMERICS, SOURCES

OPTIONS = (
    "--fmad=false",
    "--ftz=false",
    "--prec-div=true",
    "--prec-sqrt=true",
    "--std=c++17",
    "--device-int128",
)
"""What the compiler is given for every unit, apart from the target and the folders."""

ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
"""Compute capabilities, times ten, for which `nox -s gates` compiles every unit."""


def for_ptx(architecture: int) -> tuple[str, ...]:
    """The whole command for PTX of a virtual architecture (`compute_90` for 90)."""
    return (f"--gpu-architecture=compute_{architecture}", *OPTIONS, *include_folders())


def for_machine_code(architecture: int) -> tuple[str, ...]:
    """The whole command for the machine code (CUBIN) of a GPU (`sm_90` for 90), PTX included."""
    return (f"--gpu-architecture=sm_{architecture}", *OPTIONS, *include_folders())


def include_folders() -> tuple[str, ...]:
    """Options that name the folders of the headers."""
    return (f"--include-path={SOURCES}", f"--include-path={NUMERICS}")
