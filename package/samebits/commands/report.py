"""`samebits report`: verify, render, show and compare reports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
from rich.text import Text

from samebits.certifying.terminal import console, overview, verdict_line
from samebits.commands.command_groups import Group
from samebits.conformance.console import make_console
from samebits.reports.agreement import agreement
from samebits.reports.badge import badge
from samebits.reports.diff import differences, grounds
from samebits.reports.errors import ReportError
from samebits.reports.facts import VerifiedReport
from samebits.reports.files import write_whole
from samebits.reports.html import html
from samebits.reports.junit import junit
from samebits.reports.markdown import markdown
from samebits.reports.publishing import FOLDER, publish
from samebits.reports.stated_commands import advice
from samebits.reports.texts import one_line
from samebits.reports.verify import verify

_FILE = click.Path(path_type=Path, dir_okay=False)
_FILES = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
"""The arguments of a command: reports, and folders, which mean all reports in them."""

_MOST_CHANGES = 200

SELF_REPORTED = "self-reported, unsigned: whoever wrote the file can have invented its outcomes"
"""The text for a limit of every verification that has only the file."""

ENDINGS = (".jsonl", ".jsonl.gz")
"""The endings of the file names of reports."""


@click.group(name="report", cls=Group)
def command() -> None:
    """Verify, render, show, compare and publish reports (the .jsonl files of `samebits certify`).

    A folder means all reports in it, except for `diff`.

    \b
    Examples:
      samebits report verify samebits-report
      samebits report render samebits-report --html all.html
      samebits report show samebits-report/c-avx2.jsonl
      samebits report diff old/c-avx2.jsonl new/c-avx2.jsonl
      samebits report agree samebits-report/c-avx512.jsonl samebits-report/cuda-emulated.jsonl
    """


@command.command(name="verify")
@_FILES
def verify_command(files: tuple[Path, ...]) -> None:
    """Check that FILEs are complete and unchanged, and that their verdict follows from their lines.

    A folder means all reports in it. A report is self-reported and unsigned: whoever wrote it
    can have invented the outcomes. The command in it repeats the run. If its backend is not a
    registered here, that command may run any program, and the program is shown.

    Exit status: 0 if every report is valid, was compared with the installed vectors, and passes; 1
    if a valid report does not pass, or its claim is withdrawn; 2 if a report is not valid (the
    message names the line); 3 if a report could not be compared with the installed vectors. With
    several reports 2 has priority, then 1.

    \b
    Examples:
      samebits report verify samebits-report/c-avx2.jsonl
      samebits report verify samebits-report
    """
    statuses = {_verify_one(path) for path in _reports_in(files)}
    sys.exit(next(status for status in (2, 1, 3, 0) if status in statuses))


def _reports_in(given: Iterable[Path]) -> list[Path]:
    """Return the files that are given, and all reports in the folders that are given.

    Raises ReportError if a folder contains no report.
    """
    reports: list[Path] = []
    for path in given:
        if not path.is_dir():
            reports.append(path)
            continue
        found = sorted(p for ending in ENDINGS for p in path.rglob(f"*{ending}") if p.is_file())
        if not found:
            raise ReportError(
                f"{path} contains no report ({' or '.join('*' + e for e in ENDINGS)})"
            )
        reports += found
    return reports


def _verify_one(path: Path) -> int:
    """Verify a report, print the findings, and return the exit status."""
    out = console()
    try:
        report = verify(path)
    except ReportError as error:
        console(stderr=True).print(Text(f"not valid: {one_line(str(error))}", style="red"))
        return 2
    known = "valid" if report.compared else "valid, but not compared with its vectors"
    out.print(Text(f"{known}: {path}", style="bold"))
    for check in (*report.checks, f"{SELF_REPORTED}; {advice(report.header)}"):
        out.print(Text(f"  {one_line(check)}"))
    out.print(verdict_line(report.name, report))
    if report.erratum or not report.verdict.ok:
        return 1
    return 0 if report.compared else 3


@command.command(name="render")
@_FILES
@click.option("--html", "html_path", type=_FILE, help="Write one self-contained HTML page.")
@click.option("--md", "markdown_path", type=_FILE, help="Write Markdown.")
@click.option("--junit", "junit_path", type=_FILE, help="Write JUnit XML.")
@click.option("--badge", "badge_path", type=_FILE, help="Write an SVG badge (one FILE only).")
def render_command(
    files: tuple[Path, ...],
    html_path: Path | None,
    markdown_path: Path | None,
    junit_path: Path | None,
    badge_path: Path | None,
) -> None:
    """Verify FILEs and write pages about them; several reports share one page.

    \b
    Examples:
      samebits report render c-*.jsonl --html index.html --md summary.md
      samebits report render c-avx512.jsonl --badge c-avx512.svg
    """
    paths = _reports_in(files)
    if badge_path and len(paths) != 1:
        raise click.UsageError("--badge needs exactly one report; name one FILE")
    if not (html_path or markdown_path or junit_path or badge_path):
        raise click.UsageError("nothing to write; add --html, --md, --junit or --badge")
    reports = [verify(path) for path in paths]
    writers: tuple[tuple[Path | None, Callable[[Sequence[VerifiedReport]], str]], ...] = (
        (html_path, html),
        (markdown_path, markdown),
        (junit_path, junit),
        (badge_path, lambda only: badge(only[0])),
    )
    for target, write in writers:
        if target:
            write_whole(target, write(reports))
            console().print(Text(str(target)))


@command.command(name="show")
@_FILES
def show_command(files: tuple[Path, ...]) -> None:
    """Verify FILEs and print a summary of each.

    \b
    Example:
      samebits report show samebits-report/numpy-cpu.jsonl
    """
    out = make_console(wrap=True)
    for report in [verify(path) for path in _reports_in(files)]:
        out.print(overview(report))
        out.print()


@command.command(name="diff")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
def diff_command(before: Path, after: Path) -> None:
    """Compare two reports case by case.

    Exit status: 0 if no case differs, 1 if some differ.

    \b
    Example:
      samebits report diff last-week.jsonl today.jsonl
    """
    old, new = verify(before), verify(after)
    sys.exit(_print_diff(old, new))


@command.command(name="agree")
@_FILES
def agree_command(files: tuple[Path, ...]) -> None:
    """Say in one line whether the devices of FILEs returned the same bytes for every case.

    Exit status: 0 if they agree, 1 if some do not pass a case.

    \b
    Example:
      samebits report agree c-avx512.jsonl cuda-emulated.jsonl
    """
    found = agreement([verify(path) for path in _reports_in(files)])
    console().print(Text(found.line, style="red" if found.apart else "bold"), soft_wrap=True)
    sys.exit(1 if found.apart else 0)


@command.command(name="publish")
@_FILES
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of published reports; default: reports/published of the checkout.",
)
def publish_command(files: tuple[Path, ...], folder: Path | None) -> None:
    """Verify FILEs, store them compressed among the published reports, and update their list.

    A report of only a part of a run (filters, shards) is refused. Published reports are never
    replaced.

    \b
    Example:
      samebits report publish samebits-report/c-avx512.jsonl
    """
    if folder is None and not (FOLDER.parents[1] / "pyproject.toml").is_file():
        raise click.UsageError("this samebits is not a checkout: name a folder with --to FOLDER")
    for path in publish(_reports_in(files), folder or FOLDER):
        console().print(Text(f"published: {path}"))


def _print_diff(old: VerifiedReport, new: VerifiedReport) -> int:
    out = console()
    for fact in grounds(old, new):
        out.print(Text(one_line(fact), style="dim"))
    changes = differences(old, new)
    for change in changes[:_MOST_CHANGES]:
        out.print(Text(f"{change.id}: {change.text}", style="red" if change.worse else ""))
    if len(changes) > _MOST_CHANGES:
        out.print(Text(f"... and {len(changes) - _MOST_CHANGES} more"))
    worse = sum(change.worse for change in changes)
    differ = "1 case differs" if len(changes) == 1 else f"{len(changes)} cases differ"
    out.print(Text(f"{differ}, {worse} for the worse", style="bold"))
    return 1 if changes else 0
