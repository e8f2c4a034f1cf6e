"""Test the parts of the filter: its rounding, its enclosures, its library."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from samebits.common.compiled import VARIABLE
from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Elementary, attribute_operands
from samebits.oracles.errors import OracleUnavailable
from samebits.oracles.opinions import ARB
from samebits.oracles.rounding import decode, round_to
from samebits.oracles.sweep import filter as c_filter, library, sweepable
from samebits.spec.catalog import all_ops
from samebits.spec.formats import FORMATS, get_format

TARGETS = tuple(name for name in FORMATS if name != "f64")
MARGIN = 16
"""The minimal ratio of the radius of an enclosure to the measured error."""


def elementary_calls():
    """Return the sweepable binary32 calls of functions whose bits need a proof by enclosures."""
    calls = [
        op.call(["f32"], ["f32"])
        for op in all_ops().values()
        if op.op_class == "round" and (("f32",), ("f32",)) in op.signatures
    ]
    oracles = all_oracles()
    return [c for c in calls if sweepable(c) and isinstance(oracles[c.op], Elementary)]


def landmarks(name):
    """Yield binary64 numbers around the boundaries of a format."""
    form = get_format(name)
    ends = (form.emin - form.precision, form.emin, 0, form.emax) if form.is_float else (0, 30, 62)
    for exponent in ends:
        for significand in range(1, 34):
            for step in (-1, 0, 1):
                yield float(np.ldexp(significand / 16, exponent)) * (1 + step * 2.0**-52)


@pytest.mark.parametrize("name", TARGETS)
def test_R1_R5_the_filter_rounds_as_the_oracles_do(name):
    rounding = library.load().sweep_round
    rounding.restype, rounding.argtypes = ctypes.c_uint64, [ctypes.c_double, ctypes.c_void_p]
    draw = np.random.default_rng(5)
    drawn = draw.integers(0, 1 << 64, 2000, dtype=np.uint64).view(np.float64).tolist()
    drawn += (draw.uniform(-2, 2, 2000) * 2.0 ** draw.integers(-40, 40, 2000)).tolist()
    for saturate in (True, False):
        form = c_filter.c_format(name, saturate=saturate)
        for value in (0.0, *landmarks(name), *drawn, float("inf"), float("nan"), 5e-324):
            for x in (value, -value):
                exact = decode(int(np.float64(x).view(np.uint64)), "f64")
                got = rounding(x, ctypes.addressof(form))
                assert got == round_to(exact, name, saturate=saturate), (x, saturate)


def enclosure(call, x):
    """Return the centre and radius of the ball that the function in C returns."""
    function = getattr(library.load(), f"sweep_{call.op}")
    attributes = [float(a.signed()) * 2.0**a.exponent for a in attribute_operands(call)]
    given = (ctypes.c_double * 4)(*attributes)
    centre, radius, operand = ctypes.c_double(), ctypes.c_double(), ctypes.c_double(x)
    references = (ctypes.byref(c) for c in (operand, given, centre, radius))
    function(ctypes.c_int64(1), *references)
    return centre.value, radius.value


def operands():
    """Return binary32 numbers of many sizes, and others near small integers and halves."""
    draw = np.random.default_rng(7)
    spread = draw.uniform(-1, 1, 300) * 2.0 ** draw.integers(-30, 8, 300)
    beside = (
        draw.integers(-8, 9, 120)
        / 2
        * (1 + draw.uniform(-1, 1, 120) * 2.0 ** -draw.integers(1, 24, 120))
    )
    return [float(x) for x in np.float32([*spread, *beside]) if x]


@pytest.mark.parametrize("call", elementary_calls(), ids=str)
def test_R2_enclosures_are_far_wider_than_the_errors_seen(call):
    oracle, extra = all_oracles()[call.op], attribute_operands(call)
    for x in operands():
        exact = decode(int(np.float32(x).view(np.uint32)), "f32")
        centre, radius = enclosure(call, x)
        if oracle.known(exact, *extra) is not None or radius == 0:
            continue
        ((low, high),) = ARB.enclose(oracle.arb, [(exact, *extra)], 160)
        middle = decode(int(np.float64(centre).view(np.uint64)), "f64")
        for end in (low, high):
            error = abs(end.fraction() - middle.fraction())
            assert (
                error * MARGIN <= decode(int(np.float64(radius).view(np.uint64)), "f64").fraction()
            ), x


@pytest.mark.parametrize("source", ["f16", "bf16", "f8e4m3fn", "f8e5m2"])
def test_F1_the_filter_decodes_every_pattern(source):
    call = all_ops()["cast"].call([source], ["f32"])
    count = 1 << get_format(source).bits
    wanted = [round_to(decode(p, source), "f32") for p in range(count)]
    assert c_filter.run(call, 0, count).bits.tolist() == wanted


def test_a_missing_library_names_the_command(monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(OracleUnavailable, match="not built; run: "):
        library.load.__wrapped__()


def test_a_stale_library_names_the_command(monkeypatch):
    monkeypatch.setattr(library, "source_digest", lambda: "0" * 64)
    with pytest.raises(OracleUnavailable, match="stale.*run: "):
        library.load.__wrapped__()
