"""Test activations and derivatives where a kernel could lose a tie, a zero or a sign (R2, R4, S4).

tests/exhaustive checks every input for the default attributes. The tests here use selected operands
and other attributes.
"""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import functions, get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

DERIVATIVES = tuple(op for op in functions() if op.endswith("_derivative"))
OPS = tuple(dict.fromkeys([op.removesuffix("_derivative") for op in DERIVATIVES])) + DERIVATIVES
UNITS = tuple(op for op in functions() if [a.name for a in get_op(op).attributes] == ["alpha"])
ALPHAS = (0.5, 0.1, 3.0, -1.0, -0.3, 1e-45, -1e-40, 3e38, 0.0, -0.0)
ZEROS = (
    ("silu_derivative", -1.2784645427610738),
    ("quick_gelu_derivative", -0.7511542554),
    ("gelu_tanh_derivative", -0.752461421),
    ("gelu_derivative", -0.7517915246935645),
    ("mish_derivative", -1.1924057),
    ("hardswish_derivative", -1.5),
)
KINDS = ("f16", "bf16", "f8e4m3fn", "f8e5m2")


def check(sessions: list[CSession], call: Call, x: Array) -> None:
    """Compare each device with the oracle.

    The oracle is evaluated only once, because it takes most of the time.
    """
    wanted = bits_of(all_oracles()[call.op].evaluate(call, [x])[0])
    differing = []
    for session in sessions:
        got = bits_of(execute(session, call, [x])[0])
        differing += [
            f"{session.device} {x[i]!r}: {got[i]:x}, not {wanted[i]:x}"
            for i in np.flatnonzero(got != wanted)[:8]
        ]
    assert not differing, "\n".join([call.op, *differing])


def around(values: Array, reach: int) -> Array:
    """Return each value with the `reach` binary32 numbers below and above it."""
    steps = np.arange(-reach, reach + 1, dtype=np.int32)
    near = values.astype(np.float32).view(np.int32)[:, None] + steps
    return near.reshape(-1).view(np.float32)


def both_signs(x: Array) -> Array:
    return np.concatenate([x, -x])


@pytest.mark.parametrize("op", OPS)
def test_R2_odd_and_even_subnormals_are_ties_broken_by_the_second_term(
    sessions: list[CSession], op: str
) -> None:
    """For a subnormal x the value is x/2 + c x^2. If x is odd, a second term of 2^-300 decides."""
    patterns = np.concatenate([np.arange(1, 40), 2 ** np.arange(23) + 1, 2 ** np.arange(24) - 1])
    check(
        sessions, get_op(op).call(["f32"]), both_signs(from_bits(patterns.astype(np.uint32), "f32"))
    )


@pytest.mark.parametrize("op", OPS)
def test_R2_every_binade_and_its_borders(sessions: list[CSession], op: str) -> None:
    powers = 2.0 ** np.arange(-125, 127)
    check(sessions, get_op(op).call(["f32"]), both_signs(around(powers, 1)))


@pytest.mark.parametrize("op", OPS)
def test_R2_midpoints_but_for_a_later_term(sessions: list[CSession], op: str) -> None:
    """Without a later term, these would be midpoints: 1/2 + x/2, x^2, x^3/3, 1 - x^2 and others.

    The operands are small odd integers times 2^n.
    """
    odd = np.arange(1, 64, 2)[:, None] * 2.0 ** np.arange(-40, -2, 3)
    check(sessions, get_op(op).call(["f32"]), both_signs(odd.reshape(-1).astype(np.float32)))


@pytest.mark.parametrize("op", OPS)
def test_R2_kinks_seams_and_tails(sessions: list[CSession], op: str) -> None:
    seams = [1 / 32, 1 / 16, 1 / 4, 5 / 8, 3, 6, 8.7, 15, 17, 44, 87.4, 88.8, 103.3, 104, 120]
    seams += [200, 300, 620, 2.0**24 + 1, 2.0**25 + 5]
    check(sessions, get_op(op).call(["f32"]), both_signs(around(np.array(seams), 3)))


@pytest.mark.parametrize(("op", "zero"), ZEROS)
def test_R2_the_zero_of_a_derivative_keeps_its_relative_accuracy(
    sessions: list[CSession], op: str, zero: float
) -> None:
    check(sessions, get_op(op).call(["f32"]), around(np.array([zero]), 30))
    beside = zero + np.array([-1, 1])[:, None] * 2.0 ** np.arange(-23, -2)
    check(sessions, get_op(op).call(["f32"]), around(beside.reshape(-1), 1))


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("name", ["f32", *KINDS])
def test_S4_special_values(sessions: list[CSession], op: str, name: str) -> None:
    form = get_format(name)
    top = form.sign_mask
    found = [0, 1, 2, form.max_finite, form.max_finite + 1, form.canonical_nan, top - 1]
    patterns = np.array(found + [p | top for p in found], form.bits_dtype)
    check(sessions, get_op(op).call([name]), from_bits(patterns, name))


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("name", ["f8e4m3fn", "f8e5m2"])
def test_R2_all_values_of_8_bits(sessions: list[CSession], op: str, name: str) -> None:
    check(sessions, get_op(op).call([name]), from_bits(np.arange(256, dtype=np.uint8), name))


@pytest.mark.parametrize(
    ("op", "alpha"),
    [(op, a) for op in UNITS for a in ALPHAS if a or not get_op(op).attributes[0].nonzero],
)
def test_R4_units_with_any_alpha(sessions: list[CSession], op: str, alpha: float) -> None:
    odd = np.arange(1, 32, 2)[:, None] * 2.0 ** np.array([-149, -148, -60, -24, -12, -3, 0, 2])
    x = both_signs(odd.reshape(-1).astype(np.float32))
    ends = np.array([0, 1e-38, 87, 88, 104, 150, 700, 1e5, 3e38, np.inf], np.float32)
    with np.errstate(over="ignore"):
        x = np.concatenate([x, both_signs(ends), np.float32(alpha) * both_signs(x)])
    for name in ("f32", "f8e5m2"):
        call = get_op(op).call([name], alpha=alpha)
        if name == "f32":
            check(sessions, call, x)
        else:
            check(sessions, call, from_bits(np.arange(256, dtype=np.uint8), name))


@pytest.mark.parametrize("op", ["leaky_relu", "leaky_relu_derivative"])
@pytest.mark.parametrize("slope", [0.01, 0.5, 1.0, 2.0, -0.3, 1e-45, 3e38, 0.0, -0.0])
def test_R4_leaky_relu_with_any_slope(sessions: list[CSession], op: str, slope: float) -> None:
    """In f16 the product of 11 bits and 24 bits must not be rounded to binary32."""
    draw = np.random.default_rng(7)
    for name in ("f32", *KINDS):
        form = get_format(name)
        count = min(600, 1 << form.bits)
        patterns = draw.integers(0, 1 << form.bits, count, dtype=np.uint64)
        x = from_bits(patterns.astype(form.bits_dtype), name)
        check(sessions, get_op(op).call([name], negative_slope=slope), x)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R2_every_instruction_set_gives_the_same_bits(
    sessions: list[CSession], op: str, name: str
) -> None:
    if name == "f32":
        draw = np.random.default_rng(29)
        usual = draw.normal(size=100_000).astype(np.float32) * np.float32(4)
        patterns = draw.integers(0, 1 << 32, 100_000, dtype=np.uint32)
        patterns = np.concatenate([patterns, bits_of(usual)])
    else:
        patterns = np.arange(1 << 16, dtype=np.uint16)
    x, call = from_bits(patterns, name), get_op(op).call([name])
    results = [bits_of(execute(session, call, [x])[0]) for session in sessions]
    for other in results[1:]:
        assert np.array_equal(results[0], other)
