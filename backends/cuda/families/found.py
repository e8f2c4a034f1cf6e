"""What families of graphs have in common: a kernel for each signature of which one is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from samebits.backends.cuda.units import Unit
from samebits.backends.protocol import Support, Supported, Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Signature


class Made(Protocol):
    """What is made of a graph for the formats of a call."""

    @property
    def unit(self) -> Unit:
        """Its kernel."""


Find = Callable[[str, Signature], Made | str]
"""What is made of a graph op for a signature, or why nothing is."""


def units_by(find: Find, op: str) -> list[Unit]:
    """One unit for each signature of which something is made."""
    found = (find(op, signature) for signature in get_op(op).signatures)
    return [each.unit for each in found if not isinstance(each, str)]


def support_by(find: Find, call: Call) -> Support:
    """Every signature of which something is made; others are run node by node."""
    found = find(call.op, (call.inputs, call.outputs))
    if not isinstance(found, str):
        return Supported()
    return Unsupported(f"the CUDA backend has no kernel for {call.op}[{call.label}]: it {found}")
