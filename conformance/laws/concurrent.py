"""Concurrent calls: several threads of one session make the same call, and other calls.

Other calls are the same op on other operands, and calls of other ops, the partners. Kernels of
different ops may share a buffer, and a pool of buffers may have too few for many callers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from samebits.backends.hosting.demands import need_together
from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.laws.running import Question
from samebits.conformance.questions.drawn_scene import usual_label
from samebits.conformance.questions.mixed import circle, small_call
from samebits.conformance.questions.question import Question as Partner
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

MOST_CALLERS, FEW_CALLERS = 16, 5
"""The numbers of threads that make the same call simultaneously.

Large specimens have few callers. Specimens of flavour `moderate` have few callers too, because
there is a specimen of flavour `tiny` for each of them that has many.
"""

MOST_OTHERS = 8
"""The largest number of threads that make calls on their own operands."""

PARTNERS, OF_EACH = 12, 2
"""The number of partners, and the number of partners that call in one thread.

Only small specimens whose flavour is not `tiny` have partners.
"""

_TIMES = 3

Asked = tuple[Call, Sequence[Array]]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Make calls from many threads: the same call, calls on other operands, calls of other ops.

    All threads of one group begin simultaneously. The bits of each call are compared with the bits
    of the same call without other threads. Partners are compared with the NumPy route.
    """
    bench.need(need_together)
    drawn, large = Drawn(specimen, "concurrent"), specimen.large
    count = 3 if large else 2 + drawn.below(MOST_OTHERS - 1)
    others = _others(specimen.operands(), count)
    alone = list(bench.run_each(specimen.call, map(Question, others)))
    callers = FEW_CALLERS if large or specimen.flavour == "moderate" else MOST_CALLERS
    times = 1 if large else _TIMES
    for what, questions, bases, again in (
        ("the same call", others[:1] * callers, alone[:1] * callers, 1),
        ("calls on others", others, alone, times),
    ):
        jobs = [[(specimen.call, inputs)] * again for inputs in questions]
        together = bench.run_together(specimen.call, jobs)
        finding = _first(bench, specimen, bases, together, what)
        if finding:
            return finding
    if large or specimen.flavour == "tiny":
        return None
    return _with_partners(bench, specimen, drawn, others[0], alone[0])


def _first(
    bench: Bench,
    specimen: Specimen,
    bases: Sequence[Sequence[Bits]],
    together: Sequence[Sequence[Sequence[Bits]]],
    what: str,
) -> Finding | None:
    """Return a finding about the first caller of the specimen's call that gets wrong bits."""
    for caller, (base, runs) in enumerate(zip(bases, together, strict=True), 1):
        for bits in runs:
            text = f"thread {caller} of {len(bases)} gets other bits while others make {what}"
            sides = ("alone", f"with {len(bases) - 1} threads that make {what}")
            finding = bench.differs(specimen, base, bits, text, sides)
            if finding:
                return finding
    return None


def _with_partners(
    bench: Bench, specimen: Specimen, drawn: Drawn, operands: Sequence[Array], alone: list[Bits]
) -> Finding | None:
    """Run the specimen's call in some threads, and calls of other ops in other threads."""
    found = [q for q in partners(specimen, drawn) if bench.can_run(q.call)]
    if not found:
        return None
    callers = [found[i : i + OF_EACH] for i in range(0, len(found), OF_EACH)]
    jobs: list[list[Asked]] = [[(q.call, q.operands()) for q in some] for some in callers]
    own: list[list[Asked]] = [[(specimen.call, operands)] * _TIMES for _ in range(_TIMES)]
    together = bench.run_together(specimen.call, [*own, *jobs])
    names = ", ".join(q.call.op for q in found)
    what = f"calls of other ops ({names})"
    finding = _first(bench, specimen, [alone] * len(own), together[: len(own)], what)
    for question, got in zip(found, chain.from_iterable(together[len(own) :]), strict=True):
        finding = finding or _of_partner(bench, specimen, question, got)
    return finding


def _of_partner(
    bench: Bench, specimen: Specimen, partner: Partner, got: Sequence[Bits]
) -> Finding | None:
    """Return a finding about a partner that was wrong only while the specimen's call ran."""
    assert partner.wanted is not None
    pairs = list(zip(partner.wanted, got, partner.call.outputs, strict=True))
    wrong = next((each for each in pairs if not np.array_equal(*each[:2])), None)
    if wrong is None:
        return None
    alone = bench.run(partner.call, partner.operands())
    if not all(map(np.array_equal, alone, partner.wanted)):
        return None  # wrong without other threads too: its own cases report that
    text = f"{partner.call} on {partner.shapes} gets other bits at the same time as the call"
    sides = ("alone", f"with threads that make {specimen.call.op}")
    return Finding(text, specimen, *wrong, sides)


def partners(specimen: Specimen, drawn: Drawn) -> Iterator[Partner]:
    """Yield small calls of other ops, with their answers.

    Every second call has an op of the same class as the specimen's op.
    """
    own = get_op(specimen.call.op)
    every = [name for name in circle() if name != own.name]
    kin = [name for name in every if get_op(name).op_class == own.op_class] or every
    seed = f"{specimen.seed:016x}"
    for number in range(PARTNERS):
        name = drawn.one_of(kin if number % 2 else every)
        yield small_call(seed, name, usual_label(name))


def _others(operands: list[Array], count: int) -> list[list[Array]]:
    """Return `count` lists of operands: the given operands, flipped ones, and then rolled ones."""
    changed = [operands, [np.array(np.flip(x)) for x in operands]]
    changed += [[_rolled(x, part) for x in operands] for part in range(1, count - 1)]
    for arrays in changed[1:]:
        for array in arrays:
            array.flags.writeable = False
    return changed[:count]


def _rolled(array: Array, part: int) -> Array:
    return np.array(np.roll(array, 1 if part == 1 else array.size // part))  # valid for rank 0 too


LAW = Law(
    name="concurrent",
    says="calls from 2 to 16 threads at once, of other ops too, have the bits of each alone",
    rules=("C1.3", "S5.1"),
    check=check,
    rank="calls",
    needs=frozenset({"together", "whole"}),
    large=True,
    meets_others=True,
)
