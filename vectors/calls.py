"""Parsing of calls in tables and certificates, with checks against the op's declaration."""

from __future__ import annotations

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call
from samebits.vectors.errors import VectorError
from samebits.vectors.validate import MOST_CHARACTERS, Fields

MOST_ITEMS = 64
"""Maximum number of items of an attribute that is a list, such as axes or a permutation."""


def take_call(fields: Fields) -> Call:
    """Return the call that the fields op, version, inputs, outputs and attributes describe.

    Raises VectorError.
    """
    op, version = fields.text("op"), fields.integer("version")
    inputs, outputs = fields.texts("inputs"), fields.texts("outputs")
    attributes = fields.mapping("attributes")
    for name, value in attributes.items():
        if not (_is_plain(value) or (isinstance(value, list) and _all_plain(value))):
            raise fields.fail("attributes", f"plain values, also {name[:40]!r}", value)
    try:
        call = Call(op, version, inputs, outputs, attributes)
        get_op(op).check(call)
    except (SpecError, TypeError, ValueError) as error:
        text = str(error)  # the message quotes the content of the file, which may be long
        raise VectorError(f"{fields.where}: {text[:MOST_CHARACTERS]}") from error
    return call


def _all_plain(value: list[object]) -> bool:
    return len(value) <= MOST_ITEMS and all(_is_plain(item) for item in value)


def _is_plain(value: object) -> bool:
    """Return whether an attribute, or an item of a list, is a single value of limited size."""
    if isinstance(value, str):
        return len(value) <= MOST_CHARACTERS
    if type(value) is int:
        return abs(value) < 1 << 64
    return value is None or isinstance(value, bool | float)
