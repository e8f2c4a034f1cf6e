"""One question: a call, the origin of its operands, and their layout in memory."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from samebits.backends.executor import poison_of
from samebits.backends.protocol import Array
from samebits.conformance.questions.contents import content_bits, is_content
from samebits.conformance.questions.memory_places import PLAIN, in_words
from samebits.conformance.questions.operands import draw_bits
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.filling import Stretches
from samebits.spec.catalog import get_op, never_negative
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

Bits = np.ndarray[Any, Any]

IN_SETTINGS = "settings"
"""The way of a question whose call runs in all process settings that the host supports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A call on drawn operands; questions with equal names and seeds have the same operands.

    `limits` has pairs of the index of an index operand and the upper bound (exclusive) of its
    elements. `period` is the number of elements after which operands repeat (0: never), for slow
    ops. `places` and `result_place` are the memory layouts of operands and results (see
    `memory_places.py`). With `alias`, operands of the same shape and format are one array.
    `threads` is the number of threads of the session, 0 for its usual number. `fill` is the byte
    that fills the memory of the results, None for poison. `way` is one of the ways in which a host
    makes a call, or `IN_SETTINGS`; a session that lacks the way makes a plain call. `arrays` are
    the operands if they are not drawn by `flavour`, and `wanted` their right results, both repeated
    to fill the shape. `leaf` is the beginning of the SHA-256 of the right results, if only that is
    known.
    """

    name: str
    seed: str
    call: Call
    shapes: tuple[Shape, ...]
    flavour: str
    limits: tuple[tuple[int, int], ...] = ()
    period: int = 0
    places: tuple[str, ...] = ()
    result_place: str = PLAIN
    alias: bool = False
    threads: int = 0
    fill: int | None = None
    way: str = ""
    arrays: tuple[Array, ...] | None = field(default=None, compare=False, repr=False)
    wanted: tuple[Bits, ...] | None = field(default=None, compare=False, repr=False)
    leaf: str = ""

    def operands(self, most: int = 0) -> list[Array]:
        """Return the operands, read-only and row-major.

        If `most` is not 0, return at most this many elements of each operand, as flat arrays.
        """
        found: list[Array] = []
        if self.arrays is not None:
            pairs = zip(self.arrays, self.shapes, strict=True)
            return [np.resize(x, shape) for x, shape in pairs]
        for number, (shape, name) in enumerate(zip(self.shapes, self.call.inputs, strict=True)):
            first = self._same(number)
            if first < number:
                found.append(found[first])
                continue
            size = math.prod(shape)
            form = get_format(name)
            drawn = min(size, self.period) if self.period else size
            draws = Draws(self.seed, f"{self.name} operand {number}")
            stretches = Stretches.of(self.flavour)
            if stretches is not None:
                bits = stretches.bits(number, form, shape, draws.words).reshape(-1)
            elif is_content(self.flavour):
                rows = shape if drawn == size else (drawn // shape[-1], shape[-1])
                bits = content_bits(self.flavour, number, form, rows, draws, repeats=drawn < size)
            else:
                bits = draw_bits(form, drawn, self.flavour, draws)
            limit = self._limit(number)
            if limit is not None:
                bits = bits % form.bits_dtype.type(limit)
            if number in never_negative(self.call.op):
                bits = bits & form.bits_dtype.type(form.sign_mask - 1)
            bits = bits[:most] if most else np.resize(bits, shape)
            array = from_bits(bits, name)
            array.flags.writeable = False
            found.append(array)
        return found

    def _same(self, number: int) -> int:
        """Return the index of the first operand that is the same array as operand `number`."""
        return self._one_array(number)[0] if self.alias else number

    def _one_array(self, number: int) -> list[int]:
        """Return the indices of all operands with the shape and format of operand `number`."""
        every = list(zip(self.shapes, self.call.inputs, strict=True))
        return [i for i, other in enumerate(every) if other == every[number]]

    def _limit(self, number: int) -> int | None:
        """Return the limit of an operand, or None.

        A shared array has the smallest limit of its operands.
        """
        limits = dict(self.limits)
        members = self._one_array(number) if self.alias else [number]
        return min((limits[i] for i in members if i in limits), default=None)

    def alone(self) -> Question:
        """Return the question without its layout, threads, fill and way.

        These do not affect the right answer.
        """
        return replace(self, places=(), result_place=PLAIN, threads=0, fill=None, way="")

    def fills(self) -> list[int]:
        """Return, for each result, the bit pattern that fills its memory before the call."""
        names = self.call.outputs
        if self.fill is None:
            return [poison_of(name) for name in names]
        return [int.from_bytes(bytes([self.fill]) * (get_format(n).bits // 8)) for n in names]

    def inputs(self) -> list[Array]:
        """Return the operands, as a comparison asks for them (see `Compared`)."""
        return self.operands()

    @property
    def output_shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the results."""
        return get_op(self.call.op).output_shapes(self.call, self.shapes)

    def address(self, index: int, inputs: list[Array] | None = None) -> str:
        """Return the address of a result's element: the case's id and the index in the call."""
        return f"{self.case_id}@{index}"

    @property
    def case_id(self) -> str:
        """Return the id of the question's case, which is the first word of its name."""
        return self.name.split(" ", 1)[0]

    def __str__(self) -> str:
        parts = [self.flavour, in_words((*self.places, self.result_place))]
        parts += ["one array for several operands"] if self.alias else []
        parts += [f"{self.threads} threads"] if self.threads else []
        parts += [f"into bytes 0x{self.fill:02x}"] if self.fill is not None else []
        parts += [f"asked by way of {self.way}"] if self.way else []
        return f"{self.call} on {' '.join(map(str, self.shapes))} ({'; '.join(parts)})"
