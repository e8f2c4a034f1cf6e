"""Tests of refused cases whose golden case is wrong even in a new host.

A refused call may have an effect that outlives the host. Then the golden case's own result decides:
it is run at another time, and may pass.
"""

from types import SimpleNamespace

import pytest

from samebits.backends.hosting.session import RemoteSession
from samebits.conformance.judging import refusedwork as work
from samebits.conformance.results.records import CaseResult

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


class Hosted(RemoteSession):
    """A session that counts its new hosts and runs nothing."""

    def __init__(self) -> None:
        self.new_hosts = 0

    def restart(self) -> None:
        self.new_hosts += 1


@pytest.mark.parametrize(("right_in_new_hosts", "new_hosts"), [(False, work.NEW_HOSTS), (True, 20)])
def test_a_backend_that_is_wrong_by_itself_costs_few_new_hosts(
    monkeypatch, right_in_new_hosts, new_hosts
):
    """A backend whose refusals change later calls needs a new host after each refused call."""
    session, asked, wrong_anyway = Hosted(), [], {}

    def known(subject, case):
        asked.append(case.known.id)
        again = asked.count(case.known.id) > 1
        return ("pass", "") if again and right_in_new_hosts else ("fail", "is not right")

    monkeypatch.setattr(work, "_known", known)
    passing = CaseResult(
        id="add/f32/refused/rank", kind="refused", op="add", label="f32", profile="core",
        level="smoke", outcome="pass", elements=3,
    )  # fmt: skip
    found = [
        work._follow(
            SimpleNamespace(session=session),
            SimpleNamespace(known=SimpleNamespace(id=f"add/f32/specials/{number}")),
            passing,
            wrong_anyway,
        )
        for number in range(20)
    ]
    assert session.new_hosts == new_hosts
    assert len(wrong_anyway) == (0 if right_in_new_hosts else 20)
    assert {r.outcome for r in found} == {"fail" if right_in_new_hosts else "pass"}
