"""Compare the functions of the NumPy route with the oracles, with and without the filter."""

from __future__ import annotations

import re
import subprocess
import sys
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from itertools import product
from pathlib import Path

import mpmath
import numpy as np
import pytest

from samebits.oracles import evaluate, numpy_route
from samebits.oracles.discovery import all_oracles
from samebits.oracles.errors import OracleError
from samebits.oracles.numpy_route import (
    enclosures_route as enclosures,
    exponentials_route as exponentials,
    functions_route as functions,
)
from samebits.oracles.numpy_route.formats_route import narrow
from samebits.oracles.numpy_route.functions_route import Function, nearest, rounded
from samebits.oracles.rounding import round_to
from samebits.spec.catalog import function_landmarks, functions as functions_of_math, get_op
from samebits.spec.families.math_functions import FORMATS
from samebits.spec.formats import bits_of, from_bits, get_format

TWO = functions_of_math(operands=2)
WITH_ATTRIBUTE = tuple(op for op in functions_of_math() if get_op(op).attributes)
OF_EXP = tuple(op for op in WITH_ATTRIBUTE if function_landmarks(op).leaves)
"""Functions that contain e^x. The other functions have rational results and need no decimals."""
ATTRIBUTES = (1.0, 0.5, -1.5, 0.01, 1.00390625, 3.4e38, -1e-45)

SHORT = [name for name in FORMATS if name != "f64"]
"""Formats whose functions are filtered in binary64. test_route_in_binary64.py tests f64."""


def calls(op, name):
    """Return calls of an op in a format, with several values of its attribute."""
    if op in TWO:
        return [get_op(op).call([name, name])]
    (attribute,) = get_op(op).attributes
    zero = () if attribute.nonzero else (0.0, -0.0)
    return [get_op(op).call([name], **{attribute.name: v}) for v in (*ATTRIBUTES, *zero)]


def borders(form):
    """Return zeros, subnormals, ones, largest numbers and infinities of both signs, and NaN."""
    one = (0 - form.emin + 1) << (form.precision - 1)
    some = [0, 1, 2, 3, (1 << form.precision - 1) - 1, 1 << form.precision - 1, one - 1, one]
    some += [one + 1, one + (1 << form.precision - 1), form.max_finite - 1, form.max_finite]
    some += [form.infinity] if form.has_infinity else []
    return [*some, *(p | form.sign_mask for p in some), form.canonical_nan]


def operands(op, name, count, seed):
    """Return random operands (random bits, everyday size, subnormal, few bits), and borders."""
    form, rng = get_format(name), np.random.default_rng(seed)
    arity = 2 if op in TWO else 1
    columns = []
    for _ in range(arity):
        bits = rng.integers(0, 1 << form.bits, count, dtype=np.uint64)
        small = rng.integers(0, 1 << form.precision - 1, count, dtype=np.uint64)
        small |= rng.integers(0, 2, count, dtype=np.uint64) << np.uint64(form.bits - 1)
        everyday = bits_of((rng.normal(size=count) * 3).astype(form.dtype))
        short = bits_of((rng.integers(-40, 41, count) / 8).astype(form.dtype))
        columns.append(np.concatenate([bits, everyday, small, short]).astype(form.bits_dtype))
    edge = np.array(list(product(borders(form), repeat=arity)), form.bits_dtype).T
    return [from_bits(np.concatenate(pair), name) for pair in zip(columns, edge, strict=True)]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", [*TWO, *WITH_ATTRIBUTE])
def test_R2_S4_functions_have_the_bits_of_the_exact_oracles(op, name):
    for call in calls(op, name):
        inputs = operands(op, name, 250 if op in TWO else 60, seed=17)
        (wanted,) = all_oracles()[op].evaluate(call, inputs)
        (found,) = numpy_route.evaluate(call, inputs)
        assert bits_of(found).tolist() == bits_of(wanted).tolist()


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("op", [*TWO, *OF_EXP])
def test_R2_the_digits_alone_decide_what_the_filter_decides(op, name, monkeypatch):
    """With an assumed filter error of 1/4, decimals decide nearly all elements."""
    asked, decide = [], functions._decide
    monkeypatch.setattr(functions, "_decide", lambda *a: asked.append(a) or decide(*a))
    for call in calls(op, name)[:5]:
        inputs = operands(op, name, 25, seed=23)
        monkeypatch.setattr(functions, "MARGIN", 2.0**-40)
        (wanted,) = numpy_route.evaluate(call, inputs)
        asked.clear()
        monkeypatch.setattr(functions, "MARGIN", 0.25)
        (found,) = numpy_route.evaluate(call, inputs)
        assert bits_of(found).tolist() == bits_of(wanted).tolist()
        assert len(asked) > 5


def test_R2_a_filter_that_errs_by_less_than_its_margin_changes_no_bit(monkeypatch):
    x = np.random.default_rng(3).normal(size=5000).astype(np.float32) * 9
    wanted = bits_of(exponentials.exp(x, "f32"))
    off = Function(lambda x: (np.exp(x) * (1 + 2.0**-41), np.exp(x)), enclosures.exp)
    assert bits_of(rounded(off, [x.astype(np.float64)], "f32")).tolist() == wanted.tolist()
    far = Function(lambda x: (np.exp(x) * (1 + 2.0**-30), np.exp(x)), enclosures.exp)
    assert bits_of(rounded(far, [x.astype(np.float64)], "f32")).tolist() != wanted.tolist()


@pytest.mark.parametrize("name", SHORT)
def test_R2_functions_of_graphs_have_the_bits_of_the_exact_oracles(name, monkeypatch):
    (x,) = operands("exp", name, 120, seed=5)
    x[:4] = np.array([100, -100, 17, -17], x.dtype)
    for op in exponentials.NODES:
        call = get_op(op).call([name])
        wanted = bits_of(all_oracles()[op].evaluate(call, [x])[0]).tolist()
        for margin in (2.0**-40, 0.25):
            monkeypatch.setattr(functions, "MARGIN", margin)
            with np.errstate(all="ignore"):
                assert bits_of(exponentials.NODES[op](x, name)).tolist() == wanted


ENCLOSED = {
    "angle": lambda y, x: mpmath.atan2(y, x),
    "exp": lambda x: mpmath.exp(x),
    "log": lambda x: mpmath.log(abs(x)),
    "log_of_sum": lambda x, y: mpmath.log(mpmath.exp(x) + mpmath.exp(y)),
    "power": lambda x, y: mpmath.power(abs(x), y),
}


@pytest.mark.parametrize("digits", [6, 30, 77])
@pytest.mark.parametrize("name", ENCLOSED)
def test_enclosures_hold_the_exact_value_whatever_the_digits(name, digits):
    rng = np.random.default_rng(digits)
    arity = 1 if name in ("exp", "log") else 2
    for _ in range(300):
        row = (rng.normal(size=arity) * 10.0 ** rng.integers(-6, 3, arity)).tolist()
        row = [abs(v) for v in row[:1]] + row[1:] if name in ("log", "power") else row
        with mpmath.workdps(300):
            exact = from_mpmath(ENCLOSED[name](*map(mpmath.mpf, row)))
        with localcontext(Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)):
            low, high = getattr(enclosures, name)(*row)
        assert low <= exact + abs(exact) / 10**250
        assert exact - abs(exact) / 10**250 <= high


def from_mpmath(value):
    """Return an mpmath number as a fraction."""
    sign, mantissa, exponent, _ = value._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


def test_R1_hypot_takes_ties_to_even_and_one_unit_beside_them_apart():
    """Test exact lengths, scaled to midpoints of two subnormals, and lengths nearby."""
    call = get_op("hypot").call(["f16", "f16"])
    for a, b in ((3, 4), (5, 12), (20, 21), (119, 120), (3 * 4097 % 2048, 1)):
        for scale in range(-24, 3):
            x, y = (np.array([v * 2.0**scale], np.float16) for v in (a, b))
            (wanted,) = all_oracles()["hypot"].evaluate(call, [x, y])
            assert numpy_route.evaluate(call, [x, y])[0] == wanted


def test_R1_pow_takes_exact_powers_and_midpoints_to_even():
    """Squares of 13-bit numbers have 25 or 26 bits, so some are midpoints; the roots are exact."""
    m = np.arange(4097, 8192, 2, dtype=np.float64)
    for x, y in ((m, 2.0), (m[:300] ** 2, 0.5), (2.0 ** np.arange(-149, 1), 1.5), (m, -1.0)):
        a = x.astype(np.float32)
        b = np.full(a.shape, y, np.float32)
        call = get_op("pow").call(["f32", "f32"])
        (wanted,) = all_oracles()["pow"].evaluate(call, [a, b])
        assert bits_of(numpy_route.evaluate(call, [a, b])[0]).tolist() == bits_of(wanted).tolist()


def test_R2_logaddexp_is_right_where_the_sum_cancels():
    """With the exact y = log(1 - e^x) the result would be 0; rounding y makes it about 1e-8."""
    x = -np.random.default_rng(8).uniform(0.01, 4, 800).astype(np.float32)
    y = np.log1p(-np.exp(x.astype(np.float64))).astype(np.float32)
    call = get_op("logaddexp").call(["f32", "f32"])
    (wanted,) = all_oracles()["logaddexp"].evaluate(call, [x, y])
    (found,) = numpy_route.evaluate(call, [x, y])
    assert np.abs(found).max() < 1e-6
    assert bits_of(found).tolist() == bits_of(wanted).tolist()


@pytest.mark.parametrize("name", FORMATS)
def test_R1_nearest_rounds_fractions_as_the_exact_oracles_do(name):
    form, rng = get_format(name), np.random.default_rng(4)
    for _ in range(400):
        top = int(rng.integers(1, 1 << int(rng.integers(1, 40))))
        exact = Fraction(top, int(rng.integers(1, 9))) * Fraction(2) ** int(rng.integers(-170, 120))
        exact = -exact if rng.integers(2) else exact
        with np.errstate(over="ignore"):
            got = narrow(np.array([nearest(exact, form)]), name)
        assert int(bits_of(got)[0]) == round_to(exact, name)


@pytest.mark.parametrize(
    ("x", "y", "power"),
    [
        (9.0, 0.5, 3), (2.0**-148, 0.5, Fraction(1, 1 << 74)), (2.0, -3.0, Fraction(1, 8)),
        (3.0, -1.0, None), (3.0, 0.5, None), (2.0, 0.5, None), (1.5, 2.0, Fraction(9, 4)),
        (6.25, 1.5, Fraction(125, 8)), (3.0, 65.0, None), (2.0, 1e30, None),
    ],
)  # fmt: skip
def test_exact_powers_are_found_and_others_left_to_the_digits(x, y, power):
    assert enclosures.exact_power(x, y) == power


def test_a_value_on_a_boundary_that_is_not_enclosed_exactly_is_an_error():
    middle = Decimal(1) + Decimal(2) ** -24
    open_ended = Function(
        lambda x: (np.full(x.shape, float(middle)), np.ones(x.shape)),
        lambda x: enclosures.around(middle, middle),
    )
    with pytest.raises(OracleError, match="cannot round at \\[3.0\\] to f32 with 8000 digits"):
        rounded(open_ended, [np.array([3.0])], "f32")


@pytest.mark.parametrize("label", ["f32", "f16", "bf16"])
def test_G1_softmax_by_the_route_is_the_graph_of_the_exact_oracles(label):
    x = (np.random.default_rng(6).normal(size=(5, 4, 37)) * 8).astype(get_format(label).dtype)
    for axis in (0, 1, -1):
        call = get_op("softmax").call([label], axis=axis)
        found, wanted = numpy_route.evaluate(call, [x])[0], evaluate(call, [x])[0]
        assert bits_of(found).tolist() == bits_of(wanted).tolist()


@pytest.mark.parametrize("label", sorted(get_op("einsum").labels()))
def test_G1_einsum_by_the_route_is_the_graph_of_the_exact_oracles(label):
    rng = np.random.default_rng(7)
    sizes = {"b": 2, "i": 3, "j": 5, "k": 30}
    equations = {1: ("iij->ji", "ikj->k"), 2: ("bik,bkj->ijb", "ik,j->ij"), 3: ("ik,kj,jb->ib",)}
    for inputs, outputs in get_op("einsum").labels()[label]:
        for equation in equations[len(inputs)]:
            letters = equation.split("->")[0].split(",")
            arrays = [
                rng.normal(size=[sizes[x] for x in word]).astype(get_format(f).dtype)
                for word, f in zip(letters, inputs, strict=True)
                if word != "iij"
            ] or [rng.normal(size=(3, 3, 5)).astype(get_format(inputs[0]).dtype)]
            call = get_op("einsum").call(inputs, outputs, equation=equation)
            found, wanted = numpy_route.evaluate(call, arrays)[0], evaluate(call, arrays)[0]
            assert bits_of(found).tolist() == bits_of(wanted).tolist()


def test_a_graph_with_a_node_that_has_no_route_is_not_supported(monkeypatch):
    call = get_op("softmax").call(["f32"])
    assert numpy_route.supports(call)
    monkeypatch.setattr(numpy_route.exponentials, "NODES", {})
    assert not numpy_route.supports(call)
    with pytest.raises(OracleError, match="the NumPy route has no exp"):
        numpy_route.evaluate(call, [np.ones(3, np.float32)])


def test_every_route_needs_numpy_and_the_standard_library_alone():
    """A new process, which cannot import the packages of the oracles, imports every route."""
    program = (
        "import sys\n"
        "for name in ('mpmath', 'flint', 'gmpy2'): sys.modules[name] = None\n"
        "import numpy as np\n"
        "from samebits.oracles import numpy_route\n"
        "from samebits.spec.catalog import get_op\n"
        "assert len(numpy_route.all_routes()) > 80\n"
        "x = np.linspace(0.1, 3, 1000, dtype=np.float32)\n"
        "for op in ('pow', 'atan2', 'hypot', 'logaddexp'):\n"
        "    numpy_route.evaluate(get_op(op).call(['f32', 'f32']), [x, x[::-1]])\n"
        "numpy_route.evaluate(get_op('softmax').call(['f32']), [x])\n"
        "ours = {name for name in sys.modules if name.startswith('samebits.oracles')}\n"
        "print(*sorted(ours))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = {name.removeprefix("samebits.oracles.") for name in done.stdout.split()}
    assert "numpy_route.enclosures_route" in loaded
    assert not loaded & {"opinions", "special", "nearly", "ops.pow"}


def test_no_route_is_made_of_what_the_exact_oracles_are_made_of():
    """A route in the file of an op must not use code of the oracle in the same file."""
    folder = Path(numpy_route.__file__).parent
    for path in folder.glob("*.py"):
        for line in path.read_text().splitlines():
            match = re.match(r"\s*(?:from|import) samebits\.oracles\.?(\w*)", line)
            assert match is None or match[1] in ("", "errors", "numpy_route"), (path.name, line)
    for name, route in numpy_route.all_routes().items():
        used = [route, *(route.__globals__.get(word) for word in route.__code__.co_names)]
        for part in used:
            home = getattr(part, "__module__", None) or getattr(part, "__name__", "")
            own = ("samebits.oracles.numpy_route", f"samebits.oracles.ops.{name}")
            allowed = (*own, "samebits.oracles.errors")
            assert not home.startswith("samebits.oracles") or home.startswith(allowed), (name, home)


@pytest.mark.parametrize("margin", [2.0**-40, 0.25])
def test_the_layout_of_the_operands_changes_nothing(margin, monkeypatch):
    monkeypatch.setattr(functions, "MARGIN", margin)
    call = get_op("pow").call(["f32", "f32"])
    x = np.linspace(0.25, 4, 35, dtype=np.float32).reshape(5, 7)
    y = np.linspace(-2, 3, 35, dtype=np.float32).reshape(5, 7)
    wanted = numpy_route.evaluate(call, [x, y])[0]
    assert (numpy_route.evaluate(call, [x.T, y.T])[0] == wanted.T).all()
    assert (numpy_route.evaluate(call, [x[::-2, ::3], y[::-2, ::3]])[0] == wanted[::-2, ::3]).all()
    wide = np.broadcast_to(x[2], (3, 7))
    assert (numpy_route.evaluate(call, [wide, y[:3]])[0][2] == wanted[2]).all()
    single = [x[4, 6:].reshape(()), y[4, 6:].reshape(())]
    assert numpy_route.evaluate(call, single)[0] == wanted[4, 6]
    none = np.zeros((0, 3), np.float32)
    assert numpy_route.evaluate(call, [none, none])[0].shape == (0, 3)
