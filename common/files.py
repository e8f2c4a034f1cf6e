"""Writing files so that nothing half-written is ever left behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TRIED = 1 << 16
"""Bytes that `require_writable` writes: a small report and its page."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write to a temporary name in the same folder, fsync, rename. Makes missing parent folders.

    Whoever reads `path` sees the old content or the new one, never a part. Raises OSError, which
    names `path`; the temporary file is gone then.
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
            temporary.chmod(0o666 & ~mask)  # mkstemp makes it private; a report is for others
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def require_writable(folder: Path) -> None:
    """Make `folder` if it is missing, and write a file there that is removed again.

    For a command that works long before it writes: a disk that is full already is noticed too.
    Raises OSError, as the writing would, which names `folder`.
    """
    with _naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as stream:
            stream.write(bytes(TRIED))
            stream.flush()
            os.fsync(stream.fileno())


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """An OSError names `path`, and no temporary file that nobody has asked for."""
    try:
        yield
    except OSError as error:
        if error.strerror:
            error.filename, error.filename2 = str(path), None
        raise


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system can sync a folder."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
