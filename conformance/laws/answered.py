"""Reference results for specimens, from the NumPy route, which shares no code with a backend."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from samebits.backends.protocol import Array
from samebits.conformance.questions.route import evaluate
from samebits.conformance.questions.wanted import Digests
from samebits.conformance.scenes.specimens import Bits, Specimen
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call
from samebits.vectors.digests import bits_digest


@lru_cache(maxsize=2)
def operands_of(specimen: Specimen) -> tuple[Array, ...]:
    """Return the read-only operands of a specimen; they are cached for the next call."""
    return tuple(specimen.operands())


def answer(specimen: Specimen, call: Call) -> list[Bits]:
    """Return the right bits of a call on the operands of a specimen.

    Raises SpecError if the specification refuses the operands.
    """
    return evaluate(call, operands_of(specimen))


def shaped_digests(results: Sequence[Bits]) -> Digests:
    """Return the digest and the shape of each result."""
    return tuple(f"{bits_digest(bits)} {bits.shape}" for bits in results)


class Answered:
    """Digests and shapes of answers, so that the devices of one run compute each answer once.

    `known` has the digests by specimen and call; `is_new` is true if digests were added.
    """

    def __init__(self, known: dict[str, Digests] | None = None) -> None:
        self.known = known or {}
        self.is_new = False

    def digests(self, specimen: Specimen, call: Call) -> Digests:
        """Return the digest and the shape of each result of a call on the operands of a specimen.

        The tuple is empty if the specification refuses the operands with the call's attributes.
        """
        key = f"{specimen} {call.key()}"
        if key not in self.known:
            self.known[key] = ()
            with suppress(SpecError):
                self.known[key] = shaped_digests(answer(specimen, call))
            self.is_new = True
        return self.known[key]
