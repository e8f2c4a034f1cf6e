"""History: the bits of a call do not change after 1024 equal calls, or after refused calls.

A backend may choose a better kernel after it has seen the same shapes often. It may count its
calls, or leave the work of a refused call half done. Operands have about eight elements, so that
many calls are cheap.
"""

from __future__ import annotations

from dataclasses import replace

from samebits.backends.hosting.demands import need_times
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.laws.running import Question
from samebits.conformance.questions.drawn_scene import Wish, draw_scene, usual_label
from samebits.conformance.questions.mixed import circle, small_call
from samebits.conformance.questions.question import Question as Partner
from samebits.conformance.questions.refusals_between import is_refused
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.specimens import Specimen, specimens
from samebits.spec.catalog import get_op

TIMES = 1024
"""The number of calls of the same shapes in a row."""

SIZE = 8
"""The approximate number of elements of an operand."""

REFUSED = 6
"""The number of refused calls of other ops that are made before a call."""


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to the first specimen of each op and label.

    `check` replaces it by a smaller call.
    """
    return specimen == specimens(specimen.call.op, specimen.call.label)[0]


def small(specimen: Specimen) -> Specimen:
    """Return the specimen with a call of its op on about eight elements."""
    op, inputs = get_op(specimen.call.op), specimen.call.inputs
    scene = draw_scene(
        Draws(f"{specimen.seed:016x}", f"history {op.name}"), Wish(op, len(inputs), SIZE, 1)
    )
    return replace(
        specimen,
        call=op.call(inputs, specimen.call.outputs, **scene.attributes),
        shapes=scene.shapes[: len(inputs)],
        limits=tuple(sorted(scene.limits.items())),
    )


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the first call with call 1025, and with a call after refused calls.

    Refused calls are made only for the usual format of the op.
    """
    bench.need(need_times)
    bench.need_whole(specimen.call)
    little = small(specimen)
    little = little if bench.can_run(little.call) else specimen
    call, operands = little.call, little.operands()
    once = Question(operands)
    base, last = bench.run_each(call, [once, replace(once, times=TIMES)])
    text = f"call {TIMES + 1} with the same shapes has other bits than the first"
    finding = bench.differs(little, base, last, text, ("call 1", f"call {TIMES + 1}"))
    for partner in partners(specimen) if call.label == usual_label(call.op) else ():
        if finding is None and bench.can_run(partner.call) and is_refused(bench.session, partner):
            name = partner.call.op
            text = f"after a refused call of {name} the bits are others"
            again = bench.run(call, operands)
            finding = bench.differs(little, base, again, text, ("before", f"after {name} refused"))
    return finding


def partners(specimen: Specimen) -> list[Partner]:
    """Return the small calls of other ops that are to be refused."""
    drawn, seed = Drawn(specimen, "history"), f"{specimen.seed:016x}"
    every = [name for name in circle() if name != specimen.call.op]
    names = [drawn.one_of(every) for _ in range(REFUSED)]
    return [small_call(seed, name, usual_label(name)) for name in names]


LAW = Law(
    name="history",
    says="a thousand equal calls, and refused calls of other ops, change no bit of the next call",
    rules=("C1.3", "C2.5"),
    check=check,
    rank="calls",
    applies=concerns,
    needs=frozenset({"times", "whole"}),
    at_standard="all",
)
