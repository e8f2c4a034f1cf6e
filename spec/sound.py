"""A note on disk: an earlier process has already checked these declarations.

Checking every graph takes more than a second, and a run of the judge starts many processes that
load the declarations. The note is an empty file in the cache folder. Its name is the digest of
everything that affects the outcome: the sources, the Python version and the NumPy version.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
from functools import cache
from pathlib import Path

import numpy as np

from samebits.common import cache as kept
from samebits.common.files import write_atomically
from samebits.common.sources import digest_of_bytes, python_files

_ROOMS = Path(__file__).parent, Path(kept.__file__).parent


def noted() -> bool:
    """Return whether an earlier process has written the note."""
    return _note().is_file()


def note() -> None:
    """Write the note.

    If the cache cannot be written, the next process checks the declarations again.
    """
    with contextlib.suppress(OSError):
        write_atomically(_note(), b"")


def _note() -> Path:
    return kept.folder() / "sound-declarations" / _digest()


@cache
def _digest() -> str:
    lines = [digest_of_bytes(python_files(room), room) for room in _ROOMS]
    lines += [sys.version, np.__version__]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
