"""Convolutions, their gradients and transposed convolutions (clauses T4, T5).

A convolution is one matrix product for each group (src/conv/convolution.cuh). The op's own kernel
first packs the operand that is not read through windows. Then tiles compute the result; if a group
has few rows, single threads do. If the sum was cut into slices, a last kernel adds the slices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching.convolution.conv_arguments import (
    Packing,
    Product,
    dividers,
    is_wide,
    window_of,
)
from samebits.backends.cuda.launching.convolution.cut import BLOCK, Tile, Work, best_cut, levels
from samebits.backends.cuda.launching.convolution.geometry import (
    Convolution,
    Tensor,
    forward,
    residues,
)
from samebits.backends.cuda.launching.walks import contiguous, copy
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import axes_of, kind_of
from samebits.spec.formats import compute_format
from samebits.spec.language.call import Call

WIDE_FROM = 1 << 29
"""The limit of 32-bit indices and offsets (src/conv/window.cuh); tests lower it."""

_QUAD, _SIDE, _LINES = constants("conv/pack.cuh", "SB_QUAD", "SB_SIDE", "SB_LINES")
"""Packed rows are padded to multiples of SB_QUAD.

Packing transposes squares of SB_SIDE x SB_SIDE elements, SB_LINES lines at a time.
"""

(_THIN_THREADS,) = constants("conv/thin.cu", "SB_THREADS")
_THIN_ROWS = (1, 4, 16)
_DEPTH, _JOINERS = constants("conv/windows.cu", "SB_DEPTH", "SB_JOINERS")
"""The number of terms in a tile of shared memory, and of threads in a block that adds slices."""

_FEW_TERMS = 32


def _tile(size: str, item: int) -> Tile:
    names = ("ROWS_{}", "THREADS", "BLOCKS")
    rows, threads, blocks = constants(
        "conv/tile.cuh", *(f"SB_{size.upper()}_{name.format(item)}" for name in names)
    )
    columns, sums = constants("conv/tile.cuh", "SB_TILE_COLUMNS", f"SB_SUMS_{item}")
    return Tile(size, rows, columns, threads, sums, blocks)


_TILES = {item: (_tile("large", item), _tile("small", item)) for item in (4, 8)}
"""The large and the small tile for each element size of the compute format, in bytes."""


def units(op: str) -> Iterable[Unit]:
    """Return the units for packing and for products, both with 32-bit and 64-bit indices."""
    kind = kind_of(get_op(op).shape_rule)
    seen = set()
    for inputs, (result, *_) in get_op(op).signatures:
        windows, packed = _formats(str(kind), inputs)
        for wide in (False, True):
            seen.add(_packing_unit(op, packed, wide))
            names = ("weight",) if kind == "weight_gradient" else ("windows", "thin")
            seen.update(_product_unit(name, windows, result, wide) for name in names)
    return sorted(seen, key=str)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute one convolution, or one per residue of the stride."""
    if not outputs[0].count:
        return
    kind = str(kind_of(get_op(call.op).shape_rule))
    operands = [view if view.is_aligned else contiguous(machine, view) for view in inputs]
    result = outputs[0]
    if not result.is_aligned:
        result = new(machine, result.shape, result.format)
    axes = axes_of(kind, call.op, call.attributes, [x.shape for x in inputs])
    groups = int(str(call.attributes["groups"]))
    bias = operands[2] if len(operands) == 3 else None
    windowed, other = _read_along(machine, operands[0]), operands[1]
    runner = _Runner(machine, call, kind)
    if kind == "forward":
        runner.windows(forward(axes, windowed, other, result, bias, groups))
    elif kind == "weight_gradient":
        runner.weight(forward(axes, windowed, result, other, None, groups))
    else:
        for part in residues(axes, result, other, windowed, bias, groups):
            runner.windows(part)
    if result is not outputs[0]:
        copy(machine, result, outputs[0])


def _read_along(machine: Machine, view: View) -> View:
    """Return the operand that is read through windows.

    It is copied if its last axis is not dense.
    """
    dense = view.shape[-1] == 1 or view.strides[-1] in (0, view.item)
    return view if dense else contiguous(machine, view)


def _formats(kind: str, inputs: Sequence[str]) -> tuple[str, str]:
    """Return the formats of the operand that is read through windows, and of the packed operand."""
    return inputs[0], inputs[1]


def _packing_unit(op: str, name: str, wide: bool) -> Unit:
    defines = {"SB_A": name} | ({"SB_WIDE": "1"} if wide else {})
    return unit(operations()[op][1], **defines)


def _product_unit(name: str, windows: str, result: str, wide: bool) -> Unit:
    defines = {"SB_A": windows, "SB_R": result} | ({"SB_WIDE": "1"} if wide else {})
    return unit(f"conv/{name}.cu", **defines)


class _Runner:
    """The launches of one call."""

    def __init__(self, machine: Machine, call: Call, kind: str) -> None:
        self.machine = machine
        self.call = call
        self.windowed, self.packed = _formats(kind, call.inputs)
        self.item = 8 if compute_format(call.inputs) == "f64" else 4

    def windows(self, conv: Convolution) -> None:
        """Compute a forward convolution.

        Its result has a row for each output channel. The columns are the positions of all samples.
        """
        wide = is_wide(conv, WIDE_FROM)
        terms, columns = conv.channels * conv.taps, conv.samples * conv.positions
        work = Work(conv.groups, conv.rows, columns, terms, 1, self.item)
        product = self._product(conv, work)
        weight = Packing(lengths=dividers([a.taps for a in conv.axes]), outer=0)
        weight.axis[:] = [a.w for a in conv.axes]
        weight.row, weight.channel = conv.w.outer, conv.w.channel
        kept = self._pack(conv, work, conv.w, weight, product, table=True, wide=wide)
        product.y = conv.y.address
        product.y_group, product.y_row, product.y_outer = (
            conv.y.group, conv.y.channel, conv.y.outer,
        )  # fmt: skip
        product.y_axis[:] = [a.y for a in conv.axes]
        if conv.bias is not None:
            product.bias = conv.bias.address
            product.bias_stride = conv.bias.strides[0] // conv.bias.item
        rows = next((r for r in _THIN_ROWS if conv.rows <= r), 0)
        threads = columns * conv.groups
        enough = threads >= self.machine.multiprocessors * _THIN_THREADS // 2
        if rows and (enough or terms <= _FEW_TERMS):
            self._thin(product, work, rows, wide)
        else:
            counts = [a.count for a in conv.axes]
            product.even = self._even(product, conv.y, counts, conv.samples)
            self._tiles("windows", product, work, wide)
        del kept

    def weight(self, conv: Convolution) -> None:
        """Compute a gradient of the weight, by one contraction per sample.

        Its result has a row for each output channel, and a column for each pair (channel, tap).
        """
        wide = is_wide(conv, WIDE_FROM)
        terms, columns = conv.positions, conv.channels * conv.taps
        work = Work(conv.groups, conv.rows, columns, terms, conv.samples, self.item)
        product = self._product(conv, work)
        gradient = Packing(lengths=dividers([a.count for a in conv.axes]), outer=conv.y.outer)
        gradient.axis[:] = [a.y for a in conv.axes]
        gradient.row = conv.y.channel
        kept = self._pack(conv, work, conv.y, gradient, product, table=False, wide=wide)
        product.y = conv.w.address
        product.y_group, product.y_row, product.y_outer = (
            conv.w.group, conv.w.outer, conv.w.channel,
        )  # fmt: skip
        product.y_axis[:] = [a.w for a in conv.axes]
        product.even = self._even(product, conv.w, [a.taps for a in conv.axes], conv.channels)
        self._tiles("weight", product, work, wide)
        del kept

    def _product(self, conv: Convolution, work: Work) -> Arguments:
        return Product(
            window=window_of(conv),
            x=conv.x.address,
            groups=work.groups,
            rows=work.rows,
            columns=work.columns,
            terms=work.terms,
            outers=work.outers,
            rows_packed=-(-work.rows // _QUAD) * _QUAD,
            terms_packed=-(-work.terms // _DEPTH) * _DEPTH,
            x_group=conv.x.group,
            x_sample=conv.x.outer,
        )

    def _pack(
        self,
        conv: Convolution,
        work: Work,
        source: Tensor,
        packing: Arguments,
        product: Arguments,
        *,
        table: bool,
        wide: bool,
    ) -> list[Memory]:
        """Pack an operand and, if `table` is true, make the table of taps.

        Return the memory that must exist until the end of the call.
        """
        matrices, size = work.groups * work.outers, product.rows_packed * product.terms_packed
        if not matrices * size:
            return []
        kept = [self.machine.allocate(matrices * size * self.item)]
        if table:
            kept.append(self.machine.allocate(product.terms_packed * (32 if wide else 16)))
            product.taps = packing.taps = kept[1].address
        product.packed = packing.to = kept[0].address
        packing.window = product.window
        packing.source = source.address
        packing.group = source.group
        for name in ("groups", "outers", "rows", "terms", "rows_packed", "terms_packed"):
            setattr(packing, name, getattr(product, name))
        squares = prod(-(-n // _SIDE) for n in (product.rows_packed, product.terms_packed))
        grid = min(squares * matrices, self.machine.multiprocessors * 32)
        kernel = Kernel(
            _packing_unit(self.call.op, self.packed, wide), f"sb_{self.call.op}_{self.packed}"
        )
        self.machine.launch(kernel, Launch((grid, 1, 1), (_SIDE, _LINES, 1)), (packing,))
        return kept

    def _even(self, product: Arguments, y: Tensor, lengths: Sequence[int], outers: int) -> bool:
        """Return whether each quad of neighbouring columns is contiguous and aligned."""
        quad = 16 // self.item
        run = 1
        for length, stride in zip(reversed(lengths), reversed(product.y_axis[:]), strict=True):
            if length > 1 and stride != run:
                return False
            run *= length
        steps = [(product.rows, product.y_row), (product.groups, product.y_group)]
        if outers > 1 and product.y_outer != run:
            steps += [(outers, product.y_outer), (2, run)]
        aligned = y.address % (quad * y.view.item) == 0
        return aligned and not any(count > 1 and step % quad for count, step in steps)

    def _kernel(self, unit_name: str, entry: str, wide: bool) -> Kernel:
        needed = _product_unit(unit_name, self.windowed, self.call.outputs[0], wide)
        return Kernel(needed, f"sb_{entry}_{self.windowed}")

    def _thin(self, product: Arguments, work: Work, rows: int, wide: bool) -> None:
        items = -(-work.columns // _THIN_THREADS) * -(-work.rows // rows) * work.groups
        grid = min(items, self.machine.multiprocessors * 8)
        product.inner_levels = product.all_levels = levels(-(-work.terms // BLOCK))
        quad = 16 // self.item
        sums = -(-rows // quad) * quad
        kept = self._levels(product, grid * sums * _THIN_THREADS)
        kernel = self._kernel("thin", f"thin_{rows}", wide)
        self.machine.launch(kernel, Launch((grid, 1, 1), (_THIN_THREADS, 1, 1)), (product,))
        del kept

    def _tiles(self, name: str, product: Arguments, work: Work, wide: bool) -> None:
        cut = best_cut(work, _TILES[self.item], self.machine.multiprocessors)
        tile = cut.tile
        product.slices, product.slices_inside = cut.slices, cut.slices_inside
        product.blocks_of_slice, product.outers_of_slice = cut.blocks, cut.outers
        product.inner_levels = levels(min(-(-work.terms // BLOCK), cut.blocks))
        product.all_levels = product.inner_levels + levels(min(work.outers, cut.outers))
        grid = min(cut.items, self.machine.multiprocessors * tile.resident)
        kept = [self._levels(product, grid * tile.sums * tile.threads)]
        if cut.slices > 1:
            parts = self.machine.allocate(cut.slices * work.results * self.item)
            product.parts = parts.address
            kept.append(parts)
        kernel = self._kernel(name, f"{name}_{tile.name}", wide)
        self.machine.launch(kernel, Launch((grid, 1, 1), (tile.threads, 1, 1)), (product,))
        if cut.slices > 1:
            self._join(name, product, work, wide)
        del kept

    def _join(self, name: str, product: Arguments, work: Work, wide: bool) -> None:
        grid = min(-(-work.results // _JOINERS), self.machine.multiprocessors * 16)
        kernel = self._kernel(name, f"{name}_join", wide)
        self.machine.launch(kernel, Launch((grid, 1, 1), (_JOINERS, 1, 1)), (product,))

    def _levels(self, product: Arguments, sums: int) -> Memory | None:
        """Allocate memory for partial sums at all levels of the tree.

        None if there are no levels.
        """
        if not product.all_levels:
            return None
        memory = self.machine.allocate(product.all_levels * sums * self.item)
        product.levels = memory.address
        return memory
