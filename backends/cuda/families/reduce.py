"""Reductions over axes: sums, products, extremes, counts, variances, norms (clauses T1, T2, T3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.headers import SOURCES
from samebits.backends.cuda.compiling.units import Unit, compiled, operations, unit
from samebits.backends.cuda.launching.reductions import Method, Slices, reduce, slices_of
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, compute_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

_NODES = re.compile(r"^SB_NODES\((\d+), (\d+), (\d+), (\d+)\)$", re.MULTILINE)
_CENTRE = re.compile(r"^SB_(?:CENTRE\((\w+)\)|NO_CENTRE)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Declared:
    """The declarations in the `.cu` file of a reduction (src/reduce/reduce.cuh).

    The compiler checks them. `nodes` are the sizes in bytes of a partial result, for four kinds of
    operands: floats of up to 32 bits, f64, integers and bool of up to 32 bits, and i64. If leaves
    depend on a value of the whole slice, such as its maximum, `centre` is the op that computes the
    value.
    """

    nodes: tuple[int, int, int, int]
    centre: str | None


@cache
def _declared(op: str) -> _Declared:
    path = operations()[op][1]
    text = (SOURCES / path).read_text(encoding="utf-8")
    nodes, centre = _NODES.search(text), _CENTRE.search(text)
    if nodes is None:
        raise BackendError(
            f"{path}: SB_NODES is missing: declare the bytes of a partial result (docs/cuda.md)"
        )
    if centre is None:
        raise BackendError(
            f"{path}: SB_CENTRE(op) is missing: name the op that computes a number of the slice "
            "for the leaves, or declare SB_NO_CENTRE (docs/cuda.md)"
        )
    floats, f64, integers, i64 = map(int, nodes.groups())
    return _Declared((floats, f64, integers, i64), centre[1])


def units(op: str) -> Iterable[Unit]:
    """Yield one unit for each signature that has a kernel. A norm has one unit for each order."""
    _declared(op)
    orders = next((a.choices for a in get_op(op).attributes if a.name == "ord"), (None,))
    for inputs, outputs in compiled(op):
        for order in orders:
            yield _unit(op, inputs[0], outputs[0], order)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Reduce by one launch or, if slices are long, by several launches."""
    (view,) = inputs
    axes = normalize_axes(call.op, call.attributes["axes"], len(view.shape))
    slices = slices_of(machine, view, axes)
    centres = None
    centre = _declared(call.op).centre
    if centre is not None and slices.terms and not slices.fits_a_block:
        compute = compute_format(call.inputs)
        centres = new(machine, (slices.outputs,), compute)
        finding = _method(centre, view.format, compute, slices)
        reduce(machine, finding, slices, centres)
    method = _method(call.op, view.format, call.outputs[0], slices, call, centres)
    reduce(machine, method, slices, outputs[0])


def greatest(machine: Machine, slices: Slices, source: str, result: View) -> None:
    """Compute the maxima of slices. The result's format must contain all values of `source`."""
    reduce(machine, _method("max", source, result.format, slices), slices, result)


def _method(
    op: str,
    source: str,
    result: str,
    slices: Slices,
    call: Call | None = None,
    centres: View | None = None,
) -> Method:
    attributes = {} if call is None else call.attributes
    order = attributes.get("ord")
    divisor = float(slices.terms)
    if "correction" in attributes and slices.terms:
        divisor = float(max(0, slices.terms - int(str(attributes["correction"]))))  # exact (T3)
    return Method(
        _unit(op, source, result, order), op, source, _state(op, source), divisor, centres
    )


def _unit(op: str, source: str, result: str, order: object = None) -> Unit:
    defines = {"SB_A": source, "SB_R": result}
    if order in (1, 2):
        defines["SB_ORDER"] = str(order)
    return unit(operations()[op][1], **defines)


def _state(op: str, source: str) -> int:
    """Return the size of a partial result in bytes."""
    form, (floats, f64, integers, i64) = FORMATS[source], _declared(op).nodes
    if form.is_float:
        return f64 if form.bits == 64 else floats
    return i64 if form.bits == 64 else integers
