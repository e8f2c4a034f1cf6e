"""The calls of a benchmark suite, with their operands, for counting instructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from samebits.backends.c import backend
from samebits.backends.protocol import Session
from samebits.benchmarks.ranges import operands
from samebits.benchmarks.suites import math
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]

SUITES = ("math", "reduce", "contract")
"""The suites in which each call is a single op with its own operands."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A call to count: its name, the call, its operands, and the shapes of its results."""

    name: str
    call: Call
    inputs: tuple[Array, ...]
    shapes: tuple[tuple[int, ...], ...]


class Recorder:
    """A session that records each call that it runs."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.kept: dict[str, Kept] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Run the call, and record it once for operands with these shapes and strides."""
        places = " ".join("x".join(map(str, x.shape)) or "scalar" for x in inputs)
        strides = "" if all(x.flags.c_contiguous for x in inputs) else " strided"
        name = f"{call} {places}{strides}"
        self.kept.setdefault(name, Kept(name, call, tuple(inputs), tuple(x.shape for x in outputs)))
        self._session.run(call, inputs, outputs)


def suite_calls(suite: str, device: str) -> Iterator[Kept]:
    """Yield the calls of a suite. Each has run once on a device of the C backend."""
    with backend.open(device) as session:
        session.configure(threads=1)
        recorder = Recorder(session)
        if suite == "math":
            for op in math.functions():
                for label in ("f32", *math.NARROW["f32"]):
                    if session.supports(math.call_of(op, label)):
                        count = len(get_op(op).operands)
                        inputs = operands(op, count, math.IN_CACHE, label=label)
                        math.ours(recorder, op, inputs, label)
        else:
            for _pair in import_module(f"samebits.benchmarks.suites.{suite}").pairs(recorder, 1):
                pass
        yield from recorder.kept.values()
