"""Write files completely or not at all: under a temporary name, synced, then renamed."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from samebits.common.files import require_writable, write_atomically
from samebits.reports.errors import ReportError


def write_whole(path: Path, text: str) -> None:
    """Write UTF-8 text to `path`. Other processes never see an incomplete file.

    A lone surrogate, which a foreign report may contain and UTF-8 cannot encode, becomes a question
    mark. Missing folders are created. Raises ReportError if the file cannot be written.
    """
    write_whole_bytes(path, text.encode("utf-8", "replace"))


def write_whole_bytes(path: Path, data: bytes) -> None:
    """Write bytes to `path`. Other processes never see an incomplete file.

    Missing folders are created. Raises ReportError if the file cannot be written.
    """
    try:
        write_atomically(path, data)
    except OSError as error:
        raise ReportError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder during the block.

    Raises ReportError if another run has locked it, or if it is not writable.
    """
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
