"""The words that the schemas of this room are made of: a text, a choice, a record, ..."""

from __future__ import annotations

from typing import Any

from samebits.spec.formats import FORMATS
from samebits.vectors.calls import MOST_ITEMS
from samebits.vectors.validate import MOST_AXES, MOST_CHARACTERS, MOST_ELEMENTS

Schema = dict[str, Any]
Members = dict[str, tuple[Schema, str]]
"""Members of an object: the schema of each, and what it means."""


def text() -> Schema:
    """A name or a description."""
    return {"type": "string", "minLength": 1, "maxLength": MOST_CHARACTERS}


def choice(known: tuple[str, ...]) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": list(known)}


def integer(least: int = 0, most: int | None = None) -> Schema:
    """An integer within limits."""
    return {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})


def hexadecimal(digits: int) -> Schema:
    """So many lower-case hexadecimal digits."""
    return {"type": "string", "pattern": f"^[0-9a-f]{{{digits}}}$", "maxLength": digits}


def matching(pattern: str) -> Schema:
    """A text that matches a regular expression as a whole."""
    return text() | {"pattern": f"^({pattern})$"}


def items(of: Schema, most: int | None = None) -> Schema:
    """A list whose items are all alike."""
    return {"type": "array", "items": of} | ({} if most is None else {"maxItems": most})


def row(*members: Schema) -> Schema:
    """A list with so many items, each of its own kind."""
    count = len(members)
    return {
        "type": "array",
        "prefixItems": list(members),
        "items": False,
        "minItems": count,
        "maxItems": count,
    }


def record(members: Members) -> Schema:
    """An object that has exactly these members."""
    return {
        "type": "object",
        "properties": {name: of | {"description": doc} for name, (of, doc) in members.items()},
        "required": list(members),
        "additionalProperties": False,
    }


def named(of: Schema) -> Schema:
    """An object with any names."""
    return {"type": "object", "additionalProperties": of}


SHAPE = items(integer(0, MOST_ELEMENTS), MOST_AXES)
OP = matching("[a-z][a-z0-9_]*")
CALL_FORMATS = items(choice(tuple(FORMATS)))
_PLAIN: Schema = {
    "anyOf": [{"type": "string", "maxLength": MOST_CHARACTERS}]
    + [{"type": kind} for kind in ("number", "boolean", "null")]
}
ATTRIBUTES = named({"anyOf": [_PLAIN, items(_PLAIN, MOST_ITEMS)]})
