"""The JSON Schemas of this room's texts. `python -m samebits.vectors.schemas` writes them.

Limits and lists of words come from the modules that read these texts, so no limit is written twice.
samebits itself reads the texts with strict readers. They also check facts that a schema cannot
check, such as a digest against its content, or a call against the declaration of its op. A test
damages texts of every kind, and compares the answers of the schema and of the reader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from samebits.spec.profiles import LEVELS
from samebits.vectors import certificate, part, schema
from samebits.vectors.domain import BLOCKS, MOST_BITS
from samebits.vectors.files import MOST_BYTES
from samebits.vectors.pools import WIDTHS
from samebits.vectors.schemas.tables import table
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
    named,
    record,
    row,
    text,
)
from samebits.vectors.search import angles, everyday, kept, pairs
from samebits.vectors.told import told_calls as told

FOLDER = Path(__file__).parent
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def flags() -> Schema:
    """flags.json."""
    flag = record(
        {
            "description": (text(), "What the cases hold."),
            "failure": (text(), "What failing them means."),
            "clause": (text(), "The clause of SPEC.md that they rest on."),
            "sha256": (hexadecimal(64), "Digest of the name and the three members above."),
        }
    )
    return named(flag) | {"title": "Every flag of the cases by its name"}


def manifest() -> Schema:
    """data/<op>/manifest.json."""
    digests = {kind: hexadecimal(64) for kind in part.FILES}
    case_set = (choice(schema.SETS), "The set: golden, or real for inputs of real networks.")
    values = row(*(integer(0, MOST_BYTES // width) for width in WIDTHS.values()))
    members: Members = {
        "schema": ({"const": part.VERSION}, "Version of this form."),
        "seal": (hexadecimal(64), "SHA-256 of this text with an empty seal."),
        "spec": (text(), "Version of the specification."),
        "op": (OP, "The op, whose name is also that of the folder."),
        "provenance": (named({"type": "string"}), "The oracles that answered: name and version."),
        "packages": (named({"type": "string"}), "Packages behind the set real, with versions."),
        "digests": (
            {"type": "object", "properties": digests, "additionalProperties": False},
            "SHA-256 of each unpacked content that is not empty.",
        ),
        "tables": (items(record({"set": case_set, **_table_entry(values)})), "The tables."),
        "certificates": (
            items(
                record(
                    {
                        "name": (text(), "Label of the formats, and attributes: f16+saturate=true"),
                        "bytes": (integer(1, MOST_BYTES), "Length of the text."),
                        "leaves": (
                            integer(1, MOST_BYTES // certificate.LEAF),
                            "Number of different leaves.",
                        ),
                    }
                )
            ),
            "The certificates.",
        ),
        "lists": (
            items(
                record(
                    {
                        "set": case_set,
                        "level": (choice(LEVELS), "The level of the run."),
                        "count": (integer(), "Number of case ids."),
                        "sha256": (hexadecimal(64), "Digest of the sorted ids."),
                    }
                )
            ),
            "The frozen lists of must-pass cases.",
        ),
    }
    return record(members) | {"title": "What the files of one op hold"}


def _table_entry(values: Schema) -> Members:
    return {
        "label": (text(), "Formats of operands and results in short: f32, f64_to_bf16."),
        "cases": (integer(), "Number of cases."),
        "bytes": (integer(1, MOST_BYTES), "Length of the text."),
        "values": (values, "Elements of its vectors u8, u16, u32 and u64."),
        "plan": (hexadecimal(64), "Digest of the planned calls and inputs."),
    }


def proof() -> Schema:
    """A text of data/<op>/certificates.z."""  # noqa: D401 - a comment of the schema says it
    run = row(integer(), integer(1), integer(0, 1))
    counts = [1 << bits for bits in range(8, MOST_BITS + 1, 8)]
    members: Members = {
        "schema": ({"const": certificate.VERSION}, "Version of this form."),
        "spec": (text(), "Version of the specification."),
        "op": (OP, "The op."),
        "version": (integer(1), "Version of the op."),
        "inputs": (CALL_FORMATS, "Formats of the operands."),
        "outputs": (CALL_FORMATS, "Formats of the results."),
        "attributes": (ATTRIBUTES, "The attributes."),
        "exhausted": ({"type": "integer", "enum": counts}, "Number of inputs: all there are."),
        "block": ({"type": "integer", "enum": list(BLOCKS)}, "Inputs of a block."),
        "leaf": ({"const": certificate.LEAF}, "Bytes of a leaf."),
        "root": (hexadecimal(64), "RFC 6962 tree hash over the whole digests of the blocks."),
        "near": (integer(), "Inputs that the filter left to interval arithmetic."),
        "ties": (integer(), "Inputs whose exact value is a midpoint."),
        "method": (text(), "What made the results."),
        "versions": (named({"type": "string"}), "Its versions by name."),
        "judged": (named({"type": "string"}), "The backend that agreed on every input."),
        "seconds": ({"type": "number"}, "Time that it took."),
        "runs": (items(run), "[first, count, step]: which leaf belongs to which block."),
        "hardest": (
            items(row(matching(certificate.ELEMENT), {"type": "number"})),
            "Inputs nearest to a rounding boundary, with -log2 of the relative distance.",
        ),
    }
    return record(members) | {"title": "A call decided on all of its inputs"}


def found() -> Schema:
    """search/found/<op>.json."""
    return _found({"inputs": (items(matching(everyday.PATTERN)), "Operands, hardest first.")})


def found_pairs() -> Schema:
    """search/found_pairs/<op>.json."""
    return _found({n: (items(matching(pairs.pair_of(n))), _PAIRS) for n in pairs.FORMATS})


def found_angles() -> Schema:
    """search/found_pairs/angles.json."""
    nearest = (items(text()), "The nearest of each family, in words.")
    rows = {n: (items(matching(angles.row_of(n))), _PAIRS) for n in angles.FORMATS}
    return _found({"nearest": nearest, **rows})


def found_f64() -> Schema:
    """search/found_published, found_slopes and found_twice/<op>.json."""
    return _found({"inputs": (items(matching(kept.PATTERN)), "Operands, nearest first.")})


def told_calls() -> Schema:
    """Return the schema of `told/<op>.json`."""
    call = {
        "tells": (items(text()) | {"minItems": 1}, "The changes of the graph that it tells."),
        "version": (integer(1), "Version of the op."),
        "inputs": (CALL_FORMATS, "Formats of the operands."),
        "outputs": (CALL_FORMATS, "Formats of the results."),
        "attributes": (ATTRIBUTES, "The attributes."),
        "shapes": (items(SHAPE), "Shapes of the operands."),
        "bits": (
            items(items(matching(told.BITS), told.MOST_ELEMENTS)),
            "Elements of each operand, row-major, in hexadecimal at full width.",
        ),
    }
    members: Members = {"op": (OP, "The op."), "calls": (items(record(call)), "The calls.")}
    return record(members) | {"title": "Calls that tell a graph from itself with a change"}


_PAIRS = "Pairs of operands, hardest first."


def _found(members: Members) -> Schema:
    method = (text(), "How they were found.")
    return record({"method": method, **members}) | {"title": "Operands that a search has found"}


KINDS: Mapping[str, Callable[[], Schema]] = {
    "flags": flags,
    "manifest": manifest,
    "table": table,
    "certificate": proof,
    "found": found,
    "found_pairs": found_pairs,
    "found_angles": found_angles,
    "found_f64": found_f64,
    "told": told_calls,
}
"""The kinds of texts by name, with the functions that make their schemas.

The docstring of each function names the file of the text. It becomes part of the schema.
"""


def path_of(kind: str) -> Path:
    """Return the path of the file that stores a schema."""
    return FOLDER / f"{kind}.schema.json"


def document(kind: str) -> Schema:
    """Return the schema of a kind of text."""
    made = KINDS[kind]
    found = {"$schema": DIALECT, "$comment": f"The schema of {(made.__doc__ or '').rstrip('.')}"}
    return found | made()


def to_bytes(kind: str) -> bytes:
    """Return the bytes of the file with the schema of a kind of text."""
    return (json.dumps(document(kind), indent=1) + "\n").encode()
