"""Ops that compute each result element from the operands' elements at the same index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching import tables
from samebits.backends.cuda.launching.settling import decide_and_settle, is_settled
from samebits.backends.cuda.launching.walks import launch
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

_OPERANDS = ("SB_A", "SB_B", "SB_C")


def units(op: str) -> Iterable[Unit]:
    """Yield the units of look-up tables, of all signatures, and of casts that do not saturate."""
    yield from tables.units(operations()[op][1], get_op(op).signatures)
    for inputs, outputs in get_op(op).signatures:
        yield _unit(op, inputs, outputs, strict=False)
        if op == "cast" and outputs == ("f8e4m3fn",) != inputs:
            yield _unit(op, inputs, outputs, strict=True)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute with any strides by one launch; most functions of f64 take two.

    If operands are long, functions of 16 and 8 bits are looked up (launching/tables.py).
    """
    strict = call.op == "cast" and not call.attributes["saturate"]
    needed = _unit(call.op, call.inputs, call.outputs, strict and call.outputs == ("f8e4m3fn",))
    kernel = Kernel(needed, f"sb_{call.op}_{call.inputs[0]}")
    views, parameters = (*inputs, *outputs), _parameters(call)
    if call.inputs[0] == "f64" and is_settled(needed.path):
        decide_and_settle(machine, call.op, kernel, views, parameters)
    elif not tables.look_up(machine, kernel, views, parameters):
        launch(machine, kernel, views, parameters)


def _unit(op: str, inputs: Sequence[str], outputs: Sequence[str], strict: bool) -> Unit:
    defines = dict(zip(_OPERANDS, inputs, strict=False)) | {"SB_R": outputs[0]}
    if op == "cast" and inputs == outputs:
        defines["SB_COPY"] = "1"
    elif strict:
        defines["SB_STRICT"] = "1"
    return unit(operations()[op][1], **defines)


def _parameters(call: Call) -> list[float]:
    """Return the op's real attributes in declared order. Kernels round them (R4)."""
    values = (call.attributes[a.name] for a in get_op(call.op).attributes if a.real)
    return [value for value in values if isinstance(value, float)]
