"""Functions and activations return the bits of the specification's ops, computed separately."""

import math

import numpy as np
import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.lowerings.functions import OF_NUMBERS, REAL
from samebits.torch.tests.independent import (
    FLOATS,
    SHORTER,
    array,
    assert_bits,
    check,
    graph,
    layouts,
    spec,
    values,
)


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("name", sorted(REAL))
def test_functions_have_the_bits_of_the_op(name):
    for dtype in SHORTER:
        overload = getattr(torch.ops.aten, name).default
        check(overload, lambda x: spec(REAL[name], x), layouts(dtype, 1))
    whole = torch.arange(1, 5)
    converted = spec("cast", array(whole), to="f32")
    assert_bits(overload(whole), spec(REAL[name], converted))
    place = values(torch.float32, (9,), 2)
    wanted = spec(REAL[name], array(place))
    if hasattr(torch.ops.aten, f"{name}_"):
        assert getattr(torch.ops.aten, f"{name}_").default(place) is place
        assert_bits(place, wanted)


@pytest.mark.parametrize("name", sorted(OF_NUMBERS))
def test_functions_of_numbers_have_the_bits_of_the_op(name):
    overload = getattr(torch.ops.aten, name).default
    for dtype in FLOATS if name != "relu" else SHORTER:
        check(overload, lambda x: spec(OF_NUMBERS[name], x), layouts(dtype, 1))
    whole = torch.arange(-3, 5)
    got = overload(whole)
    assert got.dtype is torch.int64
    assert torch.equal(got.abs(), whole.clamp(min=0) if name == "relu" else got.abs())


ACTIVATIONS = {
    "gelu": (functional.gelu, "gelu", {}),
    "gelu with tanh": (lambda x: functional.gelu(x, approximate="tanh"), "gelu_tanh", {}),
    "silu": (functional.silu, "silu", {}),
    "mish": (functional.mish, "mish", {}),
    "hardswish": (functional.hardswish, "hardswish", {}),
    "hardsigmoid": (functional.hardsigmoid, "hardsigmoid", {}),
    "elu": (lambda x: functional.elu(x, 0.3), "elu", {"alpha": 0.3}),
    "selu": (functional.selu, "selu", {}),
    "celu": (lambda x: functional.celu(x, 0.3), "celu", {"alpha": 0.3}),
    "leaky_relu": (lambda x: functional.leaky_relu(x, 0.3), "leaky_relu", {"negative_slope": 0.3}),
    "logsigmoid": (functional.logsigmoid, "logsigmoid", {}),
    "softplus": (functional.softplus, "softplus", {}),
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_and_their_gradients_have_the_bits_of_the_ops(name):
    function, op, attributes = ACTIVATIONS[name]
    for dtype in SHORTER:
        check(function, lambda x: spec(op, x, **attributes), layouts(dtype, 1))
        for what, (x, g) in layouts(dtype, 2):
            if x.shape == g.shape:
                slope = spec(f"{op}_derivative", array(x), **attributes)
                assert_bits(gradient(function, x, g), spec("mul", array(g), slope), what)


def gradient(function, x, g):
    """Return the gradient of x by autograd."""
    leaf = x.detach().requires_grad_()
    function(leaf).backward(g)
    return leaf.grad


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_activations_that_are_choices_have_the_bits_of_the_graphs(dtype):
    cases = [
        (
            lambda x: functional.threshold(x, 0.3, -2),
            "threshold",
            {"threshold": 0.3, "value": -2.0},
        ),
        (lambda x: functional.hardtanh(x, -0.3, 2), "hardtanh", {"min": -0.3, "max": 2.0}),
        (functional.relu6, "hardtanh", {"min": 0.0, "max": 6.0}),
    ]
    for function, op, attributes in cases:
        check(function, lambda x, o=op, a=attributes: spec(o, x, **a), layouts(dtype, 1))
        passed = {k: v for k, v in attributes.items() if k != "value"}
        x, g = values(dtype, (5, 7), 1), values(dtype, (5, 7), 2)
        wanted = spec(f"{op}_gradient", array(g), array(x), **passed)
        assert_bits(gradient(function, x, g), wanted, op)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_relu_gives_its_gradient_by_a_choice(dtype):
    x, g = values(dtype, (5, 7), 1), values(dtype, (5, 7), 2)
    assert_bits(
        gradient(torch.relu, x, g),
        spec("threshold_gradient", array(g), spec("relu", array(x)), threshold=0.0),
    )


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_G11_gradients_from_results(dtype):
    x, g = values(dtype, (5, 7), 1), values(dtype, (5, 7), 2)
    one = np.float32(1)

    def of_tanh(g, y):
        return spec("mul", g, spec("sub", one, spec("mul", y, y)))

    def of_sigmoid(g, y):
        return spec("mul", spec("mul", g, spec("sub", one, y)), y)

    assert_bits(gradient(torch.tanh, x, g), graph(of_tanh)(array(g), spec("tanh", array(x))))
    assert_bits(
        gradient(torch.sigmoid, x, g), graph(of_sigmoid)(array(g), spec("sigmoid", array(x)))
    )


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_G9_glu_and_its_gradient(dtype):
    for axis in (0, 1, -1):
        x = values(dtype, (4, 6, 2), 1)
        y = functional.glu(x, axis)
        assert_bits(y, spec("glu", array(x), axis=axis))
        g = values(dtype, y.shape, 2)
        wanted = spec("glu_gradient", array(x), array(g), axis=axis)
        assert_bits(gradient(lambda v, a=axis: functional.glu(v, a), x, g), wanted)


def test_choices_and_quotients_have_binary64_too():
    x, g = values(torch.float64, (5, 7), 1), values(torch.float64, (5, 7), 2)
    v, zero = array(x), np.float64(0)
    assert_bits(torch.relu(x), spec("maximum", v, zero))
    assert_bits(torch.reciprocal(x), spec("div", np.float64(1), v))
    positive = spec("gt", v, zero)
    leaky = spec("where", positive, v, spec("mul", v, np.float64(0.3)))
    assert_bits(functional.leaky_relu(x, 0.3), leaky)
    slope = np.where(np.isnan(v), v, np.where(positive, 1.0, 0.3))
    wanted = spec("mul", array(g), slope)
    assert_bits(gradient(lambda y: functional.leaky_relu(y, 0.3), x, g), wanted)
    assert_bits(gradient(torch.relu, x, g), spec("threshold_gradient", array(g), v, threshold=0.0))


def where(condition, a, b):
    """Choose between numbers or arrays in binary32 by the op `where`."""
    return spec("where", condition, np.float32(a), np.float32(b))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_graphs_of_other_factors(dtype):
    third, two = np.float32(0.3), np.float32(2)

    def softplus(x):
        z = spec("mul", x, third)
        return where(spec("gt", z, two), x, spec("div", spec("softplus", z), third))

    def elu(x):
        left = spec("mul", spec("expm1", spec("mul", x, third)), two)
        return where(spec("gt", x, np.float32(0)), spec("mul", x, two), spec("mul", left, two))

    check(lambda x: functional.softplus(x, 0.3, 2), graph(softplus), layouts(dtype, 1))
    check(lambda x: torch.ops.aten.elu(x, 2, 2, 0.3), graph(elu), layouts(dtype, 1))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_shrinking_and_prelu(dtype):
    def number(x, value):
        return np.array(value, x.dtype)

    def hard(x):
        kept = spec("maximum", x, x)
        return spec("where", spec("le", spec("abs", x), number(x, 0.3)), number(x, 0), kept)

    def soft(x):
        limit = number(x, 0.3)
        low = spec(
            "where", spec("lt", x, -limit), spec("add", x, limit), spec("mul", x, number(x, 0))
        )
        return spec("where", spec("gt", x, limit), spec("sub", x, limit), low)

    def prelu(x, w):
        return spec("where", spec("gt", x, number(x, 0)), x, spec("mul", w, x))

    check(lambda x: functional.hardshrink(x, 0.3), graph(hard), layouts(dtype, 1))
    check(lambda x: functional.softshrink(x, 0.3), graph(soft), layouts(dtype, 1))
    check(torch.ops.aten._prelu_kernel, graph(prelu), layouts(dtype, 2))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", ["atan2", "hypot", "logaddexp"])
def test_functions_of_two_operands_have_the_bits_of_the_op(name, dtype):
    check(getattr(torch, name), lambda a, b: spec(name, a, b), layouts(dtype, 2))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_S2_copysign_moves_the_sign_bit_alone(dtype):
    check(torch.copysign, lambda a, b: spec("copysign", a, b), layouts(dtype, 2), torch.add)
    x = values(dtype, (9,), 1)
    assert torch.copysign(x, -0.0).signbit().all()
    assert not torch.copysign(x, 0.0).signbit().any()


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_short_graphs_of_functions(dtype):
    zero, one = np.float32(0), np.float32(1)

    def xlogy(x, y):
        product = spec("mul", x, spec("log", y))
        none = spec("logical_and", spec("eq", x, zero), spec("eq", y, y))
        return where(none, zero, product)

    def sinc(x):
        quotient = spec("div", spec("sinpi", x), spec("mul", x, np.float32(math.pi)))
        return where(spec("eq", x, zero), one, quotient)

    def logit(x):
        return spec("log", spec("div", x, spec("sub", one, x)))

    def limited(x):
        return logit(spec("clamp", x, min=0.1, max=0.9))

    def entropy(x):
        value = spec("mul", spec("neg", x), spec("log", x))
        value = where(spec("eq", x, zero), zero, value)
        return where(spec("lt", x, zero), -math.inf, value)

    def rounded(x):
        return spec(
            "div", spec("round_half_even", spec("mul", x, np.float32(100))), np.float32(100)
        )

    def logaddexp2(x, y):
        most = spec("maximum", x, y)
        apart = spec("neg", spec("abs", spec("sub", x, y)))
        part = spec("mul", spec("log1p", spec("exp2", apart)), np.float32(1 / math.log(2)))
        return where(spec("ne", apart, apart), most, spec("add", most, part))

    def angle(x):
        return where(spec("ne", x, x), math.nan, where(spec("lt", x, zero), math.pi, zero))

    check(torch.angle, graph(angle), layouts(dtype, 1))
    check(torch.xlogy, graph(xlogy), layouts(dtype, 2), torch.add)
    check(torch.logaddexp2, graph(logaddexp2), layouts(dtype, 2))
    check(torch.sinc, graph(sinc), layouts(dtype, 1))
    check(torch.logit, graph(logit), layouts(dtype, 1))
    check(lambda x: torch.logit(x, 0.1), graph(limited), layouts(dtype, 1))
    check(torch.special.entr, graph(entropy), layouts(dtype, 1))
    check(lambda x: torch.round(x, decimals=2), graph(rounded), layouts(dtype, 1))
    check(torch.frac, lambda x: spec("sub", x, spec("trunc", x)), layouts(dtype, 1))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_the_next_number_is_a_step_of_the_bits(dtype):
    def expected(a, b):
        result = np.nextafter(a, b)
        return np.where(np.isnan(result), np.array(math.nan, a.dtype), result)

    check(torch.nextafter, expected, layouts(dtype, 2), torch.add)
    ends = torch.tensor([math.inf, -math.inf, 0.0, -0.0, 0.0, 1.0], dtype=dtype)
    to = torch.tensor([0.0, 0.0, -0.0, 1.0, -1.0, 1.0], dtype=dtype)
    assert_bits(torch.nextafter(ends, to), expected(array(ends), array(to)))


def test_the_next_number_in_16_bits():
    x = torch.tensor([1.0, -1.0, 0.0, 2.0], dtype=torch.bfloat16)
    to = torch.tensor([2.0, 0.0, -1.0, 2.0], dtype=torch.bfloat16)
    got = torch.nextafter(x, to)
    assert got.tolist() == [1 + 2**-7, -1 + 2**-8, -(2.0**-133), 2.0]
