"""Tests of output streams: without UTF-8, each symbol is replaced by ASCII text."""

import io
import sys

import pytest

from samebits.conformance import console


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("✓ ✗ ✖", b"v x X"),
        ("≈ ◐ ○ ⊕ ⊘", b"~ / o ! /"),
        ("1 – 2 · 3…", b"1 - 2 . 3..."),
        ("a → ∞", b"a > inf"),
        ("3 × 4 ¦ \ufffd", b"3 x 4 | ?"),
        ("∑ é", b"\\u2211 \\xe9"),
    ],
)
def test_symbols_have_a_stand_in_where_the_stream_is_ascii(monkeypatch, text, shown):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    console.safe_streams()
    stream.write(text)
    assert raw.getvalue() == shown
    stream.detach()
