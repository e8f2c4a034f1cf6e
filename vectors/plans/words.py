"""Cases of functions of 32-bit words (D2.10).

The words are at the ends, in the middle, and near powers of two. The hardest words come from the
certificate. Ops that draw use these functions too. Their own cases choose words by inverting Philox
(plans/draws.py).
"""

from __future__ import annotations

from samebits.spec.families.draws import FUNCTIONS_OF_WORDS
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.vectors.certificates import find_named
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.draws import EXTREMES
from samebits.vectors.search.hard import ROOM

_TOP = (1 << 32) - 1
_HARD = 48
"""Number of hardest words in the case of each format."""

_MANY = 70_001


def handles(op: Op) -> bool:
    """Return whether the op is a function of given words."""
    return op.name.endswith(FUNCTIONS_OF_WORDS)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    ((inputs, outputs),) = op.labels()[label]
    call = op.call(inputs, outputs)
    near = [
        w + d for i in range(33) for w in ((1 << i), _TOP + 1 - (1 << i)) for d in (-2, -1, 0, 1)
    ]
    width = 32 - get_format(outputs[0]).precision  # bits that a uniform number ignores
    near += [(n << width) + d for n in (1, 3, 5) for d in (-1, 0, 1)]
    chosen = patterns.unique([*EXTREMES, *(word for word in near if 0 <= word <= _TOP)])
    cases = [Planned("ends", call, (values(chosen, "u32"),), "smoke", ("draw-words",))]
    proof = find_named(ROOM, op.name, label)
    hard = [word for _, word in proof.hardest[:_HARD]] if proof else []
    if hard:
        operand = values(hard, "u32")
        cases.append(Planned("hard", call, (operand,), "standard", ("hard-to-round",)))
    drawn = generated(f"{op.name}/{label}/bulk", 0, "u32", (_MANY,), "bits")
    cases.append(Planned("bulk", call, (drawn,), "standard", ("bulk",), digest=True))
    return cases
