"""Explanations: a hypothesis applied to the evidence, with the number of elements that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance import budget
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format

QUICK = 4
"""The number of wrong elements on which an expensive model is tried first."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hypothesis applied to some evidence.

    `holds` says for each chosen element whether the hypothesis reproduces the backend's bits.
    `confirmable` is False for a statement that reproduces no bits. A statement that `settles` the
    case still makes fallbacks unnecessary. `observed` is true for a fact that was seen in the bits
    or by running the call again; it needs no evidence against chance. `bits` is the evidence, in
    bits, for a hypothesis that predicts only which elements are wrong (None: computed as in
    `information`). `rivals` names other exact hypotheses. `beside` counts the right elements of
    other outputs that the hypothesis would make wrong.
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
        """Return the number of chosen elements that are wrong."""
        return int(np.count_nonzero(self.evidence.wrong))

    @property
    def explained(self) -> int:
        """Return the number of chosen wrong elements that the hypothesis reproduces."""
        return int(np.count_nonzero(self.holds & self.evidence.wrong))

    @property
    def contradicted(self) -> int:
        """Return the number of right elements, in all outputs, that the hypothesis makes wrong."""
        return int(np.count_nonzero(~self.holds & ~self.evidence.wrong)) + self.beside

    @property
    def is_complete(self) -> bool:
        """Return whether the hypothesis reproduces every chosen wrong element."""
        return self.explained == self.wrong

    @property
    def is_exact(self) -> bool:
        """Return whether every chosen element fits and no right element is contradicted.

        An element fits if the hypothesis reproduces the backend's bits.
        """
        return bool(self.holds.all()) and not self.beside

    @property
    def share(self) -> float:
        """Return the share of the wrong elements that the hypothesis reproduces."""
        return self.explained / max(self.wrong, 1)


Hypotheses = Callable[[Evidence], Iterator[Explanation]]
"""A family of hypotheses: a function that yields explanations, the most specific first."""

Predict = Callable[[Array], Array]
"""A model: a function from positions (indices into `chosen`) to values in the output's format."""


def patterns(values: Array, name: str) -> Array:
    """Return the bits of float or integer values, with every NaN canonical.

    Models do not predict the bits of a NaN.
    """
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
    """Yield the explanation by a model, unless the model fails on all of the first wrong elements.

    `results` returns all outputs of the model, for a call with several outputs.
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
    """Return how many right elements of the other outputs the model would make wrong."""
    count = 0
    for number, wanted, got in evidence.beside:
        form = evidence.call.outputs[number]
        differs = patterns(results[number], form) != patterns(from_bits(got, form), form)
        count += int(np.count_nonzero(differs & (got == wanted)))
    return count


def canonical(evidence: Evidence) -> Array:
    """Return the backend's bits with every NaN made canonical."""
    if not get_format(evidence.format).is_float:
        return evidence.got
    return canonicalize_nan(evidence.got, evidence.format)
