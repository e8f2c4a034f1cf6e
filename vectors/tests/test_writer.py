"""The writer: whole files or none, resumable, deterministic; the check names file and case."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

pytest.importorskip("flint")
pytest.importorskip("gmpy2")
pytest.importorskip("mpmath")

from samebits.oracles import OracleDisagreement, evaluate
from samebits.spec.call import Call
from samebits.spec.files import write_atomically
from samebits.spec.formats import from_bits, get_format
from samebits.vectors import real, tasks, write, writer
from samebits.vectors.digests import sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.planning import FilePlan
from samebits.vectors.reader import FLAGS, ROOM, Vectors

Array = np.ndarray[Any, Any]
PLAN = FilePlan("golden", "cast", "i32_to_f16")
QUIET = Console(quiet=True)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A room with flags and no data."""
    shutil.copy(ROOM / FLAGS, tmp_path / FLAGS)
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): sha256_hex(path.read_bytes()) for path in found}


def seal(folder: Path, *written: writer.Written) -> None:
    writer.write_manifest(folder, writer.seal(folder, written, tasks.provenance()))


def test_a_written_file_is_the_committed_one(small: Path, vectors: Vectors) -> None:
    result = tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    seal(small, result.written)
    for entry in result.written.entries():
        assert vectors.manifest.entry(entry.path) == entry
    case = Vectors.open(small).case("cast/i32_to_f16/ties")
    assert case == vectors.case("cast/i32_to_f16/ties")
    assert np.array_equal(case.inputs()[0], vectors.case(case.id).inputs()[0])


def test_a_finished_file_is_kept_until_plan_or_bytes_change(small: Path) -> None:
    first = tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    again = tasks.write_one(tasks.WriteRequest(small, PLAN, first.written))
    assert again.kept
    assert again.written == first.written
    (small / PLAN.path).write_bytes(b"{}")
    repaired = tasks.write_one(tasks.WriteRequest(small, PLAN, first.written))
    assert not repaired.kept
    assert repaired.written == first.written


def test_nothing_is_written_when_the_oracles_disagree(
    small: Path, vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    before = files(small)

    ties = vectors.case("cast/i32_to_f16/ties").input_shapes

    def disagreeing(call: Call, inputs: Sequence[Array]) -> list[Array]:
        if inputs[0].shape == ties[0]:
            raise OracleDisagreement("mpmath says 1, Arb says 2")
        return evaluate(call, inputs)

    monkeypatch.setattr(tasks, "evaluator", lambda: disagreeing)
    with pytest.raises(VectorError, match="cast/i32_to_f16/ties: nothing is frozen: mpmath says 1"):
        tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    assert files(small) == before


def test_a_write_that_fails_half_way_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert files(tmp_path) == {"file": sha256_hex(b"old")}


def test_check_names_file_case_and_element_of_a_changed_value(small: Path) -> None:
    tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    assert tasks.check_one(tasks.CheckRequest(small, PLAN)) == []
    path = small / "data/cast/i32_to_f16.safetensors"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    (finding,) = tasks.check_one(tasks.CheckRequest(small, PLAN))
    assert finding.startswith("data/cast/i32_to_f16.json: cast/i32_to_f16/")
    assert "1 of " in finding
    assert "recomputed" in finding


def test_check_notices_other_levels_inputs_and_missing_cases(small: Path) -> None:
    tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    path = small / PLAN.path
    good = path.read_bytes()
    changes = [
        (b'"ties","call":0,"level":"standard"', b'"ties","call":0,"level":"full"',
         "ties: call, level or flags differ"),
        (b'"inputs":[{"by":"value","shape":[32]', b'"inputs":[{"by":"value","shape":[31]',
         "specials: the committed inputs are not the planned"),
        (b'"name":"ties"', b'"name":"tiest"', "ties: is planned only"),
        (b'"op"', b' "op"', "other bytes, though every case agrees"),
        (b'"op"', b'"pp"', "'op' is missing"),
    ]  # fmt: skip
    for old, new, message in changes:
        assert old in good
        path.write_bytes(good.replace(old, new, 1))
        findings = tasks.check_one(tasks.CheckRequest(small, PLAN))
        assert any(message in finding for finding in findings), findings


def test_check_reports_a_disagreeing_oracle(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.write_one(tasks.WriteRequest(small, PLAN, None))

    def wrong(call: Call, inputs: Sequence[Array]) -> list[Array]:
        form = get_format(call.outputs[0])
        return [from_bits(np.zeros(inputs[0].shape, form.bits_dtype), form.name)]

    monkeypatch.setattr(tasks, "evaluator", lambda: wrong)
    findings = tasks.check_one(tasks.CheckRequest(small, PLAN))
    assert any("cast/i32_to_f16/ties" in finding for finding in findings)
    assert any("the digests of the outputs differ" in finding for finding in findings)


def test_a_flag_without_description_is_refused_by_the_seal(small: Path) -> None:
    result = tasks.write_one(tasks.WriteRequest(small, PLAN, None))
    flags = json.loads((small / FLAGS).read_text())
    del flags["tie"]
    (small / FLAGS).write_text(json.dumps(flags))
    with pytest.raises(VectorError, match="no description of flag 'tie'"):
        seal(small, result.written)


def test_an_interrupted_run_resumes_and_two_runs_give_the_same_bytes(small: Path) -> None:
    plans = [FilePlan("golden", "abs", label) for label in ("f16", "f32")]
    provenance = tasks.provenance()
    journal = writer.Journal(small, provenance)
    journal.record(tasks.write_one(tasks.WriteRequest(small, plans[0], None)).written)
    assert writer.Journal(small, provenance).finished(plans[0])
    assert writer.Journal(small, {"mpmath": "0"}).finished(plans[0]) is None
    write.run_write(small, plans, 1, QUIET, force=False, whole=True)
    first = files(small)
    assert writer.JOURNAL not in first
    write.run_write(small, plans, 1, QUIET, force=True, whole=True)
    assert files(small) == first


def test_a_second_writer_is_refused(small: Path) -> None:
    with writer.alone(small):
        result = CliRunner().invoke(write.command, ["--op", "abs", "--folder", str(small)])
    assert result.exit_code == 2
    assert "another writer is at work" in result.output
    assert not (small / writer.LOCK).exists()


def test_a_file_that_no_plan_calls_for_is_removed(small: Path) -> None:
    (small / "data/old").mkdir(parents=True)
    (small / "data/old/f32.json").write_text("{}")
    plan = FilePlan("golden", "abs", "f16")
    write.run_write(small, [plan], 1, QUIET, force=False, whole=True)
    assert "data/old/f32.json" not in files(small)


def test_the_command_checks_one_op_and_fails_on_a_changed_digest(room: Path) -> None:
    arguments = ["--check", "--op", "abs", "--processes", "1", "--folder", str(room)]
    result = CliRunner().invoke(write.command, arguments)
    assert result.exit_code == 0, result.output
    assert "every vector agrees" in result.output
    path = room / "data/abs/f32.json"
    text = path.read_text()
    at = text.index('"root":"') + len('"root":"')
    path.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :])
    result = CliRunner().invoke(write.command, arguments)
    assert result.exit_code == 1
    assert "abs/f32/bulk/bits: the digests of the outputs differ" in result.output


def test_the_command_names_an_unknown_op_in_one_line() -> None:
    result = CliRunner().invoke(write.command, ["--check", "--op", "expp"])
    assert result.exit_code == 2
    assert "error: unknown op 'expp'; did you mean exp" in result.output


def test_missing_packages_of_the_set_real_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real, "missing_packages", lambda: ["scikit-learn"])
    result = CliRunner().invoke(write.command, ["--check", "--op", "gelu"])
    assert result.exit_code == 2
    assert "needs scikit-learn" in result.output
    assert [p.set for p in write.planned(["gelu"], ["golden"])] == ["golden"] * 5


def test_a_partial_run_with_other_oracles_is_refused(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(room)
    monkeypatch.setattr(tasks, "provenance", lambda: {"mpmath": "0.1"})
    result = CliRunner().invoke(write.command, ["--op", "abs", "--folder", str(room)])
    assert result.exit_code == 2
    assert "run without --op" in result.output
    assert files(room) == before
