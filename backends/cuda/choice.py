"""The choice of the kernels for a call. No other module decides which family computes an op.

A family is a module of families/: it declares units and launches their kernels. The first of these
ways that exists is taken:

1. A binary64 call with a recipe in compositions/: the family `composed`. A function of binary64
   takes two launches, which the kernel of another op cannot contain.
2. A kernel file `src/kernels/FAMILY/OP.cu`: the family FAMILY. It was written by hand because no
   generator makes it, or makes it as fast.
3. A graph: the first family of GENERATORS that has kernels for a signature of the op.

A graph without a family, or a signature that its family refuses, is computed node by node: within
a plan by families/between.py, otherwise by backends/executor.py.
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
"""A function that returns the kernels of a graph op for a signature, or a text: why there are none.

The text continues a sentence that begins with "it".
"""

GENERATORS: Mapping[str, Generator] = MappingProxyType(
    {
        "graphs": formula,  # one launch, which reads and writes every element once
        "rows": row_formula,  # one launch, which reads a row once for each tree along it
        "cuts": cut_formula,  # as rows, with a launch for each reduction across rows
        "windows": window_formula,  # one launch, which reads every tap of every place
        "nodes": node_graph,  # one launch or more for each node, so it comes last
    }
)
"""The families of graph ops without a kernel file, in the order in which they are asked."""

_IN_BINARY32 = ("attention", "fused")
"""Families with kernel files that compute in binary32 only."""


@cache
def family_of(op: str) -> str | None:
    """Return the name of the family that serves some call of an op, or None."""
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
    """Return whether kernels compute a call. If the family of its op refuses, no other is asked."""
    lacks = f"the CUDA backend has no kernel for {call.op}[{call.label}]"
    name = family_of(call.op)
    if name is None or call.version != get_op(call.op).version:
        return Unsupported(lacks)
    if name in _IN_BINARY32 and "f64" in call.inputs:
        return Unsupported(lacks)
    found = GENERATORS[name](call.op, (call.inputs, call.outputs)) if name in GENERATORS else None
    return Unsupported(f"{lacks}: it {found}") if isinstance(found, str) else Supported()


def chosen(call: Call) -> str:
    """Return the name of the family that runs a call that is supported."""
    if is_composed(call.op, (*call.inputs, *call.outputs)):
        return "composed"
    name = family_of(call.op)
    assert name is not None  # the caller has checked
    return name


def run_call(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Run a call that is supported; outputs share no memory with inputs."""
    family(chosen(call)).run(machine, call, inputs, outputs)


def family(name: str) -> Family:
    """Return the family with this name. Raises BackendError if a kernel file has no family."""
    module = f"samebits.backends.cuda.families.{name}"
    try:
        return cast("Family", importlib.import_module(module))
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise BackendError(
            f"the kernels of {name} have no host code: {module} is missing"
        ) from error
