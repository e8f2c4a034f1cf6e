"""Thread count: 1 to 16 threads give the same bits (clauses T1, T4)."""

from __future__ import annotations

from samebits.backends.protocol import ConfigurableSession
from samebits.conformance.laws.law import Bench, Finding, Law, NotApplicableError
from samebits.conformance.laws.specimens import Specimen

COUNTS = tuple(range(1, 17))


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run with every thread count and compare with one thread."""
    session = bench.session
    if not isinstance(session, ConfigurableSession):
        raise NotApplicableError("the session has no configure(threads=...)")
    operands = specimen.operands()
    base = None
    try:
        for count in COUNTS:
            session.configure(threads=count)
            bits = bench.run(specimen.call, operands)
            if base is None:
                base = bits
            text = f"{count} threads give other bits than {COUNTS[0]}"
            sides = (f"{COUNTS[0]} thread", f"{count} threads")
            finding = bench.differs(specimen, base, bits, text, sides)
            if finding:
                return finding
    finally:
        session.configure(threads=bench.threads or 0)
    return None


LAW = Law(
    name="threads",
    says="the number of threads never changes a bit",
    clauses=("T1", "T4"),
    check=check,
    rank="calls",
    in_smoke=True,
    large=True,
)
