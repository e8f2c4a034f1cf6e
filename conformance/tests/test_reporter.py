"""Tests of the console output: counts by op, the first failure of each kind, and the verdict."""

from dataclasses import replace
from io import StringIO

from rich.console import Console

from samebits.conformance.judging.reporter import Reporter, counts_table, failure_lines
from samebits.conformance.results.explanation import explain_lines
from samebits.conformance.results.records import Diagnosis
from samebits.conformance.results.verdict import Verdict
from samebits.conformance.tests.test_records import HEADER, RESULT
from samebits.conformance.tests.test_verdict import result


def shown(*renderables):
    stream = StringIO()
    console = Console(file=stream, width=120)
    for item in renderables:
        console.print(item)
    return stream.getvalue()


def test_counts_show_only_the_outcomes_that_occur():
    text = shown(counts_table([result(), result("b", "fail"), result("c", op="mul")]))
    head, add, mul, total = text.splitlines()
    assert head.split() == ["op", "pass", "fail"]
    assert add.split() == ["add", "1", "1"]
    assert mul.split() == ["mul", "1", "."]
    assert total.split() == ["all", "2", "1"]


def test_laws_are_counted_apart_from_cases():
    text = shown(counts_table([result(), result("law/order/add/f32", kind="law")]))
    assert "laws of add" in text


def test_one_failure_of_each_kind_is_shown_and_the_rest_counted():
    many = [result(f"add/f32/{i}", "fail") for i in range(5)]
    many.append(result("add/f32/x", "fail", diagnosis=Diagnosis("ftz", "flushed", True)))
    lines = failure_lines(many)
    assert [line for line in lines if ": fail: " in line] == [
        "add/f32/0: fail: ", "add/f32/x: fail: ",
    ]  # fmt: skip
    assert lines[-1] == "failures not shown here: 4; the report has them all"


def test_an_explanation_has_operands_bits_diagnosis_and_command():
    assert explain_lines(RESULT) == [
        "add/f32/x: fail: 1 of 2 elements differ",
        "    operands 00000000, 00000001: wanted 01, got 02 (1 ulp)",
        "    looks like: flushed [ftz]",
        "    see it again: samebits explain",
    ]


def test_markup_in_names_is_shown_as_it_is():
    stream = StringIO()
    reporter = Reporter(Console(file=stream, width=200), progress=True)
    reporter.begin(replace(HEADER, device_description="[bold]x[/bold]", planned=1))
    reporter.add(result("add/f32/[red]", "fail", reason="[/]"))
    reporter.end(Verdict("FAIL", None, ("[green]no[/]",)))
    text = stream.getvalue()
    for plain in ("[bold]x[/bold]", "add/f32/[red]", "[green]no[/]"):
        assert plain in text
