"""Test the records of long runs and their page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from samebits.conformance.trials import emulated, long_runs, one_op_record as one_op
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import case


def test_the_page_in_the_repository_is_that_of_the_records() -> None:
    assert long_runs.PAGE.read_text() == long_runs.page()


def test_no_kept_run_found_a_difference() -> None:
    assert all(r["word"] == "PASS" for r in long_runs.records("emulated"))
    assert all(not r["differ"] for r in long_runs.records("isa"))
    assert all(r["wrong"] == 0 for r in long_runs.records("fuzz"))
    published = [f for r in long_runs.records("published_f64") for f in r["functions"].values()]
    for found in [*long_runs.records("fuzz_f64"), *published]:
        assert (set(found["wrong"].values()), found["apart"]) == ({0}, 0)
    assert all(not r["differ"] for r in long_runs.records("killing"))
    for record in long_runs.records("one_op"):
        for found in record["ops"].values():
            assert all(some == all_ for some, all_ in found["cases"].values())
    for record in long_runs.records("mutations"):
        assert {name: found["wrong"] for name, found in record["targets"].items()} == dict.fromkeys(
            record["targets"], 0
        )


def test_a_record_that_is_kept_stands_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_runs, "FOLDER", tmp_path / "records")
    monkeypatch.setattr(long_runs, "PAGE", tmp_path / "page.md")
    calls = {"exp/f32": [67_108_864, "certificates"], "abs/f32": [1_048_576, "c:avx512"]}
    tools = {"compiler": "gcc 1", "emulator": "qemu 2"}
    made = {"day": "2026-01-02", "sources": "5eed" * 16}
    judged = {"word": "PASS", "cases": 18187, "passed": 18187, "seed": "5f3a", "compiler": "g++ 1"}
    long_runs.keep("emulated", "cuda-emulated", {**made, **judged, "vectors": "7d84" * 16})
    part = {"level": "smoke", "asked": "ops exp; sets golden", "vectors": "7d84" * 16}
    long_runs.keep("machine_code", "cuda-sm_90", {**made, **judged, **part})
    found = {"calls": calls, "differ": {"abs/f32": ["x"]}}
    path = long_runs.keep("isa", "aarch64", {**made, **tools, **found})
    for device in ("avx2", "avx512"):
        counts = {"pairs": 1 << 30, "wrong": 3, "near": 4321}
        long_runs.keep("fuzz", "pow", {**made, "device": device, **counts})
    found = {"rows": 1 << 24, "wrong": {"baseline": 0, "avx2": 2}, "second": 77, "last": None}
    counts = {"wider": 9, "oracle": 8, "alone": 7, "apart": 1, "examples": []}
    long_runs.keep("fuzz_f64", "exp", {**made, **found, **counts})
    functions = {"exp": {**found, **counts, "text": "7e87" * 16}}
    long_runs.keep("published_f64", "core-math", {**made, "functions": functions})
    killed = {"killed": {"certify": 30, "worker": 25, "host": 45}, "reports": 26, "cases": 54}
    long_runs.keep("killing", "c", {**made, **killed, "differ": {"7": "exp: x is 1, not 2"}})
    counts = {"mutated": 9000, "accepted": 1234, "wrong": 5, "megabytes": 70}
    long_runs.keep("mutations", "judge", {**made, "targets": {"partial_bytes": counts}})
    roll = {"cases": {"c:avx2": [216, 216]}, "gaps": 41, "bytes": 12345}
    tested = {"tests": 9000, "part": "2/3", "ops": {"roll": roll}}
    long_runs.keep("one_op", "examples", {**made, **tested})
    assert json.loads(path.read_text())["sources"] == made["sources"]
    page = long_runs.PAGE.read_text()
    assert "| `5eed5eed5eed` | 2026-01-02 |" in page
    assert "| cuda-emulated | PASS | 18,187 | 18,187 | `5f3a` | `7d847d847d84` | g++ 1 |" in page
    asked = "smoke | ops exp; sets golden | 18,187 | 18,187"
    assert f"| cuda-sm_90 | PASS | {asked} | `5f3a` | `7d847d847d84` | g++ 1 |" in page
    assert "| pow | c:avx512 | 1,073,741,824 | 3 | 4,321 |" in page
    assert "| aarch64 | 2 | 68,157,440 | 67,108,864 | 1 | gcc 1 | qemu 2 |" in page
    assert "| pow | c:avx2 | 1,073,741,824 | 3 | 4,321 |" in page
    assert "| 100 | 30 | 0 | 25 | 45 | 26 | 1 | 54 | `5eed5eed5eed` | 2026-01-02 |" in page
    parted = "0 on c:baseline, 2 on c:avx2; MPFR and filter differ on 1"
    assert f"| exp | 16,777,216 | {parted} | 77 |  | 9 | 8 | 7 | `5eed" in page
    assert f"| exp | 16,777,216 | {parted} | 77 |  | 8 | `7e877e877e87` | `5eed" in page
    assert "| roll | c:avx2 216 of 216 | 41 | 12,345 | 9,000 | 2/3 | `5eed5eed5eed` |" in page
    assert "| partial bytes | 9,000 | 1,234 | 5 | 70 | `5eed5eed5eed` | 2026-01-02 |" in page


def test_ops_that_were_added_leave_a_record_only_when_all_were_and_all_tests_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_runs, "FOLDER", tmp_path / "records")
    monkeypatch.setattr(long_runs, "PAGE", tmp_path / "page.md")
    with pytest.raises(ReportError, match="run `nox -s record -- one_op`"):
        one_op.keep(tmp_path)
    found = {"day": "2026-01-02", "sources": "5eed" * 16, "whole": True, "tests": 1, "ops": {}}
    (tmp_path / "build").mkdir()
    for part in ({"whole": False}, {"tests": None}):
        (tmp_path / "build/found.json").write_text(json.dumps(found | part))
        assert one_op.keep(tmp_path) is None
    (tmp_path / "build/found.json").write_text(json.dumps(found))
    assert one_op.keep(tmp_path) == tmp_path / "records/one_op-examples.json"


def test_a_run_of_a_part_leaves_no_record(write: Callable[..., Path]) -> None:
    with pytest.raises(ReportError, match="is not a complete run with the installed vectors"):
        emulated.keep(write([case("exp")]))
