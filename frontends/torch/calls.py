"""Prepared calls on tensors: one op with its formats and attributes, ready to run.

All computations of samebits.torch go through `prepare`, `prepare_list` and `prepare_seeded`. If the
session of a GPU has no kernel for an op, the op is computed node by node on copies in CPU memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from samebits.backends import executor, prepared
from samebits.backends.protocol import (
    CallError,
    ListCall,
    PreparedCall,
    SeededCall,
    Session,
    Unsupported,
)
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise
from samebits.torch.dtypes import format_of
from samebits.torch.errors import Refused
from samebits.torch.memory import empty


def call_on(
    op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], attributes: Mapping[str, Any]
) -> Call:
    """Return the call of an op on tensors of these dtypes.

    Raises Refused if the op does not accept these formats. Raises CallError if the clause forbids
    the value of an attribute (for example NaN), or if a scalar computed from attributes is NaN
    (G3.7).
    """
    formats = [format_of(x.dtype) for x in (*inputs, *outputs)]
    count, declared = len(inputs), get_op(op)
    if (tuple(formats[:count]), tuple(formats[count:])) not in declared.signatures:
        has = ", ".join(dict.fromkeys(declared.labels()))
        given = ", ".join(formats[:count])
        several = " together: convert with .to() before" if len(set(formats[:count])) > 1 else ""
        raise Refused(f"{op} is not defined for {given}{several}; it is for {has}")
    try:
        call = declared.call(formats[:count], formats[count:], **attributes)
        declared.check_scalars(call)
    except SpecError as error:
        raise CallError(str(error)) from None
    return call


def prepare(session: Session, call: Call, device: torch.device) -> PreparedCall:
    """Return a function that runs a call on tensors.

    Its arguments are the inputs, then the outputs. Inputs of elementwise ops are broadcast. Raises
    Refused if the session does not support the call.
    """
    _require_support(session, call)
    run = prepared.prepare(session, call, broadcast=get_op(call.op).shape_rule is elementwise)
    if _is_there(session, call, device):
        return run

    def on_copies(*operands: Any) -> None:
        with _copies(device, operands, len(call.inputs)) as copies:
            run(*copies)

    return on_copies


def prepare_list(session: Session, call: Call, device: torch.device) -> ListCall:
    """Return a function that runs a call on several sets of tensors, one after another.

    Raises Refused if the session does not support the call.
    """
    if not _is_there(session, call, device):
        return prepared.in_turn(prepare(session, call, device))
    _require_support(session, call)
    return prepared.prepare_list(session, call)


def prepare_seeded(session: Session, call: Call, device: torch.device) -> SeededCall:
    """Return a function that runs a random op; its arguments are the seed, then the tensors.

    Raises Refused if the session does not support the call.
    """
    _require_support(session, call)
    run = prepared.prepare_seeded(session, call)
    if _is_there(session, call, device):
        return run

    def on_copies(seed: tuple[int, int], *operands: Any) -> None:
        with _copies(device, operands, len(call.inputs)) as copies:
            run(seed, *copies)

    return on_copies


def _require_support(session: Session, call: Call) -> None:
    support = executor.supports(session, call)
    if isinstance(support, Unsupported):
        raise Refused(support.reason)


def _is_there(session: Session, call: Call, device: torch.device) -> bool:
    """Check whether the session itself computes the call on this device, without copies."""
    return device.type == "cpu" or bool(session.supports(call))


@contextmanager
def _copies(
    device: torch.device, operands: Sequence[Tensor], inputs: int
) -> Iterator[list[Tensor]]:
    """Yield copies of the operands in CPU memory, and copy the results back at the end.

    Raises Refused if an operand is on a different device.
    """
    for x in operands:
        if x.device != device:
            raise Refused(f"an operand is on {x.device}, and the block computes on {device}")
    results = [empty(y.shape, dtype=y.dtype, device="cpu") for y in operands[inputs:]]
    yield [*(x.cpu() for x in operands[:inputs]), *results]
    for result, output in zip(results, operands[inputs:], strict=True):
        output.copy_(result)
