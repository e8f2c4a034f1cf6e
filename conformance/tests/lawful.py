"""What the tests of laws share: a law put on a session, and what it finds."""

from samebits.conformance.laws.catalog import LawCase, all_laws
from samebits.conformance.laws.law import Bench
from samebits.spec.catalog import all_ops


def findings(session, law, op="add"):
    bench = Bench(session)
    label = next(name for name in all_ops()[op].labels() if name.startswith("f32"))
    found = (all_laws()[law].check(bench, s) for s in LawCase(law, op, label).specimens())
    return [f for f in found if f is not None]


def assert_found(session, law, op, said):
    """The law finds the session wrong and says so."""
    found = findings(session, law, op)
    assert found
    assert said in found[0].text
