"""Adapters of convolutions (clause T5): terms are taps of one output, channels first."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.conformance.reveal.adapter import Adapter, Layout, Plan, Question, Shape
from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call

_MARGIN = 3
"""The number of output positions along each spatial axis after the first one."""

_SIDES = (3, 5, 2, 7)


def kernel_of(n: int, rank: int) -> tuple[int, Shape]:
    """Return the number of channels and the shape of the kernel for n taps.

    The kernel has equal sides. Its side is the first of 3, 5, 2 and 7 whose power `rank` divides n,
    else 1.
    """
    side = next((k for k in _SIDES if n % k**rank == 0), 1)
    return n // side**rank, (side,) * rank


def plan(rank: int) -> Plan:
    """Return the plan for images and filters with `rank` spatial axes."""

    def made(question: Question) -> tuple[Mapping[str, Any], list[Shape]]:
        channels, kernel = kernel_of(question.n, rank)
        image = tuple(k + _MARGIN for k in kernel)
        return {}, [(question.rows, channels, *image), (question.columns, channels, *kernel)]

    return made


def layout(call: Call, shapes: Sequence[Shape], question: Question) -> Layout:
    """Return the layout for one output position of every sample (`index`, by default the first).

    Pixels outside of its window are +0, all filters contain the other factors, and a bias is +0.
    Raises SpecError for a padded, strided, dilated or grouped call, or a position outside of the
    output.
    """
    _refuse_windows(call)
    image, filters = shapes[0], shapes[1]
    kernel = filters[2:]
    places = tuple(s - k + 1 for s, k in zip(image[2:], kernel, strict=True))
    index = question.index or 0
    if not 0 <= index < math.prod(places):
        raise SpecError(f"position {index} is not in an output of {places}")
    corner = tuple(int(at) for at in np.unravel_index(index, places))
    window = tuple(slice(at, at + k) for at, k in zip(corner, kernel, strict=True))

    def operands(terms: Array, other: Array) -> list[Array]:
        x = np.zeros(image, dtype=terms.dtype)
        x[(slice(None), slice(None), *window)] = terms.reshape(image[0], *filters[1:])
        weight = np.broadcast_to(other.reshape(filters[1:]), filters)
        bias = [np.zeros(s, dtype=terms.dtype) for s in shapes[2:]]
        return [x, np.ascontiguousarray(weight), *bias]

    def results(output: Array) -> Array:
        window: tuple[Any, ...] = (slice(None), slice(None), *corner)
        return np.asarray(output[window])

    return Layout(math.prod(filters[1:]), image[0], filters[0], operands, results, products=True)


def _refuse_windows(call: Call) -> None:
    for name in ("stride", "dilation", "groups", "padding"):
        value = call.attributes.get(name)
        parts = value if isinstance(value, tuple) else (value,)
        plain = 0 if name == "padding" else 1
        if any(part not in (None, plain) for part in parts):
            raise SpecError(f"{call.op}: the revealer needs {name} {plain}, not {value}")


ADAPTERS: Mapping[str, Adapter] = {
    "conv1d": Adapter(plan(1), layout),
    "conv2d": Adapter(plan(2), layout),
    "conv3d": Adapter(plan(3), layout),
}
