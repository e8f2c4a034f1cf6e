"""Refused cases whose golden case is wrong in a new host too: the golden case's own result decides.

A refusal may leave something behind that outlives the host. The golden case is asked at another
time, and then passes.
"""

import pytest

ADD = ("--op", "add", "--format", "f32")
BOTH = ("--set", "golden", "--set", "refused")


def refused(ended):
    found = [r for r in ended.results.values() if r.kind == "refused"]
    assert found
    return found


@pytest.mark.parametrize("workers", [0, 1])
def test_a_golden_case_that_is_wrong_after_refusals_and_passes_by_itself_fails_them(
    judge_run, workers
):
    ended = judge_run("lingering", *ADD, *BOTH, narrow=(), workers=workers)
    golden = [r for r in ended.results.values() if r.kind == "vector"]
    assert {r.outcome for r in golden} == {"pass"}
    assert ended.status == 1, ended.text
    failing = [r for r in refused(ended) if r.outcome != "pass"]
    assert failing
    for result in failing:
        assert result.outcome == "fail"
        assert result.diagnosis.name == "refusal:lasting"
        assert "in a new host too" in result.reason
        assert f"explain {result.id}" in result.repeat
    assert len(ended.results) == ended.header["planned"]


def test_a_golden_case_that_is_no_part_of_the_run_excuses_no_refused_case(judge_run):
    ended = judge_run("lingering", *ADD, "--set", "refused", narrow=())
    assert ended.status == 1
    assert {r.outcome for r in refused(ended)} == {"fail"}


def test_refused_cases_say_nothing_of_a_golden_case_that_fails_by_itself(judge_run):
    ended = judge_run("wrong_sums", *ADD, *BOTH, narrow=())
    assert ended.status == 1
    assert {r.outcome for r in refused(ended)} == {"pass"}


def test_a_waiver_of_the_golden_case_says_that_it_fails(judge_run, tmp_path):
    path = tmp_path / "waivers.toml"
    path.write_text(
        '[[waiver]]\nid = "add/f32/[bps]*"\nstatus = "waived"\nreason = "why"\n'
        "expires = 9999-01-01\n"
    )
    ended = judge_run("wrong_sums", *ADD, *BOTH, "--waivers", str(path), narrow=())
    assert {r.outcome for r in refused(ended)} == {"pass"}
    assert ended.status == 0, ended.text


def test_a_waiver_of_refused_cases_holds_for_what_the_golden_case_decides(judge_run, tmp_path):
    path = tmp_path / "waivers.toml"
    path.write_text(
        '[[waiver]]\nid = "add/f32/refused/*"\nstatus = "waived"\nreason = "why"\n'
        "expires = 9999-01-01\n"
    )
    ended = judge_run("lingering", *ADD, *BOTH, "--waivers", str(path), narrow=())
    assert {r.outcome for r in refused(ended)} == {"waived"}
