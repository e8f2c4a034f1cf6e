"""Elementwise calls: contiguous, broadcast, and in views of more than 2^32 bytes."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt

import numpy as np

from samebits.backends.cuda.lab.large.case import POISON, Case, Operand, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formulas
from samebits.backends.cuda.lab.large.reference import Reference, by_rows
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS


def _plain(op: str, inputs: tuple[Operand, ...], to: str) -> Case:
    """Return a case in C order: each piece of the result is the op of the operands' pieces."""

    def expect(reference: Reference) -> Wanted:
        return lambda a, b: reference.run(op, *(x.elements(a, b) for x in inputs), to=to)

    call = get_op(op).call([x.format for x in inputs], (to,))
    return Case(call, inputs, result(to, *inputs[0].shape), expect)


def add_f8(make: Formulas, n: int) -> Case:
    """Make a case with one-byte elements and more than 2^31 bytes in each array."""
    count = n * 3_000_000_000 // (2**31 + 5)
    return _plain("add", tuple(operand(make.make("f8e4m3fn"), count) for _ in range(2)), "f8e4m3fn")


def exp_f32(make: Formulas, n: int) -> Case:
    """Make a case of a function whose operands are between -96 and 96."""
    formula = make.make("f32")
    wide = replace(formula, table=formula.table * np.float32(48))
    return _plain("exp", (operand(wide, n),), "f32")


def cast_f32_bf16(make: Formulas, n: int) -> Case:
    """Make a case with two formats of different sizes."""
    return _plain("cast", (operand(make.make("f32"), n),), "bf16")


def where_bf16(make: Formulas, n: int) -> Case:
    """Make a case with three operands."""
    formats = ("bool", "bf16", "bf16")
    return _plain("where", tuple(operand(make.make(f), n) for f in formats), "bf16")


def add_broadcast_f32(make: Formulas, n: int) -> Case:
    """Make a case in which a small column and a small row are broadcast to a large matrix."""
    rows = isqrt(n) + 1
    columns = n // rows + 1
    left, above = make.make("f32"), make.make("f32")
    inputs = (
        Operand("f32", (rows, columns), rows, (1, 0), left),
        Operand("f32", (rows, columns), columns, (0, 1), above),
    )

    def expect(reference: Reference) -> Wanted:
        row = above.at(np.arange(columns))

        def block(a: int, b: int) -> Array:
            seen = np.broadcast_arrays(left.at(np.arange(a, b))[:, None], row)
            return reference.run("add", *seen)

        return lambda a, b: by_rows(a, b, columns, block)

    return Case(get_op("add").call(("f32", "f32")), inputs, result("f32", rows, columns), expect)


def neg_every_second_f32(make: Formulas, n: int) -> Case:
    """Make a case of an operand with a stride of two, over at least n elements."""
    half = n // 2 + 3
    x = Operand("f32", (half,), 2 * half, (2,), make.make("f32"))

    def expect(reference: Reference) -> Wanted:
        def wanted(a: int, b: int) -> Array:
            pairs = (x.elements(c, min(c + b - a, 2 * b)) for c in range(2 * a, 2 * b, b - a))
            return reference.run("neg", np.concatenate(list(pairs))[::2])

        return wanted

    return Case(get_op("neg").call(("f32",)), (x,), result("f32", half), expect)


def abs_into_every_second_f32(make: Formulas, n: int) -> Case:
    """Make a case of a result with a stride of two. The gaps must not change."""
    half = n // 2 + 3
    x = operand(make.make("f32"), half)
    output = Operand("f32", (half,), 2 * half, (2,))

    def expect(reference: Reference) -> Wanted:
        poison = np.full(4, POISON, np.uint8).view(FORMATS["f32"].dtype)

        def wanted(a: int, b: int) -> Array:
            first, last = -(-a // 2), -(-b // 2)
            memory = np.repeat(poison, b - a)
            memory[a % 2 :: 2] = reference.run("abs", x.elements(first, last))
            return memory

        return wanted

    return Case(get_op("abs").call(("f32",)), (x,), output, expect)


CASES = {
    "add f8e4m3fn": add_f8,
    "exp f32": exp_f32,
    "cast f32 to bf16": cast_f32_bf16,
    "where bf16": where_bf16,
    "add f32 broadcast": add_broadcast_f32,
    "neg f32 strided": neg_every_second_f32,
    "abs f32 into strides": abs_into_every_second_f32,
}
