"""Digests of source files. A result contains them to identify the code that produced it."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from samebits.common import cache, code_digest
from samebits.common.files import write_atomically

_NO_FOLDER = (OSError, RuntimeError)
"""Errors if the cache folder cannot be used.

RuntimeError means that the user has no home folder.
"""

ASIDE = frozenset({"tests", "trials", "lab"})
"""Folders of a room that do not affect its results: tests, trials of the judge, GPU tools."""


def digest_of(files: Iterable[Path], top: Path) -> str:
    """Return the digest of the code of files below `top`. Raises OSError if a file is unreadable.

    The digest does not change if comments, docstrings or layout change, or if a file is moved
    (code_digest.py). Parsing a thousand files takes seconds. The digest is therefore stored in the
    folder of `samebits.common.cache`, under a key that depends on all bytes.
    """
    named = _named(files, top)
    if found := _kept(_key(_read(named))):
        return found
    # read only once, so that the digest belongs to exactly these bytes
    contents = list(_read(named))
    digest = code_digest.digest_of_code((Path(name).name, data) for name, data in contents)
    with suppress(*_NO_FOLDER):
        write_atomically(_entry(_key(contents)), digest.encode())
    return digest


def digest_of_bytes(files: Iterable[Path], top: Path) -> str:
    """Return the SHA-256 over the sorted lines `SHA-256  name` of files below `top`.

    It is a key for compiler output, which may contain line numbers, so all bytes count. Raises
    OSError if a file is unreadable.
    """
    return _digest_of_bytes(_read(_named(files, top)))


def python_files(folder: Path) -> list[Path]:
    """Return the Python files below a folder, except those in folders that ASIDE names."""
    found = folder.rglob("*.py")
    return [path for path in found if not ASIDE & {*path.relative_to(folder).parts}]


def _named(files: Iterable[Path], top: Path) -> Sequence[tuple[str, Path]]:
    return sorted((path.relative_to(top).as_posix(), path) for path in files)


def _read(named: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, bytes]]:
    return ((name, path.read_bytes()) for name, path in named)


def _digest_of_bytes(contents: Iterable[tuple[str, bytes]]) -> str:
    return _sha256("".join(f"{_sha256(data)}  {name}\n" for name, data in contents).encode())


def _key(contents: Iterable[tuple[str, bytes]]) -> str:
    return _sha256(_version() + _digest_of_bytes(contents).encode())


def _entry(key: str) -> Path:
    return cache.folder() / "code-digests" / key


def _kept(key: str) -> str | None:
    """Return the cached digest for a key, or None if it is missing or damaged."""
    with suppress(*_NO_FOLDER):
        found = _entry(key).read_text(encoding="ascii", errors="replace")
        return found if re.fullmatch("[0-9a-f]{64}", found) else None
    return None


def _version() -> bytes:
    """Return what else the cache key depends on: this program and the version of Python."""
    program = Path(code_digest.__file__).read_bytes()
    return f"{sys.version_info[:2]} {_sha256(program)} ".encode()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
