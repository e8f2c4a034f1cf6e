"""Test the names that `import samebits` provides, and the modules that it needs."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import samebits

ROOT = Path(__file__).parents[2]

COMPUTE = """
import sys

ALLOWED = {"samebits", "numpy", "ml_dtypes"}


class OnlyTheseTwo:
    @staticmethod
    def find_spec(name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in ALLOWED and top not in sys.stdlib_module_names and top[0] != "_":
            raise ModuleNotFoundError(f"{name} is not needed to compute")


sys.meta_path.insert(0, OnlyTheseTwo)
import numpy as np
from samebits.backends import discovery, executor
from samebits.spec.catalog import get_op

for name, device in (("c", "baseline"), ("numpy", "cpu")):
    with discovery.load(name).open(device) as session:
        call = get_op("add").call(["f32", "f32"])
        one = np.ones(3, np.float32)
        (two,) = executor.execute(session, call, [one, one])
        print(name, two.tolist())
"""


def python(program, cwd):
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=cwd, env=os.environ.copy(), capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


ROOMS = {
    *("backends", "benchmarks", "common", "conformance", "docs", "examples", "frontends"),
    *("oracles", "package", "reports", "spec", "vectors"),
}


def test_the_version_is_that_of_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert samebits.__version__ == project["version"]


def test_a_folder_of_the_same_name_shadows_nothing(tmp_path):
    stranger = tmp_path / "samebits" / "spec"
    stranger.mkdir(parents=True)
    (stranger / "__init__.py").write_text("raise SystemExit('this is a stranger')\n")
    ended = python("import samebits.spec; print(samebits.spec.__file__)", tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert not Path(ended.stdout.strip()).is_relative_to(tmp_path)


def test_a_backend_computes_with_numpy_and_ml_dtypes_alone(tmp_path):
    ended = python(COMPUTE, tmp_path)
    assert ended.stdout == "c [2.0, 2.0, 2.0]\nnumpy [2.0, 2.0, 2.0]\n", ended.stderr


def test_the_top_of_the_checkout_holds_what_is_known_and_no_built_file_is_committed():
    # there is no .git in an export, or in a copy within a checkout
    if not (ROOT / ".git").exists():
        pytest.skip("what is committed is not looked at: this is no checkout of git")
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    files = [Path(name) for name in done.stdout.split("\0") if name]
    pages = "CHANGELOG.md CONTRIBUTING.md LICENSE README.md noxfile.py pyproject.toml"
    kept = ".ci .clang-format .gitattributes .github .gitignore"
    assert {path.parts[0] for path in files} == {*ROOMS, *f"{pages} {kept}".split()}
    built = {".whl", ".so", ".o", ".a", ".pyc", ".zip"}
    assert [path for path in files if path.suffix in built] == []


MOST_LINES = 400
HAND_WRITTEN = (".py", ".c", ".h", ".cu", ".cuh", ".cpp", ".hpp", ".js", ".css", ".sh")
MADE = "do not edit"


def test_no_file_of_source_that_is_written_by_hand_is_above_400_lines():
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    written = (path for path in found if path.suffix in HAND_WRITTEN)
    files = [path for path in written if "build" not in path.relative_to(ROOT).parts]
    assert len(files) > 1000
    long = {}
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > MOST_LINES and MADE not in lines[0]:
            long[path.relative_to(ROOT).as_posix()] = len(lines)
    assert not long, "split what holds two ideas"
