"""Comparison of a fused kernel with a node-by-node computation of its graph, for tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, run_nodes
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import AttributeValue, Call

FORMATS = ("f32", "f16", "bf16")


def numbers(name: str, shape: Sequence[int], seed: int = 0, spread: float = 2.0) -> Array:
    draw = np.random.default_rng((seed, *shape))
    return np.asarray(spread * draw.standard_normal(shape)).astype(get_format(name).dtype)


def by_nodes(session: CSession, call: Call, inputs: Sequence[Array]) -> list[Array]:
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    assert graph is not None
    return run_nodes(session, graph, call, inputs)


def assert_same(session: CSession, call: Call, inputs: Sequence[Array]) -> None:
    """Assert that a kernel returns the same bits as the nodes, with one thread and with three."""
    assert session.supports(call)
    session.configure(threads=1)
    wanted = by_nodes(session, call, inputs)
    for threads in (1, 3):
        session.configure(threads=threads)
        got = execute(session, call, inputs)
        assert len(got) == len(wanted)
        for name, a, b in zip(get_op(call.op).results, got, wanted, strict=False):
            assert np.array_equal(bits_of(a), bits_of(b)), (call.op, name, threads)


def call_of(op: str, inputs: Sequence[Array], name: str, **attributes: AttributeValue) -> Call:
    """Return the call of an op on these operands.

    Statistics are in f32 and classes in i64.
    """
    stated = {"float32": "f32", "int64": "i64"}
    formats = [stated.get(x.dtype.name, name) for x in inputs]
    return get_op(op).call(formats, **attributes)
