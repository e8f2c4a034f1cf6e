"""Test that devices agree only if each of them returns the golden bits for every case."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from samebits.reports.agreement import agreement
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import case, failing
from samebits.reports.verify import verify

Writer = Callable[..., Path]


def reports(write: Writer, *lists: list[object]) -> list[object]:
    """Return a verified report for each list of cases, each report for a different device."""
    devices = ("avx2", "avx512", "baseline")
    return [
        verify(write(cases, name=f"{device}.jsonl", device=device))
        for device, cases in zip(devices, lists, strict=False)
    ]


def test_devices_that_pass_every_case_agree_and_one_line_says_on_how_many(write: Writer) -> None:
    both = reports(write, [case("exp"), case("add")], [case("add"), case("exp")])
    found = agreement(both)
    assert found.apart == ()
    assert "toy:avx2 and toy:avx512 agree byte for byte on all 2 cases (2 vector)" in found.line


def test_a_case_that_one_device_fails_is_named(write: Writer) -> None:
    cases = [case("exp", name="a")], [failing("exp", name="a")]
    found = agreement(reports(write, [case("add"), *cases[0]], [case("add"), *cases[1]]))
    assert len(found.apart) == 1
    assert "do not agree" in found.line
    assert found.apart[0] in found.line
    assert "1 cases agree" in found.line


def test_an_unsupported_case_is_no_agreement(write: Writer) -> None:
    found = agreement(reports(write, [case("exp")], [case("exp", outcome="unsupported")]))
    assert len(found.apart) == 1


def test_a_case_that_could_not_be_run_is_counted_and_agrees_on_nothing(write: Writer) -> None:
    silent = case("exp", outcome="not_run")
    found = agreement(reports(write, [case("add"), silent], [case("add"), case("exp")]))
    assert (found.apart, found.silent) == ((), 1)
    assert "agree byte for byte on all 1 cases (1 vector); 1 more were not run" in found.line


def test_reports_on_other_cases_or_of_one_device_are_refused(write: Writer) -> None:
    both = reports(write, [case("exp"), case("add")], [case("exp")])
    with pytest.raises(ReportError, match="not judged on the same cases, for instance add"):
        agreement(both)
    with pytest.raises(ReportError, match="two devices or more"):
        agreement([both[0], both[0]])


def test_other_vectors_are_named_by_twelve_digits_that_fit_a_narrow_page(write: Writer) -> None:
    reports = [
        verify(write([case("exp")], name=f"{d}.jsonl", device=d, manifest_root=digit * 64))
        for d, digit in (("cpu", "a"), ("gpu", "b"))
    ]
    with pytest.raises(ReportError, match=r"different vectors: a{12}, b{12}$"):
        agreement(reports)
