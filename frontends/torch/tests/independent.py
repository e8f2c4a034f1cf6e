"""Helpers for tests of lowerings: ops of the specification on NumPy arrays, and test operands.

`spec` evaluates an op on the baseline C backend through the executor, not through samebits.torch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from samebits.backends import discovery, executor
from samebits.backends.prepared import array_of
from samebits.spec.catalog import get_op
from samebits.spec.formats import format_of
from samebits.spec.language.shapes import elementwise
from samebits.torch import current
from samebits.torch.dtypes import DTYPES, FORMATS

Array = np.ndarray[Any, Any]

FLOATS = (torch.float32, torch.float16, torch.bfloat16, torch.float64)
SHORTER = FLOATS[:3]
"""The short formats, for ops that are not defined in binary64."""

_INTEGERS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


@cache
def session() -> Any:
    """Return the session that evaluates ops: the baseline C backend, opened once."""
    return discovery.load("c").open("baseline")


def spec(op: str, *operands: Array, to: str | None = None, **attributes: Any) -> Array:
    """Compute an op of the specification on arrays; operands of elementwise ops are broadcast."""
    if get_op(op).shape_rule is elementwise:
        operands = tuple(np.broadcast_arrays(*operands))
    formats = [format_of(x).name for x in operands]
    call = get_op(op).call(formats, None if to is None else [to], **attributes)
    return executor.execute(session(), call, list(operands))[0]


def array(x: Tensor) -> Array:
    """Return a copy of a tensor as an array."""
    return array_of(x.detach()).copy()


def tensor(x: Array) -> Tensor:
    """Return an array as a tensor."""
    dtype = DTYPES[format_of(x).name]
    if not x.size:
        return torch.empty(x.shape, dtype=dtype)
    bits = np.ascontiguousarray(x).view(f"i{x.itemsize}" if x.dtype != bool else bool)
    return torch.from_numpy(bits.copy()).view(dtype).reshape(x.shape)


def wide(x: Array | float, form: str) -> Array:
    """Return an operand in the compute format for results in `form`.

    A number is rounded first (R4.5).
    """
    compute = "f64" if form == "f64" else "f32"
    x = np.array(x, np.float64) if isinstance(x, int | float) else x
    return x if format_of(x).name == compute else spec("cast", x, to=compute)


def graph(nodes: Callable[..., Array]) -> Callable[..., Array]:
    """Return a function that computes `nodes` in the compute format, then rounds (G9.1)."""

    def value(*operands: Any, **attributes: Any) -> Array:
        form = next(format_of(x).name for x in operands if isinstance(x, np.ndarray))
        result = nodes(*(wide(x, form) for x in operands), **attributes)
        return result if format_of(result).name == form else spec("cast", result, to=form)

    return value


def bits(x: Tensor) -> Tensor:
    """Return the bit patterns of a tensor's elements as integers."""
    x = x.detach().contiguous()
    return x if x.dtype is torch.bool else x.view(_INTEGERS[x.element_size()])


def assert_bits(got: Tensor, wanted: Array | Tensor, what: str = "") -> None:
    """Raise AssertionError unless dtype, shape and every bit agree."""
    expected = tensor(wanted) if isinstance(wanted, np.ndarray) else wanted
    assert got.dtype is expected.dtype, (what, got.dtype, expected.dtype)
    assert got.shape == expected.shape, (what, got.shape, expected.shape)
    if not torch.equal(bits(got), bits(expected)):
        place = (bits(got) != bits(expected)).nonzero()[0].tolist()
        raise AssertionError(
            f"{what}: element {place} is {got[tuple(place)].item()!r}, "
            f"it should be {expected[tuple(place)].item()!r}"
        )


_SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, float("inf"), float("-inf"), float("nan"), 1e-40)


def values(dtype: torch.dtype, shape: Sequence[int], seed: int, low: float = -4.0) -> Tensor:
    """Return random numbers from `low` to 4, with some special values if `low` is negative."""
    x = np.random.default_rng(seed).uniform(low, 4.0, tuple(shape))
    flat = x.reshape(-1)
    if low < 0:
        for place in range(0, flat.size, 3):
            flat[place] = _SPECIAL[(seed + place // 3) % len(_SPECIAL)]
    return tensor(spec("cast", x, to=FORMATS[dtype]))


def layouts(
    dtype: torch.dtype, count: int, low: float = -4.0
) -> Iterator[tuple[str, list[Tensor]]]:
    """Yield named sets of operands in many layouts, such as broadcast, strided, rank 0, empty."""

    def of(shape: Sequence[int], i: int) -> Tensor:
        return values(dtype, shape, i + 1, low)

    yield "plain", [of((3, 7), i) for i in range(count)]
    yield "long", [of((131,), i) for i in range(count)]
    yield "rank 0", [of((), i) for i in range(count)]
    yield "empty", [of((0, 3), i) for i in range(count)]
    yield "transposed", [of((5, 4), i).t() for i in range(count)]
    yield "stepped", [of((6, 9), i)[::2, 1::3] for i in range(count)]
    yield "expanded", [of((4, 1), i).expand(4, 3) for i in range(count)]
    yield "overlapping", [of((9,), i).as_strided((4, 3), (2, 1)) for i in range(count)]
    yield (
        "channels last",
        [of((2, 3, 2, 4), i).to(memory_format=torch.channels_last) for i in range(count)],
    )
    if count > 1:
        yield "row", [of((3, 4), 0), *(of((4,), i) for i in range(1, count))]
        yield "both", [of((3, 1), 0), *(of((1, 4), i) for i in range(1, count))]
        yield "first is small", [of((4,), 0), *(of((2, 3, 4), i) for i in range(1, count))]
        yield "mixed", [of((4, 3), 0).t(), *(of((3, 4), i) for i in range(1, count))]
        yield (
            "channels",
            [
                of((2, 3, 2, 2), 0).to(memory_format=torch.channels_last),
                *(of((1, 3, 1, 1), i) for i in range(1, count)),
            ],
        )


def check(
    function: Callable[..., Tensor],
    expected: Callable[..., Array],
    cases: Iterable[tuple[str, Sequence[Tensor]]],
    form: Callable[..., Tensor] | None = None,
) -> None:
    """Assert that results have the bits of `expected`, and PyTorch's dtype, shape and strides.

    A block must be open. PyTorch's dtype, shape and strides come from tensors on the device `meta`,
    because a block does not replace its kernels. If the `meta` kernel of a function is wrong, pass
    a `form` that is called on them instead.
    """
    assert current() is not None
    for what, operands in cases:
        got = function(*operands)
        plain = (form or function)(*(without_memory(x) for x in operands))
        assert_bits(got, expected(*(array(x) for x in operands)), what)
        assert got.dtype is plain.dtype, (what, got.dtype, plain.dtype)
        assert got.shape == plain.shape, (what, got.shape, plain.shape)
        assert got.stride() == plain.stride(), (what, got.stride(), plain.stride())


def without_memory(x: Tensor) -> Tensor:
    """Return a tensor with the same shape, strides and dtype on the device `meta`."""
    return torch.empty_strided(x.shape, x.stride(), dtype=x.dtype, device="meta")


def name_of(dtype: torch.dtype) -> str:
    """Return the name of the format of a dtype."""
    return FORMATS[dtype]
