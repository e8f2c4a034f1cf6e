"""Golden cases as a stream of text, with operands and results in hexadecimal.

A program in any language can read it. For an elementwise op each line is one test: the bits of the
operands, then the bits of the results, like the output of the generator of Berkeley TestFloat. For
other ops a line contains one array. README.md describes the format ("As a stream of text").
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator

import numpy as np

from samebits.spec.formats import bits_of
from samebits.spec.language.call import AttributeValue, Call
from samebits.vectors.address import is_elementwise
from samebits.vectors.case import ByValue, Case
from samebits.vectors.digests import Bits
from samebits.vectors.schema import Stored

VERSION = 1
"""Version of the stream format."""

PIECE = 1 << 12
"""Number of elements that are converted to text in one step.

It is limited so that large arrays need little memory.
"""


def emitted(op: str, root: str, cases: Iterable[Case]) -> Iterator[str]:
    """Yield the stream of an op's cases, in pieces that may end anywhere.

    `root` is the root digest of the vectors. A case is listed in a line `skipped` if only digests
    of its results are stored, or if its operands cannot be made on this machine. The last line
    counts the written and skipped cases; without it, the stream was cut off. Raises VectorError.
    """
    yield f"stream {VERSION} {op} {root}\n"
    count = skipped = 0
    for case in cases:
        reason = _unsayable(case)
        if reason:
            skipped += 1
            yield f"skipped {case.id} {reason}\n"
        else:
            count += 1
            yield from _case(case)
    yield f"end {count} {skipped}\n"


def _unsayable(case: Case) -> str | None:
    """Return the reason why a case has no text, or None if it has one."""
    if not all(isinstance(output, Stored) for output in case.record.outputs):
        return "its results are known by digest only"
    return case.available()


def _case(case: Case) -> Iterator[str]:
    yield f"case {case.id}\n{_call(case.call)}"
    operands = [bits_of(x) for x in case.inputs()]
    results = [wanted.bits for wanted in case.expected() if isinstance(wanted, ByValue)]
    if is_elementwise(case.call.op):
        yield from _questions([*operands, *results])
        return
    for word, names, arrays in (
        ("operand", case.call.inputs, operands),
        ("result", case.call.outputs, results),
    ):
        for name, bits in zip(names, arrays, strict=True):
            yield " ".join([word, name, str(bits.ndim), *map(str, bits.shape)])
            yield from (" " + " ".join(piece) for piece in _hexadecimal(bits))
            yield "\n"


def _call(call: Call) -> str:
    formats = f"{' '.join(call.inputs)} -> {' '.join(call.outputs)}"
    rows = [f"call {call.op} {call.version} {formats}\n"]
    rows += [f"attribute {name} {_value(value)}\n" for name, value in call.attributes.items()]
    return "".join(rows)


def _value(value: AttributeValue) -> str:
    """Return an attribute value as JSON. Infinities become the texts "inf" and "-inf"."""
    if isinstance(value, float) and math.isinf(value):
        value = "inf" if value > 0 else "-inf"
    return json.dumps(value, separators=(",", ":"))


def _questions(arrays: list[Bits]) -> Iterator[str]:
    """Yield one line per element index, with the bits of that element in every array."""
    for columns in zip(*map(_hexadecimal, arrays), strict=True):
        yield "".join(" ".join(row) + "\n" for row in zip(*columns, strict=True))


def _hexadecimal(bits: Bits) -> Iterator[list[str]]:
    """Yield the elements in hexadecimal, in row-major order and in pieces.

    Each element has the full width of its format.
    """
    flat = np.ascontiguousarray(bits).reshape(-1)
    width = flat.dtype.itemsize
    for start in range(0, flat.size, PIECE):
        piece = flat[start : start + PIECE]
        text = piece.astype(piece.dtype.newbyteorder(">")).tobytes().hex()
        yield [text[i : i + 2 * width] for i in range(0, len(text), 2 * width)]
