"""Order of calls: earlier calls have no effect (stale buffers, caches, sticky settings)."""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.formats import FORMATS, format_of, from_bits, get_format


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare a call before and after the same call on operands full of NaN or infinities."""
    operands = specimen.operands()
    base = bench.run(specimen.call, operands)
    for name in ("canonical NaN", "infinity"):
        bench.run(specimen.call, [_filled(x, name) for x in operands])
        again = bench.run(specimen.call, operands)
        text = f"after the same call on operands full of {name} the bits differ"
        sides = ("at first", f"after a call full of {name}")
        finding = bench.differs(specimen, base, again, text, sides)
        if finding:
            return finding
    return None


def _filled(array: Array, what: str) -> Array:
    form = get_format(format_of(array).name)
    if not form.is_float:
        return array
    pattern = form.canonical_nan
    if what == "infinity":
        pattern = form.infinity if form.has_infinity else form.max_finite
    filled = from_bits(np.full(array.shape, pattern, dtype=form.bits_dtype), form.name)
    filled.flags.writeable = False
    return filled


LAW = Law(
    name="order",
    says="calls that ran before leave no trace in the bits",
    rules=("C1.3",),
    check=check,
    rank="calls",
    applies=lambda specimen: any(FORMATS[f].is_float for f in specimen.call.inputs),
)
