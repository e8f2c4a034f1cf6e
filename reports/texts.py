"""Clean the texts of a report for a terminal or a line, by replacing control characters.

A report may come from a stranger, and an escape sequence can change what a terminal shows.
"""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_XML_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def one_line(text: str) -> str:
    """Return the text on one line, with control and bidi characters replaced by U+FFFD."""
    return _CONTROL.sub("\ufffd", " ".join(text.split()))


def xml_text(text: str) -> str:
    """Return the text with all characters replaced that XML 1.0 forbids."""
    return _XML_ILLEGAL.sub("\ufffd", text)
