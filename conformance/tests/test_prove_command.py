"""Tests of `samebits prove` as a user sees it: output, files, refusals and exit status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from samebits.commands import prove as commands
from samebits.commands.prove import chosen_calls, command
from samebits.common.errors import SamebitsError
from samebits.conformance.errors import JudgeError
from samebits.conformance.exhaustive import state as states
from samebits.conformance.exhaustive.sealed import read_sealed, write_sealed
from samebits.conformance.exhaustive.state import State
from samebits.conformance.tests.exhausting import HERE, NEG16, NEG32, empty_room
from samebits.spec.catalog import get_op
from samebits.vectors.certificates import has_certificate
from samebits.vectors.domain import BLOCK, LARGE_BLOCK, MOST_BITS
from samebits.vectors.reader import Vectors


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return empty_room(tmp_path / "room")


def run(folder: Path, *arguments: str, backend: str = "right") -> Result:
    work = str(folder.parent / "work")
    given = ["--vectors", str(folder), "--work", work, *arguments]
    judged = [] if "--merge" in arguments else ["--backend", HERE + backend]
    return CliRunner().invoke(command, [*judged, *given])


def test_a_proof_writes_the_certificate_and_lists_it_in_the_manifest(folder: Path) -> None:
    ended = run(folder, "neg", "--format", "f16")
    assert ended.exit_code == 0, ended.output
    assert "neg[f16] on plain:cpu: 0 wrong of 65,536 inputs" in ended.output
    (case,) = Vectors.open(folder).exhaustive_cases()
    assert case.id == "neg/f16/exhaustive"
    assert f"root {case.certificate().root}" in ended.output
    assert f"certificate f16 in {folder / 'data/neg'}" in ended.output
    assert not list((folder.parent / "work").iterdir())


def test_wrong_inputs_are_shown_with_a_command_and_nothing_is_written(folder: Path) -> None:
    ended = run(folder, "neg", "--format", "f16", backend="wrong")
    assert ended.exit_code == 1
    assert "3 wrong of 65,536 inputs" in ended.output
    assert (
        "input 3c00: wanted bc00, got bc01; samebits explain neg/f16/exhaustive/3c00 "
        f"--backend {HERE}wrong --device cpu"
    ) in ended.output
    assert not (folder / "data").exists()


def test_missing_proves_only_what_has_no_certificate(folder: Path) -> None:
    run(folder, "neg", "--format", "f16")
    again = run(folder, "neg", "abs", "--format", "f16", "--missing")
    assert "neg[f16]" not in again.output
    assert "abs[f16] on plain:cpu: 0 wrong" in again.output


def test_no_write_writes_nothing(folder: Path) -> None:
    assert run(folder, "neg", "--format", "f16", "--no-write").exit_code == 0
    assert not (folder / "data").exists()


def test_where_no_certificate_can_be_written_nothing_is_proven(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere, work = folder.parent / "nowhere", str(folder.parent / "work")
    for place, said in ((nowhere, "does not exist"), (folder.parent, "is no folder of vectors")):
        ended = run(place, "neg", "--format", "f16", "--work", work)
        assert isinstance(ended.exception, JudgeError), ended.output
        assert said in str(ended.exception)
        assert "0 wrong" not in ended.output
        assert run(place, "neg", "--format", "f16", "--work", work, "--no-write").exit_code == 0
    monkeypatch.setattr(commands, "_writable", lambda path: False)
    with pytest.raises(JudgeError, match="is read-only; name another folder by --vectors, or"):
        raise run(folder, "neg", "--format", "f16").exception or AssertionError


def test_a_certificate_that_could_not_be_written_is_written_by_resuming(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(folder: Path, certificate: object) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(commands, "write_certificate", full)
        ended = run(folder, "neg", "--format", "f16")
    assert isinstance(ended.exception, JudgeError)
    assert "No space left on device); the proof is stored" in str(ended.exception)
    assert run(folder, "neg", "--format", "f16", "--resume").exit_code == 0
    assert has_certificate(folder, NEG16)


def test_what_a_backend_raises_is_no_answer_and_the_other_calls_go_on(folder: Path) -> None:
    ended = run(folder, "neg", "abs", "--format", "f16", backend="exits")
    assert ended.exit_code == 2
    assert "neg[f16]: no answer: neg[f16]: the backend raised SystemExit: 0" in ended.output
    assert "abs[f16]: no answer" in ended.output


def test_the_device_is_one_that_is_judged_unasked(folder: Path) -> None:
    ended = run(folder, "neg", "--format", "f16", "--no-write", backend="several")
    assert "neg[f16] on plain:large" in ended.output
    odd = ("--device", "odd", "--no-write")
    named = run(folder, "neg", "--format", "f16", *odd, backend="several")
    assert "neg[f16] on plain:odd" in named.output


def test_a_shard_keeps_its_part_and_makes_no_certificate(folder: Path) -> None:
    ended = run(folder, "neg", "--format", "f32", "--shard", "3/128")
    assert ended.exit_code == 0, ended.output
    assert "0 wrong of 33,554,432 inputs" in ended.output
    assert "shard 3/128 kept in" in ended.output
    assert not (folder / "data").exists()
    merged = run(folder, "neg", "--format", "f32", "--merge")
    assert isinstance(merged.exception, JudgeError)
    assert "lack 508 of 512 blocks; prove the missing ones with --shard" in str(merged.exception)


def test_shards_stay_until_a_certificate_holds_what_they_say(folder: Path) -> None:
    work = folder.parent / "work"
    for backend, wrong in (("right", 0), ("wrong", 1)):
        for number in (1, 2):
            run(folder, "neg", "--format", "f32", "--shard", f"{number}/128", backend=backend)
            path = states.path_of(work, NEG32, (number, 128))
            data = read_sealed(path)
            data["digests"] = [[b, data["digests"][0][1]] for b in range(number - 1, 512, 2)]
            write_sealed(path, data)
        kept = sorted(work.iterdir())
        ended = run(folder, "neg", "--format", "f32", "--merge", "--no-write")
        assert ended.exit_code == wrong
        assert sorted(work.iterdir()) == kept
    assert f"--backend {HERE}wrong --device cpu" in ended.output


def test_complete_shards_are_merged_into_the_certificate_of_the_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = folder.parent / "work"
    for number in (1, 2):
        run(folder, "neg", "--format", "f32", "--shard", f"{number}/128")
        path = states.path_of(work, NEG32, (number, 128))
        data = read_sealed(path)
        blocks = range(number - 1, 512, 2)  # as if this were shard number/2
        data["digests"] = [[block, data["digests"][0][1]] for block in blocks]
        write_sealed(path, data)
    ended = run(folder, "neg", "--format", "f32", "--merge")
    assert ended.exit_code == 0, ended.output
    (case,) = Vectors.open(folder).exhaustive_cases()
    found = case.certificate()
    assert (len(found.leaves), found.block) == (512, LARGE_BLOCK)
    assert not list(work.iterdir())


def test_without_a_format_everything_that_can_be_exhausted_is_proven() -> None:
    labels = [call.label for call in chosen_calls(["neg"], [], None, [])]
    assert {"f32", "f16", "bf16"} <= set(labels)
    assert "f64" not in labels
    assert all(c.profile for c in map(_op, chosen_calls([], [], "core", [])))


def _op(call):  # type: ignore[no-untyped-def]
    from samebits.spec.catalog import get_op

    return get_op(call.op)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name an op"),
        (["neg", "--format", "f65"], "has no format 'f65'; known"),
        (["negg"], "unknown op 'negg'"),
        (["neg", "--format", "f64"], f"2.64 inputs; at most 2.{MOST_BITS}"),
        (["sum", "--format", "f16"], "is not elementwise"),
        (["--profile", "contract"], "nothing to prove"),
        (["neg", "--attribute", "x"], "NAME=VALUE"),
        (["neg", "--format", "f16", "--shard", "5/4"], "the form is K/N"),
        (["neg", "--format", "f16", "--merge"], "contains no shard of neg"),
        (["neg", "--merge", "--shard", "1/2"], "omit --shard"),
        (["neg", "--merge", "--backend", "c"], "omit --backend"),
        (["sqrt", "--format", "f16"], "not made for it"),
    ],
)
def test_what_cannot_be_done_is_one_line(folder: Path, arguments: list[str], message: str) -> None:
    ended = run(folder, *arguments)
    assert isinstance(ended.exception, SamebitsError), ended.output
    assert "\n" not in str(ended.exception)
    with pytest.raises(type(ended.exception), match=message):
        raise ended.exception


def test_help_shows_an_example() -> None:
    text = CliRunner().invoke(command, ["--help"]).output
    assert "samebits prove exp --format f32" in " ".join(text.split())


def test_an_interruption_says_how_to_go_on_and_ends_with_its_own_status(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "_status", interrupted)
    ended = run(folder, "neg", "--format", "f16")
    assert ended.exit_code == 130
    assert "continue with --resume" in ended.output


@pytest.mark.parametrize(
    "option", ["--backend c", "--device cpu", "--shard 1/2", "--resume", "--threads 2"]
)
def test_merging_takes_no_option_that_says_how_to_prove(folder: Path, option: str) -> None:
    ended = run(folder, "neg", "--format", "f16", "--merge", *option.split())
    assert isinstance(ended.exception, JudgeError)
    assert f"omit {option.split()[0]}" in str(ended.exception)


@pytest.mark.parametrize(
    ("error", "said"),
    [(OSError(28, "No space left"), "(No space left)"), (OSError("it is odd"), "(it is odd)")],
)
def test_a_certificate_that_cannot_be_written_is_one_line_with_the_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    def full(*_: object) -> Path:
        raise error

    monkeypatch.setattr(commands, "write_certificate", full)
    ended = run(folder, "neg", "--format", "f16")
    assert isinstance(ended.exception, JudgeError)
    assert said in str(ended.exception)
    assert "--resume writes it" in str(ended.exception)


def test_the_hardest_input_is_told_with_its_bits_and_what_is_left_is_not_a_root() -> None:
    call = get_op("exp").call(["f16"])
    identity: Any = {
        "judged": {"backend": "b", "device": "d"},
        "proof": {"block": str(BLOCK), "method": "arithmetic, rounded once"},
    }
    state = State(identity, digests={}, hardest=[(40.25, 0x3C01), (39.5, 0x3C02)])
    lines = commands.summary(call, state, "b")
    assert "  hardest 3c01 (40.2 bits)" in lines
    assert not any(line.startswith("  root") for line in lines)
