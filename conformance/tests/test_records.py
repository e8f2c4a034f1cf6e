"""Tests that records are read back as they were written, and that invalid data is refused."""

import json
from dataclasses import MISSING, fields, replace

import pytest
from hypothesis import given, strategies as st

from samebits.conformance.results.records import (
    OUTCOMES,
    CaseResult,
    Diagnosis,
    Example,
    Footer,
    Header,
    RecordError,
)

HEADER = Header(
    suite_version="1",
    spec_version="0.1",
    manifest_root="ab",
    profiles=("core", "math"),
    level="full",
    filters={"op": ("add", "mul")},
    backend="c",
    backend_version="1",
    protocol=1,
    device="avx2",
    device_description="a processor",
    environment={"python": "3"},
    started="2026-01-01T00:00:00+00:00",
    planned=2,
    planned_digest="cd",
)
EXAMPLE = Example("add/f32/x/00000000-00000001", 3, ("00000000", "00000001"), "01", "02", 1)
RESULT = CaseResult(
    id="add/f32/x",
    kind="vector",
    op="add",
    label="f32",
    profile="core",
    level="smoke",
    outcome="fail",
    flags=("structured",),
    reason="1 of 2 elements differ",
    elements=2,
    wrong=1,
    max_ulp=2**70,
    examples=(EXAMPLE,),
    diagnosis=Diagnosis("ftz", "flushed", True, {"svg": "<svg/>"}),
    repeat="samebits explain",
    seconds=0.25,
)
FOOTER = Footer(
    counts={"pass": 1}, planned=1, run=1, verdict="fine", claim=None, finished="now", sha256="ef"
)


def through_text(record):
    return type(record).from_json(json.loads(json.dumps(record.to_json())))


@pytest.mark.parametrize(
    "record", [HEADER, RESULT, FOOTER, EXAMPLE], ids=lambda r: type(r).__name__
)
def test_a_record_survives_json_exactly(record):
    assert through_text(record) == record


def test_a_condition_is_written_only_where_there_is_one():
    """Reports from before the condition existed keep their bytes and their seal."""
    told = {"SM clock": "1980 MHz"}
    for record in (HEADER, FOOTER):
        assert "condition" not in record.to_json()
        observed = replace(record, condition=told)
        assert observed.to_json()["condition"] == told
        assert through_text(observed) == observed


@given(
    st.sampled_from(OUTCOMES), st.text(), st.lists(st.text(max_size=5)), st.integers(0, 2**80),
    st.floats(0, 1e6),
)  # fmt: skip
def test_any_result_survives_json_exactly(outcome, reason, flags, wrong, seconds):
    result = CaseResult(
        id="i", kind="law", op="o", label="l", profile="p", level="smoke", outcome=outcome,
        reason=reason, flags=tuple(flags), wrong=wrong, seconds=seconds,
    )  # fmt: skip
    assert through_text(result) == result


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"outcome": "skipped"}, "CaseResult.outcome"),
        ({"elements": "2"}, "CaseResult.elements"),
        ({"elements": True}, "CaseResult.elements"),
        ({"flags": "structured"}, "CaseResult.flags"),
        ({"extra": 1}, "unknown member 'extra'"),
        ({"seconds": 10**400}, "CaseResult.seconds: an integer of 1329 bits is too large"),
        ({"outcome": "x" * 10**6}, "CaseResult.outcome: 'x{56}\\.\\.\\. is not one of"),
        ({"x" * 10**6: 1}, "unknown member 'x{56}\\.\\.\\.$"),
        ({"examples": [{"address": "a"}]}, "member 'got' is missing"),
        ({"diagnosis": {"name": 1}}, "Diagnosis"),
    ],
)
def test_a_wrong_member_is_refused_by_name(change, named):
    with pytest.raises(RecordError, match=named):
        CaseResult.from_json({**RESULT.to_json(), **change})


def test_a_missing_member_is_refused_by_name():
    told = RESULT.to_json()
    del told["outcome"]
    with pytest.raises(RecordError, match="'outcome' is missing"):
        CaseResult.from_json(told)


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_what_is_no_object_is_refused(value):
    with pytest.raises(RecordError, match="must be an object, not"):
        Header.from_json(value)


def test_a_strange_value_is_shown_with_60_characters_at_most():
    for length, shown in ((58, "'" + "x" * 58 + "'"), (59, "'" + "x" * 56 + "...")):
        with pytest.raises(RecordError, match="CaseResult.outcome") as caught:
            CaseResult.from_json(RESULT.to_json() | {"outcome": "x" * length})
        assert f"outcome: {shown} is not one of" in str(caught.value)


def test_what_should_have_members_and_has_none_is_named():
    for odd in ([], "text", 5, None):
        with pytest.raises(
            RecordError, match=f"environment must be an object, not {type(odd).__name__}$"
        ):
            Header.from_json(HEADER.to_json() | {"environment": odd})


@pytest.mark.parametrize("record", [HEADER, RESULT, FOOTER], ids=lambda r: type(r).__name__)
def test_a_member_that_a_report_leaves_out_says_nothing(record):
    needed = {f.name for f in fields(record) if f.default is f.default_factory is MISSING}
    bare = type(record).from_json({k: v for k, v in record.to_json().items() if k in needed})
    for f in fields(record):
        if f.name not in needed | {"schema"}:
            assert not getattr(bare, f.name), f.name
