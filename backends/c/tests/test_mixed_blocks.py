"""Test that devices return the same bits on blocks that mix NaN and ordinary operands (C1).

Every op whose operands have one shape is run in every signature, at lengths around multiples of the
vector length. What a loop records about one element must not affect other elements, and must not be
lost at a NaN.
"""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.operands import specials
from samebits.backends.protocol import Array
from samebits.spec.catalog import all_ops
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise

SEED = 20
LENGTHS = (28, 47, 64, 100, 300)
OPS = [op for op in all_ops().values() if op.shape_rule is elementwise]


def block(name: str, count: int, draw: np.random.Generator) -> Array:
    """Return numbers of magnitude 8 to 255, then mostly special values, then numbers near 1.

    If special values make a loop forget the large numbers at the beginning, no later number hides
    that error.
    """
    form = get_format(name)
    bits = draw.integers(0, 256, count * form.bits // 8, dtype=np.uint8).view(form.bits_dtype)
    if form.kind == "bool":
        bits &= bits.dtype.type(1)
    if form.is_float:
        width, place = form.precision - 1, np.arange(count)
        exponents = np.where(place < count // 4, draw.integers(3, 8, count), draw.integers(-3, 4))
        sizes = (form.emax + exponents << width) + draw.integers(0, 1 << width, count)
        signs = draw.integers(0, 2, count, dtype=np.uint64) << np.uint64(form.bits - 1)
        usual = np.minimum(sizes, form.max_finite).astype(np.uint64) | signs
        signalling = np.array([form.max_finite + 1 + form.has_infinity], np.uint64)
        among = signalling if draw.integers(2) else specials(name).astype(np.uint64)
        middle = (place >= count // 4) & (place < count * 3 // 4) & (draw.random(count) < 0.8)
        bits = np.where(middle, draw.choice(among, count), usual)
    return from_bits(bits.astype(form.bits_dtype), name)


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_C1_devices_agree_on_mixed_blocks(sessions: list[CSession], op: Op) -> None:
    draw = np.random.default_rng(SEED)
    for inputs, outputs in op.signatures:
        attributes = op.example(len(inputs))[0]
        call = op.call(inputs, outputs, **attributes)
        asked = [session for session in sessions if session.supports(call)]
        for length in LENGTHS * 2:
            operands = [block(name, length, draw) for name in inputs]
            results = []
            for session in asked:
                found = [np.zeros(length, get_format(name).dtype) for name in outputs]
                session.run(call, operands, found)
                results.append([bits_of(y) for y in found])
            for session, result in zip(asked, results, strict=True):
                for a, b in zip(results[0], result, strict=True):
                    places = np.flatnonzero(a != b)
                    assert not places.size, f"{call}, {length} elements: {session} at {places}"
