"""A connection to a host that has answered the first request, and the memories shared with it."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from samebits.backends.hosting import wire
from samebits.backends.hosting.footprint import usual_memory_limit
from samebits.backends.hosting.memory import PAGE, SharedMemory
from samebits.backends.hosting.messages import HOST_PROTOCOL, MessageError, plain
from samebits.backends.hosting.process import HostError, HostProcess
from samebits.backends.protocol import BackendError

START_SECONDS = 120.0
"""Time limit for a host to start and to open its device. Importing PyTorch takes long."""

_MOST_DEVICES = 1000


@dataclass(frozen=True, slots=True)
class Deadline:
    """A time limit: its length in seconds and the `time.monotonic()` value at which it expires.

    `at` is None for no limit.
    """

    seconds: float
    at: float | None

    @classmethod
    def of(cls, seconds: float) -> Deadline:
        """Return a limit that begins now; 0 seconds mean no limit.

        Raises BackendError if `seconds` is negative, infinite or NaN.
        """
        if not 0 <= seconds < math.inf:  # a comparison with NaN is false
            raise BackendError(
                f"{seconds:g} s is not a time limit; pass seconds, or 0 for no limit"
            )
        return cls(seconds, time.monotonic() + seconds if seconds else None)


class RefusedError(BackendError):
    """The host answered with an error. `lost` is true if its device can no longer compute."""

    def __init__(self, text: str, *, lost: bool) -> None:
        super().__init__(text)
        self.lost = lost


class Link:
    """A connection to a host that has answered the first request, with the two shared memories."""

    def __init__(self, command: Sequence[str]) -> None:
        self.operands = SharedMemory(read_only=True)
        self.results = SharedMemory(read_only=False)
        try:
            self.process = HostProcess(command, self.operands, self.results, usual_memory_limit())
            self.said = self._hello()
        except BaseException:
            self.close()
            raise

    def _hello(self) -> dict[str, Any]:
        """Return `name`, `version` and `devices` of the host.

        Raises BackendError if the host does not start or does not answer correctly.
        """
        try:
            answer = self.ask(
                {
                    "do": "hello",
                    "protocol": HOST_PROTOCOL,
                    "operands": self.operands.descriptor,
                    "results": self.results.descriptor,
                    "page": PAGE,
                },
                Deadline.of(START_SECONDS),
            )
            spoken = answer.get("protocol")
            if type(spoken) is not int or spoken != HOST_PROTOCOL:  # True and 1.0 are equal to 1
                shown = plain(spoken)
                raise MessageError(f"it uses protocol {shown}, not {HOST_PROTOCOL}")
            devices = wire.items(answer.get("devices"), "devices", _MOST_DEVICES)
            for name in ("name", "version"):
                if not isinstance(answer.get(name), str):
                    raise MessageError(f"its {name} is missing or is not a string")
        except MessageError as error:
            raise BackendError(f"the host is not a backend: {error}") from error
        except HostError as error:
            text = f"the host did not start: {error}"
            if error.killed:  # SIGKILL may have come from outside
                raise HostError("crash", text, killed=True) from error
            raise BackendError(text) from error
        return {
            "name": plain(answer["name"]),
            "version": plain(answer["version"]),
            "devices": devices,
        }

    def ask(self, request: Mapping[str, Any], deadline: Deadline) -> Mapping[str, Any]:
        """Send a request and wait for the answer.

        Raises RefusedError if the answer is an error, and HostError if there is no valid answer.
        """
        try:
            answer = self.process.ask(request, deadline.at)
        except HostError as error:
            if error.outcome != "timeout":
                raise
            text = f"no answer within {deadline.seconds:g} s{error}"
            raise HostError("timeout", text) from None
        if answer.keys() == {"ok"}:
            return wire.members(answer["ok"], "its answer")
        if not {"error"} <= answer.keys() <= {"error", "lost"}:
            listed = plain(", ".join(answer)) or "none"
            raise MessageError(f"its answer has the members {listed}, not ok or error")
        raise RefusedError(wire.reason(answer["error"]), lost=answer.get("lost") is True)

    def close(self) -> None:
        """End the host and free the memories."""
        if hasattr(self, "process"):
            self.process.close()
        self.operands.close()
        self.results.close()
