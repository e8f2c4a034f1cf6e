"""Check the prose of the tree: how a docstring begins, and words that the guide bans.

    python package/prose.py

It reads docstrings, comments and error messages of Python files, comments of C and CUDA files, and
Markdown pages. It prints each finding and ends with status 1 if there is one. The rules are in
CONTRIBUTING.md, under "How to write". Text in backticks or quotes and code in pages are not
checked.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    *("backends", "benchmarks", "common", "conformance", "docs", "examples", "frontends"),
    *("oracles", "package", "reports", "spec", "vectors"),
)
"""The folders whose files are checked, in addition to the files of the top folder."""

OPENING = r"(?:What|Whatever|That of|Those of|As of|As the|Of|So many|The same|Such|Nothing)\b"
"""Beginnings of docstrings that refer to a noun instead of naming it."""
WORDS = (
    *("whereof", "thereby", "hence", "nobody", "alike", "besides", "but for", "is had", "are had"),
    *("was had", "were had", "be had", "that of", "those of", "so many", "of which", "stands"),
    *("lies", "tells", "told", "is none", "are none"),
)
"""The banned words and phrases. Python's `None` is not the banned word "none"."""
BANNED = re.compile(rf"\b(?!(?:is|are) None\b)(?i:{'|'.join(WORDS)})\b")
_OPENED = re.compile(rf"\s*({OPENING})")
_SUSPECT = re.compile(rf"[\"']\s*{OPENING}")
_BETWEEN_WORDS = re.compile(r"[\s#*/\"']+")
_QUOTED = re.compile(r"``.+?``|`[^`]*`|\"[^\"]*\"|“[^”]*”")
_C_COMMENT = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')"""
    r"|/\*(?P<block>.*?)\*/|(?P<lines>(?://[^\n]*(?:\n[ \t]*|\Z))+)",
    re.S,
)
_CODE_OF_PAGE = re.compile(r"^```.*?^```|^ {4,}[^\n]*|<[^>\n]+>|\]\([^)]*\)", re.S | re.M)


@dataclass(frozen=True, order=True)
class Finding:
    """A banned word or beginning, with its file and the first line of the text that contains it."""

    path: str
    line: int
    phrase: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: rewrite {self.phrase!r} (CONTRIBUTING.md, How to write)"


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring, including docstrings of variables."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def messages(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each error message in a `raise` statement.

    Values in an f-string become `...`.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield from ((node.lineno, text) for text in _strings(node.exc))


def _strings(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "..." for p in parts)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _strings(child)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each comment.

    Comments on successive lines count as one comment.
    """
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = [(t.start[0], t.string.lstrip("# ")) for t in tokens if t.type == tokenize.COMMENT]
    for _, block in groupby(enumerate(lines), key=lambda item: item[1][0] - item[0]):
        texts = [line for _, line in block]
        yield texts[0][0], " ".join(text for _, text in texts)


def c_comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each comment of a C, C++ or CUDA source."""
    for found in _C_COMMENT.finditer(source):
        if found["string"] is None:
            text = found["block"] or found["lines"] or ""
            text = re.sub(r"^[ \t]*(?://+|\*)[ \t]?", "", text, flags=re.M)
            yield source.count("\n", 0, found.start()) + 1, text


def paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """Yield the first line and text of each paragraph or table row of a page, without code."""
    prose = _CODE_OF_PAGE.sub(lambda code: "\n" * code[0].count("\n"), page)
    for block in re.finditer(r"[^\n]+(?:\n(?![|\n])[^\n]+)*", prose):
        yield prose.count("\n", 0, block.start()) + 1, block[0]


def findings(path: str, source: str) -> list[Finding]:
    """Return the findings in a file. The suffix of its path determines the language."""
    # Parsing takes milliseconds, so a file that contains none of the words is not parsed.
    words = _BETWEEN_WORDS.sub(" ", source)
    if not BANNED.search(words) and not _SUSPECT.search(source):
        return []
    found: list[Finding] = []
    if path.endswith(".py"):
        tree = ast.parse(source)
        texts = list(docstrings(tree))
        openings = ((line, _OPENED.match(text)) for line, text in texts)
        found = [Finding(path, line, opening[1]) for line, opening in openings if opening]
        texts += [*messages(tree), *comments(source)]
    else:
        texts = list(paragraphs(source) if path.endswith(".md") else c_comments(source))
    for line, text in texts:
        plain = " ".join(_QUOTED.sub("...", text).split())
        found += [Finding(path, line, phrase[0]) for phrase in BANNED.finditer(plain)]
    return sorted(found)


def files(root: Path) -> list[Path]:
    """Return the files to check: all of ROOMS, and the files of the top folder."""
    suffixes = {".py", ".c", ".h", ".cu", ".cuh", ".cpp", ".hpp", ".md"}
    places = [root.iterdir(), *((root / room).rglob("*") for room in ROOMS)]
    return sorted(p for place in places for p in place if p.suffix in suffixes and p.is_file())


def check(root: Path) -> list[Finding]:
    """Return the findings in all files."""
    return [
        finding
        for file in files(root)
        for finding in findings(file.relative_to(root).as_posix(), file.read_text("utf-8"))
    ]


def main() -> None:
    """Print the findings. End with status 1 if there is one."""
    found = check(ROOT)
    for finding in found:
        print(finding)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
