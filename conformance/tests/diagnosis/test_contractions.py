"""Diagnoses of products with one mistake: operands, bias, signs, saturation, einsum letters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from samebits.conformance.questions.operands import MIDPOINTS, draw_bits
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.reveal.arithmetic import add
from samebits.conformance.tests.made import Array, Compute, chain, judged, no_name, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.formats import from_bits, get_format
from samebits.spec.graph_walk import run_graph
from samebits.spec.language.call import Call

F32 = np.float32


def test_T4_an_ignored_transposition_is_named_where_only_one_operand_is_square() -> None:
    call = get_op("matmul").call(["f32", "f32"], transpose_a=True)
    plain = get_op("matmul").call(["f32", "f32"])
    x = [normal((8, 8)), normal((8, 5), seed=1)]
    found = judged(call, x, lambda c, v: right(plain, v))
    assert (found.name, found.confirmed) == ("transposed-operand", True)


@pytest.mark.parametrize("terms", [40, 300])
@pytest.mark.parametrize("first_block", [False, True])
def test_T4_a_bias_that_is_not_added_last_is_named(terms: int, first_block: bool) -> None:
    call = get_op("matmul").call(["f32"] * 3)
    x = [normal((9, terms)), normal((terms, 8), seed=1), normal((8,), seed=2, scale=9.0)]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        a = np.broadcast_to(v[0][:, None, :], (9, 8, terms))
        b = np.broadcast_to(v[1].T[None], (9, 8, terms))
        bias = np.broadcast_to(v[2], (9, 8))
        if first_block:
            start = add(chain(a[..., :256], b[..., :256]), bias)
        else:
            start = chain(a[..., :256], b[..., :256], bias)
        return start if terms <= 256 else add(start, chain(a[..., 256:], b[..., 256:]))

    if first_block and terms <= 256:
        return  # here T4 demands the same result
    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("bias-order", True)


def integers(a: str, b: str, seed: int = 0, terms: int = 31) -> tuple[Call, list[Array]]:
    draw = np.random.default_rng(seed)
    ends = {"u8": (0, 256, np.uint8), "i8": (-128, 128, np.int8)}
    x = [
        draw.integers(*ends[f][:2], shape).astype(ends[f][2])
        for f, shape in ((a, (9, terms)), (b, (terms, 8)))
    ]
    return get_op("matmul").call([a, b], ["i32"]), x


def total(a: Array, b: Array) -> Array:
    return (a.astype(np.int64) @ b.astype(np.int64)).astype(np.int32)


@pytest.mark.parametrize(
    ("what", "first", "second"),
    [("a", np.int8, np.int8), ("b", np.uint8, np.uint8), ("both", np.int8, np.uint8)],
)
def test_T4_operands_read_with_the_wrong_sign_are_named(what: str, first: Any, second: Any) -> None:
    call, x = integers("u8", "i8")
    found = judged(call, x, lambda c, v: total(v[0].view(first), v[1].view(second)))
    assert found.name == "signedness"
    assert f"operand {what} " in found.text


@pytest.mark.parametrize("terms", [30, 31])
def test_T4_pairs_that_saturate_in_16_bits_are_named(terms: int) -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        products = v[0].astype(np.int64)[:, :, None] * v[1].astype(np.int64)[None]
        pairs = np.add.reduceat(products, range(0, terms, 2), axis=1)
        return np.clip(pairs, -(2**15), 2**15 - 1).sum(axis=1).astype(np.int32)

    call, x = integers("u8", "i8", terms=terms)
    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("integer-saturated", True)


def test_T4_an_integer_sum_through_binary32_is_named() -> None:
    call, x = integers("u8", "u8", terms=2001)
    found = judged(call, x, lambda c, v: total(*v).astype(F32).astype(np.int32))
    assert found.name == "through-f32"


def test_T4_letters_that_are_flattened_in_the_opposite_order_are_named() -> None:
    call = get_op("einsum").call(["f32", "f32"], equation="ijn,njl->il")
    turned = get_op("einsum").call(["f32", "f32"], equation="nji,ljn->il")
    x = [normal((6, 5, 7)), normal((7, 5, 4), seed=1)]
    result = einsum_by_nodes(turned, [v.transpose() for v in x])
    found = judged(call, x, by_result(result))
    assert (found.name, found.details["reproduces"]) == ("equation-letters", "all wrong elements")


def einsum_by_nodes(call: Call, inputs: Sequence[Array]) -> Array:
    graph = get_op(call.op).graph_of(call)
    assert graph is not None
    return np.asarray(run_graph(graph, call, inputs, right)[graph.results[0]])


def by_result(result: Array) -> Compute:
    """Return a backend that returns `result` for the last node and is right for all other nodes."""
    return lambda c, v: result if result.size == right(c, v).size else right(c, v)


def test_T4_what_is_too_large_to_be_probed_is_described_by_a_small_product() -> None:
    call = get_op("matmul").call(["f32"] * 3)
    x = [normal((2, 1200)), normal((1200, 3), seed=1), normal((3,), seed=2)]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        products = v[0][:, None, :] * v[1].T[None]
        sums = no_name(products.reshape(-1, products.shape[-1])).reshape(products.shape[:2])
        return np.asarray(sums + v[2])

    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("tree:revealed", False)
    assert found.text.startswith("with 32 terms ")


def next_to_midpoints(shape: tuple[int, ...], seed: int) -> Array:
    """Return terms whose sums are next to midpoints of binary32, where double rounding matters."""
    bits = draw_bits(get_format("f32"), math.prod(shape), MIDPOINTS, Draws(str(seed), "terms"))
    return from_bits(bits, "f32").reshape(shape)


def twice_rounded(call: Call, v: Sequence[Array]) -> Array:
    """Return a product of up to 256 terms; each fma is rounded to binary64, then to binary32."""
    a, b = (x.astype(np.float64) for x in (v[0], v[1].T if call.op == "linear" else v[1]))
    total = (a[:, :1] * b[:1]).astype(F32)
    for k in range(1, a.shape[1]):
        total = (a[:, k : k + 1] * b[k : k + 1] + total).astype(F32)
    return total if len(v) == 2 else add(total, v[2])


@pytest.mark.parametrize("op", ["matmul", "linear"])
def test_T4_an_fma_by_way_of_binary64_is_named(op: str) -> None:
    call = get_op(op).call(["f32", "f32"])
    x = [next_to_midpoints((9, 40), 1), next_to_midpoints((40, 40), 2)]
    found = judged(call, x, twice_rounded)
    assert (found.name, found.confirmed) == ("double-rounding:f64", True)
    assert "every fma is rounded twice" in found.text


@pytest.mark.parametrize("name", ["double-rounding:f64", "unfused", "tree:sequential_fma"])
def test_T4_the_layer_of_a_cell_is_named_with_its_mistake(name: str) -> None:
    call = get_op("lstm_cell").call(["f32"] * 7, ["f32"] * 3)
    terms = 300 if name == "tree:sequential_fma" else 40
    sizes = ((3, 40), (3, 8), (3, 8), (32, terms), (32, 8), (32,), (32,))
    x = [next_to_midpoints(size, seed) for seed, size in enumerate(sizes)]
    x[0] = next_to_midpoints((3, terms), 9)

    def layer(c: Call, v: Sequence[Array]) -> Array:
        if c.op != "linear":
            return right(c, v)
        if name == "double-rounding:f64":
            return twice_rounded(c, v)
        if name == "unfused":
            products = v[0][:, None] * v[1][None]
            total = np.add.accumulate(products, axis=-1)[..., -1]
        else:
            total = chain(*np.broadcast_arrays(v[0][:, None], v[1][None]))
        return add(total, v[2]) if len(v) == 3 else total

    found = judged(call, x, layer)
    assert found.name == name
    assert {*found.details["node"].split(", ")} <= {"a_biased", "u_biased"}
