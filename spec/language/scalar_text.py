"""The canonical JSON of a scalar expression (rule G3.8): one text for one expression.

A literal is a number, or one of the texts "inf", "-inf", "-0" (A1.5). Everything else is a list
that begins with a word: ["attribute", NAME], ["count", NAME], or an operation and its operands:

    ["sub",1,["pow",["attribute","beta2"],["count","t"]]]
"""

from __future__ import annotations

import math
from typing import Any

from samebits.common.reading import UnreadableError, parse_json
from samebits.spec import correctly_rounded as exact
from samebits.spec.errors import SpecError
from samebits.spec.language.canonical import canonical_value
from samebits.spec.language.scalars import MOST_DEPTH, Scalar, literal

_TEXTS = {"inf": float("inf"), "-inf": float("-inf"), "-0": -0.0}


def to_json(e: Scalar) -> str:
    """Return the canonical text of an expression."""
    return canonical_value(_plain(e))


def from_json(text: str) -> Scalar:
    """Return the expression of a canonical text.

    Raises SpecError for a text that is not canonical.
    """
    try:
        parsed = parse_json(text.encode())
    except (UnreadableError, ValueError) as error:
        raise SpecError(f"the text of a scalar is {error}") from None
    e = from_plain(parsed)
    if to_json(e) != text:
        raise SpecError(f"the text of a scalar is not canonical; write {to_json(e)}")
    return e


def from_plain(value: Any, depth: int = 1) -> Scalar:
    """Return the expression of parsed JSON inside a document.

    `depth` is 1 plus the number of enclosing lists that belong to the same expression. Raises
    SpecError for JSON that is not an expression.
    """
    if depth > MOST_DEPTH:
        raise SpecError(f"the operations of a scalar are nested more than {MOST_DEPTH} deep")
    if isinstance(value, str) and value in _TEXTS:
        return literal(_TEXTS[value])
    if isinstance(value, int | float) and not isinstance(value, bool):
        return literal(_number(value))
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise SpecError(
            f"{str(value)[:80]!r} is not a scalar; write a number, or a list with a word first"
        )
    form, *rest = value
    if form in ("attribute", "count"):
        if len(rest) != 1 or not isinstance(rest[0], str):
            raise SpecError(f"{form!r} in a scalar must be followed by exactly one name")
        return Scalar(form, rest[0])
    if form == "literal":
        raise SpecError("write a literal of a scalar as a number, without the word 'literal'")
    return Scalar(form, operands=tuple(from_plain(part, depth + 1) for part in rest))


def _number(value: float) -> float:
    """Return a JSON number, rounded to binary64.

    JSON integers have the shortest digits that identify the binary64 number, so an integer in the
    text may differ from that number. Raises SpecError for a number that rounds to an infinity,
    because only the text "inf" represents an infinity.
    """
    number = exact.to_float(exact.from_integer(value)) if isinstance(value, int) else value
    if not math.isfinite(number):
        raise SpecError("a number in the text of a scalar is too large for binary64")
    return number


def _plain(e: Scalar) -> Any:
    if e.form == "literal":
        return float(e.word)
    return (e.form, *([e.word] if e.word else []), *map(_plain, e.operands))
