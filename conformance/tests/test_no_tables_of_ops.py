"""No table of op names outside the ops' own files, in the rooms that a new op goes through."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from samebits.conformance.op_files import root_of
from samebits.spec.catalog import all_ops

ALLOWED = {
    "oracles/numpy_route/activations.py": "their exact functions need the oracles' packages",
    "oracles/numpy_route/two_operands.py": "their exact functions need the oracles' packages",
    "vectors/answers.py": "where an argument about double rounding has been made, op by op",
    "vectors/plans/real.py": "cases from networks, which have ops of their own",
    "vectors/search/pairs.py": "searches that are written for one function each",
}
"""Files with a table, and why; whoever adds an op has none of them to edit."""

MOST = 2
"""Names of ops in one literal that are no table yet."""


def tables(path: Path) -> list[str]:
    """The literals of a file that hold more than MOST names of ops."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        names = {p.value for p in parts if isinstance(p, ast.Constant) and p.value in all_ops()}
        if len(names) > MOST:
            found.append(f"line {getattr(node, 'lineno', 0)}: {sorted(names)[:4]}")
    return found


@pytest.mark.parametrize("room", ["spec", "oracles", "vectors"])
def test_an_op_is_named_in_its_own_file_and_in_no_table(room: str) -> None:
    root = root_of(room)
    for path in sorted(root.rglob("*.py")):
        name = f"{room}/{path.relative_to(root).as_posix()}"
        if "tests" in path.parts or path.parent.name == "ops":
            continue
        found = tables(path)
        if name in ALLOWED:
            assert found, f"{name} has no table any more: take it off the list"
        else:
            assert not found, f"{name}: {found}; say it in the op's own file"


def test_a_table_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('X = {"exp": 1, "log": 2, "sin": 3}\nY = ("exp", "log")\n')
    assert tables(tmp_path / "a.py") == ["line 1: ['exp', 'log', 'sin']"]
