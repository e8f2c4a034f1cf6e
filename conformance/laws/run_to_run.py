"""Run to run: the same call on the same operands gives the same bits, every time."""

from __future__ import annotations

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.specimens import Specimen

_TIMES = 3


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare a few runs with the first run."""
    operands = specimen.operands()
    base, *others = bench.run_each(specimen.call, [Question(operands)] * (_TIMES + 1))
    for time, again in enumerate(others, 2):
        text = f"run {time} differs from run 1"
        finding = bench.differs(specimen, base, again, text, ("run 1", f"run {time}"))
        if finding:
            return finding
    return None


LAW = Law(
    name="run_to_run",
    says="the same call gives the same bits every time",
    rules=("C1.3",),
    check=check,
    rank="calls",
    in_smoke=True,
)
