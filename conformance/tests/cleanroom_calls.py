"""Valid calls, and changes that turn each of them into an error (C2, tables of SPEC-OPS.md)."""

from __future__ import annotations

import dataclasses
import struct
from typing import Any

SIZES = {"f64": 8, "f32": 4, "f16": 2, "i64": 8, "i32": 4, "i8": 1, "u8": 1, "bool": 1}


@dataclasses.dataclass(frozen=True)
class Array:
    """An operand or a result: zeros, or the integers `values` if the array contains indices."""

    format: str
    shape: tuple[int, ...]
    values: tuple[int, ...] = ()

    def bytes(self) -> bytes:
        """Return the elements in row-major order as little-endian bytes."""
        count = 1
        for size in self.shape:
            count *= size
        if self.values:
            return struct.pack(f"<{count}{'q' if self.format == 'i64' else 'i'}", *self.values)
        return bytes(count * SIZES[self.format])


@dataclasses.dataclass(frozen=True)
class Asked:
    """A call, described by its op, version, attributes and arrays."""

    op: str
    operands: tuple[Array, ...]
    results: tuple[Array, ...]
    attributes: dict[str, Any] = dataclasses.field(default_factory=dict)
    version: int = 1


def f32(*shape: int) -> Array:
    """Return the description of an f32 array of a shape."""
    return Array("f32", shape)


def ids(*values: int) -> Array:
    """Return the description of an i64 index array with one axis."""
    return Array("i64", (len(values),), values)


ADD = Asked("add", (f32(2, 3), f32(2, 3)), (f32(2, 3),))
WHERE = Asked("where", (Array("bool", (2,)), f32(2), f32(2)), (f32(2),))
SUM = Asked("sum", (f32(2, 3),), (f32(2),), {"axes": [1], "keepdims": False})
MAX = Asked("max", (f32(2, 3),), (f32(2),), {"axes": [1], "keepdims": False})
VAR = Asked("var", (f32(2, 3),), (f32(2),), {"axes": [1], "correction": 1})
NORM = Asked("norm", (f32(2, 3),), (f32(2),), {"axes": [1], "ord": 2})
CUMSUM = Asked("cumsum", (f32(2, 3),), (f32(2, 3),), {"axis": 1})
TOPK = Asked("topk", (f32(2, 3),), (f32(2, 2), Array("i64", (2, 2))), {"k": 2})
GATHER = Asked("gather", (f32(2, 3), Array("i64", (1, 2), (0, 1))), (f32(1, 2),), {"axis": 0})
SELECT = Asked("index_select", (f32(2, 3), ids(1)), (f32(1, 3),), {"axis": 0})
EMBED = Asked("embedding", (f32(4, 3), ids(3, 0)), (f32(2, 3),))
ONE_HOT = Asked("one_hot", (ids(2, 0),), (Array("i64", (2, 3)),), {"classes": 3})
SCATTER = Asked("scatter_add", (*GATHER.operands, f32(1, 2)), (f32(2, 3),), {"axis": 0})
INDEX_ADD = Asked("index_add", (f32(2, 3), ids(1), f32(1, 3)), (f32(2, 3),), {"axis": 0})
BACK = Asked("gather_gradient", (f32(1), ids(1)), (f32(2),), {"axis": 0, "shape": [2]}, 2)
EMBED_BACK = Asked("embedding_gradient", (f32(2, 3), ids(1, 0)), (f32(4, 3),), {"rows": 4})
MATMUL = Asked("matmul", (f32(2, 3), f32(3, 4), f32(4)), (f32(2, 4),))
EINSUM = Asked("einsum", (f32(2, 3), f32(3, 4)), (f32(2, 4),), {"equation": "ij,jk->ik"})
PAD = Asked("pad", (f32(3),), (f32(7),), {"widths": [2, 2], "mode": "reflect"})
UNFOLD = Asked("unfold", (f32(1, 1, 3, 3),), (f32(1, 4, 4),), {"kernel_size": [2, 2]})
CONV = Asked("conv1d", (f32(1, 2, 5), f32(4, 1, 3), f32(4)), (f32(1, 4, 3),), {"groups": 2})
WEIGHT = Asked(
    "conv1d_weight_gradient", (f32(1, 1, 5), f32(1, 1, 3)), (f32(1, 1, 3),), {"kernel_size": [3]}
)
INPUT = Asked(
    "conv1d_input_gradient", (f32(1, 1, 3), f32(1, 1, 3)), (f32(1, 1, 5),), {"input_size": [5]}
)
TRANSPOSED = Asked("conv_transpose1d", (f32(1, 2, 3), f32(2, 1, 3)), (f32(1, 1, 5),))

GOOD = (
    *(ADD, WHERE, SUM, MAX, VAR, NORM, CUMSUM, TOPK, GATHER, SELECT, EMBED, ONE_HOT, SCATTER),
    *(INDEX_ADD, BACK, EMBED_BACK, MATMUL, EINSUM, PAD, UNFOLD, CONV, WEIGHT, INPUT, TRANSPOSED),
)


def _with(call: Asked, **attributes: Any) -> Asked:
    return dataclasses.replace(call, attributes={**call.attributes, **attributes})


def _without(call: Asked, name: str) -> Asked:
    left = {each: value for each, value in call.attributes.items() if each != name}
    return dataclasses.replace(call, attributes=left)


def _given(call: Asked, *operands: Array) -> Asked:
    return dataclasses.replace(call, operands=operands)


BAD = {
    # C2.2: op, version, formats, attributes, ranks and sizes
    "no such version": dataclasses.replace(ADD, version=2),
    "an older version": dataclasses.replace(BACK, version=1),
    "mixed formats": _given(ADD, f32(2, 3), Array("f64", (2, 3))),
    "three operands": _given(ADD, f32(2, 3), f32(2, 3), f32(2, 3)),
    "operands of two shapes": _given(ADD, f32(2, 3), f32(1, 3)),
    "a condition of another shape": _given(WHERE, Array("bool", (1,)), f32(2), f32(2)),
    "an attribute of another op": _with(ADD, axis=0),
    "a required attribute left out": _without(ONE_HOT, "classes"),
    "a matrix of rank 1": _given(MATMUL, f32(3), f32(3, 4), f32(4)),
    "inner sizes that differ": _given(MATMUL, f32(2, 2), f32(3, 4), f32(4)),
    "a bias of another size": _given(MATMUL, f32(2, 3), f32(3, 4), f32(1)),
    # A1: types and ranges of attributes
    "1 for a flag": _with(SUM, keepdims=1),
    "1.0 for an integer": _with(TOPK, k=1.0),
    "true for an integer": _with(TOPK, k=True),
    "an integer for axes": _with(SUM, axes=1),
    "null for an axis": _with(CUMSUM, axis=None),
    "an integer beyond 2^53 - 1": _with(EMBED_BACK, rows=2**53),
    "a correction beyond its range": _with(VAR, correction=2**31 + 1),
    "an order of another type": _with(NORM, ord=2.0),
    "no order of a norm": _with(NORM, ord=3),
    "a NaN for a real": _with(PAD, value={"float": "nan"}),
    "no mode of a pad": _with(PAD, mode="wrap"),
    "an axis beyond the rank": _with(CUMSUM, axis=2),
    "an axis below minus the rank": _with(CUMSUM, axis=-3),
    "an axis of rank 0": dataclasses.replace(CUMSUM, operands=(f32(),), results=(f32(),)),
    "axes beyond the rank": _with(SUM, axes=[2]),
    "an axis named twice": _with(SUM, axes=[1, 1]),
    "an axis named from both ends": _with(SUM, axes=[1, -1]),
    # S2, S3.8: indices and moves
    "an index below 0": _given(EMBED, f32(4, 3), ids(-1, 0)),
    "an index at the length": _given(EMBED, f32(4, 3), ids(4, 0)),
    "an index of a table without columns": dataclasses.replace(
        EMBED, operands=(f32(4, 0), ids(4, 0)), results=(f32(2, 0),)
    ),
    "an index at classes": _given(ONE_HOT, ids(3, 0)),
    "an index larger than x": _given(GATHER, f32(2, 3), Array("i64", (1, 4))),
    "an index of another rank": _given(SELECT, f32(2, 3), Array("i64", (1, 1))),
    "a k above the length": _with(TOPK, k=4),
    "widths for another rank": _with(PAD, widths=[2, 2, 0, 0]),
    "a width below 0": _with(PAD, widths=[-1, 2]),
    "a width above n - 1": _with(PAD, widths=[3, 2]),
    "an empty axis replicated": _with(_given(PAD, f32(0)), mode="replicate", widths=[1, 0]),
    "a window that does not fit": _with(UNFOLD, dilation=[3, 1]),
    "a stride of 0": _with(UNFOLD, stride=[0, 1]),
    # T3.2, T4.einsum, T7
    "an empty axis of max": _given(MAX, f32(2, 0)),
    "an empty axis of max, no results": dataclasses.replace(
        MAX, operands=(f32(0, 0),), results=(f32(0),)
    ),
    "no arrow": _with(EINSUM, equation="ij,jk"),
    "a blank": _with(EINSUM, equation="ij,jk ->ik"),
    "an ellipsis": _with(EINSUM, equation="...j,jk->...k"),
    "a letter of two sizes": _with(EINSUM, equation="ij,ik->jk"),
    "a letter twice in the result": _with(EINSUM, equation="ij,jk->ii"),
    "a letter from nowhere": _with(EINSUM, equation="ij,jk->il"),
    "an equation for one operand": _with(EINSUM, equation="ij->ij"),
    "an equation for another rank": _with(EINSUM, equation="i,jk->ik"),
    "updates of another shape": _given(SCATTER, *GATHER.operands, f32(1, 3)),
    "updates for another index": _given(INDEX_ADD, f32(2, 3), ids(1), f32(2, 3)),
    "a shape of another rank": _with(BACK, shape=[2, 1]),
    "a padding_index at rows": _with(EMBED_BACK, padding_index=4),
    # T5
    "a kernel beyond the input": _with(CONV, dilation=[3]),
    "an empty kernel": _given(CONV, f32(1, 2, 5), f32(4, 1, 0), f32(4)),
    "input channels in no groups": _given(CONV, f32(1, 3, 5), f32(4, 1, 3), f32(4)),
    "output channels in no groups": _given(CONV, f32(1, 2, 5), f32(3, 1, 3), f32(3)),
    "a weight of other channels": _given(CONV, f32(1, 2, 5), f32(4, 2, 3), f32(4)),
    "a stride for another rank": _with(CONV, stride=[1, 1]),
    "another kernel_size": _with(WEIGHT, kernel_size=[2]),
    "another input_size": _with(INPUT, input_size=[6]),
    "an output_padding too large": _with(TRANSPOSED, output_padding=[1]),
    "an empty spatial axis": _given(TRANSPOSED, f32(1, 2, 0), f32(2, 1, 3)),
    "no result": _with(TRANSPOSED, padding=[3]),
}
