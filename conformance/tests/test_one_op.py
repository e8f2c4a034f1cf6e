"""Tests of the ops of one_op/ and the steps of CONTRIBUTING.md, without `record -- one_op`."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from samebits.conformance.trials.one_op import scratch_tree as tree_module
from samebits.conformance.trials.one_op.case_groups import LIKE, group
from samebits.conformance.trials.one_op.ended import Ended
from samebits.conformance.trials.one_op.leaving import Gap, gaps
from samebits.conformance.trials.one_op.scratch_tree import (
    HERE,
    OPS,
    ROOT,
    SPEC,
    Tree,
    edited,
    edits_of,
    files_of,
)
from samebits.conformance.trials.one_op.steps import SESSIONS, as_run, commands
from samebits.spec.catalog import all_ops

ROOMS = ("spec/ops/", "oracles/ops/", "backends/c/src/kernels/", "backends/cuda/src/kernels/")


def test_contributing_shows_commands_that_the_program_runs_in_this_order() -> None:
    shown = commands((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    words = ["; ".join(map(" ".join, as_run(command, "stretch", "python"))) for command in shown]
    wanted = (
        "documents.listings",
        "documents.rules",
        "documents.tables",
        "numpy.stubs",
        "cmake -S",
        "cmake --build",
        " prove --resume stretch; python -m samebits.vectors.search.everyday --missing; "
        "python -m samebits.vectors.search.twice --missing; ",
        "vectors.write --op stretch",
        "gate --only stretch",
        "--backend c ",
        "--backend cuda ",
        "trials.clauses",
    )
    assert len(words) == len(wanted)
    assert all(part in word for part, word in zip(wanted, words, strict=True)), words


def test_the_sessions_that_the_program_knows_run_what_those_of_nox_run() -> None:
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    for name, session in SESSIONS.items():
        body = noxfile.split(f"\ndef {name}(")[1].split("\n@nox.session")[0]
        for command in (session.command, *session.afterwards):
            *_, module, last = [word for word in command if word not in ("--level", "standard")]
            words = [module, last] if last.startswith("--") else [last]
            assert all(f'"{word}"' in body for word in words), (name, words)


def test_a_command_that_the_program_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot run"):
        as_run("make everything", "stretch", "python")


@pytest.mark.parametrize("op", OPS)
def test_an_op_has_one_file_in_each_room_and_lines_in_the_specification(op: str) -> None:
    files = files_of(op)
    for room in ROOMS:
        assert sum(path.startswith(room) for path in files) == 1, (op, room)
    assert op not in all_ops()
    assert LIKE[op] in all_ops()
    edits = edits_of(op)
    assert SPEC in edits
    for path, edit in edits.items():
        assert op in edited((ROOT / path).read_text(encoding="utf-8"), edit), path


def test_an_edit_adds_a_row_to_a_table() -> None:
    path = "backends/libraries/families/reductions.py"
    text = edited((ROOT / path).read_text(encoding="utf-8"), edits_of("ptp")[path])
    rows = re.findall(r'^    "(\w+)": ', text, re.MULTILINE)
    assert rows.count("ptp") == 1
    assert rows.index("ptp") == rows.index("argmax") - 1
    with pytest.raises(ValueError, match="'nowhere' 0 times, not once"):
        edited(text, "before: nowhere\nx\n")


@pytest.mark.parametrize("op", OPS)
def test_every_field_is_left_out_once(op: str) -> None:
    found = list(gaps(op))
    assert {g.path for g in found if g.text is None} == set(files_of(op))
    fields = {g.field for g in found}
    assert {"OP", "LANDMARKS", "ORACLE", "binary64" if op == "log_cosh" else "shape_rule"} <= fields
    for gap in found:
        if gap.text is not None:
            assert gap.text != (HERE / op / gap.path).read_text(encoding="utf-8"), gap.field


def test_an_error_names_the_place_and_the_field() -> None:
    gap = Gap("spec/ops/stretch.py", "drawn", "")
    assert gap.is_named("error: spec/ops/stretch.py: __init__() lacks 'drawn'")
    assert not gap.is_named("declaration spec/ops/stretch.py clauses spec/SPEC.md MISSING: drawn")
    gone = Gap("spec/ops/stretch.py", "", None)
    assert gone.is_named("error: spec/x/stretch.py: no op; declare it in spec/ops/stretch.py")
    assert not gone.is_named("declaration spec/ops/stretch.py clauses spec/SPEC.md MISSING: write")
    kernel = Gap("backends/cuda/src/kernels/moves/stretch.cu", "", None)
    assert kernel.is_named(
        "CUDA kernel backends/cuda/src/kernels/FAMILY/stretch.cu MISSING: write it"
    )


def test_a_name_that_makes_a_kernel_faster_is_no_field() -> None:
    path = "backends/c/src/kernels/log_cosh.c"
    assert "#define QUICK " in (HERE / "log_cosh" / path).read_text(encoding="utf-8")
    found = {g.field for g in gaps("log_cosh") if g.path == path}
    assert found == {"", "OP", "TO_ODD", "ERROR_F64"}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small checkout whose folders are copied, not linked."""
    root = tmp_path / "checkout"
    for name in ("spec/a.py", "spec/tests/test_a.py", "build/x", "conformance/trials/one_op/y"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    monkeypatch.setattr(tree_module, "ROOT", root)
    monkeypatch.setattr(Tree, "link", lambda self: None)
    return root


def test_a_copy_follows_the_checkout_and_keeps_what_was_made_in_it(
    small: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    first = Tree(folder)
    assert not (folder / "build/x").exists()
    assert not (folder / "conformance").exists()
    (folder / "spec/a.py").write_text("changed by a step")
    (folder / "spec/made.py").write_text("")
    assert Tree(folder).sources == first.sources
    assert (folder / "spec/a.py").read_text() == "changed by a step"
    (small / "spec/a.py").write_text("new")
    (small / "spec/tests/test_a.py").unlink()
    assert Tree(folder).sources != first.sources
    assert (folder / "spec/a.py").read_text() == "new"
    assert (folder / "spec/made.py").exists()
    assert not (folder / "spec/tests/test_a.py").exists()


def test_a_copy_has_the_lines_that_an_op_has_now(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small / SPEC).write_text("head\n- **T3.x** last\n")
    (tmp_path / "ops/ptp/spec/ops").mkdir(parents=True)
    (tmp_path / "ops/ptp/spec/ops/ptp.py").write_text("")
    monkeypatch.setattr(tree_module, "HERE", tmp_path / "ops")
    monkeypatch.setattr(tree_module, "OPS", ("ptp",))
    edit = tmp_path / f"ops/ptp/{SPEC}.edit"
    edit.write_text("before: - **T3.x**\nfirst words\n")
    Tree(tmp_path / "copy").add("ptp")
    edit.write_text("before: - **T3.x**\nother words\n")
    text = (Tree(tmp_path / "copy").folder / SPEC).read_text()
    assert text == "head\nother words\n- **T3.x** last\n"


def test_a_step_that_ended_is_repeated_when_its_rooms_have_changed(
    small: Path, tmp_path: Path
) -> None:
    tree = Tree(tmp_path / "copy")
    assert Ended(tree).found("prove", ["spec"]) is None
    Ended(tree).keep("prove", ["spec"], 7)
    (tree.folder / "spec/tests/test_a.py").write_text("tests are no part of a room")
    assert Ended(tree).found("prove", ["spec"]) == 7
    assert Ended(tree).found("judge", ["spec"]) is None
    assert Ended(tree).found("prove", ["spec", "spec/tests"]) is None
    (tree.folder / "spec/b.py").write_text("")
    assert Ended(tree).found("prove", ["spec"]) is None


def test_groups_are_compared_by_their_names() -> None:
    assert [group(name) for name in ("shape/far", "reflect/matrix", "hard")] == [
        "shape", "modes", "hard"
    ]  # fmt: skip


def test_an_op_in_a_copy_is_asked_for_what_it_lacks(tmp_path: Path) -> None:
    """One gap of each kind, in a copy without vectors. `record -- one_op` tests the other gaps."""
    for room in ("common", "spec", "oracles", "backends", "conformance", "reports", "benchmarks"):
        hidden = shutil.ignore_patterns("tests", "__pycache__", "published")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=hidden)
    shutil.copytree(ROOT / "vectors", tmp_path / "vectors", ignore=shutil.ignore_patterns("data"))
    (tmp_path / "vectors/data").mkdir()
    shutil.copytree(ROOT / "package", tmp_path / "package")
    for name in ("CONTRIBUTING.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    tree = Tree(tmp_path)
    tree.add("stretch")
    command = [sys.executable, "-m", "samebits.commands.cli", "ops", "stretch", "--files"]
    missing = [line for line in tree.run(command).stdout.splitlines() if "MISSING" in line]
    assert len(missing) == 1, missing
    assert "vectors/data/stretch/tables.z" in missing[0]
    wanted = {
        ("spec/ops/stretch.py", "drawn"),
        ("spec/ops/stretch.py", "length"),
        ("oracles/ops/stretch.py", "ROUTE"),
        ("backends/c/src/kernels/stretch.c", ".parameters"),
    }
    for gap in gaps("stretch"):
        if (gap.path, gap.field) in wanted:
            with tree.without(gap.path, gap.text):
                told = tree.run(command)
            assert told.returncode, gap
            assert gap.is_named(" ".join((told.stdout + told.stderr).split())), (gap, told)
