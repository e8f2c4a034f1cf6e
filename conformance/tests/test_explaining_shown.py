"""Tests of the rows of `samebits explain` for cases, laws, drawn questions and diagnoses."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from samebits.common.errors import SamebitsError
from samebits.conformance.errors import JudgeError
from samebits.conformance.explaining import explain_drawn as drawn, explain_facts as facts
from samebits.conformance.explaining.explain_drawn import show_drawn
from samebits.conformance.explaining.explain_facts import Element, Facts, gather_facts
from samebits.conformance.explaining.explain_law import law_case, show_law
from samebits.conformance.explaining.explain_view import show, show_diagnosis
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.results.evidence import ALL, REPRODUCES
from samebits.conformance.results.explanation import explain_lines
from samebits.conformance.results.records import CaseResult, Diagnosis, Example
from samebits.conformance.tests import fakes
from samebits.vectors.reader import Vectors


@pytest.fixture
def vectors(small_vectors: Path) -> Vectors:
    return Vectors.open(small_vectors)


def printed(what: Any, *more: Any) -> list[str]:
    out = io.StringIO()
    what(Console(file=out, width=200), *more)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def rows(lines: list[str]) -> dict[str, str]:
    """Return the words of each line after its first word, by the first word."""
    return {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line.split()}


def test_a_case_is_told_with_formats_shapes_and_where_its_operands_come_from(
    vectors: Vectors,
) -> None:
    found = gather_facts(vectors.case("add/f32/plain"), "add/f32/plain", None)
    told = rows(printed(show, found, vectors.flags))
    assert told["formats"] == "f32, f32 -> f32"
    assert told["shapes"] == "[300], [300] -> [300]"
    assert told["operands"]
    assert told["class"] == "round"
    assert told["flag"].startswith("structured: d. Failing it: f (R1)")
    assert "got" not in told


def element(wanted: int | None, got: int | None) -> Facts:
    case: Any = SimpleNamespace(
        id="sum/f32/x", flags=(), source="here", level="smoke", profile="reduce",
        input_shapes=((3,),), output_shapes=((),), call=facts_call(),
    )  # fmt: skip
    one = Element(0, "sum/f32/x@0", (), "f32", wanted, got)
    return Facts(case, None, None, one, 300, "it is a tree")


def facts_call() -> Any:
    from samebits.spec.catalog import get_op

    return get_op("sum").call(["f32"])


@pytest.mark.parametrize(
    ("wanted", "got", "far"),
    [
        (0x3F800000, 0x3F800003, "3 ulp"),
        (0x3F800000, 0x3F800000, "0: the same bits"),
        (None, 0x3F800000, "unknown"),
        (0x3F800000, 0x7FC00000, "other bits (no distance)"),
    ],
)
def test_an_element_is_told_with_its_distance(wanted: int | None, got: int, far: str) -> None:
    lines = printed(show, element(wanted, got), {})
    told = rows(lines)
    assert told["distance"] == far
    assert told["got"].startswith(f"{got:08x}")
    assert told["300"] == "terms (not listed)"
    if wanted is None:
        said = next(line for line in lines if line.startswith("wanted"))
        assert said.endswith(")"), "two empty columns follow"
        assert "digest only; to see it: " in said


def test_a_tree_is_drawn_of_few_terms_alone() -> None:
    found = element(1, 1)
    assert not any(x.startswith("canonical tree") for x in printed(show, found, {}))
    few = Facts(found.case, None, None, found.element, 5, "it is a tree")
    assert any(x.startswith("canonical tree over 5 terms") for x in printed(show, few, {}))


@pytest.mark.parametrize(
    ("diagnosis", "sure"),
    [
        (Diagnosis("x", "t", True, {REPRODUCES: ALL}), "reproduces these bits; chance is excluded"),
        (Diagnosis("x", "t", False, {REPRODUCES: ALL}), "consistent with these bits"),
        (Diagnosis("x", "t", False, {}), "described, not reproduced"),
        (Diagnosis("race", "t", True, {}), "seen by running the call again"),
        (Diagnosis("history", "t", True, {}), "seen by running the call again"),
        (Diagnosis("law:x", "t", True, {}), "the same when repeated"),
        (Diagnosis("law:x", "t", False, {}), "not the same when repeated"),
    ],
)
def test_a_diagnosis_says_how_sure_it_is(diagnosis: Diagnosis, sure: str) -> None:
    assert printed(show_diagnosis, diagnosis)[0] == f"diagnosis: {diagnosis.name} ({sure})"


def test_a_case_that_cannot_run_here_is_one_line(vectors: Vectors) -> None:
    (absent,) = vectors.cases(level="full", sets=("real",))
    with pytest.raises(JudgeError, match="sum/f32/absent cannot run here"):
        gather_facts(absent, absent.id, None)


def test_bits_that_nobody_can_recompute_are_unknown(
    vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = vectors.case("add/f32/bulk")
    assert gather_facts(case, case.id, None).element is not None

    def fail(*_: object) -> None:
        raise SamebitsError("no oracle")

    monkeypatch.setattr(facts, "recompute", fail)
    found = gather_facts(case, case.id, None).element
    assert found is not None
    assert found.wanted is None


def subject(session: Any) -> Any:
    return SimpleNamespace(
        session=session, threads=1, spelled="fake", device=SimpleNamespace(name="cpu"),
        promises=frozenset(),
        explain_command=lambda case, seed="": f"samebits explain {case}",
    )  # fmt: skip


def test_a_law_is_told_with_its_rules_and_elements_with_both_sides() -> None:
    case = law_case("law/order/add/f32@3")
    told = rows(printed(show_law, case, None))
    assert {"law", "rules", "put"} <= told.keys()
    assert told["rules"].endswith("(spec/SPEC.md)")

    class Tired(fakes.RightSession):
        calls = 0

        def value(self, call: Any, inputs: Any) -> Any:
            self.calls += 1
            return super().value(call, inputs) + (self.calls % 3 == 0)

    lines = printed(show_law, law_case("law/run_to_run/add/f32"), subject(Tired()))
    assert any(line.startswith("element ") for line in lines)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("law/threads/add", "a law is named law/NAME/OP/FORMAT"),
        ("law/thread/add/f32", "unknown law 'thread'"),
        ("law/threads/add/f33", "add has no format 'f33'"),
        ("law/sorting/add/f32", "the law sorting does not apply to add in f32"),
    ],
)
def test_a_law_that_is_not_there_is_one_line(address: str, said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        law_case(address)


@pytest.mark.parametrize(
    ("outcome", "wanted", "shown"),
    [("pass", "", ""), ("fail", "", "(digest only)"), ("fail", "3f", "3f")],
)
def test_drawn_questions_tell_whether_they_were_answered_rightly(
    monkeypatch: pytest.MonkeyPatch, outcome: Any, wanted: str, shown: str
) -> None:
    example = Example("drawn/x@1", 1, ("aa",), wanted, "40", None)
    result = CaseResult(
        id="drawn/operands/add/f32/1", kind="drawn", op="add", label="f32", profile="core",
        level="smoke", outcome=outcome, elements=9, examples=(example,) if shown else (),
    )  # fmt: skip
    monkeypatch.setattr(drawn, "judge_drawn", lambda *_: (result, None))
    case = DrawnCase("operands", "add", "f32", "1", "smoke")
    right: list[bool] = []

    def put(console: Console) -> None:
        right.append(show_drawn(console, case, "00000000000000a1", subject(None)))

    lines = printed(put)
    assert right == [outcome == "pass"]
    told = [line.split() for line in lines]
    assert any(line.startswith(f"fake:cpu: {outcome}") for line in lines)
    assert any(line[:1] == ["repeat:"] for line in told) is (outcome != "pass")
    if shown:
        (row,) = (line for line in told if line[:2] == ["1", "aa"])
        assert " ".join(row[2:]) == f"{shown} 40"


@pytest.mark.parametrize(
    ("wrong", "examples", "more"), [(9, 5, True), (3, 3, False), (9, 2, False)]
)
def test_more_wrong_elements_than_are_shown_are_counted(
    wrong: int, examples: int, more: bool
) -> None:
    one = Example("add/f32/x@1", 1, (), "3f", "40", None)
    result = CaseResult(
        id="add/f32/x", kind="vector", op="add", label="f32", profile="core", level="smoke",
        outcome="fail", wrong=wrong, examples=(one,) * examples,
    )  # fmt: skip
    lines = explain_lines(result)
    assert (f"    ... and {wrong - 3} more" in lines) is more
    assert sum("wanted 3f, got 40" in line for line in lines) == min(examples, 3)
