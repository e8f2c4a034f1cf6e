"""`samebits certify`: judge a backend on its devices, and write the evidence."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shlex import quote

import click
from rich.text import Text

from samebits.certifying.certification import PAGE, DeviceRun, certify, exit_status, publish
from samebits.certifying.progress import Display
from samebits.certifying.terminal import conclusion_lines, console, verdict_line
from samebits.common.numbers import POSITIVE
from samebits.common.progress import duration
from samebits.common.release import judge_missing
from samebits.conformance.calls.subject import split_device
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging.options import DEADLINE, MOST_WORKERS, SETS, Options
from samebits.conformance.judging.plan import choose
from samebits.conformance.machine import processors
from samebits.conformance.results.waivers import read_waivers
from samebits.reports.errors import ReportError
from samebits.reports.groups import KINDS_SHOWN
from samebits.reports.overview import not_judged, together
from samebits.reports.seeds import seed_text
from samebits.reports.texts import one_line
from samebits.spec.profiles import LEVELS, PROFILES
from samebits.vectors.reader import Vectors


@click.command(name="certify")
@click.option(
    "--backend", required=True, metavar="NAME[:DEVICE]", help="Backend, or py:module:object."
)
@click.option("--device", "devices", multiple=True, metavar="D", help="Device; default: all.")
@click.option(
    "--level", default="standard", show_default=True, metavar="L", help=f"{', '.join(LEVELS)}."
)
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="P",
    help=f"{', '.join(PROFILES)}; default: all.",
)
@click.option("--op", "ops", multiple=True, metavar="OP", help="Only this op (see `samebits ops`).")
@click.option(
    "--format", "formats", multiple=True, metavar="F", help="Only this format (f32, bf16)."
)
@click.option(
    "--set", "sets", multiple=True, metavar="S", help=f"Only {', '.join(SETS)}, or `all`."
)
@click.option(
    "--case", "cases", multiple=True, metavar="ID", help="Only ids that match this shell pattern."
)
@click.option("--shard", default="", metavar="K/N", help="Only the K-th of N parts.")
@click.option(
    "-n",
    "--workers",
    type=click.IntRange(0, MOST_WORKERS),
    help="Processes; default: one for each processor.",
)
@click.option("--threads", type=int, metavar="N", help="Threads of the backend in each process.")
@click.option(
    "--deadline",
    type=POSITIVE,
    default=DEADLINE,
    show_default=True,
    metavar="S",
    help="Time limit of a case in seconds.",
)
@click.option("--waivers", type=click.Path(path_type=Path, dir_okay=False), help="File of waivers.")
@click.option(
    "--vectors",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of vectors to use instead of the installed ones.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("samebits-report"),
    show_default=True,
    help="Folder for the reports and pages.",
)
@click.option(
    "--seed",
    default="",
    metavar="SEED",
    help="Draw the operands and shapes of the run with this seed; default: a new seed.",
)
@click.option("--resume", is_flag=True, help="Continue the interrupted reports in the folder.")
def command(
    backend: str,
    devices: tuple[str, ...],
    level: str,
    profiles: tuple[str, ...],
    ops: tuple[str, ...],
    formats: tuple[str, ...],
    sets: tuple[str, ...],
    cases: tuple[str, ...],
    shard: str,
    workers: int | None,
    threads: int | None,
    deadline: float,
    waivers: Path | None,
    vectors: Path | None,
    out: Path,
    seed: str,
    resume: bool,
) -> None:
    """Judge a backend on each of its devices, byte for byte, and write the evidence.

    Each device is judged separately, in its own processes. The output folder then has one report
    for each device (JSON Lines, see `samebits report verify`), an HTML page (index.html), Markdown,
    JUnit and badges.

    Each run also includes drawn questions: random operands and shapes from a seed, which is printed
    and recorded. All devices of a run get the same questions.

    --resume runs the cases that an interrupted report lacks, and repeats a sample of the others. If
    a repeated case has a different result, the run ends.

    Exit status: 0 if the verdict of every device that ran is PASS, 1 if one is FAIL or INCOMPLETE,
    2 if something could not be set up or did not finish.

    \b
    Examples:
      samebits certify --backend c
      samebits certify --backend c --device avx2 --level full -n 4
      samebits certify --backend py:my_kernels:backend --op exp --format f32
      samebits certify --backend front:numpy --op var
      samebits certify --backend c --set drawn --seed 5f3a9c0e12345678
    """
    if reason := judge_missing("certify"):
        raise JudgeError(reason)
    named = [split_device(backend, device) for device in devices or (None,)]
    backend, devices = named[0][0], tuple(device for _, device in named if device is not None)
    options = Options(
        backend=backend,
        level=level,
        profiles=profiles,
        ops=ops,
        formats=formats,
        sets=() if "all" in sets else sets,
        cases=cases,
        shard=shard,
        threads=threads,
        deadline=deadline,
        waivers=waivers,
        vectors=vectors,
        seed=seed,
        workers=workers if workers is not None else processors(),
    ).check()
    if waivers is not None:  # report an invalid file here, once, and not again for each device
        read_waivers(waivers)
    if vectors is not None:
        Vectors.open(vectors)
    # report filters that match nothing here, once, and not again for each device
    if options.filters():
        choose(options, Vectors.open(vectors))
    started = datetime.now(UTC)
    try:
        with _stop_requests_as_exceptions():
            runs = _run(options, devices, out, resume)
    except KeyboardInterrupt:
        console(stderr=True).print(f"interrupted; continue with --resume (reports in {out})")
        sys.exit(130)
    page, trouble = None, None
    try:
        page = publish(runs, out)
    except ReportError as error:
        trouble = error
    _conclude(runs, page, datetime.now(UTC) - started)
    if trouble is not None:  # the reports are complete, and the printed verdicts are valid
        raise ReportError(
            f"{trouble}; the reports are complete: free some space, then write the pages by "
            f"`samebits report render {quote(str(out))} --html {quote(str(out / PAGE))}`"
        )
    sys.exit(exit_status(runs))


@contextmanager
def _stop_requests_as_exceptions() -> Iterator[None]:
    """On SIGTERM, raise an exception in the block, so that `launch` can end the judge."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(options: Options, devices: tuple[str, ...], out: Path, resume: bool) -> list[DeviceRun]:
    """Judge the devices one after the other, and show the progress."""
    runs = []
    with Display(console(stderr=True)) as display:
        for name, event in certify(options, devices, out, resume=resume):
            if isinstance(event, DeviceRun):
                runs.append(event)
                display.end(name)
            else:
                display.update(name, event)
    return runs


def _conclude(runs: list[DeviceRun], page: Path | None, time: timedelta) -> None:
    """Print a line for each device and each op that fails on it, then the path of the page."""
    out = console()
    width = max(len(run.name) for run in runs)
    for run in runs:
        if run.report:
            out.print(verdict_line(run.name, run.report, width))
            for line in conclusion_lines(run.report, KINDS_SHOWN):
                out.print(line)
        else:
            mark = ("ERROR", "bold red") if run.tried else ("SKIP", "dim")
            out.print(Text.assemble(run.name.ljust(width), "  ", mark, "  ", one_line(run.reason)))
    reports = [run.report for run in runs if run.report]
    if said := together(reports):
        out.print(Text(said[1]), soft_wrap=True)
    drawn = {report.header.seed: report.header for report in reports if report.header.seed}
    for seed, header in sorted(drawn.items()):
        told = f"questions were drawn from seed {seed_text(header)}"
        out.print(Text(f"{told}; --seed {seed} draws them again"))
    not_drawn = sorted({name for report in reports for name in report.header.not_drawn})
    if not_drawn:
        out.print(Text(f"not drawn: {', '.join(not_drawn)}"), soft_wrap=True)
    if left := not_judged(reports):
        out.print(Text(f"{left}; --device judges them"), soft_wrap=True)
    if page:
        out.print(Text(f"report: {page} ({duration(time.total_seconds())})"))
