"""Test the whole suite on the emulated device, from the command line.

Rows run, stop and continue.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from samebits.benchmarks.gpu import gpu_command as command, gpu_record as record
from samebits.benchmarks.gpu.facts import STAND_IN
from samebits.benchmarks.gpu.gpu_command import INTERRUPTED, Wish, run
from samebits.benchmarks.gpu.rows import LEAST, all_rows
from samebits.benchmarks.peers import BenchmarkError

pytest.importorskip("torch")
COMMAND = [sys.executable, "-m", "samebits.benchmarks", "cuda", "--device", "emulated"]


def _rows(path):
    return [x for x in record.read(path) if x["kind"] == "row"]


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """Measure all rows once, very briefly. Return the settings and the printed lines."""
    folder = tmp_path_factory.mktemp("everything")
    wish = Wish(
        "emulated", 0, LEAST, rows=folder / "rows.jsonl", resume=True, markdown=folder / "page.md"
    )
    said: list[str] = []
    assert run(wish, said.append) == 0
    return wish, said


def test_every_row_is_measured_and_agrees_with_pytorch(everything):
    wish, said = everything
    rows = _rows(wish.rows)
    assert [row["name"] for row in rows] == [row.name for row in all_rows(LEAST)]
    assert {row["name"]: row["error"] for row in rows if "error" in row} == {}
    without = {row["name"] for row in rows if "PyTorch" not in row["sides"]}
    assert without == {"16 and 8 bits: add f8e4m3fn 4096; contiguous; normal * 4"}
    assert f"{len(rows)} rows measured" in said[-1]


def test_the_first_line_is_the_environment_and_ceilings_stand_at_both_ends(everything):
    wish, _ = everything
    lines = record.read(wish.rows)
    assert lines[0]["stand_in"] == STAND_IN
    assert lines[0]["facts"]["PyTorch allow_tf32"] == "matmul False, cuDNN False"
    assert (lines[1]["when"], lines[-1]["when"]) == ("beginning", "end")
    assert lines[1]["reason"] == "not measured: needs a GPU"


def test_progress_tells_rows_done_and_seconds_left(everything):
    wish, said = everything
    count = len(_rows(wish.rows))
    first = next(x for x in said if x.startswith(f"1/{count} elementwise: add f32 4096"))
    assert first.endswith(" s left")
    assert STAND_IN in said


def test_the_page_has_every_row_and_says_that_it_means_nothing(everything):
    wish, _ = everything
    text = wish.markdown.read_text()
    assert f"**This page is of {STAND_IN}.**" in text
    table = [x for x in text.splitlines() if (x.startswith("| ") and " us," in x) or " ms," in x]
    assert len([x for x in table if x.count(" | ") == 11]) >= len(_rows(wish.rows)) - 1


def test_a_run_that_is_resumed_measures_nothing_twice(everything):
    wish, _ = everything
    before = wish.rows.read_bytes()
    said: list[str] = []
    assert run(wish, said.append) == 0
    assert wish.rows.read_bytes() == before
    assert any("rows of this environment: continued" in x for x in said)


def test_a_signal_ends_the_run_between_rows_and_the_next_one_goes_on(tmp_path):
    wish = Wish("emulated", 0, LEAST, ("add",), tmp_path / "rows.jsonl", True, tmp_path / "page.md")
    said: list[str] = []

    def say(text):
        said.append(text)
        if text.startswith("2/"):
            for _ in range(2):  # `timeout` signals the process and then its group
                os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    assert run(wish, say) == INTERRUPTED
    assert signal.getsignal(signal.SIGINT) is before
    assert len(_rows(wish.rows)) == 2
    assert said[-1].startswith("ended by SIGINT: 2 of ")
    assert "--resume continues" in said[-1]
    assert "| add f32 4096 |" in wish.markdown.read_text()
    assert run(wish, said.append) == 0
    assert len(_rows(wish.rows)) == len(all_rows(LEAST, ["add"]))


def test_a_signal_that_comes_again_later_ends_the_run_within_a_row(tmp_path, monkeypatch):
    def never_ending(place, row, seconds):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)

    monkeypatch.setattr(command, "measured", never_ending)
    monkeypatch.setattr(command, "TWICE", 0.01)
    said: list[str] = []
    wish = Wish("emulated", 0, LEAST, ("add",), markdown=tmp_path / "page.md")
    assert run(wish, said.append) == INTERRUPTED
    assert said[-2:] == ["ended at once, within a row", said[-1]]
    assert said[-1].startswith("ended by SIGINT: 0 of ")
    assert wish.markdown.exists()


def test_sigterm_ends_the_command_with_130_and_no_traceback(tmp_path):
    path = tmp_path / "rows.jsonl"
    running = subprocess.Popen(
        [*COMMAND, "--seconds", "0.2", "--rows", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while not (path.exists() and '"row"' in path.read_text()) and time.monotonic() < deadline:
        time.sleep(0.1)
    running.send_signal(signal.SIGTERM)
    output, _ = running.communicate(timeout=120)
    assert running.returncode == INTERRUPTED, output
    assert "Traceback" not in output
    assert "ended by SIGTERM" in output


def test_a_device_that_can_compute_nothing_more_ends_the_run_and_keeps_the_rows(
    tmp_path, monkeypatch
):
    def fail(place):
        raise RuntimeError("an illegal memory access was encountered")

    wish = Wish("emulated", 0, LEAST, ("relu",), tmp_path / "rows.jsonl")
    monkeypatch.setattr(command, "measured", lambda place, row, seconds: {
        "kind": "row", "name": row.name, "error": "a launch failed",
    })  # fmt: skip
    monkeypatch.setattr(command.StandIn, "synchronize", fail)
    with pytest.raises(BenchmarkError, match=r"nothing more \(an illegal.*with --resume"):
        run(wish, lambda text: None)
    assert _rows(wish.rows)[0]["error"] == "a launch failed"


def test_a_row_that_cost_the_device_is_not_tried_again_and_the_others_are(tmp_path, monkeypatch):
    wish = Wish("emulated", 0, LEAST, ("gather", "topk"), tmp_path / "rows.jsonl", True)
    right, names = command.measured, [row.name for row in all_rows(LEAST, wish.ops)]
    tried = []

    def measured(place, row, seconds):
        tried.append(row.name)
        return right(place, row, seconds)

    def lost(place):
        return "an illegal memory access" if tried[-1] == names[1] else ""

    monkeypatch.setattr(command, "measured", measured)
    monkeypatch.setattr(command, "_lost", lost)
    with pytest.raises(BenchmarkError, match="can compute nothing more"):
        run(wish, lambda text: None)
    said: list[str] = []
    assert run(wish, said.append) == command.FAILED
    assert tried == names
    assert said[-1] == f"{len(names) - 1} rows measured, 1 failed"
    assert [row["name"] for row in _rows(wish.rows) if row.get("lost")] == [names[1]]


def test_a_row_that_failed_is_tried_again(tmp_path, monkeypatch):
    wish = Wish("emulated", 0, LEAST, ("relu",), tmp_path / "rows.jsonl", True)
    with monkeypatch.context() as patch:
        patch.setattr(command, "measured", lambda place, row, seconds: {
            "kind": "row", "name": row.name, "error": "no memory",
        })  # fmt: skip
        said: list[str] = []
        assert run(wish, said.append) == command.FAILED
        assert said[-1] == "0 rows measured, 1 failed"
    assert run(wish, said.append) == 0
    assert said[-1] == "1 rows measured"


def test_resume_without_a_file_is_refused():
    with pytest.raises(BenchmarkError, match="name it with --rows FILE"):
        run(Wish("emulated", resume=True), print)


def test_the_size_follows_the_device_unless_it_is_given():
    assert Wish("emulated").size == 4096
    assert Wish("cuda:gpu0").size == 1 << 28
    assert replace(Wish("gpu0"), elements=1 << 27).size == 1 << 27


def _told(*words):
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120)


def test_list_prints_the_rows_and_measures_none():
    ended = _told("--list", "--op", "sum")
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert lines == [row.name for row in all_rows(LEAST, ["sum"])]


@pytest.mark.parametrize(("words", "text"), [
    (("--op", "tan"), "no row of 'tan'"),
    (("--json", "x.json"), "--rows FILE"),
    (("--elements", "7"), "at least 4096"),
])  # fmt: skip
def test_what_cannot_be_done_is_one_clear_line(words, text):
    ended = _told(*words)
    assert ended.returncode == 2
    assert text in ended.stdout
    assert ended.stdout.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_options_of_this_suite_are_refused_for_others():
    words = [sys.executable, "-m", "samebits.benchmarks", "scan", "--list"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2
    assert "are for the suite cuda" in ended.stdout


def test_rows_are_lines_of_json_that_any_reader_takes(everything):
    def refuse(text):
        raise AssertionError(text)

    wish, _ = everything
    for line in wish.rows.read_text().splitlines():
        json.loads(line, parse_constant=refuse)
