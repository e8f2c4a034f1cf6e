"""Test the cases that the reader returns, and its error for an unknown name."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.vectors.errors import VectorError
from samebits.vectors.reader import ROOM, Vectors
from samebits.vectors.schema import SETS, CaseRecord


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    return Vectors.open()


def test_a_reader_knows_its_folder(vectors: Vectors) -> None:
    assert vectors.folder == ROOM


def test_cases_are_those_of_the_ops_and_profiles_that_were_asked_for(vectors: Vectors) -> None:
    assert {case.call.op for case in vectors.cases(ops=["abs"])} == {"abs"}
    assert vectors.cases(ops=["abs"], profiles=["math"]) == []
    assert vectors.cases(ops=["abs"], profiles=["core"])
    assert vectors.cases(ops=[]) == []
    usual = vectors.cases(ops=["abs", "sum"])
    assert usual == vectors.cases(ops=["abs", "sum"], level="standard", sets=("golden",))
    assert {case.level for case in usual} == {"smoke", "standard"}


def test_a_case_of_any_level_is_found_by_its_id(vectors: Vectors) -> None:
    late = [c for c in vectors.cases(ops=["abs"], level="exhaustive") if c.level == "full"]
    for case in (*late[:1], vectors.cases(ops=["abs"], level="smoke")[0]):
        assert vectors.case(case.id).id == case.id


def few(vectors: Vectors, monkeypatch: pytest.MonkeyPatch, *ids: str) -> None:
    """Make the reader return only cases with these ids."""
    cases = [type("Case", (), {"id": name})() for name in ids]

    def every(self: Vectors, level: str, sets: tuple[str, ...]) -> list[object]:
        assert (level, sets) == ("exhaustive", SETS)
        return list(cases[:-1])

    monkeypatch.setattr(Vectors, "cases", every)
    monkeypatch.setattr(Vectors, "exhaustive_cases", lambda self: cases[-1:])


def test_a_name_that_no_case_has_is_answered_with_three_that_are_near(
    vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(vectors, monkeypatch, *(f"abs/f32/spare{i}" for i in range(5)))
    with pytest.raises(VectorError, match="no case 'abs/f32/spare'; did you mean ") as caught:
        vectors.case("abs/f32/spare")
    assert str(caught.value).count("abs/f32/spare") == 4
    few(vectors, monkeypatch, "abs/f32/specials", "abs/f32/exhaustive")
    with pytest.raises(VectorError, match="did you mean abs/f32/exhaustive"):
        vectors.case("abs/f32/exhaustiv")
    with pytest.raises(VectorError, match="no case '@@@@'; see `samebits vectors`$"):
        vectors.case("@@@@")


def test_a_flag_that_is_not_described_is_refused(vectors: Vectors) -> None:
    record = CaseRecord("plain", 0, "smoke", ("every-input", "strange"), (), ())
    table = type("Table", (), {"cases": (record,)})()
    with pytest.raises(VectorError, match="^here: plain: unknown flag 'strange'$"):
        vectors._case("here", table, 0, lambda: None)  # type: ignore[arg-type, return-value]


def test_every_file_is_counted_when_it_is_verified(
    tmp_path: Path, vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[str] = []

    class Files:
        def verify(self) -> None:
            verified.append("one")

    monkeypatch.setattr(vectors, "_files", {"abs": Files(), "add": Files()})
    assert vectors.verify_all() == 1 + len(vectors.manifest.paths(ROOM))
    assert verified == ["one", "one"]
