"""What the subjects share: a table of functions from arrays to arrays, and a session over it.

A subject is a library as it is installed. It knows nothing of the spec's demands; where it lacks an
op or a format it says so, and nothing is emulated for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType

import numpy as np

from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    BackendError,
    Device,
    Support,
    Supported,
    Unsupported,
)
from samebits.spec.call import AttributeValue, Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.reductions import SHAPE_RULES
from samebits.spec.shapes import elementwise

Implementation = Callable[[Call, Sequence[Array]], Array]
"""Computes the one result of a call, in the result's format."""


@dataclass(frozen=True, slots=True)
class TableSession:
    """A session that looks each op up in a table; `refusals` names formats an op lacks."""

    table: Mapping[str, Implementation]
    facts: Mapping[str, str]
    refuse: Callable[[Call], str]

    def supports(self, call: Call) -> Support:
        """Unsupported when the library has no such function, or not for these formats."""
        if call.op not in self.table:
            return Unsupported(f"the library has no {call.op}")
        reason = self.refuse(call) or self._trial(call)
        return Unsupported(reason) if reason else Supported()

    def _trial(self, call: Call) -> str:
        """Whether the function takes these formats: elementwise ops and reductions are tried."""
        rule = get_op(call.op).shape_rule
        if rule is not elementwise and rule not in SHAPE_RULES:
            return ""
        rank = 1 if rule is elementwise else _rank_for(call.attributes["axes"])
        ones = [np.ones((2,) * rank, get_format(f).dtype) for f in call.inputs]
        try:
            result = self.table[call.op](call, ones)
        except (TypeError, RuntimeError, KeyError, AttributeError) as error:
            return f"the library does not take {call}: {str(error).splitlines()[0]}"
        wanted = get_format(call.outputs[0]).dtype
        return "" if result.dtype == wanted else f"the library returns {result.dtype} for {call}"

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute with the library, then copy the bits to the output."""
        outputs[0][...] = self.table[call.op](call, inputs)

    def environment(self) -> Mapping[str, str]:
        """Versions and build of the library."""
        return self.facts

    def __enter__(self) -> TableSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


def _rank_for(axes: AttributeValue) -> int:
    """The least rank that has these axes."""
    listed = axes if isinstance(axes, tuple) else (axes,) if isinstance(axes, int) else ()
    return max((a + 1 if a >= 0 else -a for a in listed), default=1)


@dataclass(frozen=True, slots=True)
class Subject:
    """A backend with the one device `cpu`, opened by `open_session`."""

    name: str
    version: str
    description: str
    open_session: Callable[[], TableSession]
    unavailable: str = ""
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """The device `cpu`; unavailable when the library is not installed."""
        return [Device("cpu", self.description, not self.unavailable, self.unavailable)]

    def open(self, device: str) -> TableSession:
        """Open the device `cpu`. Raises BackendError."""
        if device != "cpu":
            raise BackendError(f"{self.name}: unknown device {device!r}; the only one is cpu")
        if self.unavailable:
            raise BackendError(f"{self.name}: {self.unavailable}")
        return self.open_session()
