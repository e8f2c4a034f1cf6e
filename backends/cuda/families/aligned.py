"""Aligned contractions (clause T11): both operands become integers, and then come the products.

The operands are seen as matrices as those of T4 are (families/contract.py); what follows is told in
src/aligned/aligned.cuh. No choice that is made here changes a bit of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from samebits.backends.cuda.declared import constants, structure
from samebits.backends.cuda.families import contract
from samebits.backends.cuda.machines.arguments import Arguments
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory
from samebits.backends.cuda.products import (
    MOST_TERMS,
    TERMS,
    Factors,
    at_whole_elements,
    combine,
    combine_unit,
    described,
    steps_of,
    turned,
)
from samebits.backends.cuda.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.views import View, new
from samebits.backends.cuda.walks import copy
from samebits.backends.protocol import BackendError, Support, Supported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op

(_ALIGN_THREADS,) = constants("aligned/align.cu", "SB_ALIGN_THREADS")
_WARP = 32
_STRIPS_FOR_EACH = 32  # blocks of threads that align, for each multiprocessor
_BLOCKS_FOR_EACH = 4  # blocks of threads of tiles, for each multiprocessor

_Lines = structure("aligned/aligned.cuh", "sb_aligned_lines")
_Aligned = structure("aligned/aligned.cuh", "sb_aligned")
_Alignment = structure("aligned/aligned.cuh", "sb_alignment")


@dataclass(frozen=True, slots=True)
class _Tiling:
    """The tiles of src/kernels/aligned/<op>.cu."""

    op: str
    rows: int
    columns: int
    threads: int


def _tiling(op: str) -> _Tiling:
    names = ("SB_ROWS", "SB_COLUMNS", "SB_THREADS")
    return _Tiling(op, *constants(f"kernels/aligned/{op}.cu", *names))


_LARGE, _SMALL = _tiling("matmul_aligned"), _tiling("bmm_aligned")
_LOW = _tiling("linear_aligned")


def units(op: str) -> Iterable[Unit]:
    """Alignment of every operand's format, tiles and empty sums of every result's."""
    for inputs, outputs in get_op(op).signatures:
        for name in inputs[:2]:
            yield _align_unit(name)
        yield combine_unit(inputs[0], outputs[0])
        for tiling in (_LARGE, _SMALL, _LOW):
            yield _tile_unit(tiling, outputs[0])


def supports(call: Call) -> Support:
    """Every declared signature."""
    return Supported()


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """The operands seen as matrices, and one product."""
    widths = call.attributes["bits"]
    assert isinstance(widths, tuple)  # the declaration has looked
    contract.product(machine, call, inputs, outputs[0], partial(_multiply, widths))


def _multiply(widths: Sequence[int], machine: Machine, factors: Factors) -> None:
    """Compute c. Raises BackendError for more than 2^40 terms."""
    if not factors.c.count:
        return
    if not factors.c.is_aligned:
        fresh = new(machine, factors.c.shape, factors.c.format)
        _multiply(widths, machine, replace(factors, c=fresh))
        copy(machine, fresh, factors.c)
        return
    a, b = at_whole_elements(machine, factors.a), at_whole_elements(machine, factors.b)
    bias = factors.bias and at_whole_elements(machine, factors.bias)
    factors = Factors(a, b, factors.c, bias)
    batches, rows, columns, terms = factors.sizes
    if terms > MOST_TERMS:
        raise BackendError(f"a product of {terms} terms; at most {MOST_TERMS} can be contracted")
    if not terms:
        combine(machine, factors, described(factors), 0, None)
        return
    if columns < rows and columns <= _LOW.rows:
        factors, widths = factors.transposed(), widths[::-1]
        rows, columns = columns, rows
    blocks = -(-terms // TERMS)
    product = described(factors)
    lines = (
        _align(machine, factors.a, widths[0], blocks),
        _align(machine, turned(factors.b), widths[1], blocks),
    )
    tiling = _tiling_for(machine, batches, rows, columns)
    tiles = batches * -(-rows // tiling.rows) * -(-columns // tiling.columns)
    grid = min(tiles, machine.multiprocessors * _BLOCKS_FOR_EACH)
    levels = (blocks - 1).bit_length()
    waiting = machine.allocate(max(grid * levels * tiling.rows * tiling.columns * 4, 1))
    product.levels = waiting.address
    kernel = Kernel(_tile_unit(tiling, factors.c.format), f"sb_{tiling.op}_{factors.c.format}")
    (a_lines, _), (b_lines, _) = lines
    argument = _Aligned(product=product, a=a_lines, b=b_lines, blocks=blocks)
    machine.launch(kernel, Launch((grid, 1, 1), (tiling.threads, 1, 1)), (argument,))


def _tiling_for(machine: Machine, batches: int, rows: int, columns: int) -> _Tiling:
    if rows <= _LOW.rows:
        return _LOW
    large = batches * -(-rows // _LARGE.rows) * -(-columns // _LARGE.columns)
    return _LARGE if large >= machine.multiprocessors else _SMALL


def _align(
    machine: Machine, view: View, width: int, blocks: int
) -> tuple[Arguments, tuple[Memory, Memory]]:
    """An operand x[batch, line, k] as integers, made once where all batches are one."""
    batches, lines, terms = view.shape
    steps = steps_of(view)
    alike = batches > 1 and not steps[0]
    batches = 1 if alike else batches
    items = batches * lines * blocks
    q, u = machine.allocate(items * TERMS * 4), machine.allocate(items * 4)
    argument = _Alignment(
        data=view.address, batches=batches, lines=lines, terms=terms, blocks=blocks,
        batch=steps[0], line=steps[1], term=steps[2], q=q.address, u=u.address, width=width,
    )  # fmt: skip
    grid = min(-(-items * _WARP // _ALIGN_THREADS), machine.multiprocessors * _STRIPS_FOR_EACH)
    kernel = Kernel(_align_unit(view.format), f"sb_align_{view.format}")
    machine.launch(kernel, Launch((grid, 1, 1), (_ALIGN_THREADS, 1, 1)), (argument,))
    return _Lines(q=q.address, u=u.address, batch=0 if alike else lines), (q, u)


def _align_unit(name: str) -> Unit:
    return unit("aligned/align.cu", SB_A=name)


def _tile_unit(tiling: _Tiling, result: str) -> Unit:
    return unit(operations()[tiling.op][1], SB_R=result)
