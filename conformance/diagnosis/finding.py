"""What a hypothesis says about the evidence, and how two explanations compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance import budget
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format

QUICK = 4
"""Wrong elements on which a costly model is tried before it is run on all of them."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hypothesis applied to some evidence.

    `holds` says for each chosen element whether the hypothesis reproduces what the backend
    returned. `confirmable` is False for a statement that reproduces no bits; one that `settles`
    the matter makes fallbacks needless all the same. What is `observed`, in the bits or by running
    the call again, needs no evidence against chance; `bits` are those of a hypothesis that tells
    places only (None: see `information`), and `rivals` name others that are as exact. `beside`
    counts the right elements of other outputs that would be wrong under it.
    """

    evidence: Evidence
    name: str
    text: str
    holds: Array
    details: Mapping[str, str] = field(default_factory=dict)
    confirmable: bool = True
    settles: bool = False
    observed: bool = False
    bits: float | None = None
    rivals: tuple[str, ...] = ()
    beside: int = 0

    @property
    def wrong(self) -> int:
        """How many chosen elements are wrong."""
        return int(np.count_nonzero(self.evidence.wrong))

    @property
    def explained(self) -> int:
        """How many of the chosen wrong elements it reproduces."""
        return int(np.count_nonzero(self.holds & self.evidence.wrong))

    @property
    def contradicted(self) -> int:
        """How many right elements would be wrong under it: chosen ones, and in other outputs."""
        return int(np.count_nonzero(~self.holds & ~self.evidence.wrong)) + self.beside

    @property
    def is_complete(self) -> bool:
        """Whether it reproduces every chosen wrong element."""
        return self.explained == self.wrong

    @property
    def is_exact(self) -> bool:
        """Whether it reproduces every chosen element, and no right one speaks against it."""
        return bool(self.holds.all()) and not self.beside

    @property
    def share(self) -> float:
        """The share of the wrong elements that it reproduces."""
        return self.explained / max(self.wrong, 1)


Hypotheses = Callable[[Evidence], Iterator[Explanation]]
"""A family of hypotheses: yields the explanations worth weighing, most specific first."""

Predict = Callable[[Array], Array]
"""What a model gives for positions (indices into `chosen`), in the output's format."""


def patterns(values: Array, name: str) -> Array:
    """Bits of float or integer values, every NaN canonical (models do not follow NaN bits)."""
    bits = bits_of(values).reshape(-1)
    return canonicalize_nan(bits, name) if get_format(name).is_float else bits


def by_prediction(
    evidence: Evidence,
    name: str,
    text: str,
    predict: Predict,
    details: Mapping[str, str] | None = None,
    results: Callable[[], Sequence[Array]] | None = None,
) -> Iterator[Explanation]:
    """Yield the explanation by a model, unless it fails on each of the first wrong elements.

    `results` gives all outputs of the model, where it has more than the one of the evidence.
    """
    budget.check()
    observed = canonical(evidence)
    first = np.flatnonzero(evidence.wrong)[:QUICK]
    if not (patterns(predict(first), evidence.format) == observed[first]).any():
        return
    budget.check()
    every = np.arange(evidence.chosen.size)
    holds = patterns(predict(every), evidence.format) == observed
    beside = 0 if results is None else _contradicted_beside(evidence, results())
    yield Explanation(evidence, name, text, np.asarray(holds), details or {}, beside=beside)


def _contradicted_beside(evidence: Evidence, results: Sequence[Array]) -> int:
    """How many right elements of other outputs differ in the results of a model."""
    count = 0
    for number, wanted, got in evidence.beside:
        form = evidence.call.outputs[number]
        differs = patterns(results[number], form) != patterns(from_bits(got, form), form)
        count += int(np.count_nonzero(differs & (got == wanted)))
    return count


def canonical(evidence: Evidence) -> Array:
    """What the backend returned, every NaN made canonical."""
    if not get_format(evidence.format).is_float:
        return evidence.got
    return canonicalize_nan(evidence.got, evidence.format)
