"""Show reports in the terminal: verdicts, profiles, and the heat map in words (rich)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import quote

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samebits.conformance.console import make_console
from samebits.conformance.judging.conclusion import conclude
from samebits.conformance.judging.reporter import WORD_STYLES, verdict_lines
from samebits.conformance.results.records import CaseResult
from samebits.reports import groups, summary
from samebits.reports.facts import VerifiedReport
from samebits.reports.heatmap import Block, Spot, blocks, in_words
from samebits.reports.outcomes import LOOKS
from samebits.reports.overview import not_judged, profile_bars
from samebits.reports.texts import one_line

_NAME_WIDTH = 34
"""The width of the column with the name of an op, or with formats that several ops share."""

_STYLES = {"good": "green", "bad": "red", "warn": "yellow", "part": "blue", "mute": "dim"}


def console(*, stderr: bool = False) -> Console:
    """Return a console that wraps no lines, so that its output can be copied."""
    return make_console(stderr=stderr)


def verdict_line(name: str, report: VerifiedReport, width: int = 0) -> Text:
    """Return a line `c:avx512  PASS: ...` with the verdict, and further lines below it.

    The judged part and the reasons have one line each. The name is padded to `width`.
    """
    first, *reasons = verdict_lines(report.verdict)
    word, _, said = first.partition(" ")
    of = " of a part:" if report.verdict.ok and report.part else ""
    line = Text.assemble(
        (one_line(name).ljust(width), "bold"),
        "  ",
        (word.removesuffix(":") + of if of else word, f"bold {WORD_STYLES[report.verdict.word]}"),
        f" {one_line(said)}",
    )
    if report.part:
        line.append(f"\n    {one_line(report.part)}")
    if report.erratum:
        line.append(f"\n    withdrawn: see erratum {one_line(report.erratum)}", "bold red")
    for reason in reasons:
        line.append(f"\n    {one_line(reason)}")
    if kinds := groups.kinds_line(groups.mistakes(report.results)):
        line.append(f"\n    {one_line(kinds)}")
    return line


def overview(report: VerifiedReport) -> RenderableType:
    """Return a report for a terminal: verdict, profiles, ops, laws, mistakes, and cases not judged.

    Ops whose formats all pass are listed together. Every other op has a separate line.
    """
    parts: list[RenderableType] = [
        verdict_line(report.name, report),
        Text(in_words(summary.counts_of(report.results))),
        *([Text(one_line(left), style="dim")] if (left := not_judged([report])) else []),
        "",
        _profiles(report),
    ]
    kinds = (
        ("Ops by format", report.vectors),
        ("Real inputs", report.real),
        ("Drawn questions", report.drawn),
        ("Refused calls", report.refused),
    )
    for title, results in kinds:
        if results:
            parts += ["", Text(title, style="italic"), ops_table(blocks({report.name: results}))]
    if report.laws:
        parts += ["", Text("Laws", style="italic"), _laws(report)]
    words = conclusion_lines(report)
    parts += ["", Text("What is wrong, op by op", style="italic"), *words] if words else []
    parts += _mistakes(groups.mistakes(report.results))
    for silence in groups.silences(report.results):
        word = LOOKS[silence.outcome].word
        parts.append(
            Text(f"{len(silence.results)} {word}: {one_line(silence.reason)}", style="dim")
        )
    return Group(*parts)


def ops_table(found: Sequence[Block]) -> Table:
    """Return a heat map in words: the ops of each profile, with all passing ops together."""
    table = Table.grid("", "", "", padding=(0, 1))
    for column in table.columns:
        column.overflow = "fold"
    table.columns[1].max_width = _NAME_WIDTH
    for group in dict.fromkeys(block.group for block in found):
        table.add_row("", Text(one_line(group), style="bold"), "")
        ops = _spots(block for block in found if block.group == group)
        for state, first, second in _lines(ops):
            symbol = summary.STATE_SYMBOLS[state]
            table.add_row(Text(symbol, style=_STYLES[state]), Text(one_line(first)), second)
    return table


def _lines(ops: Mapping[str, Mapping[str, Spot]]) -> Iterator[tuple[summary.State, str, Text]]:
    """Yield the lines of one profile: the state, an op or shared formats, and the text for it."""
    whole: dict[str, list[str]] = {}
    for op, spots in ops.items():
        if all(spot.state == "good" for spot in spots.values()):
            whole.setdefault(" ".join(spots), []).append(op)
            continue
        counts = summary.counts_of(r for spot in spots.values() for r in _of(spot))
        yield summary.state_of(counts), op, _formats(spots)
    if sum(map(len, whole.values())) == len(ops):
        names = dict.fromkeys(op.partition(" ")[0] for op in ops)
        whole = {"in all formats": list(names)}
    for formats, names_of in whole.items():
        yield "good", formats, Text(one_line(", ".join(names_of)))


def _spots(found: Iterable[Block]) -> dict[str, dict[str, Spot]]:
    """Return the spots of each op by format. Transposed blocks are handled, too."""
    ops: dict[str, dict[str, Spot]] = {}
    for block in found:
        for title, spots in block.rows:
            for column, spot in zip(block.columns, spots, strict=True):
                if spot is not None:
                    op, form = (column, title) if block.corner == "format" else (title, column)
                    ops.setdefault(op, {})[form] = spot
    return ops


def _of(spot: Spot) -> list[CaseResult]:
    return [result for _, cell in spot.cells for result in cell.results]


def _formats(spots: Mapping[str, Spot]) -> Text:
    """Return a text such as `✗f32:3/45 ✓f16:12`, with the symbol and count of every format."""
    said = [
        Text(
            f"{summary.STATE_SYMBOLS[spot.state]}{one_line(form)}:{spot.text}",
            style=_STYLES[spot.state],
        )
        for form, spot in spots.items()
    ]
    return Text(" ").join(said)


def _symbol(state: summary.State) -> Text:
    return Text(summary.STATE_SYMBOLS[state], style=_STYLES[state])


def _profiles(report: VerifiedReport) -> Table:
    table = Table.grid("", "", padding=(0, 2))
    for title, (bar,) in profile_bars({report.name: report.results}):
        if bar is not None:
            state = summary.state_of(bar.counts)
            table.add_row(Text(one_line(title)), Text(f"{bar.text} pass", style=_STYLES[state]))
    return table


def _laws(report: VerifiedReport) -> Table:
    table = Table.grid("", "", "", padding=(0, 1))
    for row in summary.device_matrix({report.name: report.laws}).rows:
        for cell in row.cells:
            if cell is not None:
                words = Text(in_words(cell.counts))
                table.add_row(_symbol(cell.state), Text(one_line(row.title)), words)
    return table


def conclusion_lines(report: VerifiedReport, most: int | None = None) -> list[RenderableType]:
    """Return one line with the conclusion for each op that fails, at most `most` lines.

    If lines are left out, the last line has their number and the command that shows all of them.
    """
    lines = [Text(one_line(c.line())) for c in conclude(report.results).values()]
    shown: list[RenderableType] = [*lines[:most]]
    if len(shown) < len(lines):
        rest = len(lines) - len(shown)
        ops = "op" if rest == 1 else "ops"
        command = f"samebits report show {quote(str(report.path))}"
        shown.append(Text(f"and {rest} more {ops}: {one_line(command)}"))
    return shown


def _mistakes(mistakes: Sequence[groups.Mistake]) -> list[RenderableType]:
    """Return two lines for each kind of mistake: its count and name, and below it the meaning."""
    if not mistakes:
        return []
    lines: list[RenderableType] = ["", Text("Kinds of mistakes", style="italic")]
    for mistake in mistakes[: groups.KINDS_SHOWN]:
        number = f"{len(mistake.results):>6}  "
        name = Text(one_line(mistake.name), style="bold")
        lines.append(Text.assemble(number, name, f" in {one_line(mistake.ops)}"))
        text = Text(one_line(mistake.text), style="dim")
        lines.append(Padding(text, (0, 0, 0, len(number))))
    rest = mistakes[groups.KINDS_SHOWN :]
    if rest:
        cases = sum(len(m.results) for m in rest)
        lines.append(Text(f"{cases:>6}  of {len(rest)} rarer kinds (see the HTML page)"))
    return [*lines, ""]
