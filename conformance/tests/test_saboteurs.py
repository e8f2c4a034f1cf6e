"""Tests of the judge: the real runner catches every saboteur with the expected diagnosis.

Most saboteurs run in this process; a saboteur that crashes or hangs gets a worker process. A right
backend passes the same cases, which shows that the cases do not fail for every backend.
"""

from __future__ import annotations

import importlib
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import everything
from samebits.conformance.results.evidence import ALL, NEEDED, REPRODUCES, RIVALS, bits_stated
from samebits.conformance.results.records import CaseResult, Diagnosis
from samebits.conformance.tests.judging import judged, read_vectors_once, vectors
from samebits.conformance.trials.saboteurs.base import Saboteur

PACKAGE = "samebits.conformance.trials.saboteurs"
FOLDER = Path(__file__).parents[1] / "trials" / "saboteurs"
NAMES = sorted(p.stem for p in FOLDER.glob("*.py") if p.stem != "base")

SEED = "17"
"""The seed of drawn questions. It is fixed, so that a test gives the same result in every run."""

RUNS = 8
"""The number of runs to which the right backend's cases are distributed: a start is slow."""


def load(name: str) -> Saboteur:
    saboteur: Saboteur = importlib.import_module(f"{PACKAGE}.{name}").backend
    return saboteur


@pytest.fixture(autouse=True)
def _vectors_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_vectors_once(monkeypatch)


@cache
def known_ids() -> tuple[str, ...]:
    return tuple(work.id for work in everything(vectors()))


def first_case(pattern: str) -> str:
    """Return the id of the first case that matches."""
    return next(i for i in known_ids() if fnmatchcase(i, pattern))


def judge(
    backend: str, cases: tuple[str, ...], *, workers: int = 0, deadline: float = 60.0
) -> dict[str, CaseResult]:
    """Run the cases, and assert that the exit status agrees with their outcomes."""
    options = Options(
        backend=backend,
        level="full",
        cases=cases,
        workers=workers,
        deadline=deadline,
        seed=SEED,
    )
    status, found = judged(options)
    assert sorted(found) == sorted(cases)
    assert (status == 0) == all(result.outcome == "pass" for result in found.values())
    return found


def test_there_are_at_least_sixteen_saboteurs_and_each_file_is_one() -> None:
    assert len(NAMES) >= 16
    assert [load(name).name for name in NAMES] == NAMES
    for name in NAMES:
        assert importlib.import_module(f"{PACKAGE}.{name}").__doc__


@pytest.mark.parametrize("name", NAMES)
def test_saboteur_is_caught_with_the_right_diagnosis(name: str) -> None:
    saboteur = load(name)
    dies = saboteur.outcome in ("crash", "timeout")
    found = judge(
        f"py:{PACKAGE}.{name}:backend",
        (first_case(saboteur.caught_by),),
        workers=1 if dies else 0,
        deadline=3.0 if saboteur.outcome == "timeout" else 60.0,
    )
    (result,) = found.values()
    assert result.outcome == saboteur.outcome, result.reason
    diagnosed = result.diagnosis.name if result.diagnosis else ""
    assert diagnosed == (saboteur.diagnosis or _law_of(saboteur)), result.diagnosis
    if saboteur.diagnosis:
        assert result.diagnosis is not None
        assert bool(result.examples) == (result.kind != "refused")
        if result.kind not in ("law", "refused", "trajectory"):
            assert result.diagnosis.details[REPRODUCES] == ALL
        if result.kind != "trajectory":  # its details are about one node
            assert result.diagnosis.confirmed == _has_evidence(result.diagnosis)


def _has_evidence(diagnosis: Diagnosis) -> bool:
    """Return whether the details state enough evidence; one wrong element is not enough."""
    bits = bits_stated(diagnosis)
    return bits is None or (bits >= NEEDED and RIVALS not in diagnosis.details)


def _law_of(saboteur: Saboteur) -> str:
    """Return the name of the diagnosis of a broken law, or "" for other cases."""
    parts = saboteur.caught_by.split("/")
    return f"law:{parts[1]}" if parts[0] == "law" and saboteur.outcome == "fail" else ""


@pytest.mark.parametrize("part", range(RUNS))
def test_right_backend_passes_the_cases_that_catch_saboteurs(part: int) -> None:
    patterns = sorted({load(name).caught_by for name in NAMES})
    cases = dict.fromkeys(first_case(pattern) for pattern in patterns[part::RUNS])
    found = judge(f"py:{PACKAGE}.base:RIGHT", tuple(cases))
    wrong = {i: result.reason for i, result in found.items() if result.outcome != "pass"}
    assert not wrong
