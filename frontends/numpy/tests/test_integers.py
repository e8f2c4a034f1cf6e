"""Integer results equal Python's integers modulo 2^bits in every dtype, even if no op has it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import samebits.numpy as snp
from samebits.numpy.integers import KERNELS, MOVES
from samebits.numpy.tests.every import function
from samebits.numpy.values import EVERY, is_exact
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FLOAT_FORMATS, from_bits, get_format

FORMS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
SETTINGS = settings(max_examples=25, deadline=None)


def wrapped(value: int, form: str) -> int:
    """Return the number of a format that equals the value modulo 2^bits."""
    found = EVERY[form]
    rest = value % (1 << found.bits)
    return rest - (1 << found.bits) if found.kind == "int" and rest >> (found.bits - 1) else rest


def limits(form: str) -> tuple[int, int]:
    found = np.iinfo(EVERY[form].dtype)
    return int(found.min), int(found.max)


def to_f64(x: np.ndarray) -> np.ndarray:
    """Convert floats to binary64, exactly, without a warning for a signalling NaN."""
    with np.errstate(all="ignore"):
        return x.astype(np.float64)


def numbers(form: str) -> st.SearchStrategy[int]:
    least, most = limits(form)
    return st.one_of(st.integers(least, most), st.sampled_from([least, least + 1, 0, 1, most]))


UNARY: dict[str, Callable[[int], int | bool]] = {
    "abs": abs,
    "negative": operator.neg,
    "positive": operator.pos,
    "square": lambda x: x * x,
    "sign": lambda x: (x > 0) - (x < 0),
    **dict.fromkeys(("floor", "ceil", "trunc", "round"), operator.pos),
    "bitwise_invert": operator.invert,
    "isfinite": lambda x: True,
    "isinf": lambda x: False,
    "isnan": lambda x: False,
}
BINARY: dict[str, Callable[[int, int], int | bool]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "maximum": max,
    "minimum": min,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "remainder": operator.mod,
    "floor_divide": operator.floordiv,
    "fmod": lambda a, b: a - b * int(Fraction(a, b)),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", UNARY)
@SETTINGS
@given(data=st.data())
def test_a_function_of_one_integer(name: str, form: str, data: st.DataObject) -> None:
    x = data.draw(numbers(form))
    found = getattr(snp, name)(np.array([x], EVERY[form].dtype))
    wanted = UNARY[name](x)
    if isinstance(wanted, bool):
        assert found.tolist() == [wanted]
        assert found.dtype == bool
    else:
        assert found.tolist() == [wrapped(wanted, form)]
        assert found.dtype == EVERY[form].dtype


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", BINARY)
@SETTINGS
@given(data=st.data())
def test_a_function_of_two_integers(name: str, form: str, data: st.DataObject) -> None:
    a, b = data.draw(numbers(form)), data.draw(numbers(form))
    dtype = EVERY[form].dtype
    wanted = BINARY[name](a, b)
    wanted = wanted if isinstance(wanted, bool) else wrapped(wanted, form)
    made = getattr(snp, name)
    for found in (
        made(np.array([a], dtype), np.array([b], dtype)),
        made(np.array([a], dtype), b),
        made(a, np.array([b], dtype)),
    ):
        assert found.tolist() == [wanted]
        assert found.dtype == (bool if isinstance(wanted, bool) else dtype)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", DIVISIONS)
@SETTINGS
@given(data=st.data())
def test_divisions_of_integers_and_by_zero(name: str, form: str, data: st.DataObject) -> None:
    a, b = data.draw(numbers(form)), data.draw(numbers(form).filter(bool))
    dtype = EVERY[form].dtype
    made = getattr(snp, name)
    wanted = [wrapped(DIVISIONS[name](a, b), form)]
    assert made(np.array([a], dtype), np.array([b], dtype)).tolist() == wanted
    assert made(np.array([a], dtype), b).tolist() == wanted
    with pytest.raises(SpecError, match=f"{name}: a divisor is 0"):
        made(np.array([a, a], dtype), np.array([b, 0], dtype))


@pytest.mark.parametrize("form", FORMS)
@SETTINGS
@given(data=st.data())
def test_powers_and_shifts_of_integers(form: str, data: st.DataObject) -> None:
    x, y = data.draw(numbers(form)), data.draw(st.integers(0, 100))
    a, b = np.array([x], EVERY[form].dtype), np.array([y], EVERY[form].dtype)
    assert snp.pow(a, b).tolist() == snp.pow(a, y).tolist() == [wrapped(x**y, form)]
    assert snp.bitwise_left_shift(a, b).tolist() == [wrapped(x << y, form)]
    assert snp.bitwise_right_shift(a, y).tolist() == [x >> y]
    if EVERY[form].kind == "int":
        for name, says in (("pow", "negative power"), ("bitwise_left_shift", "negative shift")):
            with pytest.raises(SpecError, match=says):
                getattr(snp, name)(a, -1)


@pytest.mark.parametrize("form", FORMS)
@SETTINGS
@given(data=st.data())
def test_integers_are_clipped_and_chosen(form: str, data: st.DataObject) -> None:
    x = data.draw(st.lists(numbers(form), min_size=1, max_size=5))
    least, most = sorted([data.draw(numbers(form)), data.draw(numbers(form))])
    a = np.array(x, EVERY[form].dtype)
    assert snp.clip(a, least, most).tolist() == [min(max(v, least), most) for v in x]
    assert snp.clip(a, max=np.full_like(a, most)).tolist() == [min(v, most) for v in x]
    assert snp.clip(a, least).tolist() == [max(v, least) for v in x]
    chosen = [v > 3 for v in x]
    assert snp.where(np.array(chosen), a, least).tolist() == [
        v if c else least for v, c in zip(x, chosen, strict=True)
    ]


@pytest.mark.parametrize("form", FORMS)
@SETTINGS
@given(data=st.data())
def test_sums_of_integers_wrap(form: str, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.tuples(numbers(form), numbers(form)), min_size=1, max_size=4))
    a = np.array(rows, EVERY[form].dtype)
    wide = "u64" if form == "u64" else "i64"
    total = sum(v for row in rows for v in row)
    assert snp.sum(a) == wrapped(total, wide)
    assert snp.sum(a).dtype == EVERY[wide].dtype
    for other in FORMS:
        found = snp.sum(a, dtype=EVERY[other].dtype)
        assert found == wrapped(total, other)
        assert found.dtype == EVERY[other].dtype
    columns = [wrapped(sum(row[i] for row in rows), wide) for i in (0, 1)]
    assert snp.sum(a, axis=0).tolist() == columns
    assert snp.cumulative_sum(a, axis=0)[-1].tolist() == columns
    assert snp.prod(a, axis=1, keepdims=True).tolist() == [[wrapped(u * v, wide)] for u, v in rows]
    flat = [v for row in rows for v in row]
    for name, extreme in (("max", max), ("min", min)):
        assert getattr(snp, name)(a) == extreme(flat)
        assert getattr(snp, f"arg{name}")(a) == flat.index(extreme(flat))
    assert snp.count_nonzero(a) == sum(map(bool, flat))
    assert snp.sort(a.reshape(-1), descending=True).tolist() == sorted(flat, reverse=True)
    order = sorted(range(len(flat)), key=lambda i: -flat[i])
    assert snp.argsort(a.reshape(-1), descending=True).tolist() == order
    edges = np.array(sorted(flat), EVERY[form].dtype)
    assert snp.searchsorted(edges, a[:, 0]).tolist() == [
        sum(v < row[0] for v in flat) for row in rows
    ]


@pytest.mark.parametrize("form", [f for f in FORMS if f not in ("i8", "u8")])
def test_products_of_matrices_of_integers_wrap(form: str) -> None:
    least, most = limits(form)
    a = np.array([[most, 3], [least, most]], EVERY[form].dtype)
    wanted = [
        [wrapped(sum(int(a[i, k]) * int(a[k, j]) for k in (0, 1)), form) for j in (0, 1)]
        for i in (0, 1)
    ]
    assert snp.matmul(a, a).tolist() == snp.tensordot(a, a, axes=1).tolist() == wanted
    assert snp.matmul(np.stack([a, a]), a)[1].tolist() == wanted
    assert snp.vecdot(a, a.T).tolist() == [wanted[0][0], wanted[1][1]]
    outer = [[wrapped(int(u) * int(v), form) for v in a[0]] for u in a[1]]
    assert snp.linalg.outer(a[1], a[0]).tolist() == outer
    assert snp.linalg.trace(a) == wrapped(2 * most, "u64" if form == "u64" else "i64")


def test_bool_has_bits_and_an_order_and_no_arithmetic() -> None:
    t, f = np.array([True, False]), np.array([True, True])
    assert snp.bitwise_and(t, f).tolist() == [True, False]
    assert snp.bitwise_xor(t, True).tolist() == [False, True]
    assert snp.bitwise_invert(t).tolist() == [False, True]
    assert snp.logical_xor(t, f).tolist() == [False, True]
    for name in ("abs", "negative", "positive", "square", "sign", "floor", "isnan"):
        with pytest.raises(TypeError, match=f"{name}: x has the dtype bool"):
            getattr(snp, name)(t)
    for name in ("add", "maximum", "remainder", "floor_divide", "pow", "bitwise_left_shift"):
        with pytest.raises(TypeError, match=f"{name}: "):
            getattr(snp, name)(t, f)


def test_integers_of_two_formats_are_never_mixed() -> None:
    for a, b in ((np.ones(1, np.int8), np.ones(1, np.int16)), (np.ones(1, np.uint64), 1 << 64)):
        for name in ("add", "remainder", "maximum", "floor_divide"):
            with pytest.raises(SpecError, match="does not convert implicitly|is out of range for"):
                getattr(snp, name)(a, b)


def test_a_move_of_uint16_beside_another_format_is_refused_as_any_two() -> None:
    with pytest.raises(
        TypeError, match="concat: no result is defined for operands of uint16 and float32"
    ):
        snp.concat([np.ones(1, np.uint16), np.ones(1, np.float32)])


@pytest.mark.parametrize("form", ["u16", "u64"])
def test_reductions_of_other_integers_have_the_shapes_of_the_op(form: str) -> None:
    for shape in ((), (3,), (2, 3), (2, 0), (0, 3), (2, 1, 3)):
        x = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        for axis in (None, (), *range(len(shape)), tuple(range(len(shape)))):
            for name in ("sum", "prod", "max", "argmax", "all", "any", "count_nonzero"):
                arguments = {"axis": axis, "keepdims": bool(len(shape) % 2)}
                wanted = outcome(getattr(snp, name), x, arguments)
                other = x.astype(EVERY[form].dtype)
                assert outcome(getattr(snp, name), other, arguments) == wanted


def outcome(made: Callable[..., Any], x: np.ndarray, arguments: dict[str, Any]) -> object:
    """Return the shape and the numbers of a result, or the message of the error."""
    try:
        found = made(x, **arguments)
    except SpecError as error:
        return str(error)
    return found.shape, found.tolist()


def test_what_has_no_exact_result_is_refused_with_the_remedy() -> None:
    for name in ("mean", "var", "exp", "sqrt", "reciprocal"):
        with pytest.raises(
            TypeError, match=f"{name}: x has the dtype int64, but must be .* snp.astype"
        ):
            getattr(snp, name)(np.array([1, 2]))
    with pytest.raises(TypeError, match="divide: a has the dtype int64, but must be .* snp.astype"):
        snp.divide(np.array([1]), np.array([2]))


@pytest.mark.parametrize("dtype", [np.uint16, np.uint64])
def test_moves_keep_the_bits_of_uint16_and_uint64(dtype: Any) -> None:
    x = (np.arange(24, dtype=np.uint64) * 0x0A3D70A3D70A3D71).astype(dtype).reshape(2, 3, 4)
    last = np.iinfo(dtype).max
    x[0, 0, 0] = last
    index, places = np.array([1, 0]), np.array([[[1], [0], [3]]] * 2)
    for found, wanted in (
        (snp.concat([x, x], axis=1), np.concatenate([x, x], 1)),
        (snp.stack([x, x]), np.stack([x, x])),
        (snp.flip(x, axis=0), np.flip(x, 0)),
        (snp.roll(x, 1), np.roll(x, 1)),
        (snp.tile(x, (2, 1, 1)), np.tile(x, (2, 1, 1))),
        (snp.repeat(x, 2, axis=2), np.repeat(x, 2, 2)),
        (snp.tril(x, k=1), np.tril(x, 1)),
        (snp.take(x, index, axis=0), x[index]),
        (snp.take_along_axis(x, places), np.take_along_axis(x, places, -1)),
        (snp.full((2,), int(last), dtype=dtype), np.full(2, last, dtype)),
        (snp.eye(2, 3, k=1, dtype=dtype), np.eye(2, 3, 1, dtype)),
        (snp.unique_values(x), np.unique(x)),
        (snp.diff(x, axis=0), x[1:] - x[:-1]),
    ):
        assert found.dtype == dtype
        assert np.array_equal(found, wanted)


def test_every_kernel_is_of_an_op_and_asked_by_these_tests() -> None:
    asked = {*UNARY, *BINARY, *DIVISIONS, "pow", "where", "clip", "sum", "prod", "max", "min"}
    asked |= {"cumulative_sum", "argmax", "argmin", "count_nonzero", "sort", "argsort", "matmul"}
    asked |= {"linalg.outer"}
    for name in (*KERNELS, *MOVES):
        assert get_op(name).name == name
    names = {f"{made.__module__}.{made.__name__}" for made in map(function, map(get_op, KERNELS))}
    others = {"cumulative_prod", "amax", "amin", "all", "any", "dot"}
    assert {n.removeprefix("samebits.numpy.") for n in names} <= asked | others
    x = np.array([[3, 0], [5, 2]], np.uint16)
    assert snp.all(x, axis=1).tolist() == [False, True]
    assert snp.any(x, axis=0).tolist() == [True, True]
    assert snp.amax(x, axis=0).tolist() == [5, 2]
    assert snp.amin(x, axis=0).tolist() == [3, 0]
    assert snp.cumulative_prod(x, axis=0).tolist() == [[3, 0], [15, 0]]
    assert snp.dot(x[0], x[1]) == 15


@pytest.mark.parametrize("name", FLOAT_FORMATS)
@pytest.mark.parametrize("form", ["u16", "u64"])
def test_R5_3_floats_are_truncated_and_saturate(name: str, form: str) -> None:
    found = get_format(name)
    draw = np.random.default_rng(5)
    patterns = draw.integers(0, 1 << min(found.bits, 63), 4000, dtype=np.uint64)
    near = np.array([65535.5, 65536, 2.0**63, 2.0**64, 1.5, -0.5, np.inf, -np.inf, np.nan])
    with np.errstate(all="ignore"):
        special = near.astype(np.float32).astype(found.dtype)
    x = np.concatenate([from_bits(patterns.astype(found.bits_dtype), name), special])
    got = snp.astype(x, EVERY[form].dtype)
    most = limits(form)[1]
    for value, whole in zip(to_f64(x).tolist(), got.tolist(), strict=True):
        if value != value:
            assert whole == 0
        elif abs(value) == np.inf:
            assert whole == (most if value > 0 else 0)
        else:
            assert whole == min(max(int(Fraction(value)), 0), most), value


@pytest.mark.parametrize("name", FLOAT_FORMATS)
@pytest.mark.parametrize("form", ["u16", "u64"])
def test_R5_4_integers_are_rounded_once(name: str, form: str) -> None:
    draw = np.random.default_rng(6)
    most = limits(form)[1]
    x = draw.integers(0, most, 3000, dtype=np.uint64, endpoint=True)
    x >>= draw.integers(0, EVERY[form].bits, 3000, dtype=np.uint64)
    near = [(1 << e) + d for e in range(1, EVERY[form].bits) for d in (-1, 0, 1, 1 << e >> 9)]
    ties = [(1 << 63) + (1 << 39) + d for d in (-1, 0, 1)] + [(1 << 63) + (1 << 10) + 1]
    x = np.concatenate([x, np.array([v for v in near + ties if 0 <= v <= most], np.uint64)])
    x = x.astype(EVERY[form].dtype)
    got = snp.astype(x, get_format(name).dtype)
    for whole, value in zip(x.tolist(), got.tolist(), strict=True):
        assert_nearest(whole, float(value), name)


def assert_nearest(whole: int, value: float, name: str) -> None:
    """Assert that the value is the nearest number of a format, with ties to even."""
    form = get_format(name)
    unit = max(whole.bit_length() - form.precision, form.least_exponent)
    step = Fraction(2) ** unit
    down = Fraction(whole) // step * step
    rest = (Fraction(whole) - down) / step
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and down / step % 2 == 1)
    rounded = down + step * up
    largest = Fraction(float(from_bits(np.array(form.max_finite), name).astype(np.float64)))
    if rounded > largest:
        assert value == (np.inf if form.has_infinity else float(largest)), whole
    else:
        assert Fraction(value) == rounded, (whole, value, float(rounded))


@pytest.mark.parametrize("form", FORMS)
def test_R5_5_integers_wrap_into_other_integers(form: str) -> None:
    least, most = limits(form)
    values = [least, least + 1, 0, 1, most // 2, most - 1, most]
    x = np.array(values, EVERY[form].dtype)
    for other in FORMS:
        got = snp.astype(x, EVERY[other].dtype)
        assert got.tolist() == [wrapped(v, other) for v in values]
    assert snp.astype(x, bool).tolist() == [bool(v) for v in values]
    assert snp.astype(np.array([True, False]), EVERY[form].dtype).tolist() == [1, 0]


def test_an_exact_conversion_holds_every_number() -> None:
    for source in ("f8e4m3fn", "f8e5m2", "f16", "bf16", "i8", "u8", "bool", "i16"):
        form = EVERY[source]
        count = 2 if source == "bool" else 1 << form.bits
        dtype = "u1" if source == "bool" else f"u{form.bits // 8}"
        x = np.arange(count, dtype=dtype).view(form.dtype)
        x = x[~np.isnan(to_f64(x))] if form.is_float else x
        for target in FLOAT_FORMATS:
            back = snp.astype(snp.astype(x, EVERY[target].dtype), np.float64)
            held = np.array_equal(back, to_f64(x) if form.is_float else x.astype(np.float64))
            assert held or not is_exact(source, target), (source, target)
            if is_exact(source, target):
                assert held
