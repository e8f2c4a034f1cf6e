"""Test that reports of schema 1 are read by the old rules, and judged by the current rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samebits.conformance.results import schema1
from samebits.conformance.results.records import CaseResult, Header
from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import case, failing, header_for
from samebits.reports.tests.test_verify import resealed
from samebits.reports.verify import verify

Writer = Callable[..., Path]
Record = dict[str, Any]

LAW = case("sum", id="law/threads/sum/f32", kind="law", outcome="not_run", elements=0,
           reason="the session has no configure(threads=...)")  # fmt: skip
WAIVED = case("sum", name="w", outcome="waived", reason="issue 7")
REAL = case("sum", name="r", kind="real", outcome="not_run", reason="no package", elements=0)


def aged(path: Path, change: Callable[[list[Record]], None] = lambda rows: None) -> Path:
    """Return the report as samebits wrote it with schema 1, then changed by a forger."""

    def write(rows: list[Record]) -> None:
        rows[0]["schema"] = 1
        header = Header.from_json({k: v for k, v in rows[0].items() if k != "record"})
        cases = [{k: v for k, v in row.items() if k != "record"} for row in rows[1:-1]]
        results = sorted(map(CaseResult.from_json, cases), key=lambda result: result.id)
        rows[-1]["counts"] = schema1.count(results)
        rows[-1]["verdict"], rows[-1]["claim"] = schema1.judge(header, results)
        del rows[-1]["word"]
        change(rows)

    return resealed(path, write)


@pytest.mark.parametrize(
    ("results", "then", "claim", "today"),
    [
        ([case("exp")], "conforms to math@1", True, "PASS"),
        ([failing("exp")], "does not conform: toy:cpu passes 0 of 1 cases", False, "FAIL"),
        ([case("sum"), REAL], "1 real inputs not_run (no package)", True, "PASS"),
        ([case("sum"), LAW], "1 laws not_run (the session has no configure", True, "INCOMPLETE"),
        ([case("sum"), WAIVED], "except 1 waived (sum/f32/group/w)", True, "PASS"),
    ],
)
def test_the_verdict_of_its_time_is_checked_and_today_s_is_given(
    write: Writer, results: list[CaseResult], then: str, claim: bool, today: str
) -> None:
    """V1.4: a report remains evidence for its version."""
    report = verify(aged(write(results, level="full")))
    assert then in report.footer.verdict
    assert (report.footer.claim is not None) == claim
    assert report.verdict.word == today
    (check,) = [c for c in report.checks if "schema 1" in c]
    assert then in check
    assert check.endswith(f"by those of today it is {today}")


def test_a_waiver_of_then_voids_the_claim_of_today(write: Writer) -> None:
    report = verify(aged(write([case("sum"), WAIVED], level="full")))
    assert report.footer.claim
    assert report.verdict.claim is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[-1].update(verdict="fine"), "the verdict is 'fine', but"),
        (lambda rows: rows[-1].update(claim=None), "the claim is None, but"),
        (lambda rows: rows[-1].update(word="PASS"), "the word is 'PASS', but"),
        (lambda rows: rows[1].update(outcome="not_applicable"), "schema 1 has no outcome"),
        (lambda rows: rows[-1]["counts"].update(not_applicable=0), "counts 0 not_applicable"),
    ],
)
def test_a_report_of_schema_1_is_held_to_its_own_form(
    write: Writer, change: Callable[[list[Record]], None], words: str
) -> None:
    with pytest.raises(ReportError, match=words):
        verify(aged(write([case("exp"), case("sum")], level="full"), change))


def test_a_report_of_today_without_its_word_is_refused(write: Writer) -> None:
    with pytest.raises(ReportError, match="the word is '', but from the lines follows 'PASS'"):
        verify(resealed(write([case("exp")]), lambda rows: rows[-1].pop("word")))


@pytest.mark.parametrize("schema", [0, 3, 1.0, True, "1", None, 10**39])
def test_no_other_schema_is_read(write: Writer, schema: object) -> None:
    with pytest.raises(ReportError, match="this samebits reads schema 1 and 2"):
        verify(resealed(write(), lambda rows: rows[0].update(schema=schema)))


def judged(results: list[CaseResult], **members: Any) -> tuple[str, str | None]:
    header = header_for(results, **({"level": "full", "profiles": ("math", "reduce")} | members))
    return schema1.judge(header, results)


def test_one_profile_could_claim_while_another_failed() -> None:
    claim = "conforms to math@1 on toy:cpu (a toy)"
    said = judged([case("exp"), failing("sum")])
    assert said == (
        f"does not conform: toy:cpu passes 1 of 2 cases; reduce: 1 fail (sum); still {claim}",
        claim,
    )
    text, none = judged([failing("exp")])
    assert (text, none) == (
        "does not conform: toy:cpu passes 0 of 1 cases; math: 1 fail (exp)",
        None,
    )


def test_what_spoke_against_a_profile_is_listed_in_the_order_of_outcomes() -> None:
    results = [
        failing("exp"),
        case("exp", name="c", outcome="crash"),
        case("exp", "f16", name="u", outcome="unsupported"),
        case("exp", name="n", outcome="not_run", reason="no file"),
        case("exp", name="m", outcome="not_run"),
    ]
    assert judged(results)[0] == (
        "does not conform: toy:cpu passes 0 of 5 cases; math: 1 fail (exp), 1 crash (exp), "
        "1 unsupported (exp f16), 2 golden not_run (no file, exp/f32/group/m)"
    )


@pytest.mark.parametrize(
    ("results", "members", "why"),
    [
        ([], {}, "no case was planned"),
        ([case("exp")], {"planned": 2}, "2 cases were planned, 1 have a result"),
        ([case("exp")], {"planned_digest": "0" * 64}, "with a result are not the planned ones"),
        ([case("exp"), case("exp")], {}, "exp/f32/group/a has more than one result"),
        ([case("log"), case("exp"), case("exp")], {}, "exp/f32/group/a has more than one result"),
        ([case("exp")], {"profiles": ("core",)}, "results of profile math, which the header does"),
        ([case("sum"), case("exp")], {"profiles": ("core",)}, "results of profile math, which"),
    ],
)
def test_a_run_that_was_not_the_planned_one_was_invalid(
    results: list[CaseResult], members: dict[str, Any], why: str
) -> None:
    text, claim = judged(results, **members)
    assert text.startswith("invalid run: ")
    assert why in text
    assert claim is None


@pytest.mark.parametrize(
    ("members", "why"),
    [
        (
            {"level": "standard"},
            "passes at level standard: 1 of 1 cases on toy:cpu, no claim below",
        ),
        ({"filters": {"op": ("exp", "sum")}}, "no claim with filters (op=exp|sum)"),
        ({"filters": {"op": ("a",), "set": ("b",)}}, "no claim with filters (op=a, set=b)"),
        ({"shard": "1/2"}, "no claim from shard 1/2 alone"),
    ],
)
def test_why_nothing_was_claimed(members: dict[str, Any], why: str) -> None:
    text, claim = judged([case("exp")], **members)
    assert why in text
    assert claim is None


def test_known_failures_and_their_claims() -> None:
    held = case("exp", name="x", outcome="xfail")
    text, claim = judged([case("exp"), held])
    assert text == (
        "passes at level full: 1 of 2 cases on toy:cpu, no claim with expected failures; "
        "1 xfail (exp/f32/group/x)"
    )
    assert claim is None
    laws = [case("exp", kind="law")]
    assert judged(laws)[0].endswith("no claim without golden cases")
    waived = [case("exp", name=f"w{i}", outcome="waived") for i in range(schema1._NAMED + 2)]
    names = ", ".join(result.id for result in waived[: schema1._NAMED])
    claim = "conforms to math@1 on toy:cpu (a toy) except"
    assert judged([case("exp"), *waived])[1] == (
        f"{claim} {len(waived)} waived ({names} and 2 more)"
    )
    few = waived[: schema1._NAMED]
    assert judged([case("exp"), *few])[1] == f"{claim} {len(few)} waived ({names})"


def test_a_claim_named_its_formats_and_the_device_where_it_had_words() -> None:
    members = {"filters": {"format": ("f32", "f16")}, "device_description": ""}
    assert judged([case("exp")], **members)[1] == "conforms to math[f32,f16]@1 on toy:cpu"


def test_what_was_not_run_besides_golden_cases_was_noted() -> None:
    laws = [
        case("sum", id=f"law/{n}/sum/f32", kind="law", outcome="not_run", reason=n) for n in "ab"
    ]
    assert judged([case("sum"), *laws])[0].endswith("; 2 laws not_run (a, b)")


def said(*results: CaseResult, **members: Any) -> str:
    """Return the text of the verdict that schema 1 gives for these results."""
    text, _ = schema1.judge(header_for(results, level="full", schema=1, **members), results)
    return text


def test_what_did_not_pass_and_blocked_nothing_was_noted() -> None:
    expected = case("sum", name="x", outcome="xfail")
    text = said(case("sum"), LAW, REAL, WAIVED, expected)
    assert "1 waived (sum/f32/group/w); 1 xfail (sum/f32/group/x)" in text
    assert "; 1 real inputs not_run (no package); 1 laws not_run (the session has" in text


def test_six_names_are_told_and_the_others_counted() -> None:
    many = [case("sum", name=f"w{i}", outcome="waived") for i in range(7)]
    assert "sum/f32/group/w5)" in said(case("sum"), *many[:6])
    assert "sum/f32/group/w5 and 1 more)" in said(case("sum"), *many)


def test_of_strange_profiles_the_first_by_name_is_told() -> None:
    strange = [case("sum", name=name, profile=f"of-{name}") for name in "hgfedcba"]
    text = said(*strange, profiles=("reduce",))
    assert "results of profile of-a, which the header does not name" in text
