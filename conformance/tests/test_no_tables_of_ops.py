"""Tests that op names are in the ops' own files and rows, and not in any other table.

The record of an op is a file of its own, or one row of a table in a folder of tables. A contributor
writes the name only there. Any other table would be one more list to edit for each new op.

A table is one literal that names more than MOST ops. A list, set or tuple counts by its elements, a
dict by its keys, `dict(...)` by its keywords, and a text that is split by its words. In code that
ships, rows count too: a list of tuples that each name an op, or a dict whose values do. In tests,
rows are examples with numbers for their op, so only a list of adjacent names is a table there. The
TOML files of the rooms are read like code. Data that programs write is not a table. All rooms and
their tests are searched.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samebits.conformance.op_listing.op_files import OPTIONAL, root_of
from samebits.spec.catalog import all_ops

ROOMS = ("spec", "oracles", "vectors", "backends", "conformance", "reports", "benchmarks")

OWN = ("ops", "compositions")
"""Folders with one file for each op, named after the op."""

TABLES = {each.folder: each.table for each in OPTIONAL if each.table}
"""Folders with one row for each op, and the name of the mapping that their modules define."""

ALLOWED = {
    "backends/numerics/coefficients/families/enclosed_exp.py": (
        "the errors, as measured, of the functions that share two tables of powers of 2: together"
        " they decide the width of one interval"
    ),
    "backends/cuda/tests/test_enclosed.py": "the scales that the kernels of this test are made for",
    "benchmarks/growing/work.py": (
        "shape rules, some of which have the name of an op: a new op has the work of its rule, and"
        " a rule without an entry has work that is linear"
    ),
    "benchmarks/gpu/estimates.toml": "what was expected on paper before anything was measured",
    "benchmarks/notes.toml": "what was tried where a function misses its target, as text",
    "conformance/tests/fakes.py": "all that the fake backends compute",
    "conformance/trials/judge_mutants/operators.py": "functions of Python, not ops",
    "oracles/hard_in_binary64.py": "operands that others have published, each with its function",
    "oracles/numpy_route/activations_route.py": "their exact functions need the oracles' packages",
    "oracles/numpy_route/binary64_route.py": (
        "what makes a function quick where a long double has 64 bits; any other op is answered too"
    ),
    "oracles/numpy_route/two_operands_route.py": "their exact functions need the oracles' packages",
    "spec/families/initial_values.py": (
        "the words that torch.nn.init takes for a gain, each with its number: the choices of one"
        " attribute, as that library closed them; a new op is none of them, whatever its name"
    ),
}
"""Files that may have a table, with the reason.

A new op needs no edit in any of them.
"""

MOST = 2
"""The largest number of op names in one literal that is not a table."""


def named(values: list[Any]) -> set[str]:
    """Return the names of ops among some expressions."""
    found = (v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str))
    return {name for name in found if name in all_ops()}


def entries(node: ast.AST) -> list[Any]:
    """Return the elements or keys of a literal, the words of a split text, or the keywords."""
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key is not None]
    if isinstance(node, ast.List | ast.Set | ast.Tuple):
        return node.elts
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name) and function.id == "dict":
            return [ast.Constant(keyword.arg) for keyword in node.keywords]
        if isinstance(function, ast.Attribute) and function.attr == "split":
            text = function.value
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                return [ast.Constant(word) for word in text.value.split()]
    return []


def rows(node: ast.AST) -> list[Any]:
    """Return the entries of all rows of a literal."""
    values = [*entries(node), *(node.values if isinstance(node, ast.Dict) else [])]
    return [part for value in values for part in entries(value)]


def own_rows(module: ast.Module, table: str) -> ast.AST | None:
    """Return the literal that a module assigns to the name `table`, or None."""
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == table:
            return node.value
    return None


def tables(path: Path, table: str = "") -> Iterator[str]:
    """Yield the tables of a file with their line numbers, except for its own rows."""
    is_test = "tests" in path.parts
    module = ast.parse(path.read_text(encoding="utf-8"))
    own = own_rows(module, table)
    for node in ast.walk(module):
        if node is own:
            continue
        names = named(entries(node)) | (set() if is_test else named(rows(node)))
        if len(names) > MOST:
            yield f"line {getattr(node, 'lineno', 0)}: {', '.join(sorted(names)[:4])}"


def tables_of_toml(path: Path) -> Iterator[str]:
    """Yield the tables of a TOML file: its keys, and the elements of its lists."""
    waiting: list[Any] = [tomllib.loads(path.read_text(encoding="utf-8"))]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            names = {name for name in value if isinstance(name, str) and name in all_ops()}
            waiting += value.values() if isinstance(value, dict) else value
            if len(names) > MOST:
                yield ", ".join(sorted(names)[:4])


@pytest.mark.parametrize("room", ROOMS)
def test_an_op_is_named_in_its_own_file_and_in_no_table(room: str) -> None:
    root = root_of(room)
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.toml"))):
        name = f"{room}/{path.relative_to(root).as_posix()}"
        if path.parent.name in OWN or path.name == Path(__file__).name:
            continue
        own = TABLES.get(f"{room}/{path.parent.relative_to(root).as_posix()}", "")
        found = list(tables(path, own) if path.suffix == ".py" else tables_of_toml(path))
        if name in ALLOWED:
            assert found, f"{name} has no table any more: take it off the list"
        else:
            assert not found, f"{name}: {found}; say it in the op's file or row, or ask it"


@pytest.mark.parametrize("folder", TABLES)
def test_an_op_has_at_most_one_row_in_a_folder_of_tables(folder: str) -> None:
    room, rest = folder.split("/", 1)
    rows: list[str] = []
    for path in sorted((root_of(room) / rest).glob("*.py")):
        own = own_rows(ast.parse(path.read_text(encoding="utf-8")), TABLES[folder])
        assert (own is None) == (path.name == "__init__.py"), f"{path} has no {TABLES[folder]}"
        rows += [ast.literal_eval(key) for key in entries(own)] if own is not None else []
    assert rows
    assert not {row for row in rows if rows.count(row) > 1}
    assert set(rows) <= all_ops().keys()


def test_the_rows_of_a_folder_of_tables_are_no_list_and_other_lists_beside_them_are(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.py"
    path.write_text('ROWS: X = {"exp": 1, "log": 2, "sin": 3}\n')
    assert not list(tables(path, "ROWS"))
    assert list(tables(path, "PEERS")) == ["line 1: exp, log, sin"]
    path.write_text('ROWS: X = {"exp": 1, "log": ("sin", "cos", "tan")}\n')
    assert list(tables(path, "ROWS")) == ["line 1: cos, sin, tan"]
    path.write_text('ROWS: X = {"exp": 1}\nOTHERS: X = {"exp": 1, "log": 2, "sin": 3}\n')
    assert list(tables(path, "ROWS")) == ["line 2: exp, log, sin"]


@pytest.mark.parametrize("name", ALLOWED)
def test_a_file_with_a_table_is_there(name: str) -> None:
    room, rest = name.split("/", 1)
    assert (root_of(room) / rest).is_file(), f"{name} is gone: take it off the list"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('X = ("exp", "log", "sin")', True),
        ('X = {"exp": 1, "log": 2, "sin": 3}', True),
        ('X = frozenset(["exp", "log", "sin"])', True),
        ('X = "exp log sin".split()', True),
        ("X = dict(exp=1, log=2, sin=3)", True),
        ('X = [("exp", 1), ("log", 2), ("sin", 3)]', True),
        ('X = {"a": ("exp", "log"), "b": ("sin", 1)}', True),
        ('X = ("exp", "log"); Y = ["sin", "cos"]', False),
        ('X = ("red", "green", "blue")', False),
        ('X = [row("exp", 1), row("log", 2), row("sin", 3)]', False),
    ],
)
def test_a_table_is_seen(tmp_path: Path, text: str, seen: bool) -> None:
    (tmp_path / "a.py").write_text(text)
    assert bool(list(tables(tmp_path / "a.py"))) == seen


def test_in_tests_rows_are_examples_and_names_side_by_side_are_a_table(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    path = tmp_path / "tests" / "test_a.py"
    path.write_text('X = [("exp", 1), ("log", 2), ("sin", 3)]')
    assert not list(tables(path))
    path.write_text('X = ["exp", "log", "sin"]')
    assert list(tables(path)) == ["line 1: exp, log, sin"]


def test_a_table_in_toml_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('[[row]]\nops = ["exp", "log", "sin"]\n')
    assert list(tables_of_toml(path)) == ["exp, log, sin"]
    path.write_text('exp = "a"\nlog = "b"\n')
    assert not list(tables_of_toml(path))
