"""The verdict: only complete runs at full level claim; nothing passes by being absent."""

from dataclasses import replace

import pytest

from samebits.conformance.records import OUTCOMES, CaseResult
from samebits.conformance.tests.test_records import HEADER
from samebits.conformance.verdict import FAILURES, count, judge, planned_digest


def result(name="add/f32/x", outcome="pass", **changes):
    base = CaseResult(
        id=name, kind="vector", op="add", label="f32", profile="core", level="smoke",
        outcome=outcome,
    )  # fmt: skip
    return replace(base, **changes)


def verdict(results, **changes):
    header = replace(
        HEADER, profiles=("core",), filters={}, planned=len(results),
        planned_digest=planned_digest(r.id for r in results),
    )  # fmt: skip
    return judge(replace(header, **changes), results)


def test_a_complete_run_at_full_level_claims():
    found = verdict([result()])
    assert found.ok
    assert found.claim == "conforms to core@0.1 on c:avx2 (a processor)"


@pytest.mark.parametrize("level", ["smoke", "standard"])
def test_below_full_nothing_is_claimed(level):
    found = verdict([result()], level=level)
    assert (found.ok, found.claim) == (True, None)
    assert found.text.startswith(f"passes at level {level}: 1 of 1 cases")
    assert "no claim below full" in found.text


@pytest.mark.parametrize("outcome", sorted(FAILURES))
def test_a_failure_of_any_kind_is_not_ok(outcome):
    found = verdict([result(), result("add/f32/y", outcome)])
    assert (found.ok, found.claim) == (False, None)
    assert f"core: 1 {outcome} (add)" in found.text


def test_unsupported_is_not_ok_and_names_what_is_missing():
    found = verdict([result(), result("exp/f16/x", "unsupported", op="exp", label="f16")])
    assert (found.ok, found.claim) == (False, None)
    assert "1 unsupported (exp f16)" in found.text


def test_a_golden_case_not_run_is_not_ok():
    found = verdict([result(), result("add/f32/y", "not_run", reason="no file")])
    assert not found.ok
    assert "no file" in found.text


@pytest.mark.parametrize("kind", ["real", "law"])
def test_a_real_input_or_a_law_not_run_is_named_and_blocks_nothing(kind):
    found = verdict([result(), result("z", "not_run", kind=kind, reason="no package p")])
    assert found.ok
    assert found.claim
    assert "not_run (no package p)" in found.text


def test_a_failing_law_blocks_its_profile():
    assert not verdict([result(), result("law/threads/add/f32", "fail", kind="law")]).ok


def test_one_profile_can_claim_while_another_fails():
    results = [result(), result("sum/f32/x", "fail", op="sum", profile="reduce")]
    found = verdict(results, profiles=("core", "reduce"))
    assert not found.ok
    assert found.claim == "conforms to core@0.1 on c:avx2 (a processor)"
    assert found.text.startswith("does not conform")


def test_a_listed_waiver_stays_in_the_claim():
    found = verdict([result(), result("add/f32/y", "waived", reason="waived until ...")])
    assert found.ok
    assert "except 1 waived (add/f32/y)" in found.claim
    assert "1 waived (add/f32/y)" in found.text


def test_an_expected_failure_is_ok_and_claims_nothing():
    found = verdict([result(), result("add/f32/y", "xfail")])
    assert (found.ok, found.claim) == (True, None)


@pytest.mark.parametrize(
    "changes",
    [{"filters": {"op": ("add",)}}, {"shard": "1/2"}],
    ids=["filters", "shard"],
)
def test_a_part_of_a_run_claims_nothing(changes):
    found = verdict([result()], **changes)
    assert (found.ok, found.claim) == (True, None)
    assert "no claim" in found.text


def test_a_run_of_one_format_claims_for_that_format():
    found = verdict([result()], filters={"format": ("f32",)})
    assert found.claim == "conforms to core[f32]@0.1 on c:avx2 (a processor)"


def test_a_profile_without_golden_cases_claims_nothing():
    assert verdict([result("law/threads/add/f32", kind="law")]).claim is None


def test_a_run_without_laws_claims_nothing():
    found = verdict([result()], filters={"set": ("golden",)})
    assert (found.ok, found.claim) == (True, None)


@pytest.mark.parametrize(
    ("results", "changes", "why"),
    [
        ([], {}, "no case was planned"),
        ([result()], {"planned": 2}, "2 cases were planned, 1 have a result"),
        ([result()], {"planned_digest": "00"}, "not the planned ones"),
        ([result(), result()], {}, "more than one result"),
        ([result(profile="math")], {}, "profile math"),
    ],
)
def test_a_run_that_is_not_the_planned_one_is_invalid(results, changes, why):
    found = verdict(results, **changes)
    assert (found.ok, found.claim) == (False, None)
    assert found.text.startswith("invalid run")
    assert why in found.text


def test_counts_list_every_outcome():
    counts = count([result(), result("b", "fail")])
    assert list(counts) == list(OUTCOMES)
    assert sum(counts.values()) == 2


def test_the_planned_digest_does_not_depend_on_the_order():
    assert planned_digest(["b", "a"]) == planned_digest(["a", "b"])
    assert planned_digest(["a"]) != planned_digest(["a", "b"])
