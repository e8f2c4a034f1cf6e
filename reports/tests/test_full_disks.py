"""Test full disks: a command names the path and the reason, and cases can be run again."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samebits.certifying import certification
from samebits.certifying.recorder import Recorder
from samebits.commands import certify as module
from samebits.conformance.exhaustive import pulse
from samebits.conformance.judging.runner import command as judge_command
from samebits.conformance.questions import wanted
from samebits.conformance.questions.cases import look_up_drawn
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.tests.judging import vectors
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import header_for, mixed
from samebits.reports.verify import verify

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has /dev/full, a disk that is always full"
)

RESULTS = mixed()
ROOM = "make room on that disk"


def certify(*more: str, workers: int = 0) -> Result:
    fixed = ["--backend", "numpy", "--level", "smoke", "--op", "neg", "--set", "golden"]
    arguments = [*fixed, "-n", str(workers), "--out", "out", *more]
    return CliRunner().invoke(module.command, arguments)


@pytest.fixture
def full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the judge's log on a full disk, and load the plugin `full_disk`."""
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    Path("out/numpy-cpu.log").symlink_to("/dev/full")
    plugin = ("-p", "samebits.conformance.trials.full_disk")
    monkeypatch.setattr(
        certification, "command", lambda options, *extra: judge_command(options, *extra, *plugin)
    )
    return tmp_path


@pytest.mark.parametrize("workers", [0, 1])
def test_a_disk_that_is_full_in_the_middle_of_a_run_is_told_with_its_path_and_it_goes_on(
    full: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMEBITS_TEST_END", "line")
    ended = certify(workers=workers)
    assert ended.exit_code == 2
    partial = "out/numpy-cpu.jsonl.partial"
    assert f"ERROR  cannot write {partial}: No space left on device; {ROOM} (" in ended.stdout
    assert "; continue with --resume" in ended.stdout
    assert "INTERNALERROR" not in ended.stdout
    # the header, and three results before the error
    assert Path(partial).read_bytes().count(b"\n") == 4
    monkeypatch.setenv("SAMEBITS_TEST_END", "")
    assert certify("--resume", workers=workers).exit_code == 0
    assert verify("out/numpy-cpu.jsonl").verdict.ok


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("report", "cannot write out/numpy-cpu.jsonl: No space left on device ("),
        ("bare", "cannot use somewhere/file: No space left on device; make room on that disk and"),
        ("mistake", "the judge itself failed: RuntimeError: thing ("),
    ],
)
def test_whatever_ends_the_judge_is_told_though_no_log_can_be_written(
    full: Path, end: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMEBITS_TEST_END", end)
    ended = certify()
    assert ended.exit_code == 2
    assert f"ERROR  {said}" in ended.stdout
    assert not Path("out/numpy-cpu.jsonl").exists()


def test_a_report_that_cannot_be_begun_is_told_though_no_log_can_be_written(full: Path) -> None:
    partial = Path("out/numpy-cpu.jsonl.partial")
    partial.symlink_to("/dev/full")
    ended = certify("--resume")
    assert ended.exit_code == 2
    assert f"ERROR  {partial}: is a pipe or a device" in ended.stdout


def test_a_log_that_cannot_be_written_fails_no_run(full: Path) -> None:
    assert certify().exit_code == 0
    assert verify("out/numpy-cpu.jsonl").verdict.ok


def test_verdicts_are_printed_though_the_page_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write = certification.write_whole

    def without_page(path: Path, text: str) -> None:
        if path.name == "index.html":
            raise ReportError(f"cannot write {path}: No space left on device")
        write(path, text)

    monkeypatch.setattr(certification, "write_whole", without_page)
    ended = certify()
    # `main` prints the error and ends with status 2
    assert isinstance(ended.exception, ReportError)
    assert str(ended.exception) == (
        "cannot write out/index.html: No space left on device; the reports are complete: free "
        "some space, then write the pages by `samebits report render out --html out/index.html`"
    )
    assert "numpy:cpu  PASS of a part: " in ended.stdout


def test_a_line_that_a_full_disk_does_not_take_names_the_file(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r.jsonl")
    recorder.begin(header_for(RESULTS))
    recorder.close()
    recorder._stream = Path("/dev/full").open("wb")  # noqa: SIM115 closed below
    with pytest.raises(ReportError, match=rf"r\.jsonl\.partial: No space left on device; {ROOM}$"):
        recorder.add(RESULTS[0])
    recorder.close()


def test_answers_that_cannot_be_kept_are_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    name, seed = "drawn/operands/neg/f32/1", "0" * 16
    (case,) = look_up_drawn(vectors().exhaustive_cases(), [name])
    questions = case.questions(seed)
    right = Answers(None).digests(name, seed, questions)
    monkeypatch.setattr(Path, "write_bytes", full)
    assert Answers(tmp_path, b"s").digests(name, seed, questions) == right
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    gone = Answers(tmp_path / "nowhere", b"s")
    assert gone.digests(name, seed, questions) == right
    kept = Answers(tmp_path, b"s")
    assert kept.digests(name, seed, questions) == right
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.setattr(wanted, "answer", None)  # no reference result is computed again
    assert kept.digests(name, seed, questions) == right


def test_progress_that_cannot_be_written_ends_nothing() -> None:
    pulse.begin(Path("/dev/full"), [])
    teller = pulse.Pulse(Path("/dev/full"))
    teller.tell(3)
    teller.flush()
