"""Tests of diagnoses of sessions with one mistake each, without the runner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from samebits.conformance.diagnosis import diagnose
from samebits.conformance.diagnosis.hypotheses import rounding_hypotheses as rounding
from samebits.conformance.diagnosis.hypotheses.reductions_hypotheses import LIKELY
from samebits.conformance.diagnosis.registry import REGISTRY
from samebits.conformance.diagnosis.scalar import before_rounding
from samebits.conformance.reveal.arithmetic import narrow
from samebits.conformance.reveal.families import FAMILIES, build
from samebits.conformance.reveal.layout import bias_of, contraction_rows, reduction_rows
from samebits.conformance.reveal.replay import Model, evaluate_products, evaluate_sum
from samebits.conformance.tests.made import Array, Compute, Made, judged, normal, right
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.families.ordering import sort
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise
from samebits.spec.language.trees import CONTRACTION_BLOCK, contraction


def test_a_right_result_has_no_diagnosis() -> None:
    call, x = get_op("add").call(["f32", "f32"]), [normal((9,)), normal((9,), seed=1)]
    assert diagnose(Made(right), call, x, [bits_of(right(call, x))], [right(call, x)]) is None


def test_every_family_of_hypotheses_states_the_reason_for_its_place() -> None:
    assert all(len(entry.reason) > 12 for entry in REGISTRY)
    assert len({entry.hypotheses for entry in REGISTRY}) == len(REGISTRY)


def test_nothing_known_is_named_unexplained_with_numbers() -> None:
    call, x = get_op("mul").call(["f32", "f32"]), [normal((50,)), normal((50,), seed=1)]
    found = judged(call, x, lambda c, v: right(c, v) * np.float32(1.5) + np.float32(3))
    assert (found.name, found.confirmed) == ("unexplained", False)
    assert found.details["max_ulp"]
    assert found.details["first"] == "0, 1, 2, 3"


ROUNDED = ("sums", "differences", "products", "quotients", "fused products")
EXACTLY_MODELLED = [
    "sqrt",
    *(op for op in all_ops() if getattr(landmarks_of(op), "traps", None) in ROUNDED),
]
"""Ops for which the diagnosis can compute the value before rounding."""


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("rounding:toward-zero", rounding.toward_zero),
        ("rounding:up", rounding.upward),
        ("rounding:down", rounding.downward),
        ("rounding:ties-away", rounding.ties_away),
    ],
)
@pytest.mark.parametrize("op", EXACTLY_MODELLED)
def test_R1_other_rounding_directions_are_named(name: str, way: Any, op: str) -> None:
    operands = len(get_op(op).operands)
    call = get_op(op).call(["f16"] * operands)
    x = [normal((3000,), "f16", seed) for seed in range(operands)]
    if op == "sqrt":
        x = [np.abs(v) for v in x]
        if name == "rounding:down":
            return  # same as rounding toward zero here

    def compute(c: Call, v: Sequence[Array]) -> Array:
        value = before_rounding(c, v)
        assert value is not None
        return np.asarray(way(value, "f16"))

    if np.array_equal(bits_of(compute(call, x)), bits_of(right(call, x))):
        assert (name, op) in {("rounding:ties-away", "sqrt"), ("rounding:ties-away", "div")}
        return
    assert judged(call, x, compute).name == name


def test_R2_an_fma_through_binary32_is_a_double_rounding() -> None:
    call = get_op("fma").call(["f16"] * 3)
    a = np.array([1 + 2**-10, 1 + 2**-10, 2.0], np.float16)
    b = np.array([1 + 2**-10, 1 - 2**-10, 3.0], np.float16)
    c = np.array([2.0**-11 + 2**-24, 2.0**-24, 1.0], np.float16)
    inputs = [np.resize(v, 400) for v in (a, b, c)]
    draw = np.random.default_rng(0)
    inputs = [(x * draw.choice([1, 2, 4, 0.5], 400)).astype(np.float16) for x in inputs]

    def through(call: Call, v: Sequence[Array]) -> Array:
        wide = [x.astype(np.float32) for x in v]
        return (wide[0] * wide[1] + wide[2]).astype(np.float16)

    if not np.array_equal(bits_of(through(call, inputs)), bits_of(right(call, inputs))):
        assert judged(call, inputs, through).name in ("unfused", "double-rounding:f32")


def test_R5_an_integer_cast_that_rounds_to_nearest_is_named() -> None:
    call = get_op("cast").call(["f32"], ["i32"])
    x = [normal((200,), scale=100.0)]
    found = judged(call, x, lambda c, v: np.rint(v[0]).astype(np.int32))
    assert (found.name, found.confirmed) == ("rounding:nearest", True)


def test_two_mistakes_seen_in_the_bits_are_both_told() -> None:
    call = get_op("add").call(["f32", "f32"])
    a = np.array([-0.0, np.nan, 1.0, -0.0, 2.0], np.float32)
    b = np.array([-0.0, 1.0, 1.0, -0.0, np.nan], np.float32)

    def compute(c: Call, v: Sequence[Array]) -> Array:
        total = right(c, v) + np.float32(0)
        total[np.isnan(total)] = np.array(0xFFC00000, np.uint32).view(np.float32)
        return total

    found = judged(call, [a, b], compute)
    assert found.confirmed
    assert {found.name, found.details["also"]} == {"signed-zero", "nan-not-canonical"}


def test_a_run_that_differs_from_itself_is_named() -> None:
    call, x = get_op("mul").call(["f32", "f32"]), [normal((40,)), normal((40,), seed=1)]
    count = iter(range(1000))
    found = judged(call, x, lambda c, v: right(c, v) * np.float32(2 + next(count) * 0.37))
    assert found.name == "unsteady"


def test_bits_that_depend_on_the_address_are_named_before_any_tree() -> None:
    call, x = get_op("sum").call(["f32"], axes=(-1,)), [normal((20, 100))]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        turned = v[0][..., ::-1] if v[0].ctypes.data % 64 else v[0]
        return np.add.accumulate(turned, axis=-1)[..., -1]

    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("address", True)


def test_what_differs_from_when_it_was_judged_but_repeats_is_what_ran_before() -> None:
    call, x = get_op("mul").call(["f32", "f32"]), [normal((40,)), normal((40,), seed=1)]
    count = iter(range(1000))
    found = judged(call, x, lambda c, v: right(c, v) * np.float32(3.7 if next(count) else 2.6))
    assert found.name == "history"


def test_one_wrong_element_is_no_evidence_and_says_so() -> None:
    call = get_op("fma").call(["f32"] * 3)
    a = np.array([1 + 2**-12, 2.0], np.float32)
    b = np.array([1 + 2**-12, 3.0], np.float32)
    c = np.array([-1 - 2**-11, 1.0], np.float32)

    def unfused(c: Call, v: Sequence[Array]) -> Array:
        return np.asarray(v[0] * v[1] + v[2])

    found = judged(call, [a, b, c], unfused)
    assert (found.name, found.details["reproduces"]) == ("unfused", "all wrong elements")
    assert not found.confirmed
    assert found.details["evidence"].endswith("bits; 20 exclude chance")
    many = [np.tile(v, 1) for v in (normal((900,)), normal((900,), seed=1), normal((900,), seed=2))]
    assert judged(call, many, unfused).confirmed


MOVED = [
    op.name
    for op in all_ops().values()
    if op.op_class == "move" and op.shape_rule in (elementwise, sort) and op.name != "argsort"
]


@pytest.mark.parametrize("op", MOVED)
def test_S2_moves_and_sorts_are_never_explained_by_roundings(op: str) -> None:
    """Operands are subnormal f32 values. An op without f32 is tried in its first format."""
    every = get_op(op).signatures
    formats, results = next(((i, o) for i, o in every if set(o) == {"f32"}), every[0])
    assert set(results) == {"f32"} or not any(
        get_format(f).is_float for i, o in every for f in i + o
    )
    call = get_op(op).call(formats)
    form = get_format(results[0])
    tiny = from_bits(np.arange(1, 60, dtype=form.bits_dtype), results[0])
    ways = (tiny, tiny[::-1])  # not equal, because the exclusive or of equal operands is zero
    x = [np.ones(59, np.bool_) if f == "bool" else ways[n % 2] for n, f in enumerate(formats)]
    found = judged(call, x, lambda c, v: np.zeros_like(tiny))
    assert not found.name.startswith(("ftz", "double-rounding", "rounding", "not-correctly"))
    assert all(
        "move" not in entry.classes
        for entry in REGISTRY
        if entry.hypotheses.__module__.rpartition(".")[2] in ("flushing", "rounding", "accuracy")
    )


def test_hypotheses_that_are_the_same_on_few_terms_are_named_as_rivals() -> None:
    call = get_op("matmul").call(["f32", "f32"])
    x = [normal((9, 5)), normal((5, 8), seed=1)]
    model = Model(replace(contraction(5), leaf_rule="rounded_product"), "f32")
    found = judged(call, x, by_tree(model))
    assert found.name == "unfused"
    assert "unfused-tail" in found.details["would fit as well"]
    assert not found.confirmed


def test_a_wrong_tail_is_named_with_its_length() -> None:
    call, x = get_op("mul").call(["f32", "f32"]), [normal((69,)), normal((69,), seed=1)]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        result = right(c, v)
        result[-5:] *= np.float32(3.3)
        return result

    found = judged(call, x, compute)
    assert (found.name, found.confirmed) == ("wrong-tail", True)
    assert "last 5 of 69" in found.text


def by_tree(model: Model, *, bias_first: bool = False) -> Compute:
    """Return sums or contractions that follow the tree of `model`, for any number of terms."""

    def compute(call: Call, inputs: Sequence[Array]) -> Array:
        if call.op == "sum":
            rows = reduction_rows(call, inputs[0])
            tree = build(model.tree.name, rows.shape[1])
            return narrow(evaluate_sum(Model(tree, model.accumulate), rows), call.outputs[0])
        shape = get_op(call.op).output_shapes(call, [x.shape for x in inputs])[0]
        flat = np.arange(int(np.prod(shape)))
        a, b = contraction_rows(call, inputs, flat)
        total = evaluate_products(model, a, b)
        bias = bias_of(call, inputs, flat)
        if bias is not None:
            total = narrow(total, call.outputs[0]) if bias_first else total
            total = total + narrow(bias, "f32" if not bias_first else call.outputs[0])
        return narrow(total, call.outputs[0])

    return compute


@pytest.mark.parametrize("family", ["sequential", "lanes(16)", "blocked(32)", "numpy_pairwise"])
@pytest.mark.parametrize("shape", [(300,), (3, 300), (40, 300)])
def test_T1_sums_by_another_tree_are_named_and_drawn(family: str, shape: tuple[int, ...]) -> None:
    call = get_op("sum").call(["f32"], axes=(-1,))
    found = judged(call, [normal(shape, seed=shape[0])], by_tree(Model(build(family, 300), "f32")))
    assert (found.name, found.confirmed) == (f"tree:{family}", True)
    assert found.details["svg"].startswith("<svg")
    assert found.details["tree"] != found.details["canonical"]


def test_R4_the_accumulator_is_named() -> None:
    call = get_op("sum").call(["f32"], axes=(-1,))
    model = Model(build("balanced", 300), "f64")
    assert judged(call, [normal((300,))], by_tree(model)).name == "accumulator:f64"


def test_T2_column_major_flattening_is_named() -> None:
    call = get_op("sum").call(["f32"], axes=(0, 1))

    def compute(c: Call, v: Sequence[Array]) -> Array:
        rank = v[0].ndim
        return right(c, [np.swapaxes(v[0], rank - 1, rank - 2)])

    assert judged(call, [normal((17, 19))], compute).name == "axis-order"


def test_without_a_session_trees_are_still_searched() -> None:
    call = get_op("sum").call(["f32"], axes=(-1,))
    x = [normal((20, 100))]
    got = by_tree(Model(build("sequential", 100), "f32"))(call, x)
    found = diagnose(None, call, x, [bits_of(right(call, x))], [got])
    assert found is not None
    assert (found.name, found.details["reproduces"]) == ("tree:sequential", "all wrong elements")
    assert "tree:blocked(128)" in found.details["would fit as well"]  # the same bits for 100 terms
    assert not found.confirmed


@pytest.mark.parametrize("terms", [100, 1 << 11])
def test_without_a_session_unlikely_trees_are_searched_too_where_terms_are_few(terms: int) -> None:
    call = get_op("sum").call(["f32"], axes=(-1,))
    x = [normal((12, terms))]
    unlikely = "torch(16)+halves"
    assert unlikely in FAMILIES.keys() - {*LIKELY}
    got = by_tree(Model(build(unlikely, terms), "f32"))(call, x)
    found = diagnose(None, call, x, [bits_of(right(call, x))], [got])
    assert found is not None
    assert found.name == f"tree:{unlikely}"


def test_wanted_bits_known_only_by_digest_are_recomputed() -> None:
    call = get_op("sum").call(["f32"], axes=(-1,))
    x = [normal((20, 100))]
    got = by_tree(Model(build("lanes(8)", 100), "f32"))(call, x)
    found = diagnose(None, call, x, None, [got])
    assert found is not None
    assert found.name == "tree:lanes(8)"


def test_T4_another_block_is_named() -> None:
    k = 700
    model = Model(contraction(k, 64), "f32", frozenset(range(0, k, 64)))
    call = get_op("matmul").call(["f32", "f32"])
    found = judged(call, [normal((9, k)), normal((k, 8), seed=1)], by_tree(model))
    assert (found.name, found.confirmed) == ("block:64", True)


def test_T4_a_bias_added_after_the_last_rounding_is_named() -> None:
    k = 40
    starts = frozenset(range(0, k, CONTRACTION_BLOCK))
    call = get_op("matmul").call(["f16"] * 3)
    inputs = [normal((9, k), "f16"), normal((k, 8), "f16", 1), normal((8,), "f16", 2)]
    compute = by_tree(Model(contraction(k), "f32", starts), bias_first=True)
    found = judged(call, inputs, compute)
    assert (found.name, found.confirmed) == ("bias-order", True)


@pytest.mark.parametrize(("ta", "tb"), [(True, False), (False, True), (True, True)])
def test_T4_an_ignored_transposition_is_named(ta: bool, tb: bool) -> None:
    call = get_op("matmul").call(["f32", "f32"], transpose_a=ta, transpose_b=tb)
    plain = get_op("matmul").call(["f32", "f32"])
    found = judged(call, [normal((8, 8)), normal((8, 8), seed=1)], lambda c, v: right(plain, v))
    assert (found.name, found.confirmed) == ("transposed-operand", True)


def test_S3_argmax_and_max_mistakes_are_named() -> None:
    x = np.tile(np.array([[3.0, 1.0, 3.0, np.nan], [2.0, 5.0, 5.0, 5.0]], np.float32), (4, 1))
    call = get_op("argmax").call(["f32"], axes=(1,))
    ignoring = np.where(np.isnan(x), -np.inf, x)
    found = judged(call, [x], lambda c, v: np.argmax(ignoring, axis=1))
    assert found.name == "nan-ignored"
    found = judged(call, [x], lambda c, v: np.argmin(ignoring, axis=1))
    assert found.name == "argmin"
    call = get_op("max").call(["f32"], axes=(1,))
    found = judged(call, [x], lambda c, v: np.fmax.reduce(v[0], axis=1))
    assert found.name == "nan-ignored"


def softmax_with(**changed: Compute) -> Compute:
    """Return nodes of a softmax that use the functions in `changed` by op, and else are right."""
    return lambda call, inputs: changed.get(call.op, right)(call, inputs)


def test_G1_the_wrong_node_of_a_softmax_is_named() -> None:
    call = get_op("softmax").call(["f32"])
    x = [normal((7, 100), scale=3.0)]
    found = judged(call, x, softmax_with(sum=by_tree_keep("sequential")))
    assert (found.name, found.details["node"]) == ("tree:sequential", "s")
    found = judged(call, x, softmax_with(div=reciprocal))
    assert (found.name, found.details["node"]) == ("reciprocal", "q")


def test_G1_two_wrong_nodes_of_a_softmax_are_named() -> None:
    call = get_op("softmax").call(["f32"])
    compute = softmax_with(sum=by_tree_keep("lanes(8)"), div=reciprocal)
    found = judged(call, [normal((7, 100), scale=3.0)], compute)
    assert (found.name, found.confirmed) == ("tree:lanes(8)+reciprocal", True)


def test_G1_a_large_softmax_is_explained_on_some_of_its_rows() -> None:
    call = get_op("softmax").call(["f32"], axis=0)
    x = [normal((300, 400), scale=3.0)]
    assert judged(call, x, softmax_with(div=reciprocal)).name == "reciprocal"


def reciprocal(call: Call, inputs: Sequence[Array]) -> Array:
    return inputs[0] * (np.float32(1) / inputs[1])


def by_tree_keep(family: str) -> Compute:
    def compute(call: Call, inputs: Sequence[Array]) -> Array:
        rows = reduction_rows(call, inputs[0])
        return evaluate_sum(Model(build(family, rows.shape[1]), "f32"), rows)

    return compute


@pytest.mark.parametrize("op", EXACTLY_MODELLED)
@pytest.mark.parametrize("label", ["f32", "f16", "bf16"])
def test_R2_the_model_before_rounding_rounds_to_the_right_bits(op: str, label: str) -> None:
    declared = get_op(op)
    call = declared.call([label] * len(declared.operands))
    form = get_format(label)
    draw = np.random.default_rng(5)
    x = [
        from_bits(draw.integers(0, 1 << form.bits, 4000).astype(form.bits_dtype), label)
        for _ in declared.operands
    ]
    value = before_rounding(call, x)
    assert value is not None
    found = canonicalize_nan(bits_of(narrow(value, label)), label)
    assert np.array_equal(found, bits_of(numpy_route.evaluate(call, x)[0]))
