"""Clean the drawings in a report: rebuild them from allowed elements and attributes.

A report may come from a stranger, so none of its text may reach a page unescaped. A drawing is
parsed and written again with only the elements that `samebits.spec.language.trees.draw_svg` uses. A
drawing with any other element is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

LIMIT = 200_000
"""The largest size of a drawing, in characters. A larger drawing would make the page slow."""

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_ELEMENTS = frozenset({"svg", "g", "path", "line", "circle", "rect", "text", "title", "tspan"})
_NUMBER = r"-?[0-9]*\.?[0-9]+(?:e-?[0-9]+)?"
_NUMBERS = re.compile(rf"{_NUMBER}(?:[ ,]+{_NUMBER})*")
_WORD = re.compile(r"[A-Za-z-]+|#[0-9a-fA-F]{3,8}")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtZz0-9eE ,.+-]*")
_GEOMETRY = "viewBox width height x y x1 y1 x2 y2 cx cy r rx ry dx dy"
_STYLE = "stroke-width stroke-dasharray font-size opacity"
_ATTRIBUTES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    dict.fromkeys(f"{_GEOMETRY} {_STYLE}".split(), _NUMBERS)
    | dict.fromkeys(["fill", "stroke", "text-anchor", "role", "font-weight"], _WORD)
    | {"d": _PATH}
)


def clean(drawing: str) -> str | None:
    """Return the drawing as safe inline SVG, or None if it has a part that is not allowed."""
    if len(drawing) > LIMIT or "<!" in drawing or "<?" in drawing:
        return None
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError:
        return None
    if root.tag.removeprefix(_NAMESPACE) != "svg":
        return None
    try:
        return _write(root)
    except (ValueError, RecursionError):
        return None


def _write(element: ElementTree.Element) -> str:
    tag = element.tag.removeprefix(_NAMESPACE)
    if tag not in _ELEMENTS:
        raise ValueError(f"element {tag}")
    attributes = []
    for name, value in element.attrib.items():
        if name not in _ATTRIBUTES or not _ATTRIBUTES[name].fullmatch(value.strip()):
            raise ValueError(f"attribute {name}")
        attributes.append(f" {name}={quoteattr(value)}")
    inner = "".join(_write(child) + escape(child.tail or "") for child in element)
    return f"<{tag}{''.join(attributes)}>{escape(element.text or '')}{inner}</{tag}>"
