"""Contents of arrays in networks: weights and activations, zeros, masks, equal rows.

Operands with random bit patterns never look like this: they have no row of one value, no zeros from
a ReLU, and no optimizer state of zeros before the first step. Flavours with these contents are
named `layer:CONTENT`. `layer:state` is the content of operands before the first step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.conformance.questions.seeded import Draws
from samebits.spec.formats import Format
from samebits.spec.language.shapes import Shape

Bits = np.ndarray[Any, Any]
Numbers = np.ndarray[Any, Any]
"""An array of binary64 numbers, which are later truncated to a format."""

PREFIX = "layer:"

REPEATED = "repeated"
"""Content with equal rows, such as a bias that is added to every row."""

STATE = "state"
"""Content with parameters and gradients in operands 0 and 1, and zeros in all others."""

_FIRST_OF_STATE = 2

_PIECES = 4
_UNIT = 1.0 / 37837.0
"""Approximately one over the standard deviation of a sum of four uniform 16-bit numbers."""


def is_content(flavour: str) -> bool:
    """Return whether a flavour is one of these contents."""
    return flavour.startswith(PREFIX)


def content_bits(
    flavour: str, number: int, form: Format, shape: Shape, draws: Draws, *, repeats: bool = False
) -> Bits:
    """Return the bit patterns of operand `number` as a flat array.

    With `repeats`, the array is repeated to fill an operand. Nearly normal numbers then have a mean
    of exactly 0, because few random numbers would have a mean that many numbers never have.
    """
    content = flavour.removeprefix(PREFIX)
    if content == STATE:
        content = "normal" if number < _FIRST_OF_STATE else "zero"
    if not form.is_float:
        return _whole(content, form, shape, draws)
    make = _repeated if content == REPEATED else CONTENTS[content]
    bits = _chopped(np.ascontiguousarray(make(shape, draws, form)), form).reshape(-1)
    if repeats and content == "normal":
        half = bits.size // 2
        bits[half:] = bits[: bits.size - half] ^ bits.dtype.type(form.sign_mask)
    return bits


def _normal(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return nearly normal numbers of variance 1.

    Each is a sum of four uniform numbers, with random low bits. Only exact operations of binary64
    and one product compute them, so they are equal on every machine.
    """
    size = math.prod(shape)
    words = draws.words(2 * size).reshape(2, size)
    total = np.zeros(size)
    for piece in range(_PIECES):
        total += ((words[0] >> np.uint64(16 * piece)) & np.uint64(0xFFFF)).astype(np.float64)
    low = (words[1] >> np.uint64(32)).astype(np.float64) * 2.0**-32
    return np.asarray((total - 2.0 * 65535.0 + (low - 0.5)) * _UNIT).reshape(shape)


def _relu(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return nearly normal numbers, with negative numbers replaced by +0."""
    return np.asarray(np.maximum(_normal(shape, draws, form), 0.0) + 0.0)


def _zero(shape: Shape, draws: Draws, form: Format) -> Numbers:
    return np.zeros(shape)


def _one(shape: Shape, draws: Draws, form: Format) -> Numbers:
    return np.ones(shape)


def _constant(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return rows whose elements are all equal to one random number."""
    return np.broadcast_to(_normal((*shape[:-1], 1) if shape else (), draws, form), shape)


def _repeated(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return equal rows, as if a bias was broadcast."""
    return np.broadcast_to(_normal(shape[-1:], draws, form), shape)


def _masked(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return scores with a causal mask: each row begins with numbers, followed by -inf.

    All elements of the first row of each matrix are -inf.
    """
    found = _normal(shape, draws, form)
    return np.where(_seen(shape), found, -np.inf) if form.has_infinity else found


def _absent(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return only -inf, or zeros if the format has no infinity."""
    return np.full(shape, -np.inf if form.has_infinity else 0.0)


def _one_hot(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return rows of zeros with a single 1 at a random index."""
    if not shape or not math.prod(shape):
        return np.ones(shape)
    *rows, size = shape
    places = (draws.words(math.prod(rows)) % np.uint64(size)).astype(np.int64).reshape(*rows, 1)
    return np.asarray((np.arange(size) == places).astype(np.float64))


def _probabilities(shape: Shape, draws: Draws, form: Format) -> Numbers:
    """Return rows of positive numbers that add up to about 1."""
    size = shape[-1] if shape else 1
    words = (draws.words(math.prod(shape)) >> np.uint64(12)).astype(np.float64).reshape(shape)
    scale = 2.0 ** -(52 + math.ceil(math.log2(max(2, size))) - 1)
    return (words + 1.0) * scale


def _seen(shape: Shape) -> Bits:
    """Return a mask of the elements that a causal mask keeps.

    Row r of a matrix keeps its first r elements, scaled to the length of the row. A single row
    keeps its first half.
    """
    if not shape:
        return np.ones(shape, np.bool_)
    size = shape[-1]
    if len(shape) == 1:
        return np.arange(size) < (size + 1) // 2
    rows = shape[-2]
    seen = np.arange(rows) * size // max(1, rows)
    return np.broadcast_to(np.arange(size) < seen[:, None], shape)


def _chopped(numbers: Numbers, form: Format) -> Bits:
    """Return the bit patterns of numbers truncated to a format; subnormal results become 0."""
    wide = numbers.view(np.uint64)
    sign = wide >> np.uint64(63) << np.uint64(form.bits - 1)
    steps = form.precision - 1
    exponents = ((wide >> np.uint64(52)) & np.uint64(0x7FF)).astype(np.int64) - 1023
    fraction = (wide & np.uint64((1 << 52) - 1)) >> np.uint64(52 - steps)
    biased = np.maximum(exponents - form.emin + 1, 0)
    magnitude = (biased.astype(np.uint64) << np.uint64(steps)) | fraction
    magnitude = np.minimum(np.where(biased == 0, 0, magnitude), form.max_finite)
    if form.has_infinity:
        magnitude = np.where(np.isinf(numbers), form.infinity, magnitude)
    return np.asarray((magnitude.astype(np.uint64) | sign).astype(form.bits_dtype))


Content = Callable[[Shape, Draws, Format], Numbers]

CONTENTS: Mapping[str, Content] = MappingProxyType(
    {
        "normal": _normal,
        "relu": _relu,
        "zero": _zero,
        "one": _one,
        "constant": _constant,
        "masked": _masked,
        "absent": _absent,
        "one-hot": _one_hot,
        "probabilities": _probabilities,
    }
)
"""Contents of an operand by name, each with the function that makes the elements."""

_WHOLE: Mapping[str, Content] = MappingProxyType(
    {name: CONTENTS[name] for name in ("zero", "one", "one-hot")}
)


def _whole(content: str, form: Format, shape: Shape, draws: Draws) -> Bits:
    """Return bit patterns of integers and masks.

    They are zeros, ones, rows of one value, a causal mask, or random words.
    """
    size = math.prod(shape)
    if content in _WHOLE:
        found = _WHOLE[content](shape, draws, form)
        return np.asarray(found.astype(form.bits_dtype).reshape(-1))
    if content == "masked" and form.kind == "bool":
        return np.asarray(_seen(shape).astype(form.bits_dtype).reshape(-1))
    if content == "constant" and shape:
        words = np.repeat(draws.words(size // shape[-1] if shape[-1] else 0), shape[-1])
    elif content == REPEATED and shape and shape[-1]:
        words = np.tile(draws.words(shape[-1]), size // shape[-1])
    else:
        words = draws.words(size)
    if form.kind == "bool":
        words = words & np.uint64(1)
    return np.asarray(words.astype(form.bits_dtype))
