"""Faults of plans: a backend caches the plan of a call under a key that lacks one attribute.

The second call on equal shapes then uses the attribute of the first call. No bit is flipped: the
right backend computes the wrong call.
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
    """Return None: no bit is flipped; the session computes a different call (`Family.planned`)."""
    return None


@cache
def _telling(op: str, label: str) -> tuple[str, ...]:
    """Return the attributes whose values change result bits in a law, but no shape of a result.

    A plan could not be used for results of a different shape, so attributes that change the shape
    are no realistic faults.
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
    """Return whether the law `attributes` is checked for the op and format at level standard."""
    return LawCase("attributes", op, label).level == "standard"


FAMILIES = (
    Family(
        "frozen", "an attribute keeps the value of the first call on these shapes: {}",
        "1 if two calls differ in it", _never, _attributes, _tells, group="attributes",
        planned=True,
    ),
)  # fmt: skip
"""The family of faults of plans."""
