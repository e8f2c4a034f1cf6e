"""`.ci/gpu`: run the stages of a lease within its minutes, and pack the results."""

from __future__ import annotations

import os
import platform
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from samebits.backends.cuda.lab.lease.archives import LARGEST, MOST, NAME
from samebits.backends.cuda.lab.lease.keeping import Keeper, about_kernels
from samebits.backends.cuda.lab.lease.restore import restore
from samebits.backends.cuda.lab.lease.running import Ended, run
from samebits.backends.cuda.lab.lease.settings import ROOT, Settings
from samebits.backends.cuda.lab.lease.stages import BY_NAME, COMMANDS, STAGES, Stage
from samebits.common.errors import SamebitsError
from samebits.common.numbers import POSITIVE, Finite
from samebits.conformance.machine import processors
from samebits.conformance.questions.seeded import parse_seed
from samebits.reports.errors import ReportError

RESERVE = 40.0
"""Seconds at the end of a command that are reserved for stopping and packing."""

CHECKOUT = "SAMEBITS_CHECKOUT"
"""The environment variable in which `.ci/gpu` passes the path of its checkout."""

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _StopRequest(BaseException):
    """A request to end the command; `number` is the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def say(line: str) -> None:
    """Print a line and flush it, because buffered output is lost with the machine."""
    print(line, flush=True)


def machine() -> str:
    """Return a name for this machine that stays valid until it restarts."""
    boot = Path("/proc/sys/kernel/random/boot_id")
    started = boot.read_text().strip() if boot.is_file() else ""
    return f"{platform.node()} {started}".strip()


def clock(seconds: float) -> str:
    """Return a time in minutes and seconds as text."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


@click.command(
    epilog="Examples: .ci/gpu 1; .ci/gpu --restore archives/*.tar.* 2; "
    "DEVICE=emulated .ci/gpu --op neg --format f16 smoke exhaustive"
)
@click.argument("what", nargs=-1, metavar="[COMMAND|STAGE|ARCHIVE]...")
@click.option("--restore", "restoring", is_flag=True, help="First take in the archives named.")
@click.option("--device", envvar="DEVICE", default="gpu0", show_default=True, help="Or DEVICE=.")
@click.option(
    "--budget",
    envvar="BUDGET",
    type=Finite(60),
    default=560,
    show_default=True,
    help="Seconds after which the command has ended by itself; or BUDGET=.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False, resolve_path=True),
    default=ROOT / "build" / "lease",
    help="Folder for everything.  [default: build/lease]",
)
@click.option(
    "--pack",
    "packing",
    envvar="PACK",
    type=click.Path(path_type=Path, file_okay=False, resolve_path=True),
    help="Folder for the archives; or PACK=.  [default: OUT/archives]",
)
@click.option("--workers", type=click.IntRange(1), help="Of the judge.  [default: cores - 2]")
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
@click.option("--format", "formats", multiple=True, help="Only this format; repeatable.")
@click.option("--elements", type=click.IntRange(0), default=0, help="Of bench and large, to try.")
@click.option(
    "--seconds", type=POSITIVE, default=0.5, show_default=True, help="For each row of bench."
)
@click.option(
    "--capability", type=click.IntRange(0), default=0, help="Compile for it, without a GPU (90)."
)
@click.option("--seed", envvar="SEED", default="", help="Of a new lease's questions; or SEED=.")
@click.option("--again", is_flag=True, help="Run stages named here though they have ended.")
def main(
    what: tuple[str, ...],
    restoring: bool,
    device: str,
    budget: float,
    out: Path,
    packing: Path | None,
    workers: int | None,
    ops: tuple[str, ...],
    formats: tuple[str, ...],
    elements: int,
    seconds: float,
    capability: int,
    seed: str,
    again: bool,
) -> None:
    """Run stages on a device that is lent for minutes, and continue where they stopped.

    Names are stages, or the number of a command; without names, all stages run. Stages that an
    earlier command began or was to begin are added, also stages of a machine whose archives are
    restored.

    \b
    1: build probe compile smoke golden bench
    2: exhaustive
    3: suspects networks large agree
    4: memcheck racecheck
    5: initcheck synccheck

    Exit status: 0 all requested stages ended well; 1 something is wrong; 2 something could not be
    run; 3 the time ended: repeat the command.
    """
    deadline = time.monotonic() + budget - RESERVE
    checkout = os.environ.get(CHECKOUT)
    if checkout and Path(checkout).resolve() != ROOT:
        sys.exit(
            f"error: this Python has samebits installed from {ROOT}; give one in which it is not "
            "installed, PYTHON=..., so that the checkout is what runs"
        )
    cores = processors()
    settings = Settings(
        out=out,
        device=device,
        workers=workers or max(1, cores - 2 if cores > 3 else cores),
        ops=ops,
        formats=formats,
        elements=elements,
        seconds_each=seconds,
        capability=capability,
    )
    try:
        settings = replace(settings, seed=parse_seed(seed) if seed else "")
        archives, names = sorted_out(what, restoring)
        for line in restore(settings, archives):
            say(line)
        with Keeper(settings, packing or out / "archives", say) as keeper:
            settings = replace(settings, seed=keeper.state.seed)
            status = _work(settings, keeper, names, deadline, again=again)
        _conclude(settings, keeper)
    except SamebitsError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    sys.exit(status)


def sorted_out(what: Sequence[str], restoring: bool) -> tuple[list[Path], list[str]]:
    """Return the archives and the stages among the arguments.

    Raises ReportError if an argument is neither.
    """
    archives: list[Path] = []
    names: list[str] = []
    for word in what:
        if NAME.fullmatch(Path(word).name):
            archives.append(Path(word))
        elif word in COMMANDS:
            names += COMMANDS[word]
        elif word in BY_NAME:
            names.append(word)
        else:
            known = ", ".join((*COMMANDS, *BY_NAME))
            raise ReportError(f"{word!r} is neither a stage nor an archive; known: {known}")
    if archives and not restoring:
        raise ReportError(f"{archives[0]} is an archive: add --restore to restore it")
    if restoring and not archives:
        raise ReportError("--restore: name the archives, for example evidence-0007-1of1.tar.gz")
    return archives, names or [stage.name for stage in STAGES]


def _work(
    settings: Settings, keeper: Keeper, names: Sequence[str], deadline: float, *, again: bool
) -> int:
    """Run the stages, and return the exit status.

    After a signal, pack the results before returning.
    """
    here = machine()
    if again:
        for name in names:
            keeper.state.entries.pop(name, None)
    wanted = keeper.state.wanted(names, here)
    say(f"lease {settings.key}: {', '.join(wanted) or 'nothing is left to do'}")
    statuses = [0]
    with _signals_raise():
        for number, name in enumerate(wanted, 1):
            stage, begun = BY_NAME[name], time.monotonic()
            _announce(stage, f"{number} of {len(wanted)}", settings, keeper, deadline)
            try:
                ended = run(stage, settings, deadline, say)
            except _StopRequest as request:
                _note(keeper, stage, Ended("cut", "stopped by a signal", time.monotonic() - begun))
                say("stopped; everything is packed, the same command goes on")
                return 128 + request.number
            _note(keeper, stage, ended)
            statuses.append({"wrong": 1, "failed": 2, "cut": 3}.get(ended.outcome, 0))
            if ended.outcome == "cut":
                break
            keeper.keep()
    return next((status for status in (2, 1, 3) if status in statuses), 0)


def _announce(
    stage: Stage, number: str, settings: Settings, keeper: Keeper, deadline: float
) -> None:
    left = clock(deadline - time.monotonic())
    before = keeper.state.entries.get(stage.name)
    if before is not None and before.outcome != "cut":
        about = f"it took {clock(before.seconds)} before"
    elif settings.is_emulated:
        about = "nobody knows how long"
    else:
        about = f"about {clock(stage.seconds)}"
        about += f", {clock(before.seconds)} of it are done" if before is not None else ""
    say(f"== {number}: {stage.name}: {stage.about}; {about}; {left} min are left")


def _note(keeper: Keeper, stage: Stage, ended: Ended) -> None:
    keeper.note(stage.name, ended.outcome, ended.seconds, ended.line, machine())
    why = f": {ended.line}" if ended.line else ""
    say(f"== {stage.name}: {ended.outcome} after {clock(ended.seconds)} min{why}")


def _conclude(settings: Settings, keeper: Keeper) -> None:
    """Print the result of every stage, and the archives to take along."""
    say("")
    for stage in STAGES:
        entry = keeper.state.entries.get(stage.name)
        if entry is not None:
            say(f"{stage.name:<11} {entry.outcome:<9} {clock(entry.seconds):>6} min  {entry.line}")
        elif stage.name in keeper.state.asked:
            say(f"{stage.name:<11} not begun")
    say(f"kernels: {about_kernels(settings)}")
    paths = keeper.archives()
    for path in paths:
        size = path.stat().st_size / (1 << 20)
        say(f"archive {path.name}: {size:.2f} of {LARGEST >> 20} MiB")
    total = sum(path.stat().st_size for path in paths) / (1 << 20)
    say(
        f"{len(paths)} of at most {MOST} archives, {total:.2f} MiB, in {paths[0].parent}"
        if paths
        else "no archive: nothing was begun"
    )


@contextmanager
def _signals_raise() -> Iterator[None]:
    """Turn signals into an exception, so that a stopped command still packs its archives."""

    def stop(number: int, _: FrameType | None) -> NoReturn:
        for each in _STOPPING:
            signal.signal(each, signal.SIG_IGN)  # ignore a second signal while packing
        raise _StopRequest(number)

    before = {number: signal.signal(number, stop) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


if __name__ == "__main__":
    main()
