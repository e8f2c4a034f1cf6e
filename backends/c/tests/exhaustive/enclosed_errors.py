"""Measure the necessary width of the intervals of functions in float-float arithmetic.

    python backends/c/tests/exhaustive/enclosed_errors.py                # rows: tanh, erf and gelu
    python backends/c/tests/exhaustive/enclosed_errors.py exp log        # others; --all: all
    python backends/c/tests/exhaustive/enclosed_errors.py --stride 4099  # some operands, quick

The half-widths of rounding tests come from figures in `coefficients/families`: the base-2
logarithms of the largest errors of the whole evaluation. enclosed_errors.c finds these errors over
all operands, and this program compares them with the figures. The exit status is 1 if an error
exceeds its figure by more than the rounding of the figure to two decimals, or if a result is wrong.
The functions with rows take a minute or two on one core, and all functions take half an hour.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from samebits.backends.numerics.coefficients.families import (
    enclosed_exp,
    enclosed_log,
    enclosed_logs,
    enclosed_rows,
)

HERE = Path(__file__).resolve().parent
NUMERICS = HERE.parents[2] / "numerics"
ENTRY_BITS = (5, 3)
"""Table sizes as bits of the index: for AVX-512 and CUDA, and for AVX2.

On AVX2, tanh has the same steps as on AVX-512.
"""
ROUNDING = 0.005
"""Largest difference caused by rounding a figure to two decimals."""

OF_ROWS: Mapping[tuple[str, int], tuple[float, ...]] = {
    ("tanh", 5): enclosed_rows.TANH_ERRORS,
    ("erf", 5): enclosed_rows.ERF_ERRORS,
    ("gelu", 5): enclosed_rows.TAIL_ERRORS,
}
"""Error figures of the functions with tables of polynomials. They are measured by default."""

FIGURES: Mapping[tuple[str, int], tuple[float, ...]] = {
    **OF_ROWS,
    **{(op, 5): figures for op, figures in enclosed_exp.ERRORS_32.items()},
    **{(op, 3): figures for op, figures in enclosed_exp.ERRORS_8.items()},
    ("log", 5): enclosed_log.ERRORS_32,
    ("log", 3): enclosed_log.ERRORS_8,
    **{(op, 5): figures for op, figures in enclosed_logs.ERRORS.items()},
}
"""Error figures by function and table size: one for each group in enclosed_errors.c."""


def build(folder: Path, entry_bits: int) -> Path:
    """Compile the program. Exit with a hint if it does not compile."""
    program = folder / f"enclosed_errors_{entry_bits}"
    compiler = shlex.split(os.environ.get("CC") or "cc")
    flags = ["-std=gnu11", "-O2", "-march=native", "-ffp-contract=off", "-Wall", "-Wextra"]
    names = ['-DSB_LANES_HEADER="one_lane.h"', f"-DLANES_ENTRY_BITS={entry_bits}"]
    places = [f"-I{NUMERICS}", f"-I{HERE}", str(HERE / "enclosed_errors.c"), "-o", str(program)]
    command = [*compiler, *flags, *names, *places, "-lm", "-pthread"]
    if subprocess.run(command, check=False).returncode:
        sys.exit("the program does not compile; it needs a C compiler")
    return program


def measure(program: Path, op: str, stride: int, threads: int) -> tuple[dict[int, float], int]:
    """Return log2 of the half-width that each group needs, and the number of wrong results."""
    command = [str(program), op, str(stride), str(threads)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode:
        sys.exit(f"{op} cannot be measured here: it needs a long double of 64 bits or more")
    *groups, last = (line.split() for line in finished.stdout.splitlines())
    return {int(g): math.log2(float.fromhex(half)) for g, half, _ in groups}, int(last[1])


def compare(op: str, entry_bits: int, found: Mapping[int, float]) -> bool:
    """Print the measured errors and the figures.

    Return whether all groups were measured and no figure is exceeded.
    """
    good = True
    for group, figure in enumerate(FIGURES[op, entry_bits]):
        error = found.get(group, math.nan)
        within = error <= figure + ROUNDING  # false for NaN, the mark of a group without operands
        good &= within
        mark = "" if within else "  EXCEEDED" if group in found else "  NOT MEASURED"
        print(f"{op:8} {1 << entry_bits:2} {group:2}  2^{error:.3f} (figure 2^{figure:.2f}){mark}")
    return good


def main() -> int:
    """Measure functions. The exit status is 1 if a figure is exceeded or a result is wrong."""
    ops = tuple(dict.fromkeys(op for op, _ in FIGURES))
    usual = tuple(op for op, _ in OF_ROWS)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ops", nargs="*", choices=[*ops, []], metavar="FUNCTION")
    parser.add_argument("--all", action="store_true", help="every function")
    parser.add_argument("--stride", type=int, default=1, help="take every N-th operand")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        programs = {bits: build(Path(folder), bits) for bits in ENTRY_BITS}
        for op, bits in FIGURES:
            if op in (arguments.ops or (ops if arguments.all else usual)):
                found, wrong = measure(programs[bits], op, arguments.stride, arguments.threads)
                good &= compare(op, bits, found) and wrong == 0
                print(f"{op:8} {1 << bits:2}     {wrong} wrong", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
