"""Tests of the last words of a host, which are found in its standard error and never invented."""

import pytest

from samebits.backends.hosting.last_words import last_words

MARK = "Thread 0x1 (most recent call first):"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("", ""),
        (MARK, ""),
        (f"{MARK}\n  nothing", ""),
        (f"{MARK}\n  File a, line 1 in f", " in a, line 1 in f"),
        (f"{MARK}\n  File a\n{MARK}\n  File b", " in b"),
        (f"{MARK}\n  File a\n{MARK}", " in a"),
    ],
)
def test_a_late_host_is_where_its_main_thread_was(said, place):
    assert last_words(said, None) == place
