"""Functions that write a file completely or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TRIED = 1 << 16
"""The number of bytes that `require_writable` writes, about the size of a small report."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write to a temporary file in the same folder, call fsync, and rename the file.

    Missing folders are created. A reader of `path` sees either the old content or the new content.
    If writing fails, the temporary file is removed and the OSError names `path`.
    """
    with _naming(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            mask = os.umask(0)
            os.umask(mask)
            # mkstemp creates a private file, but other users should be able to read a report.
            temporary.chmod(0o666 & ~mask)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def require_writable(folder: Path) -> None:
    """Create `folder` if it is missing, and check that a file can be written there.

    Call it before work that takes long and then writes a file. The check also detects a full disk.
    Raises OSError, which names `folder`.
    """
    with _naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as stream:
            stream.write(bytes(TRIED))
            stream.flush()
            os.fsync(stream.fileno())


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Change an OSError in the block so that it names `path` instead of a temporary file."""
    try:
        yield
    except OSError as error:
        if error.strerror:
            error.filename, error.filename2 = str(path), None
        raise


def _sync_folder(folder: Path) -> None:
    """Make the rename durable if the operating system can sync a folder."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
