"""`python -m samebits.benchmarks.accuracy`: count wrong results of other libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.progress import Progress, TimeElapsedColumn

from samebits.benchmarks.accuracy.counting import BLOCK, BLOCKS, Count, sampled
from samebits.benchmarks.accuracy.page import PAGE, current
from samebits.benchmarks.accuracy.results import FOLDER, Result, covers, read_op, write_op
from samebits.benchmarks.accuracy.right import RightBits
from samebits.benchmarks.accuracy.subjects import SUBJECTS, Subject, may_have, subject_for
from samebits.benchmarks.peers import BenchmarkError
from samebits.common import processor
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.oracles.sweep import sweepable
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import FunctionLandmarks


def _calls(ops: tuple[str, ...]) -> Iterator[Call]:
    """Yield the measurable calls: unary, in binary32, and implemented by at least one library."""
    for name in ops or all_ops():
        op = get_op(name)
        landmarks = landmarks_of(name)
        rounds = isinstance(landmarks, FunctionLandmarks) and not landmarks.integral
        listed = rounds and any(may_have(subject, name) for subject in SUBJECTS)
        call = op.call(("f32",), ("f32",)) if listed else None
        if call is not None and sweepable(call):
            yield call
        elif ops:
            raise BenchmarkError(f"{name}: no subject has it, or it does not have one operand")


def _block(right_bits: RightBits, subjects: list[Subject], block: int) -> dict[str, Count]:
    """Compare each library with the right bits of one block, and return the counts."""
    first = block * BLOCK
    patterns = np.arange(first, first + BLOCK, dtype=np.uint64).astype(np.uint32)
    x = patterns.view(np.float32)
    right = right_bits.block(block, x)
    counts = {}
    for subject in subjects:
        counts[subject.name] = Count()
        counts[subject.name].add(subject.run(x).view(np.uint32), right, patterns)
    return counts


def measure_op(
    call: Call, subjects: list[Subject], every: int, threads: int, progress: Progress
) -> dict[str, Count]:
    """Return the counts of each library for one op, over a sample of the blocks."""
    blocks = sampled(every)
    totals = {subject.name: Count() for subject in subjects}
    bar = progress.add_task(call.op, total=len(blocks))
    with RightBits(call) as right, ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(_block, right, subjects, block) for block in blocks]
        try:
            for job in as_completed(jobs):
                for name, count in job.result().items():
                    totals[name].merge(count)
                progress.advance(bar)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    progress.remove_task(bar)
    return totals


@click.command(epilog="Example: python -m samebits.benchmarks.accuracy --op exp --sample 64")
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
@click.option("--subject", "names", multiple=True, type=click.Choice(SUBJECTS), help="Repeatable.")
@click.option(
    "--sample", "every", default=1, type=click.IntRange(1, BLOCKS), metavar="N",
    help="Only every N-th block of 2^20 inputs.",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count() or 1)
@click.option("--again", is_flag=True, help="Also what has a result already.")
@click.option("--page", "only_page", is_flag=True, help="Measure nothing, write the page.")
@click.option("--results", "folder", type=click.Path(path_type=Path), default=FOLDER, hidden=True)
def main(
    ops: tuple[str, ...],
    names: tuple[str, ...],
    every: int,
    threads: int,
    again: bool,
    only_page: bool,
    folder: Path,
) -> None:
    """Count how many of all 2^32 binary32 inputs NumPy, PyTorch and glibc get wrong.

    Ops that have a result for the same version, machine and number of inputs are skipped, so a
    stopped run continues where it was. The results are written to docs/results/accuracy.md.
    """
    console = Console(highlight=False, soft_wrap=True)
    try:
        if not only_page:
            _measure(ops, names or SUBJECTS, every, threads, again, folder, console)
        if folder == FOLDER and PAGE.parent.is_dir():
            write_atomically(PAGE, current().encode())
            console.print(f"{PAGE} is written")
    except SamebitsError as error:
        console.print(f"error: {error}", style="red", markup=False)
        sys.exit(2)


def _measure(
    ops: tuple[str, ...], names: tuple[str, ...], every: int, threads: int, again: bool,
    folder: Path, console: Console,
) -> None:  # fmt: skip
    cpu = processor.model()
    with Progress(*Progress.get_default_columns(), TimeElapsedColumn(), console=console) as bars:
        for call in _calls(ops):
            held = read_op(call.op, folder)
            found = [subject_for(name, call.op) for name in names]
            subjects = [
                s for s in found
                if s and (again or not covers(held.get(s.name), s.version, cpu, every))
            ]  # fmt: skip
            if not subjects:
                continue
            totals = measure_op(call, subjects, every, threads, bars)
            for s in subjects:
                c = totals[s.name]
                held[s.name] = Result(
                    s.version, cpu, every, len(sampled(every)) * BLOCK,
                    c.wrong, c.most, f"{c.at:08x}", c.nan, c.zero,
                )  # fmt: skip
                console.print(
                    f"{call.op} {s.version}: {c.wrong:,} wrong of {held[s.name].inputs:,}, "
                    f"at most {c.most:,} ulp; NaN {c.nan:,}, zero {c.zero:,}"
                )
            write_op(call.op, held, folder)


if __name__ == "__main__":
    main()
