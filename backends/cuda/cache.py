"""Compiled kernels kept between runs: files named by the digest of all that decides their bytes.

The folder (`samebits.common.cache`) may be shared by any number of processes: a file appears whole,
by renaming, and two processes that make the same one make the same bytes.
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
    """SHA-256 of a sequence, in hexadecimal; ("ab", "c") and ("a", "bc") differ."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def kept(kind: str, parts: Iterable[str | bytes], suffix: str) -> Path:
    """Where the file of this kind lies that `parts` decide, whether it is there or not."""
    name = digest(parts)
    return folder() / kind / name[:2] / f"{name[2:]}{suffix}"


def made(
    kind: str, parts: Iterable[str | bytes], suffix: str, make: Callable[[Path], None]
) -> Path:
    """The file that `parts` decide: the one that is kept, or what `make` writes to the path given.

    `parts` name everything that the bytes depend on: digests of sources, options, architecture,
    the compiler's version. Raises BackendError where the folder cannot be written; whatever `make`
    raises passes, and nothing is kept then.
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
    """As `made`, of what `make` returns; gives the contents."""

    def write(path: Path) -> None:
        data = make()
        try:
            path.write_bytes(data)
        except OSError as error:
            raise _unwritable(error) from error

    return made(kind, parts, suffix, write).read_bytes()


def _settle(temporary: Path, path: Path) -> None:
    """Bring a finished file to the disk and then to its name, so that none is ever cut short."""
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
