"""`python -m samebits.benchmarks [SUITE ...]`: print speed ratios to PyTorch from one run."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from samebits.backends import discovery
from samebits.backends.protocol import Backend, BackendError, ConfigurableSession, Session
from samebits.benchmarks import (
    doubling,
    machine_pages,
    pairs_page,
    speed_page,
    speed_record,
    suites,
)
from samebits.benchmarks.glibc import glibc_version
from samebits.benchmarks.gpu import gpu_command as gpu
from samebits.benchmarks.growing import growth_command as growing
from samebits.benchmarks.measure import Measured, measure, rate, wall_clock
from samebits.benchmarks.peers import BenchmarkError, limit_torch, torch_module
from samebits.benchmarks.speed_record import Section
from samebits.common import processor
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.numbers import POSITIVE

GPU = "cuda"
"""The name of the suite for the backend `cuda`, on arrays in GPU memory (benchmarks/gpu/)."""

GROWTH = "growth"
"""The name of the suite that measures every op at growing sizes, without peers.

The folder benchmarks/growing/ implements it.
"""

SUITES = sorted((GPU, GROWTH, *(m.name for m in pkgutil.iter_modules(suites.__path__))))

SECONDS = 1.5
"""Default time for each comparison in seconds, in suites other than cuda."""

NETWORKS = "nn"
"""The name of the suite whose rows are listed by op, so that it can run only chosen ops."""

MATH = "math"
"""The name of the suite whose table differs: several peers, formats and ranges for each op."""


@dataclass(frozen=True, slots=True)
class _Run:
    """The settings of a run, used by every suite."""

    session: Session
    backend: str
    device: str
    counts: tuple[int, ...]
    seconds: float
    console: Console
    plots: Path
    kept: dict[str, Section]
    """The measured sections of this run by name, for --record."""


def _row(table: Table, threads: int, result: Measured) -> None:
    table.add_row(
        result.name,
        str(threads),
        rate(result.ours_rate, result.unit),
        rate(result.peer_rate, result.unit),
        f"{result.ratio:.2f}",
        f"{result.low:.2f} .. {result.high:.2f}",
        "" if result.least is None else f"{result.least:.2f}{' missed' if result.missed else ''}",
    )


def _pairs(run: _Run, name: str, ops: tuple[str, ...]) -> list[dict[str, Any]]:
    """Run a suite of pairs, each pair with every number of threads, and return the records."""
    chosen = (ops,) if name == NETWORKS else ()
    suite = importlib.import_module(f"{suites.__name__}.{name}")
    timed = getattr(suite, "timed", wall_clock)
    table = Table(title=f"{run.backend}:{run.device} against PyTorch, suite {name}")
    for title in ("work", "threads", "samebits", "PyTorch", "ratio", "quartiles", "target"):
        table.add_column(title, justify="left" if title == "work" else "right")
    records = []
    for count in run.counts:
        if isinstance(run.session, ConfigurableSession):
            run.session.configure(threads=count)
        for pair in suite.pairs(run.session, count, *chosen):
            with run.console.status(f"{pair.name}, {count} threads"):
                result = measure(pair, run.seconds, timed=timed)
            _row(table, count, result)
            records.append({"suite": name, "threads": count, **asdict(result)})
    run.console.print(table)
    run.kept[name] = pairs_page.section(records, {**_facts(run), **_told(name)})
    if hasattr(suite, "growth"):
        _plot(run, name, suite)
    return records


def _plot(run: _Run, name: str, suite: Any) -> None:
    """Measure cost against work with the largest number of threads, and save the plot as SVG."""
    lines = []
    for title, points in suite.growth(run.session):
        with run.console.status(title):
            line = doubling.measured(title, points, 4 * run.seconds)
        lines.append(line)
        steps = ", ".join(f"{step:.2f}" for step in line.doublings())
        verdict = "proportional" if line.is_linear else "NOT proportional"
        run.console.print(f"{title}: time over work at each doubling {steps}: {verdict}")
    path = run.plots / f"{name}.svg"
    title = f"{run.backend}:{run.device}, threads: {run.counts[-1]}"
    write_atomically(path, doubling.svg(lines, title).encode())
    run.console.print(f"plot: {path}")


def _facts(run: _Run) -> dict[str, str]:
    """Return the facts about the machine and the software, for the page.

    The load is the average over the last minutes.
    """
    torch = torch_module(max(run.counts))
    one, _, fifteen = os.getloadavg()
    return {
        "device": f"{run.backend}:{run.device}",
        "processor": processor.model(),
        "most threads": str(max(run.counts)),
        "PyTorch": f"{torch.__version__} ({torch.backends.cpu.get_cpu_capability()})",
        "glibc": glibc_version(),
        "sources": run.session.environment().get("source_digest", "")[:12] or "not stated",
        "load": f"{one:.1f} in the last minute, {fifteen:.1f} in the last 15 minutes, with "
        f"{os.cpu_count()} processors",
        "day": datetime.now(UTC).date().isoformat(),
    }


def _told(name: str) -> dict[str, str]:
    """Return the facts that a suite states about itself: its clock and a note."""
    suite = importlib.import_module(f"{suites.__name__}.{name}")
    clock = {"clock": "processor time of the process"} if hasattr(suite, "timed") else {}
    return clock | ({"note": suite.NOTE} if hasattr(suite, "NOTE") else {})


def _math(
    run: _Run, ops: tuple[str, ...], label: str, core_math: Path | None
) -> list[dict[str, Any]]:
    """Measure functions of the profile `math` against all peers, and return the records."""
    suite = importlib.import_module(f"{suites.__name__}.{MATH}")
    names = suite.functions(ops)
    rows = []
    with run.console.status("measuring") as status:
        threads = max(run.counts)
        for figures in suite.measured(run.session, names, threads, run.seconds, label, core_math):
            rows.append(figures)
            status.update(f"{figures.op}: {figures.ns:.2f} ns; {len(rows)} of {len(names)}")
    facts = _facts(run)
    lacking = suite.lacking(run.session, names, label)
    shown = ", ".join(f"{name} {value}" for name, value in facts.items())
    run.console.print(speed_page.table(rows, run.device, shown, label))
    if lacking:
        run.console.print(f"not measured, no kernel: {', '.join(lacking)}")
    run.kept[f"{MATH} {label}"] = speed_page.section(rows, run.device, facts, lacking, label)
    return [{"suite": MATH, **asdict(figures)} for figures in rows]


def _chosen(names: tuple[str, ...], backend: str, math_alone: bool) -> tuple[str, ...]:
    """Return the suites to run: the named ones, or all suites that can measure the backend.

    Raises BenchmarkError for a suite that cannot measure the backend.
    """
    if names:
        foreign = [name for name in names if (name == GPU) != (backend == GPU)]
        if foreign:
            raise BenchmarkError(f"the suite {foreign[0]} does not measure the backend {backend}")
        return names
    if backend == GPU:
        return (GPU,)
    return (MATH,) if math_alone else tuple(n for n in SUITES if n not in (GPU, GROWTH))


def _best(found: Backend) -> str:
    """Return the name of the best available device: a GPU, or the widest instruction set.

    Raises BackendError.
    """
    usable = [d.name for d in found.devices() if d.available]
    if not usable:
        raise BackendError(f"{found.name} has no available device; see `samebits doctor`")
    return usable[0] if found.name == GPU else usable[-1]


def _on_gpu(wish: gpu.Wish, json_path: Path | None, only_list: bool) -> int:
    """Run the suite cuda, and return the exit status. Raises SamebitsError."""
    if json_path:
        raise BenchmarkError("the suite cuda has no --json; write its figures with --rows FILE")
    if only_list:
        click.echo(gpu.listed(wish))
        return 0
    return gpu.run(wish, click.echo)


@click.command(epilog="Example: python -m samebits.benchmarks contract --device avx512 --threads 1")
@click.argument("names", nargs=-1, type=click.Choice(SUITES))
@click.option("--backend", help="Backend to measure.  [default: cuda for the suite cuda, else c]")
@click.option(
    "--device",
    help="Its device; the best available one if left out. PyTorch is limited to the same"
    " instruction set.",
)
@click.option(
    "--threads", type=click.IntRange(1), multiple=True, help="Thread counts; 1 and all if left out."
)
@click.option(
    "--seconds",
    type=POSITIVE,
    help="Time for each comparison.  [default: 1.5; 2 in growth; 0.5 in cuda]",
)
@click.option(
    "--op", "ops", multiple=True, help="Only this op, in growth, math, nn and cuda; repeatable."
)
@click.option(
    "--format",
    "label",
    type=click.Choice(["f32", "f64"]),
    default="f32",
    show_default=True,
    help="The format of the suite math.",
)
@click.option(
    "--core-math",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="math: a checkout of CORE-MATH, whose scalar functions are then measured too.",
)
@click.option("--json", "json_path", type=click.Path(path_type=Path), help="Also write figures.")
@click.option(
    "--plots",
    type=click.Path(path_type=Path),
    default=Path("benchmarks/results"),
    show_default=True,
    help="Folder for plots of cost against work.",
)
@click.option(
    "--markdown", type=click.Path(path_type=Path), help="growth, cuda: also write a page."
)
@click.option(
    "--record",
    is_flag=True,
    help="Other suites, whole: keep the figures as those of this machine, and write its page.",
)
@click.option(
    "--results", type=click.Path(path_type=Path), default=speed_record.FOLDER, hidden=True
)
@click.option("--rows", type=click.Path(path_type=Path), help="cuda: write rows as they come.")
@click.option("--resume", is_flag=True, help="cuda: skip what FILE of --rows holds already.")
@click.option(
    "--elements",
    type=click.IntRange(1),
    help="cuda: elements of a large array.  [default: 2^28]",
)
@click.option("--list", "only_list", is_flag=True, help="cuda: print the rows and end.")
def main(
    names: tuple[str, ...],
    backend: str | None,
    device: str | None,
    threads: tuple[int, ...],
    seconds: float | None,
    ops: tuple[str, ...],
    label: str,
    core_math: Path | None,
    json_path: Path | None,
    plots: Path,
    markdown: Path | None,
    record: bool,
    results: Path,
    rows: Path | None,
    resume: bool,
    elements: int | None,
    only_list: bool,
) -> None:
    """Measure a backend against PyTorch, the two sides alternating, and print the ratios.

    In suites other than math the ratio is PyTorch's time divided by ours: above 1, samebits is
    faster. The suite math prints its own table and explains the columns. The suite cuda prints a
    line for each row, and --markdown makes its page. The suite growth measures how the time and
    memory of every op grow with its operands. --record stores the figures of the other suites,
    which docs/results/speed.md and the pages that it lists show.
    """
    # Keep a row on one line, because a pipe or a log has no width.
    console = Console(width=None if sys.stdout.isatty() else 180)
    try:
        backend = backend or (GPU if set(names) == {GPU} else "c")
        chosen_names = _chosen(names, backend, bool(ops or record) or label != "f32")
        found = discovery.load(backend)
        chosen = device or _best(found)
        if record and (ops or {GPU, GROWTH} & {*chosen_names}):
            raise BenchmarkError("--record needs whole suites, not cuda or growth; omit --op")
        if record and results == speed_record.FOLDER and not machine_pages.PAGES.is_dir():
            raise BenchmarkError(f"--record needs a checkout: {machine_pages.PAGES} is missing")
        if markdown and not {GPU, GROWTH} & {*chosen_names}:
            raise BenchmarkError("--markdown is for the suites cuda and growth; use --record")
        if chosen_names == (GPU,):
            wish = gpu.Wish(chosen, seconds, elements, ops, rows, resume, markdown)
            sys.exit(_on_gpu(wish, json_path, only_list))
        if GROWTH in chosen_names:
            if len(chosen_names) > 1 or backend != "c":
                raise BenchmarkError("the suite growth cannot run with other suites or backends")
            growing.run(f"c:{chosen}", ops, seconds, click.echo, json_path, markdown)
            return
        if label != "f32" and chosen_names != (MATH,):
            raise BenchmarkError(f"--format {label} is for the suite {MATH} only; name no other")
        if rows or resume or elements or only_list:
            raise BenchmarkError("--rows, --resume, --elements, --list are for the suite cuda")
        limit_torch(chosen)
        counts = threads or tuple(dict.fromkeys((1, os.cpu_count() or 1)))
        records = []
        with found.open(chosen) as session:
            each = SECONDS if seconds is None else seconds
            run = _Run(session, backend, chosen, counts, each, console, plots, {})
            for name in chosen_names:
                if name == MATH:
                    records += _math(run, ops, label, core_math)
                else:
                    records += _pairs(run, name, ops)
        if record:
            speed_record.keep(run.kept, results)
            own = results == speed_record.FOLDER
            machine_pages.write_pages(results, machine_pages.PAGES if own else results)
        if json_path:
            figures = {"backend": backend, "device": chosen, "pairs": records}
            write_atomically(json_path, json.dumps(figures, indent=1).encode())
    except SamebitsError as error:
        console.print(f"error: {error}", style="red", markup=False, soft_wrap=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
