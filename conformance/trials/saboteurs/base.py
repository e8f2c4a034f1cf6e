"""The common code of saboteurs: a right backend that is made wrong in one way.

The right backend is the C backend if it is built, and otherwise the oracles, which are slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import numpy as np

from samebits import oracles
from samebits.backends import discovery, executor
from samebits.backends.checks import check_call
from samebits.backends.hosting import fenv
from samebits.backends.protocol import (
    PROTOCOL_VERSION,
    Array,
    BackendError,
    ConfigurableSession,
    Device,
    Session,
    Support,
    Supported,
    Unsupported,
)
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, format_of, from_bits
from samebits.spec.graph_walk import graph_results
from samebits.spec.language.call import Call

Spoil = Callable[["SpoiltSession", Call, Sequence[Array], Array], None]
"""A function that writes wrong bits to the first output.

`session.right` returns the right bits of an op with one output. All outputs after the first are in
`session.memory["others"]`.
"""


@dataclass(frozen=True, slots=True)
class Saboteur:
    """A backend that is wrong in one way (`Backend` protocol).

    `ops` are the ops with wrong results, which break `rules` of the specification. The first case
    that matches `caught_by` must end in `outcome`, with the diagnosis `diagnosis` ("" for no
    diagnosis). A graph op in `ops` counts as supported.
    """

    name: str
    ops: tuple[str, ...]
    caught_by: str
    spoil: Spoil
    diagnosis: str = ""
    outcome: str = "fail"
    refuses: bool = False
    rules: tuple[str, ...] = ()
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        return [Device("cpu", f"saboteur: {self.name}")]

    def open(self, device: str) -> SpoiltSession:
        """Open a spoiled session on top of a right session."""
        return SpoiltSession(right_session(), self)


@dataclass(slots=True)
class Wrapping:
    """The base class of sessions that wrap another session. It stores the number of threads."""

    inner: Session
    threads: int = field(default=0, init=False)

    def configure(self, *, threads: int | None = None, stream: int | None = None) -> None:
        """Store the number of threads, and pass it to the wrapped session."""
        if threads is not None:
            self.threads = threads
            if isinstance(self.inner, ConfigurableSession):
                self.inner.configure(threads=threads)

    def __enter__(self) -> Self:
        self.inner.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.inner.__exit__(kind, value, trace)


@dataclass(slots=True)
class SpoiltSession(Wrapping):
    """A session that passes all calls to a right session, except for the ops of the saboteur."""

    saboteur: Saboteur
    memory: dict[str, Any] = field(default_factory=dict)

    def supports(self, call: Call) -> Support:
        """Return the answer of the right session. The ops of the saboteur are always supported."""
        if self.saboteur.refuses:
            return Unsupported("this backend refuses everything")
        return Supported() if call.op in self.saboteur.ops else self.inner.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute a wrong result if the saboteur has the op.

        Otherwise, pass the call to the right session.
        """
        if call.op in self.saboteur.ops:
            self.memory["others"] = outputs[1:]
            with np.errstate(all="ignore"):
                self.saboteur.spoil(self, call, inputs, outputs[0])
        else:
            self.inner.run(call, inputs, outputs)

    def right(self, call: Call, inputs: Sequence[Array], like: Array) -> Array:
        """Return the right result in a new array with the shape and format of `like`."""
        result = np.zeros(like.shape, like.dtype)
        self.inner.run(call, inputs, [result])
        return result

    def environment(self) -> Mapping[str, str]:
        """Return facts about the session for the report."""
        return {"kind": "saboteur"}


def right_session() -> Session:
    """Return a session of the first available device of the C backend, or the NumPy route."""
    try:
        backend = discovery.load("c")
        device = next(d for d in backend.devices() if d.available)
        return backend.open(device.name)
    except (BackendError, StopIteration):
        return NumpyRoute()


class NumpyRoute:
    """The oracles as a session, which is right but slow.

    Arithmetic and trees use the NumPy route.
    """

    def supports(self, call: Call) -> Support:
        """Return Supported for all calls that the oracles compute, except for graphs.

        The nodes of a graph are run one by one.
        """
        known = numpy_route.supports(call) or oracles.supports(call)
        graph = get_op(call.op).op_class == "graph"
        return Supported() if known and not graph else Unsupported("graphs run by their nodes")

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call in the default floating-point environment, and copy the bits."""
        check_call(call, inputs, outputs)
        with fenv.hostile(fenv.Environment()):
            route = numpy_route if numpy_route.supports(call) else oracles
            for output, result in zip(outputs, route.evaluate(call, inputs), strict=True):
                output[...] = result

    def environment(self) -> Mapping[str, str]:
        """Return facts about the session for the report."""
        return {"kind": "numpy route"}

    def __enter__(self) -> NumpyRoute:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


Before = Sequence[tuple[Call, Sequence[Array]]]
"""The calls of nodes with their operands, in order. The last call is about to be run."""

WrongNode = Callable[[Before], Array | None]
"""A function that returns a wrong result for the last node, or None to compute it correctly."""


def by_nodes(wrong: WrongNode) -> Spoil:
    """Return a Spoil that runs the nodes of a graph.

    A node is right unless `wrong` returns a result.
    """

    def spoil(session: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array) -> None:
        before: list[tuple[Call, Sequence[Array]]] = []

        def node(inner: Call, operands: Sequence[Array]) -> Array | Sequence[Array]:
            before.append((inner, operands))
            found = wrong(before)
            return executor.execute(session.inner, inner, operands) if found is None else found

        graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
        assert graph is not None
        results = graph_results(graph, call, inputs, node)
        for place, result in zip((output, *session.memory["others"]), results, strict=True):
            place[...] = result

    return spoil


def with_node(
    session: SpoiltSession,
    call: Call,
    inputs: Sequence[Array],
    output: Array,
    node: Callable[[Call, Sequence[Array]], Array | None],
) -> None:
    """Write all results of a graph. `node` returns a wrong result for a node, or None."""
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    assert graph is not None

    def run(inner: Call, operands: Sequence[Array]) -> Sequence[Array]:
        found = node(inner, operands)
        return executor.execute(session.inner, inner, operands) if found is None else (found,)

    places = (output, *session.memory["others"])
    for place, result in zip(places, graph_results(graph, call, inputs, run), strict=True):
        place[...] = result


def as_another_call(
    session: SpoiltSession, call: Call, inputs: Sequence[Array], output: Array, **attributes: Any
) -> None:
    """Write all results of a graph, computed with different values of some attributes."""
    given = {**call.attributes, **attributes}
    other = get_op(call.op).call(call.inputs, call.outputs, **given)
    with_node(session, other, inputs, output, lambda inner, operands: None)


def right_einsum(
    session: SpoiltSession, call: Call, equation: str, inputs: Sequence[Array]
) -> Array:
    """Return the right result of a different einsum equation, computed node by node."""
    other = get_op("einsum").call(call.inputs, call.outputs, equation=equation)
    return executor.execute(session.inner, other, inputs)[0]


def right_graph(session: SpoiltSession, call: Call, inputs: Sequence[Array]) -> Array:
    """Return the first result of a call, computed correctly.

    A graph without a kernel is run node by node.
    """
    return executor.execute(session.inner, call, inputs)[0]


def canonical(values: Array) -> Array:
    """Return the values with every NaN made canonical, so that a saboteur has only one mistake."""
    name = format_of(values).name
    return from_bits(canonicalize_nan(bits_of(values), name), name)


def flushed(values: Array) -> Array:
    """Return the values with subnormal numbers replaced by zeros of their sign."""
    tiny = np.abs(values.astype(np.float64)) < float(np.finfo(np.float32).tiny)
    return np.where(tiny, np.copysign(np.zeros_like(values), values), values)


def rows(call: Call, x: Array) -> Array:
    """Return the terms of each output of a reduction as an array [outputs, terms].

    Outputs and terms are in row-major order.
    """
    axes = call.attributes["axes"]
    reduced: list[int] = list(range(x.ndim)) if axes is None else list(axes)  # type: ignore[arg-type]
    reduced = sorted(a % x.ndim for a in reduced)
    kept = [a for a in range(x.ndim) if a not in reduced]
    size = int(np.prod([x.shape[a] for a in reduced], dtype=np.int64))
    return x.transpose(kept + reduced).reshape(-1, size) if size else np.zeros((0, 0), x.dtype)


def factors(call: Call, inputs: Sequence[Array]) -> tuple[Array, Array]:
    """Return the operands of a matmul, transposed to a[M, K] and b[K, N]."""
    a, b = inputs[0], inputs[1]
    return (
        a.T if call.attributes["transpose_a"] else a,
        b.T if call.attributes["transpose_b"] else b,
    )


def pairwise(values: Array) -> Array:
    """Return the sum by clause T1 along the first axis, in the format of the values."""
    while len(values) > 1:
        half = values[0 : len(values) - 1 : 2] + values[1::2]
        values = np.concatenate([half, values[len(values) - len(values) % 2 :]])
    return values[0]


def fma32(a: Array, b: Array, c: Array) -> Array:
    """Return fma(a, b, c) in binary32 for finite operands, by binary64 and rounding to odd."""
    product = a.astype(np.float64) * b.astype(np.float64)
    addend = c.astype(np.float64)
    total = product + addend
    part = total - product
    error = (product - (total - part)) + (addend - part)
    bits = total.view(np.int64)
    odd = (bits - ((error != 0) & ((error < 0) != (total < 0)))) | 1
    return np.where(error != 0, odd.view(np.float64), total).astype(np.float32)


RIGHT = Saboteur("right", (), "*", lambda session, call, inputs, output: None, outcome="pass")
"""A backend without any mistake: the control."""
