"""One part of several, written K/N: a shard of a run of the judge, or of long rows of tests."""

from __future__ import annotations

WANTED = "wants K/N with 1 <= K <= N"


def parse_part(text: str) -> tuple[int, int] | None:
    """K and N of a text such as 2/8; None for a text that names no part."""
    number, _, total = text.partition("/")
    if number.isdecimal() and total.isdecimal() and 1 <= int(number) <= int(total):
        return int(number), int(total)
    return None
