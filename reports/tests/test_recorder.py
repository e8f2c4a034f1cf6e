from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from samebits.certifying.recorder import Recorder
from samebits.conformance.results.verdict import judge
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import header_for, mixed
from samebits.reports.verify import verify

RESULTS = mixed()
HEADER = header_for(RESULTS)


def interrupted(target: Path, done: int) -> Recorder:
    recorder = Recorder(target)
    recorder.begin(HEADER)
    for result in RESULTS[:done]:
        recorder.add(result)
    recorder.finish(HEADER, judge(HEADER, RESULTS[:done]))
    return recorder


def test_an_interrupted_run_leaves_a_partial_file_and_no_report(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    interrupted(target, 4)
    assert not target.exists()
    with pytest.raises(ReportError, match="--resume"):
        verify(tmp_path / "r.jsonl.partial")


@pytest.mark.parametrize("resume", [False, True])
def test_two_runs_do_not_write_one_report(tmp_path: Path, resume: bool) -> None:
    first = Recorder(tmp_path / "r.jsonl")
    first.begin(HEADER)
    before = first.partial.read_bytes()
    with pytest.raises(ReportError, match="another run is writing it"):
        Recorder(tmp_path / "r.jsonl", resume=resume).begin(HEADER)
    assert first.partial.read_bytes() == before
    first.close()


def test_every_line_is_in_the_file_as_soon_as_it_is_known(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r.jsonl")
    recorder.begin(HEADER)
    for i, result in enumerate(RESULTS, start=2):
        recorder.add(result)
        assert recorder.partial.read_bytes().count(b"\n") == i
    recorder.close()


@pytest.mark.parametrize("cut", [0, 1, 7])
def test_a_resumed_report_is_whole_whatever_the_interruption_left(tmp_path: Path, cut: int) -> None:
    target = tmp_path / "r.jsonl"
    partial = interrupted(target, 5).partial
    data = partial.read_bytes()
    partial.write_bytes(data[: len(data) - cut])
    recorder = Recorder(target, resume=True)
    known = recorder.begin(HEADER)
    assert known == tuple(RESULTS[: 5 if cut == 0 else 4])
    for result in RESULTS[len(known) :]:
        recorder.add(result)
    recorder.finish(HEADER, judge(HEADER, RESULTS))
    assert verify(target).results == tuple(RESULTS)
    assert not partial.exists()


def test_a_resumed_report_has_the_lines_of_one_that_was_left_in_peace(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    peace, target = write(), tmp_path / "r.jsonl"
    interrupted(target, 5)
    recorder = Recorder(target, resume=True)
    recorder.begin(HEADER)
    for result in RESULTS[5:]:
        recorder.add(result)
    recorder.finish(HEADER, judge(HEADER, RESULTS))
    assert target.read_bytes().splitlines()[:-1] == peace.read_bytes().splitlines()[:-1]
    assert b'"chain"' not in target.read_bytes()


def test_a_report_of_which_somebody_else_takes_a_line_during_the_run_is_not_finished(
    tmp_path: Path,
) -> None:
    recorder = Recorder(tmp_path / "r.jsonl")
    recorder.begin(HEADER)
    for result in RESULTS:
        recorder.add(result)
    rows = recorder.partial.read_bytes().splitlines(keepends=True)
    recorder.partial.write_bytes(b"".join(rows[:-1]))
    with pytest.raises(ReportError, match="another program wrote to it"):
        recorder.finish(HEADER, judge(HEADER, RESULTS))
    recorder.close()
    assert not recorder.target.exists()


def test_resuming_without_a_partial_file_begins_a_report(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r.jsonl", resume=True)
    assert recorder.begin(HEADER) == ()
    recorder.close()


def test_resuming_a_finished_report_leaves_nothing_to_run(write: Callable[..., Path]) -> None:
    target = write()
    recorder = Recorder(target, resume=True)
    assert recorder.begin(HEADER) == tuple(RESULTS)
    recorder.finish(HEADER, judge(HEADER, RESULTS))
    assert verify(target).results == tuple(RESULTS)


@pytest.mark.parametrize(
    "changed",
    [
        {"manifest_root": "cd" * 32},
        {"backend_version": "2"},
        {"device": "gpu"},
        {"level": "full"},
        {"planned_digest": "00" * 32},
        {"environment": {"cpu": "another"}},
    ],
)
def test_a_report_of_another_run_is_not_resumed(tmp_path: Path, changed: dict[str, Any]) -> None:
    target = tmp_path / "r.jsonl"
    before = interrupted(target, 4).partial.read_bytes()
    with pytest.raises(ReportError, match="cannot be resumed") as caught:
        Recorder(target, resume=True).begin(header_for(RESULTS, **changed))
    assert next(iter(changed)) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert target.with_name("r.jsonl.partial").read_bytes() == before


def test_time_and_command_do_not_stop_a_resumption(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    interrupted(target, 4)
    later = header_for(RESULTS, started="2030-01-01T00:00:00+00:00", command="another")
    recorder = Recorder(target, resume=True)
    assert len(recorder.begin(later)) == 4
    recorder.close()


def test_the_condition_of_a_device_is_told_twice_and_stops_no_resumption(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    cold, warm = {"SM clock": "345 MHz"}, {"SM clock": "1980 MHz"}
    before = Recorder(target)
    before.begin(header_for(RESULTS, condition=cold))
    for result in RESULTS[:4]:
        before.add(result)
    before.close()
    now = header_for(RESULTS, condition=warm)
    recorder = Recorder(target, resume=True)
    assert len(recorder.begin(now)) == 4
    for result in RESULTS[4:]:
        recorder.add(result)
    recorder.finish(now, judge(now, RESULTS), warm)
    report = verify(target)
    assert (report.header.condition, report.footer.condition) == (cold, warm)


def test_a_finished_case_with_another_result_makes_the_report_one_that_no_run_resumes(
    tmp_path: Path,
) -> None:
    target = tmp_path / "r.jsonl"
    interrupted(target, 5)
    recorder = Recorder(target, resume=True)
    done = recorder.begin(HEADER)[1]
    recorder.pytest_samebits_differs(replace(done, outcome="crash", reason="it differs"))
    recorder.close()
    with pytest.raises(ReportError, match="had another result: run without --resume") as caught:
        Recorder(target, resume=True).begin(HEADER)
    assert f"r.jsonl.partial line 7: {done.id} is already on line 3" in str(caught.value)
    assert not target.exists()


def test_a_partial_file_that_is_not_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl.partial").write_bytes(b"garbage\nmore\n")
    with pytest.raises(ReportError, match=r"line 1: does not end with a digest"):
        Recorder(tmp_path / "r.jsonl", resume=True).begin(HEADER)


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="cannot write"):
        Recorder(tmp_path / "file" / "r.jsonl").begin(HEADER)
