"""Memory that the judge owns and shares with a host, as an open file without a name.

The host gets a descriptor of the file. For operands the kernel maps it read-only. For results it is
writable, but the host cannot shorten the file (on Linux, where files can be sealed).
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import tempfile
from pathlib import Path

from samebits.backends.protocol import BackendError

PAGE = mmap.PAGESIZE

_FIRST_BYTES = 1 << 20


class SharedMemory:
    """Memory that both processes map. The host receives `descriptor`."""

    def __init__(self, *, read_only: bool) -> None:
        try:
            self._own, self.descriptor = _open_pair(read_only)
            self._map: mmap.mmap | None = None
            self.size = 0
            self.address = 0
            self.reserve(_FIRST_BYTES)
        except OSError as error:
            raise BackendError(f"no memory can be shared with a host: {error.strerror}") from error

    def reserve(self, size: int) -> None:
        """Make the memory at least `size` bytes long. Its content may move to another address."""
        if size <= self.size:
            return
        grown = -(-max(size, 2 * self.size) // PAGE) * PAGE
        os.ftruncate(self._own, grown)
        # Views may still use the older mapping; it is freed when its last reference is gone.
        self._map = mmap.mmap(self._own, grown)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
        self.size = grown

    @property
    def is_grown(self) -> bool:
        """Return whether the other process made the memory longer.

        On Linux it cannot be made shorter again.
        """
        return os.fstat(self._own).st_size != self.size

    def close(self) -> None:
        """Close the descriptors. The mapping is freed when its last reference is gone."""
        for descriptor in {self._own, self.descriptor}:
            os.close(descriptor)
        self._map = None
        self.size = 0


def _open_pair(read_only: bool) -> tuple[int, int]:
    """Create a file without a name and return the judge's and the host's descriptor of it."""
    if sys.platform == "linux":
        import fcntl

        own = os.memfd_create("samebits", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        # If the host shortened the file, the judge would die of SIGBUS.
        fcntl.fcntl(own, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL)
        return own, os.open(f"/proc/self/fd/{own}", os.O_RDONLY) if read_only else own
    own, path = tempfile.mkstemp(prefix="samebits-")
    try:
        return own, os.open(path, os.O_RDONLY) if read_only else own
    finally:
        Path(path).unlink()
