from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from samebits.conformance.records import CaseResult
from samebits.reports import plan
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import case
from samebits.reports.verify import verify
from samebits.vectors.errors import VectorError

Writer = Callable[..., Path]

GOLDEN = [case("exp", name="a"), case("exp", name="b", level="full"), case("sum", name="a")]


@dataclass
class FakeVectors:
    """Installed vectors that hold GOLDEN, under the root that synthetic reports name."""

    root: str = "ab" * 32

    @property
    def manifest(self) -> Any:
        return SimpleNamespace(root=self.root)

    def cases(
        self, *, ops: Any, formats: Any, profiles: Any, level: str, sets: Any
    ) -> list[SimpleNamespace]:
        chosen = [r for r in GOLDEN if sets == ("golden",) and r.profile in profiles]
        if level != "full":
            chosen = [r for r in chosen if r.level != "full"]
        return [as_case(r) for r in chosen if ops is None or r.op in ops]


def as_case(r: CaseResult) -> SimpleNamespace:
    call = SimpleNamespace(op=r.op, label=r.label)
    return SimpleNamespace(id=r.id, call=call, profile=r.profile, level=r.level, flags=r.flags)


@pytest.fixture
def vectors(monkeypatch: pytest.MonkeyPatch) -> FakeVectors:
    fake = FakeVectors()
    monkeypatch.setattr(plan, "Vectors", SimpleNamespace(open=lambda: fake))
    return fake


def test_a_plan_that_is_exactly_the_must_pass_list_is_believed(
    write: Writer, vectors: FakeVectors
) -> None:
    report = verify(write([GOLDEN[0], GOLDEN[2]]))
    assert "exactly those of the installed vectors" in report.checks[-1]
    assert verify(write(GOLDEN, level="full")).verdict.claim


def test_a_report_that_plans_fewer_cases_is_refused(write: Writer, vectors: FakeVectors) -> None:
    with pytest.raises(ReportError, match="the plan lacks sum/f32/group/a of the golden set"):
        verify(write([GOLDEN[0]]))


def test_a_report_that_calls_itself_full_is_held_to_the_full_list(
    write: Writer, vectors: FakeVectors
) -> None:
    with pytest.raises(ReportError, match="exp/f32/group/b"):
        verify(write([GOLDEN[0], GOLDEN[2]], level="full"))


def test_a_case_that_the_vectors_do_not_hold_is_refused(
    write: Writer, vectors: FakeVectors
) -> None:
    with pytest.raises(ReportError, match="does not hold exp/f32/group/zzz"):
        verify(write([GOLDEN[0], GOLDEN[2], case("exp", name="zzz")]))


def test_a_case_described_otherwise_than_by_the_vectors_is_refused(
    write: Writer, vectors: FakeVectors
) -> None:
    moved = case("sum", name="a", profile="math")
    with pytest.raises(ReportError, match="described"):
        verify(write([GOLDEN[0], moved]))


def test_a_filtered_run_is_held_to_its_own_filter(write: Writer, vectors: FakeVectors) -> None:
    verify(write([GOLDEN[0]], filters={"op": ("exp",)}))
    with pytest.raises(ReportError, match="lacks sum"):
        verify(write([GOLDEN[0]], filters={"op": ("exp", "sum")}))


def test_other_vectors_than_the_installed_are_said_to_be_so(
    write: Writer, vectors: FakeVectors
) -> None:
    vectors.root = "cd" * 32
    report = verify(write([GOLDEN[0]]))
    assert "not compared" in report.checks[-1]
    assert "abababababab" in report.checks[-1]


def test_unreadable_vectors_are_said_to_be_so(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise VectorError("MANIFEST.json: is missing")

    monkeypatch.setattr(plan, "Vectors", SimpleNamespace(open=refuse))
    assert "MANIFEST.json: is missing" in verify(write()).checks[-1]
