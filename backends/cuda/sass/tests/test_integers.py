"""Tests of instructions on integers, against Python's integers."""

import numpy as np
import pytest

from samebits.backends.cuda.sass.tests.executing import THREADS, execute, words
from samebits.backends.protocol import BackendError

RNG = np.random.default_rng(5)
MASK = (1 << 32) - 1


def signed(x, bits=32):
    return int(x) - (1 << bits) * (int(x) >> (bits - 1))


def given():
    """Return three arrays of words and two predicates."""
    return [words(RNG) for _ in range(3)], [RNG.random(THREADS) < 0.5 for _ in range(2)]


def test_a_sum_of_three_with_its_carries():
    (a, b, c), _ = given()
    s = execute("IADD3 R4, P0, P1, R1, R2, R3", registers={1: a, 2: b, 3: c})
    for k in range(THREADS):
        total = int(a[k]) + int(b[k]) + int(c[k])
        assert s.registers[4, k] == total & MASK
        assert (s.predicates[0, k], s.predicates[1, k]) == (total >> 32 >= 1, total >> 32 >= 2)


def test_a_difference_of_64_bits_by_its_words():
    (a, b, c), _ = given()
    d = words(RNG)
    s = execute(
        "IADD3 R5, P0, R1, -R2, RZ", "IADD3.X R6, R3, ~R4, RZ, P0, !PT",
        registers={1: a, 2: b, 3: c, 4: d},
    )  # fmt: skip
    for k in range(THREADS):
        wanted = ((int(c[k]) << 32 | int(a[k])) - (int(d[k]) << 32 | int(b[k]))) & (1 << 64) - 1
        assert int(s.registers[6, k]) << 32 | int(s.registers[5, k]) == wanted


@pytest.mark.parametrize("suffix", ["U32", ""])
def test_products(suffix):
    (a, b, c), _ = given()
    d = words(RNG)
    dot = f".{suffix}" if suffix else ""
    s = execute(
        "IMAD R8, R1, R2, R3", f"IMAD.WIDE{dot} R10, R1, R2, R4", f"IMAD.HI{dot} R12, R1, R2, RZ",
        registers={1: a, 2: b, 3: c, 4: c, 5: d},
    )  # fmt: skip
    for k in range(THREADS):
        x, y = (int(v[k]) if suffix else signed(v[k]) for v in (a, b))
        assert s.registers[8, k] == (int(a[k]) * int(b[k]) + int(c[k])) & MASK
        wide = (x * y + (int(d[k]) << 32 | int(c[k]))) & (1 << 64) - 1
        assert int(s.registers[11, k]) << 32 | int(s.registers[10, k]) == wide
        assert s.registers[12, k] == (x * y >> 32) & MASK


def test_products_with_carries():
    (a, b, c), (p, _) = given()
    s = execute(
        "IMAD.X R8, RZ, RZ, R3, P0", "IMAD.WIDE.U32 R10, P1, R1, R2, R4",
        registers={1: a, 2: b, 3: c, 4: a, 5: c}, predicates={0: p},
    )  # fmt: skip
    for k in range(THREADS):
        assert s.registers[8, k] == (int(c[k]) + int(p[k])) & MASK
        whole = int(a[k]) * int(b[k]) + (int(c[k]) << 32 | int(a[k]))
        assert s.predicates[1, k] == (whole >> 64 != 0)


@pytest.mark.parametrize("negative", [False, True])
def test_scaled_addresses_of_64_bits(negative):
    (low, high, base), _ = given()
    top, sign = words(RNG), "-" if negative else ""
    s = execute(
        f"LEA R5, P0, {sign}R1, R3, 0x3", "LEA.HI.X R6, R1, R4, R2, 0x3, P0",
        registers={1: low, 2: high, 3: base, 4: top},
    )  # fmt: skip
    for k in range(THREADS):
        scaled = (int(low[k]) << 3) & MASK
        if negative:
            total = (~scaled & MASK) + 1 + int(base[k])
            assert (s.registers[5, k], s.predicates[0, k]) == (total & MASK, total >> 32 != 0)
        else:
            index = int(high[k]) << 32 | int(low[k])
            wanted = ((index << 3) + (int(top[k]) << 32 | int(base[k]))) & (1 << 64) - 1
            assert int(s.registers[6, k]) << 32 | int(s.registers[5, k]) == wanted


def test_an_index_of_32_bits_with_its_sign():
    (a, b, _), _ = given()
    s = execute(
        "LEA.HI.SX32 R5, R1, R2, 0xc", "LEA.HI.X.SX32 R6, R1, R2, 0x1, !PT",
        registers={1: a, 2: b},
    )  # fmt: skip
    for k in range(THREADS):
        assert s.registers[5, k] == ((signed(a[k]) << 12 >> 32) + int(b[k])) & MASK
        assert s.registers[6, k] == ((signed(a[k]) << 1 >> 32) + int(b[k])) & MASK


@pytest.mark.parametrize("opcode", ["L.U32", "L.U64.HI", "R.U64", "R.S64", "R.U32.HI", "R.S32.HI"])
def test_shifts(opcode):
    (a, _, c), _ = given()
    by = RNG.integers(0, 40 if "32" in opcode else 64, THREADS, dtype=np.uint32)
    s = execute(f"SHF.{opcode} R4, R1, R2, R3", registers={1: a, 2: by, 3: c})
    for k in range(THREADS):
        pair, n = int(c[k]) << 32 | int(a[k]), int(by[k])
        n = min(n, 32) if "32" in opcode else n
        if opcode.startswith("L"):
            value = (pair << n) & (1 << 64) - 1
        else:
            value = signed(pair, 64) >> n if ".S" in opcode else pair >> n
        assert s.registers[4, k] == ((value >> 32 if "HI" in opcode else value) & MASK)


def test_every_function_of_three_bits():
    (a, b, c), _ = given()
    for lut in range(256):
        s = execute(
            f"LOP3.LUT P0, R4, R1, R2, R3, {lut:#x}, !PT",
            f"PLOP3.LUT P3, P4, P1, P2, PT, {lut:#x}, {lut ^ 255:#x}",
            registers={1: a, 2: b, 3: c}, predicates={1: a % 2 == 1, 2: b % 2 == 1},
        )  # fmt: skip
        for k in range(0, THREADS, 7):
            bits = [f"{int(x[k]):032b}" for x in (a, b, c)]
            entries = [int("".join(each), 2) for each in zip(*bits, strict=True)]
            wanted = int("".join(str(lut >> entry & 1) for entry in entries), 2)
            assert (s.registers[4, k], s.predicates[0, k]) == (wanted, wanted != 0)
            entry = lut >> (4 * (int(a[k]) & 1) + 2 * (int(b[k]) & 1) + 1) & 1
            assert (s.predicates[3, k], s.predicates[4, k]) == (entry == 1, entry == 0)


@pytest.mark.parametrize("name", ["LT", "LE", "GT", "GE", "EQ", "NE"])
@pytest.mark.parametrize("unsigned", [True, False])
def test_comparisons_of_64_bits_by_words_and_at_once(name, unsigned):
    (a, b, c), _ = given()
    d = np.where(RNG.random(THREADS) < 0.5, c, words(RNG))
    high = ".U32" if unsigned else ""
    s = execute(
        f"ISETP.{name}.U32.AND P0, PT, R2, R4, PT",
        f"ISETP.{name}{high}.AND.EX P1, P3, R3, R5, PT, P0",
        f"ISETP.{name}.{'U64' if unsigned else 'S64'}.AND P2, PT, R2, R4, PT",
        registers={2: a, 3: c, 4: b, 5: d},
    )  # fmt: skip
    function = {"LT": "__lt__", "LE": "__le__", "GT": "__gt__", "GE": "__ge__",
                "EQ": "__eq__", "NE": "__ne__"}[name]  # fmt: skip
    for k in range(THREADS):
        x, y = int(c[k]) << 32 | int(a[k]), int(d[k]) << 32 | int(b[k])
        x, y = (x, y) if unsigned else (signed(x, 64), signed(y, 64))
        wanted = getattr(x, function)(y)
        assert s.predicates[1, k] == s.predicates[2, k] == wanted
        assert s.predicates[3, k] != wanted


def test_extremes():
    (a, b, c), _ = given()
    s = execute(
        "VIMNMX R4, R1, R2, PT", "VIMNMX.U32 R5, R1, R2, !PT", "VIMNMX3.U32 R6, R1, R2, R3, !PT",
        "VIADDMNMX R7, R1, R2, R3, PT", "VIMNMX R8, PT, PT, R1, R2, !PT",
        "IMNMX.S64 PT, PT, R10, R1, R2, PT, !PT",
        registers={1: a, 2: b, 3: c},
    )  # fmt: skip
    for k in range(THREADS):
        x, y, z = (int(v[k]) for v in (a, b, c))
        assert signed(s.registers[4, k]) == min(signed(x), signed(y))
        assert s.registers[5, k] == max(x, y)
        assert s.registers[6, k] == max(x, y, z)
        assert signed(s.registers[7, k]) == min(signed((x + y) & MASK), signed(z))
        assert signed(s.registers[8, k]) == max(signed(x), signed(y))
        pairs = [signed(v << 32 | u, 64) for u, v in ((x, y), (y, z))]
        least = min(pairs) & (1 << 64) - 1
        assert int(s.registers[11, k]) << 32 | int(s.registers[10, k]) == least


def test_bits_that_are_counted_and_turned():
    (a, _, _), _ = given()
    s = execute(
        "FLO.U32 R2, R1", "FLO.U32.SH R3, R1", "BREV R4, R1", "POPC R5, R1", "SGXT R6, R1, 0x8",
        "IABS R7, R1", registers={1: a},
    )  # fmt: skip
    for k in range(THREADS):
        x = int(a[k])
        assert s.registers[2, k] == (x.bit_length() - 1 if x else MASK)
        assert s.registers[3, k] == (32 - x.bit_length() if x else MASK)
        assert s.registers[4, k] == int(f"{x:032b}"[::-1], 2)
        assert s.registers[5, k] == x.bit_count()
        assert signed(s.registers[6, k]) == signed(x & 255, 8)
        assert s.registers[7, k] == abs(signed(x)) & MASK


def test_what_is_not_known_is_refused_with_its_text():
    with pytest.raises(BackendError, match=r"cannot execute HMMA\.16816\.F32 R4, R8, R12, R4"):
        execute("HMMA.16816.F32 R4, R8, R12, R4")
    with pytest.raises(BackendError, match=r"cannot execute MUFU\.EX2 R4, R8"):
        execute("MUFU.EX2 R4, R8")
