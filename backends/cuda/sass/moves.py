"""Instructions that move bits: between registers, lanes and memory."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from samebits.backends.cuda.sass import operands as op
from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.registry import Action, executes
from samebits.backends.cuda.sass.state import (
    NOTHING,
    SHARED_WINDOW,
    TRUE,
    WARP,
    State,
)

U8, U32, U64 = np.uint8, np.uint32, np.uint64
_SIZES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
_PARTS = frozenset(("U8", "S8", "U16", "S16"))


@executes("MOV", "UMOV")
def move(i: Instruction) -> Action:
    """Move one or two words."""
    if "64" in i.opcode:
        pair, write_pair = op.pair(i, i.operands[1]), op.to_pair(i, i.operands[0])
        return lambda s: write_pair(s, np.broadcast_to(np.asarray(pair(s)), s.threads))
    read, write = op.word(i, i.operands[1]), op.to_word(i, i.operands[0])
    return lambda s: write(s, read(s))


@executes("SEL", "USEL")
def select(i: Instruction) -> Action:
    """Select one of two words or pairs by a predicate."""
    reader, writer = (op.pair, op.to_pair) if "64" in i.opcode else (op.word, op.to_word)
    write, chosen = writer(i, i.operands[0]), op.predicate(i, i.operands[3])
    a, b = (reader(i, text) for text in i.operands[1:3])
    return lambda s: write(s, np.where(chosen(s), a(s), b(s)))


@executes("PRMT", "UPRMT")
def permute(i: Instruction) -> Action:
    """Select four of eight bytes, or copies of their signs.

    The selector is an immediate or a word.
    """
    write = op.to_word(i, i.operands[0])
    a, by, c = (op.word(i, text) for text in i.operands[1:])
    if len(i.opcode) > 1:
        raise op.unknown(i)

    def run(s: State) -> None:
        both = np.asarray(a(s)).astype(U64) | np.asarray(c(s)).astype(U64) << U64(32)
        selector = np.asarray(by(s))
        value: Any = U32(0)
        for k in range(4):
            nibble = selector >> U32(4 * k) & U32(15)
            byte = (both >> (nibble & U32(7)).astype(U64) * U64(8)).astype(U32) & U32(255)
            sign = np.where(byte & U32(128) != 0, U32(255), U32(0))
            value = value | np.where(nibble & U32(8) != 0, sign, byte) << U32(8 * k)
        write(s, value)

    return run


@executes("HFMA2")
def pair_of_halves(i: Instruction) -> Action:
    """Write two 16-bit constants. Compilers write this as 0 * 0 plus two immediate halves."""
    if [text.strip("-") for text in i.operands[1:3]] != ["RZ", "RZ"] or len(i.operands) != 5:
        raise op.unknown(i)
    write, value = op.to_word(i, i.operands[0]), U32(i.immediate)
    if i.operands[1] != "-RZ":
        raise op.unknown(i)
    return lambda s: write(s, value)


@executes("CS2R", "S2R", "S2UR")
def special(i: Instruction) -> Action:
    """Read a special register of the thread."""
    name = i.operands[1]
    if name == "SRZ":
        if "32" in i.opcode:
            write = op.to_word(i, i.operands[0])
            return lambda s: write(s, U32(0))
        write_pair = op.to_pair(i, i.operands[0])
        return lambda s: write_pair(s, np.zeros(s.threads, U64))
    if i.opcode[0] == "CS2R":
        raise op.unknown(i)
    write = op.to_word(i, i.operands[0])

    def run(s: State) -> None:
        if name not in s.special:
            raise op.unknown(i)
        write(s, s.special[name])

    return run


@executes("LDC", "ULDC", "LDCU")
def load_constant(i: Instruction) -> Action:
    """Load one, two or four words of a constant bank, or a part of one word."""
    if i.opcode[1:] and i.opcode[1] in _PARTS:
        signed, size = i.opcode[1][0] == "S", _SIZES[i.opcode[1]]
        part = op.part_of_constant(i, i.operands[1], size, signed)
        only = op.to_word(i, i.operands[0])
        return lambda s: only(s, part(s))
    words = {(): 1, ("64",): 2, ("128",): 4}.get(i.opcode[1:])
    if words is None:
        raise op.unknown(i)
    reads = [op.word(i, op.further(i.operands[1], 4 * k)) for k in range(words)]
    writes = [op.to_word(i, op.next_register(i.operands[0], k)) for k in range(words)]

    def run(s: State) -> None:
        for write, value in zip(writes, [read(s) for read in reads], strict=True):
            write(s, value)

    return run


def _size(i: Instruction) -> int:
    sizes = [_SIZES[word] for word in i.opcode[1:] if word in _SIZES]
    return sizes[-1] if sizes else 4


@executes("LDG", "LD", "LDS", "LDL")
def load(i: Instruction) -> Action:
    """Load bytes from memory to registers. Less than a word is extended by zeros or the sign."""
    kind, size = i.opcode[0], _size(i)
    if len(i.operands) > 2:
        raise op.unknown(i)
    find, number = op.address(i, i.operands[1]), op.register(i.operands[0])
    signed = "S8" in i.opcode or "S16" in i.opcode

    def run(s: State) -> None:
        if not s.active.any():
            return
        places = find(s)
        if kind == "LDL":
            data = s.local_load(places, size)
        else:
            data = s.load(places + U64(SHARED_WINDOW) if kind == "LDS" else places, size)
        if size < 4:
            whole = np.zeros((len(data), 4), U8)
            whole[:, :size] = data
            if signed:
                whole[:, size:] = np.where(data[:, -1:] & 128, 255, 0)
            data = whole
        if number != NOTHING:
            words = np.ascontiguousarray(data).view(U32)
            for k in range(words.shape[1]):
                s.registers[number + k, s.active] = words[:, k]

    return run


@executes("STG", "ST", "STS", "STL")
def store(i: Instruction) -> Action:
    """Store the bytes of registers to memory."""
    kind, size = i.opcode[0], _size(i)
    find, number = op.address(i, i.operands[0]), op.register(i.operands[1])

    def run(s: State) -> None:
        if not s.active.any():
            return
        places = find(s)
        count = max(size // 4, 1)
        rows = [s.registers[NOTHING if number == NOTHING else number + k] for k in range(count)]
        words = np.stack([row[s.active] for row in rows], axis=1)
        data = np.ascontiguousarray(words).view(U8)[:, :size]
        if kind == "STL":
            s.local_store(places, data)
        else:
            s.store(places + U64(SHARED_WINDOW) if kind == "STS" else places, data)

    return run


@executes("ATOMG", "REDG", "RED", "ATOM", "ATOMS")
def atomic(i: Instruction) -> Action:
    """Read and write atomically, one thread after another.

    Only integers are implemented, because the gate allows no other formats.
    """
    functions: dict[str, Any] = {"ADD": lambda a, b: a + b, "MIN": min, "MAX": max,
                                 "OR": lambda a, b: a | b, "AND": lambda a, b: a & b,
                                 "XOR": lambda a, b: a ^ b, "EXCH": lambda a, b: b,
                                 "INC": lambda a, b: a + 1}  # fmt: skip
    names = [word for word in i.opcode if word in functions]
    signed = "S32" in i.opcode or "S64" in i.opcode
    is_count = "POPC" in i.opcode  # add one for each lane; there is no operand
    if len(names) != 1 or any(word.startswith(("F", "CAS")) for word in i.opcode[1:]):
        raise op.unknown(i)
    if is_count != ("INC" in i.opcode):
        raise op.unknown(i)
    function, size = functions[names[0]], 8 if "64" in i.opcode or "S64" in i.opcode else 4
    texts = [text for text in i.operands if not op.is_predicate(text)]
    returns = i.opcode[0] not in ("RED", "REDG")
    target = op.register(texts.pop(0)) if returns else NOTHING
    find, number = op.address(i, texts[0]), NOTHING if is_count else op.register(texts[1])
    is_shared = i.opcode[0] == "ATOMS"

    def run(s: State) -> None:
        lanes = np.flatnonzero(s.active)
        if not len(lanes):
            return
        places = find(s) + U64(SHARED_WINDOW if is_shared else 0)
        every = s.active
        for lane, place in zip(lanes, places, strict=True):
            s.active = np.zeros_like(every)
            s.active[lane] = True
            at = np.array([place], U64)
            old = int.from_bytes(s.load(at, size).tobytes(), "little", signed=signed)
            words = [int(s.registers[NOTHING if number == NOTHING else number + k, lane])
                     for k in range(size // 4)]  # fmt: skip
            given = sum(word << 32 * k for k, word in enumerate(words))
            given = int.from_bytes(given.to_bytes(size, "little"), "little", signed=signed)
            new = function(old, given) & (1 << 8 * size) - 1
            s.store(at, np.frombuffer(new.to_bytes(size, "little"), U8)[None])
            if target != NOTHING:
                for k in range(size // 4):
                    s.registers[target + k, lane] = (old >> 32 * k) & 0xFFFFFFFF
        s.active = every

    return run


@executes("SHFL")
def shuffle(i: Instruction) -> Action:
    """Read a word of a different lane in the warp (PTX ISA, shfl.sync)."""
    kind = i.opcode[1]
    out, write = op.to_predicate(i, i.operands[0]), op.to_word(i, i.operands[1])
    value, by, control = (op.word(i, text) for text in i.operands[2:])

    def run(s: State) -> None:
        lane = np.arange(s.threads) % WARP
        b = np.broadcast_to(np.asarray(by(s)).astype(np.int64) & 31, s.threads)
        c = np.broadcast_to(np.asarray(control(s)).astype(np.int64), s.threads)
        segment, clamp = c >> 8 & 31, c & 31
        last = lane & segment | clamp & ~segment
        first = lane & segment
        if kind == "BFLY":
            source, valid = lane ^ b, (lane ^ b) <= last
        elif kind == "DOWN":
            source, valid = lane + b, lane + b <= last
        elif kind == "UP":
            source, valid = lane - b, lane - b >= last
        elif kind == "IDX":
            source = first | b & ~segment
            valid = source <= last
        else:
            raise op.unknown(i)
        source = np.where(valid, source, lane) + np.arange(s.threads) // WARP * WARP
        found = np.broadcast_to(np.asarray(value(s)), s.threads)[source]
        write(s, found)
        out(s, valid)

    return run


@executes("VOTE", "VOTEU")
def vote(i: Instruction) -> Action:
    """Compute whether a predicate holds in any or in all active lanes of the warp.

    A ballot gives one bit for each lane.
    """
    kind = i.opcode[1]
    *ballots, out_text, text = i.operands
    write = op.to_word(i, ballots[0]) if ballots else None
    out, read = op.to_predicate(i, out_text), op.predicate(i, text)

    def run(s: State) -> None:
        holds = (read(s) & s.active).reshape(-1, WARP)
        there = s.active.reshape(-1, WARP)
        ballot = (holds.astype(U64) << np.arange(WARP, dtype=U64)).sum(axis=1, dtype=U64)
        if write is not None:
            write(s, np.repeat(ballot.astype(U32), WARP))
        result = (holds == there).all(axis=1) if kind == "ALL" else holds.any(axis=1)
        out(s, np.repeat(result, WARP))

    return run


@executes("B2R")
def from_barrier(i: Instruction) -> Action:
    """Read the predicates that a barrier combined: a word, and a predicate (word is not 0)."""
    if i.opcode[1:] != ("RESULT",):
        raise op.unknown(i)
    write, out = op.to_word(i, i.operands[0]), op.to_predicate(i, i.operands[1])

    def run(s: State) -> None:
        write(s, s.result)
        out(s, s.result != 0)

    return run


@executes("R2UR", "UR2R")
def to_uniform(i: Instruction) -> Action:
    """Copy a register to a uniform register, or back. Its value is equal in all active lanes."""
    write, read = op.to_word(i, i.operands[-2]), op.word(i, i.operands[-1])
    return lambda s: write(s, read(s))


_MASK = re.compile(r"^0x[0-9a-f]+$")


@executes("P2R", "UP2UR")
def from_predicates(i: Instruction) -> Action:
    """Pack the predicates of a mask into the low bits of a word.

    Other bits come from a second word.
    """
    uniform = i.opcode[0] == "UP2UR"
    if (
        i.operands[1] != ("UPR" if uniform else "PR")
        or not _MASK.match(i.operands[3])
        or len(i.opcode) > 1
    ):
        raise op.unknown(i)
    write, other, mask = (
        op.to_word(i, i.operands[0]),
        op.word(i, i.operands[2]),
        int(i.operands[3], 16),
    )

    def run(s: State) -> None:
        flags = s.uniform_predicates if uniform else s.predicates
        bits = sum(flags[k].astype(U32) << U32(k) for k in range(TRUE))
        write(s, bits & U32(mask) | other(s) & ~U32(mask))

    return run


@executes("R2P")
def to_predicates(i: Instruction) -> Action:
    """Unpack the low bits of a word into the predicates of a mask."""
    if i.operands[0] != "PR" or not _MASK.match(i.operands[2]) or len(i.opcode) > 1:
        raise op.unknown(i)
    read, mask = op.word(i, i.operands[1]), int(i.operands[2], 16)

    def run(s: State) -> None:
        bits = np.asarray(read(s))
        for k in range(TRUE):
            if mask >> k & 1:
                s.write(s.predicates, k, bits >> U32(k) & U32(1) != 0, TRUE)

    return run
