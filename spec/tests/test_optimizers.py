"""Tests of optimizers (clause G8): resumed runs, steps on parts of a tensor, and Lion's paper."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, get_format

STEPS = [
    name for name, op in all_ops().items() if op.profile == "train" and "params" in op.operands
]


def operands_of(op, count, form, seed, shape):
    """Return random operands in one format. Sums of squares are not negative."""
    draw = np.random.default_rng(seed)
    made = []
    for name in op.operands[:count]:
        x = draw.standard_normal(shape)
        x = np.abs(x) * 0.5 if name in landmarks_of(op.name).squares else x
        made.append(x.astype(get_format(form).dtype))
    return made


def calls_of(name, form="f32"):
    """Yield calls with all and with the fewest operands, with the attributes of landmarks."""
    op, landmarks = get_op(name), landmarks_of(name)
    least = len(op.operands) if op.optional_from is None else op.optional_from
    for count, sets in (
        (len(op.operands), landmarks.sets),
        (least, landmarks.alone or landmarks.sets),
    ):
        signature = next(s for s in op.signatures if s[0] == (form,) * count)
        for attributes in sets:
            yield op.call(*signature, **attributes)


def same(a, b):
    return [bits_of(x).tolist() for x in a] == [bits_of(x).tolist() for x in b]


@pytest.mark.parametrize("form", ["f32", "bf16"])
@pytest.mark.parametrize("name", STEPS)
def test_G8_2_a_step_of_a_whole_parameter_is_the_steps_of_its_parts(name, form):
    for number, call in enumerate(calls_of(name, form)):
        operands = operands_of(get_op(name), len(call.inputs), form, number, (4, 9))
        whole = numpy_route.evaluate(call, operands)
        for part in (slice(0, 1), slice(1, 4), slice(2, 2)):
            found = numpy_route.evaluate(call, [x[part] for x in operands])
            assert same([x[part] for x in whole], found)
        flat = numpy_route.evaluate(call, [x.reshape(-1) for x in operands])
        assert same([x.reshape(-1) for x in whole], flat)


def run_steps(op, call, states, numbers):
    """Return the states after these steps. The number of a step is the seed of its gradients."""
    for number in numbers:
        count = 1 + len(states)
        inputs, outputs = next(
            s for s in op.signatures if s[0] == (call.inputs[0],) * count
        )  # the first step may create a state, which is an operand from the second step on
        given = {k: v for k, v in call.attributes.items() if k != "step"}
        if "step" in call.attributes:
            given["step"] = number
        draw = np.random.default_rng(number)
        grads = draw.standard_normal(states[0].shape).astype(states[0].dtype)
        made = numpy_route.evaluate(
            op.call(inputs, outputs, **given), [states[0], grads, *states[1:]]
        )
        place = dict(zip(op.results, made, strict=False))
        states = [place[new] for old, new in op.state if new in place]
        if call.attributes.get("momentum") == 0.0 and count == len(states):
            states = states[:-1]  # without momentum, the new buffer is not a state
    return states


@pytest.mark.parametrize("form", ["f32", "f16"])
@pytest.mark.parametrize("name", STEPS)
def test_G1_11_seven_steps_are_four_and_then_three_from_what_was_stored(name, form):
    op = get_op(name)
    for call in calls_of(name, form):
        operands = operands_of(op, len(call.inputs), form, 7, (5,))
        states = [operands[0], *operands[2:]]
        through = run_steps(op, call, states, range(1, 8))
        stored = [x.tobytes() for x in run_steps(op, call, states, range(1, 5))]
        again = [np.frombuffer(x, states[0].dtype) for x in stored]
        assert same(run_steps(op, call, again, range(5, 8)), through)


def test_G8_6_the_first_step_of_sgd_makes_the_buffer_of_the_gradients():
    op = get_op("sgd")
    p, g = operands_of(op, 2, "f32", 1, (6,))
    call = op.call(["f32", "f32"], momentum=0.9, dampening=0.75, lr=0.5)
    new, buffer = numpy_route.evaluate(call, [p, g])
    assert same([buffer], [g])
    assert same([new], [p - np.float32(0.5) * g])
    plain = numpy_route.evaluate(op.call(["f32", "f32"], lr=0.5), [p, g])
    assert same(plain, [new, buffer])


@pytest.mark.parametrize("attributes", landmarks_of("lion").sets)
def test_G8_14_lion_is_algorithm_2_of_its_paper(attributes):
    op = get_op("lion")
    call = op.call(["f64"] * 3, **attributes)
    a = call.attributes
    p, g, m = operands_of(op, 3, "f64", 5, (40,))
    slope = -g if a["maximize"] else g
    way = np.sign(a["beta1"] * m + (1 - a["beta1"]) * slope) + a["weight_decay"] * p
    new, mean = numpy_route.evaluate(call, [p, g, m])
    np.testing.assert_allclose(new, p - a["lr"] * way, rtol=1e-14)
    np.testing.assert_allclose(mean, a["beta2"] * m + (1 - a["beta2"]) * slope, rtol=1e-14)


@pytest.mark.parametrize("name", STEPS)
def test_G8_3_attributes_that_torch_refuses_are_refused_in_one_line(name):
    op = get_op(name)
    shapes = [(2,)] * len(op.operands)
    for attribute in op.attributes:
        if attribute.type == "real" and attribute.name != "dampening":
            call = op.call(op.signatures[-1][0], **{attribute.name: -1.0})
            with pytest.raises(SpecError, match=f"{name}: {attribute.name}=-1.0 must be") as told:
                op.output_shapes(call, shapes)
            assert "\n" not in str(told.value)


def test_G8_15_the_total_norm_is_the_norm_of_the_norms_in_order():
    """In f32 it is near the root of the sum of squares, and clipping results in `max_norm`."""
    draw = np.random.default_rng(3)
    grads = [draw.standard_normal(n).astype(np.float32) for n in (5, 70, 9)]
    norm = get_op("norm").call(["f32"], axes=None)
    each = np.array([numpy_route.evaluate(norm, [g])[0] for g in grads], np.float32)
    (total,) = numpy_route.evaluate(norm, [each])
    plain = np.sqrt(sum((g.astype(np.float64) ** 2).sum() for g in grads))
    np.testing.assert_allclose(total, plain, rtol=1e-6)
    clip = get_op("clip_grad_norm").call(["f32", "f32"], max_norm=0.5)
    clipped = [numpy_route.evaluate(clip, [g, total])[0] for g in grads]
    found = np.sqrt(sum((g.astype(np.float64) ** 2).sum() for g in clipped))
    np.testing.assert_allclose(found, 0.5, rtol=1e-6)


@pytest.mark.parametrize(
    ("scale", "tracker", "found", "wanted"),
    [
        (8.0, 1, False, (8.0, 2)),
        (8.0, 2, False, (16.0, 0)),
        (8.0, 2, True, (4.0, 0)),
        (3.0e38, 2, False, (3.0e38, 0)),
        (8.0, 3, False, (8.0, 4)),
    ],
)
def test_G8_19_the_scale_grows_after_good_steps_and_falls_after_an_overflow(
    scale, tracker, found, wanted
):
    op = get_op("update_scale")
    call = op.call(*op.signatures[0], growth_interval=3)
    inputs = [np.array(scale, np.float32), np.array(tracker, np.int32), np.array(found)]
    new, count = numpy_route.evaluate(call, inputs)
    assert (new, count) == (np.float32(wanted[0]), wanted[1])
