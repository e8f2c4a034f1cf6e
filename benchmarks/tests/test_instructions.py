"""Test the count of retired instructions: the counted calls, and the output of a comparison."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from samebits.backends.c.library import unavailable
from samebits.backends.protocol import Session
from samebits.benchmarks.instructions import __main__ as instructions
from samebits.benchmarks.peers import runner
from samebits.benchmarks.suites import contract
from samebits.spec.catalog import all_ops, get_op
from samebits.vectors.reader import Vectors

ROOT = Path(__file__).parents[2]


def compared(tmp_path: Path, old: dict[str, int], new: dict[str, int]) -> tuple[int, str]:
    for name, counts in (("old", old), ("new", new)):
        (tmp_path / name).write_text(json.dumps(counts))
    result = CliRunner().invoke(
        instructions.command, ["compare", str(tmp_path / "old"), str(tmp_path / "new")]
    )
    return result.exit_code, result.output


def test_a_call_with_more_instructions_is_named_and_is_the_status(tmp_path: Path) -> None:
    status, said = compared(tmp_path, {"a": 1000, "b": 1000}, {"a": 1031, "b": 1000})
    assert status == 1
    assert "1.031" in said
    assert "2 calls: 1 equal, median ratio 1.0155, 1 with more" in said


def test_fewer_instructions_and_small_differences_are_no_fault(tmp_path: Path) -> None:
    status, said = compared(tmp_path, {"a": 1000, "b": 1000}, {"a": 500, "b": 1029})
    assert status == 0
    assert "0.500" in said
    assert "0 with more" in said


def test_a_call_that_was_counted_once_only_is_named(tmp_path: Path) -> None:
    status, said = compared(tmp_path, {"a": 1, "b": 1}, {"a": 1})
    assert status == 1
    assert "only in one: b" in said


def test_every_op_of_the_vectors_has_a_call() -> None:
    ops = sorted(all_ops())[::40]
    found = list(instructions.chosen(Vectors.open(), ops))
    assert {case.call.op for case in found} == set(ops)
    assert all(case.elements() <= instructions.MOST for case in found)


@pytest.mark.skipif(
    shutil.which("valgrind") is None, reason="valgrind is not installed: no instruction is counted"
)
def test_the_instructions_of_the_library_are_counted(tmp_path: Path) -> None:
    if not (ROOT / "build/native/lib").is_dir():
        pytest.skip("the C libraries are not in build/native/lib")
    run = CliRunner()
    folder, out = tmp_path / "calls", tmp_path / "counts"
    assert run.invoke(instructions.command, ["calls", str(folder), "--op", "neg"]).exit_code == 0
    given = ["count", str(folder), "--tree", str(ROOT), "--device", "baseline", "--out", str(out)]
    assert run.invoke(instructions.command, given, catch_exceptions=False).exit_code == 0
    counts = json.loads(out.read_text())
    rows = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    assert counts.keys() == {row["name"] for row in rows}
    # An instruction moves at most 8 elements. Starting Python would take many millions.
    assert all(1000 < count < 1_000_000 for count in counts.values())


def test_the_calls_of_a_suite_are_kept_with_its_operands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The suite is replaced by two small products. One of them occurs twice."""

    def pairs(session: Session, threads: int) -> Iterator[object]:
        for shape, times in (((3, 4), 1), ((4, 4), 2)):
            for _ in range(times):
                call = get_op("matmul").call(["f32", "f32"])
                yield runner(
                    session, call, [np.ones(shape, np.float32), np.eye(4, dtype=np.float32)]
                )

    if unavailable("baseline"):
        pytest.skip("the C backend is not built")
    monkeypatch.setattr(contract, "pairs", pairs)
    asked = ["calls", str(tmp_path), "--suite", "contract", "--device", "baseline"]
    result = CliRunner().invoke(instructions.command, asked)
    assert result.exit_code == 0, result.exception
    rows = [json.loads(line) for line in (tmp_path / "calls.jsonl").read_text().splitlines()]
    assert [row["shapes"] for row in rows] == [[[3, 4]], [[4, 4]]]
    assert {row["op"] for row in rows} == {"matmul"}
    with np.load(tmp_path / "0.npz") as kept:
        assert [kept[name].shape for name in kept.files] == [(3, 4), (4, 4)]


def test_a_suite_has_its_own_ops(tmp_path: Path) -> None:
    asked = ["calls", str(tmp_path), "--suite", "math", "--op", "exp"]
    result = CliRunner().invoke(instructions.command, asked)
    assert result.exit_code == 1
    assert "omit --op" in str(result.exception)
