"""Finds the files of the tree that name ops, in the file's name or in its text.

The following texts name an op, whose name is written NAME here:

- `"NAME"`, and `"NAME.suffix"`, as overloads of PyTorch and files are called;
- `"NAME OTHER"`: all words in the quotes are ops;
- `"NAME word".split()`, and words without punctuation in triple quotes: a list of words;
- `f"{op}_gradient"`, an f-string that makes NAME: the part in braces is a word in quotes in the
  same file, or 1, 2 or 3;
- `NAME: ` at the start of a line of `judged.txt`, the ops that a lowering of PyTorch makes;
- in C and CUDA sources `MACRO(NAME`, `#define OP NAME`, `sb_kernel_NAME`, and `#include` of a
  header of that name.

Each file is read once for all requested ops.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from samebits.spec.catalog import all_ops

ROOMS: Mapping[str, str] = MappingProxyType(
    {
        **{room: room for room in ("spec", "oracles", "vectors", "backends", "conformance")},
        **{room: room for room in ("reports", "benchmarks", "common", "examples")},
        "frontends/numpy": "numpy",
        "frontends/torch": "torch",
    }
)
"""The folders of a checkout that are searched, and their names in an installed package."""

_LEFT_OUT = frozenset({"__pycache__", "published", "results"})
"""Names of folders that hold files written by programs."""

_GENERATED = frozenset({"__init__.pyi", "linalg.pyi", "random.pyi", "results.pyi"})

_QUOTED = re.compile(r"""(["'])([a-z_]\w*(?: [a-z_]\w*)*)(?:\.\w+)?\1""")
_LISTED = re.compile(r"""\"{3}([\w\s]+)\"{3}|["']([\w ]+)["']\.split\(""")
_COMPOSED = re.compile(r"""f["'](\w*)\{\w+\}(\w*)["']""")
_KEY = re.compile(r"^(\w+): ", re.MULTILINE)
_DIGITS = ("1", "2", "3")
_IN_C = re.compile(
    r"""\b[A-Z][A-Z0-9_]*\(\s*(\w+)\s*[,)]|^\#define\ OP\ (\w+)$|\bsb_kernel_(\w+)
    |\#include\ "(?:scalar|lanes|multiple/functions)/(\w+)\.h\"""",
    re.MULTILINE | re.VERBOSE,
)
_PYTHON = frozenset({".py", ".toml"})
_C = frozenset({".c", ".h", ".cu", ".cuh"})


def files_naming(root: Path, name: str) -> tuple[str, ...]:
    """Return the paths of all files that name an op, sorted, from the root.

    For many ops, `files_naming_ops` reads each file only once.
    """
    return _found(root, frozenset({name})).get(name, ())


@cache
def files_naming_ops(root: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the files that name each op of the catalogue."""
    return _found(root, frozenset(all_ops()))


def _found(root: Path, names: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for path, shown in files(root):
        named = {path.stem.removesuffix("_"), path.stem.removeprefix("test_")}
        if path.suffix in _PYTHON | _C:
            named |= _named_in(path, names)
        elif path.name == "judged.txt":
            named |= set(_KEY.findall(path.read_text(encoding="utf-8")))
        for name in named & names:
            found.setdefault(name, set()).add(shown)
    return MappingProxyType({name: tuple(sorted(paths)) for name, paths in found.items()})


def files(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield every file that is written by hand, and its path from the root of a checkout."""
    for room, installed in ROOMS.items():
        top = root / room if (root / room).is_dir() else root / installed
        for folder, folders, names in os.walk(top):
            folders[:] = [name for name in folders if name not in _LEFT_OUT]
            for name in names:
                path = Path(folder, name)
                if name not in _GENERATED:
                    yield path, f"{room}/{path.relative_to(top).as_posix()}"


def _named_in(path: Path, names: frozenset[str]) -> set[str]:
    text = path.read_text(encoding="utf-8")
    composed = set() if path.suffix in _C else set(_COMPOSED.findall(text))
    if not composed and not any(name in text for name in names):
        return set()
    found = {word for texts in _LISTED.findall(text) for word in "".join(texts).split()}
    for _, words in _QUOTED.findall(text):
        several = words.split(" ")
        if len(several) == 1 or all(word in all_ops() for word in several):
            found.update(several)
    if path.suffix in _C:
        for groups in _IN_C.findall(text):
            found.update(groups)
    for before, after in composed:
        found |= {f"{before}{word}{after}" for word in (*found, *_DIGITS)} & names
    return found
