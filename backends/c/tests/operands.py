"""Operands for tests that compare with the oracles: all values, special values, nearby numbers."""

from __future__ import annotations

from functools import cache

import numpy as np

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles import evaluate, numpy_route
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call


def everything(name: str) -> Array:
    """Return every value of a format of 8 or 16 bits."""
    form = get_format(name)
    return from_bits(np.arange(1 << form.bits, dtype=form.bits_dtype), name)


def all_pairs(name: str) -> list[Array]:
    """Return every pair of values of an 8-bit format, as two arrays."""
    low = np.arange(1 << 16)
    return [from_bits((k & 255).astype(np.uint8), name) for k in (low, low >> 8)]


def specials(name: str) -> Array:
    """Return the special values of a format, including halves of integers.

    For an integer format they are its limits and the limits of bytes.
    """
    form = get_format(name)
    top = form.sign_mask
    found = [0, 1, 2, top - 2, top - 1, top, top + 1, 2 * top - 1, 0x7F, 0x80, 0xFF]
    if form.is_float:
        found += [form.max_finite - 1, form.max_finite, form.max_finite + 1, form.canonical_nan]
        found += [1 << (form.precision - 1), (1 << (form.precision - 1)) - 1]
        halves = np.array([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 126.5, 127.5, 255.5], form.dtype)
        found += [int(p) for p in bits_of(halves)]
        found += [p | top for p in found]
    return np.array(found, dtype=form.bits_dtype)


def mixed(name: str, count: int, seed: int) -> Array:
    """Return special values, random bit patterns and numbers near 1, a third of each."""
    form, draw = get_format(name), np.random.default_rng(seed)
    bits = draw.integers(0, 256, count * form.bits // 8, dtype=np.uint8).view(form.bits_dtype)
    third = count // 3
    bits[:third] = draw.choice(specials(name), third)
    if form.is_float:
        one, width = int(bits_of(np.ones((), form.dtype))), form.precision - 1
        field = draw.integers(-3, 4, third) << width
        near = one + field + draw.integers(0, 1 << width, third)
        bits[third : 2 * third] = near.astype(form.bits_dtype)
        sign = form.bits_dtype.type(form.sign_mask)
        bits[third : 2 * third : 2] |= sign
    draw.shuffle(bits)
    return from_bits(bits, name)


@cache
def _wanted(call: Call, key: int, exact: bool) -> Array:
    inputs = _INPUTS[key]
    return bits_of((evaluate if exact else numpy_route.evaluate)(call, inputs)[0])


_INPUTS: dict[int, list[Array]] = {}


def check(session: CSession, call: Call, inputs: list[Array], *, exact: bool = True) -> None:
    """Compare the session's results with the oracle, or only with its NumPy route if not `exact`.

    Expected bits are cached between sessions, so every session must get the same inputs.
    """
    key = hash((call, *(x.tobytes() for x in inputs)))
    _INPUTS[key] = inputs
    wanted = _wanted(call, key, exact)
    got = bits_of(execute(session, call, inputs)[0])
    bad = np.flatnonzero(got != wanted)
    at = [f"{int(bits_of(x).reshape(-1)[i]):x}" for i in bad[:1] for x in inputs]
    where = f"{session.device}: {call} at {'-'.join(at)}"
    assert not bad.size, f"{where}: {bad.size} of {got.size} differ"
