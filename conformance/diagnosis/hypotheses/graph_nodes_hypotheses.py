"""Wrong ways to compute a node of a graph that depend on the nodes before it.

These are typical mistakes of norms and optimizers:

- an fma across two nodes,
- eps outside of the root,
- a root and then a reciprocal,
- a mean by a product with 1 / n, or with n - 1,
- squares before the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.scalar import right_result
from samebits.conformance.reveal.layout import reduction_axes
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Node


@dataclass(frozen=True, slots=True)
class Made:
    """A node that was run, with its call and its operands."""

    node: Node
    call: Call
    operands: Sequence[Array]


Makers = Mapping[str, Made]
"""The nodes that were run, by the names of their values."""

RunKnowing = Callable[[Made, Makers], Array]
"""A function that runs a node, and also gets the nodes that were run before it."""

Way = tuple[str, str, RunKnowing]
"""The name of a wrong way, its description, and the function that runs it."""


def ways(node: Node, ops: Mapping[str, str]) -> Iterator[Way]:
    """Yield wrong ways to compute a node.

    `ops` maps the values of the nodes before it to the ops of these nodes.
    """
    makers = [ops.get(name, "") for name in node.inputs]
    if node.op in ("add", "sub") and "mul" in makers:
        yield "fused", "a product is added by an fma, and so not rounded (G1)", _fused
        if node.op == "add":
            yield "folded", "x * (weight * r) + (bias - m * weight * r) instead (G6)", _folded
    if node.op == "where":
        yield "other-choice", "the value that the flag does not choose (G1)", _other
    if node.op == "div" and not makers[1]:
        yield "unbiased", "divided by one less than the count (G6)", partial(_by_more, -1)
        yield "biased", "divided by one more than n - 1 (G6)", partial(_by_more, 1)
    if node.op == "rsqrt":
        yield "root-then-reciprocal", "1 divided by the rounded root, so rounded twice (R2)", _twice
        if makers == ["add"]:
            text = "what is added to the variance is added to its root (G6)"
            yield "eps-outside-root", text, _outside
    if node.op == "mul" and "rsqrt" in makers:
        yield "divided-by-root", "divided by a root instead of multiplied by its reciprocal", _over
    if node.op == "mean":
        yield "reciprocal", "the sum is multiplied by the rounded 1 / n (T3)", _by_reciprocal
        yield "unbiased", "divided by n - 1 instead of n (G6)", _unbiased
        if makers == ["mul"]:
            yield "one-pass", "the mean of the squares less the square of the mean (G6)", _one_pass


def _op(name: str, like: Call, *operands: Array) -> Array:
    """Return the right result of an op on operands in the compute format."""
    form = like.outputs[0]
    call = get_op(name).call((form,) * len(operands), (form,))
    found = right_result(call, np.broadcast_arrays(*operands))
    assert found is not None
    return found


def _fused(this: Made, makers: Makers) -> Array:
    at = next(i for i, n in enumerate(this.node.inputs) if n in makers and _is(makers, n, "mul"))
    a, b = makers[this.node.inputs[at]].operands
    c = this.operands[1 - at]
    if this.call.op == "sub":
        a, c = (a, _negated(c)) if at == 0 else (_negated(a), c)
    shape = this.operands[0].shape
    a, b = (x if x.shape == shape else x.reshape(shape) for x in np.broadcast_arrays(a, b))
    return _op("fma", this.call, a, b, c)


def _folded(this: Made, makers: Makers) -> Array:
    """Return a norm whose weight and statistics are combined into one factor and one addend."""
    at = next(i for i, n in enumerate(this.node.inputs) if n in makers and _is(makers, n, "mul"))
    scaled, bias = makers[this.node.inputs[at]], this.operands[1 - at]
    normed = makers.get(scaled.node.inputs[0])
    deviation = normed and makers.get(normed.node.inputs[0])
    if normed is None or not deviation or deviation.call.op != "sub":
        return right(this)
    (x, m), r, weight = deviation.operands, normed.operands[1], scaled.operands[1]
    factor = _op("mul", this.call, weight, r)
    addend = _op("sub", this.call, bias, _op("mul", this.call, m, factor))
    return _op("add", this.call, _op("mul", this.call, x, factor), addend)


def _other(this: Made, makers: Makers) -> Array:
    flag, *values = this.operands
    found = right_result(this.call, [np.logical_not(flag), *values])
    assert found is not None
    return found


def _by_more(more: int, this: Made, makers: Makers) -> Array:
    total, divisor = this.operands
    if not (np.floor(divisor) == divisor).all():
        return right(this)  # the divisor is not a count
    return _op("div", this.call, total, divisor + divisor.dtype.type(more))


def right(this: Made) -> Array:
    """Return the right result of a node."""
    found = right_result(this.call, this.operands)
    assert found is not None
    return found


def _is(makers: Makers, name: str, op: str) -> bool:
    return makers[name].call.op == op


def _negated(x: Array) -> Array:
    return np.asarray(-x)


def _twice(this: Made, makers: Makers) -> Array:
    root = _op("sqrt", this.call, this.operands[0])
    return _op("div", this.call, _like(root, 1), root)


def _outside(this: Made, makers: Makers) -> Array:
    variance, eps = makers[this.node.inputs[0]].operands
    total = _op("add", this.call, _op("sqrt", this.call, variance), eps)
    return _op("div", this.call, _like(total, 1), total)


def _over(this: Made, makers: Makers) -> Array:
    found = [n in makers and _is(makers, n, "rsqrt") for n in this.node.inputs]
    at = found.index(True)
    root = _op("sqrt", this.call, makers[this.node.inputs[at]].operands[0])
    return _op("div", this.call, this.operands[1 - at], root)


def _like(x: Array, value: int) -> Array:
    return np.full(x.shape, x.dtype.type(value))


def _count(this: Made) -> int:
    x = this.operands[0]
    return int(np.prod([x.shape[i] for i in reduction_axes(this.call, x.ndim)[1]]))


def _total(this: Made) -> Array:
    call = get_op("sum").call(this.call.inputs, this.call.outputs, **this.call.attributes)
    found = right_result(call, this.operands)
    assert found is not None
    return found


def _by_reciprocal(this: Made, makers: Makers) -> Array:
    total = _total(this)
    share = _op("div", this.call, _like(total, 1), _like(total, _count(this)))
    return _op("mul", this.call, total, share)


def _unbiased(this: Made, makers: Makers) -> Array:
    total = _total(this)
    return _op("div", this.call, total, _like(total, _count(this) - 1))


def _one_pass(this: Made, makers: Makers) -> Array:
    square = makers[this.node.inputs[0]]
    deviation = makers.get(square.node.inputs[0])
    if deviation is None or deviation.call.op != "sub":
        return right(this)
    x, m = deviation.operands
    mean = right(Made(this.node, this.call, [_op("mul", this.call, x, x)]))
    last = m[tuple(slice(0, n) for n in mean.shape)]
    return _op("sub", this.call, mean, _op("mul", this.call, last, last))
