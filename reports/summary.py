"""The tables of a report: cells for ops, laws and devices, from which every page is made."""

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
"""The state of a cell.

good: all cases pass. bad: at least one case contradicts conformance. warn: all cases pass or have
waivers. part: some cases pass, and some were not judged. mute: no case was judged (unsupported, not
run, not applicable).
"""

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
    """The results of one op with one label, or of a different group of cases."""

    name: str
    results: tuple[CaseResult, ...]

    @property
    def counts(self) -> Counts:
        """Return the number of cases for each outcome that occurs, the most severe first."""
        return counts_of(self.results)

    @property
    def state(self) -> State:
        """Return the state of the cell. One bad case is enough to make it bad."""
        return state_of(self.counts)

    @property
    def text(self) -> str:
        """Return the number of cases, or how many of them are in this state (`text_of`)."""
        return text_of(self.counts)

    @property
    def failing(self) -> tuple[CaseResult, ...]:
        """Return the cases that contradict conformance, in the order of the report."""
        return tuple(r for r in self.results if r.outcome in BAD)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a matrix: its title, its group, and one cell (or None) for each column."""

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
        """Return all cells, row by row."""
        return [cell for row in self.rows for cell in row.cells if cell is not None]


def counts_of(results: Iterable[CaseResult]) -> Counts:
    """Return the number of results for each outcome that occurs, the most severe first."""
    found = Counter(r.outcome for r in results)
    return {outcome: found[outcome] for outcome in LOOKS if found[outcome]}


def state_of(counts: Counts) -> State:
    """Return the state of a group of cases from its counts."""
    tones = {LOOKS[outcome].tone for outcome in counts}
    if "bad" in tones:
        return "bad"
    if "mute" in tones:
        return "part" if len(tones) > 1 else "mute"
    return "warn" if "warn" in tones else "good"


def text_of(counts: Counts) -> str:
    """Return a short text for a cell.

    `412` means that all cases have the same tone. `3/412` means 3 failing cases of 412, or 3
    passing cases of 412 if some were not judged.
    """
    total = sum(counts.values())
    state = state_of(counts)
    tone = {"part": "good"}.get(state, state)
    shown = sum(n for outcome, n in counts.items() if LOOKS[outcome].tone == tone)
    return str(total) if shown == total and state != "bad" else f"{shown}/{total}"


def op_matrix(results: Sequence[CaseResult]) -> Matrix:
    """Return a matrix of ops by format.

    The column is the format of the operands. If an op can have results of several formats for one
    operand format (cast), each operand format has its own row, and the columns are the formats of
    the results.
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
    """Return a matrix of laws, or of forms of drawn questions, by format of the operands."""
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
    """Return a matrix with one column per report.

    The rows are ops, real inputs, drawn questions, refused calls and laws.
    """
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
    """Return the name of the law in the id of a law case (`law/threads/sum/f32`).

    For a drawn question, return its form.
    """
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
    """Return the ops that have results of several formats for the same operand format."""
    targets: dict[tuple[str, str], set[str]] = {}
    for result in results:
        source, target = ends(result.label)
        targets.setdefault((result.op, source), set()).add(target)
    return {op for (op, _), found in targets.items() if len(found) > 1}


def ends(label: str) -> tuple[str, str]:
    """Return the formats of the operands and of the results in a label (`f64_to_bf16`)."""
    source, _, target = label.partition("_to_")
    return source, target or source


def format_order(label: str) -> tuple[int, str]:
    """Return a sort key that puts single formats first, in the order of the specification."""
    names = list(FORMATS)
    return (names.index(label) if label in FORMATS else len(names), label)


def profile_order(profile: str) -> tuple[int, str]:
    """Return a sort key for profiles in the order of the specification."""
    names = list(PROFILES)
    return (names.index(profile) if profile in PROFILES else len(names), profile)


def _title_order(title: str) -> tuple[str, tuple[int, str]]:
    op, _, source = title.partition(" ")
    return (op, format_order(source.removesuffix(" →")))
