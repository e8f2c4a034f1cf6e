from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from samebits.conformance.results import records
from samebits.conformance.results.records import OUTCOMES
from samebits.conformance.results.verdict import FAILURES
from samebits.reports.fields import FIELDS
from samebits.reports.outcomes import LOOKS
from samebits.reports.schema import document


def test_the_committed_schema_is_the_one_of_the_dataclasses() -> None:
    committed = json.loads(files("samebits.reports").joinpath("schema.json").read_text("utf-8"))
    assert committed == document()


def test_every_line_of_a_report_is_valid_by_the_schema(write: Callable[..., Path]) -> None:
    jsonschema.Draft202012Validator.check_schema(document())
    validator = jsonschema.Draft202012Validator(document())
    for line in write().read_text().splitlines():
        validator.validate(json.loads(line))


def test_the_schema_refuses_a_line_with_an_unknown_outcome(write: Callable[..., Path]) -> None:
    line = json.loads(write().read_text().splitlines()[2]) | {"outcome": "skipped"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(document()).validate(line)


def test_every_member_of_every_record_has_a_description() -> None:
    for name, described in FIELDS.items():
        assert [f.name for f in fields(getattr(records, name))] == list(described)


def test_every_outcome_has_a_look_and_bad_ones_are_the_judges_failures() -> None:
    assert set(LOOKS) == set(OUTCOMES)
    assert {o for o, look in LOOKS.items() if look.tone == "bad"} == FAILURES
    assert len({look.symbol for look in LOOKS.values()}) == len(LOOKS)
