"""How much memory of a device the calls of a session may take at one time, besides its arrays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.protocol import BackendError


class Allowance:
    """Bytes that are in use, and at most so many as `limit`; 0: any number.

    Any thread may ask. Bytes count as they are asked for, from before a call's first allocation to
    when the call has been asked of the device; blocks that a pool keeps do not count.
    """

    def __init__(self) -> None:
        self.limit = 0
        self.used = 0
        self._changing = threading.Lock()

    def set(self, limit: int) -> None:
        """Let what begins now have so many bytes. Raises BackendError for no such number."""
        if not isinstance(limit, int) or limit < 0:
            raise BackendError(f"the memory of a session is a number of bytes, not {limit!r}")
        self.limit = limit

    def take(self, what: object, size: int) -> None:
        """Count bytes as in use, until `give_back`.

        Raises DeviceMemoryError, with what is needed, where they would be more than allowed.
        """
        with self._changing:
            if self.limit and self.used + size > self.limit:
                others = f"; {self.used} of them are in use" if self.used else ""
                raise DeviceMemoryError(
                    f"{what} needs {size} bytes of device memory besides arrays that lie there; "
                    f"this session may have {self.limit} (configure(memory=...)){others}"
                )
            self.used += size

    def give_back(self, size: int) -> None:
        """Count bytes as free again."""
        with self._changing:
            self.used -= size

    @contextmanager
    def taken(self, what: object, size: int) -> Iterator[None]:
        """`take` them for as long as the block lasts."""
        self.take(what, size)
        try:
            yield
        finally:
            self.give_back(size)
