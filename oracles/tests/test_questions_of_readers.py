"""Test the answers to questions that readers of SPEC.md asked.

Each test shows the decision, and the other reading that it excludes. docs/decisions.md lists the
questions.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, format_of, from_bits

FORMATS = {"f32": np.float32, "f64": np.float64}


def ask(op, *inputs, outputs=None, **attributes):
    """Return the results of an op by the NumPy route."""
    call = get_op(op).call([format_of(x).name for x in inputs], outputs, **attributes)
    return numpy_route.evaluate(call, list(inputs))


def same(a, b):
    return np.array_equal(bits_of(np.asarray(a)), bits_of(np.asarray(b)))


def saving():
    """Yield ops of G6 and G11 and their saved results, which are f32 for f16 operands."""
    for op in all_ops().values():
        if {"G6", "G11"} & set(op.clauses):
            for inputs, outputs in op.signatures:
                places = [i for i, name in enumerate(outputs) if name == "f32"]
                if set(inputs) <= {"f16", "i64"} and places:
                    yield pytest.param(op, len(inputs), places, id=f"{op.name}-{len(inputs)}")


@pytest.mark.parametrize(("op", "count", "places"), list(saving()))
def test_G6_1_what_is_saved_for_a_gradient_has_the_compute_format(op, count, places):
    """G6.1, G11.1, G11.7: saved results are f64 for f64 operands, otherwise f32."""
    for inputs, outputs in op.signatures:
        if len(inputs) == count:
            wanted = "f64" if "f64" in inputs else "f32"
            assert {outputs[place] for place in places} == {wanted}


@pytest.mark.parametrize(
    ("name", "count", "factor"),
    [("f32", 2**24, "0x1.fffffep-25"), ("f64", 2**53 + 2, "0x1.ffffffffffffcp-54")],
)
def test_G6_10_the_count_of_batches_is_cast_to_binary64_before_it_divides(name, count, factor):
    """The weight of the batch is neither 1 / f32(count) nor the exact quotient rounded once."""
    form = FORMATS[name]
    x = np.array([[1.0], [3.0], [8.0]], form)
    running = np.zeros(1, form), np.zeros(1, form), np.array(count, np.int64)
    ones = np.ones(1, form), np.zeros(1, form)
    outputs = [name] * 5 + ["i64"]
    results = ask("batch_norm", x, *ones, *running, outputs=outputs, momentum=None)
    assert int(results[5]) == count + 1
    mean = form(4.0)
    assert same(results[3], np.array([form(float.fromhex(factor)) * mean]))
    others = {form(1) / form(np.float32(count + 1)), form((1 << 80) // (count + 1) / 2.0**80)}
    assert any(not same(results[3], np.array([other * mean])) for other in others)


def test_G6_10_an_empty_batch_keeps_running_statistics_but_makes_a_NaN_canonical():
    nan = from_bits(np.array([0xFFC12345], np.uint32), "f32")
    empty = np.zeros((0, 1), np.float32)
    one = np.ones(1, np.float32)
    state = nan, np.array([-0.0], np.float32), np.array(7, np.int64)
    outputs = ["f32"] * 5 + ["i64"]
    results = ask("batch_norm", empty, one, one, *state, outputs=outputs)
    assert bits_of(results[3]).tolist() == [0x7FC00000]
    assert bits_of(results[4]).tolist() == [0x80000000]
    assert int(results[5]) == 8


def test_C2_2_operands_are_left_out_from_the_last_one_on():
    """A signature of k operands has the first k operands. Other counts of operands are no calls."""
    for op in all_ops().values():
        counts = {len(inputs) for inputs, _ in op.signatures}
        least = len(op.operands) if op.optional_from is None else op.optional_from
        assert max(counts) <= len(op.operands)
        assert min(counts) >= min(least, len(op.operands)), op.name


def test_G7_12_the_mean_of_a_loss_of_classes_divides_by_the_weights_and_not_by_their_number():
    x = np.array([[-1.0, -2.0], [-4.0, -8.0]], np.float32)
    places, weight = np.array([0, 1]), np.array([3.0, 0.5], np.float32)
    (found,) = ask("nll_loss", x, places, weight, reduction="mean")
    assert same(found, np.float32((1 * 3 + 8 * 0.5) / 3.5))
    assert not same(found, np.float32((1 * 3 + 8 * 0.5) / 2))


@pytest.mark.parametrize(
    ("op", "inputs", "attributes"),
    [
        ("batch_norm", [np.ones((2, 1), np.float32)], {"eps": 1e-50}),
        ("batch_norm", [np.ones((2, 1), np.float32)], {"eps": 5e-324}),
        ("trunc_normal", [], {"shape": (3,), "seed": (0, 0), "stream": (0, 0), "std": 1e-50}),
    ],
)
def test_A1_7_a_bound_is_asked_of_the_binary64_value_of_an_attribute(op, inputs, attributes):
    """1e-50 is valid because it is above zero, although it rounds to +0 in binary32."""
    assert np.float32(attributes.get("eps", attributes.get("std"))) == 0
    outputs = ["f32"] if not inputs else ["f32"] * 3
    ask(op, *inputs, outputs=outputs, **attributes)
    with pytest.raises(SpecError):
        ask(op, *inputs, outputs=outputs, **{k: type(v)() if type(v) is float else v
                                             for k, v in attributes.items()})  # fmt: skip


LARGEST = 2.0**128 - 2.0**104
TIE = 2.0**128 - 2.0**103


@pytest.mark.parametrize("name", ["f32", "f64", "bf16"])
def test_R4_4_finite_in_binary32_is_asked_of_the_rounded_value_whatever_the_formats_are(name):
    below = math.nextafter(TIE, 0)
    assert LARGEST < below < TIE
    op = get_op("layer_norm")
    saved = "f64" if name == "f64" else "f32"
    op.call([name], [name, saved, saved], eps=below)
    with pytest.raises(SpecError, match="must be finite in binary32"):
        op.call([name], [name, saved, saved], eps=TIE)


def test_A1_8_an_attribute_of_minus_zero_is_zero():
    """G8.5, G8.7, G7.13 compare the attribute by value; A1.6 makes 0.0 and -0.0 different calls."""
    x = np.array([1.0, -0.0], np.float32)
    inf = np.full(2, np.inf, np.float32)
    plus, minus = (ask("sgd", inf, x, outputs=["f32"] * 2, weight_decay=z) for z in (0.0, -0.0))
    assert same(plus[1], minus[1])
    assert same(minus[1], x)
    with pytest.raises(SpecError, match="nesterov needs a momentum that is not 0"):
        ask("sgd", x, x, outputs=["f32"] * 2, nesterov=True, momentum=-0.0)
    logits, places = np.zeros((2, 3), np.float32), np.array([0, 2])
    a, b = (ask("cross_entropy", logits, places, label_smoothing=z)[0] for z in (0.0, -0.0))
    assert same(a, b)


def attention(mask, **attributes):
    q = np.ones((1, 1, 1, 2), np.float32)
    k = np.array([[[[1.0, 0.0], [0.0, 2.0]]]], np.float32)
    v = np.array([[[[3.0], [5.0]]]], np.float32)
    return ask("scaled_dot_product_attention", q, k, v, mask, outputs=["f32"], **attributes)[0]


def test_T8_5_a_key_is_absent_if_its_score_is_minus_infinity_after_the_mask_is_added():
    """Both scores are numbers before the mask is added. A key with a NaN score is present."""
    low, nan = (np.array([[[[x, 0.0]]]], np.float32) for x in (-np.inf, np.nan))
    assert attention(low).tolist() == [[[[5.0]]]]
    assert np.isnan(attention(nan)).all()
    everything = np.full((1, 1, 1, 2), -np.inf, np.float32)
    assert bits_of(attention(everything)).tolist() == [[[[0]]]]


def test_T8_5_no_head_of_keys_is_an_error_though_0_is_a_multiple_of_0():
    op = get_op("scaled_dot_product_attention")
    call = op.call(["f32"] * 3)
    for heads in (0, 2):
        with pytest.raises(SpecError):
            op.output_shapes(call, [(1, heads, 3, 4), (1, 0, 5, 4), (1, 0, 5, 2)])
    assert op.output_shapes(call, [(1, 0, 3, 4), (1, 1, 5, 4), (1, 1, 5, 2)]) == ((1, 0, 3, 2),)


def test_T8_9_a_query_with_NaN_scores_alone_has_a_NaN_gradient_though_later_blocks_are_absent():
    """The causal query reads the first four of 300 keys. A key with a NaN score is present."""
    draw = np.random.default_rng(3)
    q, k, v = (draw.standard_normal((1, 1, 300, 4)).astype(np.float32) for _ in range(3))
    q[0, 0, 3, 0] = np.nan
    q = q[:, :, :5]
    (y,) = ask("scaled_dot_product_attention", q, k, v, outputs=["f32"], is_causal=True)
    gradients = ask(
        "scaled_dot_product_attention_gradient", q, k, v, y, np.ones_like(y),
        outputs=["f32"] * 3, is_causal=True,
    )  # fmt: skip
    assert np.isnan(y[0, 0, 3]).all()
    assert np.isnan(gradients[0][0, 0, 3]).all()
    assert np.isfinite(gradients[0][0, 0, [0, 1, 2, 4]]).all()


def test_G8_6_dampening_has_no_effect_without_a_buffer_and_the_new_buffer_is_a_result():
    x, g = np.float32([1.0, 2.0]), np.float32([0.1, -0.3])
    few, many = (
        ask("sgd", x, g, outputs=["f32"] * 2, momentum=0.9, dampening=d) for d in (0.0, 0.75)
    )
    assert same(few[0], many[0])
    assert same(few[1], many[1])
    assert same(few[1], g)


def test_G8_8_the_square_of_the_gradient_is_scaled_before_the_second_product():
    """The product is (gradient * c) * gradient, not c * (gradient * gradient)."""
    g = np.float32(np.random.default_rng(1).standard_normal(200))
    zero = np.zeros_like(g)
    results = ask("adamw", zero, g, zero, zero, outputs=["f32"] * 3, beta2=0.7)
    c = np.float32(1 - 0.7)
    assert same(results[2], (g * c) * g)
    assert not same(results[2], c * (g * g))


def test_G11_2_gates_are_the_functions_and_G11_7_cells_come_after_the_step():
    one = np.zeros((1, 1, 1), np.float32)
    state = np.zeros((1, 1), np.float32), np.full((1, 1), 4.0, np.float32)
    weights = np.zeros((4, 1), np.float32), np.zeros((4, 1), np.float32)
    results = ask("lstm", one, *state, *weights, outputs=["f32"] * 5)
    assert results[3].ravel().tolist() == [0.5, 0.5, 0.0, 0.5]
    assert results[4].ravel().tolist() == [2.0]


def test_S3_1_bounds_are_the_ops_of_two_operands_for_which_minus_zero_is_below_plus_zero():
    """G9.3: `clamp` is minimum(maximum(x, min), max)."""
    x = np.array([-0.0, 0.0], np.float32)
    (low,) = ask("clamp", x, min=0.0, max=1.0)
    (high,) = ask("clamp", x, min=-1.0, max=-0.0)
    assert bits_of(low).tolist() == [0, 0]
    assert bits_of(high).tolist() == [0x80000000, 0x80000000]


def test_G10_1_the_limit_of_places_changes_nothing_without_ceil_mode():
    for k in range(1, 5):
        for d, s, p, size in np.ndindex(3, 4, 4, 9):
            reach = (d + 1) * (k - 1) + 1
            if 2 * p > reach or size == 0:
                continue  # an error by G10.2
            places = (size + 2 * p - reach) // (s + 1) + 1
            assert min(places, (size + p - 1) // (s + 1) + 1) == places


def test_T11_2_widths_other_than_8_16_and_24_are_errors():
    for declared in (op for op in all_ops().values() if op.profile == "aligned"):
        for bits in ((12, 16), (16, 23), (8, 9)):
            with pytest.raises(SpecError, match="bits="):
                declared.call(*declared.signatures[0], bits=bits)
