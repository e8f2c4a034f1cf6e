"""Backends for tests of lowerings: one computes by the oracles, and one taints its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import ClassVar

import numpy as np

from samebits.backends import discovery, executor
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    Device,
    Session,
    Support,
)
from samebits.oracles import agreement
from samebits.oracles.errors import OracleError
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

SMALL = 400
"""The oracles compute calls with at most this number of elements, because they are slow."""


class _Wrapping:
    """A session that passes calls to a session of the C backend."""

    def __init__(self) -> None:
        self.inner = discovery.load("c").open("baseline")

    def supports(self, call: Call) -> Support:
        return executor.supports(self.inner, call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        executor.execute_into(self.inner, call, inputs, outputs)

    def environment(self) -> Mapping[str, str]:
        return {"kind": "for tests"}

    def __enter__(self) -> Session:
        self.inner.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.inner.__exit__(kind, value, trace)


class OracleSession(_Wrapping):
    """Computes small calls by the oracles and all others by the C backend. `asked` counts both."""

    asked: ClassVar[Counter[str]] = Counter()

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        if sum(x.size for x in (*inputs, *outputs)) <= SMALL and agreement.supports(call):
            try:
                results = agreement.evaluate(call, [np.array(x) for x in inputs])
            except OracleError:
                pass
            else:
                self.asked["oracle"] += 1
                for result, output in zip(results, outputs, strict=True):
                    output[...] = result.reshape(output.shape)
                return
        self.asked["c"] += 1
        super().run(call, inputs, outputs)


class TaintedSession(_Wrapping):
    """Flips the last bit of every floating-point result."""

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        super().run(call, inputs, outputs)
        for output, name in zip(outputs, call.outputs, strict=True):
            if get_format(name).is_float:
                bits = bits_of(output)
                bits ^= bits.dtype.type(1)


class _Backend:
    version = "1"
    protocol = PROTOCOL_VERSION
    promises_bits = True

    def __init__(self, name: str, session: type[_Wrapping]) -> None:
        self.name = name
        self._session = session

    def devices(self) -> Sequence[Device]:
        return [Device("cpu", "for tests")]

    def open(self, device: str) -> Session:
        return self._session()


oracle = _Backend("oracle", OracleSession)
tainted = _Backend("tainted", TaintedSession)
