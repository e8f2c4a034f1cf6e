"""Products of vectors and matrices (clause T4), computed by launching/matrix_products.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from samebits.backends.cuda.arrays.views import View, collapsed, new
from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching.matrix_products import (
    Factors,
    combine_unit,
    described,
    multiply,
    strip_unit,
    tile_units,
    turned,
)
from samebits.backends.cuda.launching.walks import contiguous, copy
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

_ROWS, _THREADS, _PACK = constants(
    "kernels/contract/outer.cu", "SB_OUTER_ROWS", "SB_OUTER_THREADS", "SB_OUTER_PACK"
)
"""For `outer`: rows and threads of a block, and the largest number of elements per store."""

Multiply = Callable[[Machine, Factors], None]
"""A function that computes a matrix product."""


def units(op: str) -> Iterable[Unit]:
    """Yield the units for all pairs of formats, in both orders: factors may be exchanged."""
    for inputs, outputs in get_op(op).signatures:
        a, b, result = inputs[0], inputs[1], outputs[0]
        if op == "outer":
            yield _outer_unit(a, b, result)
            continue
        yield combine_unit(a, result)
        for first, second in dict.fromkeys(((a, b), (b, a))):
            yield strip_unit(first, second, result)
            if op != "dot":
                yield from tile_units(first, second, result)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute one product of the operands, which are treated as matrices."""
    if call.op == "outer":
        _outer(machine, inputs[0], inputs[1], outputs[0])
    elif call.op == "dot":
        a, b = inputs
        multiply(machine, Factors(_seen(a, 3), turned(_seen(b, 3)), _seen(outputs[0], 3)))
    else:
        product(machine, call, inputs, outputs[0], multiply)


def product(
    machine: Machine, call: Call, inputs: Sequence[View], result: View, multiply: Multiply
) -> None:
    """Compute matmul, bmm, linear, or an op with the same operands, by calls of `multiply`."""
    if "transpose_a" not in call.attributes:
        _linear(machine, inputs, result, multiply)
        return
    a = turned(inputs[0]) if call.attributes["transpose_a"] else inputs[0]
    b = turned(inputs[1]) if call.attributes["transpose_b"] else inputs[1]
    multiply(machine, Factors(_seen(a, 3), _seen(b, 3), _seen(result, 3), _bias(inputs)))


def _linear(machine: Machine, inputs: Sequence[View], y: View, multiply: Multiply) -> None:
    """Compute linear.

    Leading axes become batches and rows. If they cannot be merged, x is copied.
    """
    x, weight = inputs[0], inputs[1]
    if not y.count:
        return
    bias = _bias(inputs)
    shape, (steps_x, steps_y) = collapsed(x.shape[:-1], [x.strides[:-1], y.strides[:-1]])
    if len(shape) > 2:
        fresh = new(machine, y.shape, y.format)
        _linear(machine, (contiguous(machine, x), *inputs[1:]), fresh, multiply)
        copy(machine, fresh, y)
        return
    lead = (1,) * (2 - len(shape))
    shape, none = (*lead, *shape), (0,) * len(lead)
    rows = View(
        x.memory, x.address, (*shape, x.shape[-1]), (*none, *steps_x, x.strides[-1]), x.format
    )
    into = View(
        y.memory, y.address, (*shape, y.shape[-1]), (*none, *steps_y, y.strides[-1]), y.format
    )
    columns = _repeated(_seen(turned(weight), 3), shape[0])
    multiply(machine, Factors(rows, columns, into, bias))


def _outer(machine: Machine, a: View, b: View, c: View) -> None:
    if not c.count:
        return
    if not c.is_aligned:
        fresh = new(machine, c.shape, c.format)
        _outer(machine, a, b, fresh)
        copy(machine, fresh, c)
        return
    if c.strides[0] == c.item != c.strides[1]:
        a, b, c = b, a, turned(c)  # an exchange of two factors changes no bit
    if not (a.is_aligned and b.is_aligned):
        a, b = contiguous(machine, a), contiguous(machine, b)
    pack = min(_PACK, 16 // c.item)
    product = described(Factors(turned(_seen(a, 3)), _seen(b, 3), _seen(c, 3)), pack)
    across = -(-c.shape[1] // (_THREADS * pack))
    tiles = across * -(-c.shape[0] // _ROWS)
    kernel = Kernel(_outer_unit(a.format, b.format, c.format), f"sb_outer_{a.format}")
    grid = min(tiles, machine.multiprocessors * 32)
    machine.launch(kernel, Launch((grid, 1, 1), (_THREADS, 1, 1)), (product,))


def _outer_unit(a: str, b: str, result: str) -> Unit:
    return unit(operations()["outer"][1], SB_A=a, SB_B=b, SB_R=result)


def _bias(inputs: Sequence[View]) -> View | None:
    """Return the bias as a matrix of one row, or None if there is no bias."""
    return _seen(inputs[2], 2) if len(inputs) > 2 else None


def _seen(view: View, rank: int) -> View:
    """Return the view with this rank. Axes of length 1 are added at the front."""
    more = rank - len(view.shape)
    shape, strides = (1,) * more + view.shape, (0,) * more + view.strides
    return View(view.memory, view.address, shape, strides, view.format)


def _repeated(view: View, batches: int) -> View:
    """Return a view in which every batch is the same matrix."""
    shape, strides = (batches, *view.shape[1:]), (0, *view.strides[1:])
    return View(view.memory, view.address, shape, strides, view.format)
