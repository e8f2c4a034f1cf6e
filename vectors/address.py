"""Addresses of single elements of cases, as used in failure messages and by `samebits explain`.

For an elementwise op, an address is the case id, a slash, and the bits of the operands in
hexadecimal, joined by `-` (`add/f32/specials/3f800000-7fc00000`). For other ops, it is the case id,
`@`, and the flat index of the output element.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.catalog import all_ops
from samebits.spec.language.shapes import elementwise
from samebits.vectors.validate import is_hex

_WIDTHS = (2, 4, 8, 16)


def is_elementwise(op: str) -> bool:
    """Return whether output element i depends only on the operand elements i."""
    declared = all_ops().get(op)
    return declared is not None and declared.shape_rule is elementwise


def looks_like_operands(text: str) -> bool:
    """Return whether a text could be the operand part of an address. No case name has this form."""
    return all(len(p) in _WIDTHS and is_hex(p, len(p)) for p in text.split("-"))


def join_address(case_id: str, element: str) -> str:
    """Return the address of an element of a case."""
    return (
        f"{case_id}/{element}" if is_elementwise(case_id.split("/")[0]) else f"{case_id}@{element}"
    )


def operand_element(operands: Sequence[str]) -> str:
    """Return the part of an address after the slash: the operands' bits, joined by `-`."""
    return "-".join(operands)


def split_address(address: str) -> tuple[str, str | None]:
    """Return the case id and the element part of an address. A plain case id has element None."""
    case_id, at, index = address.rpartition("@")
    if at and index.isdigit():
        return case_id, index
    head, slash, tail = address.rpartition("/")
    if slash and is_elementwise(address.split("/")[0]) and looks_like_operands(tail):
        return head, tail
    return address, None
