"""The text of a module that decides what it does: without docstrings, comments and empty lines.

A digest of such texts stays when prose is edited.
"""

from __future__ import annotations

import ast
from pathlib import Path


def code_text(path: Path) -> bytes:
    """Return the text of a Python file without strings and comments that stand on their own lines.

    A comment behind code stays. The result is the same under every version of Python. A file that
    is no Python file is returned whole.
    """
    if path.suffix != ".py":
        return path.read_bytes()
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    removed: set[int] = set()
    inside: set[int] = set()  # lines that begin inside a string: `#` begins no comment there
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and _is_string(node.value):
            if _stands_alone(node, lines):
                removed.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.JoinedStr | ast.Constant):
            inside.update(range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
    kept = [
        line
        for number, line in enumerate(lines, 1)
        if number not in removed
        and (number in inside or (line.strip() and not line.lstrip().startswith("#")))
    ]
    return "".join(f"{line}\n" for line in kept).encode()


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _stands_alone(node: ast.Expr, lines: list[str]) -> bool:
    """Whether nothing else is on the lines of a statement."""
    first, last = lines[node.lineno - 1].encode(), lines[(node.end_lineno or 1) - 1].encode()
    return not first[: node.col_offset].strip() and not last[node.end_col_offset :].strip()
