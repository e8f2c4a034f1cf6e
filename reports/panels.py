"""One report cut into panels: vectors, real inputs, drawn questions, refused calls, laws.

Each panel is a matrix with groups of failing cases. Passing cases are only counted. Of the failing
cases in a cell, the first CASES_IN_FULL are shown with examples (fewer if many cells fail). The
next CASES_LISTED have one line each, and all others are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.laws.law_catalog import all_laws
from samebits.conformance.results.records import CaseResult, Kind
from samebits.reports.facts import VerifiedReport
from samebits.reports.groups import Mistake, mistakes
from samebits.reports.summary import Cell, Matrix, law_matrix, law_of, op_matrix

CASES_IN_FULL = 3
CASES_LISTED = 200

FULL_ON_A_PAGE = 300
"""How many cases of one report are shown in full. If more cells fail, each cell shows fewer.

Every failing cell shows at least one case.
"""


@dataclass(frozen=True, slots=True)
class Group:
    """The failing cases of one cell."""

    anchor: str
    cell: Cell
    mistakes: tuple[Mistake, ...]
    most: int = CASES_IN_FULL
    """The largest number of cases that are shown in full."""

    @property
    def full(self) -> Sequence[CaseResult]:
        """Return the cases to show in full: first one of each kind of mistake, then others."""
        first = [m.results[0] for m in self.mistakes]
        ids = {r.id for r in first}
        others = [r for r in self.cell.failing if r.id not in ids]
        return (first + others)[: self.most]

    @property
    def listed(self) -> Sequence[CaseResult]:
        """Return the cases to show in one line each."""
        ids = {r.id for r in self.full}
        return [r for r in self.cell.failing if r.id not in ids][:CASES_LISTED]

    @property
    def flags(self) -> Sequence[str]:
        """Return the flags of the failing cases, sorted."""
        return sorted({flag for result in self.cell.failing for flag in result.flags})

    @property
    def more(self) -> int:
        """Return the number of failing cases that are only counted."""
        return len(self.cell.failing) - len(self.full) - len(self.listed)


@dataclass(frozen=True, slots=True)
class Panel:
    """One matrix of a report, and the failing cases of each cell."""

    anchor: str
    title: str
    kind: Kind
    matrix: Matrix
    groups: tuple[Group, ...]
    anchors: Mapping[str, str]
    """The anchor of each cell's failing cases, by the name of the cell."""


def panels(report: VerifiedReport, anchor: str) -> list[Panel]:
    """Return the panels of one report that have at least one case."""
    kinds: list[tuple[str, str, Kind, Matrix]] = [
        ("vectors", "Golden vectors", "vector", op_matrix(report.vectors)),
        ("real", "Real inputs", "real", op_matrix(report.real)),
        ("drawn", "Drawn questions", "drawn", op_matrix(report.drawn)),
        ("refused", "Refused calls", "refused", op_matrix(report.refused)),
        ("runs", "Training runs", "trajectory", op_matrix(report.trajectories)),
        ("laws", "Laws", "law", law_matrix(report.laws)),
    ]
    failing = sum(bool(cell.failing) for *_, matrix in kinds for cell in matrix.cells)
    most = max(1, min(CASES_IN_FULL, FULL_ON_A_PAGE // max(1, failing)))
    return [
        _panel(f"{anchor}-{name}", title, kind, matrix, most)
        for name, title, kind, matrix in kinds
        if matrix.rows
    ]


def law_notes(results: Iterable[CaseResult]) -> Mapping[str, str]:
    """Return the statement of each law in the results, if this version of samebits has the law."""
    known = all_laws()
    names = sorted({law_of(result) for result in results})
    return {name: known[name].says for name in names if name in known}


def _panel(anchor: str, title: str, kind: Kind, matrix: Matrix, most: int) -> Panel:
    groups = [
        Group(f"{anchor}-{i}", cell, tuple(mistakes(cell.results)), most)
        for i, cell in enumerate(matrix.cells)
        if cell.failing
    ]
    names = {g.cell.name: g.anchor for g in groups}
    return Panel(anchor, title, kind, matrix, tuple(groups), names)
