"""Backends that passed a whole standard run of frozen cases and laws: right but where none looked.

Each is the right session, spoilt by one bit of its last result where its condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from samebits.backends.protocol import PROTOCOL_VERSION, Array, Device, Support
from samebits.conformance.tests.saboteurs.base import Wrapping, right_session
from samebits.spec.call import Call
from samebits.spec.formats import bits_of
from samebits.vectors.digests import bits_digest
from samebits.vectors.reader import Vectors


@dataclass(frozen=True, slots=True)
class Asked:
    """What a condition may look at: a call with its operands, and what the session has seen."""

    call: Call
    inputs: Sequence[Array]
    outputs: Sequence[Array]
    threads: int
    before: str

    def number(self, name: str) -> int:
        """The largest number of an attribute."""
        value = self.call.attributes[name]
        return max(value) if isinstance(value, tuple) else int(value)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Survivor:
    """A backend (`Backend` protocol) that spoils an op where a condition holds."""

    name: str
    ops: tuple[str, ...]
    holds: Callable[[Asked], bool]
    version: str = "1"
    protocol: int = PROTOCOL_VERSION

    def devices(self) -> Sequence[Device]:
        """One device."""
        return [Device("cpu", f"survivor: {self.name}")]

    def open(self, device: str) -> SurvivorSession:
        """Open it on top of a right session."""
        return SurvivorSession(right_session(), self)


@dataclass(slots=True)
class SurvivorSession(Wrapping):
    """A session that passes everything on, and spoils what its condition names."""

    survivor: Survivor
    before: str = field(default="")

    def supports(self, call: Call) -> Support:
        """What the right session supports."""
        return self.inner.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """The right results, but for one bit."""
        self.inner.run(call, inputs, outputs)
        asked = Asked(call, inputs, outputs, self.threads, self.before)
        self.before = call.op
        first = outputs[0]
        if call.op in self.survivor.ops and first.size and self.survivor.holds(asked):
            patterns = first.view(f"u{first.itemsize}")
            patterns[(-1,) * first.ndim] ^= patterns.dtype.type(1)

    def environment(self) -> Mapping[str, str]:
        """Facts for the report."""
        return {"kind": "survivor"}


def _alias(asked: Asked) -> bool:
    """The same memory is passed twice."""
    a, b = asked.inputs[:2]
    return a.ctypes.data == b.ctypes.data and a.strides == b.strides


def _only_last_axis_backwards(asked: Asked) -> bool:
    strides = asked.inputs[0].strides
    return len(strides) == 4 and strides[-1] < 0 and min(strides[:-1]) > 0


def _longest_line(asked: Asked) -> int:
    axis = asked.call.attributes["axis"]
    assert isinstance(axis, int)
    return int(asked.inputs[0].shape[axis])


def _sides(asked: Asked) -> tuple[int, int, int]:
    """M, K, N of a matrix product."""
    a, b = asked.inputs[0].shape, asked.inputs[1].shape
    m, k = a[::-1] if asked.call.attributes["transpose_a"] else a
    n = b[0] if asked.call.attributes["transpose_b"] else b[1]
    return m, k, n


@cache
def _frozen(op: str) -> frozenset[str]:
    """The digests of the operands of all frozen cases of an op, up to level full."""
    cases = Vectors.open().cases(ops=[op], level="full")
    return frozenset(_digest(case.inputs()) for case in cases)


def _digest(inputs: Sequence[Array]) -> str:
    return " ".join(bits_digest(bits_of(x)) for x in inputs)


def looked_up(op: str) -> Survivor:
    """Right on frozen operands alone, as one that has their answers in a table."""
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
        (Survivor("after_a_sort", ("add",), lambda a: a.before == "sort"), "drawn/mixed/*/f32/1"),
        (Survivor("twice", ("div",), lambda a: a.before == "div"), "drawn/mixed/div/f32/1"),
    )
}  # fmt: skip
"""Every survivor with the drawn case (a shell pattern) that catches it."""
