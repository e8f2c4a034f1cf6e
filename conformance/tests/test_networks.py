"""Tests of drawn questions with contents from networks: every float op has them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits import oracles
from samebits.conformance.questions.architectures import CONVOLUTIONS, MATRIX
from samebits.conformance.questions.by_binary64 import has_wide_route, settled
from samebits.conformance.questions.cases import drawn_cases
from samebits.conformance.questions.contents import CONTENTS, PREFIX, STATE, content_bits
from samebits.conformance.questions.drawn_scene import usual_label
from samebits.conformance.questions.network_questions import is_asked, network_questions
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.route import answerable
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.wanted import answer
from samebits.conformance.trials.sabotage.fault_layers import contents_of, has_contents
from samebits.oracles import numpy_route
from samebits.oracles.numpy_route.formats_route import widen
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits, get_format

SEED = "00000000000000b7"


def of(op: str, label: str, seed: str = SEED) -> list[Question]:
    return list(network_questions(f"drawn/networks/{op}/{label}/1", seed, op, label))


def drawn(content: str, form: str = "f32", shape: tuple[int, ...] = (64, 64)) -> np.ndarray:  # type: ignore[type-arg]
    bits = content_bits(PREFIX + content, 0, get_format(form), shape, Draws(SEED, content))
    return from_bits(bits.reshape(shape), form)


def one_of_each_rule() -> list[str]:
    found: dict[object, str] = {}
    for op in all_ops().values():
        if any(is_asked(op.name, label) and answerable(op.name, label) for label in op.labels()):
            found.setdefault(op.shape_rule, op.name)
    return sorted(found.values())


@pytest.mark.parametrize("name", one_of_each_rule())
def test_an_op_of_each_rule_is_asked_for_layers_that_the_route_answers(name: str) -> None:
    label = next(
        x for x in (usual_label(name), *get_op(name).labels()) if is_asked(name, x)
    )  # fmt: skip
    questions = of(name, label)
    assert {q.flavour for q in questions} >= {PREFIX + content for content in CONTENTS}
    for question in questions[-2:]:
        shapes = [bits.shape for bits in answer(question)]
        assert shapes == list(question.output_shapes)


def test_every_op_of_floats_is_asked_in_every_format_that_can_be_answered() -> None:
    asked = {(c.op, c.label) for c in drawn_cases((), ()) if c.form == "networks"}
    for op in all_ops().values():
        for label in op.labels():
            known = answerable(op.name, label) or has_wide_route(op.name, label)
            assert ((op.name, label) in asked) == (known and is_asked(op.name, label))


def test_two_seeds_ask_other_operands_of_layers() -> None:
    one, other = of("softmax", "f32"), of("softmax", "f32", "00000000000000b8")
    assert not np.array_equal(one[0].operands()[0], other[0].operands()[0])


def test_convolutions_have_the_layers_of_the_table() -> None:
    found = {(q.call.attributes["groups"], q.shapes[1]) for q in of("conv2d", "f32")}
    for layer in CONVOLUTIONS:
        weight = (layer.groups * layer.outside, layer.inside, layer.taps, layer.taps)
        assert (layer.groups, weight) in found


def test_heads_of_each_size_meet_every_kind_of_mask() -> None:
    found = {
        (q.shapes[0][-1], q.call.inputs[3:], q.call.attributes["is_causal"])
        for q in of("scaled_dot_product_attention", "f16")
    }
    for width, causal in ((32, False), (64, False), (64, True), (80, True), (128, True)):
        assert {(width, mask, causal) for mask in ((), ("bool",), ("f16",))} <= found


def test_the_first_step_of_an_optimizer_has_empty_states() -> None:
    first = next(q for q in of("adamw", "f32") if q.flavour == PREFIX + STATE)
    parameter, gradient, *states = first.operands()
    assert parameter.any()
    assert gradient.any()
    assert not any(state.any() for state in states)
    assert first.call.attributes["step"] == 1


def test_contents_are_what_they_say() -> None:
    normal, relu, rows = drawn("normal"), drawn("relu"), drawn("constant")
    assert abs(normal.mean()) < 0.1
    assert 0.9 < normal.std() < 1.1
    assert np.unique(normal).size == normal.size
    assert relu.min() == 0
    assert 0.4 < (relu == 0).mean() < 0.6
    assert not np.signbit(relu).any()
    assert not drawn("zero").view(np.uint32).any()
    assert (drawn("one") == 1).all()
    assert (rows == rows[:, :1]).all()
    assert np.unique(rows[:, 0]).size == MATRIX[0]
    masked = np.isneginf(drawn("masked"))
    assert [int(n) for n in (~masked).sum(axis=1)] == list(range(MATRIX[0]))
    assert np.isneginf(drawn("absent")).all()
    hot = drawn("one-hot")
    assert (hot.sum(axis=1) == 1).all()
    assert ((hot == 0) | (hot == 1)).all()
    chances = drawn("probabilities")
    assert (chances > 0).all()
    assert (abs(chances.sum(axis=1) - 1) < 0.3).all()


@pytest.mark.parametrize("form", ["f32", "f16", "bf16", "f8e4m3fn", "f8e5m2"])
def test_contents_have_the_same_numbers_in_every_format_but_for_digits(form: str) -> None:
    short, wide = drawn("normal", form), drawn("normal", "f64")
    error = np.abs(widen(short, form) - wide)
    step = 2.0 ** -(get_format(form).precision - 1)
    assert (error <= np.maximum(step * np.abs(wide), 2.0 ** (get_format(form).emin + 1))).all()


@pytest.mark.parametrize("content", [*CONTENTS, STATE])
@pytest.mark.parametrize("form", ["bool", "i64", "u8"])
def test_integers_and_masks_have_contents_too(content: str, form: str) -> None:
    for shape in ((), (0,), (3,), (2, 0, 4), (5, 7)):
        bits = content_bits(PREFIX + content, 2, get_format(form), shape, Draws(SEED, "x"))
        assert bits.shape == (math.prod(shape),)
        assert bits.dtype == get_format(form).bits_dtype


@pytest.mark.parametrize("name", [op for op in all_ops() if has_wide_route(op, "f32")][::15])
@pytest.mark.parametrize("form", ["f32", "bf16"])
def test_functions_are_answered_by_binary64_as_the_oracle_does(name: str, form: str) -> None:
    assert has_wide_route(name, form)
    call = get_op(name).call((form,), (form,))
    operands, bits = settled(call, [drawn("normal", form, (40,))])
    assert np.array_equal(bits, bits_of(oracles.evaluate(call, operands)[0]))


def test_an_operand_whose_result_is_in_doubt_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """1 + 2^-24 is halfway between two binary32 numbers. Near it, either number may be right."""
    call = get_op("exp").call(("f32",), ("f32",))
    real = numpy_route.evaluate
    middle = np.float64(1 + 2.0**-24)

    def near_a_middle(asked: object, inputs: list[np.ndarray]) -> list[np.ndarray]:  # type: ignore[type-arg]
        found = real(asked, inputs)[0].copy()  # type: ignore[arg-type]
        found[inputs[0] == 3] = middle
        return [found]

    monkeypatch.setattr(numpy_route, "evaluate", near_a_middle)
    x = np.array([3, 1, 3, 2], np.float32)
    operands, bits = settled(call, [x])
    assert operands[0].tolist() == [1, 1, 1, 2]
    assert bits[0] == bits[1] == bits[2] == np.float32(math.e).view(np.uint32)


def test_a_function_with_operands_in_doubt_alone_is_asked_at_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call = get_op("exp").call(("f32",), ("f32",))
    real = numpy_route.evaluate

    def never_sure(asked: object, inputs: list[np.ndarray]) -> list[np.ndarray]:  # type: ignore[type-arg]
        found = real(asked, inputs)[0]  # type: ignore[arg-type]
        return [np.where(inputs[0] == 0, found, 1 + 2.0**-24)]

    monkeypatch.setattr(numpy_route, "evaluate", never_sure)
    operands, bits = settled(call, [np.array([3, 1], np.float32)])
    assert operands[0].tolist() == [0, 0]
    assert (bits == np.float32(1).view(np.uint32)).all()


@pytest.mark.parametrize("op", sorted(op for op in all_ops() if is_asked(op, usual_label(op))))
def test_contents_of_rows_are_asked_with_rows_of_eight_numbers(op: str) -> None:
    """A row of few elements would not show how a kernel treats a whole row of -inf."""
    for seed in (SEED, "1", "2"):
        for question in of(op, usual_label(op), seed):
            if question.flavour == f"{PREFIX}absent" and any(question.shapes):
                long = [s for s in question.shapes if s and math.prod(s) >= 64 and s[-1] >= 8]
                assert long, question.shapes


@pytest.mark.parametrize(
    "op", [*one_of_each_rule(), "mean_gradient", "leaky_relu", "celu", "hypot"]
)
def test_every_content_that_a_kernel_may_mistake_is_asked(op: str) -> None:
    label = usual_label(op)
    wanted = set(contents_of(op, label))
    for seed in (SEED, "1", "2", "3"):
        for question in of(op, label, seed):
            small = [x for x in question.operands() if x.size <= 200_000]
            wanted -= {kind for kind in wanted if any(has_contents(x, kind) for x in small)}
    assert not wanted
