"""Binary64 ops that launch several other ops; compositions/ has a recipe for each.

A function of binary64 takes two launches: the second computes the few elements that the first left
undecided (launching/settling.py). A kernel of a different op cannot contain two launches. Ops that
apply a function to trees or random draws are therefore composed of the ops that the specification
names. The bits are the same.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from samebits.backends.cuda.arrays.views import View, broadcast, contiguous_strides, new
from samebits.backends.cuda.choice import run_call
from samebits.backends.cuda.compiling.units import Unit
from samebits.backends.cuda.launching.walks import copy
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import AttributeValue, Call


def units(op: str) -> Iterable[Unit]:
    """Return no units: the launched ops have units of their own."""
    return ()


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Run the recipe of a composed op."""
    (result,) = outputs
    if not result.count:
        return
    recipe = importlib.import_module(f"samebits.backends.cuda.compositions.{call.op}")
    made: View = recipe.run(Composer(machine), call, inputs)
    # `made` may have additional axes of length 1, so it gets the result's shape
    strides = contiguous_strides(result.shape, made.item)
    copy(machine, View(made.memory, made.address, result.shape, strides, made.format), result)


class Composer:
    """A runner of single ops for recipes. Each op writes its result to new memory.

    A recipe's `run(composer, call, inputs)` returns the contiguous result of a call. Its shape may
    have additional axes of length 1.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def number(self, value: float) -> View:
        """Return an array of rank 0 that holds a binary64 value."""
        view = new(self.machine, (), "f64")
        self.machine.upload(view.memory, 0, np.array([value], np.float64).view(np.uint8))
        return view

    def each(self, op: str, *operands: View, to: str = "f64") -> View:
        """Run an elementwise op. Its operands are broadcast together."""
        shape = np.broadcast_shapes(*(view.shape for view in operands))
        return self.one(op, *(broadcast(view, shape) for view in operands), to=to)

    def one(
        self,
        op: str,
        *operands: View,
        to: str = "f64",
        attributes: Mapping[str, AttributeValue] = MappingProxyType({}),
    ) -> View:
        """Run an op whose result has the format `to`, and return the result."""
        declared = get_op(op)
        call = declared.call([view.format for view in operands], [to], **attributes)
        (shape,) = declared.output_shapes(call, [view.shape for view in operands])
        result = new(self.machine, shape, to)
        run_call(self.machine, call, operands, (result,))
        return result
