"""Helpers for tests of laws: they check a law on a session and return the findings."""

from samebits.conformance.laws.law import Bench
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.spec.catalog import all_ops


def label_of(op):
    """Return the first label of an op whose first operand is binary32."""
    return next(name for name in all_ops()[op].labels() if name.startswith("f32"))


def findings(session, law, op="add"):
    bench = Bench(session)
    found = (all_laws()[law].check(bench, s) for s in LawCase(law, op, label_of(op)).specimens())
    return [f for f in found if f is not None]


def assert_found(session, law, op, said):
    """Assert that the law has a finding about the session whose text contains `said`."""
    found = findings(session, law, op)
    assert found
    assert said in found[0].text
