"""No liar gets exit status 0, and none ends the run of the judge (the review of 2026-11-22)."""

import shutil
import time

import pytest

from samebits.conformance.tests.liars import FOLDER
from samebits.conformance.tests.small import SmallCase, standard_cases, write_vectors

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
    """The same case with the products that the forger makes."""
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
        ("untimed", "timeout", "no answer within 2 s"),
        ("signalling", "pass", ""),
    ],
)
def test_what_once_ended_the_run_is_the_outcome_of_its_case(judge_run, name, outcome, text):
    started = time.monotonic()
    ended = judge_run(LIARS + name, *GOLDEN, "--deadline", "2")
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
