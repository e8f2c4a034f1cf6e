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
from samebits.backends.subjects.moves import trial
from samebits.spec import products
from samebits.spec import shapes as rules
from samebits.spec.call import AttributeValue, Call
from samebits.spec.catalog import get_op
from samebits.spec.einsum import einsum, parse
from samebits.spec.formats import get_format
from samebits.spec.reductions import SHAPE_RULES
from samebits.spec.scans import scan
from samebits.spec.shapes import Shape, ShapeRule, elementwise

Implementation = Callable[[Call, Sequence[Array]], Array | tuple[Array, ...]]
"""Computes the one result of a call, in the result's format, or the tuple of several."""


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
        """Whether the function takes these formats: it is tried on a few ones."""
        small, shapes = trial(call), _trial_shapes(call)
        if small is None and shapes is None:
            return ""
        pairs = zip(shapes or (), call.inputs, strict=False)
        ones = [np.ones(shape, get_format(f).dtype) for shape, f in pairs]
        tried, operands = small or (call, ones)
        try:
            found = self.table[call.op](tried, operands)
        except (TypeError, RuntimeError, KeyError, AttributeError, ValueError) as error:
            return f"the library does not take {call}: {str(error).splitlines()[0]}"
        for result, name in zip(_several(found), call.outputs, strict=True):
            if result.dtype != get_format(name).dtype:
                return f"the library returns {result.dtype} for {call}"
        return ""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute with the library, then copy the bits to the output."""
        for output, result in zip(
            outputs, _several(self.table[call.op](call, inputs)), strict=True
        ):
            output[...] = result

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


def _several(found: Array | tuple[Array, ...]) -> tuple[Array, ...]:
    return found if isinstance(found, tuple) else (found,)


def _trial_shapes(call: Call) -> list[Shape] | None:
    """Shapes of operands small enough for a trial; None for ops that take all their formats."""
    op, count = get_op(call.op), len(call.inputs)
    if op.shape_rule is einsum:
        operands = parse(op.name, call.attributes["equation"], count).operands
        return [(2,) * len(letters) for letters in operands]
    if op.shape_rule in SHAPE_RULES:
        return [(2,) * _rank_for(call.attributes["axes"])] * count
    shapes = _TRIALS.get(op.shape_rule)
    return None if shapes is None else list(shapes[:count])


_TRIALS: Mapping[ShapeRule, Sequence[Shape]] = {
    elementwise: ((1,),) * 3,
    scan: ((1,) * 8,),
    rules.dot: ((2,), (2,)),
    rules.matmul: ((2, 2), (2, 2), (2,)),
    rules.bmm: ((1, 2, 2), (1, 2, 2), (2,)),
    products.linear: ((2, 2), (2, 2), (2,)),
    products.outer: ((2,), (2,)),
}
"""Shapes of the operands of a trial; those of a scan are of a rank that every axis fits."""


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
