"""Parse a part K/N of a whole: a shard of a run of the judge, or a part of the tests."""

from __future__ import annotations

import re

_PART = re.compile(r"([0-9]{1,18})/([0-9]{1,18})")

WANTED = "the form is K/N with 1 <= K <= N"


def parse_part(text: str) -> tuple[int, int] | None:
    """Return (K, N) for a text such as 2/8, or None if the text is not a valid part."""
    found = _PART.fullmatch(text)
    if found is None:
        return None
    number, total = map(int, found.groups())
    return (number, total) if 1 <= number <= total else None
