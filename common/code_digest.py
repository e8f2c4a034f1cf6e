"""A digest of code that ignores comments, docstrings and the place of a file.

    python -I common/code_digest.py FOLDER MACRO OUTPUT

writes a header that defines MACRO as the digest of the files that FOLDER/digested.txt lists. CMake
runs this before samebits is installed, so this module imports only the standard library.

Two states of a file have the same digest if they differ only in the following:

- Python: comments, docstrings and other strings that are statements, empty lines, blanks at the end
  of a line, the order and place of imports, and the folders of an imported module within its room
  (`samebits.ROOM.anything.module`). The strings, parentheses, commas and lines of a `raise`
  statement do not count either, because the wording of an error is no result.
- C, C++ and CUDA: comments, the number of blanks and of empty lines, continued lines, and the
  folders of an included file except the last (`#include "a/folder/file.h"`). The last folder counts
  because some folders hold files of the same name.
- CMake: comments, the number of blanks, and empty lines.

For any other file, and for a file that cannot be parsed, all bytes count. The digest is the same
under every version of Python that can parse the files.
"""

from __future__ import annotations

import ast
import bisect
import hashlib
import io
import itertools
import os
import re
import sys
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path

LISTED = "digested.txt"
"""The name of a file that lists the files of a folder's digest, one glob pattern on each line."""

_C = (".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".cuh", ".inc")
_FIRST_PARTY = "samebits"
_UNREADABLE = (
    *(SyntaxError, ValueError, LookupError, RecursionError, MemoryError),
    tokenize.TokenError,
)
"""Errors from parsing a file that is not Python, or that needs a later version of Python."""

Span = tuple[int, int]


def listed(folder: Path) -> list[Path]:
    """Return the files that digested.txt in `folder` lists. Raises OSError if it is missing."""
    lines = (folder / LISTED).read_text(encoding="utf-8").splitlines()
    globs = [line for line in lines if line and not line.startswith("#")]
    return sorted({path for glob in globs for path in folder.glob(glob)})


def digest_of_code(contents: Iterable[tuple[str, bytes]]) -> str:
    """Return the digest of files, given as pairs of base name and content.

    It is the SHA-256 over the sorted lines `SHA-256 of code_text  base name`.
    """
    lines = [f"{_sha256(code_text(name, content))}  {name}\n" for name, content in contents]
    return _sha256("".join(sorted(lines)).encode())


def code_text(name: str, content: bytes) -> bytes:
    """Return the part of a file's content that counts for its digest.

    The suffix of `name` determines the language.
    """
    suffix = Path(name).suffix
    if suffix in (".py", ".pyi"):
        try:
            return _python(content).encode()
        except _UNREADABLE:
            return content
    if suffix in _C:
        return _spaced(_C_TOKEN, _C_GAP, content)
    if suffix == ".cmake" or name == "CMakeLists.txt":
        return _spaced(_CMAKE_TOKEN, _CMAKE_REMARK, content)
    return content


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _python(content: bytes) -> str:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
    text = content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    # Parsing the file may cause warnings, for example about an invalid escape sequence in a string.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text, newline="\n").readline))
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    removed = [_span(node, lines, starts) for node in (*nodes, *_prose(tree))]
    raises = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    errors = sorted(_after_keyword(_span(node, lines, starts)) for node in raises)
    removed += errors
    for token in tokens:
        if token.type == tokenize.COMMENT:  # a comment is the end of its line
            end = starts[token.start[0]] - 1
            removed.append((end - len(token.string), end))
    modules = _modules(tree)
    imports = sorted({entry for node in nodes for entry in _entries(node, modules)})
    kept = "".join(_kept(text, starts, removed, _inside_strings(tokens)))
    return kept + "\0".join(imports) + "\1".join(_error_tokens(tokens, starts, errors))


def _prose(tree: ast.Module) -> Iterator[ast.Expr]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node


def _span(node: ast.stmt, lines: list[str], starts: list[int]) -> Span:
    """Return the first and last offset of a statement in the text. AST columns are in bytes."""
    ends = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    first, last = (
        starts[line - 1] + len(lines[line - 1].encode()[:column].decode()) for line, column in ends
    )
    return first, last


def _after_keyword(span: Span) -> Span:
    return span[0] + len("raise"), span[1]


def _error_tokens(
    tokens: list[tokenize.TokenInfo], starts: list[int], errors: list[Span]
) -> Iterator[str]:
    """Yield the tokens in each span of `errors` (sorted), without strings and punctuation."""
    found: list[list[str]] = [[] for _ in errors]
    firsts = [first for first, _ in errors]
    depth = 0  # the nesting depth of f-strings
    for token in tokens:
        name = tokenize.tok_name[token.type]
        depth += name.endswith("STRING_START")
        if depth == 0 and token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.OP):
            place = starts[token.start[0] - 1] + token.start[1]
            at = bisect.bisect_right(firsts, place) - 1
            if at >= 0 and place < errors[at][1] and token.string not in "(),":
                found[at].append(token.string)
        depth -= name.endswith("STRING_END")
    return map(" ".join, found)


def _inside_strings(tokens: list[tokenize.TokenInfo]) -> set[int]:
    """Return the numbers of the lines (counted from 1) whose end is inside a string.

    Python 3.12 and later split an f-string into tokens, from FSTRING_START to FSTRING_END.
    """
    inside: set[int] = set()
    opened: list[int] = []
    for token in tokens:
        name = tokenize.tok_name[token.type]
        if name.endswith("STRING_START"):
            opened.append(token.start[0])
        elif name.endswith("STRING_END"):
            inside.update(range(opened.pop(), token.end[0]))
        elif token.type == tokenize.STRING:
            inside.update(range(token.start[0], token.end[0]))
    return inside


def _kept(text: str, starts: list[int], removed: list[Span], inside: set[int]) -> Iterator[str]:
    """Yield the lines of a text without the removed spans. Lines that become empty are omitted."""
    stays = bytearray(b"\1" * (len(text) + 1))
    for first, last in removed:
        stays[first:last] = bytes(last - first)
    for number, (start, end) in enumerate(itertools.pairwise(starts), 1):
        line, here = text[start:end], stays[start:end]
        if 0 in here:
            line = "".join(itertools.compress(line, here))
        line = line.removesuffix("\n")
        if number in inside and here[-1]:
            yield f"{line}\n"
        elif line.strip():
            yield f"{line.rstrip()}\n"


def _modules(tree: ast.Module) -> set[str]:
    """Return the names that occur only before a dot. If such a name is imported, it is a module.

    The statement `from samebits.a.b import c` does not show whether c is a module, and the answer
    must not depend on other files.
    """
    dotted: set[str] = set()
    alone: set[str] = set()
    owners = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (dotted if id(node) in owners else alone).add(node.id)
    return {name for name in dotted - alone if name.islower()}


def _entries(node: ast.Import | ast.ImportFrom, modules: set[str]) -> Iterator[str]:
    """Yield a text for each name that a statement imports, without the folders within a room."""
    for alias in node.names:
        known_as = f" as {alias.asname}" if alias.asname else ""
        if isinstance(node, ast.Import):
            yield f"import {_shortened(alias.name)}{known_as}"
            continue
        module = "." * bool(node.level) + (node.module or "")
        own = node.level > 0 or module.partition(".")[0] == _FIRST_PARTY
        if own and (alias.asname or alias.name) in modules:
            module = _shortened(f"{module}.{alias.name}")
            yield f"from {module.rpartition('.')[0]} import {alias.name}{known_as}"
        else:
            yield f"from {_shortened(module)} import {alias.name}{known_as}"


def _shortened(module: str) -> str:
    """Return a module's name without the folders inside its room.

    `samebits.room.a.b.module` becomes `samebits.room.module`. Names of other packages are
    unchanged.
    """
    first, *rest = module.split(".")
    if first and first != _FIRST_PARTY:
        return module
    kept = 1 if first else 0  # the room's name is kept, except in a relative import
    return ".".join([first, *rest[:kept], *rest[kept:][-1:]])


_REMARK = rb"/(?:\\\n)*(?:/(?:\\[ \t]*\n|[^\n])*|\*.*?(?:\*(?:\\\n)*/|\Z))"
_SPLICE = rb"\\[ \t]*\n"
_C_TOKEN = (
    rb"""(?x)(?P<space>(?:[ \t\f\v\n]+|"""
    + _SPLICE
    + rb"|"
    + _REMARK
    + rb""")+)
    | \#[ \t]*include[ \t]*"(?P<folder>(?:[^"/\n]*/)+)[^"/\n]+/[^"/\n]*"
    | (?:u8|u|U|L)?R"(?P<mark>[^ ()\\\t\v\f\n]{0,16})\(.*?\)(?P=mark)"
    | \.?[0-9](?:[eEpP][+-]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*  # with separators, as 1'000
    | [A-Za-z_][0-9A-Za-z_]*
    | "(?:\\.|[^"\\\n])*"
    | '(?:\\.|[^'\\\n])*'
    """
)
_C_GAP = _SPLICE + rb"|" + _REMARK

_CMAKE_REMARK = rb"\#\[(?P<level>=*)\[.*?\](?P=level)\]|\#[^\n]*"
_CMAKE_TOKEN = (
    rb"(?x)(?P<space>(?:[ \t\n]+|"
    + _CMAKE_REMARK
    + rb""")+)
    | "(?:\\.|[^"\\])*"
    | \[(?P<mark>=*)\[.*?\](?P=mark)\]
    | \\.
    """
)


def _spaced(token: bytes, gap: bytes, content: bytes) -> bytes:
    """Return C or CMake code with each run of blanks and comments replaced by a newline or a blank.

    The pattern `token` matches these runs, and also everything in which a comment cannot begin. The
    pattern `gap` matches the comments and continued lines within a run.
    """
    gaps = re.compile(gap, re.DOTALL)

    def put(match: re.Match[bytes]) -> bytes:
        if match["space"] is None:
            folder = match.groupdict().get("folder")
            return match[0].replace(folder, b"") if folder else match[0]
        left = gaps.sub(lambda found: b"" if found[0][:1] == b"\\" else b" ", match[0])
        return b"\n" if b"\n" in left else b" "[: len(left)]

    text = re.sub(token, put, content.replace(b"\r\n", b"\n"), flags=re.DOTALL)
    return text.strip(b" \n")


def main() -> None:
    """Write the header that defines the macro."""
    folder, macro, output = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    digest = digest_of_code((path.name, path.read_bytes()) for path in listed(folder))
    temporary = output.with_name(f"{output.name}.{os.getpid()}.tmp")
    temporary.write_text(f'#define {macro} "{digest}"\n', encoding="utf-8")
    temporary.replace(output)


if __name__ == "__main__":
    main()
