"""Find the tests of this repository that name a rule in their name or in their docstring.

For example, `test_D1_4_check_values` names D1.4. A docstring names rules in the form `P2.1,
P2.fail: ...`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.conformance.op_listing.op_files import root_of
from samebits.spec.documents.rules import Rule

ROOMS = ("spec", "oracles", "vectors", "backends", "conformance", "reports", "benchmarks")

_NUMBER = re.compile(r"\b[A-Z]\d+(?:\.\w+)+\b")


@dataclass(frozen=True, slots=True)
class Test:
    """A test: the path of its file relative to the root of the repository, and its name."""

    path: str
    name: str

    def __str__(self) -> str:
        return f"{self.path}::{self.name}"


def naming_tests(
    numbers: Collection[str], files: Collection[tuple[str, str]]
) -> dict[str, list[Test]]:
    """Return the tests that name each rule. `files` are pairs of path and text."""
    found: dict[str, list[Test]] = defaultdict(list)
    for path, text in files:
        for node in _functions(text):
            named = {n.rstrip(".") for n in _NUMBER.findall(ast.get_docstring(node) or "")}
            named.add(_in_name(node.name, numbers))
            for number in sorted(named & set(numbers)):
                found[number].append(Test(path, node.name))
    return dict(found)


def _functions(text: str) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _in_name(name: str, numbers: Collection[str]) -> str:
    """Return the longest rule number with which the name of a test begins."""
    parts = name.removeprefix("test_").split("_")
    every = [".".join(parts[: i + 1]) for i in range(len(parts))]
    return next((number for number in reversed(every) if number in numbers), "")


@cache
def files_of_tests() -> tuple[tuple[str, str], ...]:
    """Return pairs (path, text) of the test files of all rooms.

    Paths are relative to the root of the repository.
    """
    found: list[tuple[str, str]] = []
    for room in ROOMS:
        root = root_of(room)
        paths = sorted(root.rglob("test_*.py"))
        found += [(f"{room}/{p.relative_to(root).as_posix()}", p.read_text()) for p in paths]
    return tuple(found)


def with_tables(rules: Collection[Rule]) -> Mapping[str, str]:
    """Return a mapping from each rule that is a table row to the rule that precedes its table."""
    found, last = {}, ""
    for rule in rules:
        if rule.text.startswith("| rule |"):
            found[rule.number] = last
        else:
            last = rule.number
    return found


def root_folder() -> Path:
    """Return the folder that contains the rooms."""
    return root_of("spec").parent
