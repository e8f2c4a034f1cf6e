"""Test that the errors of first values are within the bound that the rounding test assumes.

A first value is the value that a kernel passes to its first rounding test. These are the first
values of activations and of functions of two operands. If a first value's error is too large, the
result is wrong only if a midpoint is between the first value and the exact value. That happens once
in many millions of operands, whereas a test of the error itself finds the fault immediately.
"""

import ctypes
import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c.library import NUMERICS, SOURCES
from samebits.backends.c.tests.programs import load

HERE = Path(__file__).resolve().parent
DOUBLES = "#define DOUBLES "
"""A kernel that computes first values in vectors of binary64 has a line that begins so."""

BOUND = 2.0**-44
"""Largest relative error of a first value that decide_lanes.h and decide.h allow."""

fuzz = load(HERE / "fuzz.py")
pairs = fuzz.two_operands


def first_values(session, op, folder, operands):
    """Compile the functions of first_values.c with the flags of the session's library."""
    library = folder / f"{op}.so"
    flags = shlex.split(session.environment()["flags"])
    subprocess.run(
        [
            *shlex.split(os.environ.get("CC") or "cc"), "-std=c11", *flags, "-shared", "-fPIC",
            "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-Wno-unused-function",
            f'-DKERNEL="kernels/{op}.c"', f"-DARGUMENTS={operands}",
            f"-I{SOURCES / 'src'}", f"-I{SOURCES / 'include'}", f"-I{NUMERICS}",
            "-o", str(library), str(HERE / "first_values.c"), "-lm",
        ],
        check=True,
    )  # fmt: skip
    return ctypes.CDLL(str(library))


def ordinary_pairs(op):
    """Return operand pairs with a normal result, and the results in long double.

    The number of pairs is a multiple of the vector length.
    """
    inputs = pairs.operands(op, np.random.default_rng(1), pairs.CHUNK)
    with np.errstate(all="ignore"):
        value, _ = pairs.OPS[op][0](*(v.astype(np.longdouble) for v in inputs))
        rounded = value.astype(np.float32)
    places = pairs.ordinary(inputs, rounded.view(np.uint32))
    places = places[: len(places) // 64 * 64]
    assert len(places) > 50_000
    return [v[places] for v in inputs], value[places]


wide = pytest.mark.skipif(
    np.finfo(np.longdouble).nmant < 63,
    reason="long double is no wider than binary64 here: no first value can be measured",
)


@wide
@pytest.mark.parametrize("op", sorted(pairs.OPS))
def test_R2_first_values_are_as_near_as_the_rounding_test_assumes(op, session, tmp_path):
    library = first_values(session, op, tmp_path, 2)
    inputs, right = ordinary_pairs(op)
    for function, dtype in ((library.values_f32, np.float32), (library.values_f64, np.float64)):
        operands = [v.astype(dtype) for v in inputs]
        found = np.empty(len(right))
        places = [ctypes.c_void_p(v.ctypes.data) for v in (*operands, found)]
        function(*places, ctypes.c_int64(len(right)))
        error = np.abs(found - right) / np.abs(right)
        # NaN means that the kernel leaves the operand open. Where logaddexp cancels, the first
        # value is only accurate as a binary32 number. Where e^d is far below the precision of
        # binary32, the first value is close to a binary32 number, which is the result.
        good = np.isnan(found) | (error < BOUND)
        number = right.astype(np.float32).astype(np.float64)
        beside = (op == "logaddexp") & (np.abs(found - number) < 2.0**-30 * np.abs(number))
        good |= (found == number) | (beside & (number == operands[0].astype(np.float64)))
        good |= beside & (number == operands[1].astype(np.float64))
        assert np.isnan(found).mean() < 0.25
        assert good.all(), f"{np.log2(float(error[~good].max())):.1f}: {operands[0][~good][0]!r}"


L = np.longdouble
ALPHA = 1.3125
"""Value of the numeric attribute, for ops that have one."""
SELU_ALPHA = L("1.6732632423543772848170429916717")
SELU_SCALE = L("1.0507009873554804934193349852946")
PI = L("3.14159265358979323846264338327950288")
GELU_TANH = 2 * np.sqrt(2 / PI), L("0.044715")


def gate(u):
    return 1 / (1 + np.exp(-u))


def gate_slope(u):
    return np.exp(-np.abs(u)) / (1 + np.exp(-np.abs(u))) ** 2


def gelu_tanh_argument(x):
    slope, cubic = GELU_TANH
    return slope * x * (1 + cubic * x * x), slope * x * (1 + 3 * cubic * x * x)


def mish_part(x):
    """Return tanh(log(1 + e^x))."""
    e = np.exp(x)
    return e * (e + 2) / (e * (e + 2) + 2)


def softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def tanhshrink(x):
    """Return x - tanh(x).

    Near 0 it uses the continued fraction tanh(x) = x / (1 + x^2 / (3 + x^2 / (5 + ...
    """
    near = np.minimum(np.abs(x), L(0.5))
    rest = L(0)
    for odd in range(49, 1, -2):
        rest = near * near / (odd + rest)
    return np.where(np.abs(x) < 0.5, np.copysign(near * rest / (1 + rest), x), x - np.tanh(x))


def gelu_slope(x):
    """Return Phi(x) + x phi(x), the derivative of gelu.

    Phi(-t) is computed by a continued fraction for t > 3, and by a series for smaller t.
    """
    t = np.abs(x)
    bell = np.exp(-t * t / 2) / np.sqrt(2 * PI)
    term = total = np.minimum(t, 3)
    for k in range(1, 60):
        term = term * np.minimum(t, 3) ** 2 / (2 * k + 1)
        total = total + term
    tail = np.maximum(t, 3)
    for k in range(300, 0, -1):
        tail = np.maximum(t, 3) + k / tail
    below = np.where(t < 3, 0.5 - bell * total, bell / tail) - t * bell
    return np.where(x < 0, below, 1 - below)


UNARY = (
    ("celu", lambda x: np.where(x > 0, x, ALPHA * np.expm1(x / L(ALPHA)))),
    ("celu_derivative", lambda x: np.where(x > 0, L(1), np.exp(x / L(ALPHA)))),
    ("elu", lambda x: np.where(x > 0, x, ALPHA * np.expm1(x))),
    ("elu_derivative", lambda x: np.where(x > 0, L(1), ALPHA * np.exp(x))),
    ("gelu_derivative", gelu_slope),
    ("gelu_tanh", lambda x: x * gate(gelu_tanh_argument(x)[0])),
    (
        "gelu_tanh_derivative",
        lambda x: (
            gate(gelu_tanh_argument(x)[0])
            + gelu_tanh_argument(x)[1] * gate_slope(gelu_tanh_argument(x)[0])
        ),
    ),
    ("logsigmoid", lambda x: -softplus(-x)),
    ("logsigmoid_derivative", lambda x: gate(-x)),
    ("mish", lambda x: x * mish_part(x)),
    ("mish_derivative", lambda x: mish_part(x) + x * (1 - mish_part(x) ** 2) * gate(x)),
    ("quick_gelu", lambda x: x * gate(L("1.702") * x)),
    (
        "quick_gelu_derivative",
        lambda x: gate(L("1.702") * x) + L("1.702") * x * gate_slope(L("1.702") * x),
    ),
    ("rsqrt", lambda x: 1 / np.sqrt(x)),
    ("selu", lambda x: SELU_SCALE * np.where(x > 0, x, SELU_ALPHA * np.expm1(x))),
    ("selu_derivative", lambda x: SELU_SCALE * np.where(x > 0, L(1), SELU_ALPHA * np.exp(x))),
    ("sigmoid_derivative", gate_slope),
    ("silu_derivative", lambda x: gate(x) + x * gate_slope(x)),
    ("softplus", softplus),
    ("softplus_derivative", gate),
    ("softsign", lambda x: x / (1 + np.abs(x))),
    ("softsign_derivative", lambda x: 1 / (1 + np.abs(x)) ** 2),
    ("tanh_derivative", lambda x: 4 * gate_slope(2 * x)),
    ("tanhshrink", tanhshrink),
    ("tanhshrink_derivative", lambda x: np.tanh(x) ** 2),
)
"""The functions in long double. Their errors are at most 2^-50 of their terms."""

ZEROS = (-1.2784645, -0.7520, -0.7517, -0.7513, -1.1924)
"""Zeros of derivatives.

Near them, errors of results below 2^-9 are not measured.
"""


def ordinary_operands():
    """Return operands of all sizes.

    For most of them, a function is not yet at a limit such as 0 or 1. The number of operands is a
    multiple of the vector length.
    """
    rng = np.random.default_rng(2)
    count = 1 << 14
    drawn = [
        rng.standard_normal(2 * count) * 2,
        rng.uniform(-20, 20, count),
        rng.uniform(-104, 104, count),
        np.exp2(rng.uniform(-60, 3, count)) * rng.choice([-1, 1], count),
    ]
    near = [zero + rng.uniform(-0.1, 0.1, count // 4) for zero in ZEROS]
    return np.concatenate([*drawn, *near]).astype(np.float32)


def test_every_kernel_with_a_first_value_of_its_own_has_a_formula():
    marked = (p.stem for p in (SOURCES / "src/kernels").glob("*.c") if DOUBLES in p.read_text())
    assert {*marked} <= {op for op, _ in UNARY}


@wide
@pytest.mark.parametrize(("op", "formula"), UNARY)
def test_R2_first_values_of_one_operand_are_as_near_as_the_rounding_test_assumes(
    op, formula, session, tmp_path
):
    library = first_values(session, op, tmp_path, 1)
    x = ordinary_operands()
    with np.errstate(all="ignore"):
        right = formula(x.astype(np.longdouble))
    places = np.isfinite(right) & (np.abs(right) > 2.0**-126)
    if op.endswith("_derivative"):
        places &= ~((x < 0) & (x > -2) & (np.abs(right) < 2.0**-9))
    x, right = x[places], right[places]
    whole = len(x) // 64 * 64
    x, right = x[:whole], right[:whole]
    assert whole > 30_000
    for function, dtype in ((library.values_f32, np.float32), (library.values_f64, np.float64)):
        operands, found = x.astype(dtype), np.empty(whole)
        pointers = [ctypes.c_void_p(v.ctypes.data) for v in (operands, found)]
        function(*pointers, ctypes.c_int64(whole), ctypes.c_double(ALPHA))
        error = np.abs(found - right) / np.abs(right)
        good = np.isnan(found) | (error < BOUND)
        assert np.isnan(found).mean() < 0.25
        assert good.all(), f"{np.log2(float(error[~good].max())):.1f}: {operands[~good][0]!r}"
