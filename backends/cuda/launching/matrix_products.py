"""Matrix products (clause T4) on a machine: the choice of kernel, tiles and chunks.

A product is c[batch, row, column] = sum over k of a[batch, row, k] * b[batch, k, column], plus a
bias. Large results are computed in tiles, each by a block of threads. If there are fewer tiles than
the machine can run simultaneously, K is divided into chunks of 256 * 2^j terms. The chunks are
aligned subtrees of T1. They are computed in parallel and added in the order of the tree
(src/contract/combine.cu). Results with one row or column are computed in strips. No choice made
here changes a bit of the result.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, replace

from samebits.backends.cuda.arrays.views import View, contiguous_strides, new
from samebits.backends.cuda.compiling.arguments import Arguments, integer
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, unit
from samebits.backends.cuda.launching.walks import copy, permuted
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory
from samebits.backends.protocol import BackendError

(TERMS,) = constants("contract/product.cuh", "SB_TERMS")
"""The number of terms in a block of K (clause T4)."""

MOST_TERMS = 1 << 40
"""The largest number of terms: block indices must fit into 32 bits (contract/levels.cuh)."""

_FAN, _FAN_THREADS = constants("contract/combine.cu", "SB_FAN", "SB_COMBINE_THREADS")
"""The number of chunks that a thread adds, and of threads in a block."""

_DOT_THREADS = constants("kernels/contract/dot.cu", "SB_DOT_THREADS", "SB_WIDE_DOT_THREADS")
"""The number of threads in a block that computes strips: for 32-bit and for 64-bit values."""

RESERVED = 2048
"""Bytes of shared memory per block that are reserved for the driver and small variables."""

_PITCHED = 1 << 24  # number of multiplications above which an operand without packs is copied first
_STRIPS_FOR_EACH = 32  # blocks of strips for each multiprocessor


@dataclass(frozen=True, slots=True)
class _Tiling:
    """The tiles of src/kernels/contract/<op>.cu.

    `blocks` is the number of blocks of threads that should share a multiprocessor.
    """

    op: str
    rows: int
    columns: int
    depth: int
    threads: int
    blocks: int

    def count(self, batches: int, rows: int, columns: int) -> int:
        """Return the number of tiles of a result."""
        return batches * -(-rows // self.rows) * -(-columns // self.columns)

    def level(self, item: int) -> int:
        """Return the size in bytes of a block's partial sums for one level of the tree."""
        return self.rows * self.columns * item

    def stages(self, item: int) -> int:
        """Return the size in bytes of the shared memory for the tiles of the operands."""
        return 2 * self.depth * (self.rows + self.columns + 32 // item) * item


def _tiling(op: str) -> _Tiling:
    names = ("SB_ROWS", "SB_COLUMNS", "SB_DEPTH", "SB_THREADS", "SB_BLOCKS")
    return _Tiling(op, *constants(f"kernels/contract/{op}.cu", *names))


_LARGE, _SMALL, _LOW = _tiling("matmul"), _tiling("bmm"), _tiling("linear")


_Operand = structure("contract/product.cuh", "sb_operand")


Product = structure("contract/product.cuh", "sb_product")
"""The argument of every kernel that computes products."""


@dataclass(frozen=True, slots=True)
class Factors:
    """The operands a[batch, row, k] and b[batch, k, column], and the result c[batch, row, column].

    `bias` is None, or has the axes [row, column], which may have length 1.
    """

    a: View
    b: View
    c: View
    bias: View | None = None

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """Return the number of batches, rows, columns and terms."""
        batches, rows, columns = self.c.shape
        return batches, rows, columns, self.a.shape[2]

    def transposed(self) -> Factors:
        """Return the transposed product b' a', which gives the same bits."""
        bias = self.bias and turned(self.bias)
        return Factors(turned(self.b), turned(self.a), turned(self.c), bias)


def compute_format(operand: str) -> str:
    """Return the format in which products of an operand's format are added (clauses R4, T4)."""
    return operand if operand == "f64" else "i32" if operand in ("i8", "u8") else "f32"


def tile_units(a: str, b: str, result: str) -> Iterator[Unit]:
    """Yield the units that compute products in tiles, one for each tile size."""
    for tiling in (_SMALL, _LOW) if a == "f64" else (_LARGE, _SMALL, _LOW):
        yield _tile_unit(tiling, a, b, result)


def strip_unit(a: str, b: str, result: str) -> Unit:
    """Return the unit that multiplies a matrix by a vector, or two vectors."""
    return unit("kernels/contract/dot.cu", SB_A=a, SB_B=b, SB_R=result)


def combine_unit(a: str, result: str) -> Unit:
    """Return the unit that adds the chunks of K."""
    return unit("contract/combine.cu", SB_A=compute_format(a), SB_R=result)


def turned(view: View) -> View:
    """Return the view with its last two axes exchanged."""
    order = list(range(len(view.shape)))
    order[-2:] = order[-1], order[-2]
    return permuted(view, order)


def multiply(machine: Machine, factors: Factors) -> None:
    """Compute the product c. Operands may have any layout, but must not share memory with c.

    Raises BackendError for more than 2^40 terms.
    """
    if not factors.c.count:
        return
    if factors.a.shape[2] > MOST_TERMS:
        raise BackendError(
            f"a product contracts {factors.a.shape[2]} terms, but the limit is {MOST_TERMS}; "
            "split the product"
        )
    if not factors.c.is_aligned:
        fresh = new(machine, factors.c.shape, factors.c.format)
        multiply(machine, replace(factors, c=fresh))
        copy(machine, fresh, factors.c)
        return
    a, b = at_whole_elements(machine, factors.a), at_whole_elements(machine, factors.b)
    bias = factors.bias and at_whole_elements(machine, factors.bias)
    factors = Factors(a, b, factors.c, bias)
    _, rows, columns, terms = factors.sizes
    if not terms:
        combine(machine, factors, described(factors), 0, None)
    elif min(rows, columns) == 1:
        _by_strips(machine, factors if columns == 1 else factors.transposed())
    else:
        lies_down = factors.c.strides[1] == factors.c.item != factors.c.strides[2]
        turn = lies_down if min(rows, columns) > _LOW.rows or rows == columns else columns < rows
        _by_tiles(machine, factors.transposed() if turn else factors)


def described(factors: Factors, pack: int | None = None) -> Arguments:
    """Return the kernels' argument for a single chunk that has all terms.

    `pack` is the number of elements per store, at most 16 bytes of the result.
    """
    batches, rows, columns, terms = factors.sizes
    product = Product(
        batches=batches, rows=rows, columns=columns, terms=terms, chunk=max(terms, 1), chunks=1
    )
    item = factors.c.item
    product.a = _operand(factors.a, _pack(factors.a.item))
    product.b = _operand(factors.b, _pack(factors.b.item))
    product.c = _operand(factors.c, pack or (2 if item == 8 else 4))
    if factors.bias is not None:
        row, column = steps_of(factors.bias)
        product.bias = _Operand(data=factors.bias.address, row=row, column=column)
    return product


def _tile_unit(tiling: _Tiling, a: str, b: str, result: str) -> Unit:
    return unit(f"kernels/contract/{tiling.op}.cu", SB_A=a, SB_B=b, SB_R=result)


def _by_tiles(machine: Machine, factors: Factors) -> None:
    batches, rows, columns, terms = factors.sizes
    if batches * rows * columns * terms >= _PITCHED:
        factors = replace(factors, a=_pitched(machine, factors.a), b=_pitched(machine, factors.b))
    name, item = factors.a.format, _number(factors)
    blocks_of_terms = -(-terms // TERMS)
    tiling = _SMALL
    if rows <= _LOW.rows:
        tiling = _LOW
    elif item == 4:
        many = _LARGE.count(batches, rows, columns) * blocks_of_terms
        tiling = _LARGE if many >= machine.multiprocessors else _SMALL
    tiles = tiling.count(batches, rows, columns)
    places = machine.multiprocessors * tiling.blocks
    product = described(factors)
    product.chunk = TERMS * _blocks_of_chunk(tiles, places, blocks_of_terms)
    product.chunks = -(-terms // product.chunk)
    partial = _partial(machine, factors, product)
    grid = min(tiles * product.chunks, places)
    levels = (-(-min(product.chunk, terms) // TERMS) - 1).bit_length()
    size = tiling.level(item)
    room = machine.shared_memory // tiling.blocks - RESERVED - tiling.stages(item)
    shared = min(levels, max(room, 0) // size)
    waiting = machine.allocate(max(grid * (levels - shared) * size, 1))
    product.levels, product.shared_levels = waiting.address, shared
    needed = _tile_unit(tiling, name, factors.b.format, factors.c.format)
    kernel = Kernel(needed, f"sb_{tiling.op}_{name}")
    shape = Launch((grid, 1, 1), (tiling.threads, 1, 1), shared * size)
    machine.launch(kernel, shape, (product,))
    if partial is not None:
        combine(machine, factors, product, product.chunks, partial)


def _by_strips(machine: Machine, factors: Factors) -> None:
    """Compute a result with one column."""
    batches, rows, _, terms = factors.sizes
    name, item = factors.a.format, _number(factors)
    threads = _DOT_THREADS[item == 8]
    product = described(factors)
    product.chunk, product.chunks = TERMS, -(-terms // TERMS)
    partial = _partial(machine, factors, product)
    dense = abs(steps_of(factors.a)[2]) <= abs(steps_of(factors.a)[1])
    if rows == 1 or (batches > 1 and rows < threads // 4):
        way, groups = "pairs", -(-batches * rows * product.chunks // threads)
    else:
        way = "rows" if dense else "columns"
        groups = -(-rows // threads) * batches * product.chunks
    kernel = Kernel(strip_unit(name, factors.b.format, factors.c.format), f"sb_dot_{way}_{name}")
    grid = min(groups, machine.multiprocessors * _STRIPS_FOR_EACH)
    machine.launch(kernel, Launch((grid, 1, 1), (threads, 1, 1)), (product,))
    if partial is not None:
        combine(machine, factors, product, product.chunks, partial)


def combine(
    machine: Machine, factors: Factors, product: Arguments, chunks: int, partial: Memory | None
) -> None:
    """Add the chunks in the order of the tree, 16 per launch. Without chunks the result is +0."""
    name = compute_format(factors.a.format)
    kernel = Kernel(combine_unit(factors.a.format, factors.c.format), f"sb_combine_{name}")
    count = factors.c.count
    while True:
        groups = max(-(-chunks // _FAN), 1)
        target = machine.allocate(groups * count * _number(factors)) if groups > 1 else None
        product.partial = partial.address if partial else None
        product.chunks = chunks
        grid = min(-(-groups * count // _FAN_THREADS), machine.multiprocessors * _STRIPS_FOR_EACH)
        where = ctypes.c_void_p(target.address if target else None)
        arguments = (product, where, integer("groups", groups))
        machine.launch(kernel, Launch((grid, 1, 1), (_FAN_THREADS, 1, 1)), arguments)
        if target is None:
            return
        chunks, partial = groups, target


def _blocks_of_chunk(tiles: int, places: int, blocks: int) -> int:
    """Return the number of blocks per chunk: the smallest suitable power of two.

    The number of tiles times the number of chunks must not exceed `places`, unless there is only
    one chunk.
    """
    size = 1
    while size < blocks and tiles * -(-blocks // size) > places:
        size *= 2
    return size


def _partial(machine: Machine, factors: Factors, product: Arguments) -> Memory | None:
    """Allocate memory for the results of all chunks, or return None if there is only one chunk."""
    if product.chunks == 1:
        return None
    memory = machine.allocate(product.chunks * factors.c.count * _number(factors))
    product.partial = memory.address
    return memory


def _number(factors: Factors) -> int:
    """Return the size in bytes of an element in the compute format."""
    return 8 if factors.a.format == "f64" else 4


def _pack(item: int) -> int:
    """Return the number of elements that one load moves (src/contract/loader.cuh)."""
    return min(4, 16 // item)


def _operand(view: View, pack: int) -> Arguments:
    """Return the kernels' argument for a view of three axes, with the axes that allow packs."""
    packs = sum(lies_in_packs(view, axis, pack) << axis - 1 for axis in (1, 2))
    return _Operand(view.address, *steps_of(view), packs=packs)


def lies_in_packs(view: View, axis: int, pack: int) -> bool:
    """Return whether each group of `pack` elements along an axis is contiguous and aligned."""
    steps = steps_of(view)
    others = (s for i, s in enumerate(steps) if i != axis)
    at_packs = view.address % (pack * view.item) == 0 and not any(s % pack for s in others)
    return at_packs and steps[axis] == 1


def steps_of(view: View) -> list[int]:
    """Return the strides in elements. Axes of length 1 have the stride 0."""
    return [0 if n == 1 else s // view.item for n, s in zip(view.shape, view.strides, strict=True)]


def at_whole_elements(machine: Machine, view: View) -> View:
    """Return the view, or an aligned copy if its elements are not aligned."""
    if view.is_aligned:
        return view
    fresh = new(machine, view.shape, view.format)
    copy(machine, view, fresh)
    return fresh


def _pitched(machine: Machine, view: View) -> View:
    """Return the view if it can be read in packs, else a copy with padded rows."""
    pack = _pack(view.item)
    if not view.count or _operand(view, pack).packs:
        return view
    batches, rows, columns = view.shape
    line = -(-columns // pack) * pack
    memory = machine.allocate(batches * rows * line * view.item)
    strides = contiguous_strides((batches, rows, line), view.item)
    fresh = View(memory, memory.address, view.shape, strides, view.format)
    copy(machine, view, fresh)
    return fresh
