"""Tests that layers of LSTM and GRU equal their cells, applied step by step (clause G11)."""

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op

T, N, FEATURES, H = 4, 3, 5, 2
KINDS = {"lstm": (4, 2), "gru": (3, 1)}


def operands(kind, form, biases=True):
    """Return the operands of a layer: x, the state, weights and biases."""
    gates, states = KINDS[kind]
    draws = np.random.default_rng(7)
    shapes = [(T, N, FEATURES), *[(N, H)] * states, (gates * H, FEATURES), (gates * H, H)]
    shapes += [(gates * H,)] * (2 if biases else 0)
    made = [draws.standard_normal(s).astype(np.float32) for s in shapes]
    return [x.astype(np.float16 if form == "f16" else np.float32) for x in made]


def run(name, form, inputs):
    call = next(
        get_op(name).call(*s) for s in get_op(name).signatures if s[0] == (form,) * len(inputs)
    )
    return numpy_route.evaluate(call, inputs)


def by_cells(kind, form, inputs):
    """Return the hidden values of all steps, computed by one call of the cell for each step."""
    states = KINDS[kind][1]
    x, state, rest = inputs[0], inputs[1 : 1 + states], inputs[1 + states :]
    found = []
    for step in x:
        state = run(f"{kind}_cell", form, [step, *state, *rest])[:states]
        found.append(state[0])
    return np.stack(found)


@pytest.mark.parametrize("biases", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_G11_7_a_layer_in_f32_has_the_bits_of_its_cells(kind, biases):
    inputs = operands(kind, "f32", biases)
    assert run(kind, "f32", inputs)[0].tobytes() == by_cells(kind, "f32", inputs).tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_G11_7_nothing_is_rounded_between_the_steps_of_a_layer_in_f16(kind):
    inputs = operands(kind, "f16")
    layer, cells = run(kind, "f16", inputs)[0], by_cells(kind, "f16", inputs)
    assert layer[0].tobytes() == cells[0].tobytes()
    assert layer.tobytes() != cells.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_G11_7_a_layer_goes_on_where_another_one_ended(kind):
    inputs, states = operands(kind, "f32"), KINDS[kind][1]
    whole = run(kind, "f32", inputs)
    first = run(kind, "f32", [inputs[0][:2], *inputs[1:]])
    state = first[1 : 1 + states]
    second = run(kind, "f32", [inputs[0][2:], *state, *inputs[1 + states :]])
    assert np.concatenate((first[0], second[0])).tobytes() == whole[0].tobytes()
    for one, other in zip(second[1 : 1 + states], whole[1 : 1 + states], strict=True):
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_C1_3_a_sample_alone_has_the_bits_that_it_has_among_others(kind):
    inputs, states = operands(kind, "f32"), KINDS[kind][1]
    alone = [inputs[0][:, 1:2], *(s[1:2] for s in inputs[1 : 1 + states]), *inputs[1 + states :]]
    found, whole = run(kind, "f32", alone)[0], run(kind, "f32", inputs)[0]
    assert found[:, 0].tobytes() == whole[:, 1].tobytes()
