"""Products of matrices (clause T4) on a machine: the choice of kernel, tiles and chunks.

A product is c[batch, row, column] = sum over k of a[batch, row, k] * b[batch, k, column], plus a
bias. Large results are computed by tiles, with a block of threads each. If there are fewer tiles
than the machine runs at once, K is cut into chunks of 256 * 2^j terms. These are aligned subtrees
of T1, computed in parallel and added by the tree (src/contract/combine.cu). Vectors and single
numbers are computed by strips. No choice made here changes a bit of the result.
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
"""Terms of a block of K (clause T4)."""

MOST_TERMS = 1 << 40
"""The largest number of terms, so that block numbers fit 32 bits (src/contract/levels.cuh)."""

_FAN, _FAN_THREADS = constants("contract/combine.cu", "SB_FAN", "SB_COMBINE_THREADS")
"""Chunks that one thread adds, and threads of a block."""

_DOT_THREADS = constants("kernels/contract/dot.cu", "SB_DOT_THREADS", "SB_WIDE_DOT_THREADS")
"""Threads of a block of strips; the second value is for 64-bit numbers."""

RESERVED = 2048
"""Bytes of shared memory of a block that the machine and a few notes need."""

_PITCHED = 1 << 24  # multiplications from which badly laid out operands are copied first
_STRIPS_FOR_EACH = 32  # blocks of strips for each multiprocessor


@dataclass(frozen=True, slots=True)
class _Tiling:
    """The tiles of src/kernels/contract/<op>.cu; `blocks` should share a multiprocessor."""

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
        """Return the bytes of the sums that wait on one level for a block."""
        return self.rows * self.columns * item

    def stages(self, item: int) -> int:
        """Return the bytes of shared memory for the tiles of the operands."""
        return 2 * self.depth * (self.rows + self.columns + 32 // item) * item


def _tiling(op: str) -> _Tiling:
    names = ("SB_ROWS", "SB_COLUMNS", "SB_DEPTH", "SB_THREADS", "SB_BLOCKS")
    return _Tiling(op, *constants(f"kernels/contract/{op}.cu", *names))


_LARGE, _SMALL, _LOW = _tiling("matmul"), _tiling("bmm"), _tiling("linear")


_Operand = structure("contract/product.cuh", "sb_operand")


Product = structure("contract/product.cuh", "sb_product")
"""The argument of every kernel of products."""


@dataclass(frozen=True, slots=True)
class Factors:
    """The operands as views of three axes: a[batch, row, k], b[batch, k, column], and c.

    The result is c[batch, row, column]. `bias` has two axes, [row, column], either of which may
    have length 1, or is None.
    """

    a: View
    b: View
    c: View
    bias: View | None = None

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """Return the numbers of batches, rows, columns and terms."""
        batches, rows, columns = self.c.shape
        return batches, rows, columns, self.a.shape[2]

    def transposed(self) -> Factors:
        """Return the transposed product b' a', which has the same numbers."""
        bias = self.bias and turned(self.bias)
        return Factors(turned(self.b), turned(self.a), turned(self.c), bias)


def compute_format(operand: str) -> str:
    """Return the format in which an operand's products are added (clauses R4, T4)."""
    return operand if operand == "f64" else "i32" if operand in ("i8", "u8") else "f32"


def tile_units(a: str, b: str, result: str) -> Iterator[Unit]:
    """Yield the units of products by tiles of every size."""
    for tiling in (_SMALL, _LOW) if a == "f64" else (_LARGE, _SMALL, _LOW):
        yield _tile_unit(tiling, a, b, result)


def strip_unit(a: str, b: str, result: str) -> Unit:
    """Return the unit of matrix times vector, and of dot."""
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
    """Compute c. The operands may have any layout; c must not be an operand.

    Raises BackendError for more than 2^40 terms.
    """
    if not factors.c.count:
        return
    if factors.a.shape[2] > MOST_TERMS:
        raise BackendError(
            f"a product of {factors.a.shape[2]} terms; at most {MOST_TERMS} can be contracted"
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
    """Return the kernels' argument, for one chunk of all terms, storing `pack` elements at once."""
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
    """Compute a result of one column."""
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
    """Add the chunks by the tree, 16 at a time, into the result; +0 without chunks."""
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
    """Return blocks per chunk, a power of two, so that tiles times chunks fit `places`.

    It is at least `blocks` if the tiles alone fill the machine.
    """
    size = 1
    while size < blocks and tiles * -(-blocks // size) > places:
        size *= 2
    return size


def _partial(machine: Machine, factors: Factors, product: Arguments) -> Memory | None:
    """Allocate memory for the numbers of all chunks, if there are several."""
    if product.chunks == 1:
        return None
    memory = machine.allocate(product.chunks * factors.c.count * _number(factors))
    product.partial = memory.address
    return memory


def _number(factors: Factors) -> int:
    """Return the bytes of a number of the compute format."""
    return 8 if factors.a.format == "f64" else 4


def _pack(item: int) -> int:
    """Return the elements that a loader moves at once (src/contract/loader.cuh)."""
    return min(4, 16 // item)


def _operand(view: View, pack: int) -> Arguments:
    """Return a view of three axes in the kernels' form; `pack` elements move at once."""
    packs = sum(lies_in_packs(view, axis, pack) << axis - 1 for axis in (1, 2))
    return _Operand(view.address, *steps_of(view), packs=packs)


def lies_in_packs(view: View, axis: int, pack: int) -> bool:
    """Check whether `pack` elements along an axis, at multiples of `pack`, may be moved as one."""
    steps = steps_of(view)
    others = (s for i, s in enumerate(steps) if i != axis)
    at_packs = view.address % (pack * view.item) == 0 and not any(s % pack for s in others)
    return at_packs and steps[axis] == 1


def steps_of(view: View) -> list[int]:
    """Return the strides in elements; 0 for axes of length 1."""
    return [0 if n == 1 else s // view.item for n, s in zip(view.shape, view.strides, strict=True)]


def at_whole_elements(machine: Machine, view: View) -> View:
    """Return the view, or a copy if its elements are not aligned."""
    if view.is_aligned:
        return view
    fresh = new(machine, view.shape, view.format)
    copy(machine, view, fresh)
    return fresh


def _pitched(machine: Machine, view: View) -> View:
    """Return the view, or a copy that can be read in packs, with padded lines."""
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
