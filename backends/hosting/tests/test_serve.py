"""The host of a backend in Python: whatever that says is an answer that a judge takes."""

import pytest

from samebits.backends.hosting.messages import LENGTH, MOST_ANSWER_BYTES, MOST_TEXT, parse
from samebits.backends.hosting.serve import packed, text_of


@pytest.mark.parametrize(
    ("odd", "text"),
    [
        (float("nan"), "cannot be sent: ValueError: Out of range float"),
        (object(), "cannot be sent: TypeError: Object of type object"),
        ("x" * MOST_ANSWER_BYTES, "cannot be sent: a message of 4194333 bytes"),
    ],
    ids=["nan", "object", "too long"],
)
def test_an_answer_that_cannot_be_sent_is_an_error_that_says_why(odd, text):
    found = parse(packed({"ok": {"odd": odd}}, 12)[LENGTH.size :])
    assert text in found["error"]
    assert found["number"] == 12


def test_the_text_of_an_error_is_one_line_of_bounded_length():
    text = text_of(RuntimeError("a\nb \ud800" + "c" * 10 * MOST_TEXT))
    assert text.startswith("RuntimeError: a b \\ud800ccc")
    assert len(text) < MOST_TEXT + 100
