"""Launches of the op pad (clauses R5, S2; src/kernels/moves/pad.cu)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.choice import run_call
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, operations, unit
from samebits.backends.cuda.launching.placing.walk import MAX_RANK, WORDS, length_of, spread
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.families.padding import MODES
from samebits.spec.language.call import Call

_SOURCE = "kernels/moves/pad.cu"
(_BLOCK,) = constants(_SOURCE, "SB_PAD_BLOCK")
_PATTERN = 16  # size in bytes of the repeated constant


_Pad = structure(_SOURCE, "sb_pad")


@dataclass(frozen=True, slots=True)
class _Axis:
    """An axis: the lengths of result and x, the offset of x in the result, and both strides."""

    length: int
    size: int
    before: int
    to: int
    start: int

    @property
    def is_whole(self) -> bool:
        return self.length == self.size

    def joined(self, inner: _Axis) -> _Axis:
        n = inner.length
        return _Axis(self.length * n, self.size * n, self.before * n, inner.to, inner.start)

    def in_words(self, word: int) -> _Axis:
        lengths = (self.length // word, self.size // word, self.before // word)
        return _Axis(*lengths, self.to * word, self.start * word)


def run(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    """Pad by one launch over the words of the result; raise BackendError for too many axes."""
    x, mode = inputs[0], MODES.index(str(call.attributes["mode"]))
    if not result.count:
        return
    axes = _axes(call, x, result, mode)
    word = _word(axes, x, result)
    axes = [*axes[:-1], axes[-1].in_words(word)]
    if len(axes) > MAX_RANK:
        raise BackendError(
            f"pad: {len(axes)} axes remain after merging, but the limit is {MAX_RANK}; pad fewer "
            "axes at a time"
        )
    pad = _Pad(result=result.address, x=x.address, mode=mode, phases=max(x.item // word, 1))
    value = _value(machine, call) if mode == 0 else None
    pad.value = value.address if value else None
    pad.walk.count, pad.walk.rank = math.prod(a.length for a in axes), len(axes)
    for i, axis in enumerate(axes):
        pad.before[i], pad.sizes[i] = axis.before, axis.size
        pad.walk.shape[i] = length_of(axis.length)
        pad.walk.strides[0][i], pad.walk.strides[1][i] = axis.to, axis.start
    needed = unit(operations()["pad"][1], SB_BYTES=str(word))
    machine.launch(
        Kernel(needed, f"sb_pad_{word}"), spread(machine, pad.walk.count, _BLOCK), (pad,)
    )


def _axes(call: Call, x: View, result: View, mode: int) -> list[_Axis]:
    """Return the merged axes, with lengths in bytes. The last axis is at least one element long.

    An axis without padding is merged with the axis before it. In the constant mode, the axis before
    may have padding. In other modes it must not, because mirrored coordinates cannot be merged.
    """
    given = call.attributes["widths"]
    before = given[::2] if isinstance(given, tuple) else ()
    found: list[_Axis] = []
    elements = zip(result.shape, x.shape, before, result.strides, x.strides, strict=True)
    for axis in (*(_Axis(*e) for e in elements), _Axis(x.item, x.item, 0, 1, 1)):
        outer = found[-1] if found else None
        evenly = (
            outer is not None
            and axis.is_whole
            and (mode == 0 or outer.is_whole)
            and (outer.to, outer.start) == (axis.to * axis.length, axis.start * axis.length)
        )
        if evenly and outer is not None:
            found[-1] = outer.joined(axis)
        else:
            found.append(axis)
    return found


def _word(axes: Sequence[_Axis], x: View, result: View) -> int:
    """Return the size of the widest word that is always aligned, and never partly inside x."""
    last = axes[-1]
    if (last.to, last.start) != (1, 1):
        return 1
    multiples = [last.length, last.size, last.before, x.address, result.address]
    multiples += [v for a in axes[:-1] for v in (a.to, a.start)]
    return next(w for w in WORDS if not any(v % w for v in multiples))


def _value(machine: Machine, call: Call) -> View:
    """Return the constant, cast as R5 defines, and repeated to fill the widest word."""
    form = call.inputs[0]
    number = new(machine, (1,), "f64")
    bits = np.array([call.attributes["value"]], np.float64).view(np.uint8)
    machine.upload(number.memory, 0, bits)
    pattern = new(machine, (_PATTERN,), "u8")
    item = View(pattern.memory, pattern.address, (1,), (1,), form).item
    same = View(number.memory, number.address, (_PATTERN // item,), (0,), "f64")
    target = View(pattern.memory, pattern.address, same.shape, (item,), form)
    cast = get_op("cast").call(("f64",), (form,), saturate=True)
    run_call(machine, cast, [same], [target])
    return target
