"""Tests of waivers: their list, dates and patterns, and their effect on an outcome."""

import datetime

import pytest

from samebits.conformance.errors import JudgeError
from samebits.conformance.results.waivers import apply, check_matched, read_waivers
from samebits.conformance.tests.test_verdict import result

GOOD = """
[[waiver]]
id = "add/f32/*"
status = "waived"
reason = "driver bug 123"
expires = 2031-01-31
"""
TODAY = datetime.date(2030, 1, 1)


def read(tmp_path, text, today=TODAY):
    path = tmp_path / "waivers.toml"
    path.write_text(text)
    return read_waivers(path, today)


@pytest.mark.parametrize("outcome", ["fail", "error", "crash", "timeout", "unsupported"])
def test_a_waived_failure_keeps_its_outcome_in_the_reason(tmp_path, outcome):
    found = apply(read(tmp_path, GOOD), result(outcome=outcome, reason="why"))
    assert found.outcome == "waived"
    assert found.reason == f"waived until 2031-01-31: driver bug 123 ({outcome}: why)"


def test_a_waived_case_that_passes_is_a_pass(tmp_path):
    assert apply(read(tmp_path, GOOD), result()).outcome == "pass"


@pytest.mark.parametrize(
    ("outcome", "becomes"),
    [("fail", "xfail"), ("crash", "xfail"), ("pass", "xpass"), ("unsupported", "unsupported")],
)
def test_an_expected_failure_that_passes_is_told(tmp_path, outcome, becomes):
    waivers = read(tmp_path, GOOD.replace('"waived"', '"xfail"'))
    assert apply(waivers, result(outcome=outcome)).outcome == becomes


def test_other_cases_are_left_alone(tmp_path):
    assert apply(read(tmp_path, GOOD), result("mul/f32/x", "fail")).outcome == "fail"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[waiver]", "not valid TOML"),
        ("[other]", "only .*waiver.* entries"),
        ("waiver = 3", "only .*waiver.* entries"),
        (GOOD.replace("reason", "because"), "exactly the keys id, status, reason and expires"),
        (GOOD.replace('"driver bug 123"', '" "'), "reason must be a string"),
        (GOOD.replace('"waived"', '"skip"'), "status='skip' must be one of waived, xfail"),
        (GOOD.replace("2031-01-31", '"soon"'), "expires must be a date"),
        (GOOD.replace("2031-01-31", "2029-12-31"), "expired on 2029-12-31"),
        (GOOD.replace("2031-01-31", "2029-13-31"), "not valid TOML"),
        (GOOD.replace("2031-01-31", "9" * 5000), "not valid TOML"),
        ("waiver = " + "[" * 100_000, "is nested too deeply"),
        (GOOD.replace("driver bug 123", r"driver\nbug"), "reason must be one line"),
        (GOOD.replace("add/f32/*", "*" * 501), "id must be one line of at most 500"),
        (GOOD * 10_001, "more than 10,000 entries|more than 1,048,576 bytes"),
        ("#" * (1 << 20) + GOOD, "has more than 1,048,576 bytes"),
    ],
)
def test_a_bad_file_is_one_line_that_names_it(tmp_path, text, why):
    with pytest.raises(JudgeError, match=why) as caught:
        read(tmp_path, text)
    assert "waivers.toml" in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(JudgeError, match=r"none\.toml: cannot be read \(No such file"):
        read_waivers(tmp_path / "none.toml")


def test_a_waiver_that_matches_nothing_is_an_error(tmp_path):
    waivers = read(tmp_path, GOOD)
    check_matched(waivers, ["add/f32/x"], tmp_path)
    with pytest.raises(JudgeError, match="matches no case"):
        check_matched(waivers, ["add/f16/x"], tmp_path)
