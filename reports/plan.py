"""Derive the planned cases again from the vectors, so that a report cannot quietly plan fewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from samebits.conformance.records import CaseResult, Header
from samebits.reports.errors import ReportError
from samebits.vectors.case import Case
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors

_SETS = {"golden": "vector", "real": "real"}


def check_plan(path: Path, header: Header, results: Sequence[CaseResult]) -> list[str]:
    """Compare the planned cases with those of the installed vectors, and say what was compared.

    Where the report names other vectors than the installed ones that cannot be done, and the
    answer says so. Raises ReportError where cases are missing, are too many, or are described
    differently.
    """
    try:
        vectors = Vectors.open()
    except VectorError as error:
        return [f"not compared with the must-pass lists: {error}"]
    root = vectors.manifest.root
    if header.manifest_root != root:
        return [
            f"not compared with the must-pass lists: the report is on vectors "
            f"{header.manifest_root[:12]}, installed are {root[:12]}"
        ]
    for case_set, kind in _SETS.items():
        _check_set(path, header, [r for r in results if r.kind == kind], vectors, case_set)
    return [f"the planned cases are exactly those of the installed vectors {root[:12]}"]


def _check_set(
    path: Path, header: Header, results: Sequence[CaseResult], vectors: Vectors, case_set: str
) -> None:
    chosen = header.filters
    wanted: dict[str, Case] = {}
    if case_set in chosen.get("set", tuple(_SETS)):
        cases = vectors.cases(
            ops=chosen.get("op"),
            formats=chosen.get("format"),
            profiles=header.profiles,
            level=header.level,
            sets=(case_set,),
        )
        wanted = {case.id: case for case in cases}
    found = {r.id for r in results}
    missing = wanted.keys() - found
    if missing and not header.shard and "case" not in chosen:
        raise ReportError(f"{path}: the plan lacks {_some(missing)} of the {case_set} set")
    strange = found - wanted.keys()
    if strange:
        raise ReportError(
            f"{path}: the {case_set} set of such a run does not hold {_some(strange)}"
        )
    for result in results:
        _check_description(path, result, wanted[result.id])


def _check_description(path: Path, result: CaseResult, case: Case) -> None:
    said = (result.op, result.label, result.profile, result.level, result.flags)
    true = (case.call.op, case.call.label, case.profile, case.level, case.flags)
    if said != true:
        raise ReportError(f"{path}: {result.id} is described as {said}, the vectors say {true}")


def _some(ids: Iterable[str]) -> str:
    listed = sorted(ids)
    return listed[0] + (f" and {len(listed) - 1} more cases" if len(listed) > 1 else "")
