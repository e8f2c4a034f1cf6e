"""Random blocks of a function's inputs, compared with its certificate, without an oracle.

If a block has the certified digest, its results are known to be right. Its inputs are then used for
more questions with known answers: with other shapes, at other addresses, with many threads, and
with more elements than a block has.
"""

from __future__ import annotations

import math

import numpy as np

from samebits.conformance.exhaustive.blocks import Bits
from samebits.conformance.questions.drawn_calls import (
    LARGE,
    LEAST_OCTAVE,
    MOST_THREADS,
    both_ways,
    octave,
)
from samebits.conformance.questions.drawn_scene import draw_shape
from samebits.conformance.questions.memory_places import FAR, draw_place
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.questions.sizes import BEYOND_2_20
from samebits.spec.language.shapes import Shape
from samebits.vectors.certificate import Certificate

AT_STANDARD, AT_FULL = 1, 7
"""The number of blocks in the first case of a function, and in the second."""

_MOST_OCTAVE = 17
_SMALL_ALONE = "drawn/mixed/"
_SOME = 4099
_FEW = 90


def drawn_blocks(certificate: Certificate, name: str, seed: str) -> list[int]:
    """Return the numbers of the blocks of one case.

    If the certificate has few blocks, return all of them. `name` is the id of the case, which ends
    in 1 or 2.
    """
    draws = Draws(seed, name)
    count = AT_STANDARD if name.endswith("1") else AT_FULL
    blocks = certificate.domain.blocks
    if blocks <= count:
        return list(range(blocks))
    found: set[int] = set()
    while len(found) < count:
        found.add(draws.below(blocks))
    return sorted(found)


def regrouped(
    certificate: Certificate, name: str, seed: str, block: int, bits: Bits
) -> list[Question]:
    """Return more questions about inputs of a block whose right results are `bits`."""
    draws = Draws(seed, f"{name} regrouped")
    first, count = certificate.domain.span(block)
    chosen = (draws.words(min(_SOME, count)) % np.uint64(count)).astype(np.int64)
    operands = certificate.domain.operands(first, count)
    arrays = tuple(np.ascontiguousarray(x[chosen]) for x in operands)
    wanted = (bits[chosen],)
    call = certificate.call

    def question(shape: Shape, places: tuple[str, ...], result: str, threads: int) -> Question:
        return Question(
            name=f"{name} regrouped {shape} {places} {threads}",
            seed=seed,
            call=call,
            shapes=(shape,) * len(arrays),
            flavour=f"inputs of block {block}",
            places=places,
            result_place=result,
            threads=threads,
            arrays=arrays,
            wanted=wanted,
        )

    def sized() -> list[Question]:
        """Return questions of every size.

        If arrays have gaps or negative strides, their size is random; the size of contiguous arrays
        is a power of two.
        """
        more = []
        for number in range(LEAST_OCTAVE, _MOST_OCTAVE + 1):
            for with_gaps in both_ways(draws, number):
                shape: Shape = (1 << number,)
                *places, result = ("contiguous",) * (len(arrays) + 1)
                if with_gaps:
                    shape = draw_shape(draws, octave(draws, number), draws.between(1, 3))
                    *places, result = (
                        draw_place(draws, len(shape), large=True) for _ in (*arrays, shape)
                    )
                threads = draws.between(1, MOST_THREADS)
                more.append(question(shape, tuple(places), result, threads))
        large = draw_shape(draws, LARGE, draws.between(1, 3))
        backwards = (f"backwards:{draws.below(len(large))}",) * len(arrays)
        return [*more, question(large, backwards, "contiguous", MOST_THREADS)]

    plain = ("contiguous",) * len(arrays)
    found = [question((BEYOND_2_20,), plain, "contiguous", MOST_THREADS)]
    for rank in range(1, 9):
        shape = draw_shape(draws, _FEW, rank)
        turned = {4: ("0", "1", "2", "3"), 5: ("1+3",)}
        axes = turned.get(rank, (str(draws.below(rank)),))
        for axis in axes:
            places = (f"backwards:{axis}",) * len(arrays)
            found.append(question(shape, places, draw_place(draws, rank), 0))
    found += [question(shape, plain, "contiguous", 0) for shape in ((0,), (3, 0, 2))]
    found.append(question((6, 7), (FAR,) * len(arrays), "contiguous", 0))
    shape = draw_shape(draws, math.ceil(_SOME / 2), draws.between(1, 3))
    places = tuple(draw_place(draws, len(shape)) for _ in arrays)
    found.append(question(shape, places, draw_place(draws, len(shape)), draws.between(1, 15)))
    return found if name.startswith(_SMALL_ALONE) else found + sized()
