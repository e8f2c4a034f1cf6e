"""JUnit XML for CI systems: one suite for each report, and one test case for each result.

Bad outcomes are failures or errors. Cases that are unsupported, not run or not applicable are
`skipped` with a reason, so that CI systems do not count them as passes. The property `verdict`
contains the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from samebits.conformance.results.records import CaseResult
from samebits.reports.facts import VerifiedReport
from samebits.reports.outcomes import LOOKS
from samebits.reports.texts import xml_text

_TAGS = {"fail": "failure", "xpass": "failure", "error": "error", "crash": "error"}
_TAGS |= {"timeout": "error"} | dict.fromkeys(
    ("unsupported", "not_run", "not_applicable", "xfail", "waived"), "skipped"
)


def junit(reports: Sequence[VerifiedReport]) -> str:
    """Return the reports as one JUnit document."""
    root = ElementTree.Element("testsuites", name="samebits")
    for report in reports:
        root.append(_suite(report))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _suite(report: VerifiedReport) -> ElementTree.Element:
    tags = [_TAGS.get(r.outcome) for r in report.results]
    suite = ElementTree.Element(
        "testsuite",
        name=xml_text(f"samebits {report.name}"),
        tests=str(len(tags)),
        failures=str(tags.count("failure")),
        errors=str(tags.count("error")),
        skipped=str(tags.count("skipped")),
        time=f"{sum(r.seconds for r in report.results):.3f}",
        timestamp=xml_text(report.header.started),
    )
    properties = ElementTree.SubElement(suite, "properties")
    facts = dict(report.header.environment) | {
        "verdict": report.mark,
        "reasons": report.verdict.text,
        "vectors": report.header.manifest_root,
    }
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", name=xml_text(name), value=xml_text(value))
    suite.extend(_case(report, result) for result in report.results)
    return suite


def _case(report: VerifiedReport, result: CaseResult) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase",
        classname=xml_text(f"{report.name}.{result.op}.{result.label}"),
        name=xml_text(result.id),
        time=f"{result.seconds:.3f}",
    )
    tag = _TAGS.get(result.outcome)
    if tag:
        message = result.reason or LOOKS[result.outcome].meaning
        child = ElementTree.SubElement(case, tag, message=xml_text(message))
        if tag != "skipped":
            child.text = xml_text("\n".join(_explanation(result)))
    return case


def _explanation(result: CaseResult) -> list[str]:
    lines = [f"{result.wrong} of {result.elements} elements wrong"]
    if result.diagnosis:
        lines.append(f"{result.diagnosis.name}: {result.diagnosis.text}")
    for example in result.examples:
        operands = " ".join(example.inputs)
        lines.append(f"{example.address}: {operands} wanted {example.wanted} got {example.got}")
    return [*lines, f"repeat: {result.repeat}"]
