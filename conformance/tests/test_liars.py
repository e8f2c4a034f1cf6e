"""Tests that no liar gets exit status 0 or ends the run of the judge."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samebits.backends.protocol import Device
from samebits.common.sources import digest_of
from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging import items
from samebits.conformance.judging.options import Options
from samebits.conformance.tests import liars
from samebits.conformance.tests.fakes import OPS, FakeBackend
from samebits.conformance.tests.liars import FOLDER, Posing
from samebits.conformance.tests.small_backend import SmallCase, standard_cases, write_vectors
from samebits.vectors.reader import Vectors

LIARS = "py:samebits.conformance.tests.liars:"
GOLDEN = ("--set", "golden")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("import sys; sys.exit(0)", "SystemExit: 0"),
        ("import os; os._exit(0)", "the process ended by itself, with status 0"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import os; os.kill(os.getpid(), 11)", "Segmentation fault"),
    ],
)
def test_a_module_that_leaves_while_it_is_imported_is_no_pass(judge_run, tmp_path, code, text):
    (tmp_path / "leaves.py").write_text(code)
    ended = judge_run("py:leaves:backend", workers=0)
    assert ended.status not in (0, 1)
    assert text in ended.text
    assert len(ended.text.strip().splitlines()) == 1


@pytest.mark.parametrize("name", ["exiting", "leaving"])
def test_leaving_when_asked_for_devices_is_no_pass(judge_run, name):
    ended = judge_run(LIARS + name, workers=0)
    assert ended.status not in (0, 1)
    assert len(ended.text.strip().splitlines()) == 1


def test_vectors_that_change_after_they_were_verified_end_the_run(judge_run, tmp_path):
    honest, forged = tmp_path / "honest", tmp_path / "forged"
    write_vectors(honest)
    write_vectors(forged, [forged_case(case) for case in standard_cases()])
    ended = judge_run(
        LIARS + "forger", *GOLDEN, "--vectors", str(honest), environment={FOLDER: str(honest)}
    )
    assert not forged.exists(), "the forger did not get to work"
    assert ended.status not in (0, 1), ended.text
    assert "the vectors have changed since the run was planned" in ended.text
    assert not ended.verdict


def forged_case(case: SmallCase) -> SmallCase:
    """Return the case with the wrong products that the forger computes."""
    if case.call.op != "mul":
        return case
    import numpy as np

    from samebits.spec.formats import bits_of, from_bits

    wanted = from_bits(bits_of(case.wanted) & np.uint32(~1 & 0xFFFFFFFF), "f32")
    return SmallCase(case.name, case.call, case.inputs, wanted, case.level, case.by_digest)


@pytest.mark.parametrize("name", ["patching", "peeking"])
def test_what_a_backend_does_to_its_own_process_changes_no_verdict(judge_run, name):
    ended = judge_run(LIARS + name, *GOLDEN)
    assert ended.status == 1
    assert ended.outcomes()["mul/f32/plain"] == "fail"


@pytest.mark.parametrize(
    ("name", "outcome", "text"),
    [
        ("interrupting", "error", "KeyboardInterrupt"),
        ("skipping", "error", "Skipped: not today"),
        ("surrogate", "error", "half a character: \\ud83d"),
        ("untimed", "timeout", "no answer within 10 s"),
        ("signalling", "pass", ""),
    ],
)
def test_what_once_ended_the_run_is_the_outcome_of_its_case(judge_run, name, outcome, text):
    started = time.monotonic()
    ended = judge_run(LIARS + name, *GOLDEN, "--deadline", "10")
    assert ended.outcomes()["mul/f32/plain"] == outcome
    assert text in ended.results["mul/f32/plain"].reason
    assert {o for i, o in ended.outcomes().items() if i != "mul/f32/plain"} == {"pass"}
    assert len(ended.results) == ended.header["planned"]
    assert ended.status == (0 if outcome == "pass" else 1)
    assert time.monotonic() - started < 60


def test_an_operand_that_is_changed_and_put_back_is_a_crash(judge_run):
    ended = judge_run(LIARS + "restoring", *GOLDEN)
    assert set(ended.outcomes().values()) == {"crash"}


def test_the_temporary_folder_may_vanish_while_a_run_goes_on(judge_run, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    environment = {"TMPDIR": str(folder), "SAMEBITS_REMOVES": str(folder)}
    ended = judge_run(LIARS + "right_and_tidy", *GOLDEN, environment=environment)
    assert ended.status == 0, ended.text
    assert not folder.exists()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_backend_that_never_says_what_it_supports_is_timed_out(judge_run):
    ended = judge_run(LIARS + "speechless", *GOLDEN, "--deadline", "4", workers=0)
    assert ended.status == 1
    assert {i for i, o in ended.outcomes().items() if o == "timeout"} == {"mul/f32/plain"}
    assert ended.outcomes()["add/f32/plain"] == "pass"
    assert ended.header["environment"]["environment"].startswith("not stated: no answer within 4 s")
    assert ended.header["condition"]["condition"].startswith("not stated: no answer within 4 s")


def test_what_the_judge_knows_is_not_for_a_backend_to_say(judge_run):
    ended = judge_run(LIARS + "posing", *GOLDEN, workers=0)
    stated = ended.header["environment"]
    assert stated["backend_spelled"] == LIARS + "posing"
    assert stated["module_digest"] not in ("", "0" * 64)
    assert stated["cpu"] != "Quantum 9000"


def test_the_digest_of_a_module_is_not_what_its_host_answers(judge_run):
    """The host of this backend answers ffff...; reports once contained this answer."""
    ended = judge_run(LIARS + "digest_liar", *GOLDEN, workers=0)
    sources = Path(liars.__file__)
    assert ended.header["environment"]["module_digest"] == digest_of([sources], sources.parent)


def test_a_backend_whose_module_has_no_file_cannot_state_a_digest_in_its_name():
    subject = Subject("py:x:y", FakeBackend(Posing), Device("cpu", ""), Posing())
    assert "module_digest" not in subject.environment()


def test_a_judge_that_its_backend_stops_goes_on(small_vectors, tmp_path):
    ended = certified("stopping", small_vectors, tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert (tmp_path / "stopped").exists()


def test_whoever_kills_itself_again_and_again_is_a_crash(tmp_path, monkeypatch, judge_run):
    """A case is judged again if SIGKILL ends the host. This once hid any wrong result."""
    monkeypatch.setattr(items, "MOST_AGAIN", 2)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    worker = items.Worker(Options(backend=LIARS + "suicidal"), ())
    cases = Vectors.open().cases(ops=["add"], level="standard")
    few = [c for c in cases if c.call.label == "f32" and c.elements() < 5000][:4]
    try:
        outcomes = [worker.judge(case).outcome for case in few]
    finally:
        worker.close()
    assert outcomes == ["pass", "pass", "crash", "crash"]


def certified(name, vectors, folder):
    """Certify golden cases in a new process, as a user would."""
    narrow = [word for op in OPS for word in ("--op", op)]
    command = [
        sys.executable, "-m", "samebits.commands.cli", "certify", "--backend", LIARS + name,
        "--device", "cpu", "--vectors", str(vectors), *narrow, *GOLDEN, "-n", "1",
        "--out", str(folder / "out"),
    ]  # fmt: skip
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=200,
        env={**os.environ, FOLDER: str(folder)},
    )  # fmt: skip
