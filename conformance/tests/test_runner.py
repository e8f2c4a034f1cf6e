"""Tests of the runner in separate processes: every outcome, workers, crashes, time limits."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from samebits.conformance.results.records import CaseResult
from samebits.conformance.results.verdict import planned_digest
from samebits.conformance.tests import fakes
from samebits.conformance.tests.conftest import FAKES

GOLDEN = ("--set", "golden")


@pytest.mark.parametrize("workers", [0, 2])
def test_a_right_backend_passes_with_and_without_workers(judge_run, workers):
    ended = judge_run("right", workers=workers)
    assert ended.status == 0, ended.text
    assert ended.calls == ["begin", "end"]
    assert set(ended.outcomes().values()) == {"pass", "not_run", "not_applicable"}
    assert ended.header["planned"] == len(ended.results)
    assert ended.header["planned_digest"] == planned_digest(ended.results)
    assert "no claim below full" in ended.verdict["text"]
    assert {i for i, o in ended.outcomes().items() if o == "not_run"} == {"sum/f32/absent"}
    lacking = {i for i, o in ended.outcomes().items() if o == "not_applicable"}
    assert lacking == {f"law/threads/{op}/f32" for op in fakes.OPS}
    line = "3 laws not applicable (law/threads): the session has no configure(threads=...)"
    assert line in ended.verdict["text"]
    assert "1 real input was not run" in ended.verdict["text"]
    assert f"\n  {line}\n" in ended.text


def test_workers_do_not_change_any_result(judge_run):
    def bare(ended):
        return {i: {**r.to_json(), "seconds": 0} for i, r in ended.results.items()}

    alone, together = (judge_run("wrong_mul", *GOLDEN, workers=n) for n in (0, 2))
    assert bare(alone) == bare(together)


def test_a_failure_is_explained_in_lines(judge_run):
    ended = judge_run("wrong_mul", *GOLDEN)
    assert ended.status == 1
    result = ended.results["mul/f32/plain"]
    assert (result.outcome, result.max_ulp) == ("fail", 1)
    assert len(result.examples) == 8
    first = result.examples[0]
    assert (
        result.repeat == f"samebits explain {first.address} --backend {FAKES}wrong_mul --device cpu"
    )
    for text in (first.wanted, first.got, *first.inputs, result.repeat, "does not conform"):
        assert text in ended.text
    assert result.diagnosis is not None


def test_a_digest_mismatch_names_the_element(judge_run):
    result = judge_run("wrong_add", *GOLDEN).results["add/f32/bulk"]
    assert (result.outcome, result.wrong, result.examples[0].index) == ("fail", 1, 130)


def test_what_the_backend_raises_is_its_error_in_one_line(judge_run):
    ended = judge_run("raising", *GOLDEN)
    result = ended.results["mul/f32/plain"]
    assert (result.outcome, result.reason) == ("error", "RuntimeError: no product today")
    assert ended.outcomes()["add/f32/plain"] == "pass"


def test_unwritten_elements_fail(judge_run):
    result = judge_run("unwriting", *GOLDEN).results["mul/f32/plain"]
    assert result.outcome == "fail"
    assert result.reason.startswith("1 never written")


def test_a_changed_operand_is_a_crash_and_spoils_no_other_case(judge_run):
    ended = judge_run("meddling", *GOLDEN, workers=0)
    assert set(ended.outcomes().values()) == {"crash"}
    assert {"Segmentation fault" in r.reason for r in ended.results.values()} == {True}


def test_a_write_behind_a_result_is_an_error(judge_run):
    ended = judge_run("overrunning", *GOLDEN, workers=0)
    assert {r.reason for r in ended.results.values()} == {"the backend wrote outside result 0"}


@pytest.mark.parametrize(
    ("backend", "word"), [("crashing", "Segmentation fault"), ("leaving", "and no output")]
)
def test_a_crash_is_the_outcome_of_its_case_and_the_others_go_on(judge_run, backend, word):
    ended = judge_run(backend, *GOLDEN)
    assert ended.status == 1
    assert ended.outcomes()["mul/f32/plain"] == "crash"
    assert word in ended.results["mul/f32/plain"].reason
    assert "explain mul/f32/plain" in ended.results["mul/f32/plain"].repeat
    others = {o for i, o in ended.outcomes().items() if i != "mul/f32/plain"}
    assert others == {"pass"}
    assert len(ended.results) == ended.header["planned"]


def test_a_lost_device_costs_its_case_and_no_other(judge_run):
    ended = judge_run("losing", *GOLDEN)
    lost = ended.results["mul/f32/plain"]
    assert (lost.outcome, lost.reason.split(";")[0]) == ("error", "an illegal address was met")
    assert {o for i, o in ended.outcomes().items() if i != lost.id} == {"pass"}
    assert len(ended.results) == ended.header["planned"]


def test_a_worker_of_the_judge_that_dies_is_nobodys_failure(judge_run):
    ended = judge_run("killing", *GOLDEN)
    assert ended.status not in (0, 1)
    assert "the judge itself failed: a worker of the judge died at mul/f32/plain" in ended.text
    assert ended.outcomes() == {**dict.fromkeys(ended.results, "pass")}
    assert "mul/f32/plain" not in ended.results
    assert ended.calls == ["begin"]


def test_a_hang_in_native_code_is_a_timeout(judge_run):
    ended = judge_run("hanging", *GOLDEN, "--deadline", "1")
    result = ended.results["mul/f32/plain"]
    assert result.outcome == "timeout"
    assert "no answer within 1 s" in result.reason
    assert "fakes.py" in result.reason
    assert set(ended.outcomes().values()) == {"pass", "timeout"}


def test_a_crash_can_be_waived(judge_run, tmp_path):
    path = tmp_path / "waivers.toml"
    path.write_text(
        '[[waiver]]\nid = "mul/*"\nstatus = "waived"\nreason = "known"\nexpires = 2099-01-01\n'
    )
    ended = judge_run("crashing", *GOLDEN, "--waivers", str(path))
    assert ended.status == 0, ended.text
    assert ended.outcomes()["mul/f32/plain"] == "waived"
    assert "1 waived (mul/f32/plain)" in ended.verdict["text"]


def test_an_expected_failure_that_passes_makes_the_run_not_ok(judge_run, tmp_path):
    path = tmp_path / "waivers.toml"
    path.write_text(
        '[[waiver]]\nid = "add/*"\nstatus = "xfail"\nreason = "known"\nexpires = 2099-01-01\n'
    )
    ended = judge_run("right", *GOLDEN, "--waivers", str(path))
    assert ended.status == 1
    assert ended.outcomes()["add/f32/plain"] == "xpass"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--op", "exp", "--set", "real"], "ERROR: no case to run: --op"),
        (["--device", "cpuu"], "has no device 'cpuu'; did you mean cpu? known: cpu, gone"),
        (["--device", "gone"], "is not available: it was sold"),
        (["--level", "ful"], "ERROR: unknown level 'ful'; did you mean full?"),
        (["--threads", "2"], "cannot set its threads"),
        (["--vectors", "nowhere"], "ERROR: nowhere/flags.json"),
    ],
)
def test_what_cannot_be_run_is_one_line_and_no_verdict(judge_run, arguments, line):
    ended = judge_run("right", *arguments, narrow=(), workers=0)
    assert ended.status not in (0, 1)
    assert line in ended.text
    assert len(ended.text.splitlines()) <= 2  # pytest adds an empty line at the end
    assert "end" not in ended.calls


def test_an_unknown_backend_lists_near_names(judge_run):
    ended = judge_run("x:y", workers=0)
    assert ended.status not in (0, 1)
    assert "unknown backend 'x:y'" in ended.text


def test_a_device_that_does_not_open_is_one_line(judge_run):
    ended = judge_run("closed", workers=0)
    assert ended.text.strip() == "ERROR: the door is closed; open it"


def test_deselected_cases_make_the_run_invalid(judge_run):
    ended = judge_run("right", *GOLDEN, "-k", "plain", workers=0)
    assert ended.status == 1
    assert ended.verdict["text"] == "invalid run: 5 cases were planned, 2 have a result"


def finished(outcome="pass"):
    """Return the environment variables of a resumed run that has one finished case."""
    done = CaseResult(
        id="mul/f32/plain", kind="vector", op="mul", label="f32", profile="core", level="smoke",
        outcome=outcome, elements=300,
    )  # fmt: skip
    return {"SAMEBITS_KEEP_FINISHED": json.dumps([done.to_json()])}


def test_finished_cases_of_a_resumed_run_count_and_have_one_result(judge_run):
    ended = judge_run("right", *GOLDEN, environment=finished())
    assert ended.status == 0, ended.text
    assert "mul/f32/plain" not in ended.results
    spelled = "py:samebits.conformance.tests.fakes:right, which calls itself rightsession:cpu"
    assert f"5 of 5 cases pass on {spelled} at level standard" in ended.verdict["text"]


def test_finished_cases_that_failed_do_not_run_again(judge_run):
    ended = judge_run("right", *GOLDEN, environment=finished("fail"))
    assert ended.status == 1
    assert "4 of 5 cases pass" in ended.verdict["text"]


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_a_finished_case_that_is_wrong_now_ends_a_resumed_run(judge_run, workers):
    ended = judge_run("wrong_mul", *GOLDEN, environment=finished(), workers=workers)
    assert ended.status == 4
    assert ended.calls == ["begin", "differs"]
    (line,) = [line for line in ended.text.splitlines() if line.startswith("ERROR:")]
    assert line.startswith("ERROR: the interrupted report cannot be resumed: mul/f32/plain has the")
    assert "has the outcome pass there and fail now (" in line
    assert line.endswith("run without --resume to begin anew")
    assert not ended.verdict


def test_a_finished_case_that_is_not_supported_any_more_ends_a_resumed_run(judge_run):
    ended = judge_run("silent", *GOLDEN, environment=finished())
    assert ended.status == 4
    assert "has the outcome pass there and unsupported now (nothing at all)" in ended.text
    assert not ended.results


def test_the_condition_of_the_device_is_asked_before_and_after(judge_run):
    ended = judge_run("warming", *GOLDEN)
    assert ended.status == 0, ended.text
    before, after = ended.header["condition"]["clock"], ended.condition["clock"]
    assert int(before.split()[0]) < int(after.split()[0])


def test_a_device_that_cannot_tell_its_condition_is_judged_all_the_same(judge_run):
    ended = judge_run("unasked", *GOLDEN)
    assert ended.status == 0, ended.text
    told = {"condition": "not stated: OSError: no sensor"}
    assert (ended.header["condition"], ended.condition) == (told, told)


def test_a_recorder_can_refuse_the_run_with_one_line(judge_run):
    ended = judge_run("right", environment={"SAMEBITS_KEEP_REFUSES": "1"})
    assert ended.status not in (0, 1)
    assert ended.text.strip() == "ERROR: the report of another run cannot be continued"


def test_the_users_own_pytest_settings_have_no_say(judge_run, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --nonsense\n")
    (folder / "conftest.py").write_text("raise RuntimeError('loaded')\n")
    (folder / "test_theirs.py").write_text("def test_theirs():\n    assert False\n")
    ended = judge_run("right", *GOLDEN, cwd=folder, environment={"PYTEST_ADDOPTS": "--nonsense"})
    assert ended.status == 0, ended.text
    assert list(folder.iterdir()) != []
    assert not (folder / ".pytest_cache").exists()
    assert not (folder / ".hypothesis").exists()


def test_the_plugin_works_in_an_ordinary_pytest(small_vectors, tmp_path):
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "samebits.conformance.judging.plugin",
        "--backend",
    ]
    command += [FAKES + "wrong_mul", "--vectors", str(small_vectors), "--op", "mul", *GOLDEN]
    ended = subprocess.run(
        [*command, "--format", "f32", "-p", "no:cacheprovider"], cwd=tmp_path, capture_output=True,
        text=True, check=False, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 1, ended.stderr
    assert "mul/f32/plain: fail: 146 of 300 elements differ" in ended.stdout
    assert "does not conform" in ended.stdout


def test_installing_samebits_adds_nothing_to_anybodys_pytest(tmp_path):
    code = (
        "import sys, pytest; pytest.main(['-q']); "
        "print([name for name in sys.modules if name.startswith('samebits')])"
    )
    (tmp_path / "test_theirs.py").write_text("def test_theirs():\n    pass\n")
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
        timeout=120,
    )  # fmt: skip
    assert ended.stdout.splitlines()[-1] == "[]"


def test_ctrl_c_leaves_no_verdict(small_vectors, tmp_path):
    kept = tmp_path / "kept.json"
    command = [
        sys.executable,
        "-m",
        "samebits.conformance.judging.runner",
        "--backend",
        FAKES + "slow",
    ]
    command += ["--vectors", str(small_vectors), "--format", "f32", "-n", "1", "--op", "add"]
    command += ["-p", "samebits.conformance.tests.keeper"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "SAMEBITS_KEEP": str(kept)},
        # A background job ignores Ctrl-C from its start, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    shown = []
    while " of " not in (shown[-1:] or [""])[0]:
        shown.append(process.stdout.readline())
        assert shown[-1], shown
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert process.returncode not in (0, 1)
    assert "interrupted after" in rest
    told = json.loads(kept.read_text())
    assert told["calls"] == ["begin"]
    assert told["results"]
