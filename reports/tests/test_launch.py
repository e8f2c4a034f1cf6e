from __future__ import annotations

import sys
from pathlib import Path

from samebits.conformance.records import CaseResult
from samebits.reports.launch import Ended, Progress, Watch, launch
from samebits.reports.recorder import Recorder
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


def test_stopping_to_listen_stops_the_judge(tmp_path: Path) -> None:
    text = "import time, pathlib\nprint('up', flush=True)\ntime.sleep(600)"
    run = launch([sys.executable, "-c", text], tmp_path / "r.jsonl", tmp_path / "r.log")
    next(run)
    run.close()
    assert "KeyboardInterrupt" in (tmp_path / "r.log").read_text() or not list(run)
