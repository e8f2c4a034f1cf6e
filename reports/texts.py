"""Texts of a report on their way to a terminal or a line: no control character gets through.

A report may come from a stranger, and an escape sequence can rewrite what a terminal shows.
"""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_XML_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def one_line(text: str) -> str:
    """The text on one line; controls and marks of direction become the replacement character."""
    return _CONTROL.sub("\ufffd", " ".join(text.split()))


def xml_text(text: str) -> str:
    """The text without the characters for which XML 1.0 has no place."""
    return _XML_ILLEGAL.sub("\ufffd", text)
