"""Data flows one way through the rooms: no import runs back, and judging needs no oracle."""

import ast
from pathlib import Path

import pytest

ROOMS = Path(__file__).parents[2]
MAY_IMPORT = {
    "spec": set(),
    "oracles": {"spec"},
    "vectors": {"spec", "oracles"},
    "backends": {"spec"},
    "conformance": {"spec", "oracles", "vectors", "backends"},
    "reports": {"spec", "conformance", "oracles", "vectors", "backends"},
    "benchmarks": {"spec", "oracles", "vectors", "backends", "conformance", "reports"},
}
ORACLE_PACKAGES = {"mpmath", "flint", "gmpy2"}
TOOLS = "backends/numerics/coefficients/"
"""Run by hand when a table is made anew; nothing else imports them."""


def files(room):
    """The modules of a room; tests aside, which may use what they test against."""
    return sorted(
        p for p in (ROOMS / room).rglob("*.py") if "tests" not in p.relative_to(ROOMS).parts
    )


def imports(path):
    """(module, whether at the top level) for every import in a file."""
    tree = ast.parse(path.read_text(), str(path))
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module or ""]
            if node.module == "samebits":
                names = [f"samebits.{alias.name}" for alias in node.names]
        for name in names:
            yield name, id(node) in top


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_no_import_runs_back(room):
    assert files(room)
    for path in files(room):
        for name, _ in imports(path):
            parts = name.split(".")
            if parts[0] == "samebits" and parts[1] != room:
                assert parts[1] in MAY_IMPORT[room], f"{path} imports {name}"


@pytest.mark.parametrize("room", ["spec", "backends", "conformance", "reports"])
def test_judging_needs_no_package_of_the_oracles(room):
    for path in files(room):
        if path.relative_to(ROOMS).as_posix().startswith(TOOLS):
            continue
        for name, top in imports(path):
            root = name.split(".")[0]
            assert root not in ORACLE_PACKAGES, f"{path} imports {name}"
            assert not (top and name.startswith("samebits.oracles")), f"{path} imports {name} early"


def test_a_backend_imports_nothing_of_the_judge_or_the_oracles():
    for path in files("backends"):
        for name, _ in imports(path):
            assert not name.startswith(("samebits.oracles", "samebits.vectors")), path
