"""Test eye, full, arange and linspace; the last two are exact rational numbers rounded once."""

from __future__ import annotations

import itertools
import math
import struct
from fractions import Fraction

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.by_nodes import assert_same
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, bits_of
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.ratios import _quotient

FLOATS = ("f64", "f32", "f16", "bf16")
LIMITS = (
    *(0.0, -0.0, 1.0, -3.0, 0.1, 1 / 3, -1e-3, 65504.0, 65520.0, 3.4028236e38, 2.0**53 + 2),
    *(5e-324, -5e-324, 2.0**-1022, 2.0**-149, 2.0**-150, 2.0**-133, 2.0**-24, 2.0**-25),
    *(1.7976931348623157e308, -1.7976931348623157e308, 1e16, 2.0**-701, 2.0**901),
)


def _drawn(draw: np.random.Generator) -> float:
    """Return a random number: a bit pattern, a short fraction, a power of two, or a limit."""
    kind = draw.integers(0, 4)
    if kind == 0:
        found: float = struct.unpack("<d", struct.pack("<q", int(draw.integers(0, 2**63))))[0]
        return found if math.isfinite(found) else 1.5
    if kind == 1:
        return float(draw.integers(-20, 20)) / 2 ** float(draw.integers(0, 5))
    if kind == 2:
        return math.ldexp(float(draw.choice([-1.0, 1.0])), int(draw.integers(-1074, 1023)))
    return LIMITS[int(draw.integers(0, len(LIMITS)))]


def _steps(call: Call) -> int | None:
    """Return the number of elements of the result, or None if the call is an error."""
    try:
        ((count,),) = get_op(call.op).output_shapes(call, [])
    except SpecError:
        return None
    return count


@pytest.mark.parametrize("name", FLOATS)
def test_G15_4_linspace_of_any_ends_is_exact_and_rounded_once(session: CSession, name: str) -> None:
    draw = np.random.default_rng(4)
    ends = [*itertools.product(LIMITS[:12], repeat=2)]
    ends += [(_drawn(draw), _drawn(draw)) for _ in range(150)]
    for number, (start, end) in enumerate(ends):
        steps = (1, 2, 3, 5, 8, 17, 65)[number % 7]
        call = get_op("linspace").call((), (name,), start=start, end=end, steps=steps)
        assert_same(session, call, [])


@pytest.mark.parametrize("name", FLOATS)
def test_G15_3_arange_by_any_step_is_exact_and_rounded_once(session: CSession, name: str) -> None:
    draw = np.random.default_rng(3)
    seen = 0
    for number in range(400):
        start, step = (_drawn(draw), _drawn(draw)) if number % 2 else (_drawn(draw),) * 2
        with np.errstate(all="ignore"):
            end = float(np.float64(start) + np.float64(step) * (number % 40))
        if step == 0.0 or not np.isfinite(end):
            continue
        call = get_op("arange").call((), (name,), start=start, end=end, step=step)
        count = _steps(call)
        if count is not None and count < 1000:
            assert_same(session, call, [])
            seen += count > 1
    assert seen > 100


@pytest.mark.parametrize("name", FLOATS)
def test_G15_ties_of_the_shorter_format_go_to_even_in_either_direction(
    session: CSession, name: str
) -> None:
    """The results are exact midpoints of two numbers, and numbers very close to midpoints."""
    last = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}[name]
    for hair in (0.0, 2.0**-60, -(2.0**-60), 2.0**-200, -(2.0**-200)):
        for sign in (1.0, -1.0):
            ends = {"start": sign, "end": sign * (1 + 20 * last)}
            call = get_op("linspace").call((), (name,), steps=41, **ends)
            assert_same(session, call, [])
            ends = {"start": hair, "end": sign * (1.0 + 4 * last)}
            call = get_op("arange").call((), (name,), step=sign * (0.5 + last / 2), **ends)
            assert_same(session, call, [])


@pytest.mark.parametrize("name", FLOATS)
def test_G15_3_steps_of_one_unit_are_exact_up_to_the_last_that_binary64_holds(
    session: CSession, name: str
) -> None:
    """Elements are on both sides of 2^53 units, or begin at +0 or -0, with steps of both signs."""
    for unit in (1.0, 2.0**-40, 2.0**800, 2.0**-899, 2.0**-950):
        for first in (2.0**53 - 9, 2.0**53 - 8, -(2.0**53) + 3, 0.0, -0.0, 3.0):
            for step in (1.0, -1.0, 3.0):
                start, by = first * unit, step * unit
                call = get_op("arange").call((), (name,), start=start, end=start + 8 * by, step=by)
                assert_same(session, call, [])


@pytest.mark.parametrize("op", ["arange", "linspace"])
def test_G15_long_results_are_exact_at_every_place(session: CSession, op: str) -> None:
    """The results are computed in several tasks.

    Random elements are compared with Python integers.
    """
    session.configure(threads=3)
    cases = [(0.1, -3.0), (-1e16, 1e16 + 2e5), (0.0, 1.0)]
    for start, end in cases:
        steps = 100_003
        attributes = (
            {"start": start, "end": end, "steps": steps}
            if op == "linspace"
            else {"start": start, "end": end, "step": (end - start) / steps}
        )
        for name in FLOATS:
            call = get_op(op).call((), (name,), **attributes)
            got = bits_of(execute(session, call, [])[0])
            for place in np.random.default_rng(1).integers(0, got.size, 200):
                assert int(got[place]) == _exact(call, int(place), name)


def _exact(call: Call, place: int, name: str) -> int:
    numbers = {n: Fraction(v) for n, v in call.attributes.items() if isinstance(v, float)}
    if call.op == "arange":
        value = numbers["start"] + place * numbers["step"]
    else:
        steps = call.attributes["steps"]
        assert isinstance(steps, int)
        value = numbers["start"] + (numbers["end"] - numbers["start"]) * place / (steps - 1)
    return _quotient(value.numerator, value.denominator, name)


@pytest.mark.parametrize("name", FLOATS)
def test_G15_1_full_rounds_to_the_compute_format_first(session: CSession, name: str) -> None:
    for value in (0.0, -0.0, 1 / 3, 1.00048828125001, 1e39, -np.inf, 70000.0, 5e-324):
        for shape in ((), (0,), (3,), (2, 0, 2), (40, 1000)):
            call = get_op("full").call((), (name,), shape=shape, fill_value=value)
            assert_same(session, call, [])


@pytest.mark.parametrize("name", FORMATS)
def test_G15_2_eye_has_ones_on_its_diagonal_in_any_layout(session: CSession, name: str) -> None:
    for n, m in ((0, 0), (0, 3), (3, 0), (1, 1), (3, 5), (5, 3), (300, 200)):
        call = get_op("eye").call((), (name,), n=n, m=m)
        assert_same(session, call, [])
        turned = np.full((m, n), 7, dtype=FORMATS[name].dtype).T
        session.run(call, [], [turned])
        assert np.array_equal(bits_of(turned), bits_of(execute(session, call, [])[0]))


@pytest.mark.parametrize(
    ("op", "attributes", "shape"),
    [
        ("arange", {"start": 0.0, "end": 3.0, "step": 0.0}, (3,)),
        ("arange", {"start": 0.0, "end": np.inf, "step": 1.0}, (3,)),
        ("arange", {"start": 0.0, "end": 3.0, "step": -1.0}, (3,)),
        ("arange", {"start": 0.0, "end": 3.0, "step": 1.0}, (4,)),
        ("linspace", {"start": -np.inf, "end": 3.0, "steps": 3}, (3,)),
        ("linspace", {"start": 0.0, "end": 3.0, "steps": 3}, (4,)),
        ("full", {"fill_value": 1.0, "shape": (3,)}, (4,)),
        ("eye", {"n": 2, "m": 2}, (2, 3)),
    ],
)
def test_G15_a_call_that_is_an_error_is_refused_by_the_library(
    unchecked: CSession, op: str, attributes: dict[str, AttributeValue], shape: tuple[int, ...]
) -> None:
    call = Call(op, 1, (), ("f32",), attributes)
    with pytest.raises(BackendError):
        unchecked.run(call, [], [np.zeros(shape, np.float32)])
