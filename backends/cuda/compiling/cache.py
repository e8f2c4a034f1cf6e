"""A cache of compiled kernels: files named by a digest of everything that determines their bytes.

Any number of processes may share the folder (`samebits.common.cache`). A file gets its final name
when it is complete. Two processes that make the same file write the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from samebits.backends.protocol import BackendError
from samebits.common.cache import folder as folder


def digest(parts: Iterable[str | bytes]) -> str:
    """Return the SHA-256 of a sequence, in hexadecimal. ("ab", "c") and ("a", "bc") differ."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def kept(kind: str, parts: Iterable[str | bytes], suffix: str) -> Path:
    """Return the path for a file of this kind with these `parts`. The file need not exist."""
    name = digest(parts)
    return folder() / kind / name[:2] / f"{name[2:]}{suffix}"


def made(
    kind: str, parts: Iterable[str | bytes], suffix: str, make: Callable[[Path], None]
) -> Path:
    """Return the file for these `parts`: a cached one, or a new one that `make` writes.

    `parts` include everything that determines the bytes: digests of sources, options, architecture,
    and the compiler's version. If `make` raises an exception, no file is stored. Raises
    BackendError if the folder is not writable.
    """
    path = kept(kind, parts, suffix)
    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".making-", suffix=suffix)
        os.close(descriptor)
    except OSError as error:
        raise _unwritable(error) from error
    temporary = Path(name)
    try:
        make(temporary)
        _settle(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def made_bytes(
    kind: str, parts: Iterable[str | bytes], suffix: str, make: Callable[[], bytes]
) -> bytes:
    """Return the contents of the file for these `parts`; see `made`."""

    def write(path: Path) -> None:
        data = make()
        try:
            path.write_bytes(data)
        except OSError as error:
            raise _unwritable(error) from error

    return made(kind, parts, suffix, write).read_bytes()


def _settle(temporary: Path, path: Path) -> None:
    """Flush a finished file to disk, then rename it, so that `path` never has a part of a file."""
    try:
        with temporary.open("rb") as stream:
            os.fsync(stream.fileno())
        temporary.chmod(0o755 if os.access(temporary, os.X_OK) else 0o644)
        temporary.replace(path)
    except OSError as error:
        raise _unwritable(error) from error


def _unwritable(error: OSError) -> BackendError:
    return BackendError(
        f"cannot write to the cache of compiled kernels ({error}); "
        "set SAMEBITS_CACHE to a folder that can be written"
    )
