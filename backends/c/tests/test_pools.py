"""Test that pools give the same bits as the nodes of their graphs (clause G10)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, run_nodes
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

FORMATS = ("f32", "f16", "bf16")
DRAWS = 40


def numbers(draw: np.random.Generator, shape: tuple[int, ...], name: str) -> Array:
    """Return numbers with few different values, so that the maximum of a window often occurs twice.

    NaN, infinities and zeros are included.
    """
    x = np.round(4 * draw.standard_normal(shape)) / 4
    special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 0.3])
    x = np.where(draw.random(shape) < 0.2, draw.choice(special, shape), x)
    return np.asarray(x).astype(get_format(name).dtype)


def drawn(draw: np.random.Generator, rank: int, *, dilated: bool) -> dict[str, Any]:
    """Return random attributes, for windows that are adjacent, overlap, or have gaps."""
    kernel = tuple(int(k) for k in draw.integers(1, 5, rank))
    dilation = tuple(int(d) for d in draw.integers(1, 4, rank)) if dilated else (1,) * rank
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
    found: dict[str, Any] = {
        "kernel_size": kernel,
        "stride": tuple(int(s) for s in draw.integers(1, 5, rank)),
        "padding": tuple(int(draw.integers(0, r // 2 + 1)) for r in reach),
    }
    return {**found, "dilation": dilation} if dilated else found


def call_of(op: str, name: str, attributes: dict[str, Any]) -> Call:
    return get_op(op).call([name], **attributes)


def assert_has_the_bits_of_its_nodes(session: CSession, call: Call, x: Array) -> None:
    graph = get_op(call.op).graph_of(call, [x.shape])
    assert graph is not None
    wanted = run_nodes(session, graph, call, [x])
    assert session.supports(call)
    for threads in (1, 3):
        session.configure(threads=threads)
        for a, b in zip(execute(session, call, [x]), wanted, strict=True):
            assert np.array_equal(bits_of(a), bits_of(np.asarray(b)))


@pytest.mark.parametrize("seed", range(DRAWS))
@pytest.mark.parametrize("rank", [1, 2])
def test_G10_windows_of_any_kind_have_the_bits_of_the_nodes(
    session: CSession, rank: int, seed: int
) -> None:
    draw = np.random.default_rng(seed)
    name = FORMATS[seed % 3]
    x = numbers(draw, (2, 3, *(int(n) for n in draw.integers(1, 24, rank))), name)
    if seed % 4 == 3:
        x = np.swapaxes(np.swapaxes(x, 1, -1).copy(), 1, -1)[:, ::-1]
    for op in (f"max_pool{rank}d", f"avg_pool{rank}d"):
        attributes = drawn(draw, rank, dilated=op.startswith("max"))
        attributes["ceil_mode"] = bool(draw.integers(2))
        if op.startswith("avg"):
            attributes["count_include_pad"] = bool(draw.integers(2))
            if rank == 2 and seed % 5 == 0:
                attributes["divisor_override"] = 16777217
        call = call_of(op, name, attributes)
        try:
            shapes = get_op(op).output_shapes(call, [x.shape])
        except SpecError:
            continue
        assert_has_the_bits_of_its_nodes(session, call, x)
        if op.startswith("avg"):
            del attributes["ceil_mode"]
            call = call_of(f"{op}_gradient", name, {**attributes, "input_size": x.shape[2:]})
            assert_has_the_bits_of_its_nodes(session, call, numbers(draw, shapes[0], name))


@pytest.mark.parametrize("kernel", [2, 3, 9])
def test_G10_long_rows_and_large_windows_have_the_bits_of_the_nodes(
    session: CSession, kernel: int
) -> None:
    draw = np.random.default_rng(kernel)
    x = draw.standard_normal((1, 2, 33, 301)).astype(np.float32)
    size: dict[str, Any] = {"kernel_size": (kernel,) * 2, "padding": (kernel // 2,) * 2}
    for stride in (1, 2):
        attributes = {**size, "stride": (stride,) * 2}
        for op in ("max_pool2d", "avg_pool2d"):
            assert_has_the_bits_of_its_nodes(session, call_of(op, "f32", attributes), x)


@pytest.mark.parametrize(
    "op",
    [
        f"{kind}_pool{rank}d{tail}"
        for kind, tail in (("max", ""), ("avg", ""), ("avg", "_gradient"))
        for rank in (1, 2)
    ],
)
def test_G10_2_windows_that_cannot_be_are_refused(unchecked: CSession, op: str) -> None:
    rule = get_op(op).shape_rule
    for refusal in rule.refusals:
        call = call_of(op, "f32", {**rule.attributes, **refusal.attributes})
        shapes = refusal.shapes or rule.example
        wanted = get_op(op).output_shapes(call_of(op, "f32", dict(rule.attributes)), rule.example)
        made = [np.ones(s, get_format(f).dtype) for s, f in zip(wanted, call.outputs, strict=True)]
        with pytest.raises(BackendError):
            unchecked.run(call, [np.ones(shapes[0], np.float32)], made)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("rank", [1, 2])
def test_G10_4_any_number_of_gradients_goes_to_an_element(
    session: CSession, rank: int, name: str
) -> None:
    """Most elements get no gradient, some get a few, and one element of a plane gets all others."""
    draw = np.random.default_rng(rank)
    op = get_op(f"max_pool{rank}d_gradient")
    for places, size in (((9,) * rank, (5,) * rank), ((30,) * rank, (40,) * rank), ((4,), (7,))):
        shape = (2, 3, *places[:1], *places[1:])
        if len(shape) != rank + 2:
            continue
        indices = draw.integers(0, int(np.prod(size)), shape)
        indices[0, 1] = 3
        gradient = numbers(draw, shape, name)
        call = op.call([name, "i64"], input_size=size)
        graph = op.graph_of(call, [gradient.shape, indices.shape])
        assert graph is not None
        wanted = run_nodes(session, graph, call, [gradient, indices])
        for threads in (1, 3):
            session.configure(threads=threads)
            (found,) = execute(session, call, [gradient, indices])
            assert np.array_equal(bits_of(found), bits_of(np.asarray(wanted[0])))


@pytest.mark.parametrize("index", [-1, 20, 1 << 40])
def test_G10_4_an_index_outside_is_refused_and_nothing_written(
    unchecked: CSession, index: int
) -> None:
    call = get_op("max_pool2d_gradient").call(["f32", "i64"], input_size=(4, 5))
    indices = np.zeros((1, 2, 2, 2), np.int64)
    indices[0, 1, 1, 0] = index
    result = np.full((1, 2, 4, 5), 7, np.float32)
    with pytest.raises(BackendError, match="outside"):
        unchecked.run(call, [np.ones((1, 2, 2, 2), np.float32), indices], [result])
    assert np.all(result == 7)
