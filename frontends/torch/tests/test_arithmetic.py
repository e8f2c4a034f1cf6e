"""Lowerings of arithmetic return the bits of the ops of the specification, computed separately."""

import math

import numpy as np
import pytest
import torch

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.independent import (
    FLOATS,
    SHORTER,
    array,
    assert_bits,
    check,
    graph,
    layouts,
    name_of,
    spec,
    values,
    without_memory,
)


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(
    "name", ["add", "sub", "mul", "div", "remainder", "fmod", "maximum", "minimum"]
)
def test_two_tensors_have_the_bits_of_the_op(name, dtype):
    check(getattr(torch, name), lambda a, b: spec(name, a, b), layouts(dtype, 2))


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_powers_of_tensors_have_the_bits_of_the_op(dtype):
    check(torch.pow, lambda a, b: spec("pow", a, b), layouts(dtype, 2))


NUMBERS = (0.1, -3.0, 0.0, -0.0, 2, 1e-320, 1e300, math.inf, 123456789)

SCALARS = {
    "x + s": (lambda x, s: x + s, "add_scalar", lambda s: {"value": s}),
    "s + x": (lambda x, s: s + x, "add_scalar", lambda s: {"value": s}),
    "x - s": (lambda x, s: x - s, "add_scalar", lambda s: {"value": -s}),
    "s - x": (lambda x, s: s - x, "rsub_scalar", lambda s: {"value": s}),
    "x * s": (lambda x, s: x * s, "mul_scalar", lambda s: {"value": s}),
    "x / s": (lambda x, s: x / s, "div_scalar", lambda s: {"value": s}),
}


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", SCALARS)
def test_R4_a_number_beside_a_tensor_is_the_scalar_op(name, dtype):
    function, op, attributes = SCALARS[name]
    x = values(dtype, (5, 9), 3)
    for number in NUMBERS:
        assert_bits(
            function(x, number), spec(op, array(x), **attributes(float(number))), f"{number!r}"
        )


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ["add", "sub", "mul", "div"])
def test_large_tensors_take_another_way_to_the_same_bits(name, dtype):
    x, row = values(dtype, (130, 127), 1), values(dtype, (), 2, low=0.1)
    function = getattr(torch, name)
    cases = [("behind", [x, row]), ("before", [row, x]), ("turned", [x.t(), row])]
    check(function, lambda a, b: spec(name, a, b), cases)
    compute = "f64" if dtype is torch.float64 else "f32"
    wide = spec("cast", array(x), to=compute)
    for number in (0.1, -0.0, math.nan, math.inf, 3):
        value = spec("cast", np.float64(number), to=compute)
        wanted = spec("cast", spec(name, wide, value), to=name_of(dtype))
        assert_bits(function(x, number), wanted)
        place = x.clone()
        assert_bits(getattr(place, f"{name}_")(number), wanted)
    wanted = spec("cast", spec("sub", np.ones_like(wide), wide), to=name_of(dtype))
    assert_bits(1 - x, wanted)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("exponent", [0, 1, 2, 3, -1, 0.5, -0.5, 2.7, math.inf, math.nan])
def test_R4_powers_with_a_number_are_the_scalar_op(exponent, dtype):
    x = values(dtype, (5, 9), 3)
    if exponent != exponent:
        wanted = graph(lambda v, e: spec("pow", v, e))(array(x), exponent)
    else:
        wanted = spec("pow_scalar", array(x), exponent=float(exponent))
    assert_bits(torch.pow(x, exponent), wanted)
    if exponent == exponent:
        wanted = spec("rpow_scalar", array(x), base=float(exponent))
        assert_bits(torch.pow(exponent, x), wanted)


def test_powers_in_binary64_are_those_that_arithmetic_gives():
    x = values(torch.float64, (5, 9), 3)
    v = array(x)
    assert_bits(torch.pow(x, 2), spec("mul", v, v))
    assert_bits(torch.pow(x, -1), spec("div", np.ones_like(v), v))
    assert torch.equal(torch.pow(x, 0), torch.ones_like(x))
    root = torch.pow(x, 0.5)
    with np.errstate(invalid="ignore"):
        wanted = np.where(np.isinf(v), np.inf, np.sqrt(v + 0.0))
    assert np.array_equal(root.numpy(), wanted, equal_nan=True)
    assert not np.signbit(root.numpy()[wanted == 0]).any()
    for exponent in (3, -0.5, 2.7):
        assert_bits(torch.pow(x, exponent), spec("pow", v, np.full_like(v, exponent)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_a_factor_of_the_second_operand_is_add_scaled(dtype):
    for alpha in (0.1, -2, 3.0):
        cases = list(layouts(dtype, 2))
        check(
            lambda a, b, f=alpha: torch.add(a, b, alpha=f),
            lambda a, b, f=alpha: spec("add_scaled", a, b, alpha=float(f)),
            cases,
        )
        check(
            lambda a, b, f=alpha: torch.sub(a, b, alpha=f),
            lambda a, b, f=alpha: spec("add_scaled", a, b, alpha=-float(f)),
            cases,
        )
        check(
            lambda a, b, f=alpha: torch.rsub(a, b, alpha=f),
            lambda a, b, f=alpha: spec("add_scaled", b, a, alpha=-float(f)),
            cases,
        )


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("value", [1, 0.1, -0.0])
def test_G9_products_and_quotients_that_are_added(value, dtype):
    for name in ("addcmul", "addcdiv"):
        check(
            lambda a, b, d, op=name: getattr(torch, op)(a, b, d, value=value),
            lambda a, b, d, op=name: spec(op, a, b, d, value=float(value)),
            layouts(dtype, 3),
        )


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_G9_means_between_two_ends(dtype):
    for weight in (0.1, 0.5, -0.0, 0.9):
        check(
            lambda a, b, w=weight: torch.lerp(a, b, w),
            lambda a, b, w=weight: spec("lerp", a, b, weight=w),
            layouts(dtype, 2),
        )
    check(torch.lerp, lambda a, b, w: spec("lerp_tensor", a, b, w), layouts(dtype, 3))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_G9_limits(dtype):
    for least, most in ((-1, 2), (None, 0.1), (0.1, None), (2.0, -2.0), (-0.0, 0.0)):
        attributes = {} if least is None else {"min": float(least)}
        attributes |= {} if most is None else {"max": float(most)}
        check(
            lambda x, a=least, b=most: torch.clamp(x, a, b),
            lambda x, a=attributes: spec("clamp", x, **a),
            layouts(dtype, 1),
        )
    check(torch.clamp, lambda x, a, b: spec("clamp_tensor", x, a, b), layouts(dtype, 3))
    check(
        lambda x, a: torch.clamp(x, min=a),
        lambda x, a: spec("maximum", x, a),
        layouts(dtype, 2),
    )
    check(
        lambda x, a: torch.clamp(x, max=a),
        lambda x, a: spec("minimum", x, a),
        layouts(dtype, 2),
    )
    x = values(dtype, (9,), 1)
    for limit in ({"min": 0.1}, {"max": 0.1}):
        assert_bits(
            getattr(torch, f"clamp_{next(iter(limit))}")(x, 0.1),
            spec("clamp", array(x), **limit),
        )
    assert torch.clamp(x, math.nan).isnan().all()


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_fmax_and_fmin_prefer_a_number_to_a_NaN(name, dtype):
    def expected(a, b):
        a, b = np.broadcast_arrays(a, b)
        result = np.array(spec(name, a, b))
        result[a != a] = spec(name, b, b)[a != a]
        result[(b != b) & (a == a)] = a[(b != b) & (a == a)]
        return result

    function = torch.fmax if name == "maximum" else torch.fmin
    check(function, expected, layouts(dtype, 2))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_quotients_cut_to_integers(dtype):
    check(
        lambda a, b: torch.div(a, b, rounding_mode="trunc"),
        graph(lambda a, b: spec("trunc", spec("div", a, b))),
        layouts(dtype, 2),
    )


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
def test_floor_division_is_that_of_python(dtype):
    a, b = values(dtype, (4000,), 1) * 100, values(dtype, (4000,), 5)
    a[::7] = torch.tensor(1.0, dtype=dtype)
    # 1 / 0.1 rounds to 10, but the floor of the exact quotient is 9
    b[::7] = torch.tensor(0.1, dtype=dtype)
    got = torch.floor_divide(a, b)
    again = torch.div(a, b, rounding_mode="floor")
    assert_bits(again, got)
    wanted = np.floor_divide(a.double().numpy(), b.double().numpy())
    if dtype is torch.float64:
        finite = np.isfinite(wanted) & np.isfinite(b.numpy())
        assert np.array_equal(got.numpy()[finite], wanted[finite])
    assert got[7] == 9 or dtype is torch.float32


def test_results_in_place_and_in_out_are_those_of_new_tensors():
    a, b = values(torch.float32, (4, 5), 1), values(torch.float32, (4, 5), 2)
    for name in ("add", "mul", "div", "maximum", "remainder", "pow", "atan2"):
        wanted = getattr(torch, name)(a, b)
        out = torch.empty(0)
        assert getattr(torch, name)(a, b, out=out) is out
        assert_bits(out, wanted, name)
        longer = torch.empty((4, 5), dtype=torch.float64)
        getattr(torch, name)(a, b, out=longer)
        assert_bits(longer, spec("cast", array(wanted), to="f64"), name)
        if name != "maximum":
            place = a.clone()
            assert getattr(place, f"{name}_")(b) is place
            assert_bits(place, wanted, name)


def test_what_overlaps_is_read_before_it_is_written():
    x = values(torch.float32, (4, 4), 1)
    row, turned = x.clone(), x.clone()
    row.add_(row[0].expand(4, 4))
    assert_bits(row, spec("add", array(x), array(x[0])))
    turned[:, :3].sub_(turned[:3].t())  # PyTorch checks only dense tensors for overlap
    assert_bits(turned[:, :3], spec("sub", array(x[:, :3]), array(x[:3].t())))


def test_in_place_on_a_shorter_tensor_rounds_once_more():
    x, y = values(torch.bfloat16, (8,), 1), values(torch.float32, (8,), 2)
    wanted = spec("cast", spec("add", spec("cast", array(x), to="f32"), array(y)), to="bf16")
    assert_bits(x.clone().add_(y), wanted)


MIXED = [
    (torch.float32, torch.float64),
    (torch.bfloat16, torch.float16),
    (torch.float16, torch.int64),
    (torch.int32, torch.float64),
    (torch.bool, torch.bfloat16),
    (torch.uint8, torch.float32),
]


@pytest.mark.parametrize(("one", "other"), MIXED, ids=str)
def test_mixed_dtypes_give_that_of_pytorch_and_are_cast_first(one, other):
    def of(dtype, shape, seed):
        x = values(torch.float32, shape, seed).nan_to_num(1, 2, -2)
        return x.abs().to(dtype)

    for shapes in (((3, 4), (3, 4)), ((3, 4), ()), ((), (3, 4)), ((), ())):
        a, b = of(one, shapes[0], 1), of(other, shapes[1], 2)
        for name in ("add", "mul", "div", "remainder", "maximum", "eq", "lt"):
            plain = getattr(torch, name)(without_memory(a), without_memory(b))
            got = getattr(torch, name)(a, b)
            assert got.dtype is plain.dtype
            assert got.shape == plain.shape
            form = {torch.bool: None}.get(got.dtype, got.dtype)
            common = form or torch.result_type(a, b)
            form = name_of(common)
            x, y = (spec("cast", array(v), to=form) for v in (a, b))
            assert_bits(got, spec(name, x, y), f"{name} {shapes}")


def test_integers_are_pytorchs_own():
    a, b = torch.arange(-5, 7), torch.arange(1, 13)
    for name in ("add", "sub", "mul", "remainder", "fmod", "maximum", "floor_divide", "pow", "eq"):
        assert torch.equal(getattr(torch, name)(a, b), getattr(torch, name)(a, b))
    assert torch.equal(torch.add(a, b, alpha=3), torch.add(a, b, alpha=3))
    assert torch.equal(torch.clamp(a, 0, 3), torch.clamp(a, 0, 3))
    assert_bits(
        torch.div(a, b),
        spec("div", spec("cast", array(a), to="f32"), spec("cast", array(b), to="f32")),
    )
    assert_bits(a * 0.1, spec("mul_scalar", spec("cast", array(a), to="f32"), value=0.1))


COMPLEX = torch.ones(3, dtype=torch.complex64)


def test_complex_numbers_are_refused():
    x = torch.ones(3)
    for other in (1j, COMPLEX):
        with pytest.raises(NoCanonicalDefinition, match="complex"):
            x * other
