"""Hypotheses: elementwise ops flush subnormal inputs (DAZ) or outputs (FTZ) to zero (clause R1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.scalar import right_result
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import flush
from samebits.spec.formats import bits_of, from_bits, get_format


def flushing(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by flushed outputs, flushed inputs, or both."""
    if not get_format(evidence.format).is_float:
        return
    wanted = from_bits(evidence.wanted, evidence.format)

    def outputs(positions: Array) -> Array:
        return flush(wanted[positions], evidence.format)

    def inputs(positions: Array) -> Array:
        return _with_flushed_inputs(evidence, positions)

    def both(positions: Array) -> Array:
        return flush(inputs(positions), evidence.format)

    yield from by_prediction(
        evidence, "ftz-outputs", "subnormal results are flushed to zero (R1)", outputs
    )
    if not any(_has_subnormals(x, f) for x, f in _float_operands(evidence)):
        return
    yield from by_prediction(
        evidence, "ftz-inputs", "subnormal operands are read as zero (DAZ, R1)", inputs
    )
    yield from by_prediction(
        evidence, "ftz", "subnormal operands and results are flushed to zero (R1)", both
    )


def _float_operands(evidence: Evidence) -> Sequence[tuple[Array, str]]:
    pairs = zip(evidence.operands(), evidence.call.inputs, strict=True)
    return [(x, f) for x, f in pairs if get_format(f).is_float]


def _has_subnormals(x: Array, name: str) -> bool:
    return bool((bits_of(flush(x, name)) != bits_of(x)).any())


def _with_flushed_inputs(evidence: Evidence, positions: Array) -> Array:
    """Return results in which flushed operands replace subnormal operands.

    Elements without subnormal operands keep their right results.
    """
    operands = evidence.operands(positions)
    flushed, changed = [], np.zeros(positions.shape, dtype=np.bool_)
    for x, name in zip(operands, evidence.call.inputs, strict=True):
        y = flush(x, name) if get_format(name).is_float else x
        finite = ~np.isnan(y) if get_format(name).is_float else np.ones(y.shape, np.bool_)
        changed |= (bits_of(x) != bits_of(y)) & finite
        flushed.append(y)
    wanted = from_bits(evidence.wanted[positions], evidence.format)
    if not changed.any():
        return wanted
    result = right_result(evidence.call, [x[changed] for x in flushed])
    if result is None:
        return wanted
    mixed = wanted.copy()
    mixed[changed] = result
    return mixed
