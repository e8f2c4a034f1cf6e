"""nox -s vectors: write the golden vectors, or recompute and compare them.

python -m samebits.vectors.write                write what the plans call for, keep what is finished
python -m samebits.vectors.write --op exp       the same for one op
python -m samebits.vectors.write --check        recompute every vector and compare; writes nothing
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console

from samebits.common.errors import SamebitsError
from samebits.common.progress import Watch
from samebits.spec.catalog import all_ops, get_op
from samebits.vectors import check, real, tasks, writer
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import read_flags, seal_flags
from samebits.vectors.manifest import read_manifest
from samebits.vectors.part import NAME, ops_on_disk, path_of, read_part
from samebits.vectors.planning import FilePlan, file_plans
from samebits.vectors.reader import ROOM
from samebits.vectors.schema import SETS
from samebits.vectors.writer import Stored, remove_unplanned, stored_tables, write_tables

T = TypeVar("T")
R = TypeVar("R", bound=tasks.Request)

HEAVY_FIRST = ("contract", "aligned", "reduce", "nn", "train", "math", "core")


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--check", "checking", is_flag=True, help="Recompute and compare; write nothing.")
@click.option("--op", "ops", multiple=True, metavar="NAME", help="Only this op; may be repeated.")
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="Only this set.")
@click.option("--force", is_flag=True, help="Make finished tables again, too.")
@click.option("--processes", type=click.IntRange(1), help="Tables made at once; default: all CPUs.")
@click.option("--folder", type=click.Path(path_type=Path), default=ROOM, hidden=True)
def command(
    checking: bool,
    ops: tuple[str, ...],
    sets: tuple[str, ...],
    force: bool,
    processes: int | None,
    folder: Path,
) -> None:
    """Run the command. A SamebitsError is printed as one line, with exit status 2."""
    console = Console(stderr=True)
    try:
        plans = planned(ops, sets or SETS)
        workers = processes or os.cpu_count() or 1
        whole = not ops and not sets
        if checking:
            findings = run_check(folder, plans, workers, console, whole=whole)
            sys.exit(1 if findings else 0)
        with writer.alone(folder):
            run_write(folder, plans, workers, console, force=force, whole=whole)
    except SamebitsError as error:
        console.print(f"error: {error}", style="bold red", markup=False, soft_wrap=True)
        sys.exit(2)


def planned(ops: Sequence[str], sets: Sequence[str]) -> list[FilePlan]:
    """Return the plans of the tables of the named ops or of all ops, slow tables first.

    Raises SpecError for an unknown op, and VectorError if packages of the set `real` are missing.
    """
    for name in ops:
        get_op(name)
    plans = [plan for plan in file_plans(ops or None) if plan.set in sets]
    missing = real.missing_packages() if any(plan.set == "real" for plan in plans) else []
    if missing:
        raise VectorError(
            f"the set `real` needs {' and '.join(missing)}: pip install --no-deps them, "
            "or leave the set out with --set golden"
        )
    return sorted(plans, key=lambda p: (HEAVY_FIRST.index(all_ops()[p.op].profile), p.title))


def run_write(
    folder: Path,
    plans: list[FilePlan],
    processes: int,
    console: Console,
    *,
    force: bool,
    whole: bool,
) -> None:
    """Make the tables, and write the files of each op as soon as its tables are complete.

    Raises SamebitsError. The ops that were finished before the error stay written.
    """
    provenance = tasks.provenance()
    seal_flags(folder)
    flags = read_flags(folder)
    stored = {op: stored_tables(folder, op) for op in {plan.op for plan in plans}}
    gathered = {op: _Gathered(op, plans, stored[op], provenance, whole) for op in stored}
    requests = [
        tasks.WriteRequest(plan, "" if force else gathered[plan.op].previous(plan))
        for plan in plans
    ]
    made = 0
    for result in _parallel(tasks.make_one, requests, processes, console):
        made += result.table is not None
        op = gathered[result.plan.op]
        op.take(result)
        if op.complete:
            write_tables(folder, op.name, op.tables.values(), provenance, flags)
    for path in remove_unplanned(folder, stored) if whole else ():
        console.print(f"removed {path.relative_to(folder)}: no plan calls for it")
    _tell(folder, f"{made} tables made, {len(plans) - made} kept", console)


def _tell(folder: Path, done: str, console: Console) -> None:
    """Print a summary: the work done, and the size and root digest of the folder."""
    manifest = read_manifest(folder)
    size = sum(path.stat().st_size for path in manifest.paths(folder))
    console.print(
        f"{done}; {manifest.counts()} cases, {size / 2**20:.1f} MiB; root {manifest.root}"
    )


class _Gathered:
    """The tables of one op: those made in this run, and those that are still current."""

    def __init__(
        self,
        name: str,
        plans: Sequence[FilePlan],
        stored: Stored,
        provenance: Mapping[str, str],
        whole: bool,
    ) -> None:
        self.name = name
        self._open = {plan.key for plan in plans if plan.op == name}
        self._current = dict(stored.tables) if stored.provenance == provenance else {}
        others = {key: table for key, table in stored.tables.items() if key not in self._open}
        if others and not whole and not self._current:
            raise VectorError(
                f"the other tables of {name} were made with {dict(stored.provenance)}, but this "
                f"machine has {dict(provenance)}; run without --set to make all tables of the op"
            )
        self.tables = {} if whole else others

    @property
    def complete(self) -> bool:
        """Return whether all tables of the op are available."""
        return not self._open

    def previous(self, plan: FilePlan) -> str:
        """Return the plan digest of the stored table if it may be kept, or "" if not."""
        table = self._current.get(plan.key)
        return table.plan if table else ""

    def take(self, result: tasks.WriteResult) -> None:
        """Add the table of a result."""
        key = result.plan.key
        self._open.discard(key)
        self.tables[key] = self._current[key] if result.table is None else result.table


def run_check(
    folder: Path, plans: list[FilePlan], processes: int, console: Console, *, whole: bool
) -> list[str]:
    """Recompute the tables and compare them with the stored ones. Print and return the errors."""
    findings = check.listed(folder, plans, whole=whole)
    requests = [tasks.CheckRequest(folder, plan) for plan in plans]
    for found in _parallel(tasks.check_one, requests, processes, console):
        findings += found
    proofs = [
        tasks.CertificateRequest(folder, op, entry.name)
        for op in ops_on_disk(folder)
        if op in {plan.op for plan in plans} and (path_of(folder, op) / NAME).exists()
        for entry in read_part(folder, op).certificates
    ]
    for found in _parallel(tasks.check_certificate, proofs, processes, console):
        findings += found
    for finding in findings:
        console.print(f"DIFFERS {finding}", style="bold red", markup=False, soft_wrap=True)
    if not findings:
        console.print(
            f"{len(plans)} tables recomputed, {len(proofs)} certificates checked by samples: "
            f"every vector agrees; root {read_manifest(folder).root}"
        )
    return findings


def _parallel(
    function: Callable[[R], T], requests: Sequence[R], processes: int, console: Console
) -> Iterator[T]:
    """Yield results as they arrive, with a progress bar.

    The first error cancels the waiting requests.
    """
    context = multiprocessing.get_context("spawn")
    with (
        Watch("tables", len(requests), console) as watch,
        ProcessPoolExecutor(processes, mp_context=context) as pool,
    ):
        futures = {pool.submit(function, request): request for request in requests}
        try:
            for future in as_completed(futures):
                watch.count(futures[future].title)
                yield future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


if __name__ == "__main__":
    command()
