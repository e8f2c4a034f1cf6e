"""`python -m samebits.benchmarks.accuracy.binary64`: count wrong results in binary64.

The 2^64 inputs cannot all be tried, so all libraries get the same random inputs. The magnitudes of
one half are uniform up to 40. The magnitudes of the other half are log-uniform from 2^-60 to 2^10.
Both signs occur, and all inputs are mapped into the function's domain.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from rich.console import Console

from samebits.benchmarks.accuracy.counting import Count
from samebits.benchmarks.accuracy.page import ROOT, TITLES, read_page
from samebits.benchmarks.accuracy.results import FOLDER, Result, read_op, write_op
from samebits.benchmarks.accuracy.subjects import SUBJECTS, Subject, may_have, subject_for
from samebits.benchmarks.peers import BenchmarkError
from samebits.common import processor
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.progress import Watch
from samebits.oracles.sweep import binary64
from samebits.oracles.sweep.drawn import Array, inside, sized, uniform
from samebits.spec.catalog import all_ops, function_landmarks, get_op, landmarks_of
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import FunctionLandmarks

RESULTS = FOLDER.parent / "accuracy-f64"
PAGE = ROOT / "docs" / "results" / "accuracy-f64.md"
BITS = 22
SEED = 20261127
PART = 1 << 18

HEAD = """# How many results of other libraries are not correctly rounded in binary64?

Made from `benchmarks/results/accuracy-f64/` by `python -m samebits.benchmarks.accuracy.binary64`.

This page has the counts of [accuracy.md](accuracy.md) for binary64. Its 2^64 inputs are too many to
try. All libraries therefore get the same random inputs, from a fixed seed. Half of them are uniform
between -40 and 40. The other half have a uniform logarithm between 2^-60 and 2^10. An input outside
the domain of a function is moved into it by its sign and reciprocal. The right bits come from
filters of up to 113 bits, and from the op's oracle if no filter decides the rounding
([oracles/sweep](../../oracles/sweep/README.md)).

- The columns have the meaning of [accuracy.md](accuracy.md).
- The function of NumPy is the ufunc with this name, in float64. The function of PyTorch runs on the
  CPU with default arguments. The function of glibc is the scalar double function. A dash means that
  the library has no such function.
"""


def calls(ops: tuple[str, ...]) -> Iterator[Call]:
    """Yield the measurable calls: unary, in binary64, and implemented by at least one library."""
    for name in ops or all_ops():
        op, landmarks = get_op(name), landmarks_of(name)
        rounds = isinstance(landmarks, FunctionLandmarks) and not landmarks.integral
        listed = rounds and any(may_have(subject, name, "f64") for subject in SUBJECTS)
        call = op.call(("f64",), ("f64",)) if listed else None
        if call is not None and binary64.is_filtered(call):
            yield call
        elif ops:
            raise BenchmarkError(f"{name}: no subject has it, or it does not have one operand")


def inputs(op: str, part: int, count: int) -> Array:
    """Return the inputs of one part of the sample for an op."""
    rng = np.random.default_rng((SEED, int.from_bytes(op.encode(), "little"), part))
    found = np.concatenate([
        uniform(40.0)(rng, count // 2), sized(-60, 10)(rng, count - count // 2)
    ])  # fmt: skip
    return inside(found, function_landmarks(op).domain)


def measure(call: Call, subjects: list[Subject], size: int, console: Console) -> dict[str, Count]:
    """Return the counts of each library for one op, over `size` inputs."""
    totals = {subject.name: Count() for subject in subjects}
    parts = max(1, size // PART)
    with Watch(call.op, parts, console) as watch:
        for part in range(parts):
            x = inputs(call.op, part, min(PART, size))
            right = binary64.rounded(call, [x]).bits
            for subject in subjects:
                found = np.asarray(subject.run(x), np.float64).view(np.uint64)
                totals[subject.name].add(found, right, x.view(np.uint64))
            watch.count()
    return totals


@click.command(epilog="Example: python -m samebits.benchmarks.accuracy.binary64 --op exp --bits 20")
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
@click.option("--bits", default=BITS, type=click.IntRange(10, 34), help="log2 of the inputs.")
@click.option("--again", is_flag=True, help="Also what has a result already.")
@click.option("--page", "only_page", is_flag=True, help="Measure nothing, write the page.")
@click.option("--results", "folder", type=click.Path(path_type=Path), default=RESULTS, hidden=True)
def main(ops: tuple[str, ...], bits: int, again: bool, only_page: bool, folder: Path) -> None:
    """Count how many of the same random binary64 inputs NumPy, PyTorch and glibc get wrong.

    Ops that have a result for the same version, machine and number of inputs are skipped, so a
    stopped run continues where it was. The results are written to docs/results/accuracy-f64.md.
    """
    console = Console(highlight=False, soft_wrap=True)
    try:
        for call in () if only_page else calls(ops):
            _measure_op(call, 1 << bits, again, folder, console)
        if folder == RESULTS and PAGE.parent.is_dir():
            write_atomically(PAGE, current().encode())
            console.print(f"{PAGE} is written")
    except SamebitsError as error:
        console.print(f"error: {error}", style="red", markup=False)
        sys.exit(2)


def _measure_op(call: Call, size: int, again: bool, folder: Path, console: Console) -> None:
    cpu, held = processor.model(), read_op(call.op, folder)
    subjects = [
        s for s in (subject_for(name, call.op, "f64") for name in SUBJECTS)
        if s and (again or not _covers(held.get(s.name), s.version, cpu, size))
    ]  # fmt: skip
    if not subjects:
        return
    for name, c in measure(call, subjects, size, console).items():
        (version,) = [s.version for s in subjects if s.name == name]
        held[name] = Result(
            version, cpu, 0, size, c.wrong, c.most, f"{c.at:016x}", c.nan, c.zero
        )  # fmt: skip
        console.print(
            f"{call.op} {TITLES[name]}: {c.wrong:,} wrong of {size:,}, at most {c.most:,} ulp; "
            f"NaN {c.nan:,}, zero {c.zero:,}"
        )
    write_op(call.op, held, folder)


def _covers(held: Result | None, version: str, cpu: str, size: int) -> bool:
    return held is not None and (held.version, held.processor, held.inputs) == (version, cpu, size)


def current() -> str:
    """Return the page for the stored results."""
    return read_page(HEAD, RESULTS)


if __name__ == "__main__":
    main()
