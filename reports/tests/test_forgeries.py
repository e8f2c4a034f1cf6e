"""Reports that somebody made up: the two that once verified, and better ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from samebits.conformance.laws.catalog import LawCase
from samebits.conformance.options import Options
from samebits.conformance.plan import Work, bare_result, choose
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.records import CaseResult
from samebits.conformance.verdict import planned_digest
from samebits.reports.commands.report import command
from samebits.reports.plan import asked_elements, sampled
from samebits.reports.tests.synthetic import ENVIRONMENT, case
from samebits.spec.profiles import PROFILES
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of
from samebits.vectors.reader import Vectors

Writer = Callable[..., Path]

EVERYTHING = Options(backend="acme", level="full")
SEED = "5f3a9c0e12345678"
TIMES = {"started": "2026-11-20T10:00:00+00:00"}


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    return Vectors.open()


@pytest.fixture(scope="module")
def work(vectors: Vectors) -> tuple[Work, ...]:
    """All that a whole run at level full consists of."""
    return choose(EVERYTHING, vectors)


def elements_of(item: Work) -> int:
    """What a case that passes must have compared, or any number where nobody knows it."""
    if isinstance(item, LawCase | DrawnCase):
        return 1
    if isinstance(item, ExhaustiveCase):
        return domain_of(item.call).inputs
    known = item.elements()
    return 1 if known is None else known  # of a law on a trajectory the plan says no number


def members(vectors: Vectors, environment: Mapping[str, str]) -> dict[str, Any]:
    return {
        "backend": "acme",
        "device": "gpu9",
        "device_description": "does not exist",
        "level": "full",
        "profiles": tuple(PROFILES),
        "manifest_root": vectors.manifest.root,
        "spec_version": vectors.manifest.spec_version,
        "environment": environment,
        **TIMES,
    }


def invented(work: Sequence[Work], **changes: Any) -> list[CaseResult]:
    passes = (replace(bare_result(item, "pass", ""), seconds=0.0001) for item in work)
    return [replace(result, **changes) for result in passes]


def verified(path: Path) -> Result:
    return CliRunner().invoke(command, ["verify", str(path)])


def test_invented_passes_without_elements_and_environment_are_not_believed(
    write: Writer, vectors: Vectors, work: tuple[Work, ...]
) -> None:
    """The first forgery of the review: 28,966 passes of a device that does not exist."""
    ended = verified(write(invented(work), **members(vectors, {})))
    assert ended.exit_code == 2
    assert "the environment does not state os, machine, cpu, python" in ended.output


def test_with_an_environment_they_fail_on_the_elements(write: Writer, vectors: Vectors) -> None:
    work = choose(replace(EVERYTHING, level="smoke"), vectors)
    header = members(vectors, ENVIRONMENT) | {"level": "smoke"}
    none = write(invented(work), name="none.jsonl", **header)
    assert "passes, but was put to nothing" in verified(none).output
    one = write(invented(work, elements=1), name="one.jsonl", **header)
    ended = verified(one)
    assert ended.exit_code == 2
    assert "passes with 1 compared elements, not" in ended.output


def test_a_careful_forgery_is_valid_and_called_self_reported(
    write: Writer, vectors: Vectors, work: tuple[Work, ...]
) -> None:
    """No digest can tell it from a true report; the output must not hide that."""
    drawn = sampled(work, planned_digest(w.id for w in work))
    asked = {case.id: asked_elements(case, SEED) for case in drawn}
    results = [
        replace(
            bare_result(w, "pass", ""), elements=asked.get(w.id) or elements_of(w), seconds=0.0001
        )
        for w in work
    ]
    ended = verified(write(results, **members(vectors, ENVIRONMENT), seed=SEED))
    assert ended.exit_code == 0
    assert "self-reported, unsigned" in ended.output


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"spec_version": "9.9"}, "spec_version is '9.9'; with these vectors"),
        ({"protocol": 99}, "protocol is '99'"),
        ({"not_drawn": ("add/f32",)}, "not_drawn is"),
    ],
)
def test_what_a_version_and_its_vectors_settle_is_not_for_a_report_to_say(
    write: Writer, vectors: Vectors, changes: dict[str, Any], words: str
) -> None:
    """A claim names the version of the specification: any could once be put there."""
    work = choose(replace(EVERYTHING, level="smoke"), vectors)
    header = members(vectors, ENVIRONMENT) | {"level": "smoke"} | changes
    results = [
        replace(bare_result(w, "pass", ""), elements=elements_of(w), seconds=0.0001) for w in work
    ]
    ended = verified(write(results, **header))
    assert ended.exit_code == 2
    assert words in ended.output


def test_five_cases_on_unknown_vectors_are_no_status_0(write: Writer) -> None:
    """The second forgery of the review: a root that nobody knows."""
    five = [case("exp", name=f"n{i}") for i in range(5)]
    bare = write(five, name="bare.jsonl", level="full", environment={}, manifest_root="ef" * 32)
    assert verified(bare).exit_code == 2
    ended = verified(write(five, level="full", profiles=("math",), manifest_root="ef" * 32))
    assert ended.exit_code == 3
    assert "not compared with its vectors" in ended.output
    assert "not compared with the must-pass lists: the report is on vectors efefefefefef" in (
        ended.output
    )
