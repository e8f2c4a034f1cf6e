"""Prepared calls on tensors: one op with its formats and attributes, ready to run.

Everything that samebits.torch computes goes through `prepare`, `prepare_list` and `prepare_seeded`.
On a device, an op of which the session has no kernel is computed on copies in the host's memory,
node by node.
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
    """The call of an op on tensors of these dtypes.

    Raises Refused if the op does not take these formats, and CallError if the clause does not allow
    an attribute, such as NaN, or a scalar that is made of attributes is NaN (G3.7).
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
    """What runs a call on tensors, inputs first and then outputs; elementwise inputs are repeated.

    Raises Refused where the session does not support the call.
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
    """What runs a call on one set of tensors after the other, as `prepare` does on one.

    Raises Refused where the session does not support the call.
    """
    if not _is_there(session, call, device):
        return prepared.in_turn(prepare(session, call, device))
    _require_support(session, call)
    return prepared.prepare_list(session, call)


def prepare_seeded(session: Session, call: Call, device: torch.device) -> SeededCall:
    """What runs a call that draws on such tensors, the seed before them.

    Raises Refused where the session does not support the call.
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
    """Whether the session itself runs the call on tensors of this device."""
    return device.type == "cpu" or bool(session.supports(call))


@contextmanager
def _copies(
    device: torch.device, operands: Sequence[Tensor], inputs: int
) -> Iterator[list[Tensor]]:
    """The operands in the host's memory; what is written to the results goes back at the end.

    Raises Refused for one of another device.
    """
    for x in operands:
        if x.device != device:
            raise Refused(f"an operand is on {x.device}, and the block computes on {device}")
    results = [empty(y.shape, dtype=y.dtype, device="cpu") for y in operands[inputs:]]
    yield [*(x.cpu() for x in operands[:inputs]), *results]
    for result, output in zip(results, operands[inputs:], strict=True):
        output.copy_(result)
