"""A cache of compiled kernels: files named by the digest of all that decides their bytes.

Any number of processes may share the folder (`samebits.common.cache`). A file appears completely,
by renaming. Two processes that make the same file write the same bytes.
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
    """Return the SHA-256 of a sequence, in hexadecimal; ("ab", "c") and ("a", "bc") differ."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def kept(kind: str, parts: Iterable[str | bytes], suffix: str) -> Path:
    """Return the path for a file of this kind with these `parts`, whether it exists or not."""
    name = digest(parts)
    return folder() / kind / name[:2] / f"{name[2:]}{suffix}"


def made(
    kind: str, parts: Iterable[str | bytes], suffix: str, make: Callable[[Path], None]
) -> Path:
    """Return the file for these `parts`: a cached one, or the file that `make` writes.

    `parts` name everything that the bytes depend on: digests of sources, options, architecture, and
    the compiler's version. Raises BackendError if the folder cannot be written. If `make` raises an
    exception, it passes through and no file is kept.
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
    """Flush a finished file to disk, then rename it, so that no file is ever truncated."""
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
