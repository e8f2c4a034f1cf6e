"""Moves, sorts and scatters as NumPy and PyTorch have them, and operands to try a format on.

NumPy has no descending sort, no topk and no window op; a scatter is its `add.at`. PyTorch's scatter
ops are called as they are; the gradients are those that its autograd calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

TRIALS: Mapping[str, tuple[Mapping[str, Any], tuple[tuple[int, ...], ...]]] = {
    "argsort": ({}, ((2,),)),
    "embedding": ({}, ((2, 2), (1,))),
    "embedding_gradient": ({"rows": 2}, ((1, 2), (1,))),
    "gather": ({}, ((2,), (1,))),
    "gather_gradient": ({"shape": (2,)}, ((1,), (1,))),
    "index_add": ({}, ((2,), (1,), (1,))),
    "index_select": ({}, ((2,), (1,))),
    "one_hot": ({"classes": 2}, ((1,),)),
    "pad": ({"widths": (1, 1)}, ((2,),)),
    "scatter_add": ({}, ((2,), (1,), (1,))),
    "sort": ({}, ((2,),)),
    "topk": ({"k": 1}, ((2,),)),
    "unfold": ({"kernel_size": (1, 1)}, ((1, 1, 2, 2),)),
}
"""Attributes and shapes of a small call of each op, on which a format is tried."""


def trial(call: Call) -> tuple[Call, list[Array]] | None:
    """A small call of the same op and formats, with operands of ones; None for other ops."""
    if call.op not in TRIALS:
        return None
    attributes, shapes = TRIALS[call.op]
    small = get_op(call.op).call(call.inputs, call.outputs, **attributes)
    operands = [np.ones(s, get_format(f).dtype) for s, f in zip(shapes, call.inputs, strict=True)]
    return small, operands


def _axis(call: Call) -> int:
    return int(str(call.attributes["axis"]))


def _added(call: Call, start: Array, index: Array, updates: Array) -> Array:
    places: list[Any] = list(np.indices(updates.shape))
    axis = _axis(call) % start.ndim
    if index.ndim != updates.ndim:
        index = index.reshape([-1 if d == axis else 1 for d in range(start.ndim)])
    places[axis] = index
    np.add.at(start, tuple(places), updates)
    return start


def _gather_gradient(call: Call, x: Sequence[Array]) -> Array:
    shape: Any = call.attributes["shape"]
    return _added(call, np.zeros(shape, x[0].dtype), x[1], x[0])


def _pad(call: Call, x: Sequence[Array]) -> Array:
    widths: Any = call.attributes["widths"]
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    mode, padded = str(call.attributes["mode"]), np.pad
    if not pairs or mode == "constant":
        value: Any = call.attributes["value"]
        return padded(x[0], pairs, constant_values=value) if pairs else x[0].copy()
    names: Any = {"replicate": "edge", "circular": "wrap"}
    return padded(x[0], pairs, mode=names.get(mode, mode))


NUMPY: Mapping[str, Callable[[Call, Sequence[Array]], Array]] = {
    "argsort": lambda call, x: np.argsort(x[0], axis=_axis(call), kind="stable"),
    "embedding": lambda call, x: x[0][x[1]],
    "gather_gradient": _gather_gradient,
    "index_add": lambda call, x: _added(call, x[0].copy(), x[1], x[2]),
    "index_select": lambda call, x: np.take(x[0], x[1], axis=_axis(call)),
    "pad": _pad,
    "scatter_add": lambda call, x: _added(call, x[0].copy(), x[1], x[2]),
    "sort": lambda call, x: np.sort(x[0], axis=_axis(call), kind="stable"),
}
"""The functions of NumPy; its take_along_axis takes no smaller index, so gather is missing."""


def torch_functions(torch: Any) -> Mapping[str, Callable[..., Any]]:
    """The functions of PyTorch, from a call and tensors to a tensor or a tuple of them."""
    functional, aten = torch.nn.functional, torch.ops.aten

    def pad(call: Call, x: Any) -> Any:
        widths: Any = call.attributes["widths"]
        last_first = [w for i in reversed(range(x.dim())) for w in widths[2 * i : 2 * i + 2]]
        if call.attributes["mode"] == "constant":
            return functional.pad(x, last_first, value=call.attributes["value"])
        return functional.pad(x, last_first, mode=call.attributes["mode"])

    def embedding_gradient(call: Call, gradient: Any, index: Any) -> Any:
        padding = call.attributes["padding_index"]
        rows = call.attributes["rows"]
        return aten.embedding_dense_backward(
            gradient, index, rows, -1 if padding is None else padding, False
        )

    def gather_gradient(call: Call, gradient: Any, index: Any) -> Any:
        start = torch.zeros(call.attributes["shape"], dtype=gradient.dtype)
        return start.scatter_add(_axis(call), index, gradient)

    def sorted_(call: Call, x: Any) -> Any:
        down = bool(call.attributes["descending"])
        return torch.sort(x, dim=_axis(call), descending=down, stable=True)

    def unfold(call: Call, x: Any) -> Any:
        a = call.attributes
        return functional.unfold(x, a["kernel_size"], a["dilation"], a["padding"], a["stride"])

    return {
        "argsort": lambda call, x: sorted_(call, x)[1],
        "embedding": lambda call, weight, index: functional.embedding(index, weight),
        "embedding_gradient": embedding_gradient,
        "gather": lambda call, x, index: torch.gather(x, _axis(call), index),
        "gather_gradient": gather_gradient,
        "index_add": lambda call, prior, index, x: prior.index_add(_axis(call), index, x),
        "index_select": lambda call, x, index: torch.index_select(x, _axis(call), index),
        "one_hot": lambda call, index: functional.one_hot(index, call.attributes["classes"]),
        "pad": pad,
        "scatter_add": lambda call, prior, index, x: prior.scatter_add(_axis(call), index, x),
        "sort": lambda call, x: sorted_(call, x)[0],
        "topk": lambda call, x: tuple(
            torch.topk(x, call.attributes["k"], _axis(call), call.attributes["largest"])
        ),
        "unfold": unfold,
    }
