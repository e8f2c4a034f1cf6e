"""Generated operands (D1.5): named transforms of Philox draws, by integer arithmetic only.

Element i (row-major) depends only on the 64-bit draw i of the seed and stream. So every machine
makes the same bits. The digest in the case is checked nevertheless.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from samebits.spec.formats import Format, get_format
from samebits.spec.language.shapes import Shape
from samebits.spec.philox import U64Array, draws64
from samebits.vectors.digests import bits_digest
from samebits.vectors.errors import VectorError
from samebits.vectors.schema import Generated, Parameter

Bits = np.ndarray[Any, Any]
Parameters = Mapping[str, Parameter]
Transform = Callable[[U64Array, Format, Shape, Parameters], U64Array]

_ONE = np.uint64(1)


def make(source: Generated, format_name: str, where: str) -> Bits:
    """Return the bits of a generated input in its shape.

    Raises VectorError if its digest differs.
    """
    bits = unchecked(source, format_name)
    if bits_digest(bits) != source.sha256:
        raise VectorError(
            f"{where}: the generated input ({source.transform}, seed {source.seed:016x}) does not "
            "have its frozen digest; NumPy's integer arithmetic is broken here, or the generator "
            "was changed"
        )
    return bits


def unchecked(source: Generated, format_name: str) -> Bits:
    """Return the bits of a generated input without a check of its digest.

    Only the writer, which computes the digest, calls this.
    """
    form = get_format(format_name)
    if source.transform not in TRANSFORMS:
        raise VectorError(f"unknown transform {source.transform!r}; known: {', '.join(TRANSFORMS)}")
    try:
        draws = draws64(source.seed, source.stream, math.prod(source.shape))
        patterns = TRANSFORMS[source.transform](draws, form, source.shape, source.parameters)
    except (LookupError, ValueError, OverflowError) as error:
        raise VectorError(
            f"transform {source.transform} cannot be made with {dict(source.parameters)}: {error}"
        ) from error
    return patterns.astype(form.bits_dtype).reshape(source.shape)


def _bits(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return the low bits of each draw. All patterns occur, including NaN and infinity (D1.6)."""
    return draws & np.uint64((1 << form.bits) - 1)


def _below(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return indices from 0 to `limit` - 1, from the top 32 bits of each draw (D1.7).

    The bit pattern of an element is the index, also if the operand is a float.
    """
    limit = _number(parameters, "limit")
    if not 1 <= limit <= min(1 << 32, form.sign_mask):
        raise VectorError(f"transform below: an index below {limit} does not fit {form.name}")
    return _pick(draws, limit).astype(np.uint64)


def _choice(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return items of `values`, chosen by the top 32 bits of each draw (D1.8).

    The items are bit patterns in hexadecimal.
    """
    values = parameters["values"]
    if not isinstance(values, tuple):
        raise VectorError("transform choice: `values` must be a list of bit patterns")
    table = np.array([int(v, 16) for v in values], dtype=np.uint64)
    chosen: U64Array = table[_pick(draws, len(table))]
    return chosen


def _digit(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return digit `place` of each element's index, written to base 2^bits (D1.9).

    With one digit per operand, the operands together take every tuple of patterns.
    """
    place = _number(parameters, "place")
    if not 0 <= place * form.bits < 64:
        raise VectorError(f"transform digit: there is no place {place} for {form.name}")
    index = np.arange(draws.size, dtype=np.uint64) >> np.uint64(place * form.bits)
    return index & np.uint64((1 << form.bits) - 1)


def _spread(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return random signs and significands, with exponents from `low` to `high` (D1.10).

    Below emin the significand is shifted right and loses bits, down to the least subnormal.
    """
    low, high = _number(parameters, "low"), _number(parameters, "high")
    return _assemble(draws, form, low, high)


def _fixed(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return s * 2^exponent, with s uniform from -2^(bits-1) to 2^(bits-1) - 1 (D1.11).

    If s is 0, the result is +0.
    """
    width, exponent = _number(parameters, "bits"), _number(parameters, "exponent")
    if not 1 <= width <= form.precision:
        raise VectorError(f"transform fixed: {width} bits do not fit {form.name}")
    raw = draws >> np.uint64(64 - width)
    negative = raw >> np.uint64(width - 1) != 0
    magnitude = np.where(negative, np.uint64(1 << width) - raw, raw)
    return np.where(negative, np.uint64(form.sign_mask), np.uint64(0)) | _encode(
        magnitude, exponent, form
    )


def _cancel(draws: U64Array, form: Format, shape: Shape, parameters: Parameters) -> U64Array:
    """Return terms along `axis` that cancel, with small terms that must not be lost (D1.12).

    In three of four pairs, position j and its mirror n-1-j hold x and -x with exponents `high`-7 to
    `high`. The fourth pair holds two small numbers with exponents `low` to `low`+7. A middle
    element is small. If `sign` is 0, the mirror is +x in every pair, as the second operand of a
    product needs it.
    """
    low, high = _number(parameters, "low"), _number(parameters, "high")
    axis, flip = _number(parameters, "axis"), _number(parameters, "sign")
    index = np.moveaxis(np.arange(draws.size).reshape(shape), axis, -1)
    n = shape[axis]
    mirrored = np.empty(draws.size, dtype=np.int64)
    mirrored[index.reshape(-1)] = index[..., ::-1].reshape(-1)
    position = np.empty(draws.size, dtype=np.int64)
    position[index.reshape(-1)] = np.broadcast_to(np.arange(n), index.shape).reshape(-1)
    second, middle = 2 * position >= n, 2 * position + 1 == n
    source = np.where(second, mirrored, np.arange(draws.size))
    shared = draws[source]
    small = (middle | (shared & np.uint64(0xC0) == 0)) & bool(flip)
    large_bits = _assemble(shared, form, high - 7, high)
    negated = second & bool(flip)
    large_bits ^= np.where(negated, np.uint64(form.sign_mask), np.uint64(0))
    chosen: U64Array = np.where(small, _assemble(draws, form, low, low + 7), large_bits)
    return chosen


TRANSFORMS: Mapping[str, Transform] = {
    "below": _below,
    "bits": _bits,
    "cancel": _cancel,
    "choice": _choice,
    "digit": _digit,
    "fixed": _fixed,
    "spread": _spread,
}


def _number(parameters: Parameters, name: str) -> int:
    value = parameters.get(name)
    if type(value) is not int:
        raise VectorError(f"generator parameter {name!r} must be an integer, got {value!r}")
    return value


def _pick(draws: U64Array, count: int) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Return an index below `count` for each draw, from its top 32 bits."""
    return ((draws >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)).astype(np.intp)


def _assemble(draws: U64Array, form: Format, low: int, high: int) -> U64Array:
    """Return numbers with random sign, exponent and significand.

    The sign is bit 52 of a draw, the exponent comes from the top 11 bits, and the significand from
    the low bits.
    """
    if not form.least_exponent <= low <= high <= form.emax:
        raise VectorError(f"exponents {low} .. {high} do not fit {form.name}")
    span = np.uint64(high - low + 1)
    exponent = low + ((draws >> np.uint64(53)) * span >> np.uint64(11)).astype(np.int64)
    hidden = 1 << (form.precision - 1)
    significand = (draws & np.uint64(hidden - 1)) | np.uint64(hidden)
    shift = np.maximum(form.emin - exponent, 0).astype(np.uint64)
    field = np.maximum(exponent - form.emin, 0).astype(np.uint64)
    # The hidden bit adds 1 to the exponent field. For a subnormal it was shifted out.
    magnitude = (field << np.uint64(form.precision - 1)) + (significand >> shift)
    sign = (draws >> np.uint64(52) & _ONE) << np.uint64(form.bits - 1)
    assembled: U64Array = magnitude | sign
    return assembled


def _encode(significand: U64Array, exponent: int, form: Format) -> U64Array:
    """Return the bit patterns of significand * 2^exponent, which must be representable exactly."""
    length = np.zeros(significand.shape, dtype=np.int64)
    rest = significand.copy()
    for step in (32, 16, 8, 4, 2, 1):
        high = rest >> np.uint64(step)
        longer = high != 0
        length += np.where(longer, step, 0)
        rest = np.where(longer, high, rest)
    length += (significand != 0).astype(np.int64)
    lead = exponent + length - 1
    if exponent < form.least_exponent or int(lead.max(initial=exponent)) > form.emax:
        raise VectorError(f"generated numbers do not fit {form.name}")
    quantum = np.maximum(lead, form.emin) - (form.precision - 1)
    aligned = significand << (exponent - quantum).astype(np.uint64)
    field = np.maximum(lead - form.emin, 0).astype(np.uint64) << np.uint64(form.precision - 1)
    return np.where(significand == 0, np.uint64(0), field + aligned)
