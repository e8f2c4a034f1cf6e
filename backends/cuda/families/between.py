"""Single nodes of a graph, which are computed when needed, by the kernels of their own ops.

A value is computed when another kernel or a result needs it. Values that a call does not need, such
as a sum that is only used for a mean, are not computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from types import MappingProxyType

import numpy as np

from samebits.backends.cuda.arrays.views import View, broadcast, contiguous_strides, new
from samebits.backends.cuda.choice import run_call, supports
from samebits.backends.cuda.launching.walks import contiguous, copy
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import tokens
from samebits.spec.language.graph import Number
from samebits.spec.language.graph_steps import Array, Step, Steps, walk
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.scope import Scope

Make = Callable[[str], bool]
"""A function that tries to compute a value without its node, and returns whether it succeeded."""


class Between:
    """The values of one call, by the names of their steps. `make` is tried before a node runs.

    `targets` are contiguous arrays into which nodes write their values. A target has as many
    elements as the value, but may have a different shape.
    """

    def __init__(
        self,
        machine: Machine,
        op: str,
        steps: Steps,
        operands: Mapping[str, View],
        make: Make | None = None,
        targets: Mapping[str, View] = MappingProxyType({}),
    ) -> None:
        self.machine = machine
        self.values = dict(operands)
        self._op = op
        self._names = steps.names
        self._steps = {name: step for step in steps.steps for name in step.names if name}
        self._make = make
        self._targets = targets

    def name_of(self, name: str) -> str:
        """Return the name of the step for a declared name, which may be the join of a branch."""
        return self._names.get(name, name)

    def value(self, name: str) -> View:
        """Return a value by its declared name; raise BackendError for a scalar that is NaN."""
        place = self.name_of(name)
        if place not in self.values and not (self._make and self._make(place)):
            step = self._steps[place]
            made = self._run(step, [self.value(each) for each in step.inputs])
            self.values.update(zip(step.names, made, strict=True))
        return self.values[place]

    def _run(self, step: Step, operands: Sequence[View]) -> Sequence[View]:
        item = step.item
        if step.call is not None:
            if step.broadcasts:
                shape = np.broadcast_shapes(*(view.shape for view in operands))
                operands = [broadcast(view, shape) for view in operands]
            return results_of(
                self.machine, step.call, operands, [self._targets.get(n) for n in step.names]
            )
        if isinstance(item, Number):
            return (self._number(step),)
        if isinstance(item, Stack | Concatenate):
            return (self._joined(item, step, operands),)
        (view,) = operands
        if isinstance(item, Reshape):
            return (_reshaped(self.machine, view, _shape(step, item.shape, view.count)),)
        assert isinstance(item, Broadcast | Slice | Transpose)  # the caller has checked
        return (_seen_as(item, view, step.scope),)

    def _number(self, step: Step) -> View:
        try:
            value = walk(self._op, [step], {}, _no_node)[step.name]
        except SpecError as error:
            raise BackendError(str(error)) from error
        view = new(self.machine, (), step.formats[0])
        self.machine.upload(view.memory, 0, bits_of(value).reshape(1).view(np.uint8))
        return view

    def _joined(self, item: Stack | Concatenate, step: Step, operands: Sequence[View]) -> View:
        """Join values along an axis (Concatenate), or along a new axis (Stack)."""
        first = operands[0]
        shape = list(first.shape)
        axis = step.scope.integer(item.axis) % (len(shape) + isinstance(item, Stack))
        if isinstance(item, Stack):
            shape.insert(axis, 1)
        lengths = [1 if isinstance(item, Stack) else view.shape[axis] for view in operands]
        shape[axis] = sum(lengths)
        made = new(self.machine, tuple(shape), first.format)
        start = made.address
        for view, length in zip(operands, lengths, strict=True):
            strides = list(made.strides)
            if isinstance(item, Stack):
                del strides[axis]
            target = View(made.memory, start, view.shape, tuple(strides), view.format)
            copy(self.machine, view, target)
            start += length * made.strides[axis]
        return made


def _seen_as(item: Broadcast | Slice | Transpose, view: View, scope: Scope) -> View:
    """Return a view of the elements that a move selects, in its order.

    To find shape, strides and offset, the move is applied to a NumPy array.
    """
    bare = np.lib.stride_tricks.as_strided(np.empty(1, np.uint8), view.shape, view.strides)
    seen = item.apply([bare], scope)
    places = [x.__array_interface__["data"][0] for x in (bare, seen)]
    offset = places[1] - places[0] if seen.size else 0
    return View(view.memory, view.address + offset, seen.shape, seen.strides, view.format)


def results_of(
    machine: Machine,
    call: Call,
    inputs: Sequence[View],
    targets: Sequence[View | None] = (),
) -> Sequence[View]:
    """Compute a call by its kernel if it has one, otherwise by the nodes of its graph (G1.6).

    A kernel writes its results to the arrays in `targets`. Nodes write to new arrays.
    """
    shapes = [view.shape for view in inputs]
    if supports(call):
        found = get_op(call.op).output_shapes(call, shapes)
        made = [new(machine, s, f) for s, f in zip(found, call.outputs, strict=True)]
        for i, target in enumerate(targets):
            if target is not None:
                made[i] = _shaped(target, made[i].shape)
        run_call(machine, call, inputs, made)
        return made
    op = get_op(call.op)
    graph = op.graph_of(call, shapes)
    assert graph is not None
    operands = dict(zip(graph.operands, inputs, strict=False))
    inner = Between(machine, call.op, steps_of(graph, call, shapes), operands)
    return [inner.value(name) for name in graph.results[: len(call.outputs)]]


def _shape(step: Step, pattern: str, count: int) -> tuple[int, ...]:
    """Return the shape for a pattern. `?` becomes the length that gives `count` elements."""
    if "?" in tokens(pattern):
        rest = prod(step.scope.shape(pattern.replace("?", "1")))
        pattern = pattern.replace("?", str(count // rest if rest else 0))
    return tuple(step.scope.shape(pattern))


def _reshaped(machine: Machine, view: View, shape: tuple[int, ...]) -> View:
    return _shaped(contiguous(machine, view, view.item), shape)


def _shaped(view: View, shape: tuple[int, ...]) -> View:
    """Return a view of a contiguous array with a new shape."""
    strides = contiguous_strides(shape, view.item)
    return View(view.memory, view.address, shape, strides, view.format)


def _no_node(call: Call, operands: Sequence[Array]) -> Array:
    raise AssertionError(f"{call} is a node, but only numbers are expected here")
