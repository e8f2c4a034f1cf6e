"""Compute ops in real numbers: the value of a call or a graph without any rounding.

Numbers are mpmath numbers at the current precision, in NumPy arrays of objects. Flags are arrays of
bool. Indices and counts are int64. Infinities and NaN are not handled. Tests compare graphs with
these values: at 200 bits, rounding cannot hide a wrong node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import mpmath
import numpy as np

from samebits.oracles.definitions import DerivativeOf, Formula, InverseOf, OnArrays
from samebits.oracles.discovery import definition_of
from samebits.oracles.errors import OracleError
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Number
from samebits.spec.language.graph_steps import Step, run_step
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.scalars import evaluate

Array = np.ndarray[Any, Any]


def real_results(call: Call, inputs: Sequence[Array]) -> tuple[Array, ...]:
    """Return every result of a call, unrounded, for operands that `as_real` has converted.

    Raises OracleError for an op without a definition, and SpecError for operands that the op does
    not allow.
    """
    op = get_op(call.op)
    shapes = op.output_shapes(call, [x.shape for x in inputs])
    graph = op.graph_of(call, [x.shape for x in inputs])
    if graph is None:
        found = _of_op(call, inputs)
        return tuple(
            np.broadcast_to(_held(x, name), shape)
            for x, name, shape in zip(found, call.outputs, shapes, strict=True)
        )
    values = dict(zip(graph.operands, inputs, strict=False))
    steps = steps_of(graph, call, [x.shape for x in inputs])
    letters: dict[str, int] = {}
    for step in steps.steps:
        operands = [values[name] for name in step.inputs]
        values.update(zip(step.names, _of_step(step, operands, letters), strict=True))
    results = [values[steps.names[name]] for name in graph.results if name in steps.names]
    assert [x.shape for x in results] == list(shapes)
    return tuple(results)


def as_real(x: Array) -> Array:
    """Return a float array as mpmath numbers, and any other array as bool or int64."""
    if x.dtype == bool or np.issubdtype(x.dtype, np.integer):
        return x if x.dtype == bool else x.astype(np.int64)
    found = np.empty(x.shape, object)
    found[...] = np.frompyfunc(mpmath.mpf, 1, 1)(x.astype(np.float64))
    return found


def _of_step(step: Step, operands: list[Array], letters: dict[str, int]) -> Sequence[Array]:
    if isinstance(step.item, Number):
        scope = step.scope
        value = np.array(evaluate(step.item.value, scope.attributes, scope.counts()))
        name = step.formats[0]
        return (as_real(value if get_format(name).is_float else _held(value, name)),)
    if isinstance(step.item, Ratios):
        over, under = (np.frompyfunc(mpmath.mpf, 1, 1)(x) for x in step.item.exact(step.scope))
        return (np.asarray(over / under),)
    if step.call is not None or not operands:
        return run_step(step, operands, letters, real_results)
    # A move copies bits, which objects do not have. So it is applied to the indices of the
    # elements.
    starts = np.cumsum([0, *(x.size for x in operands)])
    places = [
        np.arange(start, start + x.size).reshape(x.shape)
        for start, x in zip(starts, operands, strict=False)
    ]
    (moved,) = run_step(step, places, letters, real_results)
    return (np.asarray(np.concatenate([x.reshape(-1) for x in operands])[moved]),)


def _of_op(call: Call, inputs: Sequence[Array]) -> tuple[Array, ...]:
    definition = definition_of(call.op)
    if definition is None:
        raise OracleError(
            f"oracles/ops/{call.op}.py: DEFINITION is missing: the op in real numbers"
        )
    if isinstance(definition, OnArrays):
        found = definition.value(call, inputs)
        return found if isinstance(found, tuple) else (found,)
    own = {a.name: call.attributes[a.name] for a in get_op(call.op).attributes if a.real}
    function = _function(definition, own)

    def real(*numbers: Any) -> Any:
        value = function(*numbers)
        # mpmath returns a complex number for log(-1); here it is NaN.
        return mpmath.nan if isinstance(value, mpmath.mpc) else value

    return (np.asarray(np.frompyfunc(real, len(inputs), 1)(*inputs)),)


def _function(
    definition: Formula | InverseOf | DerivativeOf, own: Mapping[str, Any]
) -> Callable[..., Any]:
    """Return the function of numbers, with the real attributes in `own` already bound."""
    if isinstance(definition, Formula):
        return partial(definition.value, **own)
    if isinstance(definition, InverseOf):
        rising = definition.value
        return lambda x: mpmath.findroot(lambda y: rising(y) - x, (-0.5, 0.5), solver="anderson")
    outer = definition_of(definition.op)
    assert isinstance(outer, Formula)
    inner = partial(outer.value, **own)
    return lambda x: mpmath.diff(inner, x)


def _held(x: Any, name: str) -> Array:
    """Return float values unchanged, flags as bool, and integers as int64."""
    form = get_format(name)
    if form.is_float:
        return np.asarray(x, object)
    return np.asarray(x).astype(bool if form.kind == "bool" else np.int64)
