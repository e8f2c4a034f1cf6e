"""Part of a whole: a part of a random tensor that is drawn separately has its bits (D2.2).

The law is checked on draws, and on graphs with draws whose operands are cut into parts too. Parts
begin at each position in a block of random words and end at any position. Some parts leave out the
beginnings of axes, some have one element, and some are empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families.draws import whole_of
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.shapes import Shape

_PARTS = 12


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare parts of the specimen's result, each drawn by a separate call, with the whole."""
    call, operands = specimen.call, specimen.operands()
    (shape,) = get_op(call.op).output_shapes(call, specimen.shapes)
    base = bench.run(call, operands)
    for start, size in _parts(specimen, shape):
        cut = tuple(slice(a, a + n) for a, n in zip(start, size, strict=True))
        wanted = [bits[cut] for bits in base]
        got = bench.run(_part(call, shape, start, size), [x[cut] for x in operands])
        text = f"the part of shape {size} from {start} on has other bits when it is drawn alone"
        finding = bench.differs(specimen, wanted, got, text, ("in its whole", "alone"))
        if finding:
            return finding
    return None


def _part(call: Call, shape: Shape, start: Shape, size: Shape) -> Call:
    """Return the call that draws a part of the result."""
    whole, at = whole_of(call.attributes, shape)
    first = tuple(a + b for a, b in zip(at, start, strict=True))
    changed: dict[str, AttributeValue] = {"whole": whole, "at": first}
    if "shape" in call.attributes:
        changed["shape"] = size
    return replace(call, attributes={**call.attributes, **changed})


def _parts(specimen: Specimen, shape: Shape) -> Iterator[tuple[Shape, Shape]]:
    """Yield starts and sizes of parts: from the first four positions of a row, and random ones."""
    for first in range(min(4, shape[-1])):
        yield (*(0,) * (len(shape) - 1), first), (*shape[:-1], shape[-1] - first)
    drawn = Drawn(specimen, "part_of_whole")
    for _ in range(_PARTS):
        start = tuple(drawn.below(n) for n in shape)
        yield start, tuple(drawn.below(n - a + 1) for n, a in zip(shape, start, strict=True))
    yield tuple(n - 1 for n in shape), (1,) * len(shape)


LAW = Law(
    name="part_of_whole",
    says="any part of a drawn tensor, drawn alone, has the bits that the whole has there",
    rules=("D1.14", "D2.2", "D3.1"),
    check=check,
    rank="batch",
    applies=lambda specimen: {"whole", "at"} <= specimen.call.attributes.keys(),
    in_smoke=True,
)
