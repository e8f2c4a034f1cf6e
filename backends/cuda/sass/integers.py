"""Instructions on integers and predicates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.sass import operands as op
from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.registry import Action, executes
from samebits.backends.cuda.sass.state import State

U32, U64 = np.uint32, np.uint64
_LOW = np.uint64(0xFFFFFFFF)
_ALL = np.uint32(0xFFFFFFFF)


def _split(i: Instruction, results: int) -> tuple[list[str], list[str], list[str]]:
    """Split operands into predicates after the first results, plain ones, and final predicates."""
    texts = list(i.operands[results:])
    first = 0
    while first < len(texts) and op.is_predicate(texts[first]):
        first += 1
    last = len(texts)
    while last > first and op.is_predicate(texts[last - 1]):
        last -= 1
    return texts[:first], texts[first:last], texts[last:]


@executes("IADD", "UIADD", "IADD3", "UIADD3", "VIADD")
def add(i: Instruction) -> Action:
    """Compute a + b + c, with carries in and out. `-x` is ~x + 1, and counts for the carry."""
    carries, sources, carried = _split(i, 1)
    if "64" in i.opcode:
        return _add_pairs(i, carries, sources, carried)
    parts = [op.signs(i, text) for text in sources]
    ones = np.uint64(sum(negative for _, negative in parts))
    write = op.to_word(i, i.operands[0])
    outs = [op.to_predicate(i, text) for text in carries]
    ins = [op.predicate(i, text) for text in carried] if "X" in i.opcode else []

    def run(s: State) -> None:
        total: Any = ones
        for read, _ in parts:
            total = total + np.asarray(read(s)).astype(U64)
        for read in ins:
            total = total + read(s).astype(U64)
        flags = [total >> U64(32) > U64(k) for k in range(len(outs))]
        write(s, (total & _LOW).astype(U32))
        for out, flag in zip(outs, flags, strict=True):
            out(s, flag)

    return run


def _add_pairs(
    i: Instruction, carries: list[str], sources: list[str], carried: list[str]
) -> Action:
    """Compute a + b + c in 64 bits. Carries are not implemented here."""
    if any(text not in ("PT", "UPT") for text in carries) or carried or "X" in i.opcode:
        raise op.unknown(i)
    reads = [op.pair(i, text) for text in sources]
    write = op.to_pair(i, i.operands[0])

    def run(s: State) -> None:
        total: Any = np.zeros(s.threads, U64)
        for read in reads:
            total = total + read(s)
        write(s, total)

    return run


@executes("IMAD", "UIMAD")
def multiply_add(i: Instruction) -> Action:
    """Compute a * b + c: low word, high word (HI) or both (WIDE), with carries."""
    carries, sources, carried = _split(i, 1)
    words = i.opcode[1:]
    signed = "U32" not in words
    outs = [op.to_predicate(i, text) for text in carries]
    ins = [op.predicate(i, text) for text in carried] if "X" in words else []
    if "WIDE" in words or "HI" in words:
        return _wide(i, sources, signed, "HI" in words, outs, ins)
    a, b = (op.word(i, text) for text in sources[:2])
    c, negative = op.signs(i, sources[2])
    one = U32(negative)
    write = op.to_word(i, i.operands[0])
    if outs:
        raise op.unknown(i)

    def run(s: State) -> None:
        total = a(s) * b(s) + c(s) + one
        for read in ins:
            total = total + read(s).astype(U32)
        write(s, total)

    return run


def _wide(
    i: Instruction,
    sources: list[str],
    signed: bool,
    is_high: bool,
    outs: list[op.Write],
    ins: list[op.Read],
) -> Action:
    a, b, c = op.word(i, sources[0]), op.word(i, sources[1]), op.pair(i, sources[2])
    write = (op.to_word if is_high else op.to_pair)(i, i.operands[0])
    if signed and (outs or ins):
        raise op.unknown(i)

    def run(s: State) -> None:
        x, y = _wider(a(s), signed), _wider(b(s), signed)
        product = (x * y).astype(U64) if signed else x * y
        total = product + c(s)
        carry = total < product
        for read in ins:
            one = read(s).astype(U64)
            total = total + one
            carry = carry | (total < one)
        write(s, (total >> U64(32)).astype(U32) if is_high else total)
        for out in outs:
            out(s, carry)

    return run


def _wider(x: Any, signed: bool) -> Any:
    if signed:
        return np.asarray(x).astype(np.int32).astype(np.int64)
    return np.asarray(x).astype(U64)


@executes("LEA", "ULEA")
def scaled_add(i: Instruction) -> Action:
    """Compute (a << shift) + b, or the sum of b and the high word of a shifted pair."""
    carries, sources, carried = _split(i, 1)
    high, extended = "HI" in i.opcode, "SX32" in i.opcode
    is_taken = sources[0].startswith("-")  # then ~(a << shift) + 1, whose 1 counts for the carry
    if (is_taken and high) or sources[0].startswith("~"):
        raise op.unknown(i)
    a, (b, negative) = op.word(i, sources[0].removeprefix("-")), op.signs(i, sources[1])
    ones = U64(negative + is_taken)
    c = op.word(i, sources[2]) if high and not extended else None
    shift = U64(int(sources[-1], 16))
    write = op.to_word(i, i.operands[0])
    outs = [op.to_predicate(i, text) for text in carries]
    ins = [op.predicate(i, text) for text in carried] if "X" in i.opcode else []

    def run(s: State) -> None:
        if extended:
            value = _wider(a(s), True).astype(U64)
        else:
            value = np.asarray(a(s)).astype(U64)
            if c is not None:
                value = value | np.asarray(c(s)).astype(U64) << U64(32)
        value = value << shift
        value = value >> U64(32) if high else (~value if is_taken else value) & _LOW
        total = value + np.asarray(b(s)).astype(U64) + ones
        for read in ins:
            total = total + read(s).astype(U64)
        write(s, (total & _LOW).astype(U32))
        for out in outs:
            out(s, total >> U64(32) != 0)

    return run


@executes("SHF", "USHF")
def shift(i: Instruction) -> Action:
    """Compute one word of the pair (c, a) after a shift. If all bits are shifted out, it is 0."""
    left = i.opcode[1] == "L"
    kind = next(word for word in i.opcode if word in ("U32", "S32", "U64", "S64"))
    high, wraps = "HI" in i.opcode, "W" in i.opcode
    a, by, c = (op.word(i, text) for text in i.operands[1:])
    write = op.to_word(i, i.operands[0])
    most = U64(32 if kind.endswith("32") else 63)

    def run(s: State) -> None:
        amount = np.asarray(by(s)).astype(U64)
        amount = amount & (most if most == 63 else U64(31)) if wraps else np.minimum(amount, most)
        value = np.asarray(a(s)).astype(U64) | np.asarray(c(s)).astype(U64) << U64(32)
        if left:
            value = value << amount
        elif kind.startswith("S"):
            value = (value.astype(np.int64) >> amount.astype(np.int64)).astype(U64)
        else:
            value = value >> amount
        write(s, (value >> U64(32) if high else value & _LOW).astype(U32))

    return run


def _table(lut: int, a: Any, b: Any, c: Any, ones: Any) -> Any:
    """Compute a function of three bits for each bit: entry 4 a + 2 b + c of the table `lut`."""
    total = None
    for k in range(8):
        if lut >> k & 1:
            term = ones
            for bits, has in ((a, k & 4), (b, k & 2), (c, k & 1)):
                term = term & (bits if has else ~bits)
            total = term if total is None else total | term
    return total if total is not None else ones & ~ones


_COMMON: dict[int, Callable[[Any, Any, Any], Any]] = {
    0xC0: lambda a, b, c: a & b,
    0xFC: lambda a, b, c: a | b,
    0x3C: lambda a, b, c: a ^ b,
    0x80: lambda a, b, c: a & b & c,
    0xFE: lambda a, b, c: a | b | c,
    0x96: lambda a, b, c: a ^ b ^ c,
    0xF8: lambda a, b, c: a | b & c,
    0xEA: lambda a, b, c: a & b | c,
    0xE2: lambda a, b, c: a & b | ~b & c,
    0xB8: lambda a, b, c: a & ~b | b & c,
    0x33: lambda a, b, c: ~b,
    0x0F: lambda a, b, c: ~a,
}


@executes("LOP3", "ULOP3")
def logic(i: Instruction) -> Action:
    """Compute any function of three bits. The predicate is true if the result is not 0."""
    outs, sources, ins = _split(i, 0)
    target, *sources = sources
    a, b, c = (op.word(i, text) for text in sources[:3])
    lut = int(sources[3], 16)
    function = _COMMON.get(lut) or (lambda a, b, c: _table(lut, a, b, c, _ALL))
    write = op.to_word(i, target)
    out = op.to_predicate(i, outs[0]) if outs else None
    carried = op.predicate(i, ins[0]) if ins else None

    def run(s: State) -> None:
        value = function(a(s), b(s), c(s))
        if out is not None:
            flag = value != 0
            out(s, flag | carried(s) if carried is not None else flag)
        write(s, value)

    return run


@executes("PLOP3", "UPLOP3")
def predicate_logic(i: Instruction) -> Action:
    """Compute two functions of three predicates."""
    reads = [op.predicate(i, text) for text in i.operands[2:5]]
    tables = [int(text, 16) for text in i.operands[5:7]]
    writes = [op.to_predicate(i, text) for text in i.operands[:2]]

    def run(s: State) -> None:
        first, second, third = (read(s) for read in reads)
        ones = np.ones(s.threads, np.bool_)
        values = [_table(table, first, second, third, ones) for table in tables]
        for write, value in zip(writes, values, strict=True):
            write(s, value)

    return run


COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal,
    "EQ": np.equal, "NE": np.not_equal,
}  # fmt: skip
COMBINE: dict[str, Callable[[Any, Any], Any]] = {
    "AND": np.logical_and, "OR": np.logical_or, "XOR": np.logical_xor,
}  # fmt: skip


@executes("ISETP", "UISETP")
def compare(i: Instruction) -> Action:
    """Compare integers, and combine the result with a predicate; EX continues after low words."""
    name = next(word for word in i.opcode if word in COMPARE)
    combine = COMBINE[next(word for word in i.opcode if word in COMBINE)]
    unsigned, extended = "U32" in i.opcode or "U64" in i.opcode, "EX" in i.opcode
    is_wide = "U64" in i.opcode or "S64" in i.opcode
    signed: Any = np.int64 if is_wide else np.int32
    write, other = (op.to_predicate(i, text) for text in i.operands[:2])
    a, b = ((op.pair if is_wide else op.word)(i, text) for text in i.operands[2:4])
    joined = op.predicate(i, i.operands[4])
    before = op.predicate(i, i.operands[5]) if extended else None

    def run(s: State) -> None:
        x, y = np.asarray(a(s)), np.asarray(b(s))
        if not unsigned:
            x, y = x.view(signed), y.view(signed)
        flag = COMPARE[name](x, y)
        if before is not None:
            low = before(s)
            if name in ("EQ", "NE"):
                flag = flag & low if name == "EQ" else flag | low
            else:
                flag = COMPARE[name[:1] + "T"](x, y) | ((x == y) & low)
        with_it = joined(s)
        opposite = combine(~flag, with_it)
        write(s, combine(flag, with_it))
        other(s, opposite)

    return run


@executes("VIMNMX", "IMNMX", "UIMNMX", "VIMNMX3", "VIADDMNMX", "UVIMNMX")
def extremes(i: Instruction) -> Action:
    """Compute the minimum if the predicate holds, else the maximum, of two or three operands.

    An operand may be a sum. Instructions of newer GPUs also have predicates as results, and a
    further predicate, which is never true. These are not implemented yet.
    """
    texts = [text for text in i.operands if not op.is_predicate(text)]
    flags = [text for text in i.operands if op.is_predicate(text)]
    results, rest = (flags[:2], flags[3:]) if len(flags) > 1 else ([], [])
    if any(text not in ("PT", "UPT") for text in results):
        raise op.unknown(i)
    if len(flags) not in (1, 3, 4) or any(text not in ("!PT", "!UPT") for text in rest):
        raise op.unknown(i)
    is_least = op.predicate(i, flags[len(results)])
    is_wide = "S64" in i.opcode or "U64" in i.opcode
    reads = [(op.pair if is_wide else op.word)(i, text) for text in texts[1:]]
    write = (op.to_pair if is_wide else op.to_word)(i, texts[0])
    bits: Any = U64 if is_wide else U32
    signed: Any = np.int64 if is_wide else np.int32
    kind = bits if "U32" in i.opcode or "U64" in i.opcode else signed
    sums = i.opcode[0] == "VIADDMNMX"

    def run(s: State) -> None:
        values = [np.asarray(read(s)) for read in reads]
        if sums:
            values = [values[0] + values[1], values[2]]
        least = most = values[0].view(kind)
        for value in values[1:]:
            least, most = np.minimum(least, value.view(kind)), np.maximum(most, value.view(kind))
        write(s, np.where(is_least(s), least, most).view(bits))

    return run


@executes("IABS")
def absolute(i: Instruction) -> Action:
    """Compute |a| in 32 bits."""
    a, write = op.word(i, i.operands[1]), op.to_word(i, i.operands[0])
    return lambda s: write(s, np.abs(a(s).view(np.int32)).view(U32))


@executes("FLO", "UFLO")
def leading_one(i: Instruction) -> Action:
    """Compute the index of the highest set bit, or all ones if no bit is set.

    With SH, the result is the distance from bit 31.
    """
    a, write = op.word(i, i.operands[1]), op.to_word(i, i.operands[0])
    shifted = "SH" in i.opcode
    if "U32" not in i.opcode:
        raise op.unknown(i)

    def run(s: State) -> None:
        value = a(s)
        place = np.frexp(value.astype(np.float64))[1] - 1
        place = 31 - place if shifted else place
        write(s, np.where(value == 0, _ALL, place.astype(np.int32).view(U32)))

    return run


@executes("BREV", "UBREV")
def reversed_bits(i: Instruction) -> Action:
    """Reverse the bits."""
    a, write = op.word(i, i.operands[1]), op.to_word(i, i.operands[0])

    def run(s: State) -> None:
        value = a(s)
        for width, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F)):
            low = U32(mask)
            value = (value >> U32(width)) & low | (value & low) << U32(width)
        write(s, value.byteswap())

    return run


@executes("POPC", "UPOPC")
def count_ones(i: Instruction) -> Action:
    """Count the set bits."""
    a, write = op.word(i, i.operands[1]), op.to_word(i, i.operands[0])
    return lambda s: write(s, np.bitwise_count(a(s)).astype(U32))


@executes("SGXT", "USGXT")
def extend_sign(i: Instruction) -> Action:
    """Copy the sign of the low bits to all higher bits, or clear these with U32."""
    a, write = op.word(i, i.operands[1]), op.to_word(i, i.operands[0])
    if not i.operands[2].startswith("0x"):
        raise op.unknown(i)
    above = U32(32 - int(i.operands[2], 16))
    kind: Any = U32 if "U32" in i.opcode else np.int32
    return lambda s: write(s, ((a(s) << above).view(kind) >> kind(above)).view(U32))
