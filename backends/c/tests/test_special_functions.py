"""Test the error and gamma functions where kernels change method or may lose bits (R2, S4).

tests/exhaustive checks every input. A wrong transition, a wrong sign or a lost low part is most
likely to affect the operands chosen here.
"""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import functions, get_op
from samebits.spec.formats import bits_of

INF, NAN = np.inf, np.nan
OPS = tuple(op for op in functions() if not get_op(op).attributes)


def around(values: list[float], reach: int = 3) -> Array:
    """Return both signs of each value, with the `reach` binary32 numbers below and above it."""
    centres = np.array(values, np.float32).view(np.int32)
    steps = np.arange(-reach, reach + 1, dtype=np.int32)
    x = np.maximum(centres[:, None] + steps, 0).reshape(-1).view(np.float32)
    return np.concatenate([x, -x])


def check(sessions: list[CSession], op: str, x: Array) -> None:
    """Compare each device with the oracle.

    The oracle is evaluated only once, because it takes most of the time.
    """
    call = get_op(op).call(["f32"])
    wanted = bits_of(all_oracles()[op].evaluate(call, [x])[0])
    differing = []
    for session in sessions:
        got = bits_of(execute(session, call, [x])[0])
        differing += [
            f"{session.device} {x[i]!r}: {got[i]:08x}, not {wanted[i]:08x}"
            for i in np.flatnonzero(got != wanted)[:8]
        ]
    assert not differing, "\n".join(differing)


@pytest.mark.parametrize("op", OPS)
def test_R2_seams_limits_and_subnormals_are_rounded_once(sessions: list[CSession], op: str) -> None:
    least, normal = 2.0**-149, 2.0**-126
    scale = [2.0**e for e in range(-30, 8)]
    seams = [0.5, 2**-0.5, 0.75, 1, 3.5, 3.92, 4, 8.5, 10.05, 10.3, 13.5, 15, 35.04, 36, 36.5, 42]
    check(
        sessions, op, around([0, least, 5 * least, normal, *scale, *seams, 2.0**23, 3e38, np.inf])
    )


@pytest.mark.parametrize("op", OPS)
def test_R2_every_instruction_set_gives_the_same_bits(sessions: list[CSession], op: str) -> None:
    generator = np.random.default_rng(29)
    patterns = generator.integers(0, 1 << 32, 200_000, dtype=np.uint32)
    usual = (generator.normal(size=200_000) * 4).astype(np.float32)
    x = np.concatenate([patterns.view(np.float32), usual])
    call = get_op(op).call(["f32"])
    first, *others = [bits_of(execute(session, call, [x])[0]) for session in sessions]
    for other in others:
        assert np.array_equal(first, other)


@pytest.mark.parametrize("op", OPS)
def test_R2_steps_of_a_sixteenth_are_rounded_once(sessions: list[CSession], op: str) -> None:
    """The operands are midway between the table rows, where the reduced argument is largest."""
    check(sessions, op, around([j / 32 for j in range(1, 330, 2)], reach=1))


def test_R2_erfc_and_gelu_keep_their_tails_down_to_the_last_subnormal(
    sessions: list[CSession],
) -> None:
    check(sessions, "erfc", np.linspace(8.9, 10.1, 200).astype(np.float32))
    check(sessions, "gelu", np.linspace(-14.5, -12.5, 200).astype(np.float32))


def test_R2_quantiles_of_tiny_half_and_almost_whole_probabilities(sessions: list[CSession]) -> None:
    tiny = (2.0 ** np.arange(-149, -1, dtype=np.float64)).astype(np.float32)
    sides = np.concatenate([1 - tiny, 0.5 + tiny[tiny > 2**-25], 0.5 - tiny[tiny > 2**-26]])
    for op in ("normal_quantile", "erfinv"):
        check(sessions, op, np.concatenate([tiny, sides.astype(np.float32)]))


def test_R2_lgamma_keeps_its_relative_accuracy_at_every_zero(sessions: list[CSession]) -> None:
    """lgamma has zeros at 1 and 2 (S4), and two zeros between -n - 1 and -n for each n >= 2."""
    zeros = [
        -2.4570247, -2.7476827, -3.1435809, -3.9552943, -4.0393613, -4.9915447, -5.0082183,
        -5.9986107, -6.0013855, -6.9998012, -7.0001984, -7.9999752, -8.0000248, -8.9999972,
        -9.0000028, -9.9999997,
    ]  # fmt: skip
    check(sessions, "lgamma", around([1, 2, *(abs(z) for z in zeros)], reach=12))


def test_R2_gamma_keeps_its_sign_and_size_beside_every_pole(sessions: list[CSession]) -> None:
    poles = [float(n) for n in range(48)] + [1000.0, 2.0**22 + 0.5, 2.0**23 - 0.5]
    for op in ("tgamma", "lgamma"):
        check(sessions, op, around(poles, reach=2))


@pytest.mark.parametrize(
    ("op", "operands", "results"),
    [
        ("erfc", [0.0, -0.0, INF, -INF], [1, 1, 0.0, 2]),
        ("erfinv", [0.0, -0.0, 1, -1, 1.5, INF, -INF], [0.0, -0.0, INF, -INF, NAN, NAN, NAN]),
        (
            "normal_quantile",
            [0.0, -0.0, 0.5, 1, 1.5, -0.5, INF, -INF],
            [-INF, -INF, 0.0, INF, NAN, NAN, NAN, NAN],
        ),
        ("lgamma", [0.0, -0.0, 1, 2, -3, INF, -INF], [INF, INF, 0.0, 0.0, INF, INF, INF]),
        ("tgamma", [0.0, -0.0, 5, -3, 36, INF, -INF], [INF, -INF, 24, NAN, INF, INF, NAN]),
    ],
)
def test_S4_special_values_of_the_error_and_gamma_functions(
    session: CSession, op: str, operands: list[float], results: list[float]
) -> None:
    x, wanted = np.array([*operands, NAN], np.float32), np.array([*results, NAN], np.float32)
    got = execute(session, get_op(op).call(["f32"]), [x])[0]
    assert np.array_equal(bits_of(got), bits_of(wanted))
