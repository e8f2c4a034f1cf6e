"""Building blocks of the schemas: a text, a choice, a record, and others."""

from __future__ import annotations

from typing import Any

from samebits.spec.formats import FORMATS
from samebits.vectors.calls import MOST_ITEMS
from samebits.vectors.validate import MOST_AXES, MOST_CHARACTERS, MOST_ELEMENTS

Schema = dict[str, Any]
Members = dict[str, tuple[Schema, str]]
"""Members of an object, by name: the schema and the description of each."""


def text() -> Schema:
    """Return the schema of a name or a description."""
    return {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS}


def choice(known: tuple[str, ...]) -> Schema:
    """Return the schema of a word from a list."""
    return {"type": "string", "enum": list(known)}


def integer(least: int = 0, most: int | None = None) -> Schema:
    """Return the schema of an integer within limits."""
    return {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})


def hexadecimal(digits: int) -> Schema:
    """Return the schema of `digits` lower-case hexadecimal digits."""
    return {"type": "string", "pattern": f"^[0-9a-f]{{{digits}}}$", "maxLength": digits}


def matching(pattern: str) -> Schema:
    """Return the schema of a text that matches a regular expression as a whole."""
    return text() | {"pattern": f"^({pattern})$"}


def items(of: Schema, most: int | None = None) -> Schema:
    """Return the schema of a list in which every item has the schema `of`."""
    return {"type": "array", "items": of} | ({} if most is None else {"maxItems": most})


def row(*members: Schema) -> Schema:
    """Return the schema of a list with exactly these members, in this order."""
    count = len(members)
    return {
        "type": "array",
        "prefixItems": list(members),
        "items": False,
        "minItems": count,
        "maxItems": count,
    }


def record(members: Members) -> Schema:
    """Return the schema of an object with exactly these members."""
    return {
        "type": "object",
        "properties": {name: of | {"description": doc} for name, (of, doc) in members.items()},
        "required": list(members),
        "additionalProperties": False,
    }


def named(of: Schema) -> Schema:
    """Return the schema of an object with arbitrary names whose values have the schema `of`."""
    return {"type": "object", "additionalProperties": of}


SHAPE = items(integer(0, MOST_ELEMENTS), MOST_AXES)
OP = matching("[a-z][a-z0-9_]*")
CALL_FORMATS = items(choice(tuple(FORMATS)))
_PLAIN: Schema = {
    "anyOf": [{"type": "string", "maxLength": MOST_CHARACTERS}]
    + [{"type": kind} for kind in ("number", "boolean", "null")]
}
ATTRIBUTES = named({"anyOf": [_PLAIN, items(_PLAIN, MOST_ITEMS)]})
