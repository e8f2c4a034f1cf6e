"""A note that the declarations, as their sources stand, were found sound by an earlier process.

To check every graph takes more than a second, and a run of the judge has many processes that load
the declarations. The note is an empty file in the folder of what is kept between runs, named by
the digest of all that decides the finding: the sources, Python and NumPy.
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
    """Whether an earlier process has left the note."""
    return _note().is_file()


def note() -> None:
    """Leave it. Where nothing can be written the next process checks again, and that is all."""
    with contextlib.suppress(OSError):
        write_atomically(_note(), b"")


def _note() -> Path:
    return kept.folder() / "sound-declarations" / _digest()


@cache
def _digest() -> str:
    lines = [digest_of_bytes(python_files(room), room) for room in _ROOMS]
    lines += [sys.version, np.__version__]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
