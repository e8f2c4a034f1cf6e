"""Shared code of graph families: one kernel for each signature that allows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.protocol import Support, Supported, Unsupported
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Signature


class Made(Protocol):
    """A kernel made from a graph for the formats of a call."""

    @property
    def unit(self) -> Unit:
        """Return its unit."""


Find = Callable[[str, Signature], Made | str]
"""A function that returns the kernel of a graph op for a signature, or why there is none."""


def units_by(find: Find, op: str) -> list[Unit]:
    """Return one unit for each signature with a kernel."""
    found = (find(op, signature) for signature in get_op(op).signatures)
    return [each.unit for each in found if not isinstance(each, str)]


def support_by(find: Find, call: Call) -> Support:
    """Accept signatures with a kernel; others are run node by node."""
    found = find(call.op, (call.inputs, call.outputs))
    if not isinstance(found, str):
        return Supported()
    return Unsupported(f"the CUDA backend has no kernel for {call.op}[{call.label}]: it {found}")
