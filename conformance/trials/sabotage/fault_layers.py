"""Faults of networks: two large axes in one call, sizes of real layers, and contents of layers.

These are classes A and B of the review that proposed them. Kernel authors optimize for such sizes
and contents, and make mistakes in the special paths for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.questions.by_binary64 import has_wide_route
from samebits.conformance.questions.drawing.attention_drawn import HEADS
from samebits.conformance.questions.drawing.losses_drawn import LOSSES, has_classes
from samebits.conformance.questions.network_questions import is_asked
from samebits.conformance.questions.route import answerable
from samebits.conformance.trials.sabotage.family import Asked, Family, where
from samebits.conformance.trials.sabotage.fault_calls import most_rank
from samebits.oracles.numpy_route.formats_route import widen
from samebits.spec.catalog import get_op, landmarks_of, never_negative
from samebits.spec.families import (
    aligned,
    batch_norms,
    channel_norms,
    indexing,
    layer_norms,
    ordering,
    pools,
    products,
    reductions,
    resampling,
    scans,
    windows,
)
from samebits.spec.formats import format_of, get_format
from samebits.spec.language import shapes as rules
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.shapes import ShapeRule

_ROWS = (
    *reductions.SHAPE_RULES, rules.same_as_input, scans.scan, ordering.sort, ordering.topk,
    rules.gradient_along_axis, *layer_norms.SHAPE_RULES,
)  # fmt: skip
_MATRICES = (rules.matmul, rules.bmm, products.linear, *aligned.SHAPE_RULES)
_WINDOWS = (*windows.FORWARD, *windows.INPUT_GRADIENT, *windows.TRANSPOSED)
_FEW = 64


def _networks(op: str, label: str) -> bool:
    return is_asked(op, label) and (answerable(op, label) or has_wide_route(op, label))


def _of(among: Sequence[ShapeRule], *arguments: str) -> Callable[[str, str], Sequence[str]]:
    def found(op: str, label: str) -> Sequence[str]:
        return arguments if get_op(op).shape_rule in among and _networks(op, label) else ()

    return found


def _bound(op: str, label: str, argument: str) -> bool:
    """Return True: the judge must catch each of these faults wherever the family applies."""
    return True


def _both(asked: Asked, argument: str) -> int | None:
    return where(
        any(sum(n >= int(argument) for n in x.shape) >= 2 for x in (*asked.inputs, *asked.outputs))
    )


def _tiles(asked: Asked, argument: str) -> int | None:
    sides = [n for x in asked.inputs[:2] for n in x.shape[-2:]]
    if argument == "64":
        return where(all(n and n % 64 == 0 for n in sides))
    return where(all(n > int(argument.removeprefix(">")) for n in sides))


def _channels(asked: Asked, argument: str) -> int | None:
    behind = asked.outputs[0].shape[1]
    return where(min(asked.inputs[0].shape[1], behind) >= int(argument))


def _depthwise(asked: Asked, argument: str) -> int | None:
    groups, weight = _value(asked, "groups"), asked.inputs[1]
    return where(groups >= 32 and weight.shape[1] == 1 and weight.shape[-1] == int(argument))


def _dilated(asked: Asked, argument: str) -> int | None:
    return where(max(_value(asked, "dilation")) >= int(argument))


def _head(asked: Asked, argument: str) -> int | None:
    width, mask = argument.split(".")
    plain = 3 if len(asked.outputs) == 1 else 5
    has = "plain"
    if len(asked.inputs) > plain:
        has = "flags" if format_of(asked.inputs[-1]).kind == "bool" else "numbers"
    elif _value(asked, "is_causal"):
        has = "causal"
    return where(asked.inputs[0].shape[-1] == int(width) and has == mask)


def _image(asked: Asked, argument: str) -> int | None:
    channels, side = map(int, argument.split("."))
    return where(asked.inputs[0].shape[1] >= channels and asked.inputs[0].shape[-1] >= side)


def _second(asked: Asked, argument: str) -> int | None:
    return where(asked.inputs[0].shape[1] >= int(argument))


def _grouped(asked: Asked, argument: str) -> int | None:
    return where(_value(asked, "num_groups") >= int(argument))


def _classes(asked: Asked, argument: str) -> int | None:
    arrays = (*asked.inputs, *asked.outputs)
    return where(any(x.ndim > 1 and x.shape[1] >= int(argument) for x in arrays))


def _table(asked: Asked, argument: str) -> int | None:
    arrays = (*asked.inputs, *asked.outputs)
    return where(any(x.ndim == 2 and x.shape[0] >= int(argument) > 0 for x in arrays))


def _value(asked: Asked, name: str) -> Any:
    return asked.call.attributes[name]


def _contents(asked: Asked, argument: str) -> int | None:
    with np.errstate(all="ignore"):  # a case may set NumPy to raise errors in the host
        return where(any(has_contents(x, argument) for x in asked.inputs))


def _wide(array: Array) -> Array:
    return widen(np.ascontiguousarray(array), format_of(array).name)


def has_contents(array: Array, kind: str) -> bool:
    """Return whether a float operand has contents of this kind. Small operands never have."""
    form = format_of(array)
    if not form.is_float or array.size < _FEW or array.ndim < 1:
        return False
    x = _wide(array)
    rows = x.reshape(-1, x.shape[-1])
    if kind == "zeros":
        return bool(((x == 0) & ~np.signbit(x)).all())
    if kind == "ones":
        return bool((x == 1).all())
    if kind == "no_negative":
        return bool((x >= 0).all() and (x == 0).any() and (x > 0).any())
    if kind == "equal_rows":
        return rows.shape[0] > 1 < rows.shape[1] and bool((rows == rows[:, :1]).all())
    if kind == "half_absent":
        absent = np.isneginf(rows)
        return bool(((absent.sum(axis=1) * 2 >= rows.shape[1]) & ~absent.all(axis=1)).any())
    if kind == "absent_row":
        return rows.shape[1] >= 8 and bool(np.isneginf(rows).all(axis=1).any())
    if kind == "one_hot":
        return rows.shape[1] > 1 and bool(
            (((rows != 0).sum(axis=1) == 1) & (rows.max(1) == 1)).all()
        )
    near = 4 / math.sqrt(x.size)
    return bool(np.isfinite(x).all()) and abs(float(x.mean())) < near and 0.6 < float(x.std()) < 1.4


def contents_of(op_name: str, label: str) -> Sequence[str]:
    """Return the kinds of contents that a fault of an op and label may depend on."""
    if not _networks(op_name, label) or set(get_op(op_name).shape_rule.operands) == {"[]"}:
        return ()
    inputs, _ = get_op(op_name).labels()[label][0]
    form = get_format(next(name for name in inputs if get_format(name).is_float))
    found = ["zeros", "ones", "no_negative", "one_hot"]
    if most_rank(op_name, 2) >= 2:
        found += ["equal_rows"]
    if not (has_wide_route(op_name, label) or label == "f64" or never_negative(op_name)):
        found += ["normal"]
    if form.has_infinity and not never_negative(op_name):
        found += ["half_absent", "absent_row"]
    return found


def _first_step(asked: Asked, argument: str) -> int | None:
    with np.errstate(all="ignore"):  # as above
        _, gradient, *states = map(_wide, asked.inputs)
        return where(bool(states) and all((s == 0).all() for s in states) and bool(gradient.any()))


def _steps(op: str, label: str) -> Sequence[str]:
    is_step = isinstance(landmarks_of(op), StepLandmarks) and len(get_op(op).operands) > 2
    return ("states",) if is_step and _networks(op, label) else ()


def _classes_of(op: str, label: str) -> Sequence[str]:
    declared = get_op(op)
    rule = declared.shape_rule
    return ("1000",) if rule in LOSSES and has_classes(declared) and _networks(op, label) else ()


_ASKED = "1 if a call has it"

FAMILIES = (
    Family("both", "two sides of an array of {} or more", _ASKED, _both, _of(_ROWS, "256", "512"),
           _bound, group="sizes"),
    Family("tiles", "all sides of two matrices are multiples of 64 or greater than a limit: {}",
           _ASKED, _tiles,
           _of(_MATRICES, "64", ">255"), _bound, group="sizes"),
    Family("channels", "operand and result have {} channels or more", _ASKED, _channels,
           _of(_WINDOWS, "64"), _bound, group="sizes"),
    Family("depthwise", "each of 32 or more channels is a group, and the window has this width: {}",
           _ASKED, _depthwise,
           _of(_WINDOWS, "3", "5", "7"), _bound, group="sizes"),
    Family("dilated", "a dilation of {} or more", _ASKED, _dilated, _of(_WINDOWS, "6", "12"),
           _bound, group="sizes"),
    Family("head", "attention heads have this width and kind of mask: {}", _ASKED, _head,
           _of(tuple(HEADS), *(f"{n}.{m}" for n in (32, 64, 128) for m in ("flags", "numbers")),
               "64.plain", "32.plain", "64.causal", "80.causal", "128.causal", "80.numbers"),
           _bound, group="sizes"),
    Family("image", "an image has at least this many channels and this width: {}", _ASKED, _image,
           _of((*pools.MAX, *pools.AVERAGE, *resampling.FORWARD.values()), "8.16"), _bound,
           group="sizes"),
    Family("second", "{} channels or more", _ASKED, _second,
           _of((*channel_norms.SHAPE_RULES, *batch_norms.SHAPE_RULES), "32", "64"), _bound,
           group="sizes"),
    Family("grouped", "{} groups or more", _ASKED, _grouped,
           _of((channel_norms.group_norm, channel_norms.group_norm_gradient), "8", "32"), _bound,
           group="sizes"),
    Family("classes", "{} classes or more", _ASKED, _classes, _classes_of, _bound, group="sizes"),
    Family("table", "a table of {} rows or more", _ASKED, _table,
           _of((indexing.embedding, indexing.embedding_gradient, indexing.index_select), "1000"),
           _bound, group="sizes"),
    Family("contents", "an operand of 64 elements or more that holds: {}", _ASKED, _contents,
           contents_of, _bound, group="contents"),
    Family("first", "the gradient is not zero, and these operands are zero: {}", _ASKED,
           _first_step, _steps, _bound,
           group="contents"),
)  # fmt: skip
"""Families of faults that depend on sizes and contents of layers."""
