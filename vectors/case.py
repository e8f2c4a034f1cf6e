"""A golden case as users see it: call, inputs, expected bits, and reasons."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape
from samebits.vectors import generators
from samebits.vectors.address import is_elementwise, join_address, operand_element
from samebits.vectors.digests import BLOCK, Bits, block_digests, merkle_root
from samebits.vectors.errors import VectorError
from samebits.vectors.pools import Pools
from samebits.vectors.schema import CaseRecord, Generated, Input, Range, Stored, Table

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class ByValue:
    """Expected bits of one output, as a read-only unsigned array in the shape of the output."""

    bits: Bits
    format: str

    @property
    def shape(self) -> Shape:
        """Return the shape of the output."""
        return tuple(self.bits.shape)


@dataclass(frozen=True, slots=True)
class ByDigest:
    """Expected bits of one output, as one SHA-256 per `block` elements in row-major order.

    Each digest covers the little-endian bytes of its block. `root` is the RFC 6962 tree hash over
    the digests.
    """

    format: str
    shape: Shape
    sha256: tuple[str, ...]
    root: str
    block: int = BLOCK

    def wrong_blocks(self, bits: Bits) -> tuple[int, ...]:
        """Return the indices of the blocks with wrong bits."""
        found = block_digests(bits, self.block)
        pairs = zip(found, self.sha256, strict=True)
        return tuple(i for i, (got, wanted) in enumerate(pairs) if got != wanted)


Expected = ByValue | ByDigest


@dataclass(frozen=True, slots=True)
class Case:
    """One golden case: for these inputs, the call must return exactly these bits.

    `level` is the lowest level that contains the case. `source` says how the inputs are given.
    """

    id: str
    call: Call
    profile: str
    level: str
    flags: tuple[str, ...]
    set: str
    source: str
    input_shapes: tuple[Shape, ...]
    output_shapes: tuple[Shape, ...]
    record: CaseRecord = field(repr=False, compare=False)
    _pools: Callable[[], Pools] = field(repr=False, compare=False)

    @classmethod
    def of(cls, record: CaseRecord, table: Table, pools: Callable[[], Pools]) -> Case:
        """Return the case that a record of a table describes.

        Raises VectorError if it is inconsistent.
        """
        call = table.calls[record.call]
        op = get_op(call.op)
        shapes = tuple(x.shape for x in record.inputs)
        outputs = tuple(x.shape for x in record.outputs)
        case_id = f"{table.op}/{table.label}/{record.name}"
        try:
            wanted = op.output_shapes(call, shapes)
        except (SpecError, LookupError, TypeError, ValueError) as error:
            raise VectorError(f"{case_id}: shapes {shapes} do not fit {call}: {error}") from error
        if wanted != outputs or len(outputs) != len(call.outputs):
            raise VectorError(f"{case_id}: outputs of shape {outputs} do not follow from {shapes}")
        source = ", ".join(dict.fromkeys(_describe(x) for x in record.inputs))
        return cls(
            case_id, call, op.profile, record.level, record.flags, table.set, source,
            shapes, outputs, record, pools,
        )  # fmt: skip

    def inputs(self) -> list[Array]:
        """Return the operands, read-only, in the formats of the call.

        Raises VectorError if a digest differs, or if the case is not available (see `available`).
        """
        pairs = zip(self.record.inputs, self.call.inputs, strict=True)
        arrays = [from_bits(self._input_bits(x, name), name) for x, name in pairs]
        for array in arrays:
            array.flags.writeable = False
        return arrays

    def expected(self) -> list[Expected]:
        """Return the expected bits of every output. Raises VectorError."""
        wanted: list[Expected] = []
        for output, name in zip(self.record.outputs, self.call.outputs, strict=True):
            if isinstance(output, Stored):
                wanted.append(ByValue(self._pools().get(output, name, self.id), name))
            elif merkle_root(output.sha256) != output.root:
                raise VectorError(f"{self.id}: the block digests do not have their Merkle root")
            else:
                wanted.append(
                    ByDigest(name, output.shape, output.sha256, output.root, output.block)
                )
        return wanted

    def available(self) -> str | None:
        """Return the reason why the case cannot run (outcome `not_run`), or None if it can."""
        if self.set != "real":
            return None
        from samebits.vectors import real  # only the set `real` needs installed packages

        return real.unavailable(self.record.inputs)

    def elements(self) -> int:
        """Return the number of output elements."""
        return sum(math.prod(shape) for shape in self.output_shapes)

    def address(self, index: int, inputs: list[Array] | None = None) -> str:
        """Return the address of output element `index` (row-major).

        See `samebits.vectors.address`.
        """
        if not is_elementwise(self.call.op):
            return join_address(self.id, str(index))
        names = self.call.inputs
        operands = []
        for array, name in zip(self.inputs() if inputs is None else inputs, names, strict=True):
            form = get_format(name)
            element = np.ascontiguousarray(array.reshape(-1)[index : index + 1])
            operands.append(form.hex(int(element.view(form.bits_dtype)[0])))
        return join_address(self.id, operand_element(operands))

    def _input_bits(self, source: Input, format_name: str) -> Bits:
        if isinstance(source, Stored):
            return self._pools().get(source, format_name, self.id)
        if isinstance(source, Generated):
            return generators.make(source, format_name, self.id)
        if isinstance(source, Range):
            dtype = get_format(format_name).bits_dtype
            return np.arange(source.start, source.start + source.count, dtype=np.uint64).astype(
                dtype
            )
        from samebits.vectors import real

        return real.rebuild(source, format_name, self.id)


def _describe(source: Input) -> str:
    if isinstance(source, Stored):
        return "by value"
    if isinstance(source, Generated):
        return f"philox {source.transform}"
    if isinstance(source, Range):
        return "range"
    return f"recipe {source.recipe}"
