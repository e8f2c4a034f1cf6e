"""Plan the run of a report again from its header, so that missing cases are detected.

Golden and real cases are planned from the installed vectors, if the report has their root digest.
Laws, refused calls and trajectories are planned if the report was made by the same version of
samebits. A passing case must have compared as many elements, and made as many calls, as the plan
requires.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from samebits.backends.hosting.messages import HOST_PROTOCOL
from samebits.common.release import suite_version
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import Work, bare_result, choose, kind_of_work, ops_not_drawn
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.results.records import SCHEMA, CaseResult, Header, Kind
from samebits.reports.errors import ReportError
from samebits.reports.excuses import check_excuses
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors

_DECLARED: tuple[Kind, ...] = ("law", "refused", "trajectory")
"""Kinds of cases that depend on the version of samebits but not on vectors."""


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """A description of what was compared. `compared` is true if this was the whole plan."""

    text: str
    compared: bool


def check_plan(path: Path, header: Header, results: Sequence[CaseResult]) -> PlanCheck:
    """Compare the reported cases with the planned cases, and describe the comparison.

    Raises ReportError if cases are missing, unplanned, or described differently.
    """
    try:
        vectors = Vectors.open()
        root = vectors.manifest.root
        if header.manifest_root != root:
            return PlanCheck(
                f"not compared with the must-pass lists: the report is on vectors "
                f"{header.manifest_root[:12]}, installed are {root[:12]}",
                False,
            )
        planned = _planned(choose, _options(header), root)
    except VectorError as error:
        return PlanCheck(f"not compared with the must-pass lists: {error}", False)
    except JudgeError as error:
        raise ReportError(f"{path} line 1: {error}") from error
    if header.suite_version == suite_version():
        _check_stated(path, header, vectors, planned)
        _compare(path, planned, results)
        check_excuses(path, planned, results)
        _check_drawn(path, header, planned, results)
        return PlanCheck(
            f"the plan is exactly that of such a run on the installed vectors {root[:12]}", True
        )
    from_vectors = [w for w in planned if kind_of_work(w) not in _DECLARED]
    _compare(path, from_vectors, [result for result in results if result.kind not in _DECLARED])
    return PlanCheck(
        f"the planned cases are exactly those of the installed vectors {root[:12]}; laws, "
        f"refused calls and trajectories were not compared: the report is by samebits "
        f"{header.suite_version}, this is {suite_version()}",
        False,
    )


@lru_cache(maxsize=1)
def _planned(
    chooser: Callable[[Options, Vectors], Sequence[Work]], options: Options, root: str
) -> Sequence[Work]:
    """Return the cases that the options select from the installed vectors with this root digest.

    The plan is cached for the next report, because all devices of a run have the same plan.
    """
    return chooser(options, Vectors.open())


def _check_stated(path: Path, header: Header, vectors: Vectors, planned: Sequence[Work]) -> None:
    """Raise ReportError unless the header matches this version of samebits and these vectors."""
    undrawn = ops_not_drawn(_options(header), vectors, planned)
    for name, said, true in (
        ("schema", header.schema, SCHEMA),
        ("spec_version", header.spec_version, vectors.manifest.spec_version),
        ("protocol", header.protocol, HOST_PROTOCOL),
        ("not_drawn", header.not_drawn, undrawn),
    ):
        if said != true:
            raise ReportError(
                f"{path} line 1: {name} is {str(said)[:200]!r}; with these vectors and this "
                f"samebits it is {str(true)[:200]!r}"
            )


def _options(header: Header) -> Options:
    """Return the options of the run with this header that choose cases."""
    filters = header.filters
    unknown = filters.keys() - {"op", "format", "set", "case"}
    if unknown:
        raise JudgeError(f"unknown filter {sorted(unknown)[0]!r}")
    return Options(
        backend=header.backend,
        level=header.level,
        profiles=header.profiles,
        ops=filters.get("op", ()),
        formats=filters.get("format", ()),
        sets=filters.get("set", ()),
        cases=filters.get("case", ()),
        shard=header.shard,
    ).check()


def _compare(path: Path, planned: Sequence[Work], results: Sequence[CaseResult]) -> None:
    wanted = {work.id: work for work in planned}
    found = {result.id: result for result in results}
    missing = wanted.keys() - found
    if missing:
        raise ReportError(f"{path}: the plan lacks {_some(missing)}")
    strange = found.keys() - wanted
    if strange:
        raise ReportError(f"{path}: such a run does not plan {_some(strange)}")
    for case_id, result in found.items():
        said, true = _described(result), _described(bare_result(wanted[case_id], "pass", ""))
        for name, value in true.items():
            if said[name] != value:
                raise ReportError(
                    f"{path}: {case_id} has {name} {str(said[name])[:200]!r}, not {value!r}"
                )
        _check_elements(path, wanted[case_id], result)


def settled(planned: Iterable[Work]) -> Sequence[DrawnCase]:
    """Return the drawn cases whose number of compared elements depends on the seed only."""
    return [w for w in planned if isinstance(w, DrawnCase) and w.form in ("operands", "reach")]


def asked_elements(case: DrawnCase, seed: str) -> int:
    """Return the number of elements in all results of a drawn case."""
    return sum(math.prod(s) for q in case.questions(seed) for s in q.output_shapes)


def _check_drawn(
    path: Path, header: Header, planned: Sequence[Work], results: Sequence[CaseResult]
) -> None:
    """Raise ReportError unless the passing drawn cases were drawn from the seed in the header.

    All of them are drawn again, because a forger would change only the few that failed.
    """
    passes = {r.id: r.elements for r in results if r.kind == "drawn" and r.outcome == "pass"}
    for case in settled(planned):
        said = passes.get(case.id)
        if said is not None and said != (true := asked_elements(case, header.seed)):
            raise ReportError(
                f"{path}: {case.id} passes with {said:,} compared elements; seed {header.seed} "
                f"draws {true:,}"
            )


def _check_elements(path: Path, work: Work, result: CaseResult) -> None:
    """Raise ReportError unless a passing case has compared every element of its results."""
    if result.outcome != "pass" or isinstance(work, LawCase):
        return
    if isinstance(work, DrawnCase):  # the number of elements depends on the seed
        if result.elements <= 0:
            raise ReportError(f"{path}: {result.id} passes without a compared element")
        return
    true = domain_of(work.call).inputs if isinstance(work, ExhaustiveCase) else work.elements()
    if true is not None and result.elements != true:
        raise ReportError(
            f"{path}: {result.id} passes with {result.elements:,} compared elements, not {true:,}"
        )


def _described(result: CaseResult) -> Mapping[str, object]:
    names = ("kind", "op", "label", "profile", "level", "flags")
    return {name: getattr(result, name) for name in names}


def _some(ids: Iterable[str]) -> str:
    listed = sorted(ids)
    return listed[0] + (f" and {len(listed) - 1} more cases" if len(listed) > 1 else "")
