"""Tests of graphs with 200 bits at every node, compared with PyTorch in binary64.

With 200 bits no rounding hides a wrong node, so no tolerance is needed for rounding. A gradient is
compared with the central difference of the forward graph at 200 bits.
"""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest

from samebits.backends.libraries.peers import all_peers
from samebits.conformance.questions.drawn_calls import octave
from samebits.conformance.questions.drawn_scene import Wish, choices, draw_scene
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.oracles import numpy_route
from samebits.oracles.discovery import definition_of
from samebits.oracles.in_reals import as_real, real_results
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import get_format
from samebits.spec.language.gradients import OF
from samebits.spec.language.links import gradient_call

BITS = 200
CALLS = 6
NEAR = 1e-9
LARGE = 2.0**60
EXACT = {"i64", "bool"}
STEP, WIDE = 400, 1600
"""Steps of central differences are 2^-STEP, computed with WIDE bits.

Host scalars have absolute values up to 2^1000. The error is about 2^-800.
"""

GRAPHS = [name for name, op in all_ops().items() if op.graph is not None]
DEFINED = [
    name
    for name, op in all_ops().items()
    if op.graph is None and op.profile != "math" and definition_of(name) is not None
]
DIFFERENTIABLE = [name for name, op in all_ops().items() if op.gradients]

OF_LOGARITHMS = {"ctc_loss": ("log_probs", "log_softmax")}
"""Ops whose gradient, as in PyTorch, passes through the op that makes their operand.

log_softmax does not change its own results, so the central difference passes through both ops.
"""


def widest(op):
    """Return the widths with which aligned contractions are closest to real numbers (T11.2)."""
    return {a.name: (24, 24) for a in op.attributes if a.name == "bits"}


def drawn(name, number, label="f32"):
    """Return a small call of an op with random attributes and operands near 1."""
    op, draws = get_op(name), Draws("5a3eb175", f"meaning of {name} {number}")
    known = EXACT | {label}
    every = [s for s in op.signatures if (*s[0], *s[1])[0] == label and {*s[0], *s[1]} <= known]
    inputs, outputs = draws.choice(every or list(op.signatures))
    scene = draw_scene(draws, Wish(op, len(inputs), octave(draws, 4), draws.between(1, 3)))
    return Question(
        name=f"{name} {number}",
        seed="5a3eb175",
        call=op.call(inputs, outputs, **choices(draws, op) | dict(scene.attributes) | widest(op)),
        shapes=scene.shapes[: len(inputs)],
        flavour="moderate",
        limits=tuple(sorted(scene.limits.items())),
    )


def reals(question):
    """Return the operands of a question.

    They are made positive if a result would not be a real number.
    """
    inputs = question.operands()
    with mpmath.mp.workprec(BITS):
        made = real_results(question.call, [as_real(x) for x in inputs])
        if any(x.dtype == object and np.isnan(plain(x)).any() for x in made):
            inputs = [np.abs(x) if x.dtype.kind == "f" else x for x in inputs]
    return inputs


def plain(x):
    """Return mpmath numbers as binary64, and any other array unchanged."""
    return x.astype(np.float64) if x.dtype == object else x


def wide(call):
    """Return the call with all floats in binary64, for PyTorch."""
    formats = [
        tuple("f64" if get_format(n).is_float else n for n in names)
        for names in (call.inputs, call.outputs)
    ]
    return replace(call, inputs=formats[0], outputs=formats[1])


def assert_near(found, wanted, near):
    assert found.shape == wanted.shape
    if wanted.dtype.kind in "bi":
        assert np.array_equal(found, wanted)
    else:
        known = np.isfinite(wanted)
        assert np.array_equal(found[~known], wanted[~known], equal_nan=True)
        found, wanted = found[known], wanted[known]
        scale = max(1e-30, np.abs(wanted).max(initial=0.0))
        assert np.abs(found - wanted).max(initial=0.0) <= near * scale


@pytest.mark.parametrize("name", DEFINED)
def test_an_op_in_real_numbers_is_near_to_its_bits(name):
    for number in range(CALLS):
        question = drawn(name, number)
        inputs = question.operands()
        bits = numpy_route.evaluate(question.call, inputs)
        with mpmath.mp.workprec(BITS):
            found = real_results(question.call, [as_real(x) for x in inputs])
            for real, rounded in zip(found, bits, strict=True):
                kept = rounded.astype(np.float64) if rounded.dtype.kind == "f" else rounded
                assert_near(plain(real), kept, 1e-5)


SAMPLES = {"ctc_loss": 2}
"""The operand that has the number of steps of each sample. PyTorch requires at least 1."""


@pytest.mark.parametrize("name", [n for n in GRAPHS if n in all_peers() and all_peers()[n].torch])
def test_a_graph_at_200_bits_is_what_PyTorch_means(name):
    torch = pytest.importorskip("torch", reason="no PyTorch: nothing is compared with it")
    theirs, compared = all_peers()[name].torch(torch), 0
    for number in range(CALLS):
        question = drawn(name, number)
        inputs = reals(question)
        if name in SAMPLES and not inputs[SAMPLES[name]].any(0).all():
            continue
        compared += 1
        tensors = [
            torch.from_numpy(np.array(x, np.float64 if x.dtype.kind == "f" else x.dtype))
            for x in inputs
        ]
        made = theirs(wide(question.call), *tensors)
        wanted = made if isinstance(made, tuple) else (made,)
        with mpmath.mp.workprec(BITS):
            found = real_results(question.call, [as_real(x) for x in inputs])
        for real, tensor in zip(
            found, wanted if isinstance(wanted, tuple) else (wanted,), strict=True
        ):
            assert_near(plain(real), tensor.detach().numpy(), NEAR)
    assert compared


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_a_gradient_is_the_central_difference(name):
    op = get_op(name)
    tried = 0
    for number in range(CALLS):
        question = drawn(name, number)
        call, shapes = question.call, question.shapes
        with mpmath.mp.workprec(WIDE):
            inputs = [as_real(x) for x in reals(question)]
            if name in OF_LOGARITHMS:
                at = op.operands.index(OF_LOGARITHMS[name][0])
                inputs[at] = made_of(op, inputs[at])
            results = real_results(call, inputs)
            if any(not (abs(plain(x)) < LARGE).all() for x in differentiated(op, results)):
                continue  # such as powers of negative bases or with exponents of 1e300
            for link in op.gradients:
                if link.below is not None:
                    less, more = (call.attributes[each] for each in link.below)
                    if any(a >= b for a, b in zip(less, more, strict=True)):
                        continue  # an error, which test_gradients.py tests
                at = op.operands.index(link.operand)
                if at < len(inputs) and get_format(call.inputs[at]).is_float:
                    tried += 1
                    compare(op, link, call, shapes, inputs, results)
    assert tried


def made_of(op, operand):
    """Return the result of the op in OF_LOGARITHMS for the operand, or else the operand itself."""
    if op.name not in OF_LOGARITHMS:
        return operand
    return real_results(get_op(OF_LOGARITHMS[op.name][1]).call(("f32",)), [operand])[0]


def differentiated(op, results):
    """Return the real results that a gradient depends on.

    Other results are only saved for the gradient.
    """
    read = {each.removeprefix(OF) for link in op.gradients for each in link.inputs}
    known = zip(op.results, results, strict=False)
    return [x for name, x in known if name in read and x.dtype == object]


def compare(op, link, call, shapes, inputs, results):
    """Compare the gradient of one operand with central differences in up to five elements."""
    draws = np.random.default_rng(len(shapes))
    weights = {
        name: as_real(draws.standard_normal(results[op.results.index(name)].shape))
        for name in (each.removeprefix(OF) for each in link.inputs if each.startswith(OF))
    }
    known = dict(zip(op.operands, inputs, strict=False)) | dict(
        zip(op.results, results, strict=False)
    )
    known |= {OF + name: weight for name, weight in weights.items()}
    gradient = get_op(link.op)
    inner = gradient_call(op, link, call, shapes, gradient)
    made = real_results(inner, [known[each] for each in link.inputs if each in known])
    found = made[gradient.results.index(link.result)]
    at = op.operands.index(link.operand)
    assert found.shape == inputs[at].shape

    def loss(operand):
        moved = real_results(call, [*inputs[:at], made_of(op, operand), *inputs[at + 1 :]])
        return sum(np.sum(moved[op.results.index(n)] * w) for n, w in weights.items())

    size = inputs[at].size
    for place in draws.choice(size, min(5, size), replace=False):
        step = mpmath.mpf(2) ** -STEP
        ends = []
        for sign in (1, -1):
            operand = inputs[at].copy()
            operand.reshape(-1)[place] += sign * step
            ends.append(loss(operand))
        slope = (ends[0] - ends[1]) / (2 * step)
        got = found.reshape(-1)[place]
        if mpmath.isnan(got):  # the forward result is NaN too: a power of a negative number
            assert any(mpmath.isnan(x) for y in results for x in y.reshape(-1))
            continue
        assert abs(got - slope) <= mpmath.mpf(2) ** -70 * max(1, abs(slope)), (link.operand, place)
