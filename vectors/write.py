"""nox -s vectors: write the golden vectors, or recompute and compare them.

python -m samebits.vectors.write                write what the plans call for, keep what is finished
python -m samebits.vectors.write --op exp       the same for one op
python -m samebits.vectors.write --check        recompute every vector and compare; writes nothing
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SamebitsError
from samebits.spec.progress import Watch
from samebits.vectors import certificates, check, real, tasks, writer
from samebits.vectors.errors import VectorError
from samebits.vectors.manifest import read_manifest
from samebits.vectors.planning import FilePlan, file_plans
from samebits.vectors.reader import ROOM
from samebits.vectors.schema import SETS

T = TypeVar("T")
R = TypeVar("R", bound=tasks.Request)

HEAVY_FIRST = ("contract", "reduce", "nn", "math", "core")


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--check", "checking", is_flag=True, help="Recompute and compare; write nothing.")
@click.option("--op", "ops", multiple=True, metavar="NAME", help="Only this op; may be repeated.")
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="Only this set.")
@click.option("--force", is_flag=True, help="Make finished files again, too.")
@click.option("--processes", type=click.IntRange(1), help="Files made at once; default: all CPUs.")
@click.option("--folder", type=click.Path(path_type=Path), default=ROOM, hidden=True)
def command(
    checking: bool,
    ops: tuple[str, ...],
    sets: tuple[str, ...],
    force: bool,
    processes: int | None,
    folder: Path,
) -> None:
    """Entry point of the session; a SamebitsError becomes one line and exit status 2."""
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
    """The files of the named ops or of all, slow ones first.

    Raises SpecError for an unknown op, VectorError where the set `real` lacks its packages.
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
    return sorted(plans, key=lambda p: (HEAVY_FIRST.index(all_ops()[p.op].profile), p.path))


def run_write(
    folder: Path,
    plans: list[FilePlan],
    processes: int,
    console: Console,
    *,
    force: bool,
    whole: bool,
) -> None:
    """Write the files of the plans, then the manifest. Raises SamebitsError; keeps what is done."""
    provenance = tasks.provenance()
    others = [] if whole else _others(folder, plans, provenance)
    journal = writer.Journal(folder, provenance)
    done: list[writer.Written] = []
    made = 0
    requests = [
        tasks.WriteRequest(folder, plan, None if force else journal.finished(plan))
        for plan in plans
    ]
    for result in _parallel(tasks.write_one, requests, processes, console):
        done.append(result.written)
        journal.record(result.written)
        made += not result.kept
    manifest = writer.seal(folder, [*done, *others], provenance)
    writer.write_manifest(folder, manifest)
    journal.clear()
    for path in writer.unlisted(folder, manifest):
        path.unlink()
        console.print(f"removed {path.relative_to(folder)}: no plan calls for it")
    size = sum(entry.bytes for entry in manifest.files)
    cases = sum(entry.cases for entry in manifest.files)
    console.print(
        f"{made} tables made, {len(done) - made} kept; {cases} cases, {size / 2**20:.1f} MiB; "
        f"root {manifest.root}"
    )


def _others(
    folder: Path, plans: list[FilePlan], provenance: dict[str, str]
) -> list[writer.Written]:
    """The tables that a partial run leaves as they are. Raises VectorError."""
    manifest = read_manifest(folder)
    if dict(manifest.provenance) != provenance:
        raise VectorError(
            f"the committed vectors come from {dict(manifest.provenance)}, this machine has "
            f"{provenance}; run without --op to make all of them with the new versions"
        )
    chosen = {plan.path for plan in plans}
    tables = [e for e in manifest.files if e.plan and e.path not in chosen]
    return [writer.Written(e, manifest.entry(writer.pools_path(e.path))) for e in tables]


def run_check(
    folder: Path, plans: list[FilePlan], processes: int, console: Console, *, whole: bool
) -> list[str]:
    """Recompute and compare; prints and returns the findings."""
    manifest = read_manifest(folder)
    findings = check.listed(folder, manifest, plans, whole=whole)
    requests = [tasks.CheckRequest(folder, plan) for plan in plans]
    for found in _parallel(tasks.check_one, requests, processes, console):
        findings += found
    chosen = {plan.op for plan in plans}
    paths = [p for p in certificates.on_disk(folder) if whole or p.split("/")[1] in chosen]
    proofs = [tasks.CertificateRequest(folder, path) for path in paths]
    for found in _parallel(tasks.check_certificate, proofs, processes, console):
        findings += found
    for finding in findings:
        console.print(f"DIFFERS {finding}", style="bold red", markup=False, soft_wrap=True)
    if not findings:
        console.print(
            f"{len(plans)} tables recomputed, {len(paths)} certificates checked by samples: "
            f"every vector agrees; root {manifest.root}"
        )
    return findings


def _parallel(
    function: Callable[[R], T], requests: Sequence[R], processes: int, console: Console
) -> Iterator[T]:
    """Results as they come, with progress. The first error stops what has not begun."""
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
