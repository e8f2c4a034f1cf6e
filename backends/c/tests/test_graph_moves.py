"""Test kernels of cat, tril, triu and predicates of floats against the nodes of their graphs."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.by_nodes import assert_same
from samebits.backends.c.tests.operands import mixed
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import FORMATS, bits_of
from samebits.spec.language.call import Call

FLOATS = ("f64", "f32", "f16", "bf16")
DIAGONALS = (-100, -3, -1, 0, 1, 2, 5, 2**52, -(2**52))


def _cube(name: str, *shape: int, seed: int = 5) -> Array:
    return mixed(name, int(np.prod(shape)), seed).reshape(shape)


@pytest.mark.parametrize("name", FORMATS)
def test_S2_cat_copies_one_to_four_operands_along_any_axis(session: CSession, name: str) -> None:
    for shape in ((4,), (3, 4), (2, 3, 4), (0, 3), (3, 0, 2), (1, 1)):
        for axis in range(-len(shape), len(shape)):
            for count in (1, 2, 3, 4):
                sizes = [list(shape) for _ in range(count)]
                for number, size in enumerate(sizes):
                    size[axis] = number
                parts = [_cube(name, *size, seed=i)[::-1] for i, size in enumerate(sizes)]
                assert_same(session, get_op("cat").call([name] * count, axis=axis), parts)


def test_S2_cat_shares_long_operands_and_keeps_payloads_of_nan(session: CSession) -> None:
    parts = [_cube("f32", 3, n, 50, seed=n).transpose(2, 1, 0) for n in (1, 700, 33)]
    call = get_op("cat").call(["f32"] * 3, axis=1)
    wanted = np.concatenate([bits_of(x) for x in parts], axis=1)
    for threads in (1, 2, 5):
        session.configure(threads=threads)
        for order in ("C", "F"):
            output = np.zeros((50, 734, 3), np.float32, order)
            session.run(call, parts, [output])
            assert np.array_equal(bits_of(output), wanted)


@pytest.mark.parametrize(
    "shapes", [((2, 3), (2, 3, 1)), ((2, 3), (1, 1)), ((), ()), ((2, 3), (2, 3))]
)
def test_S2_cat_of_shapes_that_do_not_fit_is_refused_by_the_library(
    unchecked: CSession, shapes: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    call = Call("cat", 1, ("f32", "f32"), ("f32",), {"axis": 1})
    operands = [np.zeros(shape, np.float32) for shape in shapes]
    with pytest.raises(BackendError):
        unchecked.run(call, operands, [np.zeros((2, 7), np.float32)])


@pytest.mark.parametrize("op", ["tril", "triu"])
@pytest.mark.parametrize("name", FORMATS)
def test_S2_a_triangle_lies_on_its_side_of_any_diagonal(
    session: CSession, name: str, op: str
) -> None:
    for shape in ((3, 4), (4, 3), (2, 2, 4, 5), (0, 3), (3, 0), (1, 7), (7, 1)):
        for diagonal in DIAGONALS:
            call = get_op(op).call([name], diagonal=diagonal)
            x = _cube(name, *shape)
            assert_same(session, call, [x])
            turned = np.zeros((*shape[:-2], shape[-1], shape[-2]), x.dtype).swapaxes(-1, -2)
            session.run(call, [x[..., ::-1, :]], [turned])
            wanted = execute(session, call, [x[..., ::-1, :]])[0]
            assert np.array_equal(bits_of(turned), bits_of(wanted))


QUESTIONS = sorted(
    op.name
    for op in all_ops().values()
    if all(s[0] in {(name,) for name in FLOATS} and s[1] == ("bool",) for s in op.signatures)
)
"""Ops that return a truth value for each element of one float operand."""


def test_there_are_questions() -> None:
    assert len(QUESTIONS) >= 4


@pytest.mark.parametrize("op", QUESTIONS)
@pytest.mark.parametrize("name", FLOATS)
def test_G9_questions_see_every_kind_of_number(session: CSession, name: str, op: str) -> None:
    call = get_op(op).call([name])
    assert_same(session, call, [_cube(name, 2000)])
    assert_same(session, call, [_cube(name, 8, 6, 10)[::-1, ::2, 1::3].transpose(2, 0, 1)])


@pytest.mark.parametrize(
    ("op", "count"), [("logical_not", 1), ("logical_and", 2), ("logical_or", 2)]
)
def test_F1_every_byte_but_0_is_true_in_logic(session: CSession, op: str, count: int) -> None:
    bytes_of_all = np.arange(256, dtype=np.uint8)
    pairs = np.stack(np.meshgrid(bytes_of_all, bytes_of_all), -1).reshape(-1, 2)
    operands = [np.ascontiguousarray(pairs[:, i]).view(np.bool_) for i in range(count)]
    assert_same(session, get_op(op).call(["bool"] * count), operands)


@pytest.mark.parametrize("name", FLOATS)
def test_G9_masked_fill_rounds_the_number_to_the_compute_format_first(
    session: CSession, name: str
) -> None:
    for value in (0.0, -0.0, 1 / 3, 1.00048828125001, 1e39, -np.inf, 70000.0, 5e-324):
        call = get_op("masked_fill").call([name, "bool"], value=value)
        assert_same(session, call, [_cube(name, 701), _cube("bool", 701)])
        assert_same(session, call, [_cube(name, 20, 30).T, _cube("bool", 30, 20)])


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_S4_powers_by_easy_exponents_are_those_of_the_function(
    session: CSession, name: str
) -> None:
    """If the exponent is the same for a whole block, the kernel uses another loop."""
    x = _cube(name, 300)
    pow_ = get_op("pow").call([name, name])
    for exponent in (2.0, 1.0, 0.5, -1.0, 0.0, -0.0, 3.0, np.inf, -2.0):
        powers = np.full(x.size, exponent, x.dtype)
        alone = np.concatenate(
            [execute(session, pow_, [np.stack([v, v]), np.array([exponent, 5], x.dtype)])[0][:1]
             for v in x]
        )  # fmt: skip
        for operand in (powers, np.broadcast_to(powers[:1], x.shape)):
            assert np.array_equal(bits_of(execute(session, pow_, [x, operand])[0]), bits_of(alone))
        if np.isfinite(exponent):
            assert_same(session, get_op("pow_scalar").call([name], exponent=exponent), [x])
            assert_same(session, get_op("rpow_scalar").call([name], base=exponent), [x])
