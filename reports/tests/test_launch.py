from __future__ import annotations

import sys
from pathlib import Path

import pytest

from samebits.certifying import launch as launching
from samebits.certifying.launch import Ended, Progress, Watch, launch, pulse_path
from samebits.certifying.progress import state
from samebits.certifying.recorder import Recorder
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.runner import command
from samebits.conformance.results.records import CaseResult
from samebits.reports.tests.synthetic import header_for, mixed

RESULTS: list[CaseResult] = mixed()


def script(tmp_path: Path, text: str) -> Ended:
    *_, last = launch([sys.executable, "-c", text], tmp_path / "r.jsonl", tmp_path / "r.log")
    assert isinstance(last, Ended)
    return last


def test_a_growing_report_is_counted_line_by_line(tmp_path: Path) -> None:
    watch = Watch(tmp_path / "r.jsonl")
    assert watch.poll() == Progress()
    recorder = Recorder(tmp_path / "r.jsonl")
    recorder.begin(header_for(RESULTS))
    assert watch.poll().planned == len(RESULTS)
    for i, result in enumerate(RESULTS, start=1):
        recorder.add(result)
        assert watch.poll().done == i
    assert watch.poll().counts["fail"] == sum(r.outcome == "fail" for r in RESULTS)
    recorder.close()
    watch.close()


def test_a_half_written_line_is_counted_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    recorder = Recorder(target)
    recorder.begin(header_for(RESULTS))
    recorder.add(RESULTS[0])
    recorder.close()
    data = recorder.partial.read_bytes()
    recorder.partial.write_bytes(data[:-5])
    watch = Watch(target)
    assert watch.poll().done == 0
    recorder.partial.write_bytes(data)
    assert watch.poll().done == 1
    watch.close()


def test_a_judge_that_dies_is_a_value_that_names_the_signal(tmp_path: Path) -> None:
    ended = script(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert "SIGSEGV" in ended.text
    assert str(ended.log) in ended.text


def test_a_judge_that_refuses_is_quoted(tmp_path: Path) -> None:
    ended = script(tmp_path, "import sys; print('hello'); print('ERROR: no such op'); sys.exit(4)")
    assert ended.text.startswith("no such op (exit status 4")


def test_a_judge_that_fails_itself_is_quoted_by_the_first_cause(tmp_path: Path) -> None:
    lines = ["INTERNALERROR> Traceback:", "INTERNALERROR> KeyError: 'a'"]
    lines += ["INTERNALERROR> RuntimeError: no workers", "interrupted after 3 of 5 cases"]
    ended = script(tmp_path, f"print({chr(10).join(lines)!r}); import sys; sys.exit(3)")
    assert ended.text.startswith("the judge itself failed: KeyError: 'a' (exit status 3")


def test_a_secret_comes_through_a_pipe_and_stands_in_no_argument(tmp_path: Path) -> None:
    text = "import os, sys; at = sys.argv.index('--secret') + 1\n"
    text += "print(sys.argv, os.fdopen(int(sys.argv[at]), 'rb').read())"
    shown = [sys.executable, "-c", text]
    *_, last = launch(shown, tmp_path / "r.jsonl", tmp_path / "r.log", b"two words")
    assert isinstance(last, Ended)
    assert last.status == 0
    assert last.log.read_text().count("two words") == 1
    assert last.log.read_text().endswith("b'two words'\n")


def test_the_devices_of_a_run_share_digests_of_answers_that_nobody_else_can_make(
    tmp_path: Path,
) -> None:
    answers = tmp_path / "answers"
    answers.mkdir()
    options = Options(
        backend="c", device="baseline", level="smoke", ops=("add",), sets=("drawn",), seed="5",
        answers=answers, workers=2,
    )  # fmt: skip
    kept = []
    for number, secret in enumerate((b"ours", b"ours", b"another")):
        target = tmp_path / f"{number}.jsonl"
        recorder = ("-p", "samebits.certifying.recorder", "--report", str(target))
        arguments = command(options, *recorder)
        *_, last = launch(arguments, target, target.with_suffix(".log"), secret)
        assert isinstance(last, Ended)
        assert last.status == 0, last.text
        kept.append({path.name: path.stat().st_ino for path in answers.iterdir()})
    assert kept[0]
    assert kept[1] == kept[0]
    assert kept[2].keys() == kept[0].keys()
    assert not set(kept[2].values()) & set(kept[0].values())


def test_stopping_to_listen_stops_the_judge(tmp_path: Path) -> None:
    text = "import time, pathlib\nprint('up', flush=True)\ntime.sleep(600)"
    run = launch([sys.executable, "-c", text], tmp_path / "r.jsonl", tmp_path / "r.log")
    next(run)
    run.close()
    assert "KeyboardInterrupt" in (tmp_path / "r.log").read_text() or not list(run)


def test_how_far_the_exhaustive_cases_are_and_how_long_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(launching.time, "monotonic", lambda: now)
    target = tmp_path / "r.jsonl"
    pulse_path(target).write_text("77\n")  # left by a run that was killed
    watch = Watch(target)
    assert watch.poll() == Progress()
    pulse_path(target).write_text("of 1000\n200\n")
    progress = watch.poll()
    assert (progress.inputs, progress.judged, progress.share) == (1000, 200, 0.2)
    assert progress.seconds_left() is None
    now += 10
    with pulse_path(target).open("a") as stream:
        stream.write("100\n100\n")
    assert watch.poll().seconds_left() == 30.0
    progress.planned = 4
    assert state(progress) == "none bad so far, 40% of 1e+03 inputs, 30 s left"
    progress.inputs = 10**6
    assert state(progress).endswith(", 13:53 h left")
    watch.close()
    assert not pulse_path(target).exists()
