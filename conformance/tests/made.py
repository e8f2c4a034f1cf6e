"""Helper that diagnoses a backend that computes every call with a given function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Session, Support, Supported, Unsupported
from samebits.conformance.diagnosis import diagnose
from samebits.conformance.diagnosis.scalar import right_result
from samebits.conformance.results.records import Diagnosis
from samebits.conformance.reveal.arithmetic import fma, narrow
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.call import Call

Array = np.ndarray[Any, Any]
Compute = Callable[[Call, Sequence[Array]], Array]


class Made:
    """A session that computes every call with one function. Graphs are run node by node."""

    def __init__(self, compute: Compute) -> None:
        self.compute = compute

    def supports(self, call: Call) -> Support:
        graph = get_op(call.op).op_class == "graph"
        return Unsupported("by its nodes") if graph else Supported()

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        with np.errstate(all="ignore"):
            outputs[0][...] = self.compute(call, inputs).reshape(outputs[0].shape)

    def environment(self) -> Mapping[str, str]:
        return {}

    def __enter__(self) -> Session:
        return self  # type: ignore[return-value]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


def right(call: Call, inputs: Sequence[Array]) -> Array:
    result = right_result(call, inputs)
    assert result is not None
    name = call.outputs[0]
    if get_op(call.op).op_class == "move" or not get_format(name).is_float:
        return result
    return from_bits(canonicalize_nan(bits_of(result), name), name)


def judged(
    call: Call,
    inputs: Sequence[Array],
    compute: Compute,
    session: Made | None = None,
    got: Sequence[Array] | None = None,
) -> Diagnosis:
    """Return the diagnosis of a session that computes with `compute`, or of `session`.

    `got` are the results that were judged. If it is None, the session computes them now.
    """
    session = session or Made(compute)
    got = executor.execute(session, call, inputs) if got is None else got
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    if graph is None:
        wanted = [right(call, inputs)]
    else:
        wanted = graph_results(graph, call, inputs, right)
    found = diagnose(session, call, inputs, [bits_of(each) for each in wanted], got)
    assert found is not None
    return found


def normal(shape: tuple[int, ...], label: str = "f32", seed: int = 0, scale: float = 1.0) -> Array:
    draw = np.random.default_rng(seed)
    return narrow(np.asarray(draw.standard_normal(shape) * scale), label)


def tree(values: Array) -> Array:
    """Return the sum along the first axis by T1, in the format of the values."""
    while len(values) > 1:
        half = values[0 : len(values) - 1 : 2] + values[1::2]
        values = np.concatenate([half, values[len(values) - len(values) % 2 :]])
    return np.asarray(values[0])


def chain(a: Array, b: Array, start: Array | None = None) -> Array:
    """Return sums of the products a * b over the last axis, left to right by fma in binary32."""
    first = 0 if start is not None else 1
    total = np.asarray(a[..., 0] * b[..., 0]) if start is None else start
    for k in range(first, a.shape[-1]):
        total = fma(a[..., k], b[..., k], total, "f32")
    return total


def no_name(rows: Array) -> Array:
    """Return sums in an order without a name: inner terms left to right, then both ends."""
    inner = np.add.accumulate(rows[:, 1:-1], axis=1)[:, -1]
    return np.asarray((rows[:, 0] + rows[:, -1]) + inner)
