"""One report cut into panels: vectors, real inputs, drawn questions, laws.

Each is a matrix with its failing groups. Passing cases appear as counts. Of a cell's failing cases
the first CASES_IN_FULL are shown with their examples, the next CASES_LISTED as one line each, and
the number of all others is stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.laws.catalog import all_laws
from samebits.conformance.questions.cases import FORMS
from samebits.conformance.records import CaseResult
from samebits.reports.groups import Mistake, mistakes
from samebits.reports.report import VerifiedReport
from samebits.reports.summary import Cell, Matrix, law_matrix, law_of, op_matrix

CASES_IN_FULL = 8
CASES_LISTED = 200


@dataclass(frozen=True, slots=True)
class Group:
    """The failing cases of one cell."""

    anchor: str
    cell: Cell
    mistakes: tuple[Mistake, ...]

    @property
    def full(self) -> Sequence[CaseResult]:
        """The cases shown with their examples: each kind of mistake comes once before any twice."""
        first = [m.results[0] for m in self.mistakes]
        ids = {r.id for r in first}
        others = [r for r in self.cell.failing if r.id not in ids]
        return (first + others)[:CASES_IN_FULL]

    @property
    def listed(self) -> Sequence[CaseResult]:
        """The cases shown as one line each."""
        ids = {r.id for r in self.full}
        return [r for r in self.cell.failing if r.id not in ids][:CASES_LISTED]

    @property
    def flags(self) -> Sequence[str]:
        """The flags of the failing cases, sorted."""
        return sorted({flag for result in self.cell.failing for flag in result.flags})

    @property
    def more(self) -> int:
        """How many failing cases are only counted."""
        return len(self.cell.failing) - len(self.full) - len(self.listed)


@dataclass(frozen=True, slots=True)
class Panel:
    """One matrix of a report and the failing groups behind its cells."""

    anchor: str
    title: str
    text: str
    matrix: Matrix
    groups: tuple[Group, ...]
    anchors: Mapping[str, str]
    """The anchor of each cell's failing group, by the name of the cell."""
    notes: Mapping[str, str]
    """What the rows mean, by their titles, where it has to be said."""


def panels(report: VerifiedReport, anchor: str) -> list[Panel]:
    """The panels of one report that hold at least one case."""
    ops = "Ops by format of the operands."
    law = "What must change no bit, whatever the wanted bits are. Laws by format of the operands."
    real = "Layers and activations of real networks, through ops by format of the operands."
    drawn = "Operands and shapes that the run drew from its seed, by format of the operands."
    found = []
    if report.vectors:
        found.append(_panel(f"{anchor}-vectors", "Golden vectors", ops, op_matrix(report.vectors)))
    if report.real:
        found.append(_panel(f"{anchor}-real", "Real inputs", real, op_matrix(report.real)))
    if report.drawn:
        matrix, notes = law_matrix(report.drawn), {str(form): says for form, says in FORMS.items()}
        found.append(_panel(f"{anchor}-drawn", "Drawn questions", drawn, matrix, notes))
    if report.laws:
        found.append(_panel(f"{anchor}-laws", "Laws", law, law_matrix(report.laws), _laws(report)))
    return found


def _panel(
    anchor: str, title: str, text: str, matrix: Matrix, notes: Mapping[str, str] | None = None
) -> Panel:
    groups = [
        Group(f"{anchor}-{i}", cell, tuple(mistakes(cell.results)))
        for i, cell in enumerate(matrix.cells)
        if cell.failing
    ]
    names = {g.cell.name: g.anchor for g in groups}
    return Panel(anchor, title, text, matrix, tuple(groups), names, notes or {})


def _laws(report: VerifiedReport) -> Mapping[str, str]:
    """What each law of the report says, as far as this samebits knows it."""
    known = all_laws()
    names = sorted({law_of(result) for result in report.laws})
    return {name: known[name].says for name in names if name in known}
