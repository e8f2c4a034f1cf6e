"""Instructions on floating-point numbers, and conversions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.sass import exact, operands as op
from samebits.backends.cuda.sass.integers import COMBINE
from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.registry import Action, executes
from samebits.backends.cuda.sass.state import State

U32, U64, F32, F64 = np.uint32, np.uint64, np.float32, np.float64
_NAN32, _NAN64 = U32(0x7FFFFFFF), U64(0xFFF8000000000000)
_SMALLEST = F32(2.0**-126)

SEED_ERROR = 0
"""The error of MUFU's approximations in units in the last place; tests set other values.

Results of kernels must not depend on it, because it may differ between GPUs.
"""


def _way(i: Instruction) -> str:
    return next((word for word in i.opcode if word in exact.DIRECTIONS), exact.NEAREST)


def _reader(i: Instruction, text: str, is_single: bool) -> op.Read:
    """Return a function that reads an operand as 32-bit or 64-bit floats."""
    read, kind = (op.floats(i, text), F32) if is_single else (op.doubles(i, text), F64)
    return lambda s: np.asarray(read(s)).view(kind)


def _flush(x: Any) -> Any:
    return np.where(np.abs(x) < _SMALLEST, np.copysign(F32(0), x), x)


def _bits32(x: Any) -> Any:
    return np.where(np.isnan(x), _NAN32, x.view(U32))


def _bits64(x: Any) -> Any:
    return np.where(np.isnan(x), _NAN64, x.view(U64))


@executes("FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA", "UFADD", "UFMUL", "UFFMA")
def arithmetic(i: Instruction) -> Action:
    """Compute a sum, a product or both, rounded once. A NaN in binary32 is 0x7fffffff."""
    name, way = i.opcode[0].removeprefix("U"), _way(i)
    is_single, kind = name[0] == "F", name[1:]
    reads = [_reader(i, text, is_single) for text in i.operands[1:]]
    write = (op.to_word if is_single else op.to_pair)(i, i.operands[0])
    flushes = "FTZ" in i.opcode
    if flushes and not is_single:
        raise op.unknown(i)
    fma: Any = exact.fma32 if is_single else exact.fma64
    bits = _bits32 if is_single else _bits64
    one, nothing = (F32(1), F32(-0.0)) if is_single else (F64(1), F64(-0.0))

    def run(s: State) -> None:
        x = [_flush(read(s)) if flushes else read(s) for read in reads]
        if kind == "FMA" or way != exact.NEAREST:
            factors = {"FMA": x, "ADD": [x[0], one, x[-1]], "MUL": [x[0], x[1], nothing]}[kind]
            value = fma(*factors, way, s.active)
        else:
            value = x[0] + x[1] if kind == "ADD" else x[0] * x[1]
        value = np.broadcast_to(value, s.threads)
        write(s, bits(_flush(value) if flushes else value))

    return run


def _unordered(x: Any, y: Any) -> Any:
    return np.isnan(x) | np.isnan(y)


COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal, "EQ": np.equal,
    "NE": lambda x, y: (x != y) & ~_unordered(x, y),
    "LTU": lambda x, y: (x < y) | _unordered(x, y),
    "LEU": lambda x, y: (x <= y) | _unordered(x, y),
    "GTU": lambda x, y: (x > y) | _unordered(x, y),
    "GEU": lambda x, y: (x >= y) | _unordered(x, y),
    "EQU": lambda x, y: (x == y) | _unordered(x, y),
    "NEU": np.not_equal,
    "NAN": _unordered,
    "NUM": lambda x, y: ~_unordered(x, y),
}  # fmt: skip


@executes("FSETP", "DSETP", "UFSETP")
def compare(i: Instruction) -> Action:
    """Compare two floats, and combine the result with a predicate."""
    function = COMPARE[next(word for word in i.opcode[1:] if word in COMPARE)]
    combine = COMBINE[next(word for word in i.opcode if word in COMBINE)]
    is_single = i.opcode[0] != "DSETP"
    write, other = (op.to_predicate(i, text) for text in i.operands[:2])
    a, b = (_reader(i, text, is_single) for text in i.operands[2:4])
    joined = op.predicate(i, i.operands[4])
    flushes = "FTZ" in i.opcode

    def run(s: State) -> None:
        x, y = a(s), b(s)
        if flushes:
            x, y = _flush(x), _flush(y)
        flag, with_it = function(x, y), joined(s)
        opposite = combine(~flag, with_it)
        write(s, combine(flag, with_it))
        other(s, opposite)

    return run


@executes("FSET", "UFSET")
def compare_to_float(i: Instruction) -> Action:
    """Write 1.0 or 0.0, the result of a comparison (modifier BF)."""
    if "BF" not in i.opcode:
        raise op.unknown(i)
    function = COMPARE[next(word for word in i.opcode[1:] if word in COMPARE)]
    combine = COMBINE[next(word for word in i.opcode if word in COMBINE)]
    write = op.to_word(i, i.operands[0])
    a, b = (_reader(i, text, True) for text in i.operands[1:3])
    joined = op.predicate(i, i.operands[3])
    one = U32(0x3F800000)
    return lambda s: write(s, np.where(combine(function(a(s), b(s)), joined(s)), one, U32(0)))


@executes("FSEL", "UFSEL")
def select(i: Instruction) -> Action:
    """Select one of two operands by a predicate.

    Only sign modifiers change bits of the operands.
    """
    write, chosen = op.to_word(i, i.operands[0]), op.predicate(i, i.operands[3])
    a, b = (op.floats(i, text) for text in i.operands[1:3])
    return lambda s: write(s, np.where(chosen(s), a(s), b(s)))


@executes("FMNMX", "UFMNMX")
def extreme(i: Instruction) -> Action:
    """Compute the minimum if the predicate holds, else the maximum.

    If one operand is NaN, the result is the other one. -0 is less than +0.
    """
    write, is_least = op.to_word(i, i.operands[0]), op.predicate(i, i.operands[3])
    a, b = (_reader(i, text, True) for text in i.operands[1:3])
    keeps_nan = "NAN" in i.opcode

    def run(s: State) -> None:
        x, y = np.broadcast_arrays(a(s), b(s))
        first = np.where(x == y, np.signbit(x) & ~np.signbit(y), x < y) | np.isnan(y)
        least, most = np.where(first, x, y), np.where(first & ~np.isnan(y), y, x)
        most = np.where(np.isnan(x), y, most)
        least = np.where(np.isnan(x), y, least)
        value = np.where(is_least(s), least, most)
        both = np.isnan(x) | np.isnan(y) if keeps_nan else np.isnan(x) & np.isnan(y)
        write(s, np.where(both, _NAN32, value.view(U32)))

    return run


@executes("FCHK")
def check_division(i: Instruction) -> Action:
    """Compute whether a division needs the slow path.

    Here it does if an exponent is far from the middle of the range.
    """
    write = op.to_predicate(i, i.operands[0])
    a, b = (op.floats(i, text) for text in i.operands[1:3])

    def run(s: State) -> None:
        exponents = [(np.asarray(read(s)) >> U32(23)) & U32(255) for read in (a, b)]
        slow = [(e < U32(90)) | (e > U32(160)) for e in exponents]
        write(s, np.broadcast_to(slow[0] | slow[1], s.threads))

    return run


@executes("MUFU", "UMUFU")
def approximate(i: Instruction) -> Action:
    """Approximate a reciprocal, or the reciprocal of a root; 64H uses the high word of a double.

    The gate allows no other function, so no other is implemented.
    """
    kind = i.opcode[1]
    if kind not in ("RCP", "RSQ", "RCP64H", "RSQ64H"):
        raise op.unknown(i)
    a, write = op.floats(i, i.operands[1]), op.to_word(i, i.operands[0])
    high = kind.endswith("64H")

    def run(s: State) -> None:
        bits = np.broadcast_to(np.asarray(a(s)), s.threads)
        x = (bits.astype(U64) << U64(32)).view(F64) if high else bits.view(F32).astype(F64)
        with np.errstate(all="ignore"):
            value = 1 / x if kind.startswith("RCP") else 1 / np.sqrt(x)
            value = np.where(np.isnan(value) & np.isnan(x), x, value)
        if high:
            seed = ((value.view(U64) >> U64(32)) + U64(SEED_ERROR & 0xFFFFFFFF)).astype(U32)
            result = np.where(
                np.isfinite(value) & (value != 0), seed, (value.view(U64) >> U64(32)).astype(U32)
            )
        else:
            rounded = value.astype(F32)
            seed = rounded.view(U32) + U32(SEED_ERROR & 0xFFFFFFFF)
            result = np.where(np.isfinite(rounded) & (rounded != 0), seed, _bits32(rounded))
        write(s, result)

    return run


_KINDS: dict[str, Any] = {"F16": np.float16, "F32": F32, "F64": F64}


@executes("F2F", "UF2F")
def convert_float(i: Instruction) -> Action:
    """Convert from one floating-point format to another, rounded to nearest."""
    names = [word for word in i.opcode[1:] if word in _KINDS]
    if names not in (
        ["F32", "F64"],
        ["F64", "F32"],
        ["F16", "F32"],
        ["F32", "F16"],
    ):
        raise op.unknown(i)
    to, of = names
    way = _way(i)
    read = _reader(i, i.operands[1], of != "F64")
    if of == "F16" or (way != exact.NEAREST and names != ["F32", "F64"]):
        raise op.unknown(i)
    write = (op.to_pair if to == "F64" else op.to_word)(i, i.operands[0])

    def run(s: State) -> None:
        x = read(s)
        with np.errstate(all="ignore"):
            if to == "F64":
                write(s, _bits64(np.broadcast_to(x.astype(F64), s.threads)))
            elif to == "F32":
                write(
                    s,
                    _bits32(
                        exact.fma32(x, np.float64(1), np.float64(-0.0), way, s.active)
                        if way != exact.NEAREST
                        else x.astype(F32)
                    ),
                )
            else:
                write(s, x.astype(np.float16).view(np.uint16).astype(U32))

    return run


@executes("I2F", "I2FP", "UI2F", "UI2FP")
def from_integer(i: Instruction) -> Action:
    """Convert an integer to a float. Without a modifier, the integer is signed and has 32 bits."""
    words = i.opcode[1:]
    wide_from = any(word in words for word in ("U64", "S64"))
    signed = not any(word in words for word in ("U32", "U64", "U16", "U8"))
    if any(word in words for word in ("U8", "U16", "S8", "S16", "F16")):
        raise op.unknown(i)
    read = (op.pair if wide_from else op.word)(i, i.operands[1])
    to_double, way = "F64" in words, _way(i)
    write = (op.to_pair if to_double else op.to_word)(i, i.operands[0])

    def run(s: State) -> None:
        x = np.broadcast_to(np.asarray(read(s)), s.threads)
        x = x.view(
            {(0, 0): U32, (0, 1): np.int32, (1, 0): U64, (1, 1): np.int64}[wide_from, signed]
        )
        if to_double:
            value = x.astype(F64) if way == exact.NEAREST else _towards(x, way, F64)
            write(s, value.view(U64))
        else:
            value = x.astype(F32) if way == exact.NEAREST else _towards(x, way, F32)
            write(s, value.view(U32))

    return run


def _towards(x: Any, way: str, kind: Any) -> Any:
    """Convert integers to floats, rounded in direction `way`."""
    value = x.astype(kind)
    for k in range(len(x)):
        whole, near = int(x[k]), int(value[k])
        up = way == exact.UP or (way == exact.ZERO and whole < 0)
        if near != whole and (near < whole) == up:
            value[k] = np.nextafter(value[k], kind(np.inf if up else -np.inf))
    return value


@executes("F2I", "UF2I")
def to_integer(i: Instruction) -> Action:
    """Convert a float to an integer, limited to the integer's range.

    NaN becomes 0 with the modifier NTZ or for 32 bits, otherwise the lowest value.
    """
    words = i.opcode[1:]
    of_double = "F64" in words
    kind = next((word for word in words if word[:1] in "US" and word[1:] in ("32", "64")), "S32")
    directions = [word for word in words if word in ("TRUNC", "FLOOR", "CEIL")]
    read = _reader(i, i.operands[1], not of_double)
    bits = int(kind[1:])
    least, most = (0, 2**bits - 1) if kind[0] == "U" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    write = (op.to_pair if bits == 64 else op.to_word)(i, i.operands[0])
    function = (
        {"TRUNC": np.trunc, "FLOOR": np.floor, "CEIL": np.ceil}[directions[0]]
        if directions
        else np.rint
    )
    target: Any = U64 if bits == 64 else U32
    nan = 0 if "NTZ" in words or bits == 32 else 1 << 63

    def run(s: State) -> None:
        x = np.broadcast_to(np.asarray(read(s)), s.threads).astype(F64)
        if "FTZ" in words:
            x = np.where(np.abs(x) < float(_SMALLEST), 0.0, x)
        whole = function(np.where(np.isfinite(x), x, 0.0))
        inside = (whole >= least) & (whole <= most) & np.isfinite(x)
        small = np.where(inside & (whole < 2.0**63), whole, 0.0)
        value = np.where(small < 2.0**63, small.astype(np.int64), 0).astype(U64)
        large = inside & (whole >= 2.0**63)
        if large.any():
            value[large] = (whole[large] - 2.0**63).astype(np.int64).astype(U64) + U64(1 << 63)
        limit = np.where(x > 0, U64(most & (1 << 64) - 1), U64(least & (1 << 64) - 1))
        value = np.where(inside, value, np.where(np.isnan(x), U64(nan), limit))
        write(s, value.astype(target))

    return run
