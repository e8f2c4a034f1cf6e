"""Prepared calls: a call of an op as a function of its operands, NumPy arrays or tensors.

Front ends make the same few calls all the time. `prepare` settles once what does not change between
them, so that in a session of the C backend a call costs about half a microsecond on arrays and one
on tensors of PyTorch (2.10 or newer), which are read where they lie. In any other session, and
wherever something is unusual or wrong, the operands are viewed as NumPy arrays and take the way of
`execute_into`; the meaning and the bits are the same. PyTorch is never imported here: a tensor is
what has `data_ptr()`, `shape`, `stride()`, and a `dtype` named as one of NumPy's or of ml_dtypes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.checks import require_declared
from samebits.backends.executor import execute_into, supports
from samebits.backends.protocol import (
    Array,
    BackendError,
    CallError,
    ListCall,
    ListingSession,
    PreparedCall,
    PreparingSession,
    SeededCall,
    SeedingSession,
    Session,
    Unsupported,
)
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise

__all__ = [
    "ListCall",
    "PreparedCall",
    "SeededCall",
    "array_of",
    "in_turn",
    "prepare",
    "prepare_list",
    "prepare_seeded",
]

_DTYPES = {form.dtype.name: form.dtype for form in FORMATS.values()}


def prepare(session: Session, call: Call, *, broadcast: bool = False) -> PreparedCall:
    """The call as a function `f(*inputs, *outputs)`, which writes the outputs and returns None.

    With `broadcast`, the inputs of an elementwise op take the shape of the first output by NumPy's
    rules. An output that overlaps an input gets what it would get if the input had been copied
    first. What `session.configure` sets applies to calls that were prepared before.

    Raises BackendError, here for a call that is an error or that the session does not run, and when
    called for operands that are of another number, format or shape, or no arrays in this memory.
    """
    require_declared(call)
    support = supports(session, call)
    if isinstance(support, Unsupported):
        raise BackendError(support.reason)
    if broadcast and get_op(call.op).shape_rule is not elementwise:
        raise BackendError(f"{call}: the op is not elementwise, so its operands do not broadcast")
    general = _ThroughArrays(session, call, broadcast)
    if isinstance(session, PreparingSession):
        return session.prepare(call, general, broadcast=broadcast)
    return general


def prepare_list(session: Session, call: Call) -> ListCall:
    """The call as a function `f(sets)` of sets of operands, each `(*inputs, *outputs)`.

    It does what the prepared call does on one set after the other, as for the parameters of a
    network. Raises BackendError as `prepare` does.
    """
    one = prepare(session, call)
    together = session.prepare_list(call, one) if isinstance(session, ListingSession) else None
    return in_turn(one) if together is None else together


def in_turn(one: PreparedCall) -> ListCall:
    """A prepared call on one set of operands after the other."""

    def each(sets: Sequence[Sequence[object]]) -> None:
        for operands in sets:
            one(*operands)

    return each


def prepare_seeded(session: Session, call: Call) -> SeededCall:
    """A call that draws as a function `f(seed, *inputs, *outputs)`; that of `call` is an example.

    Raises BackendError as `prepare` does, and where the op has no seed.
    """
    if "seed" not in call.attributes:
        raise BackendError(f"{call}: the op has no seed; use prepare")
    prepare(session, call)

    def general(seed: tuple[int, int], *operands: object) -> None:
        prepare(session, with_seed(call, seed))(*operands)

    if isinstance(session, SeedingSession):
        return session.prepare_seeded(call, general)
    return general


def with_seed(call: Call, seed: tuple[int, int]) -> Call:
    """The call of an op that draws, with another seed."""
    words = {**call.attributes, "seed": seed}
    return Call(call.op, call.version, call.inputs, call.outputs, words)


@dataclass(frozen=True, slots=True)
class _ThroughArrays:
    """A prepared call in any session: on views of the operands as NumPy arrays."""

    session: Session
    call: Call
    broadcast: bool

    def __call__(self, *operands: object) -> None:
        """See `PreparedCall`."""
        call, count = self.call, len(self.call.inputs)
        formats = (*call.inputs, *call.outputs)
        if len(operands) != len(formats):
            raise BackendError(f"{call}: {count} inputs and {len(call.outputs)} outputs wanted")
        arrays = [self._array(i, x, formats[i]) for i, x in enumerate(operands)]
        inputs, outputs = arrays[:count], arrays[count:]
        if not all(x.flags.writeable for x in outputs):
            raise BackendError(f"{call}: an output array is read-only")
        if self.broadcast:
            inputs = [self._spread(i, x, outputs[0].shape) for i, x in enumerate(inputs)]
        inputs = [x.copy() if _may_overlap(x, outputs) else x for x in inputs]
        try:
            execute_into(self.session, call, inputs, outputs)
        except SpecError as error:
            raise CallError(str(error)) from error

    def _array(self, place: int, x: object, name: str) -> Array:
        try:
            array = x if isinstance(x, np.ndarray) else array_of(x)
        except BackendError as error:
            raise BackendError(f"{self.call}: operand {place} {error}") from None
        if array.dtype != FORMATS[name].dtype:
            raise BackendError(f"{self.call}: {name} wanted, got dtype {array.dtype}")
        return array

    def _spread(self, place: int, x: Array, shape: tuple[int, ...]) -> Array:
        try:
            return np.broadcast_to(x, shape)
        except ValueError:
            raise BackendError(
                f"{self.call}: input {place} of shape {x.shape} cannot be broadcast to {shape}, "
                "the shape of the output"
            ) from None


def _may_overlap(x: Array, outputs: Sequence[Array]) -> bool:
    return any(np.may_share_memory(x, y) for y in outputs)


class _Memory:
    """Memory of a tensor, in the words that NumPy takes; it keeps the tensor."""

    __slots__ = ("__array_interface__", "tensor")

    def __init__(self, tensor: object, interface: dict[str, object]) -> None:
        self.tensor = tensor
        self.__array_interface__ = interface


def array_of(tensor: Any) -> Array:
    """A view of a tensor on the CPU as a NumPy array, of any format that samebits knows.

    Raises BackendError for whatever is no such tensor; the message begins with a verb.
    """
    if not all(hasattr(tensor, name) for name in ("data_ptr", "shape", "stride", "dtype")):
        raise BackendError(f"is {type(tensor).__name__}; a NumPy array or a tensor is wanted")
    if not getattr(tensor, "is_cpu", True):
        raise BackendError(f"is on {tensor.device}; copy it with .cpu() first")
    for mark, remedy in (("is_conj", "resolve_conj"), ("is_neg", "resolve_neg")):
        if getattr(tensor, mark, bool)():
            raise BackendError(f"is a view that negates its elements; call .{remedy}() first")
    dtype = _DTYPES.get(str(tensor.dtype).rpartition(".")[2])
    if dtype is None:
        raise BackendError(f"has dtype {tensor.dtype}, which is no format of samebits")
    try:
        address, strides = tensor.data_ptr(), tensor.stride()
    except (RuntimeError, TypeError, ValueError, NotImplementedError):
        kind = getattr(tensor, "layout", "of this type")
        raise BackendError(f"is no plain tensor ({kind}) with memory of its own") from None
    shape = tuple(tensor.shape)
    if 0 in shape:
        return np.empty(shape, dtype)
    if address == 0:
        raise BackendError("has no memory; a tensor that holds its elements is wanted")
    bits = f"<u{dtype.itemsize}"
    interface = {
        "version": 3,
        "shape": shape,
        "typestr": bits,
        "data": (address, False),
        "strides": tuple(n * dtype.itemsize for n in strides),
    }
    return np.asarray(_Memory(tensor, interface)).view(dtype)
