"""Helpers of the tests of single instructions: a state, and instructions written as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from samebits.backends.cuda.sass import block
from samebits.backends.cuda.sass.listing import Instruction, Listing
from samebits.backends.cuda.sass.state import State

THREADS = 64


def instruction(text: str, place: int = 0, immediate: int = 0) -> Instruction:
    """Return an instruction from the text of a disassembler; `immediate` has a float's 32 bits."""
    guard = ""
    if text.startswith("@"):
        guard, _, text = text[1:].partition(" ")
    opcode, _, operands = text.partition(" ")
    parts = tuple(part.strip() for part in operands.split(",")) if operands else ()
    return Instruction(16 * place, guard, tuple(opcode.split(".")), parts, immediate << 32)


def execute(
    *texts: str,
    registers: Mapping[int, Any] = {},
    predicates: Mapping[int, Any] = {},
    labels: Mapping[str, int] = {},
    immediate: int = 0,
    threads: int = THREADS,
    shared: int = 0,
) -> State:
    """Run the instructions, followed by EXIT. Return the state.

    A register is an array of words, or one word for all threads.
    """
    s = State(threads, shared, 64, {0: bytes(64)})
    s.special["SR_TID.X"] = np.arange(s.threads, dtype=np.uint32)
    for number, value in registers.items():
        s.registers[number] = value
    for number, flag in predicates.items():
        s.predicates[number] = flag
    listed = [instruction(text, k, immediate) for k, text in enumerate((*texts, "EXIT"))]
    places = {label: 16 * place for label, place in labels.items()}
    block.Program(Listing("test", tuple(listed), places)).run(s, threads)
    return s


def words(rng: np.random.Generator) -> Any:
    """Return random words of all sizes, including the smallest and the largest."""
    found = rng.integers(0, 2**32, THREADS, dtype=np.uint32) >> rng.integers(0, 32, THREADS)
    found = found.astype(np.uint32)
    found[:6] = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 31)
    return rng.permutation(found)


def aligned(size: int) -> Any:
    """Return `size` zero bytes that begin at a multiple of 256."""
    room = np.zeros(size + 256, np.uint8)
    first = -room.ctypes.data % 256
    return room[first : first + size]
