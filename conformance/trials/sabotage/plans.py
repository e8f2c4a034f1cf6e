"""Faults of plans: a backend keeps the plan of a call, and its key lacks one attribute.

The second call on the same shapes then has the attribute of the first. Nothing is spoilt by hand:
the right backend answers the wrong call.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from samebits.conformance.laws.answered import Answered
from samebits.conformance.laws.attributes import pairs
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.drawn_scene import usual_label
from samebits.conformance.questions.route import answerable
from samebits.conformance.trials.sabotage.family import Asked, Family
from samebits.spec.formats import FORMATS


def _never(asked: Asked, argument: str) -> int | None:
    """No bit is spoilt; the session makes another call instead (`Family.planned`)."""
    return None


@cache
def _telling(op: str, label: str) -> tuple[str, ...]:
    """The attributes that change a bit on some operands of the laws, and no shape of a result.

    A plan for results of another shape answers nothing; no backend keeps one.
    """
    answered = Answered()
    return tuple(
        sorted(
            {
                pair.attribute
                for specimen in LawCase("attributes", op, label).specimens()
                for pair in pairs(specimen, answered)
                if pair.keeps_shapes
            }
        )
    )


def _attributes(op: str, label: str) -> Sequence[str]:
    if (label not in FORMATS and label != usual_label(op)) or not answerable(op, label):
        return ()
    return _telling(op, label)


def _tells(op: str, label: str, argument: str) -> bool:
    """Whether the law is put to the op in this format at level standard."""
    return LawCase("attributes", op, label).level == "standard"


FAMILIES = (
    Family(
        "frozen", "an attribute keeps the value of the first call on these shapes: {}",
        "1 where two calls differ by it", _never, _attributes, _tells, group="attributes",
        planned=True,
    ),
)  # fmt: skip
"""The family of faults of plans."""
