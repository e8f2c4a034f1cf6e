"""The command: `python -m samebits.backends.cuda.lab.gate`. Exit status 1 if a unit is refused."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

import click
from rich.console import Console

from samebits.backends.cuda.catalogue import catalogue
from samebits.backends.cuda.compiling import nvrtc
from samebits.backends.cuda.compiling.options import ARCHITECTURES
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.lab import compilers
from samebits.backends.cuda.lab.gate import limits, machine_code, plan, report
from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.resources import Resources
from samebits.backends.cuda.lab.gate.run import cores, run
from samebits.backends.cuda.lab.gate.verdict import MEASURED, Verdict
from samebits.common.errors import SamebitsError
from samebits.common.part import WANTED, parse_part


@click.command()
@click.option("--only", default="", help="Only units whose name matches this expression.")
@click.option("--jobs", type=click.IntRange(1), default=cores, help="Processes [all cores].")
@click.option(
    "--architecture",
    "architectures",
    type=click.Choice([str(v) for v in ARCHITECTURES]),
    multiple=True,
    help="Only for this compute capability, times ten; repeatable.  [default: all]",
)
@click.option("--quick", is_flag=True, help="A sample: some units of every kernel file.")
@click.option("--shard", default="1/1", metavar="K/N", help="Only the K-th of N parts.")
@click.option(
    "--record",
    is_flag=True,
    help="Write limits.json from what is measured; with --only, those units' part.",
)
@click.option(
    "--differences",
    is_flag=True,
    help="Write what this compiler makes otherwise than that of limits.json to compilers/; "
    "with --only, beside the rest, for units that are newer than that.",
)
def main(
    only: str,
    jobs: int,
    architectures: tuple[str, ...],
    quick: bool,
    shard: str,
    record: bool,
    differences: bool,
) -> None:
    """Compile every CUDA kernel and refuse operations without defined bits. Needs no GPU."""
    wanted = tuple(sorted({int(each) for each in architectures}))
    try:
        part = _part(shard)
        if part[1] > 1 and (record or differences):
            raise SamebitsError("--record and --differences need all units: use no --shard")
        refused = gate(
            only, jobs, quick, record, Console(), wanted, differences=differences, part=part
        )
    except SamebitsError as error:
        raise click.ClickException(str(error)) from error
    sys.exit(1 if refused else 0)


def _part(text: str) -> tuple[int, int]:
    found = parse_part(text)
    if found is None:
        raise SamebitsError(f"--shard {text}: {WANTED}, as in 2/8")
    return found


def gate(
    only: str,
    jobs: int,
    quick: bool,
    record: bool,
    console: Console,
    architectures: tuple[int, ...] = (),
    *,
    differences: bool = False,
    part: tuple[int, int] = (1, 1),
) -> int:
    """Run all checks, and return the number of refused units.

    Units are compiled for the given architectures, or for all of options.ARCHITECTURES. `part` (K,
    N) selects part K of the plan, which is divided into N parts. Raises SamebitsError if the gate
    cannot run.
    """
    compiler = "NVRTC {}.{}".format(*nvrtc.version())
    units = catalogue()
    chosen = [unit for unit in units if re.search(only, str(unit))]
    if not chosen:
        raise SamebitsError(f"no unit's name matches {only!r}")
    if record and quick:
        raise SamebitsError("--record needs all architectures of its units: use no --quick")
    if quick and architectures:
        raise SamebitsError("--quick chooses architectures itself: use no --architecture")
    if differences and quick:
        raise SamebitsError("--differences needs all architectures of its units: use no --quick")
    if record and architectures and MEASURED not in architectures:
        raise SamebitsError(
            f"--record needs values for sm_{MEASURED}: add --architecture {MEASURED}"
        )
    others = {str(unit) for unit in units} - {str(unit) for unit in chosen}
    if record and others and limits.recorded()[0] != compiler:
        have = limits.recorded()[0] or "no compiler"
        raise SamebitsError(
            f"{limits.FILE.name} is of {have}, this is {compiler}: record all units, without --only"
        )
    planned = (
        plan.sample(chosen) if quick else plan.complete(chosen, architectures or ARCHITECTURES)
    )
    planned = plan.shard(planned, *part)
    if not planned:
        raise SamebitsError("part {} of {} has no units: choose fewer parts".format(*part))
    verdicts = run(planned, jobs, console)
    figures = _figures(verdicts)
    objections = [(str(unit), each) for unit, v in verdicts.items() for each in v.findings]
    if record:
        limits.record(figures, compiler, others)
        note = f"recorded in {limits.FILE.name}"
    else:
        grown, note = _against_limits(figures, compiler)
        objections += grown
    report.show(objections, console)
    refused = len({unit for unit, _ in objections})
    if differences:
        targets = architectures or ARCHITECTURES
        found = compilers.differences(figures, compiler, len(chosen), targets, refused, only)
        note += f"; {len(found.differ)} differ, see {compilers.write(found).name}"
    if unread := machine_code.missing():
        note += f"; {unread}"
    console.print(report.summary(compiler, planned, figures, refused, note))
    return refused


def _figures(verdicts: Mapping[Unit, Verdict]) -> dict[str, dict[str, Resources]]:
    """Return the resources by `unit entry`."""
    return {
        f"{unit} {entry}": targets
        for unit, verdict in verdicts.items()
        for entry, targets in verdict.resources.items()
    }


def _against_limits(
    figures: limits.Figures, compiler: str
) -> tuple[list[tuple[str, Finding]], str]:
    """Return objections to kernels that grew, and the note about limits for the table."""
    known = limits.recorded()[0]
    if known != compiler:
        have = known or "no compiler"
        return [], f"NOT COMPARED: {limits.FILE.name} is of {have}, this is {compiler}"
    grown = limits.compare(figures)
    return grown, f"{len(grown)} above {limits.FILE.name}" if grown else "all kept"


if __name__ == "__main__":
    main()
