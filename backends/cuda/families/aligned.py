"""Aligned contractions (clause T11): both operands become integers, which are then multiplied.

The operands are treated as matrices, as in T4 (families/contract.py). `src/aligned/aligned.cuh`
explains the arithmetic. `tiling_for` chooses the instruction and the tiles for the GPU's
architecture and the shape of the result; the choices are declared in the kernels' files. No choice
changes a bit of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.families import contract
from samebits.backends.cuda.launching.matrix_products import (
    MOST_TERMS,
    RESERVED,
    TERMS,
    Factors,
    at_whole_elements,
    combine,
    combine_unit,
    described,
    lies_in_packs,
    steps_of,
    turned,
)
from samebits.backends.cuda.launching.walks import copy
from samebits.backends.cuda.machines.protocol import Driver, Launch, Machine, Memory
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

_ALIGN_THREADS, _ALIGN_LINES, _ALIGN_PACK, _MOST_DIGITS = constants(
    "aligned/align.cu", "SB_ALIGN_THREADS", "SB_ALIGN_LINES", "SB_ALIGN_PACK", "SB_MOST_DIGITS"
)
(_STEP,) = constants("aligned/aligned.cuh", "SB_STEP")
_WARP = 32
_STRIPS_FOR_EACH = 32  # alignment blocks (blocks of threads) for each multiprocessor

_Lines = structure("aligned/tiles.cuh", "sb_aligned_lines")
_Aligned = structure("aligned/tiles.cuh", "sb_aligned")
_Alignment = structure("aligned/aligned.cuh", "sb_alignment")


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles of a kernel file, from its declarations (see `src/aligned/tiles.cuh`).

    `blocks` is the number of blocks of threads that should share a multiprocessor. `room` is the
    shared memory of each block in bytes. `since` is the first compute capability, times ten, that
    has the instruction.
    """

    path: str
    rows: int
    columns: int
    threads: int
    blocks: int
    room: int
    since: int

    @staticmethod
    def of(path: str) -> Tiling:
        """Return the tiles that a file declares.

        Raises BackendError if the declaration is incomplete.
        """
        names = ("SB_ROWS", "SB_COLUMNS", "SB_THREADS", "SB_BLOCKS", "SB_ROOM", "SB_SINCE")
        return Tiling(path, *constants(path, *names))

    def count(self, batches: int, rows: int, columns: int) -> int:
        """Return the number of tiles of a result."""
        return batches * -(-rows // self.rows) * -(-columns // self.columns)

    @property
    def level(self) -> int:
        """Return the size in bytes of a block's partial sums for one level of the tree."""
        return self.rows * self.columns * 4

    def kernel(self, digits: tuple[int, int]) -> Kernel:
        """Return the kernel for operands whose aligned integers have `digits` bytes."""
        first, second = map(str, digits)
        name = self.path.rpartition("/")[2].removesuffix(".cu")
        needed = unit(self.path, SB_A_DIGITS=first, SB_B_DIGITS=second)
        return Kernel(needed, f"sb_{name}_{first}{second}")


LARGE, SMALL = (Tiling.of(operations()[op][1]) for op in ("matmul_aligned", "bmm_aligned"))
"""The tiles for matrix instructions (mma.sync)."""

WIDE = Tiling.of("aligned/tensor_wide.cu")
"""The tiles for mma.sync if neither operand has more than `WIDE_DIGITS` digits."""

WIDE_DIGITS = 2
_WIDE_TIME = 0.87
"""Predicted time per element of a wide tile, divided by the time per element of a large tile.

The prediction was made for two digits per operand on sm_90. It is used for all digits and
architectures.
"""

LOW = Tiling.of(operations()["linear_aligned"][1])
"""The low tiles, for results with few rows. The kernel multiplies with dp4a."""

WORDS_LARGE, WORDS_SMALL = (Tiling.of(f"aligned/words_{size}.cu") for size in ("large", "small"))
"""The tiles for GPUs without mma.sync for bytes. The kernels multiply with dp4a."""

_DIGITS = tuple(product(range(1, _MOST_DIGITS + 1), range(1, _MOST_DIGITS + 1)))


def tiling_for(
    machine: Machine | Driver, batches: int, rows: int, columns: int, digits: tuple[int, int]
) -> Tiling:
    """Return the tiles for a result of this shape.

    For a result with few columns, the caller has already exchanged the factors (`is_turned`).
    """
    if rows <= LOW.rows:
        return LOW
    has_tensors = machine.capability >= LARGE.since
    large, small = (LARGE, SMALL) if has_tensors else (WORDS_LARGE, WORDS_SMALL)
    places = machine.multiprocessors
    if large.count(batches, rows, columns) < places:
        return small

    def most_elements(tiling: Tiling) -> int:
        """Return the number of elements that the busiest multiprocessor computes."""
        return -(-tiling.count(batches, rows, columns) // places) * tiling.rows * tiling.columns

    is_wide = (
        has_tensors
        and max(digits) <= WIDE_DIGITS
        and _WIDE_TIME * most_elements(WIDE) < most_elements(LARGE)
    )
    return WIDE if is_wide else large


def units(op: str) -> Iterable[Unit]:
    """Yield the units for alignment, empty sums, and all combinations of tiles and digits."""
    for inputs, outputs in get_op(op).signatures:
        for name in inputs[:2]:
            yield _align_unit(name)
        yield combine_unit(inputs[0], outputs[0])
    for digits in _DIGITS:
        yield LOW.kernel(digits).unit
        if digits[0] >= digits[1]:
            for tiling in (LARGE, SMALL, WORDS_LARGE, WORDS_SMALL):
                yield tiling.kernel(digits).unit
            if max(digits) <= WIDE_DIGITS:
                yield WIDE.kernel(digits).unit


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute one product of the operands, which are treated as matrices."""
    widths = call.attributes["bits"]
    assert isinstance(widths, tuple)  # the op's declaration has checked this
    contract.product(machine, call, inputs, outputs[0], partial(_multiply, widths))


def _multiply(widths: Sequence[int], machine: Machine, factors: Factors) -> None:
    """Compute the product c. Raises BackendError for more than 2^40 terms."""
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
        raise BackendError(
            f"a product contracts {terms} terms, but the limit is {MOST_TERMS}; split the product"
        )
    if not terms:
        combine(machine, factors, described(factors), 0, None)
        return
    digits = (widths[0] // 8, widths[1] // 8)
    if is_turned(rows, columns, digits):
        factors, digits = factors.transposed(), digits[::-1]
        rows, columns = columns, rows
    blocks, pitch = _blocks_and_pitch(terms)
    product = described(factors)
    lines = (
        _align(machine, factors.a, digits[0]),
        _align(machine, turned(factors.b), digits[1]),
    )
    tiling = tiling_for(machine, batches, rows, columns, digits)
    grid = min(tiling.count(batches, rows, columns), machine.multiprocessors * tiling.blocks)
    levels = (blocks - 1).bit_length()
    spare = machine.shared_memory // tiling.blocks - tiling.room - RESERVED
    shared = min(levels, max(spare, 0) // tiling.level)
    waiting = machine.allocate(max(grid * (levels - shared) * tiling.level, 1))
    product.levels, product.shared_levels = waiting.address, shared
    (a_lines, _), (b_lines, _) = lines
    (form,) = constants("aligned/aligned.cuh", f"SB_TO_{factors.c.format}")
    argument = _Aligned(
        product=product, a=a_lines, b=b_lines, blocks=blocks, pitch=pitch, form=form
    )
    shape = Launch((grid, 1, 1), (tiling.threads, 1, 1), shared * tiling.level)
    machine.launch(tiling.kernel(digits), shape, (argument,))


def is_turned(rows: int, columns: int, digits: tuple[int, int]) -> bool:
    """Return whether to exchange the factors.

    A result with few columns is computed as its transpose, which has few rows. Otherwise the factor
    with more digits must be first, because only the low tiles are compiled for both orders.
    """
    if min(rows, columns) <= LOW.rows:
        return columns < rows
    return digits[0] < digits[1]


def _blocks_and_pitch(terms: int) -> tuple[int, int]:
    """Return the number of blocks along K, and the pitch of the aligned integers.

    The pitch is the distance, in terms, between two rows of one digit: the number of terms, rounded
    up to whole steps.
    """
    return -(-terms // TERMS), -(-terms // _STEP) * _STEP


def _align(machine: Machine, view: View, digits: int) -> tuple[Arguments, tuple[Memory, Memory]]:
    """Convert an operand x[batch, line, k] to integers.

    Convert it once if all batches are equal.
    """
    batches, lines, terms = view.shape
    steps = steps_of(view)
    alike = batches > 1 and not steps[0]
    batches = 1 if alike else batches
    blocks, pitch = _blocks_and_pitch(terms)
    items = batches * lines * blocks
    to = machine.allocate(batches * lines * digits * pitch)
    u = machine.allocate(items * 4)
    argument = _Alignment(
        data=view.address, batches=batches, lines=lines, terms=terms, blocks=blocks,
        pitch=pitch, batch=steps[0], line=steps[1], term=steps[2], to=to.address, u=u.address,
        digits=digits, packs=lies_in_packs(view, 2, _ALIGN_PACK),
    )  # fmt: skip
    along = not steps[1] or abs(steps[2]) <= abs(steps[1])  # steps[1] is 0 if there is one row
    strips = -(-items * _WARP // _ALIGN_THREADS)
    if not along:
        strips = -(-batches * lines // _ALIGN_LINES) * blocks
    grid = min(strips, machine.multiprocessors * _STRIPS_FOR_EACH)
    way = "along" if along else "across"
    kernel = Kernel(_align_unit(view.format), f"sb_align_{way}_{view.format}")
    machine.launch(kernel, Launch((grid, 1, 1), (_ALIGN_THREADS, 1, 1)), (argument,))
    return _Lines(digits=to.address, u=u.address, batch=0 if alike else lines), (to, u)


def _align_unit(name: str) -> Unit:
    return unit("aligned/align.cu", SB_A=name)
