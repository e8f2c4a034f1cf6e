"""Ops that order the elements along an axis (clause S3), by stable sorts of integer keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching.placing.sort import Items, new_items, sort, sort_units
from samebits.backends.cuda.launching.placing.walk import length_of, set_walk, spread
from samebits.backends.cuda.launching.walks import contiguous, copy, permuted
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

(_BLOCK,) = constants("order/order.cuh", "SB_ORDER_BLOCK")


_Keys = structure("order/order.cuh", "sb_order_keys")


_Results = structure("order/order.cuh", "sb_order_results")


def units(op: str) -> Iterable[Unit]:
    """Yield units for each format. The sort key and the position are two integers.

    For keys of at most 32 bits, there are also units that hold both in one integer.
    """
    yield from sort_units()
    for form in FORMATS:
        if _key_bits(form) <= 32:
            yield _unit(op, form, keyed=False)
        yield _unit(op, form, keyed=True)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Make items of keys and positions, sort each row, and copy the elements in that order."""
    x = inputs[0] if inputs[0].is_aligned else contiguous(machine, inputs[0])
    if not outputs[0].count:
        return
    axis = int(str(call.attributes["axis"])) % len(x.shape)
    order = (*(d for d in range(len(x.shape)) if d != axis), axis)
    x = permuted(x, order)
    items = sort(machine, _items(machine, call, x), _key_bits(x.format))
    targets = [v if v.is_aligned else new(machine, v.shape, v.format) for v in outputs]
    _write(machine, call, x, items, [permuted(v, order) for v in targets])
    for target, view in zip(targets, outputs, strict=True):
        if target is not view:
            copy(machine, target, view)


def _items(machine: Machine, call: Call, x: View) -> Items:
    length = x.shape[-1]
    bits = _key_bits(x.format)
    items = new_items(machine, x.count // length, length, bits)
    keys = _Keys(x=x.address, items=items.address, length=length_of(length))
    keys.inverted = (1 << bits) - 1 if _is_descending(call) else 0
    set_walk(keys.walk, x.shape, [x.strides], call.op)
    kernel = Kernel(_unit(call.op, x.format, items.keyed), f"sb_{call.op}_keys_{x.format}")
    machine.launch(kernel, spread(machine, x.count, _BLOCK), (keys,))
    return items


def _write(machine: Machine, call: Call, x: View, items: Items, outputs: Sequence[View]) -> None:
    """Write values, positions or both, depending on the op. Rows are along the last axis."""
    values = outputs[0] if call.op != "argsort" else None
    places = outputs[-1] if call.op != "sort" else None
    some = outputs[0]
    results = _Results(
        items=items.address,
        x=x.address,
        values=values.address if values else None,
        places=places.address if places else None,
        length=items.length,
        kept=length_of(some.shape[-1]),
        step=x.strides[-1],
    )
    steps = [v.strides if v else (0,) * len(some.shape) for v in (values, places)]
    set_walk(results.walk, some.shape, [*steps, (*x.strides[:-1], 0)], call.op)
    kernel = Kernel(_unit(call.op, x.format, items.keyed), f"sb_{call.op}_{x.format}")
    machine.launch(kernel, spread(machine, some.count, _BLOCK), (results,))


def _is_descending(call: Call) -> bool:
    return bool(call.attributes["largest" if call.op == "topk" else "descending"])


def _key_bits(form: str) -> int:
    return 1 if form == "bool" else FORMATS[form].bits


def _unit(op: str, form: str, keyed: bool) -> Unit:
    return unit(operations()[op][1], SB_A=form, SB_KEYED=str(int(keyed)))
