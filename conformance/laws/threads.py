"""Thread count: 1 to 16 threads give the same bits (clauses T1, T4).

Many backends start at most as many threads as there are processors, and at most that many can run
simultaneously. The header of a report states the number of processors (`processors`). On a machine
with 2 processors, the law does not test more than 2 simultaneous threads.
"""

from __future__ import annotations

from samebits.backends.protocol import ConfigurableSession
from samebits.conformance.laws.law import Bench, Finding, Law, NotApplicableError
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.specimens import Specimen

COUNTS = tuple(range(1, 17))
FEW = (1, 2, 3, 7, 16)
"""Thread counts for small specimens, which most backends compute on one thread."""


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the results of every thread count with the results of one thread."""
    session = bench.session
    if not isinstance(session, ConfigurableSession):
        raise NotApplicableError("the session has no configure(threads=...)")
    operands = specimen.operands()
    counts = COUNTS if specimen.large else FEW
    base = None
    try:
        questions = (Question(operands, threads=count) for count in counts)
        for count, bits in zip(counts, bench.run_each(specimen.call, questions), strict=True):
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
    rules=("C1.3",),
    check=check,
    rank="calls",
    needs=frozenset({"threads"}),
    in_smoke=True,
    large=True,
)
