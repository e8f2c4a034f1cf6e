"""Conversions between binary32 and the two floating-point formats of 16 bits (PTX ISA, `cvt`).

Binary32 can represent every 16-bit value. Narrowing rounds once to nearest even, with subnormals,
and a NaN becomes 0x7fff.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from samebits.backends.cuda.sass import operands as op
from samebits.backends.cuda.sass.listing import Instruction
from samebits.backends.cuda.sass.registry import Action, executes
from samebits.backends.cuda.sass.state import State

U16, U32, F32 = np.uint16, np.uint32, np.float32
_NAN, _NAN32 = U32(0x7FFF), U32(0x7FFFFFFF)
_HALF = re.compile(
    r"^(?P<sign>-?)(?P<bar>\|?)(?P<register>U?R\d+)\|?\.H(?P<half>[01])_H(?P=half)\|?$"
)


@executes("HADD2")
def widen(i: Instruction) -> Action:
    """Widen a half. Compilers write this as a sum in binary32 of -0 and the half."""
    found = _HALF.match(i.operands[-1])
    if i.opcode != ("HADD2", "F32") or i.operands[1:-1] != ("-RZ",) or found is None:
        raise op.unknown(i)
    read, write = op.word(i, found["register"]), op.to_word(i, i.operands[0])
    shift, negative, magnitude = U32(16 * int(found["half"])), found["sign"], found["bar"]

    def run(s: State) -> None:
        bits = np.broadcast_to(np.asarray(read(s)) >> shift, s.threads).astype(U16)
        x = bits.view(np.float16).astype(F32)
        x = np.abs(x) if magnitude else x
        x = -x if negative else x
        write(s, np.where(np.isnan(x), _NAN32, x.view(U32)))

    return run


def _to_f16(x: Any) -> Any:
    with np.errstate(all="ignore"):
        return x.astype(np.float16).view(U16).astype(U32)


def _to_bf16(x: Any) -> Any:
    bits = x.view(U32)
    return bits + U32(0x7FFF) + (bits >> U32(16) & U32(1)) >> U32(16)


@executes("F2FP")
def narrow(i: Instruction) -> Action:
    """Pack two binary32 values into one word as F16 (default) or BF16.

    The second is the low half.
    """
    kinds = [word for word in i.opcode[1:] if word != "F32"]
    narrowed = {"F16": _to_f16, "BF16": _to_bf16, "PACK_AB": _to_f16}.get(kinds[0])
    if narrowed is None or kinds[-1] != "PACK_AB":
        raise op.unknown(i)
    write = op.to_word(i, i.operands[0])
    reads = [op.floats(i, text) for text in i.operands[1:]]

    def half(s: State, k: int) -> Any:
        x = np.broadcast_to(np.asarray(reads[k](s), U32), s.threads).view(F32)
        return np.where(np.isnan(x), _NAN, narrowed(x))

    return lambda s: write(s, half(s, 0) << U32(16) | half(s, 1))
