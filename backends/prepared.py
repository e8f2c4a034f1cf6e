"""Prepared calls: a call of an op as a Python function of its operands.

Front ends make the same few calls many times. `prepare` does the work that is the same for all of
these calls only once. In a session of the C backend a prepared call then costs about 0.5 us on
NumPy arrays and 1 us on PyTorch tensors (2.10 or newer), which are read in place. Other sessions,
and operands that are unusual or wrong, use the general path: the operands are viewed as NumPy
arrays and given to `execute_into`. The bits are the same on both paths.

This module never imports PyTorch. It accepts as a tensor any object with `data_ptr()`, `shape`,
`stride()`, and a `dtype` whose name NumPy or ml_dtypes has.
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
    """Return the call as a function `f(*inputs, *outputs)`, which writes the outputs.

    With `broadcast`, the inputs of an elementwise op are broadcast to the shape of the first output
    by NumPy's rules. If an output overlaps an input, the result is the same as if the input had
    been copied first. Later changes by `session.configure` also apply to prepared calls.

    `prepare` raises BackendError if the call is an error or if the session does not run it. The
    returned function raises BackendError if the number, formats or shapes of its operands are
    wrong, or if an operand is not an array in the memory of this process.
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
    """Return the call as a function `f(sets)`, where each set is `(*inputs, *outputs)`.

    The effect is the same as one prepared call for each set, in order. One use is an optimizer step
    on all parameters of a network. Raises BackendError in the same cases as `prepare`.
    """
    one = prepare(session, call)
    together = session.prepare_list(call, one) if isinstance(session, ListingSession) else None
    return in_turn(one) if together is None else together


def in_turn(one: PreparedCall) -> ListCall:
    """Return a function that runs a prepared call on each set of operands in order."""

    def each(sets: Sequence[Sequence[object]]) -> None:
        for operands in sets:
            one(*operands)

    return each


def prepare_seeded(session: Session, call: Call) -> SeededCall:
    """Return a call that draws random numbers as a function `f(seed, *inputs, *outputs)`.

    The seed in the attributes of `call` is only an example. Raises BackendError in the same cases
    as `prepare`, and if the op has no seed.
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
    """Return a copy of the call with this seed."""
    words = {**call.attributes, "seed": seed}
    return Call(call.op, call.version, call.inputs, call.outputs, words)


@dataclass(frozen=True, slots=True)
class _ThroughArrays:
    """A prepared call for any session: it runs on NumPy views of the operands."""

    session: Session
    call: Call
    broadcast: bool

    def __call__(self, *operands: object) -> None:
        """Compute the call; see `PreparedCall`."""
        call, count = self.call, len(self.call.inputs)
        formats = (*call.inputs, *call.outputs)
        if len(operands) != len(formats):
            raise BackendError(
                f"{call}: pass {count} inputs and {len(call.outputs)} outputs, not {len(operands)} "
                "arrays"
            )
        arrays = [self._array(i, x, formats[i]) for i, x in enumerate(operands)]
        inputs, outputs = arrays[:count], arrays[count:]
        if not all(x.flags.writeable for x in outputs):
            raise BackendError(f"{call}: an output array is read-only; pass a writeable array")
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
            raise BackendError(
                f"{self.call}: operand {place} has dtype {array.dtype}, but must be {name}"
            )
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
    """Memory of a tensor in NumPy's `__array_interface__` form; it keeps the tensor alive."""

    __slots__ = ("__array_interface__", "tensor")

    def __init__(self, tensor: object, interface: dict[str, object]) -> None:
        self.tensor = tensor
        self.__array_interface__ = interface


def array_of(tensor: Any) -> Array:
    """Return a NumPy view of a tensor on the CPU, in any format that samebits knows.

    Raises BackendError for any other object. The message begins with a verb, so that the caller can
    put a subject before it.
    """
    if not all(hasattr(tensor, name) for name in ("data_ptr", "shape", "stride", "dtype")):
        raise BackendError(f"is {type(tensor).__name__}; pass a NumPy array or a tensor")
    if not getattr(tensor, "is_cpu", True):
        raise BackendError(f"is on {tensor.device}; copy it with .cpu() first")
    for mark, remedy in (("is_conj", "resolve_conj"), ("is_neg", "resolve_neg")):
        if getattr(tensor, mark, bool)():
            raise BackendError(f"is a view that negates its elements; call .{remedy}() first")
    dtype = _DTYPES.get(str(tensor.dtype).rpartition(".")[2])
    if dtype is None:
        raise BackendError(f"has dtype {tensor.dtype}, which samebits does not support")
    try:
        address, strides = tensor.data_ptr(), tensor.stride()
    except (RuntimeError, TypeError, ValueError, NotImplementedError):
        kind = getattr(tensor, "layout", "of this type")
        raise BackendError(
            f"is not a plain tensor with memory of its own ({kind}); pass a dense tensor"
        ) from None
    shape = tuple(tensor.shape)
    if 0 in shape:
        return np.empty(shape, dtype)
    if address == 0:
        raise BackendError("has no memory; pass a tensor with elements")
    bits = f"<u{dtype.itemsize}"
    interface = {
        "version": 3,
        "shape": shape,
        "typestr": bits,
        "data": (address, False),
        "strides": tuple(n * dtype.itemsize for n in strides),
    }
    return np.asarray(_Memory(tensor, interface)).view(dtype)
