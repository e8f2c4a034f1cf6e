"""The data model of a table: all cases of one op, set and label, as JSON of version 1.

A table lists calls and cases. A case gives its inputs by value, by generator, by range, or by a
recipe that reads an installed package. It gives its expected outputs by value or by digest.
README.md shows a table.
"""

from __future__ import annotations

import gc
import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape
from samebits.spec.profiles import LEVELS, level_includes
from samebits.vectors.calls import take_call
from samebits.vectors.errors import VectorError
from samebits.vectors.files import dump_json
from samebits.vectors.validate import MOST_ELEMENTS, Fields, is_hex

SCHEMA_VERSION = 1
SETS = ("golden", "real")

PATTERNS = "values"
"""The only parameter that is a list of bit patterns. All other parameters are integers."""

PATTERN = "[0-9a-f]{1,16}"
"""Regular expression for a bit pattern, in hexadecimal."""

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "below": ("limit",),
    "bits": (),
    "cancel": ("axis", "high", "low", "sign"),
    "choice": (PATTERNS,),
    "digit": ("place",),
    "fixed": ("bits", "exponent"),
    "spread": ("high", "low"),
}
"""The parameters of each transform of clause D1. `generators` implements the transforms."""

Parameter = int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stored:
    """Bits in the table's vector of their width, from element `at` on."""

    shape: Shape
    at: int

    def to_json(self) -> dict[str, Any]:
        """Return the object as JSON."""
        return {"by": "value", "shape": self.shape, "at": self.at}


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated operand: bits from a named transform of Philox draws (D1.5).

    `sha256` is the digest of the bits, which is checked whenever the operand is made.
    """

    transform: str
    seed: int
    stream: int
    shape: Shape
    sha256: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the object as JSON.

        The seed is text, because JSON numbers are not exact above 2^53.
        """
        return {
            "by": "philox",
            "transform": self.transform,
            "parameters": dict(self.parameters),
            "seed": f"{self.seed:016x}",
            "stream": self.stream,
            "shape": self.shape,
            "sha256": self.sha256,
        }


@dataclass(frozen=True, slots=True)
class Range:
    """The `count` consecutive bit patterns from `start` on, as a vector."""

    start: int
    count: int

    @property
    def shape(self) -> Shape:
        """Return the shape of the input."""
        return (self.count,)

    def to_json(self) -> dict[str, Any]:
        """Return the object as JSON."""
        return {"by": "range", "start": self.start, "count": self.count}


@dataclass(frozen=True, slots=True)
class Real:
    """An input that a named recipe makes from an installed package.

    `sha256` is the frozen digest of its bits.
    """

    recipe: str
    shape: Shape
    sha256: str

    def to_json(self) -> dict[str, Any]:
        """Return the object as JSON."""
        return {"by": "real", "recipe": self.recipe, "shape": self.shape, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Digested:
    """Expected bits as one SHA-256 per `block` outputs, with a Merkle root."""

    shape: Shape
    block: int
    sha256: tuple[str, ...]
    root: str

    def to_json(self) -> dict[str, Any]:
        """Return the object as JSON."""
        return {
            "by": "digest",
            "shape": self.shape,
            "block": self.block,
            "sha256": self.sha256,
            "root": self.root,
        }


Input = Stored | Generated | Range | Real
Output = Stored | Digested


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """One case of a table.

    `name` is the id without op and label. `call` is an index into the table's calls.
    """

    name: str
    call: int
    level: str
    flags: tuple[str, ...]
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the object as JSON."""
        return {
            "name": self.name,
            "call": self.call,
            "level": self.level,
            "flags": self.flags,
            "inputs": [x.to_json() for x in self.inputs],
            "outputs": [x.to_json() for x in self.outputs],
        }


@dataclass(frozen=True, slots=True)
class Table:
    """The cases of one op, label and set, possibly only those up to a level.

    `listed` is the number of cases in the file from which the table was read.
    """

    op: str
    label: str
    set: str
    calls: tuple[Call, ...]
    cases: tuple[CaseRecord, ...]
    listed: int = 0

    def to_bytes(self) -> bytes:
        """Return the canonical text of the file."""
        head = {"schema": SCHEMA_VERSION, "set": self.set, "op": self.op, "label": self.label}
        calls = [
            [c.version, c.inputs, c.outputs, dict(sorted(c.attributes.items()))] for c in self.calls
        ]
        return dump_json(head, {"calls": calls, "cases": [c.to_json() for c in self.cases]})


def parse_table(value: object, where: str, level: str = LEVELS[-1]) -> Table:
    """Return a table from its parsed JSON, with the cases of a run at `level`.

    The garbage collector is off during this call. It would traverse the tens of thousands of cases
    of all tables repeatedly, although no object made here becomes garbage. Raises VectorError, a
    single line that names the file and the case.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return _parse_table(value, where, level)
    finally:
        if was_on:
            gc.enable()


def _parse_table(value: object, where: str, level: str) -> Table:
    fields = Fields(value, where)
    if fields.integer("schema") != SCHEMA_VERSION:
        raise VectorError(f"{where}: this samebits reads schema {SCHEMA_VERSION}; update samebits")
    case_set = fields.choice("set", SETS)
    op, label = fields.text("op"), fields.text("label")
    calls = fields.items("calls", lambda v, w: (v, w))
    wanted = {name for name in LEVELS if level_includes(level, name)}
    found = fields.items("cases", lambda v, w: _parse_case(v, w, len(calls), wanted))
    fields.done()
    names = [name for name, _ in found]
    if names != sorted(set(names)):
        raise VectorError(f"{where}: case names must be sorted and unique")
    cases = tuple(case for _, case in found if case is not None)
    used: Sequence[int] = range(len(calls))
    if level != LEVELS[-1]:  # calls of cases above the level are not parsed
        used = sorted({case.call for case in cases})
        number = {call: i for i, call in enumerate(used)}
        cases = tuple(replace(case, call=number[case.call]) for case in cases)
    parsed = tuple(_parse_call(op, *calls[call]) for call in used)
    return Table(op, label, case_set, parsed, cases, len(found))


def _parse_call(op: str, value: object, where: str) -> Call:
    if not isinstance(value, list) or len(value) != 4:
        raise VectorError(f"{where}: a call is [version, inputs, outputs, attributes]")
    names = ("version", "inputs", "outputs", "attributes")
    return take_call(Fields({"op": op, **dict(zip(names, value, strict=True))}, where))


def _parse_case(
    value: object, where: str, calls: int, wanted: Collection[str]
) -> tuple[str, CaseRecord | None]:
    """Return the name of a case, and its record if its level is in `wanted`."""
    fields = Fields(value, where)
    name, level = fields.text("name"), fields.choice("level", LEVELS)
    if level not in wanted:
        return name, None
    fields.where = f"{where} ({name})"
    call = fields.integer("call")
    if call >= calls:
        raise fields.fail("call", f"below {calls}", call)
    record = CaseRecord(
        name,
        call,
        level,
        fields.texts("flags"),
        fields.items("inputs", _parse_input),
        fields.items("outputs", _parse_output),
    )
    fields.done()
    return name, record


def _parse_input(value: object, where: str) -> Input:
    fields = Fields(value, where)
    by = fields.choice("by", ("value", "philox", "range", "real"))
    source: Input
    if by == "value":
        source = Stored(fields.shape("shape"), fields.integer("at"))
    elif by == "range":
        source = Range(fields.integer("start"), fields.integer("count"))
        if source.count > MOST_ELEMENTS or source.start + source.count > 1 << 64:
            raise fields.fail("count", f"at most {MOST_ELEMENTS} patterns of 64 bits", source.count)
    elif by == "real":
        source = Real(
            fields.text("recipe"), fields.shape("shape"), fields.hexadecimal("sha256", 64)
        )
    else:
        source = Generated(
            fields.choice("transform", PARAMETERS),
            int(fields.hexadecimal("seed", 16), 16),
            fields.integer("stream"),
            fields.shape("shape"),
            fields.hexadecimal("sha256", 64),
            _parameters(fields),
        )
        wanted = PARAMETERS[source.transform]
        if sorted(source.parameters) != sorted(wanted):
            named = ", ".join(wanted) or "nothing"
            raise fields.fail("parameters", f"given as {named}", sorted(source.parameters))
    fields.done()
    return source


def _parameters(fields: Fields) -> dict[str, Parameter]:
    found: dict[str, Parameter] = {}
    for name, value in fields.mapping("parameters").items():
        if type(value) is int and name != PATTERNS:
            found[name] = value
        elif name == PATTERNS and isinstance(value, list) and all(map(_is_pattern, value)):
            found[name] = tuple(value)
        else:
            raise fields.fail("parameters", "integers and lists of bit patterns", value)
    return found


def _is_pattern(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(PATTERN, value) is not None


def _parse_output(value: object, where: str) -> Output:
    fields = Fields(value, where)
    by = fields.choice("by", ("value", "digest"))
    output: Output
    if by == "value":
        output = Stored(fields.shape("shape"), fields.integer("at"))
    else:
        output = Digested(
            fields.shape("shape"),
            fields.integer("block", least=1),
            fields.texts("sha256"),
            fields.hexadecimal("root", 64),
        )
        if len(output.sha256) != -(-math.prod(output.shape) // output.block):
            raise fields.fail("sha256", "a digest for each block", list(output.sha256))
        if not all(is_hex(digest, 64) for digest in output.sha256):
            raise fields.fail("sha256", "digests of 64 hexadecimal digits", list(output.sha256))
    fields.done()
    return output
