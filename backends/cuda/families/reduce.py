"""Reductions over axes: sums, products, extremes, counts, variances, norms (clauses T1, T2, T3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.reductions import Method, Slices, reduce, slices_of
from samebits.backends.cuda.units import Unit, operations, unit
from samebits.backends.cuda.views import View, new
from samebits.backends.protocol import Support, Supported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, compute_format
from samebits.spec.shapes import normalize_axes

_CENTRES = {"var": "mean", "std": "mean", "logsumexp": "max"}
"""What finds the number of a slice that the leaves of these ops need."""

_INDEXED = ("argmax", "argmin")
_COUNTED = ("any", "all", "count_nonzero")
_ORDERS = (1, 2, "inf")


def units(op: str) -> Iterable[Unit]:
    """One unit for each signature, and for each order of a norm."""
    for inputs, outputs in get_op(op).signatures:
        for order in _ORDERS if op == "norm" else (None,):
            yield _unit(op, inputs[0], outputs[0], order)


def supports(call: Call) -> Support:
    """Every declared signature."""
    return Supported()


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Reduce by as many launches as the length of a slice needs."""
    (view,) = inputs
    axes = normalize_axes(call.op, call.attributes["axes"], len(view.shape))
    slices = slices_of(machine, view, axes)
    centres = None
    if call.op in _CENTRES and slices.terms and not slices.fits_a_block:
        compute = compute_format(call.inputs)
        centres = new(machine, (slices.outputs,), compute)
        finding = _method(_CENTRES[call.op], view.format, compute, slices)
        reduce(machine, finding, slices, centres)
    method = _method(call.op, view.format, call.outputs[0], slices, call, centres)
    reduce(machine, method, slices, outputs[0])


def greatest(machine: Machine, slices: Slices, source: str, result: View) -> None:
    """The maxima of slices, in a format that holds every number of the source's."""
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
    if op in ("var", "std") and slices.terms:
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
    """Bytes of a node."""
    if op in _INDEXED:
        return 16
    if op in _COUNTED:
        return 8
    wide = FORMATS[source].bits == 64
    whole = op in ("sum", "prod") and FORMATS[source].kind != "float"
    return 8 if wide or whole else 4
