"""The JSON Schema of a report's lines, derived from the dataclasses of the records.

The file `schema.json` in this folder contains this schema, for people and other tools. `python -m
samebits.reports.schema` prints it. samebits itself does not use the schema: it reads strictly by
the dataclasses.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from samebits.conformance.results.records import SCHEMA, CaseResult, Footer, Header, is_left_out
from samebits.reports.fields import FIELDS
from samebits.reports.lines import RecordKind
from samebits.reports.outcomes import LOOKS

RECORDS: Mapping[RecordKind, type] = {"header": Header, "case": CaseResult, "footer": Footer}

Schema = dict[str, Any]

_SCALARS: Mapping[type, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    types.NoneType: "null",
}


def document() -> Schema:
    """Return the schema of one line of a report, as `schema.json` contains it."""
    outcomes = "; ".join(f"{outcome}: {look.meaning}" for outcome, look in LOOKS.items())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One line of a samebits report (JSON Lines), version {SCHEMA}",
        "description": "The first line is the header, the last the footer, each other one case. "
        f"Outcomes: {outcomes}.",
        "oneOf": [_line(kind, record) for kind, record in RECORDS.items()],
    }


def _line(kind: RecordKind, record: type) -> Schema:
    schema = _object(record)
    head = {"record": {"const": kind, "description": "What the line is."}}
    schema["properties"] = head | schema["properties"]
    schema["required"] = ["record", *schema["required"]]
    return schema


def _object(record: Any) -> Schema:
    hints = get_type_hints(record)
    doc = (record.__doc__ or "").split("\n\n")[0]
    members = dataclasses.fields(record)
    texts = FIELDS[record.__name__]
    return {
        "title": record.__name__,
        "description": " ".join(doc.split()),
        "type": "object",
        "properties": {
            m.name: {"description": texts[m.name], **_type(hints[m.name])} for m in members
        },
        "required": [m.name for m in members if not is_left_out(m)],
        "additionalProperties": False,
    }


def _type(hint: Any) -> Schema:
    origin, arguments = get_origin(hint), get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _object(hint)
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_type(a) for a in arguments]}
    if origin is tuple:
        return {"type": "array", "items": _type(arguments[0])}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _type(arguments[1])}
    return {"type": _SCALARS[hint]}


if __name__ == "__main__":
    print(json.dumps(document(), indent=2))
