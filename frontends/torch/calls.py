"""Prepared calls on tensors: one op with its formats and attributes, ready to run.

Everything that samebits.torch computes goes through `prepare`.
"""

from __future__ import annotations

from samebits.backends import executor, prepared
from samebits.backends.protocol import PreparedCall, Session, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.shapes import elementwise
from samebits.torch.errors import Refused


def prepare(session: Session, call: Call) -> PreparedCall:
    """What runs a call on tensors, inputs first and then outputs; elementwise inputs are repeated.

    Raises Refused where the session does not support the call.
    """
    support = executor.supports(session, call)
    if isinstance(support, Unsupported):
        raise Refused(support.reason)
    return prepared.prepare(session, call, broadcast=get_op(call.op).shape_rule is elementwise)
