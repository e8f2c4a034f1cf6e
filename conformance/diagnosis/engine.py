"""Find the hypothesis that reproduces the wrong bits of a failing case.

Never without an answer: what nothing explains is named `unexplained`, with numbers that help.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.backends.protocol import Array, Session
from samebits.conformance.diagnosis.evidence import Evidence, gather
from samebits.conformance.diagnosis.explanation import Explanation
from samebits.conformance.diagnosis.hypotheses.accuracy import ulp_distance
from samebits.conformance.diagnosis.recompute import recompute
from samebits.conformance.diagnosis.registry import REGISTRY, VIEWS
from samebits.conformance.records import Diagnosis
from samebits.spec.call import Call
from samebits.spec.errors import SamebitsError
from samebits.spec.formats import get_format

ENOUGH = 0.5
"""The least share of the wrong elements that a hypothesis must reproduce to be named."""


def diagnose(
    session: Session | None,
    call: Call,
    inputs: Sequence[Array],
    wanted_bits: Sequence[Array] | None,
    got: Sequence[Array],
) -> Diagnosis | None:
    """Name the mistake behind wrong results, or return None where every bit is right.

    `wanted_bits` holds unsigned arrays, one per output; None (only digests are known) recomputes
    them. `session` may be run again on other data; None leaves out the hypotheses that need it.
    """
    if wanted_bits is None:
        try:
            wanted_bits = recompute(call, inputs)
        except SamebitsError as error:
            text = f"the digests differ; wanted bits were not recomputed: {error}"
            return Diagnosis("unexplained", text, False)
    evidence = gather(session, call, inputs, wanted_bits, got)
    if evidence is None:
        return None
    found = _search(evidence)
    if found is None:
        return _unexplained(evidence)
    return _compose(found)


def _search(evidence: Evidence) -> Explanation | None:
    """The first exact explanation; else the best complete one; else the best share."""
    partial: list[Explanation] = []
    statements: list[Explanation] = []
    views = {"given": evidence}
    for entry in REGISTRY:
        if entry.fallback and any(e.share >= ENOUGH for e in partial):
            continue
        try:
            if entry.view not in views:
                views[entry.view] = VIEWS[entry.view](evidence)
            for explanation in entry.hypotheses(views[entry.view]):
                if not explanation.confirmable:
                    statements.append(explanation)
                elif explanation.is_exact:
                    return explanation
                else:
                    partial.append(explanation)
        except Exception:
            continue
    best = max(partial, key=lambda e: (e.share, -e.contradicted), default=None)
    if best is not None and (best.is_complete or best.share >= ENOUGH):
        return best
    return statements[0] if statements else None


def _compose(found: Explanation) -> Diagnosis:
    """Put the explanation into a record, and explain the rest where it leaves one."""
    details = dict(found.details)
    if not found.confirmable:
        return Diagnosis(found.name, found.text, False, details)
    details["compared"] = f"{found.holds.size} elements, {found.wrong} of them wrong"
    if found.is_exact:
        return Diagnosis(found.name, found.text, True, details)
    details["reproduced"] = f"{found.explained} of {found.wrong} wrong elements"
    if found.is_complete:
        details["contradicted"] = f"{found.contradicted} right elements would be wrong, too"
        return Diagnosis(found.name, f"{found.text}, though not everywhere", True, details)
    text = f"{found.text}; this explains {found.explained} of {found.wrong} wrong elements"
    rest = _search(found.evidence.without(found.holds))
    if rest is None or rest.name == found.name:
        return Diagnosis(found.name, text, False, details)
    details["also"] = rest.name
    details.update({k: v for k, v in rest.details.items() if k not in details})
    whole = rest.confirmable and rest.is_complete
    return Diagnosis(found.name, f"{text}; the others: {rest.text}", whole, details)


def _unexplained(evidence: Evidence) -> Diagnosis:
    """Telemetry: how many, how far, where."""
    count = f"{evidence.wrong_indices.size} of {evidence.total} elements are wrong"
    first = ", ".join(str(i) for i in evidence.wrong_indices[:4])
    details = {"first": first}
    if get_format(evidence.format).is_float:
        distance = ulp_distance(evidence.got, evidence.wanted, evidence.format)[evidence.wrong]
        finite = distance[distance >= 0]
        if finite.size:
            details["max_ulp"] = str(int(finite.max()))
            details["median_ulp"] = str(int(np.median(finite)))
            count += (
                f", by at most {int(finite.max())} ulp, half of them by {details['median_ulp']}"
            )
    return Diagnosis(
        "unexplained", f"{count}; no known kind of mistake makes these bits", False, details
    )
