"""Test the C++ example: it reads the files without samebits, and detects a wrong function."""

from __future__ import annotations

import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from samebits.vectors.part import path_of
from samebits.vectors.reader import ROOM, Vectors
from samebits.vectors.schema import Stored

PROGRAM = Path(__file__).parents[2] / "examples" / "read_vectors.cpp"
STRICT = ("-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off")
ROOT = "x = std::sqrt(x);"
SUM = "float y; std::memcpy(&y, &operands[1], sizeof y); x += y;"


def compiled(folder: Path, line: str = "", instead: str = "") -> Path:
    """Compile the example, with the text `line` replaced by `instead`, and return the program."""
    text = PROGRAM.read_text()
    assert line in text
    (folder / "read.cpp").write_text(text.replace(line, instead, 1) if line else text)
    subprocess.run(["c++", *STRICT, "read.cpp", "-o", "read"], cwd=folder, check=True, timeout=300)
    return folder / "read"


def run(program: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), str(folder)], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("example"))


def summary(vectors: Vectors, op: str, wrong: int) -> str:
    """Return the expected last line of the program's output, with counts from the Python reader."""
    cases = [
        case
        for case in vectors.cases(ops=[op], level="exhaustive")
        if case.id.startswith(f"{op}/f32/")
    ]
    stored = [
        case
        for case in cases
        if all(isinstance(x, Stored) for x in (*case.record.inputs, *case.record.outputs))
    ]
    questions = sum(case.elements() for case in stored)
    assert questions
    return f"{questions} questions, {wrong} wrong; {len(cases) - len(stored)} cases left out\n"


def test_it_has_at_most_150_lines_of_100_columns() -> None:
    lines = PROGRAM.read_text().splitlines()
    assert len(lines) <= 150
    assert max(map(len, lines)) <= 100


def test_it_includes_the_standard_library_alone() -> None:
    included = [x for x in PROGRAM.read_text().splitlines() if x.startswith("#include")]
    assert all(line.startswith("#include <") and ".h" not in line for line in included)


def test_every_question_about_a_square_root_is_answered(example: Path, vectors: Vectors) -> None:
    ended = run(example, path_of(ROOM, "sqrt"))
    assert (ended.stdout, ended.returncode) == (summary(vectors, "sqrt", 0), 0)


def test_a_function_of_two_operands_takes_the_place_of_the_one(
    tmp_path: Path, vectors: Vectors
) -> None:
    ended = run(compiled(tmp_path, ROOT, SUM), path_of(ROOM, "add"))
    assert (ended.stdout, ended.returncode) == (summary(vectors, "add", 0), 0)


def test_a_wrong_function_is_told_by_case_and_bits(tmp_path: Path) -> None:
    ended = run(compiled(tmp_path, "0x7fc00000", "0x7fc00001"), path_of(ROOM, "sqrt"))
    assert ended.returncode == 1
    assert "exponents: 7fc00000, not 7fc00001\n" in ended.stdout
    assert ended.stdout.count("\n") == 11


@pytest.mark.parametrize(
    ("level", "strategy"),
    [(0, zlib.Z_DEFAULT_STRATEGY), (9, zlib.Z_FIXED)],
    ids=["stored", "fixed"],
)
def test_every_kind_of_block_is_unpacked(
    example: Path, vectors: Vectors, tmp_path: Path, level: int, strategy: int
) -> None:
    folder = tmp_path / "sqrt"
    shutil.copytree(path_of(ROOM, "sqrt"), folder)
    for name in ("tables.z", "values.z"):
        packer = zlib.compressobj(level, zlib.DEFLATED, 15, 9, strategy)
        content = zlib.decompress((folder / name).read_bytes())
        (folder / name).write_bytes(packer.compress(content) + packer.flush())
    ended = run(example, folder)
    assert (ended.stdout, ended.returncode) == (summary(vectors, "sqrt", 0), 0)


def test_a_damaged_file_is_an_error(example: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sqrt"
    shutil.copytree(path_of(ROOM, "sqrt"), folder)
    good = (folder / "values.z").read_bytes()
    for at in range(2, len(good), len(good) // 16):
        (folder / "values.z").write_bytes(good[:at] + bytes([good[at] ^ 16]) + good[at + 1 :])
        ended = run(example, folder)
        assert ended.returncode == 2
        assert ended.stderr.startswith("error: ")
    ended = run(example, tmp_path / "none")
    assert ended.stderr == f"error: {tmp_path / 'none'}/manifest.json cannot be read\n"


def test_the_commands_of_the_page_compile_and_run_it(tmp_path: Path) -> None:
    page = (ROOM / "README.md").read_text()
    (command,) = [line.strip() for line in page.splitlines() if line.startswith("    c++ ")]
    assert command in PROGRAM.read_text()
    (tmp_path / "examples").mkdir()
    shutil.copy(PROGRAM, tmp_path / "examples")
    shutil.copytree(path_of(ROOM, "sqrt"), path_of(tmp_path / "vectors", "sqrt"))
    subprocess.run(command, shell=True, cwd=tmp_path / "examples", check=True, timeout=300)
