"""Tests of instructions on floats, against libm's fma, rational numbers and Python's numbers."""

import ctypes
import math
from fractions import Fraction

import numpy as np
import pytest

from samebits.backends.cuda.sass import exact
from samebits.backends.cuda.sass.tests.executing import THREADS, execute

_LIBM = ctypes.CDLL("libm.so.6")
COUNT = 4000


def libm_fma(kind):
    function = _LIBM.fmaf if kind is np.float32 else _LIBM.fma
    number = ctypes.c_float if kind is np.float32 else ctypes.c_double
    function.restype, function.argtypes = number, [number] * 3
    return function


def operands(kind, seed):
    """Return three operands. Half of them have arbitrary bits, and the others nearly cancel."""
    rng = np.random.default_rng(seed)
    word = np.uint32 if kind is np.float32 else np.uint64
    a, b, c = (
        rng.integers(0, np.iinfo(word).max, COUNT, dtype=word, endpoint=True).view(kind)
        for _ in range(3)
    )
    half, near = COUNT // 2, np.finfo(kind).eps
    for x in (a, b):
        x[:half] = rng.standard_normal(half)
    c[:half] = -(a * b)[:half] * (1 + rng.integers(-3, 4, half) * near)
    c[: half // 8] *= kind(2.0 ** (-60 if kind is np.float64 else -30))
    return a, b, c


def same(x, y):
    return (
        np.array_equal(x.view(f"u{x.itemsize}"), y.view(f"u{y.itemsize}"))
        or (
            (x.view(f"u{x.itemsize}") == y.view(f"u{y.itemsize}")) | (np.isnan(x) & np.isnan(y))
        ).all()
    )


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_fma_is_rounded_once(kind):
    with np.errstate(all="ignore"):
        a, b, c = operands(kind, 1)
        got = (exact.fma32 if kind is np.float32 else exact.fma64)(a, b, c)
        function = libm_fma(kind)
        wanted = np.array([function(*row) for row in zip(a, b, c, strict=True)], kind)
        assert same(got, wanted)
        assert not same((a * b + c).astype(kind), wanted)  # rounded twice, the bits differ


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("way", sorted(exact.DIRECTIONS))
def test_fma_in_a_direction_is_next_to_the_exact_value(kind, way):
    with np.errstate(all="ignore"):
        a, b, c = (x[::8] for x in operands(kind, 2))
        got = (exact.fma32 if kind is np.float32 else exact.fma64)(a, b, c, way)
        down = np.nextafter(got, kind(-np.inf)).tolist()
        up = np.nextafter(got, kind(np.inf)).tolist()
    most = Fraction(float(np.finfo(kind).max))
    rows = zip(*(x.tolist() for x in (a, b, c, got)), down, up, strict=True)
    for x, y, z, found, below, above in rows:
        if not all(map(math.isfinite, (x, y, z))):
            continue
        value = Fraction(x) * Fraction(y) + Fraction(z)
        is_down = way == exact.DOWN or (way == exact.ZERO and value > 0)
        if not math.isfinite(found):
            assert (found > 0) != is_down
            assert abs(value) > most
        elif is_down:
            assert Fraction(found) <= value
            assert math.isinf(above) or Fraction(above) > value
        else:
            assert Fraction(found) >= value
            assert math.isinf(below) or Fraction(below) < value


def test_results_that_are_nan_have_the_bits_of_a_gpu():
    inf = np.float32(np.inf).view(np.uint32)
    s = execute("FADD R4, R1, -R1", "DADD R6, R2, -R2", registers={1: inf, 3: 0x7FF00000})
    assert (s.registers[4] == 0x7FFFFFFF).all()
    assert (s.registers[7] == 0xFFF80000).all()


def test_signs_of_operands():
    x = np.float32(-2.5).view(np.uint32)
    s = execute("FADD R2, |R1|, RZ", "FADD R3, -|R1|, -RZ", "FMUL R4, R1, -R1", registers={1: x})
    assert s.registers[2:5, 0].view(np.float32).tolist() == [2.5, -2.5, -6.25]


def test_an_immediate_number_is_that_of_the_encoding():
    s = execute("FSEL R2, R1, +QNAN, !PT", immediate=0x7FC00001)
    assert (s.registers[2] == 0x7FC00001).all()
    s = execute("DADD R2, RZ, 1.5", immediate=0x3FF80000)
    assert s.registers[3, 0] == 0x3FF80000


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("LT", "100"), ("GE", "010"), ("GEU", "011"), ("NE", "110"), ("NEU", "111"), ("NAN", "001"),
     ("NUM", "110"), ("EQ", "000"), ("EQU", "001"), ("LEU", "101")],
)  # fmt: skip
def test_comparisons_know_unordered_numbers(name, wanted):
    x = np.resize(np.array([1, 3, np.nan], np.float32), THREADS)
    y = np.float32(2)
    s = execute(
        f"FSETP.{name}.AND P0, PT, R1, R2, PT",
        registers={1: x.view(np.uint32), 2: y.view(np.uint32)},
    )
    assert "".join(str(int(p)) for p in s.predicates[0, :3]) == wanted


def test_extremes_prefer_numbers_and_know_signed_zeros():
    x = np.resize(np.array([np.nan, -0.0, 0.0, 5, 5], np.float32), THREADS).view(np.uint32)
    y = np.resize(np.array([1, 0.0, -0.0, np.nan, 7], np.float32), THREADS).view(np.uint32)
    s = execute("FMNMX R3, R1, R2, PT", "FMNMX R4, R1, R2, !PT", registers={1: x, 2: y})
    assert s.registers[3, :5].view(np.float32).tolist() == [1, 0, 0, 5, 5]
    assert (s.registers[3, 1:3] == 0x80000000).all()
    assert s.registers[4, :5].view(np.float32).tolist() == [1, 0, 0, 5, 7]
    assert (s.registers[4, 1:3] == 0).all()
    s = execute("FMNMX.NAN R3, R1, R2, PT", registers={1: x, 2: y})
    assert (s.registers[3, [0, 3]] == 0x7FFFFFFF).all()


def test_conversions():
    numbers = np.array([0, 2.5, -3.5, 1e10, -1e10, np.nan, np.inf, 1e-40], np.float32)
    x = np.resize(numbers, THREADS).view(np.uint32)
    s = execute(
        "F2I.TRUNC.NTZ R2, R1", "F2I.U32.TRUNC.NTZ R3, R1", "F2I.U64.TRUNC R4, R1",
        "F2F.F64.F32 R6, R1", "F2F.F32.F64 R8, R6", registers={1: x},
    )  # fmt: skip
    whole = s.registers[2].view(np.int32)[:8].tolist()
    assert whole == [0, 2, -3, 2**31 - 1, -(2**31), 0, 2**31 - 1, 0]
    assert s.registers[3, :8].tolist() == [0, 2, 0, 2**32 - 1, 0, 0, 2**32 - 1, 0]
    assert int(s.registers[5, 3]) << 32 | int(s.registers[4, 3]) == 10**10
    back = s.registers[8, :8].view(np.float32)
    assert same(back, numbers)


def test_integers_become_floats_in_a_direction():
    x = np.uint32(0xFFFFFFFF)
    s = execute("I2F.U32.RP R2, R1", "I2F.U32.RM R3, R1", "I2F R4, R1", registers={1: x})
    assert s.registers[2:5, 0].view(np.float32).tolist() == [2.0**32, 2.0**32 - 256, -1]
