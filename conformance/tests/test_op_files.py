"""Tests of `samebits ops NAME --files`: it lists the files of an op and names missing ones."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from samebits.commands.cli import cli
from samebits.conformance.op_listing import op_files
from samebits.conformance.op_listing.op_files import places, root, root_of
from samebits.spec.catalog import all_ops, get_op


@pytest.mark.parametrize("name", all_ops())
def test_an_op_has_its_file_in_each_room(name: str) -> None:
    missing = [f"{p.path}: {p.remedy}" for p in places(get_op(name)) if not p.present]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize(
    ("op", "what"),
    [
        *(("cosh", what) for what in ("clauses", "exact function", "enclosure", "C kernel")),
        *(("cosh", what) for what in ("CUDA kernel", "certificates", "hard operands")),
        *(
            ("cosh", what)
            for what in ("enclosures of f64", "by integers", "last stage", "golden vectors")
        ),
        *(
            (op, what)
            for op in ("max", "pad")
            for what in ("C kernel", "CUDA kernel", "golden vectors")
        ),
        ("softmax", "golden vectors"),
    ],
)
def test_a_place_that_is_missing_is_named_with_what_is_to_be_done(
    op: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = next(p for p in places(get_op(op)) if p.what == what)
    for other in places(get_op(op)):  # make a tree that has only this op
        room, rest = other.path.split("/", 1)
        kept = tmp_path / room / rest
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root_of(room) / rest, kept)
    shared = ("backends/numerics/scalar", "backends/c/src/function")  # included by many kernels
    for folder in shared:
        room, rest = folder.split("/", 1)
        shutil.copytree(root_of(room) / rest, tmp_path / room / rest, dirs_exist_ok=True)
    for extra in ("manifest.json", "values.z", "tables.z", "leaves.bin", "certificates.z"):
        source = root_of("vectors") / "data" / op / extra
        if source.is_file():
            shutil.copy(source, tmp_path / "vectors" / "data" / op / extra)
    monkeypatch.setattr(op_files, "root_of", lambda room: tmp_path / room)
    assert all(p.present for p in places(get_op(op)))
    gone = tmp_path / place.path
    if what == "clauses":
        gone.write_text(gone.read_text().replace(f"| `{op}` |", "| `cash` |"))
    elif what == "certificates":
        shutil.rmtree(gone.parent)
    else:
        gone.unlink()
    found = next(p for p in places(get_op(op)) if p.what == what)
    assert not found.present
    shown = CliRunner().invoke(cli, ["ops", op, "--files"])
    assert shown.exit_code == 1
    assert " ".join(f"MISSING: {found.remedy}".split()) in " ".join(shown.output.split())


def test_the_files_of_no_op_are_a_usage_error() -> None:
    assert "samebits ops NAME --files" in CliRunner().invoke(cli, ["ops", "--files"]).output


def test_files_that_are_optional_are_shown_and_may_be_missing() -> None:
    shown = CliRunner().invoke(cli, ["ops", "sum", "--files"])
    assert shown.exit_code == 0
    for table in ("backends/libraries/families", "benchmarks/families"):
        found = re.search(rf"{table}/reductions\.py:(\d+)$", shown.output, re.MULTILINE)
        assert found is not None
        lines = (root() / table / "reductions.py").read_text(encoding="utf-8").splitlines()
        assert lines[int(found[1]) - 1].startswith('    "sum": ')
    assert "conformance/reveal/adapters/reductions_adapter.py:" in shown.output
    assert "missing (optional)" not in shown.output
    assert "compositions/sum.py" not in shown.output
    shown = CliRunner().invoke(cli, ["ops", "logsumexp", "--files"])
    assert "backends/cuda/compositions/logsumexp.py" in shown.output
    shown = CliRunner().invoke(cli, ["ops", "cosh", "--files"])
    assert shown.exit_code == 0
    lacking = "reveal/adapters/FAMILY.py  missing (optional). A row of ADAPTERS would define"
    assert lacking in shown.output
