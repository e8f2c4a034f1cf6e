"""Tests of conclusions from real results of saboteurs whose conclusion was once wrong."""

from fnmatch import fnmatchcase

import pytest

from samebits.backends.protocol import Device
from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.casework import explain_case, judge_case
from samebits.conformance.judging.conclusion import conclude
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.tests.test_saboteurs import load, vectors


def results_of(name, pattern, laws):
    """Return the results of a saboteur for golden cases that match `pattern` and for some laws."""
    backend = load(name)
    subject = Subject(name, backend, Device("cpu", name), backend.open("cpu"))
    found = []
    for case in vectors().cases(ops=backend.ops, level="standard", sets=("golden",)):
        if fnmatchcase(case.id, pattern):
            result, evidence = judge_case(subject, case)
            found.append(
                result if evidence is None else explain_case(subject, case, result, evidence)
            )
    labels = {case.label for case in found}
    found += [judge_law(subject, LawCase(law, backend.ops[0], x)) for law in laws for x in labels]
    return found


@pytest.mark.parametrize(
    ("name", "pattern", "laws", "word"),
    [
        ("odd_node_sum", "sum/f32/length/[35679]*", ("split",), "odd-node"),
        ("unfused_tail", "matmul/f32/ragged/m1*-n1?-k1?", ("batch", "split"), "unfused-tail"),
        ("fused_var", "var/f32/length/*", ("formulas", "symmetry"), "fused-squares"),
        ("address_matters", "sum/f32/axes/*", ("alignment", "strides", "split"), "address"),
        ("sort_by_bits", "sort/f32/*", ("sorting", "resorting"), "order-of-bits"),
        ("unwritten_at_15", "add/f32/*", ("batch", "strides"), "unwritten"),
        ("scatter_descending", "scatter_add/f32_i64_to_f32/*", ("grouping",), "scatter-descending"),
        ("racing", "mul/f32/*", ("threads", "strides", "alignment"), "unsteady"),
    ],
)
def test_an_op_gets_the_right_word_and_is_confirmed(name, pattern, laws, word):
    found = results_of(name, pattern, laws)
    (conclusion,) = conclude(found).values()
    assert (conclusion.name, conclusion.word) == (word, "confirmed"), conclusion.line()
    assert "law:threads" not in conclusion.line()
