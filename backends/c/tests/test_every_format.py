"""Test arithmetic, comparisons and casts in every format against the oracles (R1 to R5, S1 to S4).

For 8-bit formats all pairs are tested against both routes of the oracle. For 16-bit formats
one-operand ops and casts are tested on all operands. For longer formats, special values, nearby
numbers and random bit patterns are tested against the NumPy route, and a few of them against the
exact route.
"""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.operands import all_pairs, check, everything, mixed
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import FLOAT_FORMATS, FORMATS, get_format
from samebits.spec.language.declare import same_format
from samebits.spec.language.shapes import elementwise

CORE = [op for op in all_ops().values() if op.profile == "core" and op.shape_rule is elementwise]
FLOATS = [op for op in CORE if op.signatures == same_format(len(op.operands), *FLOAT_FORMATS)]
PAIRS = [op.name for op in FLOATS if len(op.operands) == 2]
SINGLES = [op.name for op in FLOATS if len(op.operands) == 1]
COMPARISONS = [
    op.name for op in CORE if {s[1] for s in op.signatures} == {("bool",)} and op.operands[1:]
]
SHORT = ("f8e4m3fn", "f8e5m2")


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("op", PAIRS + COMPARISONS)
def test_R2_every_pair_of_8_bit_floats(sessions: list[CSession], op: str, name: str) -> None:
    for session in sessions:  # not a parameter of the test: the oracle takes most of the time
        check(session, get_op(op).call([name, name]), all_pairs(name))


@pytest.mark.parametrize("name", ["f16", "bf16", *SHORT])
@pytest.mark.parametrize("op", SINGLES)
def test_R2_every_operand_of_16_and_8_bits(sessions: list[CSession], op: str, name: str) -> None:
    for session in sessions:
        check(session, get_op(op).call([name]), [everything(name)])


@pytest.mark.parametrize("name", FLOAT_FORMATS)
@pytest.mark.parametrize("op", PAIRS)
def test_R2_pairs_of_every_float_format(session: CSession, op: str, name: str) -> None:
    call = get_op(op).call([name, name])
    check(session, call, [mixed(name, 1500, 1), mixed(name, 1500, 2)])
    check(session, call, [mixed(name, 1 << 15, 3), mixed(name, 1 << 15, 4)], exact=False)


@pytest.mark.parametrize("name", ["f64", "f32"])
@pytest.mark.parametrize("op", SINGLES)
def test_R2_operands_of_binary32_and_binary64(session: CSession, op: str, name: str) -> None:
    check(session, get_op(op).call([name]), [mixed(name, 1500, 5)])
    check(session, get_op(op).call([name]), [mixed(name, 1 << 15, 6)], exact=False)


@pytest.mark.parametrize("name", SHORT)
def test_R2_fma_of_8_bit_floats(session: CSession, name: str) -> None:
    call = get_op("fma").call([name] * 3)
    check(session, call, [mixed(name, 2000, k) for k in (7, 8, 9)])
    check(session, call, [mixed(name, 1 << 16, k) for k in (7, 8, 9)], exact=False)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", COMPARISONS)
def test_S3_comparisons_of_every_format(session: CSession, op: str, name: str) -> None:
    call = get_op(op).call([name, name])
    check(session, call, [mixed(name, 1500, 10), mixed(name, 1500, 11)])
    check(session, call, [mixed(name, 1 << 14, 12), mixed(name, 1 << 14, 13)], exact=False)


@pytest.mark.parametrize("name", SHORT)
def test_S2_where_copies_8_bit_floats(session: CSession, name: str) -> None:
    a, b = all_pairs(name)
    condition = np.arange(1 << 16) % 3 == 0
    check(session, get_op("where").call(["bool", name, name]), [condition, a, b])


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("source", ["f16", "bf16", *SHORT, "i16", "i8", "u8", "bool"])
def test_R5_casts_of_every_short_operand(session: CSession, source: str, target: str) -> None:
    for saturate in (True, False) if target == "f8e4m3fn" else (True,):
        call = get_op("cast").call([source], [target], saturate=saturate)
        check(session, call, [everything(source)], exact=False)
        check(session, call, [everything(source)[::17].copy()])


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("source", ["f64", "f32", "i64", "i32", "u32"])
def test_R5_casts_of_long_operands(session: CSession, source: str, target: str) -> None:
    x = mixed(source, 1 << 15, 14)
    if source == "i64":  # all magnitudes, so that a second rounding would show
        x[::2] >>= np.random.default_rng(15).integers(0, 63, len(x[::2]))
    for saturate in (True, False) if target == "f8e4m3fn" else (True,):
        call = get_op("cast").call([source], [target], saturate=saturate)
        check(session, call, [x], exact=False)
        check(session, call, [x[:1000]])


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("source", ["f64", "f32"])
def test_R5_casts_near_the_ends_of_every_range(session: CSession, source: str, target: str) -> None:
    halves = np.arange(-1200, 1200) / 2
    ends = [s * 2.0**k for k in (7, 8, 15, 16, 31, 32, 62, 63, 64) for s in (1, -1)]
    exact = np.array(
        [*halves, *ends, 65504, 65520, 57344, 61440, 464, 480], dtype=get_format(source).dtype
    )
    x = np.concatenate([exact, np.nextafter(exact, np.inf), np.nextafter(exact, -np.inf)])
    for saturate in (True, False) if target == "f8e4m3fn" else (True,):
        call = get_op("cast").call([source], [target], saturate=saturate)
        check(session, call, [x])
