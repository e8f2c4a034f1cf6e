"""Test that the writer is atomic, resumable and deterministic, and that its check names cases."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

pytest.importorskip("flint")
pytest.importorskip("gmpy2")
pytest.importorskip("mpmath")

from samebits.common.files import write_atomically
from samebits.oracles import OracleDisagreement, evaluate
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import Call
from samebits.vectors import answers, check, real, tasks, write, writer
from samebits.vectors.certificate import Certificate, frozen
from samebits.vectors.certificates import find_certificate
from samebits.vectors.contents import OpFolder, TableData
from samebits.vectors.digests import bits_digest, sha256_hex
from samebits.vectors.domain import BLOCK
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import FLAGS, read_flags
from samebits.vectors.manifest import read_manifest
from samebits.vectors.part import read_part
from samebits.vectors.planning import FilePlan
from samebits.vectors.reader import ROOM, Vectors

Array = np.ndarray[Any, Any]
PLAN = FilePlan("golden", "cast", "i32_to_f16")
NEG = Call("neg", 1, ("f16",), ("f16",))
QUIET = Console(quiet=True)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    shutil.copy(ROOM / FLAGS, tmp_path / FLAGS)
    return tmp_path


def files(folder: Path) -> dict[str, str]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): sha256_hex(path.read_bytes()) for path in found}


def write_small(folder: Path, *plans: FilePlan, force: bool = False) -> None:
    chosen = list(plans) or [PLAN]
    write.run_write(folder, chosen, 1, QUIET, force=force, whole=False)


def test_a_written_table_is_the_committed_one(small: Path, vectors: Vectors) -> None:
    write_small(small)
    written, committed = read_part(small, "cast"), vectors.manifest.parts["cast"]
    assert written.table(*PLAN.key) == committed.table(*PLAN.key)
    case = Vectors.open(small).case("cast/i32_to_f16/ties")
    assert case == vectors.case("cast/i32_to_f16/ties")
    assert np.array_equal(case.inputs()[0], vectors.case(case.id).inputs()[0])


def test_a_finished_table_is_kept_until_plan_or_bytes_change(small: Path) -> None:
    write_small(small)
    first = files(small)
    found = writer.stored_tables(small, "cast").tables[PLAN.key]
    assert tasks.make_one(tasks.WriteRequest(PLAN, found.plan)).table is None
    again = tasks.make_one(tasks.WriteRequest(PLAN, "0" * 64)).table
    assert again is not None
    assert (again.entry(), again.text) == (found.entry(), found.text)
    (small / "data/cast/values.z").write_bytes(b"{}")
    assert not writer.stored_tables(small, "cast").tables
    write_small(small)
    assert files(small) == first


def test_content_that_another_zlib_packed_is_current_and_stays(small: Path) -> None:
    write_small(small)
    root = read_manifest(small).root
    path = small / "data/cast/values.z"
    other = zlib.compress(zlib.decompress(path.read_bytes()), 1)
    assert other != path.read_bytes()
    path.write_bytes(other)
    assert tasks.check_one(tasks.CheckRequest(small, PLAN)) == []
    write_small(small, force=True)
    assert path.read_bytes() == other
    assert read_manifest(small).root == root


def test_another_op_changes_no_file_of_the_first(small: Path) -> None:
    write_small(small)
    before = files(small)
    write_small(small, FilePlan("golden", "abs", "f16"))
    after = files(small)
    assert {name: after[name] for name in before} == before
    assert {name.split("/")[1] for name in after.keys() - before.keys()} == {"abs"}


def test_certificates_stay_when_tables_are_written_and_damaged_ones_stop_it(small: Path) -> None:
    bits = answers.ArithmeticRoute().answer(NEG, 0, 1 << 16).bits
    proven = Certificate(
        NEG, "0.1", BLOCK, *frozen([bits_digest(bits)]), 0, 0, (), "m", {}, {}, 0.0
    )
    writer.write_certificate(small, proven)
    write_small(small, FilePlan("golden", "neg", "f16"))
    assert find_certificate(small, NEG) == proven
    assert len(read_part(small, "neg").tables) == 1
    path = small / "data/neg/leaves.bin"
    path.write_bytes(bytes(len(path.read_bytes())))
    with pytest.raises(VectorError, match=r"leaves\.bin: SHA-256"):
        write_small(small, FilePlan("golden", "neg", "f16"))


def test_nothing_is_written_when_the_oracles_disagree(
    small: Path, vectors: Vectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_small(small)
    before = files(small)

    ties = vectors.case("cast/i32_to_f16/ties").input_shapes

    def disagreeing(call: Call, inputs: Sequence[Array]) -> list[Array]:
        if inputs[0].shape == ties[0]:
            raise OracleDisagreement("mpmath says 1, Arb says 2")
        return evaluate(call, inputs)

    monkeypatch.setattr(tasks, "evaluator", lambda: disagreeing)
    with pytest.raises(VectorError, match="cast/i32_to_f16/ties: nothing is frozen: mpmath says 1"):
        tasks.make_one(tasks.WriteRequest(PLAN, ""))
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


def spoil(folder: Path, change: Callable[[TableData], TableData], op: str = "cast") -> None:
    """Change the stored tables of an op, and recompute the digests and the seal."""
    part = read_part(folder, op)
    data = OpFolder(folder, part).data()
    changed = replace(data, tables=tuple(change(table) for table in data.tables))
    digests = {kind: sha256_hex(content) for kind, content in changed.contents().items()}
    entries = tuple(table.entry() for table in changed.tables)
    writer._write(folder, replace(part, digests=digests, tables=entries), changed)


def test_check_names_case_and_element_of_a_changed_value(small: Path) -> None:
    write_small(small)
    assert tasks.check_one(tasks.CheckRequest(small, PLAN)) == []

    def flipped(table: TableData) -> TableData:
        values = {name: vector.copy() for name, vector in table.values.items()}
        values["u16"][-1] ^= 1
        return replace(table, values=values)

    spoil(small, flipped)
    (finding,) = tasks.check_one(tasks.CheckRequest(small, PLAN))
    assert finding.startswith("cast/i32_to_f16: cast/i32_to_f16/")
    assert "1 of " in finding
    assert "recomputed" in finding


def test_check_notices_other_levels_inputs_and_missing_cases(small: Path) -> None:
    write_small(small)
    good = writer.stored_tables(small, "cast").tables[PLAN.key].text
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
        text = good.replace(old, new, 1)
        spoil(small, lambda table, text=text: replace(table, text=text))  # type: ignore[misc]
        findings = tasks.check_one(tasks.CheckRequest(small, PLAN))
        assert any(message in finding for finding in findings), findings


def test_check_notices_a_manifest_that_its_files_do_not_seal(small: Path) -> None:
    write_small(small)
    assert check.listed(small, [PLAN], whole=False) == []
    part = read_part(small, "cast")
    (small / "data/cast/manifest.json").write_bytes(replace(part, lists=()).to_bytes())
    (small / "data/cast/stray").write_bytes(b"")
    assert check.listed(small, [PLAN], whole=False) == [
        "data/cast/stray: is not listed",
        "cast: its manifest is not what its files seal",
    ]


def test_check_reports_a_disagreeing_oracle(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_small(small)

    def wrong(call: Call, inputs: Sequence[Array]) -> list[Array]:
        form = get_format(call.outputs[0])
        return [from_bits(np.zeros(inputs[0].shape, form.bits_dtype), form.name)]

    monkeypatch.setattr(tasks, "evaluator", lambda: wrong)
    findings = tasks.check_one(tasks.CheckRequest(small, PLAN))
    assert any("cast/i32_to_f16/ties" in finding for finding in findings)
    assert any("the digests of the outputs differ" in finding for finding in findings)


def test_a_flag_without_description_is_refused(small: Path) -> None:
    flags = json.loads((small / FLAGS).read_text())
    del flags["tie"]
    (small / FLAGS).write_text(json.dumps(flags))
    with pytest.raises(VectorError, match="no description of flag 'tie'"):
        write_small(small)
    assert not (small / "data/cast/manifest.json").exists()


def test_a_flag_is_sealed_by_the_writer_and_a_damaged_one_refused(small: Path) -> None:
    flags = json.loads((small / FLAGS).read_text())
    flags["tie"]["failure"] += ", or worse"
    (small / FLAGS).write_text(json.dumps(flags))
    with pytest.raises(VectorError, match="the entry 'tie' is not as it was sealed"):
        read_flags(small)
    write_small(small)
    assert read_flags(small)["tie"].failure.endswith(", or worse")
    (small / FLAGS).write_text('{"tie": 1, "tie": 2}')
    with pytest.raises(VectorError, match="has a key twice"):
        read_flags(small)


def test_a_stopped_run_keeps_the_ops_that_are_finished_and_two_runs_give_the_same_bytes(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans = [FilePlan("golden", op, label) for op in ("abs", "neg") for label in ("f16", "f32")]
    write.run_write(small, plans[:2], 1, QUIET, force=False, whole=False)
    assert len(writer.stored_tables(small, "abs").tables) == 2
    write.run_write(small, plans, 1, QUIET, force=False, whole=True)
    first = files(small)
    write.run_write(small, plans, 1, QUIET, force=True, whole=True)
    assert files(small) == first
    shutil.rmtree(small / "data")
    write.run_write(small, plans, 2, QUIET, force=True, whole=True)
    assert files(small) == first


def test_a_second_writer_is_refused(small: Path) -> None:
    with writer.alone(small):
        result = CliRunner().invoke(write.command, ["--op", "abs", "--folder", str(small)])
    assert result.exit_code == 2
    assert "another writer is at work" in result.output
    assert not (small / writer.LOCK).exists()


def test_what_no_plan_calls_for_is_removed(small: Path) -> None:
    (small / "data/old").mkdir(parents=True)
    (small / "data/old/tables.z").write_text("{}")
    (small / "data/abs").mkdir(parents=True)
    (small / "data/abs/stray").write_text("{}")
    plan = FilePlan("golden", "abs", "f16")
    write.run_write(small, [plan], 1, QUIET, force=False, whole=True)
    assert sorted(files(small)) == [
        "data/abs/manifest.json", "data/abs/tables.z", "data/abs/values.z", FLAGS,
    ]  # fmt: skip


def test_the_command_checks_one_op_and_fails_on_a_changed_digest(room: Path) -> None:
    arguments = ["--check", "--op", "abs", "--processes", "1", "--folder", str(room)]
    result = CliRunner().invoke(write.command, arguments)
    assert result.exit_code == 0, result.output
    assert "every vector agrees" in result.output

    def other(table: TableData) -> TableData:
        old = b'"root":"'
        at = table.text.find(old) + len(old)
        if table.label != "f32" or at < len(old):
            return table
        digit = b"1" if table.text[at : at + 1] == b"0" else b"0"
        return replace(table, text=table.text[:at] + digit + table.text[at + 1 :])

    spoil(room, other, "abs")
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
    assert [p.set for p in write.planned(["gelu"], ["golden"])] == ["golden"] * 6


def test_other_oracles_make_a_whole_op_again_and_never_a_part_of_it(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans = [FilePlan("golden", "abs", label) for label in ("f16", "f32")]
    write_small(small, *plans)
    before = files(small)
    monkeypatch.setattr(tasks, "provenance", lambda: {"mpmath": "0.1"})
    with pytest.raises(VectorError, match="run without --set"):
        write_small(small, plans[0])
    assert files(small) == before
    write_small(small, *plans)
    assert read_part(small, "abs").provenance == {"mpmath": "0.1"}
    assert files(small)["data/abs/values.z"] == before["data/abs/values.z"]
