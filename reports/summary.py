"""A report as tables: the matrix op x format and its cells, from which every page is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from samebits.conformance.results.records import CaseResult, Outcome
from samebits.reports.outcomes import BAD, LOOKS
from samebits.spec.formats import FORMATS
from samebits.spec.profiles import PROFILES

State = Literal["good", "bad", "warn", "part", "mute"]
"""good: all pass; bad: at least one speaks against conformance; warn: passes and waivers;
part: some pass, some were not judged; mute: none was (unsupported, not run, not applicable)."""

STATE_SYMBOLS: Mapping[State, str] = {
    "good": "✓",
    "bad": "✗",
    "warn": "≈",
    "part": "◐",
    "mute": "–",
}

STATE_WORDS: Mapping[State, str] = {
    "good": "all pass",
    "bad": "some fail",
    "part": "some not judged",
    "warn": "waived",
    "mute": "not judged",
}

Counts = Mapping[Outcome, int]


@dataclass(frozen=True, slots=True)
class Cell:
    """The results of one op in one label, or of any other group of cases."""

    name: str
    results: tuple[CaseResult, ...]

    @property
    def counts(self) -> Counts:
        """Cases by outcome, the most severe first, without zeros."""
        return counts_of(self.results)

    @property
    def state(self) -> State:
        """The state in one word; any bad case makes the cell bad."""
        return state_of(self.counts)

    @property
    def text(self) -> str:
        """The number of cases, or how many of how many are of the state (`text_of`)."""
        return text_of(self.counts)

    @property
    def failing(self) -> tuple[CaseResult, ...]:
        """The cases that speak against conformance, in the order of the report."""
        return tuple(r for r in self.results if r.outcome in BAD)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a matrix: its title, its group, and one cell (or None) for each column."""

    title: str
    group: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table of cells."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [cell for row in self.rows for cell in row.cells if cell is not None]


def counts_of(results: Iterable[CaseResult]) -> Counts:
    """Cases by outcome, the most severe first, without zeros."""
    found = Counter(r.outcome for r in results)
    return {outcome: found[outcome] for outcome in LOOKS if found[outcome]}


def state_of(counts: Counts) -> State:
    """The state of a group of cases from its counts."""
    tones = {LOOKS[outcome].tone for outcome in counts}
    if "bad" in tones:
        return "bad"
    if "mute" in tones:
        return "part" if len(tones) > 1 else "mute"
    return "warn" if "warn" in tones else "good"


def text_of(counts: Counts) -> str:
    """`412` where all agree; `3/412`: failing of all, passing of all where some were not judged."""
    total = sum(counts.values())
    state = state_of(counts)
    tone = {"part": "good"}.get(state, state)
    shown = sum(n for outcome, n in counts.items() if LOOKS[outcome].tone == tone)
    return str(total) if shown == total and state != "bad" else f"{shown}/{total}"


def op_matrix(results: Sequence[CaseResult]) -> Matrix:
    """Ops by format. The column is the operands' format; an op whose operand format leaves the
    result open (cast) has one row for each operand format, and the result's format is the column.
    """
    rows: dict[tuple[str, str], dict[str, list[CaseResult]]] = {}
    branching = _branching(results)
    for result in results:
        source, target = ends(result.label)
        if result.op in branching:
            key, column = (result.profile, f"{result.op} {source} →"), target
        else:
            key, column = (result.profile, result.op), source
        rows.setdefault(key, {}).setdefault(column, []).append(result)
    columns = sorted({c for row in rows.values() for c in row}, key=format_order)
    ordered = sorted(rows, key=lambda k: (profile_order(k[0]), *_title_order(k[1])))
    return Matrix(
        tuple(columns),
        tuple(Row(title, group, _cells(rows[group, title], columns)) for group, title in ordered),
    )


def law_matrix(results: Sequence[CaseResult]) -> Matrix:
    """Laws, or forms of drawn questions, by format of the operands."""
    rows: dict[str, dict[str, list[CaseResult]]] = {}
    for result in results:
        row = rows.setdefault(law_of(result), {})
        row.setdefault(ends(result.label)[0], []).append(result)
    columns = sorted({c for row in rows.values() for c in row}, key=format_order)
    return Matrix(
        tuple(columns),
        tuple(
            Row(
                law,
                "",
                tuple(Cell(f"{law}/{c}", tuple(row[c])) if c in row else None for c in columns),
            )
            for law, row in sorted(rows.items())
        ),
    )


def device_matrix(reports: Mapping[str, Sequence[CaseResult]]) -> Matrix:
    """Ops, real inputs, drawn questions, refused calls and laws: a column for each report."""
    rows: dict[tuple[str, str], dict[str, list[CaseResult]]] = {}
    for device, results in reports.items():
        for result in results:
            rows.setdefault(_device_row(result), {}).setdefault(device, []).append(result)
    last = {"real inputs": 1, "drawn questions": 2, "refused calls": 3, "laws": 4}
    ordered = sorted(rows, key=lambda k: (last.get(k[0], 0), profile_order(k[0]), k[1]))
    columns = tuple(reports)
    return Matrix(
        columns,
        tuple(Row(title, group, _cells(rows[group, title], columns)) for group, title in ordered),
    )


def law_of(result: CaseResult) -> str:
    """The law in the id of a law's case (`law/threads/sum/f32`), or the form of drawn questions."""
    parts = result.id.split("/")
    return parts[1] if len(parts) > 1 else result.id


def _device_row(result: CaseResult) -> tuple[str, str]:
    if result.kind == "law":
        return "laws", law_of(result)
    if result.kind == "drawn":
        return "drawn questions", law_of(result)
    if result.kind == "refused":
        return "refused calls", result.op
    if result.kind == "trajectory":
        return "training runs", result.op
    return ("real inputs" if result.kind == "real" else result.profile), result.op


def _cells(row: Mapping[str, list[CaseResult]], columns: Sequence[str]) -> tuple[Cell | None, ...]:
    cells: list[Cell | None] = []
    for column in columns:
        found = row.get(column)
        cells.append(Cell(f"{found[0].op}/{found[0].label}", tuple(found)) if found else None)
    return tuple(cells)


def _branching(results: Iterable[CaseResult]) -> set[str]:
    """Ops of which one operand format occurs with several result formats."""
    targets: dict[tuple[str, str], set[str]] = {}
    for result in results:
        source, target = ends(result.label)
        targets.setdefault((result.op, source), set()).add(target)
    return {op for (op, _), found in targets.items() if len(found) > 1}


def ends(label: str) -> tuple[str, str]:
    """The formats of the operands and of the results in a label (`f64_to_bf16`)."""
    source, _, target = label.partition("_to_")
    return source, target or source


def format_order(label: str) -> tuple[int, str]:
    """Sorts single formats as the spec's table has them, all others behind."""
    names = list(FORMATS)
    return (names.index(label) if label in FORMATS else len(names), label)


def profile_order(profile: str) -> tuple[int, str]:
    """Sorts profiles as the spec lists them."""
    names = list(PROFILES)
    return (names.index(profile) if profile in PROFILES else len(names), profile)


def _title_order(title: str) -> tuple[str, tuple[int, str]]:
    op, _, source = title.partition(" ")
    return (op, format_order(source.removesuffix(" →")))
