"""The C functions of multiple/, built into a library in a temporary folder, and the oracles."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from samebits.oracles.elementwise import Arithmetic, Elementary
from samebits.oracles.opinions import ARB, settle
from samebits.oracles.rounding import Real, decode, round_to
from samebits.spec.catalog import get_op

HERE = Path(__file__).resolve().parent
NUMERICS = HERE.parents[1]
FLAGS = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
FUNCTIONS = HERE.parent / "functions"
EVERY = tuple(sorted(header.stem for header in FUNCTIONS.glob("*.h")))


def operands_of(op: str) -> int:
    """Return the number of operands of an op."""
    return len(get_op(op).operands)


def attributes_of(op: str) -> int:
    """Return the number of real attributes of an op."""
    return sum(attribute.real for attribute in get_op(op).attributes)


def compiler() -> str:
    """Return the command of the C compiler."""
    return os.environ.get("CC") or shutil.which("gcc") or "cc"


def build(folder: Path) -> Path:
    """Build library.c. Raise CalledProcessError if it does not compile."""
    library = folder / "multiple.so"
    compile_c(HERE / "library.c", library, "-fPIC", "-shared")
    return library


def compile_c(source: Path, target: Path, *flags: str) -> None:
    """Compile one file, with the list of functions. Raise CalledProcessError if that fails."""
    includes = [f'#include "multiple/functions/{op}.h"' for op in EVERY]
    rows = " ".join(f"X({op})" for op in EVERY)
    text = "\n".join([*includes, f"#define SB_EVERY_SETTLING(X) {rows}", ""])
    (target.parent / "settlings.h").write_text(text, encoding="utf-8")
    folders = (f"-I{NUMERICS}", f"-I{target.parent}")
    command = [compiler(), *FLAGS, *flags, *folders, "-o", str(target), str(source), "-lm"]
    subprocess.run(command, check=True)


@dataclass(frozen=True)
class Ball:
    """A ball that C has computed, as exact numbers."""

    low: Fraction
    high: Fraction

    @property
    def relative_radius(self) -> Fraction:
        """Return the radius divided by the magnitude of the middle."""
        return abs((self.high - self.low) / (self.high + self.low))


@dataclass(frozen=True)
class Given:
    """A ball passed to C: +-0.middle 2^exponent, with a radius of m 2^e."""

    middle: int
    exponent: int
    m: int = 0
    e: int = 0
    negative: bool = False

    def ball(self, limbs: int) -> Ball:
        """Return the ball in exact numbers."""
        size = self.middle * Fraction(2) ** (self.exponent - 64 * limbs)
        value, radius = -size if self.negative else size, self.m * Fraction(2) ** self.e
        return Ball(value - radius, value + radius)


class Multiple:
    """The functions of the compiled library."""

    def __init__(self, path: Path) -> None:
        self._c = ctypes.CDLL(str(path))
        self._c.test_settled.restype = ctypes.c_bool
        self._c.test_settled_elsewhere.restype = ctypes.c_bool
        self._c.test_known.restype = ctypes.c_bool
        self._c.test_rounded.restype = ctypes.c_bool

    def settled(self, op: str, rows: Sequence[Sequence[int]], elsewhere: bool = False) -> list[int]:
        """Return the bit patterns of the results for tuples of bit patterns.

        `elsewhere` is described in library.c.
        """
        x = np.array(rows, np.uint64)
        results = np.zeros(len(rows), np.uint64)
        size = ctypes.c_int64(len(rows))
        settle_all = self._c.test_settled_elsewhere if elsewhere else self._c.test_settled
        done = settle_all(op.encode(), _at(x), x.shape[1], size, _at(results))
        assert done, op
        return [int(bits) for bits in results]

    def known(self, op: str, row: Sequence[int]) -> bool:
        """Return whether the result needs no enclosure."""
        x, result = np.array(row, np.uint64), _words(1)
        found: bool = self._c.test_known(op.encode(), _at(x), _at(result))
        return found

    def decided(self, op: str, row: Sequence[int], bits: int, size: int = 1 << 20) -> int:
        """Return 1 if this number of bits decides the rounding, 0 if not, -1 if words are short."""
        words, x, result = _words(size), np.array(row, np.uint64), _words(1)
        arguments = (_at(x), bits, _at(words), ctypes.c_int64(size), _at(result))
        return int(self._c.test_decided(op.encode(), *arguments))

    def enclosed(self, op: str, row: Sequence[int], limbs: int) -> Ball | None:
        """Return the ball with this number of limbs, or None if it is unknown."""
        size = 1 << 18
        words, x, middle = _words(size), np.array(row, np.uint64), _words(limbs)
        head = np.zeros(7, np.int64)
        arguments = (_at(x), limbs, _at(words), ctypes.c_int64(size), _at(middle), _at(head))
        self._c.test_enclosed(op.encode(), *arguments)
        return _ball(middle, head, limbs)

    def combined(self, kind: str, balls: Sequence[Given], limbs: int, k: int = 1) -> Ball | None:
        """Return the sum, difference, product, quotient or root of one or two balls."""
        middle, head, room = _words(limbs), np.zeros(7, np.int64), _words(200 * limbs + 100)
        given = [words_of(b.middle, limbs) for b in balls]
        heads = [np.array([b.exponent, b.m, b.e, b.negative], np.int64) for b in balls]
        operands = [_at(part) for pair in zip(given, heads, strict=True) for part in pair]
        arguments = (*operands[:2], *operands[-2:], ctypes.c_uint64(k), limbs, _at(room))
        size = ctypes.c_int64(room.size)
        self._c.test_combined(kind.encode(), *arguments, size, _at(middle), _at(head))
        return _ball(middle, head, limbs)

    def rounded(self, ball: Given, limbs: int) -> int | None:
        """Return the bit pattern to which a ball rounds, or None if its ends round differently."""
        middle, result, room = words_of(ball.middle, limbs), _words(1), _words(4 * limbs)
        head = np.array([ball.exponent, ball.m, ball.e, ball.negative], np.int64)
        arguments = (_at(middle), _at(head), limbs, _at(room), ctypes.c_int64(room.size))
        found = self._c.test_rounded(*arguments, _at(result))
        return int(result[0]) if found else None

    def quotient(self, u: int, v: int, count: int, digits: int) -> tuple[int, int]:
        """Return floor(u / v) and the remainder."""
        q, rest, divisor = _words(digits), words_of(u, count + digits), words_of(v, count)
        self._c.test_quotient(_at(q), _at(rest), _at(divisor), count, digits)
        return number_of(q), number_of(rest)


def _ball(
    middle: np.ndarray[Any, np.dtype[np.uint64]],
    head: np.ndarray[Any, np.dtype[np.int64]],
    limbs: int,
) -> Ball | None:
    exponent, m, e, negative, zero, unknown, full = (int(part) for part in head)
    assert not full
    if unknown:
        return None
    number = 0 if zero else number_of(middle)
    assert zero or number >> (64 * limbs - 1) == 1
    value = Fraction(-number if negative else number) * Fraction(2) ** (exponent - 64 * limbs)
    radius = m * Fraction(2) ** e
    return Ball(value - radius, value + radius)


def words_of(value: int, count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return a natural number as words, the lowest first."""
    return np.array([value >> (64 * i) & (2**64 - 1) for i in range(count)], np.uint64)


def number_of(words: np.ndarray[Any, np.dtype[np.uint64]]) -> int:
    """Return the natural number with these words."""
    return sum(int(word) << (64 * i) for i, word in enumerate(words))


def _words(count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return np.zeros(count, np.uint64)


def _at(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def oracle(op: str) -> Elementary | Arithmetic:
    """Return the oracle of an op."""
    found: Elementary | Arithmetic = import_module(f"samebits.oracles.ops.{op}").ORACLE
    return found


def expected(op: str, rows: Sequence[Sequence[int]]) -> list[int]:
    """Return the bit patterns of the oracle: from its `known`, or proven by Arb."""
    judge = oracle(op)
    operands = [tuple(decode(pattern, "f64") for pattern in row) for row in rows]
    if isinstance(judge, Arithmetic):
        return [round_to(judge.exact(*row), "f64") for row in operands]
    known = [None if _decided_by_arb(op, row) else judge.known(*row) for row in operands]
    bits = [0 if value is None else round_to(value, "f64") for value in known]
    hard = [i for i, value in enumerate(known) if value is None]
    settled = settle(ARB, judge.arb, [operands[i] for i in hard], "f64")
    for i, pattern in zip(hard, settled, strict=True):
        bits[i] = pattern
    return bits


def _decided_by_arb(op: str, row: tuple[Real, ...]) -> bool:
    """Return whether Arb decides the operands instead of the oracle's `known`.

    For logaddexp, if operands differ by 250 or more, `known` assumes binary32.
    """
    if op != "logaddexp" or any(x.kind != "finite" for x in row):
        return False
    near = abs(row[0].fraction() - row[1].fraction()) < 1000
    return near and not any(x.is_zero for x in row)


def ends(op: str, row: Sequence[int], bits: int) -> tuple[Fraction, Fraction]:
    """Return the ends of Arb's ball with this number of bits."""
    judge = oracle(op)
    assert judge.arb is not None
    operands: list[tuple[Real, ...]] = [tuple(decode(pattern, "f64") for pattern in row)]
    ((low, high),) = ARB.enclose(judge.arb, operands, bits)
    return low.fraction(), high.fraction()
