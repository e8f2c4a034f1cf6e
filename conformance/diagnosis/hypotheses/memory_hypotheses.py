"""Hypotheses about memory: unwritten elements, a race, earlier calls, dependence on addresses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from samebits.backends import executor
from samebits.backends.executor import is_poison, poison_of
from samebits.backends.protocol import Array, GraphSession, Session, Support
from samebits.common.errors import SamebitsError
from samebits.conformance import budget
from samebits.conformance.calls.produce import plain_results
from samebits.conformance.calls.replaying import HISTORY, Ask, Renewable, told_apart
from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.information import places_bits
from samebits.conformance.diagnosis.recompute import recompute
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.scenes.layouts import MOVES, Move
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format, ordered
from samebits.spec.language.call import Call

MOST_RERUN = 1 << 22
"""The largest number of input elements for which a call is run again."""

RERUNS = 6
"""The number of runs that show whether a call gives the same bits each time."""

REPLAYS, MOST_REPLAYED = 24, 1 << 16
"""The number of runs of a call in a new host, and the largest number of its input elements."""

ROUNDS = 5
"""The number of inserted calls on other data. They expose a state that lasts 2 to 5 calls."""


_REPEATING: WeakKeyDictionary[Session, set[tuple[str, str]]] = WeakKeyDictionary()
"""For each session, the ops and formats for which a new host repeated a wrong result."""


def unwritten(evidence: Evidence) -> Iterator[Explanation]:
    """Yield an explanation if wrong elements still have the pattern that fills fresh outputs."""
    left = np.asarray(is_poison(from_bits(evidence.got, evidence.format)))
    if not (left & evidence.wrong).any() or not _keeps_other_fill(evidence, left):
        return
    share = _share_text(left & evidence.wrong, evidence)
    place = _tail_text(evidence) if (left | ~evidence.wrong).all() else ""
    text = f"{share} unwritten: they hold the pattern that fills a fresh output{place}"
    yield Explanation(evidence, "unwritten", text, left | ~evidence.wrong, observed=True)


def _keeps_other_fill(evidence: Evidence, left: Array) -> bool:
    """Return whether the elements also keep a second fill: a NaN of all ones may be a result."""
    if not _can_rerun(evidence):
        return True
    shapes = get_op(evidence.call.op).output_shapes(
        evidence.call, [x.shape for x in evidence.inputs]
    )
    outputs = [
        np.zeros(s, get_format(f).dtype) for s, f in zip(shapes, evidence.call.outputs, strict=True)
    ]
    assert evidence.session is not None
    executor.execute_into(evidence.session, evidence.call, evidence.inputs, outputs)
    again = bits_of(outputs[evidence.output]).reshape(-1)[evidence.chosen]
    return bool((again[left & evidence.wrong] == 0).all())


def repeated(evidence: Evidence) -> Iterator[Explanation]:
    """Yield `race`, `history` or `unsteady` if the bits change when the call is repeated."""
    if not _can_rerun(evidence):
        return
    runs = [_run(evidence, evidence.inputs) for _ in range(RERUNS)]
    every = np.ones(evidence.chosen.size, dtype=np.bool_)
    if not all(np.array_equal(run, runs[0]) for run in runs):
        assert evidence.session is not None
        name, why = told_apart(evidence.session, _putting(evidence))
        text = f"{why}; the same call, run {RERUNS} times, gives other bits from run to run"
        yield Explanation(evidence, name, text, every, observed=True)
    elif not np.array_equal(runs[0], evidence.got):
        text = (
            "run again, the call repeats itself, but with other bits than when it was judged: what "
            "ran before it left a trace (R1)"
        )
        yield Explanation(evidence, HISTORY, text, every, observed=True)


def _putting(evidence: Evidence) -> Ask:
    """Return a function that runs the call many times, then after calls on other data."""
    small = sum(x.size for x in evidence.inputs) <= MOST_REPLAYED
    others = _others(evidence)

    def ask(session: Session) -> tuple[list[Array], bool]:
        fresh = replace(evidence, session=session)
        runs = [_run(fresh, evidence.inputs) for _ in range(REPLAYS if small else RERUNS)]
        for _ in range(ROUNDS):
            _run(fresh, others)
            runs += [_run(fresh, evidence.inputs) for _ in range(2)]
        return runs, not all(np.array_equal(run, runs[0]) for run in runs)

    return ask


def new_host(evidence: Evidence) -> Iterator[Explanation]:
    """Yield `history` if two new hosts agree on bits that differ from the bits of this host.

    A host takes seconds to start. Once a new host has repeated the wrong bits of a call, other
    calls of the same op and formats are not run in new hosts.
    """
    session = evidence.session
    if not _can_rerun(evidence) or not isinstance(session, Renewable):
        return
    kind = (evidence.call.op, evidence.call.label)
    repeating = _REPEATING.setdefault(session, set())
    if kind in repeating:
        return
    found = _run_in_new_host(session, evidence)
    if np.array_equal(found, evidence.got):
        repeating.add(kind)
        return
    if not np.array_equal(found, _run_in_new_host(session, evidence)):
        return
    text = (
        "two new hosts, asked this call alone, agree on other bits than this host: what ran before "
        "it here left a trace (R1)"
    )
    every = np.ones(evidence.chosen.size, dtype=np.bool_)
    yield Explanation(evidence, HISTORY, text, every, observed=True)


def _run_in_new_host(session: Renewable, evidence: Evidence) -> Array:
    with session.another() as fresh:
        return _run(replace(evidence, session=fresh), evidence.inputs)


def addresses(evidence: Evidence) -> Iterator[Explanation]:
    """Yield `address` if the bits of the call change when its arrays are at other addresses."""
    if not _can_rerun(evidence):
        return
    at = {}
    for move in (Move(), *MOVES):
        at[move] = _run_at(evidence, move)
        if not np.array_equal(at[move], _run_at(evidence, move)):
            return  # the bits change at the same addresses, so no address is the cause
    if all(np.array_equal(found, at[Move()]) for found in at.values()):
        return
    other = next(m for m, found in at.items() if not np.array_equal(found, at[Move()]))
    every = np.ones(evidence.chosen.size, dtype=np.bool_)
    text = (
        f"the bits depend on the address: {other} give other bits than arrays that start with a "
        "page (T2)"
    )
    yield Explanation(evidence, "address", text, every, observed=True)


def _run_at(evidence: Evidence, move: Move) -> Array:
    """Return the bits of the call with operands and results at the offsets that `move` chooses."""
    assert evidence.session is not None
    budget.check()
    call = evidence.call
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in evidence.inputs])
    inputs, results = move.arrays(call, evidence.inputs, shapes)
    executor.execute_into(evidence.session, call, inputs, results)
    return np.asarray(bits_of(results[evidence.output]).reshape(-1)[evidence.chosen])


class _FromPages:
    """A session that copies all arrays of its calls to addresses at the start of a page."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def supports(self, call: Call) -> Support:
        """Return whether the wrapped session can run the call."""
        return self._session.supports(call)

    def run(self, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Compute the call on the copies, and copy its results back."""
        operands, results = Move().arrays(call, inputs, [x.shape for x in outputs])
        self._session.run(call, operands, results)
        for output, result in zip(outputs, results, strict=True):
            output[...] = result


def nodes_alone(evidence: Evidence) -> Iterator[Explanation]:
    """Yield `layout` if each node of the graph is right when its arrays start at pages.

    The graph is then wrong only because of the layout of the arrays between its nodes.
    """
    session, call = evidence.session, evidence.call
    if not _can_rerun(evidence) or not isinstance(session, GraphSession):
        return
    graph = get_op(call.op).graph_of(call, [x.shape for x in evidence.inputs])
    if graph is None or session.supports(call):
        return
    alone: Any = _FromPages(session)
    results = executor.run_nodes(alone, graph, call, evidence.inputs)
    found = bits_of(results[evidence.output]).reshape(-1)[evidence.chosen]
    if np.array_equal(found, evidence.wanted):
        text = (
            "each node alone is right: the bits depend on where arrays are within the "
            "graph, or on the nodes before (C1.3)"
        )
        every = np.ones(evidence.chosen.size, dtype=np.bool_)
        yield Explanation(evidence, "layout", text, every, observed=True)


def stale(evidence: Evidence) -> Iterator[Explanation]:
    """Yield `stale` if wrong elements still have the values of the previous call."""
    if not _can_rerun(evidence) or not evidence.inputs:
        return
    others = _others(evidence)
    before = _run(evidence, others)
    kept = np.asarray(_run(evidence, evidence.inputs) == before)
    if (kept & evidence.wrong).any() and _has_others(evidence, others, kept & evidence.wrong):
        share = _share_text(kept & evidence.wrong, evidence)
        text = f"{share} old data: other operands leave them as they are{_tail_text(evidence)}"
        yield Explanation(evidence, "stale", text, kept | ~evidence.wrong, observed=True)


def _others(evidence: Evidence) -> tuple[Array, ...]:
    """Return operands with other values, of the same shapes."""
    pairs = zip(evidence.inputs, evidence.call.inputs, strict=True)
    return tuple(_other_data(x, f) for x, f in pairs)


def _has_others(evidence: Evidence, others: tuple[Array, ...], kept: Array) -> bool:
    """Return whether the right results of the kept elements change with the operands.

    Elements of padding, for example, do not change.
    """
    try:
        right = bits_of(recompute(evidence.call, others)[evidence.output])
    except SamebitsError:
        return False
    return bool((right.reshape(-1)[evidence.chosen] != evidence.wanted)[kept].any())


def wrong_tail(evidence: Evidence) -> Iterator[Explanation]:
    """Yield `wrong-tail` if exactly the last n mod 2^k elements, after a vector loop, are wrong."""
    tail, n = _tail(evidence), evidence.total
    if not tail or (tail < 4 and _all_within_one_ulp(evidence)):
        return
    text = (
        f"exactly the last {tail} of {n} elements are wrong, {n} mod {_modulus(n, tail)}: "
        "the remainder after a vector loop is computed otherwise"
    )
    every = np.ones(evidence.chosen.size, dtype=np.bool_)
    yield Explanation(evidence, "wrong-tail", text, every, bits=places_bits(n, tail))


def _all_within_one_ulp(evidence: Evidence) -> bool:
    if not get_format(evidence.format).is_float:
        return False
    a = ordered(evidence.got[evidence.wrong], evidence.format)
    b = ordered(evidence.wanted[evidence.wrong], evidence.format)
    return bool((np.abs(a - b) <= 1).all())


def _tail(evidence: Evidence) -> int:
    """Return the length of the tail n mod 2^k if exactly its elements are wrong, or 0."""
    n, wrong = evidence.total, evidence.wrong_indices
    tail = int(wrong.size)
    if tail in (0, n) or int(wrong[0]) != n - tail:
        return 0
    return tail if _modulus(n, tail) else 0


def _modulus(n: int, tail: int) -> int:
    return next((1 << k for k in range(1, 12) if n > 1 << k > tail and n % (1 << k) == tail), 0)


def _tail_text(evidence: Evidence) -> str:
    tail, n = _tail(evidence), evidence.total
    return f"; they are the last {tail} of {n}, {n} mod {_modulus(n, tail)}" if tail else ""


def _share_text(mask: Array, evidence: Evidence) -> str:
    count, wrong = int(np.count_nonzero(mask)), int(np.count_nonzero(evidence.wrong))
    return f"all {wrong} wrong elements are" if count == wrong else f"{count} of {wrong} wrong are"


def _can_rerun(evidence: Evidence) -> bool:
    if evidence.session is None or evidence.is_composed:
        return False
    return sum(x.size for x in evidence.inputs) <= MOST_RERUN


def _run(evidence: Evidence, inputs: tuple[Array, ...]) -> Array:
    assert evidence.session is not None
    budget.check()
    shapes = get_op(evidence.call.op).output_shapes(evidence.call, [x.shape for x in inputs])
    results = plain_results(evidence.call, shapes, [poison_of(f) for f in evidence.call.outputs])
    executor.execute_into(evidence.session, evidence.call, inputs, results)
    return np.asarray(bits_of(results[evidence.output]).reshape(-1)[evidence.chosen])


def _other_data(x: Array, name: str) -> Array:
    """Return harmless data of the same shape, unlike usual operands.

    Floats are a ramp from 1/2 to 1, and other formats are 0.
    """
    form = get_format(name)
    ramp = np.linspace(0.5, 1.0, max(x.size, 1))[: x.size].reshape(x.shape)
    return np.asarray(ramp.astype(form.dtype) if form.is_float else np.zeros(x.shape, form.dtype))
