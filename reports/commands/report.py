"""`samebits report`: verify, render, show and compare reports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from rich.text import Text

from samebits.conformance.console import make_console
from samebits.conformance.groups import Group
from samebits.reports.agreement import agreement
from samebits.reports.badge import badge
from samebits.reports.diff import differences, grounds
from samebits.reports.errors import ReportError
from samebits.reports.files import write_whole
from samebits.reports.html import html
from samebits.reports.junit import junit
from samebits.reports.markdown import markdown
from samebits.reports.publishing import FOLDER, publish
from samebits.reports.report import VerifiedReport
from samebits.reports.terminal import console, overview, verdict_line
from samebits.reports.texts import one_line
from samebits.reports.verify import verify

_FILE = click.Path(path_type=Path, dir_okay=False)
_FILES = click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_FILE)
_MOST_CHANGES = 200


@click.group(name="report", cls=Group)
def command() -> None:
    """Verify, render, show, compare and publish reports (the .jsonl files of `samebits certify`).

    \b
    Examples:
      samebits report verify samebits-report/*.jsonl
      samebits report render samebits-report/*.jsonl --html all.html
      samebits report show samebits-report/c-avx2.jsonl
      samebits report diff old/c-avx2.jsonl new/c-avx2.jsonl
      samebits report agree samebits-report/c-avx512.jsonl samebits-report/cuda-emulated.jsonl
    """


@command.command(name="verify")
@_FILES
def verify_command(files: tuple[Path, ...]) -> None:
    """Check that FILEs are whole, unchanged, and prove the verdict that they state.

    Exit status: 0 when every report is valid and conforms, 1 when a valid one does not conform,
    2 when one cannot be believed (the message names the line).

    \b
    Example:
      samebits report verify samebits-report/c-avx2.jsonl
    """
    out, err = console(), console(stderr=True)
    statuses = set()
    for path in files:
        try:
            report = verify(path)
        except ReportError as error:
            err.print(Text(f"not valid: {error}", style="red"))
            statuses.add(2)
            continue
        statuses.add(0 if report.verdict.ok else 1)
        out.print(Text(f"valid: {path}", style="bold"))
        for check in report.checks:
            out.print(Text(f"  {one_line(check)}"))
        out.print(verdict_line(report.name, report))
    sys.exit(max(statuses))


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
    """Verify FILEs and draw pages from them; several reports share one page.

    \b
    Examples:
      samebits report render c-*.jsonl --html index.html --md summary.md
      samebits report render c-avx512.jsonl --badge c-avx512.svg
    """
    if badge_path and len(files) != 1:
        raise click.UsageError("--badge is for one report; give one FILE")
    if not (html_path or markdown_path or junit_path or badge_path):
        raise click.UsageError("nothing to write: give --html, --md, --junit or --badge")
    reports = [verify(path) for path in files]
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
    for report in [verify(path) for path in files]:
        out.print(overview(report))
        out.print()


@command.command(name="diff")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
def diff_command(before: Path, after: Path) -> None:
    """Compare two reports case by case.

    Exit status: 0 when no case differs, 1 when some do.

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

    Exit status: 0 when they agree, 1 when some do not pass a case.

    \b
    Example:
      samebits report agree c-avx512.jsonl cuda-emulated.jsonl
    """
    found = agreement([verify(path) for path in files])
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
    """Verify FILEs and keep them, compressed, among the published reports, with a list of all.

    A report of a part of a run (filters, shards) is refused, and none is ever replaced.

    \b
    Example:
      samebits report publish samebits-report/c-avx512.jsonl
    """
    if folder is None and not (FOLDER.parents[1] / "pyproject.toml").is_file():
        raise click.UsageError("this samebits is no checkout: say where with --to FOLDER")
    for path in publish(files, folder or FOLDER):
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
    out.print(Text(f"{len(changes)} cases differ, {worse} for the worse", style="bold"))
    return 1 if changes else 0
