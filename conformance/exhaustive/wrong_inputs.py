"""Search for the wrong inputs of blocks whose digest differs, by asking the oracles again.

The oracles' answer is accepted only if it has the certified digest, so a mistake here cannot hide
anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from samebits.backends.protocol import Array
from samebits.common.errors import SamebitsError
from samebits.conformance.calls.comparison import largest, ulp_distance
from samebits.conformance.exhaustive.blocks import Bits
from samebits.conformance.results.records import MAX_EXAMPLES, Example
from samebits.spec.formats import from_bits, get_format
from samebits.vectors.answers import route_for
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.digests import bits_digest

SAMPLE = 2048
"""The approximate number of wrong inputs, and of right inputs, that a diagnosis gets."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The wrong inputs that were found.

    `wrong` is their number, `blocks` the number of their blocks, and `examples` has the first of
    them. `block`, `wanted` and `got` are the first wrong block with its right and returned bits.
    `trouble` says in one line which inputs could not be found, and why.
    """

    wrong: int = 0
    blocks: int = 0
    max_ulp: int | None = None
    examples: tuple[Example, ...] = ()
    block: int = 0
    wanted: Bits | None = None
    got: Bits | None = None
    trouble: str = ""


def narrow_blocks(
    case: ExhaustiveCase, certificate: Certificate, kept: Sequence[tuple[int, Bits]]
) -> Narrowed:
    """Return the wrong inputs of the blocks whose bits were kept."""
    domain, call = certificate.domain, certificate.call
    name = call.outputs[0]
    wrong, blocks, worst = 0, 0, None
    examples: list[Example] = []
    shown: tuple[int, Bits, Bits] | None = None
    trouble = ""
    try:
        route = route_for(call)
        for block, got in kept:
            first, count = domain.span(block)
            wanted = route.answer(call, first, count).bits
            if not certificate.holds(block, bits_digest(wanted)):
                trouble = f"the oracles here do not make the certified digest of block {block}"
                continue
            where = np.flatnonzero(wanted != got)
            far = ulp_distance(wanted[where], got[where], name)
            worst = max((d for d in (worst, largest(far)) if d is not None), default=None)
            for i, distance in list(zip(where.tolist(), far, strict=True))[
                : MAX_EXAMPLES - len(examples)
            ]:
                examples.append(_example(case, certificate, first + i, wanted[i], got[i], distance))
            wrong += int(where.size)
            blocks += 1
            shown = shown or (block, wanted, got)
    except SamebitsError as error:
        trouble = f"to see the inputs: {error}"
    if shown is None:
        return Narrowed(trouble=trouble)
    return Narrowed(wrong, blocks, worst, tuple(examples), *shown, trouble)


def sample(certificate: Certificate, narrowed: Narrowed) -> tuple[list[Array], Bits, Array]:
    """Return operands, right bits and results of a sample of inputs of the first wrong block."""
    assert narrowed.wanted is not None
    assert narrowed.got is not None
    first, count = certificate.domain.span(narrowed.block)
    differs = narrowed.wanted != narrowed.got
    bad = np.flatnonzero(differs)[:SAMPLE]
    good = np.flatnonzero(~differs)
    good = good[:: max(1, good.size // SAMPLE)]
    chosen = np.sort(np.concatenate([bad, good]))
    operands = [np.ascontiguousarray(x[chosen]) for x in certificate.domain.operands(first, count)]
    got = from_bits(narrowed.got[chosen], certificate.call.outputs[0])
    return operands, narrowed.wanted[chosen], got


def _example(
    case: ExhaustiveCase,
    certificate: Certificate,
    index: int,
    wanted: Bits,
    got: Bits,
    distance: int | None,
) -> Example:
    """Return one wrong input as an example for the report."""
    form = get_format(certificate.call.outputs[0])
    element = certificate.domain.element(index)
    return Example(
        f"{case.id}/{element}",
        index,
        tuple(element.split("-")),
        form.hex(int(wanted)),
        form.hex(int(got)),
        distance,
    )
