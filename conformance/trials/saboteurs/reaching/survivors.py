"""Backends that once passed a whole standard run of golden cases and laws.

Each is a right session that flips one bit of the last element of its first result if its condition
is true. No case tested that condition at the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from samebits.backends.protocol import PROTOCOL_VERSION, Array, Device, Support
from samebits.conformance.trials.saboteurs.base import Wrapping, right_session
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.vectors.digests import bits_digest
from samebits.vectors.reader import Vectors


@dataclass(frozen=True, slots=True)
class Asked:
    """The input of a condition: a call with its operands, and the history of the session."""

    call: Call
    inputs: Sequence[Array]
    outputs: Sequence[Array]
    threads: int
    before: str

    def number(self, name: str) -> int:
        """Return the value of an attribute, or its largest number if the value is a tuple."""
        value = self.call.attributes[name]
        return max(value) if isinstance(value, tuple) else int(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Survivor:
    """A backend (`Backend` protocol) that gives wrong results of an op if a condition is true."""

    name: str
    ops: tuple[str, ...]
    holds: Callable[[Asked], bool]
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """Return the only device."""
        return [Device("cpu", f"survivor: {self.name}")]

    def open(self, device: str) -> SurvivorSession:
        """Open a session of the survivor on top of a right session."""
        return SurvivorSession(right_session(), self)


@dataclass(slots=True)
class SurvivorSession(Wrapping):
    """A session that computes right results, and makes them wrong if its condition is true."""

    survivor: Survivor
    before: str = field(default="")

    def supports(self, call: Call) -> Support:
        """Return the answer of the right session."""
        return self.inner.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the right results, and flip one bit if the condition is true."""
        self.inner.run(call, inputs, outputs)
        asked = Asked(call, inputs, outputs, self.threads, self.before)
        self.before = call.op
        first = outputs[0]
        if call.op in self.survivor.ops and first.size and self.survivor.holds(asked):
            patterns = first.view(f"u{first.itemsize}")
            patterns[(-1,) * first.ndim] ^= patterns.dtype.type(1)

    def environment(self) -> Mapping[str, str]:
        """Return facts about the session for the report."""
        return {"kind": "survivor"}


def _alias(asked: Asked) -> bool:
    """Return whether the first two operands are the same memory."""
    a, b = asked.inputs[:2]
    return a.ctypes.data == b.ctypes.data and a.strides == b.strides


def _only_last_axis_backwards(asked: Asked) -> bool:
    strides = asked.inputs[0].strides
    return len(strides) == 4 and strides[-1] < 0 and min(strides[:-1]) > 0


def _operand(place: Callable[[Array], bool], least: int = 1) -> Callable[[Asked], bool]:
    """Return the condition that an operand with more than `least` elements satisfies `place`."""
    return lambda asked: any(x.size > least and place(x) for x in asked.inputs)


def _last_two_swapped(x: Array) -> bool:
    """Return whether each matrix of a batch is stored column by column."""
    return x.ndim == 3 and min(x.shape) > 1 and x.strides[0] > x.strides[2] > x.strides[1] > 0


def _in_turn(asked: Asked) -> bool:
    """Return whether the elements of two operands alternate in memory without a common byte."""
    a, b = asked.inputs[:2]
    return (
        np.may_share_memory(a, b)
        and a.ctypes.data != b.ctypes.data
        and (a.strides[-1:] == b.strides[-1:] == (2 * a.itemsize,))
    )


def _right_behind(asked: Asked) -> bool:
    """Return whether the first operand begins where the second operand ends."""
    a, b = asked.inputs[:2]
    return b.ctypes.data + b.nbytes == a.ctypes.data and b.flags.c_contiguous


def _only_last_two_alike(asked: Asked) -> bool:
    """Return whether the second and third operands are one array, and the first is different."""
    first, *others = (x.ctypes.data for x in asked.inputs)
    return len(set(others)) == 1 and first not in others


def _is_windows(x: Array) -> bool:
    """Return whether the rows of an array overlap."""
    return x.ndim > 1 and min(x.shape) > 1 and set(x.strides) == {x.itemsize}


def _tie_beyond_16_bits(asked: Asked) -> bool:
    """Return whether an operand with over 2^16 chosen elements contains equal elements.

    For speed, only calls with a single row are examined.
    """
    (x,) = asked.inputs
    k = asked.number("k")
    if x.ndim != 1 or not 1 << 16 < k < x.size:
        return False
    values = np.sort(bits_of(x))
    return bool((values[1:] == values[:-1]).any())


def _longest_line(asked: Asked) -> int:
    axis = asked.call.attributes["axis"]
    assert isinstance(axis, int)
    return int(asked.inputs[0].shape[axis])


def _sides(asked: Asked) -> tuple[int, int, int]:
    """Return M, K and N of a matrix product."""
    a, b = asked.inputs[0].shape, asked.inputs[1].shape
    m, k = a[::-1] if asked.call.attributes["transpose_a"] else a
    n = b[0] if asked.call.attributes["transpose_b"] else b[1]
    return m, k, n


@cache
def _frozen(op: str) -> frozenset[str]:
    """Return the digests of the operands of all golden cases of an op, including level full."""
    cases = Vectors.open().cases(ops=[op], level="full")
    return frozenset(_digest(case.inputs()) for case in cases)


def _digest(inputs: Sequence[Array]) -> str:
    return " ".join(bits_digest(bits_of(x)) for x in inputs)


def looked_up(op: str) -> Survivor:
    """Return a survivor that is right only for operands of golden cases, like a lookup table."""
    return Survivor(
        f"looked_up_{op}", (op,), lambda asked: _digest(asked.inputs) not in _frozen(op)
    )


SURVIVORS: Mapping[str, tuple[Survivor, str]] = {
    survivor.name: (survivor, caught_by)
    for survivor, caught_by in (
        (looked_up("exp"), "drawn/blocks/exp/f32/1"),
        (looked_up("log"), "drawn/blocks/log/f32/1"),
        (looked_up("norm"), "drawn/operands/norm/f64/1"),
        (looked_up("var"), "drawn/operands/var/f32/1"),
        (looked_up("fma"), "drawn/operands/fma/f64/1"),
        (looked_up("amax"), "drawn/operands/amax/i32/1"),
        (looked_up("embedding"), "drawn/operands/embedding/f32_i64_to_f32/1"),
        (Survivor("mul_alias", ("mul",), _alias), "drawn/operands/mul/f32/1"),
        (Survivor("mul_alias_f16", ("mul",), _alias), "drawn/operands/mul/f16/1"),
        (Survivor("matmul_alias", ("matmul",), _alias), "drawn/reach/matmul/f32/sides"),
        (
            Survivor("many_matrices", ("bmm",), lambda a: len(a.inputs[0]) > 65_535),
            "drawn/reach/bmm/f32/sides",
        ),
        (
            Survivor("many_rows", ("sum",), lambda a: a.outputs[0].size > 65_536),
            "drawn/reach/sum/f32/rows",
        ),
        (
            Survivor("many_elements", ("add",), lambda a: a.outputs[0].size > 1 << 20),
            "drawn/reach/add/f32/elements",
        ),
        (
            Survivor("many_elements_exp", ("exp",), lambda a: a.outputs[0].size > 1 << 20),
            "drawn/blocks/exp/f32/1",
        ),
        (
            Survivor("long_lines", ("cumsum",), lambda a: _longest_line(a) > 65_536),
            "drawn/reach/cumsum/f32/lines",
        ),
        (
            Survivor("large_m", ("matmul",), lambda a: _sides(a)[0] > 2048),
            "drawn/reach/matmul/f32/sides",
        ),
        (
            Survivor("large_k", ("matmul",), lambda a: _sides(a)[1] > 2048),
            "drawn/reach/matmul/f32/sides",
        ),
        (
            Survivor("large_n", ("matmul",), lambda a: _sides(a)[2] > 512),
            "drawn/reach/matmul/f32/sides",
        ),
        (
            Survivor("many_groups", ("conv2d",), lambda a: a.number("groups") > 5),
            "drawn/reach/conv2d/f32/windows",
        ),
        (
            Survivor("dilation_3", ("conv2d",), lambda a: a.number("dilation") == 3),
            "drawn/reach/conv2d/f32/windows",
        ),
        (
            Survivor("dilation_3_stride_4", ("conv_transpose1d",),
                     lambda a: (a.number("dilation"), a.number("stride")) == (3, 4)),
            "drawn/reach/conv_transpose1d/f32/windows",
        ),
        (
            Survivor("many_axes", ("add",), lambda a: a.inputs[0].ndim >= 6),
            "drawn/operands/add/f64/1",
        ),
        (
            Survivor("many_axes_exp", ("exp",), lambda a: a.inputs[0].ndim >= 6),
            "drawn/blocks/exp/bf16/1",
        ),
        (
            Survivor("eight_axes_sum", ("sum",), lambda a: a.inputs[0].ndim == 8),
            "drawn/reach/sum/f32/strides",
        ),
        (Survivor("many_threads", ("sum",), lambda a: a.threads >= 8), "drawn/operands/sum/f16/1"),
        (
            Survivor("many_threads_exp", ("exp",), lambda a: a.threads >= 8),
            "drawn/blocks/exp/f16/1",
        ),
        (
            Survivor("five_threads", ("sub",), lambda a: a.threads == 5),
            "drawn/reach/sub/f32/threads",
        ),
        (
            Survivor("last_axis_backwards", ("add",), _only_last_axis_backwards),
            "drawn/reach/add/f32/strides",
        ),
        (
            Survivor("last_axis_backwards_exp", ("exp",), _only_last_axis_backwards),
            "drawn/blocks/exp/f32/1",
        ),
        (
            Survivor("large_with_gaps", ("sub",), _operand(
                lambda x: not x.flags.c_contiguous, 1 << 16)),
            "drawn/operands/sub/bf16/1",
        ),
        (
            Survivor("large_result_with_gaps", ("mul",),
                     lambda a: a.outputs[0].size > 4096 and not a.outputs[0].flags.c_contiguous),
            "drawn/*/mul/*/1",
        ),
        (
            Survivor("large_with_gaps_exp", ("exp",), _operand(
                lambda x: not x.flags.c_contiguous, 1 << 16)),
            "drawn/blocks/exp/f16/1",
        ),
        *(
            (
                Survivor(f"sizes_from_{low}", ("mul",), lambda a, low=low: (
                    low <= a.outputs[0].size < 2 * low)),
                "drawn/reach/mul/f32/strides",
            )
            for low in (1 << 11, 1 << 13, 1 << 15, 1 << 17)
        ),
        (
            Survivor("sizes_from_8192_exp", ("exp",),
                     lambda a: 8192 <= a.outputs[0].size < 16384),
            "drawn/blocks/exp/bf16/1",
        ),
        (
            Survivor("terms_from_8192", ("sum",), lambda a: (
                8192 <= a.inputs[0].size < 16384 and 0 < a.outputs[0].size <= 8192)),
            "drawn/reach/sum/f32/strides",
        ),
        (Survivor("transposed_matrices", ("bmm",), _operand(_last_two_swapped)),
         "law/strides/bmm/f32"),
        (Survivor("every_second", ("sum",), _operand(
            lambda x: x.strides[-1:] == (2 * x.itemsize,))), "law/strides/sum/f32"),
        (Survivor("odd_strides", ("add",), _operand(
            lambda x: any(s % x.itemsize for s in x.strides))), "law/strides/add/f32"),
        (Survivor("windows", ("matmul",), _operand(_is_windows)), "law/broadcast/matmul/f32"),
        (Survivor("in_turn", ("mul",), _in_turn), "law/alias/mul/f32"),
        (Survivor("right_behind", ("add",), _right_behind), "law/alias/add/f32"),
        (Survivor("two_of_three", ("fma",), _only_last_two_alike), "law/alias/fma/f32"),
        (Survivor("far_ties", ("topk",), _tie_beyond_16_bits),
         "drawn/reach/topk/f32_to_f32_i64/lines"),
        (Survivor("after_a_sort", ("add",), lambda a: a.before == "sort"), "drawn/mixed/*/f32/1"),
        (Survivor("twice", ("div",), lambda a: a.before == "div"), "drawn/mixed/div/f32/1"),
    )
}  # fmt: skip
"""All survivors, each with a shell pattern for the drawn case that catches it."""
