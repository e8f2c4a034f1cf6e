"""Environment: FTZ, DAZ and rounding modes of the calling thread change no bit (S5).

Any library that is loaded into the process may have set them. They must not affect results, and a
backend must restore them.
"""

from __future__ import annotations

from samebits.backends.hosting import fenv
from samebits.backends.hosting.demands import need_environment
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen

ENVIRONMENTS = (
    fenv.Environment(flush=True, daz=True),
    fenv.Environment(rounding="up"),
    fenv.Environment(rounding="down"),
    fenv.Environment(rounding="zero"),
    fenv.Environment(flush=True, daz=True, rounding="zero"),
)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results in each environment with the default one, and check that it is restored."""
    bench.need(need_environment)
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for environment in ENVIRONMENTS:
        bits, after = bench.run_in(environment, specimen.call, operands)
        text = f"other bits where the caller has {environment}"
        sides = ("default environment", str(environment))
        finding = bench.differs(specimen, base, bits, text, sides)
        if finding:
            return finding
        if after != environment:
            text = f"the caller's environment {environment} came back as {after}"
            return Finding(text, specimen, base[0], bits[0], specimen.call.outputs[0], sides)
    return None


LAW = Law(
    name="environment",
    says="FTZ, DAZ and the rounding mode of the caller never change a bit, and are put back",
    rules=("C1.3", "S5.1"),
    check=check,
    rank="environment",
    needs=frozenset({"environment"}),
    in_smoke=True,
)
