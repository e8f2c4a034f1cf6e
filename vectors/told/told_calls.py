"""The calls of `told/NAME.json`: operand bits, and the graph changes that each call detects.

`python -m samebits.conformance.trials.graph_mutants.hunt` finds and writes them. The files contain
only inputs. The plan `plans/told.py` makes golden cases from them, and the oracles compute the
expected results.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from samebits.common.files import write_atomically
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape
from samebits.vectors.calls import take_call
from samebits.vectors.errors import VectorError
from samebits.vectors.files import compact, dump_json, parse_json, read_bytes
from samebits.vectors.validate import MOST_CHARACTERS, Fields

FOLDER = Path(__file__).parent

MOST_ELEMENTS = 4096
"""Maximum number of elements of one operand. The calls that were found are much smaller."""

BITS = "([0-9a-f]{2}|[0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{16})"
"""Regular expression for one element, with all hexadecimal digits of its format."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Told:
    """One call. `tells` lists the changes of the graph that change its result, sorted.

    `bits` are the operands' elements in row-major order, in hexadecimal.
    """

    tells: tuple[str, ...]
    call: Call
    shapes: tuple[Shape, ...]
    bits: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, tells: Sequence[str], call: Call, inputs: Sequence[Array]) -> Told:
        """Return the record of a call with these operands."""
        bits = []
        for x, name in zip(inputs, call.inputs, strict=True):
            form = get_format(name)
            flat = np.ascontiguousarray(x).reshape(-1).view(form.bits_dtype)
            bits.append(tuple(form.hex(int(pattern)) for pattern in flat))
        shapes = tuple(tuple(x.shape) for x in inputs)
        return cls(tuple(sorted(tells)), call, shapes, tuple(bits))

    @property
    def name(self) -> str:
        """Return the name of the golden case: a digest of the call and the operands.

        `tells` is not included, so cases keep their names if the graph's declaration is reworded.
        """
        text = compact([self.call.key(), self.shapes, self.bits])
        return f"told/n{hashlib.sha256(text.encode()).hexdigest()[:10]}"

    @property
    def elements(self) -> int:
        """Return the number of elements of all operands together."""
        return sum(map(len, self.bits))

    def patterns(self) -> list[Array]:
        """Return the operands' bits, in their shapes."""
        found = []
        for shape, bits, name in zip(self.shapes, self.bits, self.call.inputs, strict=True):
            dtype = get_format(name).bits_dtype
            found.append(np.array([int(text, 16) for text in bits], dtype).reshape(shape))
        return found

    def inputs(self) -> list[Array]:
        """Return the operands in their formats."""
        pairs = zip(self.patterns(), self.call.inputs, strict=True)
        return [from_bits(bits, name) for bits, name in pairs]

    def to_json(self) -> dict[str, Any]:
        """Return the call as JSON."""
        call = self.call
        return {
            "tells": self.tells,
            "version": call.version,
            "inputs": call.inputs,
            "outputs": call.outputs,
            "attributes": dict(sorted(call.attributes.items())),
            "shapes": self.shapes,
            "bits": self.bits,
        }


def told_of(op: str, folder: Path = FOLDER) -> tuple[Told, ...]:
    """Return the stored calls of an op, or () if there is no file. Raises VectorError."""
    path = folder / f"{op}.json"
    if not path.exists():
        return ()
    found = parse(parse_json(path, read_bytes(path), unique=True), str(path))
    for each in found:
        if each.call.op != op:
            raise VectorError(f"{path}: a call is of the op {each.call.op}; name the file after it")
    return found


def write(op: str, found: Sequence[Told], folder: Path = FOLDER) -> None:
    """Replace the stored calls of an op by these. Calls for the same change are adjacent."""
    path = folder / f"{op}.json"
    if not found:
        path.unlink(missing_ok=True)
        return
    merged: dict[str, Told] = {}
    for each in found:
        tells = merged[each.name].tells if each.name in merged else ()
        merged[each.name] = replace(each, tells=tuple(sorted({*each.tells, *tells})))
    rows = sorted(merged.values(), key=lambda each: (each.tells, each.name))
    write_atomically(path, dump_json({"op": op}, {"calls": [each.to_json() for each in rows]}))


def parse(value: object, where: str) -> tuple[Told, ...]:
    """Return the calls in the parsed text of a file. Raises VectorError, which names the row."""
    fields = Fields(value, where)
    op = fields.text("op")
    found = fields.items("calls", lambda item, place: _parse_told(op, item, place))
    fields.done()
    return found


def _parse_told(op: str, value: object, where: str) -> Told:
    fields = Fields(value, where)
    name_of_changes = "tells"
    tells = fields.texts(name_of_changes)
    if not tells:
        raise fields.fail(name_of_changes, "a list of one change at least", list(tells))
    shapes = fields.items("shapes", _parse_shape)
    bits = fields.items("bits", _parse_bits)
    names = ("version", "inputs", "outputs", "attributes")
    call = take_call(Fields({"op": op, **{name: fields.take(name) for name in names}}, where))
    fields.done()
    if not len(shapes) == len(bits) == len(call.inputs):
        raise VectorError(f"{where}: there must be shapes and bits of {len(call.inputs)} operands")
    for shape, row, name in zip(shapes, bits, call.inputs, strict=True):
        digits = get_format(name).bits_dtype.itemsize * 2
        if len(row) != np.prod(shape, dtype=int) or any(len(text) != digits for text in row):
            raise VectorError(f"{where}: the bits do not fit an operand {name} of shape {shape}")
    try:
        get_op(op).output_shapes(call, shapes)
    except (SpecError, ValueError) as error:
        raise VectorError(
            f"{where}: {op} refuses the call: {str(error)[:MOST_CHARACTERS]}"
        ) from error
    return Told(tells, call, shapes, bits)


def _parse_shape(value: object, where: str) -> Shape:
    return Fields({"shape": value}, where).shape("shape")


def _parse_bits(value: object, where: str) -> tuple[str, ...]:
    if (
        not isinstance(value, list)
        or len(value) > MOST_ELEMENTS
        or not all(isinstance(text, str) and re.fullmatch(BITS, text) for text in value)
    ):
        raise VectorError(f"{where}: expected a list of bit patterns")
    return tuple(value)
