"""Hypothesis: the session's own tree.

It is revealed by probes with the case's shapes and replayed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from samebits.backends.protocol import Array, Session
from samebits.conformance import budget
from samebits.conformance.diagnosis.drawing import tree_details
from samebits.conformance.diagnosis.finding import Explanation, canonical, patterns
from samebits.conformance.diagnosis.hypotheses import (
    contractions_hypotheses as products,
    reductions_hypotheses as sums,
)
from samebits.conformance.diagnosis.wrong_elements import Evidence, terms_per_output
from samebits.conformance.reveal import Revealed, SessionSummation, reveal
from samebits.conformance.reveal.layout import (
    CONTRACTIONS,
    bias_of,
    contraction_rows,
    reduction_rows,
)
from samebits.conformance.reveal.replay import evaluate_products, evaluate_sum
from samebits.conformance.reveal.revealer import PROBE_BUDGET
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

MOST_TERMS = 1100
MOST_WORK = 1 << 26
"""The largest product of operand elements and terms per output for which the case is probed.

For a larger case only a small call is probed.
"""

CANONICAL = ("balanced", "contraction")
"""Names of the trees that the specification requires."""

SMALL_TERMS = 32
MOST_PLACES = 2
MOST_RUNS = 5000
"""The largest number of runs for one tree.

One run makes a probe for each output of the call.
"""

_Key = tuple[str, tuple[tuple[int, ...], ...], int | None]
_known: dict[_Key, tuple[Session, Revealed]] = {}


class _Timed(SessionSummation):
    """A summation of a session that checks the time limit of the diagnosis before each run."""

    def _run(self, rows: Array, other: Array) -> Array:
        budget.check()
        return super()._run(rows, other)


def revealed(evidence: Evidence) -> Iterator[Explanation]:
    """Yield the finding of the revealer.

    For a case that is too large to probe, yield the finding for a small call.
    """
    call, shapes = evidence.asked, evidence.asked_shapes
    if evidence.session is None or call.op not in ("sum", "mean", *CONTRACTIONS):
        return
    if not get_format(evidence.format).is_float:
        return
    terms = terms_per_output(evidence.call, evidence.inputs)
    if terms < 3:
        return
    if terms <= MOST_TERMS and sum(math.prod(s) for s in shapes) * terms <= MOST_WORK:
        yield from _of_this_case(evidence, evidence.session)
    small = _reveal(evidence.session, *_small(call, shapes), None)
    if small.model is not None and small.name not in CANONICAL:
        text = f"with {SMALL_TERMS} terms it {small.text}; this case was not replayed"
        yield _statement(evidence, _name(small), text, tree_details(small.model.tree))


def _of_this_case(evidence: Evidence, session: Session) -> Iterator[Explanation]:
    """Yield one tree for all outputs, or the trees of a few outputs if they differ."""
    call, shapes = evidence.asked, evidence.asked_shapes
    outputs = math.prod(get_op(call.op).output_shapes(call, shapes)[0])
    first = _reveal(session, call, shapes, None)
    if first.name == "uncountable":
        return
    found, holds = [first], _holds(evidence, first)
    for _ in range(MOST_PLACES if outputs > 1 else 0):
        rest = np.flatnonzero(evidence.wrong & ~holds)
        if not rest.size:
            break
        other = _reveal(session, call, shapes, int(evidence.chosen[rest[0]]) % outputs)
        found.append(other)
        holds = holds | _holds(evidence, other)
    known = [f for f in found if f.model is not None and f.confirmed]
    if not known and first.name in CANONICAL:
        return  # no revealed tree explains the wrong elements
    if not known:
        drawn = tree_details(first.model.tree) if first.model else {}
        name = _name(first) if first.model else "tree:none"
        alike = "" if first.model or outputs == 1 else "no one tree for all outputs: "
        text = alike + first.text
        yield _statement(evidence, name, text, drawn, settles=first.model is not None)
        return
    texts = list(dict.fromkeys(f.text for f in known))
    text = (
        texts[0]
        if len(texts) == 1
        else "not all outputs have one tree: " + "; others: ".join(texts)
    )
    small = _reveal(session, *_small(call, shapes), None)
    main = known[0].model
    assert main is not None
    drawn = tree_details(main.tree, small.model.tree if small.model else None)
    if (holds & evidence.wrong).any():
        yield Explanation(evidence, _name(known[0]), text, holds, drawn)


def _holds(evidence: Evidence, found: Revealed) -> Array:
    """Return a mask of the elements where the revealed model reproduces the backend's bits."""
    call, model = evidence.call, found.model
    if model is None or not found.confirmed:
        return np.zeros(evidence.chosen.size, dtype=np.bool_)
    if call.op in CONTRACTIONS:
        a, b = contraction_rows(call, evidence.inputs, evidence.chosen)
        bias = bias_of(call, evidence.inputs, evidence.chosen)
        values = products.finish(evidence.format, evaluate_products(model, a, b), bias, model)
    else:
        rows = reduction_rows(call, evidence.inputs[0])[evidence.chosen]
        values = sums.finish(evidence, evaluate_sum(model, rows), model, reciprocal=False)
    return np.asarray(patterns(values, evidence.format) == canonical(evidence))


def _statement(
    evidence: Evidence, name: str, text: str, details: dict[str, str], *, settles: bool = False
) -> Explanation:
    """Return an explanation that was not replayed on the case, so it cannot be confirmed."""
    holds = np.ones(evidence.chosen.size, dtype=np.bool_)
    return Explanation(evidence, name, text, holds, details, confirmable=False, settles=settles)


def _name(found: Revealed) -> str:
    if found.name == "unnamed":
        return "tree:revealed"
    return found.name if found.name.startswith("block:") else f"tree:{found.name}"


def _small(call: Call, shapes: Sequence[tuple[int, ...]]) -> tuple[Call, list[tuple[int, ...]]]:
    """Return a call of the same op with few terms: all axes reduced, or small matrices."""
    n = SMALL_TERMS
    if call.op in ("sum", "mean"):
        attributes = {**call.attributes, "axes": None}
        return Call(call.op, call.version, call.inputs, call.outputs, attributes), [(n,)]
    if call.op == "dot":
        return call, [(n,), (n,)]
    batch = shapes[0][:-2]
    few = (1,) * len(batch)
    a = (n, 16) if call.attributes["transpose_a"] else (16, n)
    b = (16, n) if call.attributes["transpose_b"] else (n, 16)
    return call, [(*few, *a), (*few, *b), *([(16,)] if len(shapes) == 3 else [])]


def _reveal(
    session: Session, call: Call, shapes: Sequence[tuple[int, ...]], place: int | None
) -> Revealed:
    """Return the revealed tree, from a cache by session, call, shapes and the output's index."""
    key = (call.key(), tuple(tuple(s) for s in shapes), place)
    if key not in _known or _known[key][0] is not session:
        if len(_known) > 256:
            _known.clear()
        box = _Timed(session, call, shapes, place)
        budget = min(PROBE_BUDGET, MOST_RUNS * (box.rows if place is None else 1))
        _known[key] = (session, reveal(box, budget=budget))
    return _known[key][1]
