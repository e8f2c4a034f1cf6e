"""Test that attention and its gradients in one pass give the same bits as their graphs (T8)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute, run_nodes
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call

FORWARD = "scaled_dot_product_attention"
GRADIENT = "scaled_dot_product_attention_gradient"
MASKS = ("none", "padding", "random", "numbers", "nothing seen")


@dataclass(frozen=True)
class Sizes:
    """Sizes of an attention call, named as in T8.5.

    n: samples; h: heads of queries; j: heads of keys; l: queries; s: keys; d: elements of a key; e:
    elements of a value.
    """

    n: int
    h: int
    j: int
    l: int  # noqa: E741 - the name that T8.5 gives it
    s: int
    d: int
    e: int


SIZES = (
    Sizes(1, 1, 1, 1, 1, 1, 1),
    Sizes(2, 4, 2, 3, 6, 5, 4),
    Sizes(1, 2, 2, 60, 256, 64, 64),
    Sizes(1, 2, 1, 157, 300, 33, 70),
    Sizes(2, 2, 2, 5, 513, 7, 31),
    Sizes(1, 1, 1, 3, 1100, 300, 3),
    Sizes(1, 1, 1, 259, 130, 64, 64),
    Sizes(1, 2, 2, 20, 700, 8, 300),
    Sizes(1, 1, 1, 2, 5, 0, 3),
    Sizes(1, 2, 2, 0, 5, 3, 3),
    Sizes(1, 1, 1, 4, 5, 3, 0),
    Sizes(1, 1, 1, 600, 20, 14, 28),
)
"""Sizes with one key, with several blocks of keys, queries and elements, and without elements."""


def drawn(
    sizes: Sizes, form: str, mask: str, *, gradient: bool, special: bool
) -> tuple[list[Array], list[str]]:
    """Return random operands and their formats.

    With `special`, some are NaN, infinities and zeros.
    """
    draw = np.random.default_rng(sizes.l + sizes.s)
    z = sizes
    shapes = [(z.n, z.h, z.l, z.d), (z.n, z.j, z.s, z.d), (z.n, z.j, z.s, z.e)]
    shapes += [(z.n, z.h, z.l, z.e)] * 2 if gradient else []
    made = [draw.standard_normal(shape) for shape in shapes]
    if special:
        made[0][..., :1] = 0.0
        made[1][0, 0, z.s // 3, :1] = np.inf
        made[2][..., :1] = -0.0
        made[2][0, 0, z.s // 2, :1] = np.nan
    arrays = [np.asarray(x).astype(get_format(form).dtype) for x in made]
    formats = [form] * len(arrays)
    scores = (z.n, z.h, z.l, z.s)
    if mask == "numbers":
        added = np.where(draw.random(scores) < 0.3, -np.inf, draw.standard_normal(scores))
        return [*arrays, added.astype(get_format(form).dtype)], [*formats, form]
    if mask != "none":
        flags = draw.random(scores) < 0.5
        if mask == "padding":
            flags = np.broadcast_to(np.arange(z.s) < max(1, z.s - z.s // 3), scores)
        if mask == "nothing seen":
            flags[:, :, ::2] = False
            flags[..., ::3] = False
            flags[..., : min(z.s, 256)] &= draw.random((z.n, z.h, z.l, 1)) < 0.5
        return [*arrays, flags], [*formats, "bool"]
    return arrays, formats


def call_of(name: str, formats: list[str], mask: str, *, causal: int | None) -> Call:
    results = 1 if name == FORWARD else 4 if mask == "numbers" else 3
    attributes = {} if causal is None else {"is_causal": True, "query_offset": causal}
    return get_op(name).call(formats, formats[:1] * results, **attributes)


def assert_has_the_bits_of_its_nodes(call: Call, inputs: list[Array], *sessions: CSession) -> None:
    """Assert that each device returns the same bits as the nodes of the graph.

    The nodes run only on the last device, because they are many small calls.
    """
    graph = get_op(call.op).graph_of(call, [x.shape for x in inputs])
    assert graph is not None
    wanted = run_nodes(sessions[-1], graph, call, inputs)
    for session in sessions:
        assert session.supports(call)
        for threads in (1, 2, 3):
            session.configure(threads=threads)
            for a, b in zip(execute(session, call, inputs), wanted, strict=True):
                assert np.array_equal(bits_of(a), bits_of(np.asarray(b))), (session.device, threads)


@pytest.mark.parametrize("number", range(len(SIZES)), ids=[str(s) for s in SIZES])
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("name", [FORWARD, GRADIENT])
def test_T8_every_mask_and_size_has_the_bits_of_the_nodes(
    sessions: list[CSession], name: str, mask: str, number: int
) -> None:
    form = ("f32", "f32", "f16", "bf16")[number % 4]
    inputs, formats = drawn(
        SIZES[number], form, mask, gradient=name == GRADIENT, special=number % 3 == 1
    )
    for causal in (None, number - 1):
        call = call_of(name, formats, mask, causal=causal)
        assert_has_the_bits_of_its_nodes(call, inputs, *sessions)


@pytest.mark.parametrize("name", [FORWARD, GRADIENT])
def test_T8_any_layout_has_the_bits_of_the_nodes(session: CSession, name: str) -> None:
    """Layouts: heads after the sequence, every second key, and reversed axes."""
    inputs, formats = drawn(
        Sizes(2, 4, 2, 40, 60, 18, 20), "f32", "random", gradient=name == GRADIENT, special=False
    )
    turned = [np.swapaxes(x.swapaxes(1, 2).copy(), 1, 2) for x in inputs]
    turned[0] = inputs[0][:, :, ::-1, ::-1]
    turned[1] = np.repeat(inputs[1], 2, axis=2)[:, :, ::2]
    turned[-1] = np.broadcast_to(inputs[-1][:, :1, :1], inputs[-1].shape)
    assert_has_the_bits_of_its_nodes(call_of(name, formats, "", causal=None), turned, session)


ORDERS = ["".join(order) for order in itertools.product("FNA", repeat=3)]
"""Contents of three blocks of 256 keys: F for numbers, N for NaN, A for absent keys."""


@pytest.mark.parametrize("name", [FORWARD, GRADIENT])
def test_T8_7_blocks_of_nan_and_of_absent_keys_in_every_order_have_the_bits_of_the_nodes(
    sessions: list[CSession], name: str
) -> None:
    gradient = name == GRADIENT
    sizes = Sizes(len(ORDERS), 1, 1, 1, 515, 1, 1)
    inputs, formats = drawn(sizes, "f32", "none", gradient=gradient, special=False)
    held = {"F": 0.0, "N": np.nan, "A": -np.inf}
    by_block = np.array([[held[letter] for letter in order] for order in ORDERS], np.float32)
    mask = np.repeat(by_block, 256, axis=1)[:, None, None, :515]
    call = call_of(name, [*formats, "f32"], "numbers", causal=None)
    assert_has_the_bits_of_its_nodes(call, [*inputs, mask], *sessions)
    first = execute(sessions[0], call, [*inputs, mask])[0]
    for order, row in zip(ORDERS, first, strict=True):
        assert np.isnan(row).all() == ("N" in order), order
        assert (row == 0).all() == (order == "AAA"), order


@pytest.mark.parametrize("name", [FORWARD, GRADIENT])
def test_T8_5_shapes_that_do_not_fit_are_refused(unchecked: CSession, name: str) -> None:
    op = get_op(name)
    inputs, outputs = next(s for s in op.signatures if len(s[0]) == len(op.operands))
    for refusal in op.shape_rule.refusals:
        shapes = refusal.shapes or op.shape_rule.example
        arrays = [np.ones(s, get_format(f).dtype) for s, f in zip(shapes, inputs, strict=False)]
        call = op.call(inputs[: len(arrays)], outputs)
        results = op.output_shapes(call, op.shape_rule.example[: len(arrays)])
        made = [np.ones(s, get_format(f).dtype) for s, f in zip(results, outputs, strict=True)]
        with pytest.raises(BackendError):
            unchecked.run(call, arrays, made)
