"""What lowerings compute with: ops of the specification on CPU tensors, on one backend's session.

An operand is a tensor, or a number of the calling program: that is a host scalar (R4.5), a binary64
number rounded once to the compute format. Results are new tensors, or stand in `into`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor

from samebits.backends.protocol import Session
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import get_format
from samebits.torch.calls import prepare
from samebits.torch.dtypes import FLOATS, FORMATS, SHORT, compute_dtype
from samebits.torch.errors import Refused

Operand: TypeAlias = Tensor | bool | int | float

_SCALARS = 4096
"""Host scalars that are kept as tensors."""

_CALLS = 8192
"""Calls that are kept prepared."""


def format_of(dtype: torch.dtype) -> str:
    """The format of a dtype. Raises Refused for one that has none, complex ones for instance."""
    try:
        return FORMATS[dtype]
    except KeyError:
        raise Refused(f"no clause defines arithmetic on {dtype}") from None


class Compute:
    """The ops of one session, as functions of tensors."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._prepared: dict[tuple[object, ...], Callable[..., None]] = {}
        self._scalars: dict[tuple[bytes, torch.dtype], Tensor] = {}
        self._plain: dict[tuple[str, torch.dtype, int], Callable[..., None]] = {}
        self._numbers: dict[tuple[float, torch.dtype], Tensor] = {}
        self.kept: dict[tuple[object, ...], Callable[..., None]] = {}
        self._reductions: dict[tuple[object, ...], tuple[Callable[..., None], list[int]]] = {}

    def call(
        self, op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], **attributes: Any
    ) -> None:
        """Compute an op of the specification on tensors, into tensors of the shapes it gives.

        Attributes that are left out have their defaults. Elementwise operands are repeated as the
        result needs them. Raises Refused where the op does not take these formats.
        """
        key = (
            op,
            *(x.dtype for x in inputs),
            *(y.dtype for y in outputs),
            *attributes.items(),
        )
        if 0.0 in attributes.values():  # -0 is another attribute (A1.6), and equal in a key
            key = (*key, repr(attributes))
        run = self._prepared.get(key)
        if run is None:
            run = self._prepare(key, op, inputs, outputs, attributes)
        run(*inputs, *outputs)

    def _prepare(
        self,
        key: tuple[object, ...],
        op: str,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        attributes: dict[str, Any],
    ) -> Callable[..., None]:
        if len(self._prepared) >= _CALLS:
            self._prepared.clear()
        formats = [format_of(x.dtype) for x in (*inputs, *outputs)]
        count, declared = len(inputs), get_op(op)
        if (tuple(formats[:count]), tuple(formats[count:])) not in declared.signatures:
            has = ", ".join(dict.fromkeys(declared.labels()))
            raise Refused(f"{op} is not defined for {', '.join(formats[:count])}; it is for {has}")
        try:
            call: Call = declared.call(formats[:count], formats[count:], **attributes)
        except SpecError as error:  # an attribute that the clause does not allow, as NaN
            raise Refused(str(error)) from None
        run = self._prepared[key] = prepare(self.session, call)
        return run

    def keep(
        self,
        key: tuple[object, ...],
        op: str,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        **attributes: Any,
    ) -> Callable[..., None]:
        """The call that `call` would run, ready, and from now on in `kept` under a shorter key.

        The key has to tell op, formats and attributes apart from those of any other call.
        """
        if len(self.kept) >= _CALLS:
            self.kept.clear()
        full = (op, *(x.dtype for x in (*inputs, *outputs)), len(inputs), repr(attributes))
        run = self._prepare(full, op, inputs, outputs, attributes)
        self.kept[key] = run
        return run

    def once(
        self, op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], **attributes: Any
    ) -> None:
        """As `call`, for attributes that do not come again, such as a seed: nothing is kept."""
        formats = [format_of(x.dtype) for x in (*inputs, *outputs)]
        count, declared = len(inputs), get_op(op)
        if (tuple(formats[:count]), tuple(formats[count:])) not in declared.signatures:
            has = ", ".join(dict.fromkeys(declared.labels()))
            raise Refused(f"{op} is not defined for {', '.join(formats)}; it is for {has}")
        call = declared.call(formats[:count], formats[count:], **attributes)
        prepare(self.session, call)(*inputs, *outputs)

    # Elementwise ops

    def one(self, op: str, x: Tensor, into: Tensor | None = None) -> Tensor:
        """An op without attributes on one tensor, with a result of its dtype: the short way."""
        dtype = x.dtype
        run = self._plain.get((op, dtype, 1)) or self._plainly(op, dtype, 1)
        if into is None:
            result = torch.empty_like(x)
            run(x, result)
            return result
        if into is x or (into.dtype is dtype and into.shape == x.shape):
            run(x, into)
            return into
        return self.stored(self.one(op, x), into)

    def pair(self, op: str, a: Operand, b: Operand, into: Tensor | None = None) -> Tensor:
        """An op without attributes on two operands, one of them a number or both of one dtype."""
        if not isinstance(a, Tensor) or not isinstance(b, Tensor):
            like: Any = a if isinstance(a, Tensor) else b
            dtype = like.dtype
            if dtype in SHORT:
                return self.each(op, a, b, into=into)
            if like is a:
                b = self._number(b, dtype)
            else:
                a = self._number(a, dtype)
        else:
            dtype, like = a.dtype, a
            if a.shape != b.shape:
                return self.each(op, a, b, into=into)
        run = self._plain.get((op, dtype, 2)) or self._plainly(op, dtype, 2)
        if into is None:
            result = torch.empty_like(like)
            run(a, b, result)
            return result
        if into is like or (into.dtype is dtype and into.shape == like.shape):
            run(a, b, into)
            return into
        return self.stored(self.pair(op, a, b), into)

    def _plainly(self, op: str, dtype: torch.dtype, count: int) -> Callable[..., None]:
        x = torch.empty(0, dtype=dtype)
        key = (op, *(dtype,) * (count + 1))
        run = self._prepared.get(key) or self._prepare(key, op, [x] * count, [x], {})
        self._plain[op, dtype, count] = run
        return run

    def _number(self, value: Any, dtype: torch.dtype) -> Tensor:
        """`scalar`, without its making of a key; zeros, which are equal in one, go the long way."""
        found = self._numbers.get((value, dtype)) if value else None
        if found is None:
            found = self.scalar(value, dtype)
            if value == value and value:
                if len(self._numbers) >= _SCALARS:
                    self._numbers.clear()
                self._numbers[value, dtype] = found
        return found

    def each(
        self,
        op: str,
        *operands: Operand,
        to: torch.dtype | None = None,
        into: Tensor | None = None,
        **attributes: Any,
    ) -> Tensor:
        """An elementwise op on tensors of one dtype and host scalars; `to` is that of the result.

        Short formats beside a host scalar are widened to the compute format, and the result is
        rounded once.
        """
        tensors = [x for x in operands if isinstance(x, Tensor)]
        dtype = next((x.dtype for x in tensors if x.dtype is not torch.bool), torch.bool)
        if dtype in SHORT and len(tensors) < len(operands):
            return self._widened(op, operands, dtype, to, into, attributes)
        ready = [x if isinstance(x, Tensor) else self.scalar(x, dtype) for x in operands]
        wanted = to or dtype
        result = self.place(into, ready, wanted)
        self.call(op, ready, [result], **attributes)
        return self.stored(result, into)

    def _widened(
        self,
        op: str,
        operands: Sequence[Operand],
        dtype: torch.dtype,
        to: torch.dtype | None,
        into: Tensor | None,
        attributes: dict[str, Any],
    ) -> Tensor:
        wide = [
            self.cast(x, compute_dtype(dtype)) if isinstance(x, Tensor) and x.dtype in SHORT else x
            for x in operands
        ]
        if to is not None and to is not dtype:
            return self.each(op, *wide, to=to, into=into, **attributes)
        return self.cast(self.each(op, *wide, **attributes), dtype, into=into)

    def cast(self, x: Tensor, dtype: torch.dtype, into: Tensor | None = None) -> Tensor:
        """The tensor in another dtype (R5): itself if it has that one and goes nowhere."""
        if x.dtype is dtype and into is None:
            return x
        result = self.place(into, [x], dtype)
        self.call("cast", [x], [result])
        return self.stored(result, into)

    def scalar(self, value: bool | int | float, dtype: torch.dtype) -> Tensor:
        """A host scalar as a tensor of rank 0, rounded once from binary64 (R4.5)."""
        if isinstance(value, complex):
            raise Refused("no clause defines arithmetic on complex numbers")
        if dtype not in FLOATS:
            return torch.from_numpy(np.array(value, get_format(format_of(dtype)).dtype))
        key = (struct.pack("d", value), dtype)
        found = self._scalars.get(key)
        if found is None:
            if len(self._scalars) >= _SCALARS:
                self._scalars.clear()
            wide = torch.from_numpy(np.array(value, np.float64))
            found = self._scalars[key] = self.cast(wide, dtype)
        return found

    # Reductions

    def reduce(
        self,
        op: str,
        x: Tensor,
        axes: Sequence[int] | int | None = None,
        keepdims: bool = False,
        to: torch.dtype | None = None,
        into: Tensor | None = None,
        **attributes: Any,
    ) -> Tensor:
        """A reduction along axes, as PyTorch numbers them; all of them for None or none."""
        if attributes:
            gone, shape = self.reduced_shape(x, axes, keepdims)
            result = self.place_of(into, shape, to or x.dtype)
            self.call(op, [x], [result], axes=gone, keepdims=keepdims, **attributes)
            return self.stored(result, into)
        sizes, dtype = x.shape, x.dtype
        if axes is not None and axes.__class__ is not int:
            axes = tuple(axes)  # type: ignore[arg-type]
        key = (op, dtype, to, len(sizes), axes, keepdims)
        run, template = self._reductions.get(key) or self._reduction(key, x)
        shape = [1 if i < 0 else sizes[i] for i in template]
        if into is None:
            result = torch.empty(shape, dtype=to or dtype)
            run(x, result)
            return result
        result = self.place_of(into, shape, to or dtype)
        run(x, result)
        return self.stored(result, into)

    def _reduction(self, key: tuple[Any, ...], x: Tensor) -> tuple[Callable[..., None], list[int]]:
        """The call of a reduction, and of each axis of its result that of x, or -1 for size 1."""
        op, dtype, to, rank, axes, keepdims = key
        gone, _ = self.reduced_shape(x, axes, keepdims)
        away = range(rank) if gone is None else gone
        template = [-1 if i in away else i for i in range(rank) if keepdims or i not in away]
        result = torch.empty(0, dtype=to or dtype)
        run = self.keep(key, op, [x], [result], axes=gone, keepdims=keepdims)
        if len(self._reductions) >= _CALLS:
            self._reductions.clear()
        self._reductions[key] = run, template
        return run, template

    def reduced_shape(
        self, x: Tensor, axes: Sequence[int] | int | None, keepdims: bool
    ) -> tuple[tuple[int, ...] | None, list[int]]:
        """The attribute `axes` of such a reduction, and the shape of its result."""
        rank = x.dim()
        given = [axes] if isinstance(axes, int) else list(axes or ())
        gone = tuple(sorted(_axis(a, rank) for a in given)) or tuple(range(rank))
        gone = gone if rank else ()
        shape = [1 if i in gone else n for i, n in enumerate(x.shape) if keepdims or i not in gone]
        return gone or None, shape

    # Where results go

    def place(self, into: Tensor | None, operands: Sequence[Tensor], dtype: torch.dtype) -> Tensor:
        """Where an elementwise result is computed: `into` if it has that form, else a new tensor.

        A new one has the strides of the first operand of its shape, as PyTorch's own results.
        """
        first = operands[0]
        if all(x.shape == first.shape or not x.dim() for x in operands[1:]):
            shape, like = first.shape, first
        else:
            shape = torch.broadcast_shapes(*(x.shape for x in operands))
            like = next((x for x in operands if x.shape == shape), None)
        if into is not None and into.dtype is dtype and into.shape == shape:
            return into
        if like is None:
            return torch.empty(shape, dtype=dtype)
        return torch.empty_like(like, dtype=dtype)

    def place_of(self, into: Tensor | None, shape: Sequence[int], dtype: torch.dtype) -> Tensor:
        """Where a result of this shape is computed: `into` if it has that form, else a new one."""
        if into is not None and into.dtype is dtype and into.shape == torch.Size(shape):
            return into
        return torch.empty(shape, dtype=dtype)

    def stored(self, result: Tensor, into: Tensor | None) -> Tensor:
        """Put a result in `into`, where it is not there already: resized, and rounded if need be.

        Raises Refused where PyTorch would not convert it either (floats into integers).
        """
        if into is None or result is into:
            return result
        if into.shape != result.shape:
            into.resize_(result.shape)
        if into.dtype is result.dtype:
            return into.copy_(result)  # a move: the same format
        if not torch.can_cast(result.dtype, into.dtype):
            raise Refused(f"a result of {result.dtype} cannot be stored as {into.dtype}")
        return self.cast(result, into.dtype, into=into)


def _axis(axis: int, rank: int) -> int:
    least = -max(rank, 1)
    if not least <= axis < -least:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{least}, {-least - 1}], "
            f"but got {axis})"
        )
    return axis % max(rank, 1)
