"""The engine with which lowerings compute: ops of the specification on tensors, in one session.

An operand is a tensor, or a number of the user's program. Such a number is a host scalar (R4.5): a
binary64 number that is rounded once to the compute format. Results are new tensors, or are written
to `into`. An engine computes on the tensors of one device (the CPU, or the device of its session)
and creates new tensors there.
"""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor

from samebits.backends.protocol import SeededCall, Session
from samebits.spec.formats import get_format
from samebits.torch.calls import call_on, prepare
from samebits.torch.dtypes import FLOATS, SHORT, compute_dtype, format_of
from samebits.torch.errors import Refused
from samebits.torch.memory import empty, empty_like
from samebits.torch.shapes import reduced_shape, repeated

Operand: TypeAlias = Tensor | bool | int | float

CPU = torch.device("cpu")

_SCALARS = 4096
"""The largest number of host scalars that are cached as tensors."""

_CALLS = 8192
"""The largest number of prepared calls that are cached."""


class Compute:
    """The ops of one session, as functions of tensors of one device.

    `empty`, `zeros`, `ones`, `full`, `arange` and `tensor` are PyTorch's functions, bound to that
    device. `host` is the engine for tensors on the CPU if this engine is for another device, else
    None.
    """

    resizes = True
    """True if `stored` may resize `into` to the shape of the result, as overloads with `out` do."""

    def __init__(
        self, session: Session, device: torch.device = CPU, host: Compute | None = None
    ) -> None:
        self.session = session
        self.device = device
        self.host = host
        made = [empty, torch.zeros, torch.ones, torch.full, torch.arange, torch.tensor]
        if device != CPU:
            made = [partial(function, device=device) for function in made]
        self.empty, self.zeros, self.ones, self.full, self.arange, self.tensor = made
        self._prepared: dict[tuple[object, ...], Callable[..., None]] = {}
        self._scalars: dict[tuple[bytes | int | float, torch.dtype], Tensor] = {}
        self._elementwise: dict[tuple[object, ...], Callable[..., None]] = {}
        self._numbers: dict[tuple[float, torch.dtype], Tensor] = {}
        self.kept: dict[tuple[object, ...], Callable[..., None]] = {}
        self.draws: dict[tuple[object, ...], SeededCall] = {}
        self._reductions: dict[tuple[object, ...], tuple[Callable[..., None], list[int]]] = {}

    def in_place(self) -> Compute:
        """Return a copy of this engine for in-place overloads, which never resize their result."""
        other = copy.copy(self)
        other.resizes = False
        return other

    def call(
        self, op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], **attributes: Any
    ) -> None:
        """Compute an op of the specification on `inputs`, into `outputs` of the right shapes.

        Attributes that are not passed have their defaults. Operands of elementwise ops are
        broadcast to the shape of the result. Raises Refused if the op does not accept these
        formats.
        """
        self._prepared_for(op, inputs, outputs, attributes)(*inputs, *outputs)

    def _prepared_for(
        self,
        op: str,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        attributes: dict[str, Any],
    ) -> Callable[..., None]:
        """Return the prepared call of an op on tensors of these dtypes, cached if possible."""
        key = (
            op,
            *(x.dtype for x in inputs),
            *(y.dtype for y in outputs),
            *attributes.items(),
        )
        if 0.0 in attributes.values():  # different attributes -0 and +0 (A1.6) are equal as keys
            key = (*key, repr(attributes))
        found = self._prepared.get(key)
        return self._prepare(key, op, inputs, outputs, attributes) if found is None else found

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
            self._elementwise.clear()
        call = call_on(op, inputs, outputs, attributes)
        run = self._prepared[key] = prepare(self.session, call, self.device)
        return run

    def keep(
        self,
        key: tuple[object, ...],
        op: str,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        **attributes: Any,
    ) -> Callable[..., None]:
        """Prepare the call that `call` would run, and cache it in `kept` under a shorter key.

        The caller must choose a key that no call with a different op, formats or attributes uses.
        """
        full = (op, *(x.dtype for x in (*inputs, *outputs)), len(inputs), repr(attributes))
        run = self._prepare(full, op, inputs, outputs, attributes)
        self.remember(key, run)
        return run

    def remember(self, key: tuple[object, ...], run: Callable[..., None]) -> None:
        """Add a prepared call to the cache `kept`."""
        if len(self.kept) >= _CALLS:
            self.kept.clear()
        self.kept[key] = run

    # Elementwise ops

    def one(self, op: str, x: Tensor, into: Tensor | None = None) -> Tensor:
        """Compute an op without attributes on one tensor; the result has the same dtype.

        Equal to `each`, with less overhead.
        """
        dtype = x.dtype
        run = self._elementwise.get((op, dtype, dtype, 1))
        if run is None:
            return self.each(op, x, into=into)
        if into is None:
            result = empty_like(x)
            run(x, result)
            return result
        if into is x or (into.dtype is dtype and into.shape == x.shape):
            run(x, into)
            return into
        return self.stored(self.one(op, x), into)

    def pair(
        self,
        op: str,
        a: Operand,
        b: Operand,
        into: Tensor | None = None,
        to: torch.dtype | None = None,
    ) -> Tensor:
        """Compute an op without attributes on two operands. Equal to `each`, with less overhead."""
        like: Any = a
        if not isinstance(b, Tensor):
            if not isinstance(a, Tensor) or a.dtype in SHORT:
                return self.each(op, a, b, into=into, to=to)
            b = self._number(b, a.dtype)
        elif not isinstance(a, Tensor):
            like = b
            if b.dtype in SHORT:
                return self.each(op, a, b, into=into, to=to)
            a = self._number(a, b.dtype)
        elif a.shape != b.shape:
            return self.each(op, a, b, into=into, to=to)
        dtype = like.dtype
        run = self._elementwise.get((op, dtype, to or dtype, 2))
        if run is None or (into is not None and into is not like):
            return self.each(op, a, b, into=into, to=to)
        if into is None or (to is not None and to is not dtype):
            result = empty_like(like, dtype=to)
            run(a, b, result)
            return self.stored(result, into)
        run(a, b, into)
        return into

    def each(
        self,
        op: str,
        *operands: Operand,
        to: torch.dtype | None = None,
        into: Tensor | None = None,
        **attributes: Any,
    ) -> Tensor:
        """Compute an elementwise op on tensors of one dtype and host scalars.

        `to` is the dtype of the result, by default the dtype of the tensors. If an operand is a
        host scalar, tensors of 16 and 8 bits are converted to the compute format, and the result is
        rounded once. Conditions may be bool tensors with any dtype of the other tensors.
        """
        count, dtype = 0, torch.bool
        for x in operands:
            if isinstance(x, Tensor):
                count += 1
                if x.dtype is not torch.bool:
                    dtype = x.dtype
        if count < len(operands):
            if dtype in SHORT:
                return self._widened(op, operands, dtype, to, into, attributes)
            operands = tuple(
                x if isinstance(x, Tensor) else self._number(x, dtype) for x in operands
            )
        wanted = to or dtype
        key = (op, dtype, wanted, len(operands), *attributes.items())
        if 0.0 in attributes.values():
            key = (*key, repr(attributes))
        result = self.place(into, operands, wanted)
        run = self._elementwise.get(key)
        if run is None:
            run = self._elementwise[key] = self._prepared_for(op, operands, [result], attributes)
        run(*operands, result)
        return result if into is None or result is into else self.stored(result, into)

    def _number(self, value: Any, dtype: torch.dtype) -> Tensor:
        """Return `scalar(value, dtype)`, from a cache with cheaper keys if possible.

        Zeros and NaNs are not cached here: +0 and -0 are equal as keys, and a NaN equals no key.
        """
        found = self._numbers.get((value, dtype)) if value else None
        if found is None:
            found = self.scalar(value, dtype)
            if value and value == value:
                if len(self._numbers) >= _SCALARS:
                    self._numbers.clear()
                self._numbers[value, dtype] = found
        return found

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
        """Convert a tensor to a dtype (R5).

        Return `x` itself if it already has the dtype and `into` is None.
        """
        if x.dtype is dtype and into is None:
            return x
        result = self.place(into, (x,), dtype)
        key = ("cast", x.dtype, dtype)
        run = self._elementwise.get(key)
        if run is None:
            run = self._elementwise[key] = self._prepared_for("cast", [x], [result], {})
        run(x, result)
        return result if result is into else self.stored(result, into)

    def scalar(self, value: bool | int | float, dtype: torch.dtype) -> Tensor:
        """Return a host scalar as a tensor of rank 0, rounded once from binary64 (R4.5)."""
        if isinstance(value, complex):
            raise Refused("no clause defines arithmetic on complex numbers")
        is_float = dtype in FLOATS
        key = (struct.pack("d", value) if is_float else value, dtype)
        found = self._scalars.get(key)
        if found is None:
            if len(self._scalars) >= _SCALARS:
                self._scalars.clear()
            if self.host is not None:
                # The copy is complete when `to` returns, so any stream can use it next.
                found = self.host.scalar(value, dtype).to(self.device)
            elif is_float:
                found = self.cast(self.from_numpy(np.array(value, np.float64)), dtype)
            else:
                found = self.from_numpy(np.array(value, get_format(format_of(dtype)).dtype))
            self._scalars[key] = found
        return found

    def from_numpy(self, values: np.ndarray[Any, Any]) -> Tensor:
        """Return a new tensor on the engine's device with the elements of an array."""
        made = torch.from_numpy(values)
        return made if self.device == CPU else made.to(self.device)

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
        """Compute a reduction along axes, numbered as in PyTorch. None or () means all axes."""
        if attributes:
            gone, shape = reduced_shape(x, axes, keepdims)
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
            result = self.empty(shape, dtype=to or dtype)
            run(x, result)
            return result
        result = self.place_of(into, shape, to or dtype)
        run(x, result)
        return self.stored(result, into)

    def _reduction(self, key: tuple[Any, ...], x: Tensor) -> tuple[Callable[..., None], list[int]]:
        """Prepare a reduction, and return a function that computes it and the axes of its result.

        The second result has, for each axis of the result, the axis of `x`, or -1 for an axis of
        size 1.
        """
        op, dtype, to, rank, axes, keepdims = key
        gone, _ = reduced_shape(x, axes, keepdims)
        away = range(rank) if gone is None else gone
        template = [-1 if i in away else i for i in range(rank) if keepdims or i not in away]
        result = self.empty(0, dtype=to or dtype)
        run = self.keep(key, op, [x], [result], axes=gone, keepdims=keepdims)
        if len(self._reductions) >= _CALLS:
            self._reductions.clear()
        self._reductions[key] = run, template
        return run, template

    # Memory for results

    def place(self, into: Tensor | None, operands: Sequence[Tensor], dtype: torch.dtype) -> Tensor:
        """Return the tensor for an elementwise result: `into` if it fits, else a new tensor.

        `into` fits if it has the shape and the dtype of the result. A new tensor has the strides of
        the first operand with the shape of the result, as in PyTorch.
        """
        like: Tensor | None = operands[0]
        shape = operands[0].shape
        for x in operands[1:]:
            if x.shape != shape and x.dim():
                shape = repeated(operands)
                like = next((x for x in operands if x.shape == shape), None)
                break
        if into is not None and into.dtype is dtype and into.shape == shape:
            return into
        if like is None:
            return self.empty(shape, dtype=dtype)
        return empty_like(like, dtype=dtype)

    def place_of(self, into: Tensor | None, shape: Sequence[int], dtype: torch.dtype) -> Tensor:
        """Return the tensor for a result of this shape: `into` if it fits, else a new tensor."""
        if into is not None and into.dtype is dtype and into.shape == torch.Size(shape):
            return into
        return self.empty(shape, dtype=dtype)

    def stored(self, result: Tensor, into: Tensor | None) -> Tensor:
        """Copy a result to `into`, resized and rounded if necessary, unless it is already there.

        Raises Refused if PyTorch does not allow the conversion either (floats to integers). Raises
        RuntimeError if an in-place overload would have to change the shape.
        """
        if into is None or result is into:
            return result
        if into.shape != result.shape:
            if not self.resizes:
                raise RuntimeError(
                    f"output with shape {list(into.shape)} doesn't match the broadcast shape "
                    f"{list(result.shape)}"
                )
            into.resize_(result.shape)
        if into.dtype is result.dtype:
            return into.copy_(result)  # equal formats: nothing is rounded
        if not torch.can_cast(result.dtype, into.dtype):
            raise Refused(f"a result of {result.dtype} cannot be stored as {into.dtype}")
        return self.cast(result, into.dtype, into=into)
