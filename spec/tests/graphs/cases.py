"""Calls of the test-only declarations with operands, and their expected results in binary64.

The functions compute the mathematical meaning of an op with NumPy, without the nodes of its graph.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.tests.graphs import adamw, layer_norm, masked, nested, recurrent

Array = np.ndarray[Any, Any]
Plain = Callable[..., tuple[Any, ...]]

OPS = (
    layer_norm.OP, adamw.OP, nested.OP, masked.MASKED, masked.GUARDED,
    recurrent.RECURRENT, recurrent.ROTATED, recurrent.MOVED,
)  # fmt: skip
"""The test-only graphs whose nodes all have oracles."""

DRAWN = (masked.DRAW, masked.NOISE)
"""An op that draws, and a graph op in which it is a node. These ops do not have oracles."""


@dataclass(frozen=True)
class Case:
    """A call with its operands, a function for its results in binary64, and a tolerance `near`."""

    call: Call
    inputs: tuple[Array, ...]
    plain: Plain
    near: float

    def __str__(self) -> str:
        return f"{self.call.op}-{self.call.label}-{len(self.inputs)}-{self.inputs[0].shape}"

    def wanted(self) -> tuple[Array, ...]:
        """Return the expected results in binary64."""
        wide = [x.astype(np.float64) if x.dtype != bool else x for x in self.inputs]
        return tuple(np.asarray(x) for x in self.plain(dict(self.call.attributes), *wide))


def _case(op: Op, formats: str, plain: Plain, *shapes: tuple[int, ...], **attributes: Any) -> Case:
    draw = np.random.default_rng(len(shapes) + sum(map(sum, shapes)))
    names = formats.split()
    inputs = [
        (draw.random(s) < 0.6)
        if f == "bool"
        else draw.standard_normal(s).astype(get_format(f).dtype)
        for s, f in zip(shapes, names, strict=True)
    ]
    outputs = next(o for i, o in op.signatures if i == tuple(names))
    low = {"bf16": 2.0**-8, "f16": 2.0**-10}.get(names[0], 1e-5)
    return Case(op.call(names, outputs, **attributes), tuple(inputs), plain, low)


def _normed(a: dict[str, Any], x: Array, weight: Any = 1.0, bias: Any = 0.0) -> tuple[Any, ...]:
    r = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + a["eps"])
    return (x - x.mean(-1, keepdims=True)) * r * weight + bias, x.mean(-1), r[..., 0]


def _stepped(
    a: dict[str, Any], p: Array, g: Array, m: Array, v: Array, top: Array | None = None
) -> tuple[Any, ...]:
    g = -g if a["maximize"] else g
    m = a["beta1"] * m + (1 - a["beta1"]) * g
    v = a["beta2"] * v + (1 - a["beta2"]) * g * g
    used = v if top is None else np.maximum(top, v)
    root = np.sqrt(used / (1 - a["beta2"] ** a["step"])) + a["eps"]
    pace = a["lr"] / (1 - a["beta1"] ** a["step"])
    p = p * (1 - a["lr"] * a["weight_decay"]) - pace * m / root
    return (p, m, v) if top is None else (p, m, v, used)


def _attended(a: dict[str, Any], x: Array, weight: Array) -> tuple[Any, ...]:
    y, _, r = _normed(a, x, weight)
    s = y * (1 / math.sqrt(x.shape[-1]) if a["scale"] is None else a["scale"])
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True), r


def _masked(a: dict[str, Any], x: Array, mask: Array) -> tuple[Any, ...]:
    shown = np.where(mask, x, -3e38)
    order = np.argsort(-shown, axis=1, kind="stable")[:, : a["k"]]
    with np.errstate(all="ignore"):
        mean = np.where(mask, x, 0).sum(1) / mask.sum(1)
    return mean, mask.sum(1), np.take_along_axis(shown, order, 1), order


def _guarded(a: dict[str, Any], p: Array, g: Array) -> tuple[Any, ...]:
    bad = not np.isfinite(g).all()
    return (p if bad else p - g), np.array(bad)


def _recurrent(
    a: dict[str, Any], x: Array, h: Array, w: Array, u: Array, b: Array, c: Array
) -> tuple[Any, ...]:
    found = []
    for now in x:
        h = np.tanh(now @ w.T + b + h @ u.T + c)
        found.append(h)
    return np.stack(found), h


def _rotated(a: dict[str, Any], x: Array, scale: Array) -> tuple[Any, ...]:
    half = x.shape[-1] // 2
    turned = np.concatenate([x[..., half:] * scale[:half], x[..., :half]], -1)
    beside = np.broadcast_to(scale, x.shape)
    return (np.moveaxis(np.stack([turned, beside]), 1, -2),)


def _moved(a: dict[str, Any], x: Array) -> tuple[Any, ...]:
    return (np.moveaxis(x, -1, 0).reshape(-1),)


def large_cases() -> list[Case]:
    """Return calls with enough elements to show whether f16 was rounded once or twice."""
    return [_case(layer_norm.OP, "f16 f16 f16", _normed, (40000, 7), (7,), (7,))]


def _positive(case: Case) -> Case:
    """Return the case of AdamW in which averages of squares are not negative."""
    inputs = (*case.inputs[:3], *(np.abs(x) for x in case.inputs[3:]))
    return Case(case.call, inputs, case.plain, case.near)


def _with_infinity(case: Case) -> Case:
    case.inputs[1].reshape(-1)[3] = np.inf
    return case


def cases() -> list[Case]:
    norm, step, row = layer_norm.OP, adamw.OP, nested.OP
    found = [
        _case(norm, " ".join([f] * n), _normed, *((4, 3, 37), (37,), (37,))[:n], eps=eps)
        for f in ("f32", "bf16", "f16")
        for n, eps in ((1, 1e-5), (2, 0.5), (3, 1e-3))
    ]
    found += [
        _positive(_case(step, " ".join([f] * n), _stepped, *[(9, 13)] * n, **attributes))
        for f in ("f32", "f64")
        for n in (4, 5)
        for attributes in (
            {}, {"step": 7, "lr": 0.02, "maximize": True},
            {"beta1": 0.3, "beta2": 0.3, "step": 2, "eps": 0.1, "weight_decay": 0.75, "lr": 3.0},
        )
    ]  # fmt: skip
    found += [
        _case(row, f"{f} {f}", _attended, (3, 4, 21), (21,), eps=0.125, scale=scale)
        for f in ("f32", "bf16")
        for scale in (None, 0.7)
    ]
    found += [
        _case(masked.MASKED, f"{f} bool", _masked, (7, 19), (7, 19), k=k)
        for f in ("f32", "bf16")
        for k in (3, 19)
    ]
    guarded = [_case(masked.GUARDED, "f32 f32", _guarded, (5, 7), (5, 7)) for _ in range(2)]
    found += [guarded[0], _with_infinity(guarded[1])]
    shapes = (6, 3, 4), (3, 5), (5, 4), (5, 5), (5,), (5,)
    found += [
        _case(recurrent.RECURRENT, " ".join([f] * 6), _recurrent, *shapes) for f in ("f32", "bf16")
    ]
    found += [_case(recurrent.ROTATED, "f32 f32", _rotated, (3, 2, 5, 8), (8,))]
    found += [_case(recurrent.MOVED, f, _moved, (3, 4, 5)) for f in ("f32", "bf16")]
    return found
