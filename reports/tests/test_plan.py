from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from samebits.conformance.judging.lawwork import law_result
from samebits.conformance.judging.plan import select
from samebits.conformance.judging.refusedwork import refused_result
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.cases import drawn_cases
from samebits.conformance.refused.refused_catalog import RefusedCase
from samebits.conformance.results.records import CaseResult
from samebits.conformance.trajectories.trajectory_catalog import all_trajectory_cases
from samebits.reports import plan
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import SEED, case, header_for
from samebits.reports.verify import verify
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors

Writer = Callable[..., Path]

GOLDEN = [case("exp", name="a"), case("exp", name="b", level="full"), case("sum", name="a")]
LAW = LawCase("threads", "sum", "f32")
LAW_RESULT = replace(
    law_result(LAW, "pass"), repeat="samebits explain x", elements=3, seconds=0.01, seed=SEED
)
SMOKE = [GOLDEN[0], GOLDEN[2], LAW_RESULT]


def work_of(r: CaseResult) -> SimpleNamespace:
    call = SimpleNamespace(op=r.op, label=r.label, inputs=(r.label,), outputs=(r.label,))
    members = {"id": r.id, "profile": r.profile, "level": r.level, "flags": r.flags}
    return SimpleNamespace(call=call, set="golden", elements=lambda: 100, **members)


@pytest.fixture
def vectors(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Replace the installed vectors by GOLDEN and one law.

    The root digest is the one that synthetic reports have.
    """
    proven = SimpleNamespace(call=SimpleNamespace(op="exp", label="f32"))
    fake = SimpleNamespace(
        manifest=SimpleNamespace(root="ab" * 32, spec_version="1"),
        exhaustive_cases=lambda: [proven],
    )
    monkeypatch.setattr(plan, "Vectors", SimpleNamespace(open=lambda: fake))
    work: list[Any] = [*map(work_of, GOLDEN), LAW]
    monkeypatch.setattr(plan, "choose", lambda options, _: select(options, work))
    return fake


def test_a_plan_that_is_exactly_the_must_pass_list_is_believed(
    write: Writer, vectors: SimpleNamespace
) -> None:
    report = verify(write(SMOKE))
    assert "exactly that of such a run on the installed vectors" in report.checks[-1]
    assert report.compared
    assert verify(write([*GOLDEN, LAW_RESULT], level="full")).verdict.claim


def test_reports_of_one_run_share_the_plan(
    write: Writer, vectors: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, usual = [], plan.choose

    def choose(options: Any, given: Any) -> Any:
        chosen.append(options.level)
        return usual(options, given)

    monkeypatch.setattr(plan, "choose", choose)
    for level, results in (("smoke", SMOKE), ("smoke", SMOKE), ("full", [*GOLDEN, LAW_RESULT])):
        verify(write(results, level=level))
    assert chosen == ["smoke", "full"]


@pytest.mark.parametrize("elements", [0, 99, 101])
def test_a_pass_that_compared_another_number_of_elements_is_refused(
    write: Writer, vectors: SimpleNamespace, elements: int
) -> None:
    other = replace(GOLDEN[0], elements=elements)
    with pytest.raises(ReportError, match=f"passes with {elements} compared elements, not 100"):
        verify(write([other, GOLDEN[2], LAW_RESULT]))


def test_a_report_that_plans_fewer_cases_is_refused(
    write: Writer, vectors: SimpleNamespace
) -> None:
    with pytest.raises(ReportError, match="the plan lacks sum/f32/group/a"):
        verify(write([GOLDEN[0], LAW_RESULT]))


def test_a_report_that_calls_itself_full_is_held_to_the_full_list(
    write: Writer, vectors: SimpleNamespace
) -> None:
    with pytest.raises(ReportError, match="exp/f32/group/b"):
        verify(write(SMOKE, level="full"))


def test_a_case_that_the_vectors_do_not_hold_is_refused(
    write: Writer, vectors: SimpleNamespace
) -> None:
    with pytest.raises(ReportError, match="does not plan exp/f32/group/zzz"):
        verify(write([*SMOKE, case("exp", name="zzz")]))


def test_a_case_described_otherwise_than_by_the_vectors_is_refused(
    write: Writer, vectors: SimpleNamespace
) -> None:
    moved = case("sum", name="a", profile="math")
    with pytest.raises(ReportError, match="has profile 'math', not 'reduce'"):
        verify(write([GOLDEN[0], moved, LAW_RESULT]))


def test_a_filtered_run_is_held_to_its_own_filter(write: Writer, vectors: SimpleNamespace) -> None:
    verify(write([GOLDEN[0]], filters={"op": ("exp",)}))
    with pytest.raises(ReportError, match="lacks law/threads/sum/f32 and 1 more cases"):
        verify(write([GOLDEN[0]], filters={"op": ("exp", "sum")}))


def test_other_vectors_than_the_installed_are_said_to_be_so(
    write: Writer, vectors: SimpleNamespace
) -> None:
    vectors.manifest.root = "cd" * 32
    report = verify(write([GOLDEN[0]]))
    assert "not compared" in report.checks[-1]
    assert not report.compared
    assert "abababababab" in report.checks[-1]


def test_unreadable_vectors_are_said_to_be_so(
    write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise VectorError("manifest.json: is missing")

    monkeypatch.setattr(plan, "Vectors", SimpleNamespace(open=refuse))
    report = verify(write())
    assert "manifest.json: is missing" in report.checks[-1]
    assert not report.compared


def test_a_left_out_law_is_refused(write: Writer, vectors: SimpleNamespace) -> None:
    with pytest.raises(ReportError, match="the plan lacks law/threads/sum/f32"):
        verify(write(SMOKE[:2]))


def test_laws_of_another_version_of_the_suite_are_not_compared_and_that_is_said(
    write: Writer, vectors: SimpleNamespace
) -> None:
    report = verify(write(SMOKE[:2], suite_version="9.9"))
    assert "laws, refused calls and trajectories were not compared" in report.checks[-1]
    assert not report.compared


def test_refused_calls_are_planned_again_and_each_has_to_be_put(
    write: Writer, vectors: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = SimpleNamespace(inputs=("f32",), outputs=(), label="f32")
    known: Any = SimpleNamespace(level="smoke", call=call)
    refused = RefusedCase("sum", "f32", "version", known)
    work: list[Any] = [*map(work_of, GOLDEN), LAW, refused]
    monkeypatch.setattr(plan, "choose", lambda options, _: select(options, work))
    put = replace(refused_result(refused, "pass"), elements=refused.elements(), seconds=0.01)
    level = put.level
    assert verify(write([*GOLDEN, LAW_RESULT, put], level="full")).compared
    with pytest.raises(ReportError, match="the plan lacks sum/f32/refused/version"):
        verify(write([*GOLDEN, LAW_RESULT], level="full"))
    fewer = replace(put, elements=put.elements - 1)
    with pytest.raises(ReportError, match="passes with 2 compared elements, not 3"):
        verify(write([*GOLDEN, LAW_RESULT, fewer], level="full"))
    with pytest.raises(ReportError, match=f"has level 'full', not {level!r}"):
        verify(write([*GOLDEN, LAW_RESULT, replace(put, level="full")], level="full"))


def test_refused_calls_of_another_version_of_the_suite_are_not_compared(
    write: Writer, vectors: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = SimpleNamespace(inputs=("f32",), outputs=(), label="f32")
    known: Any = SimpleNamespace(level="smoke", call=call)
    refused = RefusedCase("sum", "f32", "version", known)
    work: list[Any] = [*map(work_of, GOLDEN), LAW, refused]
    monkeypatch.setattr(plan, "choose", lambda options, _: select(options, work))
    report = verify(write(SMOKE, suite_version="9.9"))
    assert "trajectories were not compared" in report.checks[-1]
    assert not report.compared


def test_a_shard_is_held_to_its_part(write: Writer, vectors: SimpleNamespace) -> None:
    verify(write([GOLDEN[0], LAW_RESULT], shard="1/2"))
    with pytest.raises(ReportError, match="the plan lacks"):
        verify(write([GOLDEN[0], LAW_RESULT], shard="2/2"))


def test_a_filter_or_level_that_does_not_exist_is_refused(
    write: Writer, vectors: SimpleNamespace
) -> None:
    with pytest.raises(ReportError, match="unknown filter"):
        verify(write(SMOKE, filters={"colour": ("red",)}))
    with pytest.raises(ReportError, match="unknown level"):
        verify(write(SMOKE, level="easy"))


def test_golden_cases_of_another_version_of_the_suite_are_compared(
    write: Writer, vectors: SimpleNamespace
) -> None:
    with pytest.raises(ReportError, match="the plan lacks sum/f32/group/a"):
        verify(write([GOLDEN[0], LAW_RESULT], suite_version="9.9"))
    with pytest.raises(ReportError, match="passes with 7 compared elements, not 100"):
        verify(write([replace(GOLDEN[0], elements=7), *SMOKE[1:]], suite_version="9.9"))


@pytest.mark.parametrize(
    ("filters", "results"),
    [
        ({"set": ("law",)}, [LAW_RESULT]),
        ({"set": ("golden",)}, SMOKE[:2]),
        ({"format": ("f32",)}, SMOKE),
        ({"case": ("exp/*",)}, SMOKE[:1]),
    ],
)
def test_every_filter_decides_which_cases_are_compared(
    write: Writer, vectors: SimpleNamespace, filters: dict[str, Any], results: list[CaseResult]
) -> None:
    assert verify(write(results, filters=filters)).compared
    with pytest.raises(ReportError, match="no case to run|does not plan|lacks"):
        verify(write([case("log")], filters=filters, profiles=("math", "reduce")))


def test_a_filter_by_format_leaves_only_cases_of_the_format(
    write: Writer, vectors: SimpleNamespace
) -> None:
    with pytest.raises(ReportError, match="no case to run: --format f16 matches none"):
        verify(write(SMOKE, filters={"format": ("f16",)}))


def test_a_profile_is_part_of_the_question(write: Writer, vectors: SimpleNamespace) -> None:
    assert verify(write([GOLDEN[0]], profiles=("math",))).compared


def test_the_first_id_is_named_and_the_others_are_counted(
    write: Writer, vectors: SimpleNamespace
) -> None:
    strange = [case("exp", name=name) for name in ("zc", "za", "zb")]
    with pytest.raises(ReportError, match="plan exp/f32/group/za and 2 more cases$"):
        verify(write([*SMOKE, *strange]))
    with pytest.raises(ReportError, match="plan exp/f32/group/za$"):
        verify(write([*SMOKE, strange[1]]))


def test_a_drawn_case_that_passes_has_compared_something(tmp_path: Path) -> None:
    drawn = drawn_cases([], ("add",))[0]
    passed = replace(plan.bare_result(drawn, "pass", ""), elements=1)
    plan._compare(tmp_path, [drawn], [passed])
    with pytest.raises(ReportError, match=f"{drawn.id} passes without a compared element"):
        plan._compare(tmp_path, [drawn], [replace(passed, elements=0)])
    plan._compare(tmp_path, [drawn], [replace(passed, outcome="fail", elements=0)])


def test_drawn_cases_that_pass_were_drawn_from_the_seed_of_the_header(tmp_path: Path) -> None:
    """Check that lines from a run with a different seed have other numbers of elements."""
    planned = [c for c in drawn_cases([], ("add",)) if c.form == "operands"]
    header = header_for([], seed="00000000000000a1")
    passed = [
        replace(plan.bare_result(c, "pass", ""), elements=plan.asked_elements(c, header.seed))
        for c in planned
    ]
    plan._check_drawn(tmp_path, header, planned, passed)
    plan._check_drawn(
        tmp_path, header, planned, [replace(p, outcome="fail", elements=0) for p in passed]
    )
    other = replace(header, seed="00000000000000a2")
    with pytest.raises(ReportError, match="compared elements; seed 00000000000000a2 draws"):
        plan._check_drawn(tmp_path, other, planned, passed)
    # check all cases instead of a sample, because a forger replaces only the few that failed
    for i, one in enumerate(passed):
        odd = replace(one, elements=one.elements + 1)
        with pytest.raises(ReportError, match="compared elements; seed 00000000000000a1 draws"):
            plan._check_drawn(tmp_path, header, planned, [*passed[:i], odd, *passed[i + 1 :]])


def test_a_proof_that_passes_has_compared_every_input(tmp_path: Path) -> None:
    proof = next(c for c in Vectors.open().exhaustive_cases() if c.call.label == "f16")
    passed = replace(plan.bare_result(proof, "pass", ""), elements=1 << 16)
    plan._compare(tmp_path, [proof], [passed])
    with pytest.raises(ReportError, match="passes with 65,535 compared elements, not 65,536"):
        plan._compare(tmp_path, [proof], [replace(passed, elements=65_535)])


@pytest.mark.parametrize(
    ("name", "said"),
    [("schema", 1), ("spec_version", "9"), ("protocol", 2), ("not_drawn", ("add/f32",))],
)
def test_what_the_header_says_of_this_version_is_held_to_it(
    write: Writer, vectors: SimpleNamespace, name: str, said: Any
) -> None:
    with pytest.raises(ReportError, match=f"line 1: {name} is .*; with these vectors and this"):
        plan.check_plan(Path("x"), header_for(SMOKE, **{name: said}), SMOKE)


def test_a_report_is_held_to_what_its_seed_draws(
    vectors: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = next(c for c in drawn_cases([], ("add",)) if c.form == "operands")
    monkeypatch.setattr(plan, "choose", lambda options, _: [drawn])
    header = header_for([], seed="00000000000000a1")
    true = plan.asked_elements(drawn, header.seed)
    passed = replace(plan.bare_result(drawn, "pass", ""), elements=true)
    assert plan.check_plan(Path("x"), header, [passed]).compared
    with pytest.raises(ReportError, match="compared elements; seed 00000000000000a1 draws"):
        plan.check_plan(Path("x"), header, [replace(passed, elements=true + 1)])


def test_operands_and_reach_are_drawn_again() -> None:
    forms = {c.form for c in plan.settled(drawn_cases([], ("add",)))}
    assert forms == {"operands", "reach"}


def test_training_runs_of_another_version_of_the_suite_are_not_compared(
    write: Writer, vectors: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = next(c for c in all_trajectory_cases() if c.level == "smoke")
    monkeypatch.setattr(plan, "choose", lambda options, _: [*map(work_of, SMOKE[:2]), LAW, run])
    assert not verify(write(SMOKE, suite_version="9.9")).compared
