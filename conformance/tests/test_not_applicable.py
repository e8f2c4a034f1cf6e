"""Tests of features that a session declares as missing, and of cases that the judge cannot run."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.hosting.demands import LackingError
from samebits.backends.protocol import BackendError, Supported, Unsupported
from samebits.conformance.judging import lawwork
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.laws import concurrent, environment
from samebits.conformance.laws.law import NotApplicableError, NotPossibleError
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.tests import fakes
from samebits.conformance.tests.test_laws_of_moves import Routed
from samebits.conformance.tests.test_laws_of_trees import Foreseeing
from samebits.spec.catalog import get_op


def judged(session, law, op, label="f32"):
    subject = SimpleNamespace(
        session=session,
        threads=None,
        promises=frozenset(),
        certify_command=lambda *_: "again",
        explain_command=lambda *_: "explain",
    )
    return judge_law(subject, LawCase(law, op, label))


def only(session, *ops):
    """Return a session that supports only these ops."""

    class Only(session):
        def supports(self, call):
            return Supported() if call.op in ops else Unsupported("it was left out")

    return Only()


def test_a_session_without_configure_declares_that_it_has_no_threads_to_set():
    """P1.4: a law about an ability that a session lacks is not applicable."""
    found = judged(fakes.RightSession(), "threads", "add")
    assert found.outcome == "not_applicable"
    assert found.reason == "the session has no configure(threads=...)"


class Failing(fakes.RightSession):
    def run(self, call, inputs, outputs):
        raise BackendError("no call works")


@pytest.mark.parametrize(
    ("law", "need", "lacks"),
    [
        ("environment", "need_environment", "the session sets no floating-point environment"),
        ("concurrent", "need_together", "the session runs one call at a time"),
    ],
)
def test_what_a_session_lacks_excuses_it_where_its_plain_calls_fail_too(
    law, need, lacks, monkeypatch
):
    def lacking(session):
        raise LackingError(lacks)

    assert judged(Failing(), law, "add").outcome == "error"
    monkeypatch.setattr({"environment": environment, "concurrent": concurrent}[law], need, lacking)
    found = judged(Failing(), law, "add")
    assert (found.outcome, found.reason) == ("not_applicable", lacks)


@pytest.mark.parametrize(
    ("law", "op", "lacks"),
    [
        ("grouping", "scatter_add", "sum"),
        ("resorting", "argsort", "sort"),
        ("resorting", "topk", "sort"),
        ("products", "linear", "matmul"),
        ("windows", "conv1d", "matmul"),
        ("windows", "conv1d_input_gradient", "conv_transpose1d"),
    ],
)
def test_a_law_that_compares_two_ops_is_not_applicable_without_the_other(law, op, lacks):
    label = next(x for x in get_op(op).labels() if x.startswith("f32"))
    found = judged(only(Routed, op), law, op, label)
    assert found.outcome == "not_applicable", found.reason
    assert f"the session does not support {lacks}" in found.reason


def test_a_scan_without_a_sum_is_compared_with_itself_and_then_not_applicable():
    found = judged(only(Routed, "cumsum"), "prefix", "cumsum")
    assert found.outcome == "not_applicable"
    assert "the session does not support sum" in found.reason
    assert judged(Routed(), "prefix", "cumsum").outcome == "pass"
    assert judged(only(Foreseeing, "cumsum"), "prefix", "cumsum").outcome == "fail"


def test_a_product_scan_lacks_no_sum_but_its_product():
    found = judged(only(Routed, "cumprod"), "prefix", "cumprod")
    assert found.outcome == "not_applicable"
    assert "the session does not support prod" in found.reason


def with_check(monkeypatch, check):
    law = replace(all_laws()["run_to_run"], check=check)
    monkeypatch.setattr(lawwork, "all_laws", lambda: {"run_to_run": law})


def test_what_the_judge_cannot_ask_is_not_run(monkeypatch):
    def check(bench, specimen):
        raise NotPossibleError("no known fenv_t")

    with_check(monkeypatch, check)
    found = judged(fakes.RightSession(), "run_to_run", "add")
    assert (found.outcome, found.reason) == ("not_run", "no known fenv_t")


def test_a_specimen_that_the_session_cannot_be_put_to_excuses_no_other(monkeypatch):
    seen = []

    def check(bench, specimen):
        seen.append(specimen)
        if len(seen) == 1:
            raise NotApplicableError("not this one")
        bits = [np.zeros(1, np.uint32)]
        return bench.differs(specimen, bits, [bits[0] + 1], "it is broken")

    with_check(monkeypatch, check)
    found = judged(fakes.RightSession(), "run_to_run", "add")
    assert found.outcome == "fail"
    assert "it is broken" in found.reason


def test_one_specimen_that_was_not_put_is_no_pass(monkeypatch):
    seen = []

    def check(bench, specimen):
        seen.append(specimen)
        if len(seen) == 1:
            raise NotApplicableError("not this one")

    with_check(monkeypatch, check)
    found = judged(fakes.RightSession(), "run_to_run", "add")
    assert (found.outcome, found.reason) == ("not_applicable", "not this one")
    assert len(seen) > 1
