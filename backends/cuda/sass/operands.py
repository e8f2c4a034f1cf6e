"""Operands of instructions: functions that read and write them, made from the operand's text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.state import NOTHING, TRUE, Doubles, State
from samebits.backends.protocol import BackendError

Array = np.ndarray[Any, Any]
Read = Callable[[State], Any]
Write = Callable[[State, Any], None]

_REGISTER = re.compile(
    r"^(?P<sign>[-~]?)(?P<bar>\|?)(?P<uniform>U?)R(?P<number>\d+|Z)(?P<half>\.\w+)?\|?$"
)
_PREDICATE = re.compile(r"^(?P<not>!?)(?P<uniform>U?)P(?P<number>\d|T)$")
_CONSTANT = re.compile(
    r"^(?P<sign>[-~]?)(?P<bar>\|?)c\[0x(?P<bank>\w+)\]"
    r"\[(?:(?P<index>U?R\w+)\+?)?(?P<offset>-?0x\w+)?\]\|?$"
)
_MEMORY = re.compile(
    r"^(?:desc\[UR\w+\])?\[(?:(?P<base>R\w+?)(?P<wide>\.64|\.U32|\.X(?:2|4|8|16))?)?\+?(?:(?P<uniform>UR\w+))?"
    r"\+?(?P<offset>-?0x\w+)?\]$"
)
_INTEGER = re.compile(r"^-?0x[0-9a-f]+$")
_SIGN32 = np.uint32(1 << 31)
_SIGN64 = np.uint64(1 << 63)


def unknown(instruction: Instruction, what: str = "") -> BackendError:
    """Return the error for an instruction that cannot be executed here."""
    return BackendError(f"machine code: cannot execute {instruction} {what}".rstrip())


def is_predicate(text: str) -> bool:
    """Return whether an operand is a predicate."""
    return _PREDICATE.match(text) is not None


def register(text: str) -> int:
    """Return the number of a register; for RZ, NOTHING. Raises ValueError for other operands."""
    found = _REGISTER.match(text)
    if found is None:
        raise ValueError(text)
    return NOTHING if found["number"] == "Z" else int(found["number"])


def word(i: Instruction, text: str) -> Read:
    """Return a function that reads 32 bits without conversion.

    A sign is applied to the bits as an integer: `-x` is ~x + 1.
    """
    bits, sign, bar = _raw(i, text)
    if bar:
        raise unknown(i, "as an integer")
    if sign == "-":
        return lambda s: np.uint32(0) - bits(s)
    if sign == "~":
        return lambda s: ~bits(s)
    return bits


def signs(i: Instruction, text: str) -> tuple[Read, bool]:
    """Return a reader of 32 bits, and whether 1 must be added to them because of a minus sign."""
    bits, sign, _ = _raw(i, text)
    return ((lambda s: ~bits(s)), sign == "-") if sign else (bits, False)


def floats(i: Instruction, text: str) -> Read:
    """Return a function that reads the 32 bits of a float and applies |x|, then -x, if given."""
    bits, sign, bar = _raw(i, text)
    return _signed(bits, sign, bar, _SIGN32)


def doubles(i: Instruction, text: str) -> Read:
    """Return a function that reads the 64 bits of a register pair as a float.

    Modifiers: |x|, followed by -x.
    """
    found = _REGISTER.match(text) or _CONSTANT.match(text)
    if found is None:
        high = np.uint64(i.immediate) << np.uint64(32)
        return lambda s: high
    sign, bar = found["sign"], bool(found["bar"])
    return _signed(pair(i, text.strip("-|")), sign, bar, _SIGN64)


def pair(i: Instruction, text: str) -> Read:
    """Return a function that reads 64 bits from two registers, or from a constant bank."""
    if found := _REGISTER.match(text):
        if found["number"] == "Z":
            return lambda s: np.uint64(0)
        number = int(found["number"])
        uniform = bool(found["uniform"])

        def read(s: State) -> Any:
            bank = s.uniform if uniform else s.registers
            return bank[number].astype(np.uint64) | bank[number + 1].astype(np.uint64) << np.uint64(
                32
            )

        if found["sign"] == "~" or found["bar"]:
            raise unknown(i, "as a pair")
        return (lambda s: np.uint64(0) - read(s)) if found["sign"] else read
    if found := _CONSTANT.match(text):
        low, high = _constant(found, 0), _constant(found, 4)
        return lambda s: np.uint64(low(s)) | np.uint64(high(s)) << np.uint64(32)
    if _INTEGER.match(text):
        value = np.uint64(int(text, 16) & (1 << 64) - 1)
        return lambda s: value
    raise unknown(i, f"with {text}")


def predicate(i: Instruction, text: str) -> Read:
    """Return a function that reads a predicate or its negation."""
    found = _PREDICATE.match(text)
    if found is None:
        raise unknown(i, f"with {text}")
    number = TRUE if found["number"] == "T" else int(found["number"])
    uniform, opposite = bool(found["uniform"]), bool(found["not"])

    def read(s: State) -> Any:
        flags = (s.uniform_predicates if uniform else s.predicates)[number]
        return ~flags if opposite else flags

    return read


def to_word(i: Instruction, text: str) -> Write:
    """Return a function that writes 32 bits."""
    found = _REGISTER.match(text)
    if found is None:
        raise unknown(i, f"to {text}")
    number = register(text)
    if found["uniform"]:
        return lambda s, value: s.write(s.uniform, number, value, NOTHING)
    return lambda s, value: s.write(s.registers, number, value, NOTHING)


def to_pair(i: Instruction, text: str) -> Write:
    """Return a function that writes 64 bits to two registers."""
    number = register(text)
    if number == NOTHING:
        return lambda s, value: None
    low, high = to_word(i, text), to_word(i, next_register(text, 1))

    def write(s: State, value: Any) -> None:
        low(s, value.astype(np.uint32))
        high(s, (value >> np.uint64(32)).astype(np.uint32))

    return write


def to_predicate(i: Instruction, text: str) -> Write:
    """Return a function that writes a predicate."""
    found = _PREDICATE.match(text)
    if found is None or found["not"]:
        raise unknown(i, f"to {text}")
    number = TRUE if found["number"] == "T" else int(found["number"])
    if found["uniform"]:
        return lambda s, value: s.write(s.uniform_predicates, number, value, TRUE)
    return lambda s, value: s.write(s.predicates, number, value, TRUE)


def address(i: Instruction, text: str) -> Callable[[State], Doubles]:
    """Return a function that computes the 64-bit addresses of the active threads."""
    found = _MEMORY.match(text)
    if found is None:
        raise unknown(i, f"at {text}")
    offset = np.uint64(int(found["offset"] or "0", 16) & (1 << 64) - 1)
    base, uniform = found["base"], found["uniform"]
    wide = found["wide"] == ".64"
    times = np.uint64(int(found["wide"][2:]) if (found["wide"] or "").startswith(".X") else 1)
    if base and base != "RZ":
        read = pair(i, base) if wide else word(i, base)
    else:
        read = lambda s: np.zeros(s.threads, np.uint64)  # noqa: E731
    is_wide = "E" in i.opcode
    added = (pair if is_wide else word)(i, uniform) if uniform else None
    limit = np.uint64((1 << 64) - 1 if wide or is_wide else (1 << 32) - 1)

    def find(s: State) -> Doubles:
        places = read(s).astype(np.uint64) * times + offset
        if added is not None:
            places = places + added(s).astype(np.uint64)
        chosen: Doubles = (places & limit)[s.active]
        return chosen

    return find


def further(text: str, offset: int) -> str:
    """Return the operand text of the word `offset` bytes after a word of a constant bank."""
    found = _CONSTANT.match(text)
    if found is None:
        raise ValueError(text)
    at = int(found["offset"] or "0", 16) + offset
    index = f"{found['index']}+" if found["index"] else ""
    return f"c[0x{found['bank']}][{index}{at:#x}]"


def part_of_constant(i: Instruction, text: str, size: int, signed: bool) -> Read:
    """Return a function that reads one or two bytes at a fixed offset of a constant bank."""
    found = _CONSTANT.match(text)
    if found is None or found["index"] or found["sign"] or found["bar"]:
        raise unknown(i, f"with {text}")
    bank, offset = int(found["bank"], 16), int(found["offset"] or "0", 16)

    def read(s: State) -> Any:
        value = int(s.banks[bank][offset // 4]) >> 8 * (offset % 4) & (1 << 8 * size) - 1
        value -= (1 << 8 * size) * (signed and value >> 8 * size - 1)
        return np.uint32(value & 0xFFFFFFFF)

    return read


def next_register(text: str, further: int) -> str:
    """Return the register whose number is larger by `further`. RZ stays RZ."""
    number = register(text)
    return text if number == NOTHING else text.replace(str(number), str(number + further))


def _raw(i: Instruction, text: str) -> tuple[Read, str, bool]:
    """Return a reader of a 32-bit operand, its sign, and whether it is an absolute value."""
    if found := _REGISTER.match(text):
        if found["half"] not in (None, ".64"):
            raise unknown(i, f"with {text}")
        number = register(text)
        if found["uniform"]:
            return (lambda s: s.uniform[number]), found["sign"], bool(found["bar"])
        return (lambda s: s.registers[number]), found["sign"], bool(found["bar"])
    if found := _CONSTANT.match(text):
        return _constant(found, 0), found["sign"], bool(found["bar"])
    if _INTEGER.match(text):
        value = np.uint32(int(text, 16) & 0xFFFFFFFF)
        return (lambda s: value), "", False
    if text == "SRZ":
        return (lambda s: np.uint32(0)), "", False
    if text[:1] in "+-0123456789":
        value = np.uint32(i.immediate)
        return (lambda s: value), "", False
    raise unknown(i, f"with {text}")


def _constant(found: re.Match[str], further: int) -> Read:
    bank = int(found["bank"], 16)
    offset = int(found["offset"] or "0", 16) + further
    if not found["index"] or found["index"].endswith("Z"):
        return lambda s: s.banks[bank][offset // 4]
    number, uniform = register(found["index"]), found["index"].startswith("U")

    def read(s: State) -> Any:
        index = (s.uniform if uniform else s.registers)[number].astype(np.int64)
        places = ((index + offset) & 0xFFFFFFFF) >> 2
        words = s.banks[bank]
        return words[np.where(s.active, places, 0)]

    return read


def _signed(bits: Read, sign: str, bar: bool, mask: Any) -> Read:
    if bar and sign:
        return lambda s: bits(s) | mask
    if bar:
        return lambda s: bits(s) & ~mask
    if sign == "-":
        return lambda s: bits(s) ^ mask
    return bits
