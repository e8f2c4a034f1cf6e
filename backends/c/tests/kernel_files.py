"""Compile kernel files of the C backend separately, so that tests can reach their internals."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from samebits.backends.c import library
from samebits.backends.numerics.multiple.tests.library import compiler

KERNELS = library.SOURCES / "src" / "kernels"
INCLUDES = tuple(
    f"-I{folder}"
    for folder in (library.SOURCES / "include", library.SOURCES / "src", library.NUMERICS)
)
FLAGS = (
    *("-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-D_GNU_SOURCE"),
    *("-Wl,-z,lazy", *INCLUDES),
)
FMA = ("-mavx2", "-mfma")
VECTORS = (
    (*FMA, "-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mprefer-vector-width=512"),
    FMA,
)
"""Compiler flags of the vector instruction sets, the widest first."""

ENCLOSED_F64 = tuple(
    sorted(
        path.stem
        for path in KERNELS.glob("*.c")
        if "define ENCLOSED_F64" in path.read_text(encoding="utf-8")
    )
)
"""The ops that have stages in double-double arithmetic."""

RARE_F64 = tuple(
    op
    for op in ENCLOSED_F64
    if "define RARE_F64" in (KERNELS / f"{op}.c").read_text(encoding="utf-8")
)
"""The ops that also have a double-double stage for extreme operands.

Other ops compute extreme operands in integer arithmetic.
"""


def flags_here() -> set[str]:
    """Return the compiler flags of all instruction sets that Linux reports for this machine."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    _, _, told = text.partition("\nflags")
    return {f"-m{name}" for name in told.partition("\n")[0].split()}


def has_fma() -> bool:
    """Return whether this machine has FMA instructions."""
    return set(FMA) <= flags_here()


def widest_vectors() -> tuple[str, ...]:
    """Return the compiler flags of the widest vectors that this machine has."""
    here = {*flags_here(), "-mprefer-vector-width=512"}
    return next((flags for flags in VECTORS if here.issuperset(flags)), ())


def compile_kernel(op: str, source: Path, target: Path, flags: Sequence[str] = ()) -> None:
    """Compile a library from a C source that includes the op's kernel file as KERNEL.

    Raise CalledProcessError if it does not compile.
    """
    kernel = f'-DKERNEL="{KERNELS / op}.c"'
    subprocess.run([compiler(), *FLAGS, *flags, kernel, "-o", str(target), str(source)], check=True)


def files_read(source: Path) -> Iterator[Path]:
    """Yield a C source and the repository's files that it includes."""
    command = [compiler(), "-std=c11", "-MM", *INCLUDES, str(source)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for word in told.partition(":")[2].replace("\\\n", " ").split():
        yield Path(word).resolve()


def text_read(source: Path, flags: Sequence[str] = ()) -> str:
    """Return the preprocessed text of a C source and of the repository's files that it includes.

    Macros are expanded. The text contains no comments, and no code for other machines or GPUs.
    """
    command = [compiler(), "-std=c11", "-D_GNU_SOURCE", *flags, "-E", *INCLUDES, str(source)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    kept, own = [], False
    for line in told.splitlines():
        if line.startswith("# "):
            path = Path(line.split('"')[1])
            own = any(path.is_relative_to(root) for root in (library.SOURCES, library.NUMERICS))
        elif own and line.strip():
            kept.append(" ".join(line.split()))
    return "\n".join(kept)
