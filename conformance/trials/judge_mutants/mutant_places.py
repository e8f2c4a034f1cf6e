"""Where the functions of a file stand, and the digests that tell whether one has changed."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Place:
    """An outermost function or method: its name in the file, the digest of its text, its lines."""

    name: str
    digest: str
    first: int
    last: int


def functions(text: str) -> list[Place]:
    """The functions and methods of a file that stand in no other function, in their order."""
    lines = text.split("\n")
    return [
        Place(name, _digest(lines, node.lineno, node.end_lineno), node.lineno, _end(node))
        for name, node in _outermost(ast.parse(text).body, ())
    ]


@lru_cache(maxsize=1024)
def _tests_of(text: str) -> dict[str, str]:
    """For each function of a file of tests the digest of all that it is made of."""
    lines = text.split("\n")
    body = [n for n in ast.parse(text).body if not isinstance(n, ast.Import | ast.ImportFrom)]
    tests = [n for n in body if isinstance(n, _FUNCTION) and n.name.startswith("test")]
    shared = " ".join(
        _digest(lines, _start(node), node.end_lineno) for node in body if node not in tests
    )
    return {
        node.name: _short(f"{shared} {_digest(lines, _start(node), node.end_lineno)}")
        for node in tests
    } | {"": _short(text)}


def digest_of_test(root: Path, test: str) -> str:
    """Digest of a test: of its function, and of what its file holds besides tests and imports.

    So a test that is added to a file changes none of the others. "" where there is no such file.
    """
    name, _, rest = test.partition("::")
    path = root / name
    if not path.is_file():
        return ""
    known = _tests_of(path.read_text())
    return known.get(rest.split("[")[0], known[""])


def _outermost(
    body: Sequence[ast.stmt], names: tuple[str, ...]
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in body:
        if isinstance(node, _FUNCTION):
            yield ".".join((*names, node.name)), node
        elif isinstance(node, ast.ClassDef):
            yield from _outermost(node.body, (*names, node.name))


def _digest(lines: Sequence[str], first: int, last: int | None) -> str:
    return _short("\n".join(lines[first - 1 : last]))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _start(node: ast.stmt) -> int:
    """The first line, that of a decorator where there is one."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(d.lineno for d in decorators)])


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
