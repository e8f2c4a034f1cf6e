"""Prepared calls on tensors: one op with its formats and attributes, ready to run.

Everything that samebits.torch computes goes through `prepare`.
"""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import torch
from torch import Tensor

from samebits.backends import executor
from samebits.backends.protocol import Array, Session, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.shapes import elementwise
from samebits.torch.errors import Refused

_VIEWED = {
    torch.bfloat16: (torch.int16, ml_dtypes.bfloat16),
    torch.float8_e4m3fn: (torch.uint8, ml_dtypes.float8_e4m3fn),
    torch.float8_e5m2: (torch.uint8, ml_dtypes.float8_e5m2),
}


def array_of(x: Tensor) -> Array:
    """The memory of a CPU tensor as a NumPy array, bfloat16 and fp8 as `ml_dtypes` has them."""
    x = x.detach() if x.requires_grad else x
    if x.dtype in _VIEWED:
        integer, dtype = _VIEWED[x.dtype]
        viewed: Array = x.view(integer).numpy().view(dtype)
        return viewed
    plain: Array = x.numpy()
    return plain


def prepare(session: Session, call: Call) -> Callable[..., None]:
    """What runs a call on tensors, inputs first and then outputs; elementwise inputs are repeated.

    Raises Refused where the session does not support the call.
    """
    support = executor.supports(session, call)
    if isinstance(support, Unsupported):
        raise Refused(support.reason)
    count = len(call.inputs)
    repeats = get_op(call.op).shape_rule is elementwise

    def run(*operands: Tensor) -> None:
        arrays = [array_of(x) for x in operands]
        inputs, outputs = arrays[:count], arrays[count:]
        if repeats:
            inputs = [np.broadcast_to(x, outputs[0].shape) for x in inputs]
        executor.execute_into(session, call, inputs, outputs)

    return run
