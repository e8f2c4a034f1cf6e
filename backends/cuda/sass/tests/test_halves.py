"""Tests of conversions between binary32 and 16-bit formats, against rational numbers."""

import numpy as np
import pytest

from samebits.backends.cuda.sass.tests.executing import THREADS, execute
from samebits.backends.protocol import BackendError
from samebits.oracles.rounding import decode, round_to

U32 = np.uint32
FORMATS = {"F16.F32.": "f16", "BF16.F32.": "bf16", "": "f16", "BF16.": "bf16"}
"""The result format of F2FP by its modifiers, in the notations of sm_80 and of newer GPUs."""


def singles(seed):
    """Return binary32 words: midpoints of 16-bit numbers, neighbours, limits, random words."""
    rng = np.random.default_rng(seed)
    found = rng.integers(0, 2**32, THREADS, dtype=U32)
    found[:16] = found[:16] & U32(0xFFFF0000) | U32(0x8000)
    found[16:32] = (found[16:32] & U32(0x8FFFE000) | U32(0x38001000)) + rng.integers(-1, 2, 16)
    found[-8:] = (
        0,
        1 << 31,
        0x7F800000,
        0xFF800001,
        0x7F7FFFFF,
        0x33000000,
        0x33000001,
        0x477FF000,
    )
    return found


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("seed", range(8))
def test_two_numbers_are_narrowed_to_one_word(kind, seed):
    a, b = singles(seed), singles(seed + 100)
    s = execute(f"F2FP.{kind}PACK_AB R3, R1, -R2", registers={1: a, 2: b ^ U32(1 << 31)})
    for x, half in ((a, s.registers[3] >> U32(16)), (b, s.registers[3] & U32(0xFFFF))):
        for word, got in zip(x.tolist(), half.tolist(), strict=True):
            real = decode(word, "f32")
            assert got == (0x7FFF if real.kind == "nan" else round_to(real, FORMATS[kind]))


@pytest.mark.parametrize("half", [0, 1])
def test_every_half_is_widened(half):
    for first in range(0, 1 << 16, THREADS):
        bits = np.arange(first, first + THREADS, dtype=U32)
        registers = {1: bits << U32(16 * half) | U32(0x1234) << U32(16 * (1 - half))}
        text = f"HADD2.F32 R3, -RZ, R1.H{half}_H{half}"
        got = execute(text, registers=registers).registers[3]
        for pattern, word in zip(bits.tolist(), got.tolist(), strict=True):
            real = decode(pattern, "f16")
            assert word == 0x7FFFFFFF if real.kind == "nan" else word == round_to(real, "f32")


def test_a_half_may_have_its_sign_turned():
    got = execute("HADD2.F32 R3, -RZ, -|R1|.H0_H0", registers={1: 0xBC00})
    assert got.registers[3][0] == 0xBF800000


@pytest.mark.parametrize(
    "text", ["HADD2 R3, R1, R2", "HADD2.F32 R3, -RZ, R1.H1_H0", "F2FP.F16.F32.MERGE_C R3, R1, R2"]
)
def test_what_is_not_a_conversion_is_refused(text):
    with pytest.raises(BackendError, match="cannot execute"):
        execute(text)
