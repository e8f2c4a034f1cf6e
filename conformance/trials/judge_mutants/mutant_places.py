"""The functions of a file, with digests that depend on their code but not on their prose.

Comments, docstrings, layout and the wording of errors do not count. The record of mutants therefore
stays valid when text is rewritten.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Place:
    """An outermost function or method.

    `lines` are the lines of the file that contain its code, without docstrings, comments and empty
    lines. Each item is one line number, or all line numbers of a `raise` statement.
    """

    name: str
    digest: str
    lines: tuple[tuple[int, ...], ...]


def functions(text: str) -> list[Place]:
    """Return the outermost functions and methods of a file, in order."""
    return [
        Place(name, digest_of_code(node), tuple(_code_lines(node)))
        for name, node in _outermost(ast.parse(text).body, ())
    ]


def digest_of_code(*nodes: ast.AST) -> str:
    """Return a short digest of the code of the nodes, without their prose."""
    return _short("\n".join(ast.unparse(_WithoutProse().visit(copy.deepcopy(n))) for n in nodes))


class _WithoutProse(ast.NodeTransformer):
    """Removes docstrings, and replaces each string in a `raise` statement by an empty string."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if _is_prose(node) else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return _WithoutStrings().generic_visit(node)


class _WithoutStrings(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Constant:
        return ast.Constant("")


def _is_prose(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _code_lines(function: ast.AST) -> list[tuple[int, ...]]:
    """Return the lines on which nodes of the function begin or end. Prose is left out."""
    single: set[int] = set()
    raised: set[tuple[int, ...]] = set()
    nodes = [function]
    while nodes:
        node = nodes.pop()
        if _is_prose(node):
            continue
        if isinstance(node, ast.Raise):
            raised.add(tuple(range(node.lineno, _end(node) + 1)))
            continue
        if isinstance(node, ast.stmt | ast.expr):
            single |= {node.lineno, _end(node)}
        nodes += ast.iter_child_nodes(node)
    return sorted(raised | {(line,) for line in single.difference(*raised)})


def _end(node: ast.stmt | ast.expr) -> int:
    return node.end_lineno or node.lineno


@lru_cache(maxsize=1024)
def _tests_of(text: str) -> dict[str, str]:
    """Return a digest for each test function of a file.

    A digest covers the code of the test and the code that all tests of the file share. The key ""
    has a digest of the whole file.
    """
    body = [n for n in ast.parse(text).body if not isinstance(n, ast.Import | ast.ImportFrom)]
    tests = [n for n in body if isinstance(n, _FUNCTION) and n.name.startswith("test")]
    shared = digest_of_code(*(node for node in body if node not in tests and not _is_prose(node)))
    return {node.name: _short(f"{shared} {digest_of_code(node)}") for node in tests} | {
        "": _short(text)
    }


def digest_of_test(root: Path, test: str) -> str:
    """Return the digest of a test's function and of its file, without other tests and imports.

    A new test in a file therefore does not change the digests of the other tests. Returns "" if the
    file does not exist.
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


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
