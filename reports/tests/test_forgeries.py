"""Test forged reports: two that were once accepted, and better ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from samebits.commands.report import command
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import Work, bare_result, choose
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.results.records import SEEDED, CaseResult
from samebits.reports.html import html
from samebits.reports.markdown import markdown
from samebits.reports.plan import asked_elements, settled
from samebits.reports.tests.synthetic import ENVIRONMENT, SEED, case
from samebits.reports.verify import verify
from samebits.spec.profiles import PROFILES
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of
from samebits.vectors.reader import Vectors

Writer = Callable[..., Path]

EVERYTHING = Options(backend="acme", level="full")
TIMES = {"started": "2026-11-20T10:00:00+00:00"}


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    return Vectors.open()


@pytest.fixture(scope="module")
def work(vectors: Vectors) -> tuple[Work, ...]:
    return choose(EVERYTHING, vectors)


def elements_of(item: Work) -> int:
    """Return the number of compared elements of a passing case, or 1 if the number is not known."""
    if isinstance(item, LawCase | DrawnCase):
        return 1
    if isinstance(item, ExhaustiveCase):
        return domain_of(item.call).inputs
    known = item.elements()
    return 1 if known is None else known  # the plan has no number for a law on a trajectory


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
    return [replace(passed(item), **changes) for item in work]


def passed(item: Work) -> CaseResult:
    result = replace(bare_result(item, "pass", ""), seconds=0.0001)
    return replace(result, seed=SEED) if result.kind in SEEDED else result


def verified(path: Path) -> Result:
    return CliRunner().invoke(command, ["verify", str(path)])


def test_invented_passes_without_elements_and_environment_are_not_believed(
    write: Writer, vectors: Vectors, work: tuple[Work, ...]
) -> None:
    """Check the first forgery of the review: 28,966 passes of a device that does not exist."""
    ended = verified(write(invented(work), **members(vectors, {})))
    assert ended.exit_code == 2
    assert "the environment does not state os, machine, cpu, python" in ended.output


def test_with_an_environment_they_fail_on_the_elements(write: Writer, vectors: Vectors) -> None:
    work = choose(replace(EVERYTHING, level="smoke"), vectors)
    header = members(vectors, ENVIRONMENT) | {"level": "smoke"}
    none = write(invented(work), name="none.jsonl", **header)
    assert "passes, but made no call" in verified(none).output
    one = write(invented(work, elements=1), name="one.jsonl", **header)
    ended = verified(one)
    assert ended.exit_code == 2
    assert "passes with 1 compared elements, not" in ended.output


def test_a_careful_forgery_is_valid_and_called_self_reported(
    write: Writer, vectors: Vectors, work: tuple[Work, ...]
) -> None:
    """Check the output: no digest can show that the report is forged, so the output must warn."""
    asked = {case.id: asked_elements(case, SEED) for case in settled(work)}
    results = [replace(passed(w), elements=asked.get(w.id) or elements_of(w)) for w in work]
    ended = verified(write(results, **members(vectors, ENVIRONMENT)))
    assert ended.exit_code == 0
    assert "self-reported, unsigned" in ended.output


@pytest.mark.parametrize("kind", ["law", "drawn"])
def test_results_of_two_seeds_are_no_report(write: Writer, kind: Any) -> None:
    """Check that results cannot be combined from runs with different seeds.

    A failing case was once replaced by a passing case from a run that had drawn other operands.
    """
    first = case("exp", kind=kind)
    other = case("sum", kind=kind, seed="00000000000000a1")
    ended = verified(write([first, other]))
    assert ended.exit_code == 2
    assert "sum/f32/group/a has seed '00000000000000a1', the header '5f3a9c0e12345678'" in (
        ended.output
    )
    bare = verified(write([first, replace(other, seed="")]))
    assert "has seed ''" in bare.output
    unstated = verified(write([replace(first, seed="")], seed=""))
    assert "was drawn from a seed, but none is stated" in unstated.output


def test_a_golden_case_has_no_seed(write: Writer) -> None:
    ended = verified(write([case("exp", seed=SEED)]))
    assert "exp/f32/group/a has seed '5f3a9c0e12345678'" in ended.output


@pytest.mark.parametrize("origin", ["", "given"])
def test_a_seed_and_its_origin_are_stated_together(write: Writer, origin: str) -> None:
    results = [case("exp")] if origin else [case("exp", kind="law")]
    ended = verified(write([*results, case("sum")], seed_origin=origin))
    assert ended.exit_code == 2
    assert "seed and seed_origin must be stated together" in ended.output


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        ("given", "the seed is 5f3a9c0e12345678 (given with --seed, so it may have been chosen"),
        ("fresh", "the seed is 5f3a9c0e12345678 (fresh: drawn by the run itself)"),
    ],
)
def test_a_chosen_seed_is_told_from_a_fresh_one(write: Writer, origin: str, words: str) -> None:
    path = write([case("exp"), case("sum", kind="law")], seed_origin=origin)
    assert words in verified(path).output
    report = verify(path)
    page = words.removeprefix("the seed is ")
    assert page in html([report])
    assert page in markdown([report]).replace("\\", "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--backend exec:./evil", "--backend 'exec:./evil', the run had 'toy'"),
        ("--backend toy --device gpu", "--device 'gpu', the run had 'cpu'"),
        ("--backend toy --seed a1", "--seed 'a1', the run had '5f3a9c0e12345678'"),
        ("--backend=exec:./evil", "is not one of samebits"),
        ("--backend toy --out /etc", "is not one of samebits"),
    ],
)
def test_a_case_is_repeated_as_the_run_asked_it(write: Writer, options: str, words: str) -> None:
    repeat = f"samebits explain sum/f32/group/a {options}"
    ended = verified(write([case("exp"), case("sum", kind="law", repeat=repeat)]))
    assert ended.exit_code == 2
    assert words in ended.output


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
    """Check that the versions are compared. A report once could name any version."""
    work = choose(replace(EVERYTHING, level="smoke"), vectors)
    header = members(vectors, ENVIRONMENT) | {"level": "smoke"} | changes
    results = [replace(passed(w), elements=elements_of(w)) for w in work]
    ended = verified(write(results, **header))
    assert ended.exit_code == 2
    assert words in ended.output


def test_five_cases_on_unknown_vectors_are_no_status_0(write: Writer) -> None:
    """Check the second forgery of the review: an unknown root digest."""
    five = [case("exp", name=f"n{i}") for i in range(5)]
    bare = write(five, name="bare.jsonl", level="full", environment={}, manifest_root="ef" * 32)
    assert verified(bare).exit_code == 2
    ended = verified(write(five, level="full", profiles=("math",), manifest_root="ef" * 32))
    assert ended.exit_code == 3
    assert "not compared with its vectors" in ended.output
    assert "not compared with the must-pass lists: the report is on vectors efefefefefef" in (
        ended.output
    )
