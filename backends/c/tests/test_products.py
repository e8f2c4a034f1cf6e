"""Test products of fp8, of two different formats and of integers; linear and outer (T4).

The reference is the NumPy route.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.test_contract import LAYOUTS
from samebits.backends.executor import execute, poisoned, supports
from samebits.backends.protocol import Array, BackendError
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Shape, tokens

SIZES = ((3, 5, 258), (1, 18, 300), (14, 17, 33), (20, 2, 513), (7, 40, 1), (9, 4, 0))


def named_sizes(m: int, n: int, k: int) -> dict[str, Shape]:
    """Return the sizes of the axes for each name in the shape rules of products."""
    return {"M": (m,), "N": (n,), "K": (k,), "B": (2,), "*S": (2, m)}


def names_of(op: str) -> list[tuple[str, ...]]:
    """Return the names of the axes of each operand of an op."""
    declared = get_op(op)
    return [tokens(declared.shape_rule.pattern(i)) for i in range(len(declared.operands))]


def shapes_of(op: str, m: int, n: int, k: int) -> list[Shape]:
    sizes = named_sizes(m, n, k)
    return [tuple(chain(*(sizes[name] for name in names))) for names in names_of(op)]


OPS = tuple(
    name
    for name, op in all_ops().items()
    if "T4" in op.clauses
    and op.graph is None
    and {*chain(*names_of(name))} <= {*named_sizes(1, 1, 1)}
)
"""Ops that are products. The shape rules of convolutions and einsum have other axis names."""


def numbers(name: str, shape: Shape, seed: int) -> Array:
    """Return random numbers, or random bit patterns for integers and for every third seed."""
    form, rng = get_format(name), np.random.default_rng([seed, *shape])
    if form.is_float and seed % 3:
        return np.asarray(rng.standard_normal(shape)).astype(form.dtype)
    patterns = rng.integers(0, 1 << min(form.bits, 62), shape, dtype=np.uint64)
    return from_bits(patterns.astype(form.bits_dtype), name)


def calls(op: str) -> Iterator[Call]:
    for operands, results in get_op(op).signatures:
        yield get_op(op).call(operands, results)


def wanted_of(call: Call, operands: list[Array]) -> Array:
    return bits_of(numpy_route.evaluate(call, operands)[0])


@pytest.mark.parametrize("op", OPS)
def test_T4_every_signature(session: CSession, op: str) -> None:
    for index, call in enumerate(calls(op)):
        for seed, sizes in enumerate(SIZES[index % 2 :: 2]):
            shapes = shapes_of(op, *sizes)
            operands = [
                numbers(f, s, seed + i)
                for i, (f, s) in enumerate(zip(call.inputs, shapes, strict=False))
            ]
            assert session.supports(call)
            got = bits_of(execute(session, call, operands)[0])
            assert np.array_equal(got, wanted_of(call, operands)), (call, sizes)


@pytest.mark.parametrize("op", ["linear", "outer"])
@pytest.mark.parametrize("name", ["f64", "f32", "bf16"])
def test_bits_do_not_depend_on_strides_threads_or_alignment(
    session: CSession, op: str, name: str
) -> None:
    shapes = ((9, 300), (21, 300)) if op == "linear" else ((40, 1), (33, 1))
    x, y = (numbers(name, s, i + 1) for i, s in enumerate(shapes))
    call = get_op(op).call([name] * 2)
    pick = (lambda v: v) if op == "linear" else (lambda v: v[:, 0])
    wanted = wanted_of(call, [pick(x), pick(y)])
    for left in LAYOUTS.values():
        for right in LAYOUTS.values():
            for threads in (1, 3):
                session.configure(threads=threads)
                got = execute(session, call, [pick(left(x)), pick(right(y))])[0]
                assert np.array_equal(bits_of(got), wanted)
    roomy = poisoned((wanted.shape[1] * 2, wanted.shape[0] * 3), name)
    for view in (roomy[::2, ::3].T, roomy[::-2, ::-3].T):
        session.run(call, [pick(x), pick(y)], [view])
        assert np.array_equal(bits_of(view), wanted)


def test_T4_leading_axes_of_linear_may_lie_anyhow(session: CSession) -> None:
    x = numbers("f32", (3, 4, 5, 6, 33), 1)
    weight, bias = numbers("f32", (7, 33), 2), numbers("f32", (7,), 4)
    call = get_op("linear").call(["f32"] * 3)
    for order in ((0, 1, 2, 3, 4), (3, 1, 0, 2, 4), (2, 3, 0, 1, 4), (4, 0, 1, 2, 3)):
        stored = np.ascontiguousarray(x.transpose(order)).transpose(np.argsort(order))
        roomy = poisoned((3, 4, 10, 6, 14), "f32")
        for out in (poisoned((3, 4, 5, 6, 7), "f32"), roomy[:, ::-1, ::2, :, ::2]):
            session.run(call, [stored, weight, bias], [out])
            assert np.array_equal(bits_of(out), wanted_of(call, [x, weight, bias]))
    same = np.broadcast_to(x[:1, :1], x.shape)
    got = execute(session, call, [same, weight, bias])[0]
    assert np.array_equal(bits_of(got), wanted_of(call, [np.array(same), weight, bias]))


@pytest.mark.parametrize(
    ("a", "b", "k"), [("i8", "i8", 131_073), ("u8", "u8", 66_053), ("u8", "i8", 65_795)]
)
def test_T4_integer_sums_wrap(session: CSession, a: str, b: str, k: int) -> None:
    extreme = {"i8": -128, "u8": 255}
    call = get_op("matmul").call([a, b], transpose_b=True)
    x = np.full((2, k), extreme[a], get_format(a).dtype)
    y = np.full((3, k), extreme[b], get_format(b).dtype)
    exact = extreme[a] * extreme[b] * k
    got = execute(session, call, [x, y])[0]
    assert np.all(got == (exact + 2**31) % 2**32 - 2**31)
    assert not -(2**31) <= exact < 2**31


def test_T4_integer_products_of_many_tiles_in_any_layout(session: CSession) -> None:
    a, b = numbers("u8", (200, 530), 1), numbers("i8", (530, 300), 2)
    call = get_op("matmul").call(["u8", "i8"])
    wanted = wanted_of(call, [a, b])
    for threads in (1, 2, 7):
        session.configure(threads=threads)
        for layout in LAYOUTS.values():
            assert np.array_equal(
                bits_of(execute(session, call, [layout(a), layout(b)])[0]), wanted
            )


@pytest.mark.parametrize("rows", range(6, 15))
def test_T4_few_rows_in_either_layout(session: CSession, rows: int) -> None:
    for k, n in ((600, 35), (257, 130), (40, 64)):
        a, b = numbers("f32", (rows, k), 1), numbers("f32", (k, n), 2)
        call = get_op("matmul").call(["f32", "f32"])
        wanted = wanted_of(call, [a, b])
        for layout in LAYOUTS.values():
            assert np.array_equal(bits_of(execute(session, call, [a, layout(b)])[0]), wanted)
        turned = get_op("matmul").call(["f32", "f32"], transpose_a=True, transpose_b=True)
        assert np.array_equal(bits_of(execute(session, turned, [b, a])[0]), wanted.T)


def test_T4_einsum_runs_by_its_nodes(session: CSession) -> None:
    x, y, z = (numbers("f32", s, 1) for s in ((3, 300, 4), (4, 3, 5), (5, 6)))
    call = get_op("einsum").call(["f32"] * 3, ["f32"], equation="bki,ibj,jl->bkl")
    assert supports(session, call)
    (got,) = execute(session, call, [x, y, z])
    product = get_op("bmm").call(["f32"] * 2)
    first = numpy_route.evaluate(product, [x, y.transpose(1, 0, 2)])[0]
    matmul = get_op("matmul").call(["f32"] * 2)
    wanted = numpy_route.evaluate(matmul, [first.reshape(900, 5), z])[0].reshape(3, 300, 6)
    assert np.array_equal(bits_of(got), bits_of(wanted))


@pytest.mark.parametrize(
    ("op", "shapes", "result"),
    [
        ("linear", [(2, 3), (4, 5)], (2, 4)),
        ("linear", [(2, 3), (4, 3)], (3, 4)),
        ("linear", [(2, 3), (4, 3), (3,)], (2, 4)),
        ("outer", [(2,), (3,)], (3, 2)),
    ],
)
def test_shapes_that_do_not_fit_are_an_error(
    session: CSession, op: str, shapes: list[Shape], result: Shape
) -> None:
    call = get_op(op).call(["f32"] * len(shapes), ["f32"])
    operands = [np.zeros(s, np.float32) for s in shapes]
    with pytest.raises(BackendError, match=f"{op}: the shapes .* do not fit"):
        session.run(call, operands, [poisoned(result, "f32")])
