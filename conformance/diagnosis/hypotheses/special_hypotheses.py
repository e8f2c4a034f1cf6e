"""Hypotheses about NaN bits and signed zeros (clauses S1 to S4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.layout import PRODUCTS
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format, is_nan_bits

_KNOWN_NANS = {
    0xFFC00000: "the default of x86",
    0x7FFFFFFF: "the default of NVIDIA",
    0xFFF8000000000000: "the default of x86",
    0x7FFFFFFFFFFFFFFF: "the default of NVIDIA",
    0xFE00: "the default of x86",
    0xFFC0: "the default of x86",
}

_REORDERING = ("sort", "topk")
"""Ops in which a wrong order also changes the bits of NaNs and zeros."""


def nan_bits(evidence: Evidence) -> Iterator[Explanation]:
    """Yield an explanation if NaN results have different bits than the right NaN."""
    form = get_format(evidence.format)
    if not form.is_float or evidence.call.op in _REORDERING:
        return
    found = is_nan_bits(evidence.got, form.name) & is_nan_bits(evidence.wanted, form.name)
    hits = found & evidence.wrong
    if not hits.any():
        return
    pattern, count = Counter(evidence.got[hits].tolist()).most_common(1)[0]
    known = _KNOWN_NANS.get(pattern)
    shown = form.hex(pattern) + (f", {known}" if known else "")
    often = "once" if count == 1 else f"{count} times"
    if get_op(evidence.call.op).op_class == "move":
        text = f"a NaN loses its payload: {shown}, found {often} (S2: bits are moved)"
        yield Explanation(evidence, "nan-payload", text, found | ~evidence.wrong, observed=True)
        return
    wanted = form.hex(form.canonical_nan)
    text = f"a NaN result is not the canonical {wanted}: {shown}, found {often} (S1)"
    holds = found | ~evidence.wrong
    yield Explanation(evidence, "nan-not-canonical", text, holds, observed=True)


def signed_zero(evidence: Evidence) -> Iterator[Explanation]:
    """Yield an explanation if zeros have the wrong sign."""
    form = get_format(evidence.format)
    if not form.is_float or evidence.call.op in _REORDERING:
        return
    magnitude = form.bits_dtype.type(form.sign_mask - 1)
    zeros = ((evidence.got & magnitude) == 0) & ((evidence.wanted & magnitude) == 0)
    hits = np.asarray(zeros & evidence.wrong)
    if not hits.any():
        return
    lost = (evidence.wanted[hits] != 0).all()
    holds = zeros | ~evidence.wrong
    if lost and evidence.call.op in ("sum", "mean", *PRODUCTS):
        text = "-0 becomes +0: a leaf +0 took part, where a missing one is absent or -0 (T1)"
        yield Explanation(evidence, "zero-padding", text, holds, observed=True)
        return
    text = "-0 becomes +0" if lost else "a zero has the wrong sign"
    yield Explanation(evidence, "signed-zero", f"{text} (S3, S4)", holds, observed=True)
