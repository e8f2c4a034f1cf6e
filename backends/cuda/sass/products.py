"""Matrix products of integers, and dot products of bytes. Other products have no defined bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.backends.cuda.sass import operands as op
from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.registry import Action, executes
from samebits.backends.cuda.sass.state import NOTHING, WARP, State

U32 = np.uint32
_ROWS, _COLUMNS, _DEPTH = 16, 8, 32
_BYTES = {"S8": np.int8, "U8": np.uint8}


def _kinds(i: Instruction) -> list[Any]:
    found = [_BYTES[word] for word in i.opcode[1:] if word in _BYTES]
    if len(found) != 2 or "SAT" in i.opcode:
        raise op.unknown(i)
    return found


@executes("IDP")
def dot_of_bytes(i: Instruction) -> Action:
    """Compute a word plus four products of bytes."""
    if i.opcode[1] != "4A":
        raise op.unknown(i)
    kinds = _kinds(i)
    a, b = (op.word(i, text) for text in i.operands[1:3])
    c, write = op.word(i, i.operands[3]), op.to_word(i, i.operands[0])

    def run(s: State) -> None:
        factors = [
            np.ascontiguousarray(np.broadcast_to(np.asarray(read(s)), s.threads)).view(kind)
            for read, kind in zip((a, b), kinds, strict=True)
        ]
        x, y = (factor.reshape(-1, 4).astype(np.int32) for factor in factors)
        write(s, (x * y).sum(axis=1, dtype=np.int32).view(U32) + c(s))

    return run


@executes("IMMA")
def product(i: Instruction) -> Action:
    """Multiply 16 x 32 bytes by 32 x 8 bytes, and add 16 x 8 words (PTX ISA, mma.m16n8k32).

    Lane 4 g + t holds rows g and g + 8 of the first operand and column g of the second: of each,
    bytes 4 t to 4 t + 3 and 4 t + 16 to 4 t + 19. Of both rows of words, it holds elements 2 t and
    2 t + 1.
    """
    if i.opcode[1] != "16832":
        raise op.unknown(i)
    first, second = _kinds(i)
    texts = [text.removesuffix(".ROW").removesuffix(".COL") for text in i.operands]
    if i.operands[1:3] != (f"{texts[1]}.ROW", f"{texts[2]}.COL"):
        raise op.unknown(i)
    target, a, b, c = (op.register(text) for text in texts)
    lane = np.arange(WARP)
    g, t = lane // 4, lane % 4
    row = np.stack([g, g + 8, g, g + 8])  # by register index of the first operand
    depth = np.stack([4 * t, 4 * t, 4 * t + 16, 4 * t + 16])

    def run(s: State) -> None:
        there = s.active.reshape(-1, WARP)
        if (there.any(axis=1) != there.all(axis=1)).any():
            raise op.unknown(i, "in a part of a warp")
        for warp in np.flatnonzero(there.all(axis=1)):
            lanes = slice(WARP * warp, WARP * (warp + 1))
            x = np.zeros((_ROWS, _DEPTH), np.int32)
            y = np.zeros((_DEPTH, _COLUMNS), np.int32)
            for k in range(4):
                data = _bytes(s, a, k, lanes, first)
                for n in range(4):
                    x[row[k], depth[k] + n] = data[:, n]
            for k in range(2):
                data = _bytes(s, b, k, lanes, second)
                for n in range(4):
                    y[4 * t + 16 * k + n, g] = data[:, n]
            total = (x @ y).view(U32)
            for k in range(4):
                given = s.registers[NOTHING if c == NOTHING else c + k, lanes]
                s.registers[target + k, lanes] = total[g + 8 * (k // 2), 2 * t + k % 2] + given

    return run


def _bytes(s: State, first: int, further: int, lanes: slice, kind: Any) -> Any:
    """Return the four bytes of a register, by lane."""
    words = s.registers[NOTHING if first == NOTHING else first + further, lanes]
    return np.ascontiguousarray(words).view(kind).reshape(-1, 4)
