"""Windows: a convolution, or its gradient, equals `matmul` with the unfolded input (T5).

NumPy pads and unfolds the input, without arithmetic, and the session multiplies. A gradient of the
weight is one product for each sample, and the products are added by T1. A gradient of the input is
compared with the transposed convolution of the same numbers.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import Axis, axes_of, kind_of
from samebits.spec.formats import bits_of, compute_format, from_bits
from samebits.spec.language.call import Call


def _kind(call: Call) -> str | None:
    return kind_of(get_op(call.op).shape_rule)


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to convolutions in formats of matmul, and to gradients.

    Gradients of the weight must be in their compute format.
    """
    call = specimen.call
    kind = _kind(call)
    if kind == "forward":
        return (call.inputs, call.outputs) in get_op("matmul").signatures
    if kind == "weight_gradient":
        return compute_format(call.inputs) == call.outputs[0] == call.inputs[0]
    return kind == "input_gradient"


def unfolded(x: Array, axes: tuple[Axis, ...]) -> Array:
    """Return `x` [C, S..] as [C * taps, positions]; taps outside of the input are +0."""
    padded = np.pad(x, ((0, 0), *((a.padding, a.padding) for a in axes)))
    rows = []
    for taps in product(*(range(a.taps) for a in axes)):
        cut = tuple(
            slice(a.dilation * t, a.dilation * t + a.stride * (a.output - 1) + 1, a.stride)
            for a, t in zip(axes, taps, strict=True)
        )
        rows.append(padded[(slice(None), *cut)].reshape(len(x), -1))
    return np.stack(rows, axis=1).reshape(len(x) * len(rows), -1)


def _multiply(bench: Bench, call: Call, a: Array, b: Array, bias: list[Array]) -> Bits:
    """Return a[M, K] b[K, N], plus bias[M] for each row, computed as (b^T a^T)^T.

    matmul adds a bias to columns, so the product is transposed.
    """
    matmul = get_op("matmul").call(
        call.inputs if bias else call.inputs[:2], call.outputs, transpose_a=True, transpose_b=True
    )
    bench.need_call(matmul)
    return bench.run(matmul, [b, a, *bias])[0].T


def _forward(bench: Bench, call: Call, x: list[Array], axes: tuple[Axis, ...]) -> Bits:
    groups = int(str(call.attributes["groups"]))
    samples = []
    for sample in x[0]:
        parts = [
            _multiply(bench, call, weight.reshape(len(weight), -1), unfolded(part, axes), bias)
            for part, weight, *bias in zip(
                *(np.split(y, groups) for y in (sample, *x[1:])), strict=True
            )
        ]
        samples.append(np.concatenate(parts))
    return np.stack(samples)


def _weight_gradient(bench: Bench, call: Call, x: list[Array], axes: tuple[Axis, ...]) -> Bits:
    groups = int(str(call.attributes["groups"]))
    samples = []
    for image, gradient in zip(x[0], x[1], strict=True):
        parts = [
            _multiply(bench, call, g.reshape(len(g), -1), unfolded(i, axes).T, [])
            for i, g in zip(np.split(image, groups), np.split(gradient, groups), strict=True)
        ]
        samples.append(from_bits(np.concatenate(parts), call.outputs[0]))
    while len(samples) > 1:
        pairs = zip(samples[::2], samples[1::2], strict=False)
        samples = [a + b for a, b in pairs] + samples[len(samples) - len(samples) % 2 :]
    return bits_of(samples[0])


def _as_transposed(bench: Bench, call: Call, x: list[Array]) -> list[Bits]:
    """Return the gradient of the input, computed by the transposed convolution."""
    kept = {k: v for k, v in call.attributes.items() if k != "input_size"}
    axes = axes_of("input_gradient", call.op, call.attributes, [y.shape for y in x])
    extra = tuple(
        a.input - ((a.output - 1) * a.stride - 2 * a.padding + a.dilation * (a.taps - 1) + 1)
        for a in axes
    )
    op = get_op(f"conv_transpose{len(axes)}d")
    other = op.call(call.inputs, call.outputs, **kept, output_padding=extra)
    bench.need_call(other)
    return bench.run(other, x)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the call with the op that is equivalent to it, on the same numbers."""
    call, operands = specimen.call, specimen.operands()
    base = bench.run(call, operands)
    kind = _kind(call) or ""
    if kind == "input_gradient":
        text = "other bits than the transposed convolution"
        return bench.differs(specimen, base, _as_transposed(bench, call, operands), text)
    axes = axes_of(kind, call.op, call.attributes, specimen.shapes)
    make = _forward if kind == "forward" else _weight_gradient
    other = make(bench, call, operands, axes)
    assert other.size == prod(base[0].shape)
    text = "other bits than matmul with the unfolded input"
    return bench.differs(specimen, base, [other.reshape(base[0].shape)], text)


LAW = Law(
    name="windows",
    says="a convolution is matmul with the unfolded input, and so are its gradients",
    rules=("T5.2", "T5.6", "T5.7"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=concerns,
)
