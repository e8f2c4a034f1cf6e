"""Tests of array_api_suite.py: reading the list of failing tests, comparison, and the real list."""

from __future__ import annotations

import pytest

from samebits.common.errors import SamebitsError
from samebits.numpy.tests.array_api_suite import LIST, ask, differences, read
from samebits.numpy.tests.standard import ABSENT


def test_a_listed_test_that_passes_and_an_unlisted_one_that_fails_are_told() -> None:
    listed = {"a": "why", "b": "why", "c": "why"}
    outcomes = {"a": "failed", "b": "passed", "d": "failed", "e": "skipped"}
    assert differences(outcomes, listed) == [
        "fails, and is not listed: d",
        "passed, but is listed: b",
        "not asked, but is listed: c",
    ]
    assert not differences({"a": "failed", "b": "passed"}, {"a": "why"})


def test_a_listed_test_has_one_reason() -> None:
    assert read("# head\n\n## why\nx\n## because\ny\n") == {"x": "why", "y": "because"}
    for wrong in ("x\n", "## why\nx\nx\n"):
        with pytest.raises(SamebitsError, match="no reason, or is listed twice"):
            read(wrong)


def test_the_list_names_every_function_that_is_absent() -> None:
    listed = read(LIST.read_text(encoding="utf-8"))
    assert all(reason.endswith(".") for reason in listed.values())
    for name in ABSENT:
        module, _, last = name.rpartition(".")
        group = module or "elementwise"
        assert f"array_api_tests/test_has_names.py::test_has_names[{group}-{last}]" in listed


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: object) -> None:
    with pytest.raises(SamebitsError, match="give a checkout of"):
        ask(tmp_path, [])  # type: ignore[arg-type]
