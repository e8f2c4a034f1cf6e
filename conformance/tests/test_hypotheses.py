"""Each kind of mistake gets its own name, on a small call of a backend that makes just this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from samebits.backends import executor
from samebits.conformance.diagnosis import diagnose
from samebits.conformance.diagnosis.hypotheses import rounding
from samebits.conformance.reveal.arithmetic import add, flush, fma
from samebits.conformance.tests.made import Array, Compute, Made, judged, normal, right
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import run_graph

F32 = np.float32


def tree(values: Array) -> Array:
    """T1 along the first axis, in the format of the values."""
    while len(values) > 1:
        half = values[0 : len(values) - 1 : 2] + values[1::2]
        values = np.concatenate([half, values[len(values) - len(values) % 2 :]])
    return np.asarray(values[0])


def chain(a: Array, b: Array, start: Array | None = None) -> Array:
    """Sums over the last axis of the products a*b, from left to right by fma in binary32."""
    first = 0 if start is not None else 1
    total = np.asarray(a[..., 0] * b[..., 0]) if start is None else start
    for k in range(first, a.shape[-1]):
        total = fma(a[..., k], b[..., k], total, "f32")
    return total


# Functions and arithmetic


def test_R2_neighbours_of_the_exact_value_are_called_faithful_and_confirmed() -> None:
    call, x = get_op("exp").call(["f32"]), [normal((400,))]

    def faithful(c: Call, v: Sequence[Array]) -> Array:
        found, wide = right(c, v), np.exp(v[0].astype(np.float64))
        other = np.nextafter(found, np.where(wide > found, np.inf, -np.inf).astype(F32))
        return np.where(np.arange(found.size) % 5 == 0, other, found)

    found = judged(call, x, faithful)
    assert (found.name, found.confirmed) == ("not-correctly-rounded", True)
    assert found.details["faithful"].startswith("yes")


@pytest.mark.parametrize(
    ("name", "operands", "results"),
    [("ftz-outputs", False, True), ("ftz-inputs", True, False), ("ftz", True, True)],
)
def test_R1_subnormals_flushed_on_one_side_or_both_are_told_apart(
    name: str, operands: bool, results: bool
) -> None:
    call = get_op("mul").call(["f32", "f32"])
    tiny = normal((120,), scale=1e-39)
    x = [np.concatenate([tiny, normal((120,), scale=1e-20)]), normal((240,), seed=1)]
    x[1][:60] *= F32(1e10)
    x[1][120:] *= F32(1e-19)

    def compute(c: Call, v: Sequence[Array]) -> Array:
        found = right(c, [flush(y, "f32") for y in v] if operands else v)
        return flush(found, "f32") if results else found

    assert judged(call, x, compute).name == name


def test_R1_directed_roundings_of_known_values() -> None:
    step = 2.0**-10  # of binary16 at 1
    value = np.array([1 + step / 4, 1 + 3 * step / 4, -1 - step / 4, -1 - 3 * step / 4])
    low, high = 1.0, 1 + step
    assert rounding.toward_zero(value, "f16").tolist() == [low, low, -low, -low]
    assert rounding.upward(value, "f16").tolist() == [high, high, -low, -low]
    assert rounding.downward(value, "f16").tolist() == [low, low, -high, -high]
    tie = np.array([1 + step / 2, -1 - step / 2, 1 + 3 * step / 2])
    assert rounding.ties_away(tie, "f16").tolist() == [high, -high, 1 + 2 * step]


def test_R2_a_cast_through_binary32_is_a_double_rounding() -> None:
    call = get_op("cast").call(["f64"], ["f16"])
    x = np.concatenate([normal((40,), "f64"), 1 + 2.0**-11 + 2.0**-40 * np.arange(1, 60)])
    x = np.concatenate([x, -4 * x])
    found = judged(call, [x], lambda c, v: v[0].astype(F32).astype(np.float16))
    assert (found.name, found.confirmed) == ("double-rounding:f32", True)


# Extremes


@pytest.mark.parametrize("op", ["maximum", "minimum"])
@pytest.mark.parametrize("second", [True, False])
def test_S3_a_comparison_that_passes_over_a_nan_operand_is_named(op: str, second: bool) -> None:
    x = [normal((90,)), normal((90,), seed=1)]
    x[0][::7], x[1][3::7] = np.nan, np.nan

    def compute(c: Call, v: Sequence[Array]) -> Array:
        first = v[0] > v[1] if op == "maximum" else v[0] < v[1]
        other = v[1] > v[0] if op == "maximum" else v[1] < v[0]
        return np.where(first, v[0], v[1]) if second else np.where(other, v[1], v[0])

    assert judged(get_op(op).call(["f32", "f32"]), x, compute).name == "nan-ignored"


def test_S3_a_nan_passed_over_is_named_among_the_largest_numbers_too() -> None:
    x = np.array([[np.nan, -1.0e308, -1.7e308], [np.nan, -1.7e308, -1.2e308]] * 12)
    call = get_op("min").call(["f64"], axes=(1,))
    found = judged(call, [x], lambda c, v: np.fmin.reduce(v[0], axis=1))
    assert (found.name, found.details["reproduces"]) == ("nan-ignored", "all wrong elements")


def test_R5_a_nan_that_counts_as_false_is_named() -> None:
    x = normal((30, 9))
    x[::2, 4] = np.nan
    call = get_op("all").call(["f32"], ["bool"], axes=(1,))
    found = judged(call, [x], lambda c, v: ((v[0] != 0) & ~np.isnan(v[0])).all(axis=1))
    assert found.name == "nan-is-false"


# Sums over an axis


def test_T1_an_odd_last_term_that_is_added_at_once_is_named() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))

    def compute(c: Call, v: Sequence[Array]) -> Array:
        joined = np.concatenate([v[0][:, :1] + v[0][:, -1:], v[0][:, 1:-1]], axis=1)
        return tree(joined.T)

    found = judged(call, [normal((40, 129))], compute)
    assert (found.name, found.confirmed) == ("odd-node", True)


def test_T1_a_sum_that_is_always_zero_has_not_only_lost_its_tail() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))
    found = judged(call, [normal((30, 37))], lambda c, v: np.zeros(len(v[0]), F32))
    assert found.name != "wrong-tail"


def test_T1_a_lost_tail_of_terms_is_named() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))
    found = judged(call, [normal((30, 37))], lambda c, v: tree(v[0][:, :32].T))
    assert (found.name, found.confirmed) == ("wrong-tail", True)


def no_name(rows: Array) -> Array:
    """Sums by an order that no family has: the inner terms from left to right, then the ends."""
    inner = np.add.accumulate(rows[:, 1:-1], axis=1)[:, -1]
    return np.asarray((rows[:, 0] + rows[:, -1]) + inner)


@pytest.mark.parametrize("op", ["sum", "mean"])
def test_T1_a_tree_without_a_name_is_revealed_and_confirmed(op: str) -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        total = no_name(v[0].reshape(-1, v[0].shape[-1]))
        return total / F32(v[0].shape[-1]) if op == "mean" else total

    found = judged(get_op(op).call(["f32"], axes=(-1,)), [normal((40, 41))], compute)
    assert (found.name, found.confirmed) == ("tree:revealed", True)


def test_T1_outputs_that_are_summed_by_two_trees_are_told_apart() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        rows = v[0].reshape(-1, v[0].shape[-1])
        left = np.add.accumulate(rows, axis=1)[:, -1]
        turned = np.add.accumulate(rows[:, ::-1], axis=1)[:, -1]
        return np.where(np.arange(len(rows)) < len(rows) // 2, left, turned)

    found = judged(get_op("sum").call(["f32"], axes=(-1,)), [normal((30, 41))], compute)
    assert (found.name, found.details["reproduces"]) == ("tree:sequential", "all wrong elements")
    assert "not all outputs alike" in found.text


def test_T3_sums_of_integers_in_32_bits_are_named() -> None:
    x = np.random.default_rng(0).integers(2**30, 2**31 - 1, (40, 9)).astype(np.int32)
    call = get_op("sum").call(["i32"], ["i64"], axes=(1,))
    found = judged(call, [x], lambda c, v: np.add.reduce(v[0], axis=1, dtype=np.int32))
    assert (found.name, found.confirmed) == ("accumulator:i32", True)


def through_f32(rows: Array) -> Array:
    """Exact sums rounded to binary32: of few terms, each a small multiple of one unit."""
    return rows.astype(np.float64).sum(axis=1).astype(F32)


def test_T10_an_exact_sum_that_is_rounded_to_binary32_first_is_named() -> None:
    unit = np.array([[1.0, 2.0**-11, 2.0**-24], [-1.0, -(2.0**-11), -(2.0**-24)]], np.float16)
    rows = np.concatenate([unit * np.float16(k) for k in (1, 2, 4, 8, 16, 32)] * 4)
    call = get_op("sum_exact").call(["f16"], ["f16"], axes=(1,))
    found = judged(call, [rows], lambda c, v: through_f32(v[0]).astype(np.float16))
    assert found.name == "exact:double-rounding"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_T10_an_exact_sum_that_is_rounded_on_the_way_is_named(dtype: Any) -> None:
    call = get_op("sum_exact").call(["f32"], ["f32"], axes=(1,))
    x = normal((40, 37)) * np.exp2(normal((40, 37), seed=1, scale=20)).astype(F32)
    x = np.concatenate([x, -x[:, ::-1], normal((40, 6), scale=1e-3)], axis=1)
    found = judged(call, [x], lambda c, v: tree(v[0].T.astype(dtype)).astype(F32))
    assert (found.name, found.confirmed) == (f"exact:tree-{np.dtype(dtype).name}", True)


# Moments


def deviations(x: Array) -> Array:
    return np.asarray(x - (tree(x.T) / x.dtype.type(x.shape[1]))[:, None])


def test_T3_squares_fused_into_the_tree_are_named_under_the_root_of_std() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        d = deviations(v[0].reshape(-1, v[0].shape[-1]))
        pairs = fma(d[:, 1::2], d[:, 1::2], d[:, ::2] * d[:, ::2], "f32")
        return np.sqrt(tree(pairs.T) / F32(d.shape[1] - 1))

    call = get_op("std").call(["f32"], axes=(-1,), correction=1)
    assert judged(call, [normal((60, 24))], compute).name == "fused-squares"


def test_R4_a_variance_in_binary64_is_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        d = deviations(v[0].reshape(-1, v[0].shape[-1]).astype(np.float64))
        return (tree((d * d).T) / (d.shape[1] - 1)).astype(F32)

    call = get_op("var").call(["f32"], axes=(-1,), correction=1)
    assert judged(call, [normal((60, 24))], compute).name == "accumulator:f64"


@pytest.mark.parametrize(("correction", "used"), [(1, 0), (0, 1)])
def test_T3_a_correction_that_is_ignored_is_named_by_what_is_divided_by(
    correction: int, used: int
) -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        d = deviations(v[0].reshape(-1, v[0].shape[-1]))
        return tree((d * d).T) / F32(d.shape[1] - used)

    call = get_op("var").call(["f32"], axes=(-1,), correction=correction)
    found = judged(call, [normal((60, 24))], compute)
    assert found.name == "correction"
    assert f"n - {used} " in found.text


def test_S3_a_norm_that_passes_over_a_nan_is_named() -> None:
    x = normal((40, 9))
    x[::3, 2] = np.nan
    call = get_op("norm").call(["f32"], axes=(-1,), ord="inf")
    found = judged(call, [x], lambda c, v: np.fmax.reduce(np.abs(v[0]), axis=-1))
    assert found.name == "nan-ignored"


def test_R4_a_logsumexp_in_binary64_is_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        x = v[0].reshape(-1, v[0].shape[-1]).astype(np.float64)
        m = x.max(axis=1)
        return (m + np.log(tree(np.exp(x - m[:, None]).T))).astype(F32)

    call = get_op("logsumexp").call(["f32"], axes=(-1,))
    assert judged(call, [normal((80, 24))], compute).name == "accumulator:f64"


# Products


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
        return  # this is T4 itself
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
    """A backend whose last node gives this, whatever it is asked."""
    return lambda c, v: result if result.size == right(c, v).size else right(c, v)


# Convolutions


def convolution(op: str, *shapes: tuple[int, ...], **attributes: Any) -> tuple[Call, list[Array]]:
    plain = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1), "groups": 1}
    call = get_op(op).call(["f32", "f32"], **{**plain, **attributes})
    return call, [normal(shape, seed=number) for number, shape in enumerate(shapes)]


def test_T5_neighbouring_channels_in_different_groups_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        order = np.arange(6).reshape(2, 3).T.reshape(-1)
        return right(c, [np.ascontiguousarray(v[0][:, order]), v[1]])

    call, x = convolution("conv2d", (2, 6, 5, 5), (6, 2, 2, 2), groups=3)
    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("groups:mixed", True)


def windows_of(x: Array, height: int, width: int) -> Array:
    """[samples, channels, taps, places] of a convolution of stride 1 without padding."""
    rows, columns = x.shape[2] - height + 1, x.shape[3] - width + 1
    taps = [
        x[:, :, i : i + rows, j : j + columns].reshape(*x.shape[:2], -1)
        for i in range(height)
        for j in range(width)
    ]
    return np.stack(taps, axis=2)


def terms_of(v: Sequence[Array]) -> tuple[Array, Array]:
    """Factors of the terms of a convolution: [samples, outputs, places, terms] each."""
    x, weight = v
    found = windows_of(x, *weight.shape[2:])
    terms = found.reshape(len(x), -1, found.shape[-1]).swapaxes(1, 2)[:, None]
    flat = weight.reshape(len(weight), 1, -1)[None]
    a, b = np.broadcast_arrays(terms, flat)
    return a, b


def test_T4_rounded_products_of_a_convolution_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        a, b = terms_of(v)
        return np.add.accumulate(a * b, axis=-1)[..., -1]

    call, x = convolution("conv2d", (2, 3, 5, 5), (4, 3, 2, 2))
    found = judged(call, x, compute)
    assert (found.name, found.details["reproduces"]) == ("unfused", "all wrong elements")


def test_T4_a_convolution_in_one_chain_without_blocks_is_named() -> None:
    call, x = convolution("conv2d", (2, 33, 4, 4), (4, 33, 3, 3))
    found = judged(call, x, lambda c, v: chain(*terms_of(v)))
    assert (found.name, found.confirmed) == ("tree:sequential_fma", True)


def of_samples(call: Call, v: Sequence[Array]) -> list[Array]:
    """The right gradient of the weights of each sample alone."""
    return [right(call, [np.ascontiguousarray(x[n : n + 1]) for x in v]) for n in range(len(v[0]))]


def in_sequence(call: Call, v: Sequence[Array]) -> Array:
    parts = of_samples(call, v)
    return np.asarray(sum(parts[1:], parts[0]))


def in_one_chain(call: Call, v: Sequence[Array]) -> Array:
    x, gradient = v
    parts = windows_of(x, *gradient.shape[2:]).transpose(1, 2, 0, 3)  # channels, places, ...
    size = tuple(int(n) for n in call.attributes["kernel_size"])  # type: ignore[union-attr]
    taps = windows_of(x, *size).transpose(1, 2, 0, 3)
    assert parts.shape[0] == taps.shape[0]
    a = taps.reshape(1, *taps.shape[:2], -1)
    b = gradient.transpose(1, 0, 2, 3).reshape(gradient.shape[1], 1, 1, -1)
    found = chain(*np.broadcast_arrays(a, b))
    return found.reshape(gradient.shape[1], x.shape[1], *size)


@pytest.mark.parametrize(
    ("name", "compute"),
    [("samples:sequential", in_sequence), ("samples:one-chain", in_one_chain)],
)
@pytest.mark.parametrize("samples", [5, 6])
def test_T5_samples_that_are_not_joined_by_T1_are_named(
    name: str, compute: Compute, samples: int
) -> None:
    shapes = (samples, 2, 5, 4), (samples, 3, 4, 3)
    call, x = convolution("conv2d_weight_gradient", *shapes, kernel_size=(2, 2))
    assert judged(call, x, compute).name == name


def test_T4_rounded_products_of_a_gradient_of_the_weights_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        x, gradient = v
        taps = windows_of(x, 2, 2)[:, None]  # samples, 1, channels, taps, places
        b = gradient.reshape(*gradient.shape[:2], 1, 1, -1)
        sums = np.add.accumulate(taps * b, axis=-1)[..., -1]
        return tree(sums).reshape(3, 2, 2, 2)

    shapes = (5, 2, 5, 4), (5, 3, 4, 3)
    call, x = convolution("conv2d_weight_gradient", *shapes, kernel_size=(2, 2))
    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("unfused", True)


def test_T5_taps_of_a_gradient_that_run_backwards_are_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        gradient, weight = v
        padded = np.pad(gradient, ((0, 0), (0, 0), (1, 1), (1, 1)))
        taps = windows_of(padded, 2, 2)  # in the order opposite to that of the taps of the weight
        a = taps.reshape(len(gradient), 1, -1, taps.shape[-1]).swapaxes(2, 3)
        turned = weight[:, :, ::-1, ::-1].swapaxes(0, 1)
        b = turned.reshape(1, weight.shape[1], 1, -1)
        return chain(*np.broadcast_arrays(a, b))

    call, x = convolution("conv2d_input_gradient", (2, 3, 4, 4), (3, 2, 2, 2), input_size=(5, 5))
    found = judged(call, x, compute)
    assert (found.name, found.details["reproduces"]) == ("tap-order:reversed", "all wrong elements")


# Memory


class Writing(Made):
    """A backend that is given its output and may leave a part of it alone."""

    def __init__(self, write: Callable[[Sequence[Array], Array], None]) -> None:
        self.write = write

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.write([right(call, inputs)], outputs[0])


def named_by(write: Callable[[Sequence[Array], Array], None]) -> tuple[str, str]:
    """What the diagnosis says of a product of 37 pairs by such a backend."""
    call, x = get_op("mul").call(["f32", "f32"]), [normal((37,)), normal((37,), seed=1)]
    session = Writing(write)
    got = executor.execute(session, call, x)
    found = diagnose(session, call, x, [bits_of(right(call, x))], got)
    assert found is not None
    return found.name, found.text


def test_elements_that_are_never_written_are_named_whatever_filled_them() -> None:
    def write(found: Sequence[Array], output: Array) -> None:
        output[:32] = found[0][:32]

    name, text = named_by(write)
    assert name == "unwritten"
    assert "the last 5 of 37" in text


def test_the_pattern_of_a_fresh_output_that_a_backend_computes_itself_is_not_unwritten() -> None:
    def write(found: Sequence[Array], output: Array) -> None:
        output[...] = found[0]
        fresh = executor.poisoned((5,), "f32")
        output[32:] = fresh

    assert named_by(write)[0] != "unwritten"


def test_elements_that_no_operand_changes_are_old_data() -> None:
    def write(found: Sequence[Array], output: Array) -> None:
        output[...] = found[0]
        output[[3, 9, 20]] = F32(7)

    name, text = named_by(write)
    assert name == "stale"
    assert "all 3 wrong elements" in text


# Graphs


def softmax_by(total: Callable[[Array], Array]) -> Compute:
    """The nodes of a softmax; its sums by this function of rows."""

    def compute(c: Call, v: Sequence[Array]) -> Array:
        return total(v[0]).reshape(-1, 1) if c.op == "sum" else right(c, v)

    return compute


def test_G1_the_drawing_of_a_tree_comes_with_a_tree_and_with_nothing_else() -> None:
    call, x = get_op("softmax").call(["f32"]), [normal((9, 100), scale=3.0)]
    found = judged(call, x, softmax_by(lambda rows: np.add.accumulate(rows, axis=1)[:, -1]))
    assert (found.name, found.details["node"]) == ("tree:sequential", "s")
    assert found.details["svg"].startswith("<svg")

    def wide(rows: Array) -> Array:
        return tree(rows.astype(np.float64).T).astype(F32)

    found = judged(call, x, softmax_by(wide))
    assert (found.name, found.details["node"]) == ("accumulator:f64", "s")
    assert "svg" not in found.details


def test_G1_the_backends_own_sum_explains_a_softmax_where_its_tree_has_no_name() -> None:
    call, x = get_op("softmax").call(["f32"]), [normal((9, 100), scale=3.0)]
    found = judged(call, x, softmax_by(no_name))
    assert (found.name, found.details["node"]) == ("tree:own", "s")
