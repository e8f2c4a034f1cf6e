"""Specimens: example calls of every op, with operands, on which laws are checked.

Operands are made from Philox draws (clause D1), so for one seed they are equal on every machine.
Sizes are odd, so that no lane width, block or thread count divides them.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.scenes.filling import Stretches
from samebits.conformance.scenes.scene import Scene, all_scenes
from samebits.spec.catalog import (
    elementwise_landmarks,
    get_op,
    landmarks_of,
    move_landmarks,
    never_negative,
)
from samebits.spec.errors import SpecError
from samebits.spec.formats import Format, from_bits, get_format
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Attributes
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.shapes import Shape
from samebits.spec.language.trees import CONTRACTION_BLOCK
from samebits.spec.philox import draws64

Bits = np.ndarray[Any, Any]

_PERIOD = 4099
"""The period of the elements in operands of large specimens, because draws are slow."""


@dataclass(frozen=True, slots=True)
class Specimen:
    """A call with the shapes and the flavour of its operands.

    Flavours:

    - `moderate`: both signs, exponents around 0; detects a wrong order of additions.
    - `tiny`: subnormal and nearly subnormal numbers; detects flushing.
    - `wild`: random bit patterns, with NaN and infinities.
    - `few`: four numbers; many equal elements. In bool one of 16 is false.
    - `rare`: like `few`, but in bool one of 16 is true.
    - Names of `Stretches`, such as `stretches:0:256`: detects a state that is lost between blocks.

    Only laws that set `large` use a `large` specimen. `limits` has pairs: an index operand's
    number, and the exclusive upper bound of its elements. `seed` is the run's seed: other seeds
    give other operands, so that answers cannot be prepared in advance.
    """

    call: Call
    shapes: tuple[Shape, ...]
    flavour: str
    large: bool = False
    limits: tuple[tuple[int, int], ...] = ()
    seed: int = 0

    def operands(self) -> list[Array]:
        """Return read-only operands, which are equal on every machine for equal seeds."""
        drawn_for = f" seed {self.seed}" if self.seed else ""
        key = f"{self.call.key()} {self.shapes} {self.flavour}{drawn_for}"
        seed = zlib.crc32(key.encode())
        arrays = []
        for stream, (shape, name) in enumerate(zip(self.shapes, self.call.inputs, strict=True)):
            size = math.prod(shape)
            stretches = Stretches.of(self.flavour)
            if stretches is not None:
                words = partial(_words, seed, stream)
                bits = stretches.bits(stream, get_format(name), shape, words)
            else:
                drawn = (min(size, _PERIOD),) if self.large else (size,)
                bits = draw(get_format(name), drawn, self.flavour, seed, stream)
            limit = dict(self.limits).get(stream)
            if limit is not None:
                bits %= bits.dtype.type(limit)
            if stream in never_negative(self.call.op):
                bits &= bits.dtype.type(get_format(name).sign_mask - 1)
            bits = np.resize(bits, shape)
            arrays.append(from_bits(bits, name))
            arrays[-1].flags.writeable = False
        return arrays

    def __str__(self) -> str:
        return f"{self.call} on {' '.join(map(str, self.shapes))} ({self.flavour})" + (
            f" with seed {self.seed}" if self.seed else ""
        )


@cache
def specimens(op_name: str, label: str) -> tuple[Specimen, ...]:
    """Return the specimens of an op and label, over all its signatures with that label."""
    op = get_op(op_name)
    found: list[Specimen] = []
    for inputs, outputs in op.labels()[label]:
        for scene in _scenes(op, len(inputs)):
            if scene.whole and len(scene.shapes) != len(inputs):
                continue
            call = op.call(inputs, outputs, **scene.attributes)
            shapes = scene.shapes[: len(inputs)]
            limits = tuple(sorted(scene.limits.items()))
            flavours = _flavours(op)
            if isinstance(
                landmarks_of(op.name), StepLandmarks
            ):  # one flavour per scene: many nodes
                flavours = flavours[len(found) % 2 :][:1]
            found += [Specimen(call, shapes, flavour, limits=limits) for flavour in flavours]
        for scene in _large_scenes(op):
            if scene.whole and len(scene.shapes) != len(inputs):
                continue
            call = op.call(inputs, outputs, **scene.attributes)
            shapes = scene.shapes[: len(inputs)]
            limits = tuple(sorted(scene.limits.items()))
            found.append(Specimen(call, shapes, _flavours(op)[0], large=True, limits=limits))
    return tuple(found)


@cache
def stretched(op_name: str, label: str) -> tuple[Specimen, ...]:
    """Return the specimens of an op and label whose operands consist of stretches.

    Stretches are as long as a block of T4. The result is empty for an op that passes no state from
    block to block. For attention, only the mask of the last specimen has stretches, and each row
    has its own order of kinds.
    """
    op = get_op(op_name)
    found: list[Specimen] = []
    for inputs, outputs in op.labels()[label]:
        for scene in all_scenes("STRETCHES").get(op.shape_rule, ()):
            if scene.whole and len(scene.shapes) != len(inputs):
                continue
            call = op.call(inputs, outputs, **scene.attributes)
            limits = tuple(sorted(scene.limits.items()))
            for which in sets_to_fill(scene, inputs):
                flavour = str(Stretches(which, CONTRACTION_BLOCK))
                shapes = scene.shapes[: len(inputs)]
                found.append(Specimen(call, shapes, flavour, limits=limits))
    return tuple(found)


def sets_to_fill(scene: Scene, inputs: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the sets of operands that can consist of stretches in these formats."""
    form = [get_format(name) for name in inputs]
    return [
        which
        for which in scene.stretched
        if all(n < len(inputs) and (form[n].is_float or form[n].kind == "bool") for n in which)
    ]


def _words(seed: int, stream: int, count: int) -> Bits:
    return draws64(seed, stream, count)


def _scenes(op: Op, operands: int) -> Sequence[Scene]:
    if op.shape_rule is rules.elementwise:
        usual = _usual(op)
        return (Scene(((1031,),) * operands, usual), Scene(((7, 11, 13),) * operands, usual))
    landmarks = move_landmarks(op.name)
    if landmarks is not None:
        return [Scene((s.shape,), s.attributes) for s in landmarks.laws]
    if op.shape_rule not in all_scenes():
        raise SpecError(f"{op.name}: no scene for its shape rule; add one in conformance/scenes/")
    return all_scenes()[op.shape_rule]


def _large_scenes(op: Op) -> Sequence[Scene]:
    landmarks = move_landmarks(op.name)
    if landmarks is not None:
        return [Scene((s.shape,), s.attributes) for s in landmarks.large]
    scenes, usual = all_scenes("LARGE").get(op.shape_rule, ()), _usual(op)
    return [replace(scene, attributes=usual) for scene in scenes] if usual else scenes


def _usual(op: Op) -> Attributes:
    """Return attributes with which an elementwise graph uses all of its nodes.

    Returns {} for other ops.
    """
    landmarks = elementwise_landmarks(op.name)
    return next(iter(landmarks.sets), {}) if landmarks is not None else {}


def _flavours(op: Op) -> tuple[str, ...]:
    return ("wild",) if op.op_class in ("round", "move") else ("moderate", "tiny")


def draw(form: Format, shape: Shape, flavour: str, seed: int, stream: int) -> Bits:
    """Return the bit patterns of one operand."""
    count = int(np.prod(shape, dtype=np.int64))
    words = draws64(seed, stream, count)
    makers: Mapping[str, Callable[[Format, Bits], Bits]] = {
        "moderate": moderate,
        "tiny": tiny,
        "wild": wild,
        "few": few,
        "rare": few,
    }
    if form.kind == "bool":
        bits = truths(flavour, words)
    elif not form.is_float:
        bits = words
    else:
        bits = makers[flavour](form, words)
    return np.asarray(bits.astype(form.bits_dtype).reshape(shape))


def _compose(form: Format, words: Bits, exponents: Bits) -> Bits:
    """Return bit patterns with sign and fraction from `words` and with the given exponents.

    The exponents are biased.
    """
    fraction = np.uint64(form.precision - 1)
    low = words & np.uint64((1 << (form.precision - 1)) - 1)
    sign = (words >> np.uint64(63)) << np.uint64(form.bits - 1)
    return np.asarray(sign | (exponents.astype(np.uint64) << fraction) | low)


def moderate(form: Format, words: Bits) -> Bits:
    """Return bit patterns of both signs with exponents around 0, from random words."""
    spread = (words >> np.uint64(53)) % np.uint64(7)
    return _compose(form, words, spread + np.uint64(form.emax - 3))


def tiny(form: Format, words: Bits) -> Bits:
    """Return bit patterns of subnormal and nearly subnormal numbers, from random words."""
    return _compose(form, words, (words >> np.uint64(54)) % np.uint64(3))


def few(form: Format, words: Bits) -> Bits:
    """Return bit patterns of 1, 2, -1 and -2, from random words."""
    return _compose(form, words & np.uint64(1 << 63), words % np.uint64(2) + np.uint64(form.emax))


def truths(flavour: str, words: Bits) -> Bits:
    """Return 0 or 1, from random words: one of 16 is 0 in `few`, one of 16 is 1 in `rare`.

    In other flavours, half of the values are 1; the minimum or maximum of many such values hardly
    depends on which elements are 1.
    """
    if flavour not in ("few", "rare"):
        return words & np.uint64(1)
    is_seldom = words % np.uint64(16) == 0
    return np.asarray((is_seldom if flavour == "rare" else ~is_seldom).astype(np.uint64))


def special(form: Format) -> Bits:
    """Return zeros, infinities, quiet and signalling NaN, the least and greatest numbers, and 1."""
    last = form.infinity if form.has_infinity else form.max_finite
    return np.array(
        [0, form.sign_mask, last, last | form.sign_mask,
         form.canonical_nan, form.canonical_nan | 1, last + 1, 1, form.sign_mask | 1,
         form.max_finite, (form.emax << (form.precision - 1))],
        dtype=np.uint64,
    )  # fmt: skip


def wild(form: Format, words: Bits) -> Bits:
    """Return random patterns, moderate numbers, tiny numbers and special values, a quarter each."""
    values = special(form)
    which = np.arange(words.size, dtype=np.uint64) % np.uint64(4)
    chosen = values[((words >> np.uint64(40)) % np.uint64(values.size)).astype(np.int64)]
    return np.select(
        [which == 0, which == 1, which == 2],
        [words & np.uint64((1 << form.bits) - 1), moderate(form, words), tiny(form, words)],
        chosen,
    )
