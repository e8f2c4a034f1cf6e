"""Drawn questions whose operands consist of stretches: one to three for each specimen.

The stretches of the first question are as long as a block of T4. The stretches of the other
questions have the lengths of blocks that kernels choose for themselves: a vector, a leaf of a tree,
the part of a thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from samebits.conformance.questions.drawn_calls import MOST_THREADS
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.filling import Stretches
from samebits.conformance.scenes.specimens import stretched
from samebits.conformance.scenes.stretches import STEP_BY_STEP
from samebits.spec.catalog import get_op

LENGTHS = (4, 8, 15, 16, 32, 33, 64, 128, 172)
"""Other lengths of stretches. A row contains three stretches of the last length."""

_FURTHER = 2


def stretched_questions(name: str, seed: str, op_name: str, label: str) -> Sequence[Question]:
    """Return the questions of one case; `name` is its id.

    An op without specimens has no questions.
    """
    found: list[Question] = []
    draws = Draws(seed, name)
    further = 0 if get_op(op_name).shape_rule in STEP_BY_STEP else _FURTHER
    for specimen in stretched(op_name, label):
        stretches = Stretches.of(specimen.flavour)
        assert stretches is not None
        lengths = [stretches.length, *draws.sample(LENGTHS, further)]
        for length in lengths:
            found.append(
                Question(
                    name=f"{name} call {len(found)}",
                    seed=seed,
                    call=specimen.call,
                    shapes=specimen.shapes,
                    flavour=str(replace(stretches, length=length)),
                    limits=specimen.limits,
                    threads=draws.between(1, MOST_THREADS),
                )
            )
    return found
