"""Run to run: the same call on the same operands gives the same bits, every time."""

from __future__ import annotations

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.specimens import Specimen

_TIMES = 3


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Run a few times and compare with the first run."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for time in range(2, _TIMES + 2):
        again = bench.run(specimen.call, operands)
        text = f"run {time} differs from run 1"
        finding = bench.differs(specimen, base, again, text, ("run 1", f"run {time}"))
        if finding:
            return finding
    return None


LAW = Law(
    name="run_to_run",
    says="the same call gives the same bits every time",
    clauses=("R1",),
    check=check,
    rank="calls",
    in_smoke=True,
)
