"""Reports in the terminal: verdict lines, the matrix, the failing cells (rich)."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from samebits.conformance.conclusion import conclude
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
    words = conclusion_lines(report)
    parts += ["", Text("What is wrong, op by op", style="italic"), *words] if words else []
    parts += _mistakes(groups.mistakes(report.results))
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


def conclusion_lines(report: VerifiedReport, most: int | None = None) -> list[RenderableType]:
    """One line for each op that fails, of all or of the first: the one word for what is wrong."""
    lines = [Text(one_line(c.line())) for c in conclude(report.results).values()]
    shown: list[RenderableType] = [*lines[:most]]
    if len(shown) < len(lines):
        shown.append(Text(f"and {len(lines) - len(shown)} more ops: samebits report show"))
    return shown


def _mistakes(mistakes: Sequence[groups.Mistake]) -> list[RenderableType]:
    """Each kind on a line with its number, what it means below."""
    if not mistakes:
        return []
    lines: list[RenderableType] = ["", Text("Kinds of mistakes", style="italic")]
    for mistake in mistakes[: groups.KINDS_SHOWN]:
        number = f"{len(mistake.results):>6}  "
        name = Text(one_line(mistake.name), style="bold")
        lines.append(Text.assemble(number, name, f" in {one_line(mistake.ops)}"))
        lines.append(Text(" " * len(number) + one_line(mistake.text), style="dim"))
    rest = mistakes[groups.KINDS_SHOWN :]
    if rest:
        cases = sum(len(m.results) for m in rest)
        lines.append(Text(f"{cases:>6}  of {len(rest)} rarer kinds (see the HTML page)"))
    return [*lines, ""]
