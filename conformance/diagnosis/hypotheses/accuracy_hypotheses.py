"""The last hypothesis about values: an approximation that is not correctly rounded (clause R2)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.release import install_command
from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format, is_nan_bits, ordered

FAITHFUL_CHECKS = 64
"""The number of wrong elements whose exact value is computed."""

INACCURATE_ULP = 4096
"""The largest distance, in ulp, at which a result still counts as an approximation."""


def approximation(evidence: Evidence) -> Iterator[Explanation]:
    """Yield an explanation if wrong results are close to the right results.

    The name is `not-correctly-rounded` if each result is a neighbour of the exact value, else
    `inaccurate`.
    """
    form = get_format(evidence.format)
    if get_op(evidence.call.op).op_class != "round" or not form.is_float:
        return
    distance = ulp_distance(evidence.got, evidence.wanted, form.name)
    near = (distance >= 0) & (distance <= INACCURATE_ULP)
    hits = near & evidence.wrong
    if not hits.any():
        return
    largest = int(distance[hits].max())
    count = f"{evidence.wrong_indices.size} of {evidence.total} elements"
    text = f"{count} not correctly rounded, by at most {largest} ulp (R2)"
    holds = np.asarray(near | ~evidence.wrong)
    if largest > 1:
        yield Explanation(evidence, "inaccurate", text, holds, confirmable=False)
        return
    checked = _faithful(evidence, np.flatnonzero(hits)[:FAITHFUL_CHECKS])
    details = {"faithful": checked or f"not checked; it needs {install_command('oracles')}"}
    yield Explanation(
        evidence,
        "inaccurate" if checked.startswith("no") else "not-correctly-rounded",
        text,
        holds,
        details,
        confirmable=checked.startswith("yes"),
        observed=checked.startswith("yes"),
    )


def ulp_distance(got: Array, wanted: Array, name: str) -> Array:
    """Return the distance in ulp as int64; -1 if a NaN makes it meaningless or it overflows."""
    a, b = ordered(got, name), ordered(wanted, name)
    distance = np.abs(a - b)
    undefined = is_nan_bits(got, name) | is_nan_bits(wanted, name) | (distance < 0)
    return np.asarray(np.where(undefined, -1, distance))


def _faithful(evidence: Evidence, positions: Array) -> str:
    """Return whether results are neighbours of the exact value: "yes, ..." or "no, ...".

    Returns "" if the exact values cannot be computed.
    """
    try:
        from samebits.oracles.explain import exact_value
    except ImportError:
        return ""
    from samebits.common.errors import SamebitsError

    operands = [
        [int(v) for v in x.view(get_format(f).bits_dtype)]
        for x, f in zip(evidence.operands(positions), evidence.call.inputs, strict=True)
    ]
    try:
        values = [exact_value(evidence.call, bits) for bits in zip(*operands, strict=True)]
    except (ImportError, SamebitsError):
        return ""
    good = [
        int(got) in (value.below, value.above)
        for got, value in zip(evidence.got[positions], values, strict=True)
    ]
    if all(good):
        return f"yes, checked on {len(good)}: each is a neighbour of the exact value"
    return f"no, {good.count(False)} of {len(good)} are no neighbour of the exact value"
