"""Markdown for issues, pull requests and job summaries: a shorter version of the HTML page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from samebits.conformance.results.records import CaseResult
from samebits.reports import groups, summary
from samebits.reports.facts import VerifiedReport
from samebits.reports.heatmap import blocks
from samebits.reports.outcomes import LOOKS
from samebits.reports.overview import by_name, not_judged, profile_bars, together
from samebits.reports.panels import Group, Panel, panels
from samebits.reports.stated_commands import advice, is_registered
from samebits.reports.summary import STATE_SYMBOLS
from samebits.reports.texts import one_line

CASES_SHOWN = 3
"""How many failing cases and kinds of mistakes are shown for each cell. Others are counted."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~!])")


def markdown(reports: Sequence[VerifiedReport]) -> str:
    """Return all reports as one Markdown document."""
    lines = ["# samebits conformance report", ""]
    for report in reports:
        said_of = [part for part in (report.part, report.verdict.text) if part]
        said_of += [why] if (why := groups.kinds_line(groups.mistakes(report.results))) else []
        lines.append(
            f"- {report.sign} **{report.mark}** {escape(report.name)}: {escape('; '.join(said_of))}"
        )
    said = together(reports)
    lines += ["", f"**{escape(said[1])}**"] if said else []
    left = not_judged(reports)
    lines += ["", escape(left)] if left else []
    results = {name: report.results for name, report in by_name(reports).items()}
    lines += ["", *_profiles(results), ""]
    for title, kind in (
        ("Ops by format", "vector"),
        ("Real inputs", "real"),
        ("Drawn questions", "drawn"),
        ("Refused calls", "refused"),
        ("Training runs", "trajectory"),
    ):
        found = {name: [r for r in some if r.kind == kind] for name, some in results.items()}
        if any(found.values()):
            over = " Counts are over all devices." if len(reports) > 1 else ""
            lines += [f"## {title}", "", f"By the format of the operands.{over}", ""]
            lines += _heat_map(found)
    laws = {name: [r for r in some if r.kind == "law"] for name, some in results.items()}
    if any(laws.values()):
        lines += ["## Laws", "", *_table(summary.device_matrix(laws), "law"), ""]
    for i, report in enumerate(reports):
        lines += _report(report, f"d{i}")
    return "\n".join(lines).rstrip() + "\n"


def escape(text: str) -> str:
    """Return the text as one line, escaped so that Markdown shows it unchanged."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def code(text: str) -> str:
    """Return the text as inline code that is safe in a table, even if it contains backticks."""
    flat = one_line(text).replace("|", "¦")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    space = " " if "`" in flat else ""
    return f"{fence}{space}{flat}{space}{fence}"


def _report(report: VerifiedReport, anchor: str) -> list[str]:
    lines = [
        f"## {report.sign} {report.mark}: {escape(report.name)}",
        "",
        *(f"- {escape(line)}" for line in report.verdict.lines),
        "",
    ]
    lines += ["| | |", "|---|---|"]
    lines += [f"| {escape(name)} | {code(value)} |" for name, value in groups.facts(report)]
    lines += ["", _counts(report.results), ""]
    for panel in panels(report, anchor):
        lines += _panel(panel) if panel.groups else []
    silences = groups.silences(report.results)
    if silences:
        lines += ["### Not judged, waived, or expected to fail", ""]
        for item in silences:
            word = LOOKS[item.outcome].word
            lines.append(
                f"- {len(item.results)} {word}: {escape(item.reason)} "
                f"({', '.join(map(code, item.ops))})"
            )
        lines.append("")
    lines += ["### Environment", "", "| | |", "|---|---|"]
    lines += [f"| {escape(k)} | {code(v)} |" for k, v in report.header.environment.items()]
    told = groups.conditions(report)
    if told:
        lines += ["", "### The device during the run", "", "| | before | after |", "|---|---|---|"]
        lines += [f"| {escape(k)} | {code(a)} | {code(b)} |" for k, a, b in told]
    return [*lines, "", "### How to verify", "", *_verify(report), ""]


def _panel(panel: Panel) -> list[str]:
    lines = [f"### {panel.title}: what fails", ""]
    for group in panel.groups:
        lines += _group(group)
    return lines


def _group(group: Group) -> list[str]:
    failing = group.cell.failing
    lines = [
        f"#### {escape(group.cell.name)}: {len(failing)} of {len(group.cell.results)} cases",
        "",
    ]
    wrong = groups.elements_text(failing)
    lines += [f"{wrong}.", ""] if wrong else []
    for mistake in group.mistakes[:CASES_SHOWN]:
        lines.append(f"- {code(mistake.name)} in {len(mistake.results)}: {escape(mistake.text)}")
    rarer = len(group.mistakes) - CASES_SHOWN
    lines += [f"- and {rarer} rarer kinds"] if rarer > 0 else []
    lines += ["", "| case | operands | wanted | got | ulp | repeat |", "|---|---|---|---|---|---|"]
    shown = list(group.full)[:CASES_SHOWN]
    lines += [_case(result) for result in shown]
    if len(failing) > len(shown):
        lines += ["", f"... and {len(failing) - len(shown)} more failing cases of this cell."]
    return [*lines, ""]


def _case(result: CaseResult) -> str:
    if not result.examples:
        said = result.reason or LOOKS[result.outcome].meaning
        return f"| {code(result.id)} | {escape(said)} | | | | {code(result.repeat)} |"
    e = result.examples[0]
    ulp = "" if e.ulp is None else str(e.ulp)
    cells = [code(e.address), code(" ".join(e.inputs)), code(e.wanted), code(e.got), ulp]
    return f"| {' | '.join(cells)} | {code(result.repeat)} |"


def _head(corner: str, columns: Collection[str]) -> list[str]:
    """Return the first two lines of a table. One hyphen per column suffices (GFM 4.10)."""
    return [f"| {corner} | {' | '.join(map(escape, columns))} |", "|-|" + "-|" * len(columns)]


def _table(matrix: summary.Matrix, corner: str) -> list[str]:
    lines = _head(corner, matrix.columns)
    for row in matrix.rows:
        cells = [f"{STATE_SYMBOLS[c.state]} {c.text}" if c is not None else "" for c in row.cells]
        lines.append(f"| {escape(row.title)} | {' | '.join(cells)} |")
    return lines


def _profiles(results: Mapping[str, Sequence[CaseResult]]) -> list[str]:
    lines = _head("cases that pass", results)
    for title, bars in profile_bars(results):
        lines.append(f"| {escape(title)} | {' | '.join(b.text if b else '' for b in bars)} |")
    return lines


def _heat_map(results: Mapping[str, Sequence[CaseResult]]) -> list[str]:
    lines = []
    for block in blocks(results):
        lines += _head(escape(block.group), block.columns)
        for title, spots in block.rows:
            cells = [f"{STATE_SYMBOLS[s.state]} {s.text}" if s else "" for s in spots]
            lines.append(f"| {escape(title)} | {' | '.join(cells)} |")
        lines.append("")
    return lines


def _counts(results: Iterable[CaseResult]) -> str:
    counts = summary.counts_of(results)
    return ", ".join(f"{LOOKS[o].symbol} {n} {LOOKS[o].word}" for o, n in counts.items())


def _verify(report: VerifiedReport) -> list[str]:
    header = report.header
    again = (
        f"run it again with {code(header.command)}"
        if is_registered(header)
        else (escape(advice(header)))
    )
    return [
        f"{code('samebits report verify ' + report.path.name)} (footer SHA-256 "
        f"{code(report.footer.sha256)}); {again}.",
    ]
