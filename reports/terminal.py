"""Reports in the terminal: verdict lines, the matrix, the failing cells (rich)."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from samebits.reports import groups, summary
from samebits.reports.outcomes import LOOKS
from samebits.reports.panels import panels
from samebits.reports.report import VerifiedReport
from samebits.reports.texts import one_line

_STYLES = {"good": "green", "bad": "red", "warn": "yellow", "part": "blue", "mute": "dim"}


def console(*, stderr: bool = False) -> Console:
    """A console that wraps no line: what is printed can be copied."""
    return Console(stderr=stderr, soft_wrap=True, highlight=False)


def verdict_line(name: str, report: VerifiedReport, width: int = 0) -> Text:
    """`c:avx512  PASS  <the verdict's text>`, the name padded to `width`."""
    style = "bold green" if report.verdict.ok else "bold red"
    return Text.assemble(
        (one_line(name).ljust(width), "bold"),
        "  ",
        (report.mark, style),
        "  ",
        one_line(report.verdict.text),
    )


def overview(report: VerifiedReport) -> RenderableType:
    """One report on one screen: verdict, counts, matrices, kinds of mistakes, silent cases."""
    parts: list[RenderableType] = [
        verdict_line(report.name, report),
        Text(
            ", ".join(f"{n} {LOOKS[o].word}" for o, n in summary.counts_of(report.results).items())
        ),
    ]
    for panel in panels(report, "t"):
        parts += ["", matrix_table(panel.title, panel.matrix)]
    mistakes = groups.mistakes(report.results)
    if mistakes:
        parts += ["", _mistakes(mistakes)]
    for silence in groups.silences(report.results):
        word = LOOKS[silence.outcome].word
        parts.append(
            Text(f"{len(silence.results)} {word}: {one_line(silence.reason)}", style="dim")
        )
    return Group(*parts)


def matrix_table(title: str, matrix: summary.Matrix) -> Table:
    """A matrix as a rich table; every cell says its state by symbol and number."""
    table = Table(title=Text(title), title_justify="left", box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for column in matrix.columns:
        table.add_column(Text(one_line(column)), justify="right", no_wrap=True)
    for row in matrix.rows:
        table.add_row(Text(one_line(row.title)), *(_cell(cell) for cell in row.cells))
    return table


def _cell(cell: summary.Cell | None) -> Text:
    if cell is None:
        return Text("")
    return Text(f"{summary.STATE_SYMBOLS[cell.state]} {cell.text}", style=_STYLES[cell.state])


def _mistakes(mistakes: list[groups.Mistake]) -> Table:
    table = Table(title="Kinds of mistakes", title_justify="left", box=None, pad_edge=False)
    for name in ("diagnosis", "cases", "ops", "meaning"):
        table.add_column(name, justify="right" if name == "cases" else "left")
    for mistake in mistakes:
        table.add_row(
            Text(one_line(mistake.name)),
            str(len(mistake.results)),
            Text(one_line(", ".join(mistake.ops))),
            Text(one_line(mistake.text)),
        )
    return table
