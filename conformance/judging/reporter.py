"""Console output of a run: its subject, progress, counts, the first failures, the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from samebits.conformance.judging.conclusion import conclude
from samebits.conformance.results.explanation import explain_lines
from samebits.conformance.results.records import OUTCOMES, CaseResult, Header, Outcome, Word
from samebits.conformance.results.verdict import FAILURES, Verdict

_FAILURES_SHOWN = 12
_JUDGE_FAILURES_SHOWN = 3
_OPS_SHOWN = 20
_STEPS = 10
_REASONS_SHOWN = 10
_STYLES: dict[Outcome, str] = {"pass": "green", "waived": "yellow", "xfail": "yellow"}


WORD_STYLES: dict[Word, str] = {
    "PASS": "green",
    "FAIL": "red",
    "INCOMPLETE": "yellow",
    "INVALID": "red",
}


class Reporter:
    """A collector that prints results; without `progress` it prints only the summary."""

    def __init__(self, console: Console, *, progress: bool) -> None:
        self.console = console
        self.results: list[CaseResult] = []
        self._show = progress
        self._planned = 0
        self._bar: Progress | None = None
        self._failures = 0

    def begin(self, header: Header) -> None:
        """Print the subject of the run and start the progress bar."""
        self._planned = header.planned
        if not self._show:
            return
        filters = "".join(f", {k} {' '.join(v)}" for k, v in header.filters.items())
        self._say(
            f"judging [bold]{escape(header.backend)}:{escape(header.device)}[/] "
            f"({escape(header.device_description)}): {header.planned} cases, "
            f"level {header.level}{escape(filters)}",
            soft_wrap=True,
        )
        if header.seed:
            origin = header.seed_origin
            self._say(f"questions are drawn from --seed {escape(header.seed)} ({origin})")
        if header.not_drawn:
            self._say(f"not drawn: {escape(', '.join(header.not_drawn))}", soft_wrap=True)
        if self.console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                TimeElapsedColumn(), console=self.console, transient=True,
            )  # fmt: skip
            self._bar.start()
            self._bar.add_task("cases", total=header.planned)

    def add(self, result: CaseResult) -> None:
        """Count one result, and show the progress."""
        before = len(self.results) * _STEPS // max(self._planned, 1)
        self.results.append(result)
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=len(self.results))
        elif self._show:
            after = len(self.results) * _STEPS // max(self._planned, 1)
            if after > before:
                self._say(f"{len(self.results)} of {self._planned} ({self._counts()})")

    def _say(self, *what: Any, **how: Any) -> None:
        """Print.

        An OSError (a full disk) does not end the run, because the report is what counts.
        """
        with suppress(OSError):
            self.console.print(*what, **how)

    def stop(self) -> None:
        """Remove the progress bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def end(self, verdict: Verdict) -> None:
        """Print counts by op, the first failures, and the verdict."""
        self.stop()
        if self.results:
            self._say(counts_table(self.results))
        for line in (*conclusion_lines(self.results), *failure_lines(self.results)):
            self._say(line, markup=False, highlight=False, soft_wrap=True)
        style = f"bold {WORD_STYLES[verdict.word]}"
        for line in verdict_lines(verdict):
            self._say(line, style=style, markup=False, highlight=False, soft_wrap=True)
            style = ""

    def failed(self, text: str) -> None:
        """Print that the judge itself failed; only the first few failures are printed."""
        self._failures += 1
        if self._failures <= _JUDGE_FAILURES_SHOWN:
            self.error(f"the judge itself failed: {text}")

    def error(self, text: str) -> None:
        """Print why there is no verdict. The process that started the judge reads this line too."""
        self._say(f"ERROR: {text}", markup=False, highlight=False, soft_wrap=True)

    def interrupted(self) -> None:
        """Print the number of cases that were judged before the interruption."""
        self.stop()
        self._say(f"interrupted after {len(self.results)} of {self._planned} cases")

    def _counts(self) -> str:
        found = Counter(result.outcome for result in self.results)
        return ", ".join(f"{found[o]} {o}" for o in OUTCOMES if found[o])


def verdict_lines(verdict: Verdict, shown: int = _REASONS_SHOWN) -> list[str]:
    """Return the word and first line of the verdict, then its reasons, one per line."""
    first, *reasons = verdict.lines
    lines = [f"{verdict.word}: {first}", *(f"  {reason}" for reason in reasons[:shown])]
    if len(reasons) > shown:
        lines.append(f"  and {len(reasons) - shown} more lines in the report")
    return lines


def counts_table(results: Sequence[CaseResult]) -> Table:
    """Return a table of outcomes by op, with laws in separate rows."""
    used = [o for o in OUTCOMES if any(r.outcome == o for r in results)]
    table = Table("op", *used, box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    rows: dict[str, Counter[Outcome]] = {}
    for result in sorted(results, key=lambda r: (r.kind == "law", r.op)):
        name = f"laws of {result.op}" if result.kind == "law" else result.op
        rows.setdefault(name, Counter())[result.outcome] += 1
    for name, found in rows.items():
        table.add_row(name, *(_cell(found[o], o) for o in used))
    if len(rows) > 1:
        total = Counter(result.outcome for result in results)
        table.add_row("[bold]all[/]", *(_cell(total[o], o) for o in used))
    return table


def conclusion_lines(results: Iterable[CaseResult], shown: int = _OPS_SHOWN) -> list[str]:
    """Return one line for each op that fails, with the conclusion about it."""
    found = list(conclude(results).values())
    lines = [conclusion.line() for conclusion in found[:shown]]
    if len(found) > shown:
        lines.append(f"ops not shown here: {len(found) - shown}; the report has them all")
    return lines


def failure_lines(results: Iterable[CaseResult], shown: int = _FAILURES_SHOWN) -> list[str]:
    """Return the first failures, one per op and kind of mistake, then the count of the others."""
    bad = sorted((r for r in results if r.outcome in FAILURES), key=lambda r: r.id)
    firsts: dict[tuple[str, str, str], CaseResult] = {}
    for result in bad:
        mistake = result.diagnosis.name if result.diagnosis else ""
        firsts.setdefault((result.op, result.outcome, mistake), result)
    chosen = list(firsts.values())[:shown]
    lines = [line for result in chosen for line in explain_lines(result)]
    if len(bad) > len(chosen):
        lines.append(f"failures not shown here: {len(bad) - len(chosen)}; the report has them all")
    return lines


def _cell(number: int, outcome: Outcome) -> str:
    if not number:
        return "[dim].[/]"
    style = "red" if outcome in FAILURES else _STYLES.get(outcome, "cyan")
    return f"[{style}]{number}[/]"
