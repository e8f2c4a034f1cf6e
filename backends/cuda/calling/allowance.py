"""A limit on the device memory that the calls of a session use in addition to its arrays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.protocol import BackendError


class Allowance:
    """A counter of the bytes that are in use; `limit` is the largest count, or 0 for no limit.

    Any thread can use it. Bytes count from a call's first allocation until the call has been
    submitted to the device. Blocks that a memory pool caches do not count.
    """

    def __init__(self) -> None:
        self.limit = 0
        self.used = 0
        self._changing = threading.Lock()

    def set(self, limit: int) -> None:
        """Set the limit, in bytes, for later calls.

        Raises BackendError for an invalid number.
        """
        if not isinstance(limit, int) or limit < 0:
            raise BackendError(
                f"memory={limit!r} is no memory limit; pass a number of bytes, or 0 for no limit"
            )
        self.limit = limit

    def take(self, what: object, size: int) -> None:
        """Count bytes as in use until `give_back` is called.

        Raises DeviceMemoryError, which names the required bytes, if the limit would be exceeded.
        """
        with self._changing:
            if self.limit and self.used + size > self.limit:
                others = f"; {self.used} of them are in use" if self.used else ""
                raise DeviceMemoryError(
                    f"{what} needs {size} bytes of device memory in addition to arrays that are "
                    f"already there, but the limit of this session is {self.limit} bytes{others}; "
                    "set a higher limit with configure(memory=...)"
                )
            self.used += size

    def give_back(self, size: int) -> None:
        """Count bytes as free again."""
        with self._changing:
            self.used -= size

    @contextmanager
    def taken(self, what: object, size: int) -> Iterator[None]:
        """Count bytes as in use for the duration of the block, as `take` does."""
        self.take(what, size)
        try:
            yield
        finally:
            self.give_back(size)
