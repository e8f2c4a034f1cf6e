"""The schema of a table of cases."""

from __future__ import annotations

from samebits.spec.profiles import LEVELS
from samebits.vectors import schema
from samebits.vectors.schemas.words import (
    ATTRIBUTES,
    CALL_FORMATS,
    OP,
    SHAPE,
    Members,
    Schema,
    choice,
    hexadecimal,
    integer,
    items,
    matching,
    record,
    row,
    text,
)
from samebits.vectors.validate import MOST_ELEMENTS

STORED: Members = {
    "by": ({"const": "value"}, "The bits stand in the vectors of the table."),
    "shape": (SHAPE, "The shape."),
    "at": (integer(), "First element, in the vector of the width of the format."),
}


def table() -> Schema:
    """A text of data/<op>/tables.z."""  # noqa: D401 - a comment of the schema says it
    version = integer(1)
    case = {
        "name": (text(), "The id without op and label."),
        "call": (integer(), "Which of the calls."),
        "level": (choice(LEVELS), "The lowest level that contains the case."),
        "flags": (items(text()), "Why the case exists: names of flags.json."),
        "inputs": (items({"oneOf": _inputs()}), "The operands."),
        "outputs": (items({"oneOf": _outputs()}), "The wanted results."),
    }
    members: Members = {
        "schema": ({"const": schema.SCHEMA_VERSION}, "Version of this form."),
        "set": (choice(schema.SETS), "The set."),
        "op": (OP, "The op."),
        "label": (text(), "Formats of operands and results in short."),
        "calls": (
            items(row(version, CALL_FORMATS, CALL_FORMATS, ATTRIBUTES)),
            "Calls: version of the op, formats of operands, formats of results, attributes.",
        ),
        "cases": (items(record(case)), "The cases, sorted by name."),
    }
    return record(members) | {"title": "The cases of one op, set and label"}


def _inputs() -> list[Schema]:
    sha256 = (hexadecimal(64), "SHA-256 of the little-endian bytes of the operand.")
    generated = [
        record(
            {
                "by": ({"const": "philox"}, "Drawn by D1.5."),
                "transform": ({"const": name}, "The transform: one of D1.6 to D1.12."),
                "parameters": (record({p: (_parameter(p), p) for p in names}), "Its parameters."),
                "seed": (hexadecimal(16), "The seed; text, as 2^53 is the limit of some readers."),
                "stream": (integer(), "The stream."),
                "shape": (SHAPE, "The shape."),
                "sha256": sha256,
            }
        )
        for name, names in schema.PARAMETERS.items()
    ]
    consecutive = record(
        {
            "by": ({"const": "range"}, "Consecutive bit patterns, as a vector."),
            "start": (integer(0, (1 << 64) - 1), "The first."),
            "count": (integer(0, MOST_ELEMENTS), "How many."),
        }
    )
    real = record(
        {
            "by": ({"const": "real"}, "Rebuilt from an installed package."),
            "recipe": (text(), "The function in vectors/recipes/ that does it."),
            "shape": (SHAPE, "The shape."),
            "sha256": sha256,
        }
    )
    return [record(STORED), consecutive, real, *generated]


def _parameter(name: str) -> Schema:
    if name == schema.PATTERNS:
        return items(matching(schema.PATTERN))
    return {"type": "integer"}


def _outputs() -> list[Schema]:
    digested = record(
        {
            "by": ({"const": "digest"}, "Known by digest only."),
            "shape": (SHAPE, "The shape."),
            "block": (integer(1), "Outputs of a block."),
            "sha256": (items(hexadecimal(64)), "SHA-256 of each block, little endian."),
            "root": (hexadecimal(64), "RFC 6962 tree hash over these digests."),
        }
    )
    return [record(STORED), digested]
