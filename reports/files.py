"""Files that are whole or absent: written under a temporary name, synced, renamed."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from samebits.common.files import require_writable, write_atomically
from samebits.reports.errors import ReportError


def write_whole(path: Path, text: str) -> None:
    """Write UTF-8 text to `path` so that a reader never sees half of it.

    A lone surrogate, which a stranger's report may hold and UTF-8 has no bytes for, becomes a
    question mark. Folders are made as needed. Raises ReportError when the place cannot be written.
    """
    write_whole_bytes(path, text.encode("utf-8", "replace"))


def write_whole_bytes(path: Path, data: bytes) -> None:
    """The same with bytes."""
    try:
        write_atomically(path, data)
    except OSError as error:
        raise ReportError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a folder for this run. Raises ReportError where another has it, or none can write."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise ReportError(f"cannot write to {folder}: {error.strerror or error}") from error
    try:
        _keep(folder, descriptor)
        yield
    finally:
        os.close(descriptor)


def _keep(folder: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        require_writable(folder)
    except BlockingIOError as error:
        text = f"{folder}: another certification writes here; wait for it, or choose another --out"
        raise ReportError(text) from error
    except OSError as error:
        raise ReportError(f"cannot write to {folder}: {error.strerror or error}") from error
