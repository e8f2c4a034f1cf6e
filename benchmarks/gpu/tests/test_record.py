"""Test the file of rows: runs are continued, files moved aside, and damaged files refused."""

from __future__ import annotations

import json

import pytest

from samebits.benchmarks.gpu import gpu_record as record
from samebits.benchmarks.peers import BenchmarkError

HERE = {"kind": "environment", "suite": "cuda", "day": "2026-11-22", "facts": {"GPU": "a"}}
ELSEWHERE = {**HERE, "facts": {"GPU": "b"}}


def _row(name, **more):
    return {"kind": "row", "name": name, **more}


def test_a_run_is_continued_where_it_stopped_on_another_day_too(tmp_path):
    path = tmp_path / "rows.jsonl"
    kept, said = record.begin(path, HERE, resume=True)
    assert said == ""
    kept.append(_row("one"))
    kept.append(_row("two", error="no memory"))
    again, said = record.begin(path, {**HERE, "day": "2026-11-23"}, resume=True)
    assert again.held == {"one"}
    assert "holds 1 rows of this environment" in said
    assert again.lines[0]["day"] == "2026-11-22"


def test_a_half_written_last_line_is_dropped_from_the_file_too(tmp_path):
    path = tmp_path / "rows.jsonl"
    record.begin(path, HERE, resume=False)[0].append(_row("one"))
    with path.open("a") as stream:
        stream.write('{"kind": "row", "name": "tw')
    kept, _ = record.begin(path, HERE, resume=True)
    assert kept.held == {"one"}
    kept.append(_row("three"))
    assert [json.loads(x).get("name") for x in path.read_text().splitlines()] == [
        None, "one", "three",
    ]  # fmt: skip


def test_rows_of_another_environment_are_kept_aside(tmp_path):
    path = tmp_path / "rows.jsonl"
    for _ in range(2):
        record.begin(path, HERE, resume=True)[0].append(_row("one"))
        kept, said = record.begin(path, ELSEWHERE, resume=True)
        assert kept.held == set()
        path.unlink()
    assert said.endswith("kept as rows.jsonl.other-2, begun anew")
    assert record.read(tmp_path / "rows.jsonl.other-1")[1]["name"] == "one"


def test_a_file_is_not_overwritten_without_being_asked(tmp_path):
    path = tmp_path / "rows.jsonl"
    record.begin(path, HERE, resume=False)
    with pytest.raises(BenchmarkError, match="continue it with --resume"):
        record.begin(path, HERE, resume=False)


@pytest.mark.parametrize("text", ["{]\n", '["row"]\n', '{"a": 1}\n'])
def test_a_damaged_line_is_named(tmp_path, text):
    path = tmp_path / "rows.jsonl"
    record.begin(path, HERE, resume=False)
    with path.open("a") as stream:
        stream.write(text)
    with pytest.raises(BenchmarkError, match=r"rows\.jsonl:2 is damaged"):
        record.begin(path, HERE, resume=True)


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "report.jsonl"
    path.write_text('{"kind": "header"}\n')
    with pytest.raises(BenchmarkError, match="not a record of the suite cuda"):
        record.begin(path, HERE, resume=True)
    assert path.read_text() == '{"kind": "header"}\n'


def test_files_of_one_environment_are_merged_and_others_are_not(tmp_path):
    paths = [tmp_path / name for name in ("a", "b", "c")]
    for path, environment in zip(paths, (HERE, HERE, ELSEWHERE), strict=True):
        record.begin(path, environment, resume=False)[0].append(_row(path.name))
    lines = record.merged(paths[:2])
    assert [x.get("name") for x in lines] == [None, "a", "b"]
    with pytest.raises(BenchmarkError, match="different environments"):
        record.merged(paths)
    with pytest.raises(BenchmarkError, match="cannot be read"):
        record.merged([tmp_path / "none"])


def test_without_a_path_rows_are_kept_in_memory():
    kept, _ = record.begin(None, HERE, resume=False)
    kept.append(_row("one"))
    assert kept.held == {"one"}
