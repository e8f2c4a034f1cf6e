"""Signatures that several ops share: result formats for operand formats (clauses F1, R4)."""

from __future__ import annotations

from itertools import product

from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Signature, same_format

LOW_FORMATS = ("f16", "bf16", "f8e4m3fn", "f8e5m2")
"""Formats that are shorter than their compute format f32; their results may also be in f32."""

_FP8 = ("f8e4m3fn", "f8e5m2")


def tree_signatures() -> tuple[Signature, ...]:
    """Return the signatures of a tree over one float operand.

    The result has the operand's format. For the low formats, f32 is also possible.
    """
    return same_format(1, *FLOAT_FORMATS) + tuple(((f,), ("f32",)) for f in LOW_FORMATS)


def contraction_signatures(bias: bool = False) -> tuple[Signature, ...]:
    """Return signatures of two float operands and an optional bias in the format of the result.

    There are three kinds: all operands and the result have the same format; f16 or bf16 operands
    have a result in f32; two operands in fp8 formats have a result in bf16 or f32.
    """
    pairs = [((f, f), f) for f in FLOAT_FORMATS]
    pairs += [((f, f), "f32") for f in ("f16", "bf16")]
    pairs += [((a, b), r) for a, b in product(_FP8, _FP8) for r in ("bf16", "f32")]
    plain = tuple((operands, (r,)) for operands, r in pairs)
    return plain + (tuple(((*o, r), (r,)) for o, r in pairs) if bias else ())


def integer_product_signatures() -> tuple[Signature, ...]:
    """Return signatures of two 8-bit integer operands, with results exact modulo 2^32 (T4)."""
    return tuple(((a, b), ("i32",)) for a, b in (("i8", "i8"), ("u8", "u8"), ("u8", "i8")))
