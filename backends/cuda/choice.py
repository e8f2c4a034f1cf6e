"""The choice of the kernels for a call. No other module decides which family computes an op.

A family is a module of families/: it declares units and launches their kernels. The first rule that
applies decides:

1. A binary64 call with a recipe in compositions/: the family `composed`. A function of binary64
   takes two launches, which the kernel of another op cannot contain.
2. A kernel file `src/kernels/FAMILY/OP.cu`: the family FAMILY. The file was written by hand
   because no generator makes an equal or equally fast kernel.
3. A graph: the first family of GENERATORS that has kernels for a signature of the op.

A graph without a family is computed node by node, and so is a signature that its family refuses.
Within a plan families/between.py does it, otherwise backends/executor.py.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.units import is_composed, operations
from samebits.backends.cuda.generators.cutting.cut_formulas import cut_formula
from samebits.backends.cuda.generators.formulas import formula
from samebits.backends.cuda.generators.node_graphs import node_graph
from samebits.backends.cuda.generators.row_formulas import row_formula
from samebits.backends.cuda.generators.window_formulas import window_formula
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.protocol import BackendError, Support, Supported, Unsupported
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Signature

if TYPE_CHECKING:
    from samebits.backends.cuda.families.family_protocol import Family

Generator = Callable[[str, Signature], Any]
"""A function that returns the kernels of a graph op for a signature, or the reason why it has none.

The reason is the rest of a sentence that begins with "it".
"""

GENERATORS: Mapping[str, Generator] = MappingProxyType(
    {
        "graphs": formula,  # one launch, which reads and writes each element once
        "rows": row_formula,  # one launch, which reads a row once for each tree along the row
        "cuts": cut_formula,  # like `rows`, but with one launch for each reduction across rows
        "windows": window_formula,  # one launch, which reads every tap of every window
        "nodes": node_graph,  # one or more launches for each node, so it is the last choice
    }
)
"""The families of graph ops without a kernel file, in the order in which `family_of` tries them."""

_IN_BINARY32 = ("attention", "fused")
"""Families whose kernel files compute in binary32 only."""


@cache
def family_of(op: str) -> str | None:
    """Return the name of the family that has kernels for an op, or None if no family has any."""
    if op in operations():
        return operations()[op][0]
    if op not in all_ops():
        return None
    for name, find in GENERATORS.items():
        if any(not isinstance(find(op, signature), str) for signature in get_op(op).signatures):
            return name
    return None


@cache
def served() -> Mapping[str, str]:
    """Return the family of every op that has one, sorted by op."""
    found = ((op, family_of(op)) for op in sorted(all_ops()))
    return MappingProxyType({op: family for op, family in found if family is not None})


def supports(call: Call) -> Support:
    """Return whether the family of a call's op has kernels for the call.

    No other family is tried.
    """
    lacks = f"the CUDA backend has no kernel for {call.op}[{call.label}]"
    name = family_of(call.op)
    if name is None or call.version != get_op(call.op).version:
        return Unsupported(lacks)
    if name in _IN_BINARY32 and "f64" in call.inputs:
        return Unsupported(lacks)
    found = GENERATORS[name](call.op, (call.inputs, call.outputs)) if name in GENERATORS else None
    return Unsupported(f"{lacks}: it {found}") if isinstance(found, str) else Supported()


def chosen(call: Call) -> str:
    """Return the name of the family that computes a supported call."""
    if is_composed(call.op, (*call.inputs, *call.outputs)):
        return "composed"
    name = family_of(call.op)
    assert name is not None  # the caller has checked
    return name


def run_call(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Run a supported call. Its outputs must share no memory with its inputs."""
    family(chosen(call)).run(machine, call, inputs, outputs)


def family(name: str) -> Family:
    """Return the family module with this name; raise BackendError if it does not exist."""
    module = f"samebits.backends.cuda.families.{name}"
    try:
        return cast("Family", importlib.import_module(module))
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise BackendError(
            f"the kernels of {name} have no host code: add the module {module}"
        ) from error
