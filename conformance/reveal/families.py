"""Trees that real software uses, by name.

Trees that were revealed or are suspected are compared with them. They include the named trees of
the specification (T1, T4, T10), and the orders of NumPy, of GPU reductions and of hand-written
loops. To add a tree, write a builder and list it in `_all`, in which the most common trees are
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from samebits.spec.language import trees
from samebits.spec.language.trees import Tree


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of tree for every number of leaves.

    `text` continues the words "adds the terms".
    """

    name: str
    text: str
    build: Callable[[int], Tree]


LANE_WIDTHS = (8, 16, 4, 2, 32, 64, 3, 5, 6, 7, 9, 10, 12, 20, 24, 40, 48)
BLOCKS = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


@lru_cache(maxsize=512)
def build(name: str, n: int) -> Tree:
    """Return the tree of family `name` over `n` leaves, from a cache."""
    return FAMILIES[name].build(n)


def reversed_sequential(n: int) -> Tree:
    """Return a chain that adds the leaves from right to left."""
    return _chain(n, range(n - 1, -1, -1), "reversed")


def lanes_in_order(n: int, width: int) -> Tree:
    """Return `width` lanes, with leaf i in lane i mod `width`.

    The lanes are added from left to right.
    """
    return _grouped(n, [range(i, n, width) for i in range(min(width, n))], f"lanes({width})+chain")


def lanes_then_tail(n: int, width: int) -> Tree:
    """Return lanes over the whole vectors, summed by T1; the rest is added one by one (SIMD)."""
    whole = n - n % width
    name = f"lanes({width})+tail"
    if whole == 0:
        return Tree(n, trees.sequential(n).nodes, name)
    build = _Nodes(n)
    total = build.pairs([build.chain(range(i, whole, width)) for i in range(width)])
    build.chain([total, *range(whole, n)])
    return build.tree(name)


def lanes_folded_then_tail(n: int, width: int) -> Tree:
    """Return the tree of `lanes_then_tail`, but with lane i added to lane i + width/2 (SIMD)."""
    whole = n - n % width
    name = f"lanes({width})+fold"
    if whole == 0:
        return Tree(n, trees.sequential(n).nodes, name)
    build = _Nodes(n)
    level = [build.chain(range(i, whole, width)) for i in range(width)]
    while len(level) > 1:
        half = (len(level) + 1) // 2
        folded = [build.add(a, b) for a, b in zip(level[:half], level[half:], strict=False)]
        level = folded + level[len(folded) : half]
    build.chain([level[0], *range(whole, n)])
    return build.tree(name)


def blocked_in_order(n: int, block: int) -> Tree:
    """Return aligned blocks, each added from left to right; the sums of blocks are added so too."""
    blocks = [range(s, min(s + block, n)) for s in range(0, n, block)]
    return _grouped(n, blocks, f"blocked({block})+chain")


def halving(n: int) -> Tree:
    """Return a tree of halves. If the number of terms is odd, the lower half is smaller."""
    return _split(n, "halving", lambda size: size // 2)


def strided_halves(n: int) -> Tree:
    """Return a tree that repeatedly adds leaf i + half to leaf i, as a GPU block reduction does."""
    build = _Nodes(n)
    level = list(range(n))
    while len(level) > 1:
        half = 1 << ((len(level) - 1).bit_length() - 1)
        pairs = zip(level, level[half:], strict=False)
        level = [build.add(a, b) for a, b in pairs] + level[len(level) - half : half]
    return build.tree("strided_halves")


def numpy_pairwise(n: int) -> Tree:
    """Return NumPy's tree along a contiguous axis: 8 lanes for up to 128 terms, else halves.

    The halves are split at multiples of 8.
    """
    build = _Nodes(n)

    def simple(start: int, size: int) -> int:
        if size < 8:
            return build.chain(range(start, start + size))
        whole = size - size % 8
        lanes = [build.chain(range(start + i, start + whole, 8)) for i in range(8)]
        return build.chain([build.pairs(lanes), *range(start + whole, start + size)])

    def pairwise(start: int, size: int) -> int:
        if size <= 128:
            return simple(start, size)
        half = size // 2 - size // 2 % 8
        return build.add(pairwise(start, half), pairwise(start + half, size - half))

    if n:
        pairwise(0, n)
    return build.tree("numpy_pairwise")


def torch_sum(n: int, width: int, *, halves: bool = False) -> Tree:
    """Return PyTorch's tree along a contiguous axis on a CPU with vectors of `width` terms.

    It follows ATen/native/cpu/SumKernel.cpp. Successive whole vectors are added to 4 accumulators,
    one after the other. Each accumulator has 4 levels, and passes its total to the next level after
    a fixed number of terms, so that chains stay short. The remaining vectors are added to the first
    accumulator, and then the accumulators are added from left to right. The final sum begins with
    the terms after the last whole vector, followed by the lanes from left to right. With `halves`,
    as for 16-bit formats, a vector is loaded as two vectors of binary32, which are added first.
    """
    build = _Nodes(n)
    name = f"torch({width})+halves" if halves else f"torch({width})"
    if n < width:  # too short for a vector, so single terms are added
        if n:
            _torch_row(build, list(range(n)))
        return build.tree(name)
    whole, lanes = n - n % width, width // 2 if halves else width
    vectors = [list(range(i, whole, width)) for i in range(lanes)]
    if halves:
        vectors = [[build.add(term, term + lanes) for term in lane] for lane in vectors]
    build.chain([*range(whole, n), *(_torch_row(build, lane) for lane in vectors)])
    return build.tree(name)


_TORCH_ROWS = 4
_TORCH_LEVELS = 4


def _torch_row(build: _Nodes, terms: list[int]) -> int:
    """Add the terms of one lane by 4 accumulators and return the node of the sum.

    Successive terms go to different accumulators. The remaining terms are added to the first one,
    and then the accumulators are added in order.
    """
    each = len(terms) // _TORCH_ROWS
    sums = (
        [_torch_levels(build, terms[k : each * 4 : 4]) for k in range(_TORCH_ROWS)] if each else []
    )
    rest = terms[each * _TORCH_ROWS :]
    return build.chain([*sums[:1], *rest, *sums[1:]])


def _torch_levels(build: _Nodes, terms: list[int]) -> int:
    """Add the terms of an accumulator, whose total moves to the next level after 2^p terms."""
    power = max(4, (len(terms) - 1).bit_length() // _TORCH_LEVELS)
    levels: list[list[int]] = [[] for _ in range(_TORCH_LEVELS)]
    for count, term in enumerate(terms, 1):
        levels[0].append(term)
        for level in range(1, _TORCH_LEVELS):
            if count % (1 << level * power):
                break
            levels[level].append(build.chain(levels[level - 1]))
            levels[level - 1] = []
    sums = [build.chain(held) for held in levels if held]
    return build.chain(sums)


class _Nodes:
    """A collector of the nodes of a tree that is being built."""

    def __init__(self, leaves: int) -> None:
        self.leaves = leaves
        self.nodes: list[tuple[int, ...]] = []

    def add(self, left: int, right: int) -> int:
        self.nodes.append((left, right))
        return self.leaves + len(self.nodes) - 1

    def chain(self, ids: range | list[int]) -> int:
        total = ids[0]
        for item in ids[1:]:
            total = self.add(total, item)
        return total

    def pairs(self, level: list[int]) -> int:
        while len(level) > 1:
            halves = zip(level[::2], level[1::2], strict=False)
            level = [self.add(a, b) for a, b in halves] + level[len(level) - len(level) % 2 :]
        return level[0]

    def tree(self, name: str) -> Tree:
        return Tree(self.leaves, tuple(self.nodes), name)


def _chain(n: int, order: range, name: str) -> Tree:
    build = _Nodes(n)
    if n:
        build.chain(order)
    return build.tree(name)


def _grouped(n: int, groups: list[range], name: str) -> Tree:
    build = _Nodes(n)
    if n:
        build.chain([build.chain(group) for group in groups])
    return build.tree(name)


def _split(n: int, name: str, at: Callable[[int], int]) -> Tree:
    build = _Nodes(n)

    def part(start: int, size: int) -> int:
        if size == 1:
            return start
        left = at(size)
        return build.add(part(start, left), part(start + left, size - left))

    if n:
        part(0, n)
    return build.tree(name)


def _all() -> Iterator[Family]:
    yield Family("balanced", "by the canonical tree T1", trees.balanced)
    yield Family("sequential", "from left to right", trees.sequential)
    for width in LANE_WIDTHS:
        if width == 16:  # for 128 terms or fewer, NumPy's tree equals a lanes(8) tree
            yield Family("numpy_pairwise", "in NumPy's pairwise order", numpy_pairwise)
        if width in (4, 8, 16):
            order = f"in PyTorch's order, 4 accumulators of {width} lanes"
            yield Family(f"torch({width})", order, partial(torch_sum, width=width))
            if width == 16:
                order = f"{order}, two of which are added when they are loaded"
                halves = partial(torch_sum, width=width, halves=True)
                yield Family(f"torch({width})+halves", order, halves)
        interleaved = f"in {width} interleaved lanes, the lanes then"
        yield Family(f"lanes({width})", f"{interleaved} by T1", partial(trees.lanes, width=width))
        yield Family(
            f"lanes({width})+chain",
            f"{interleaved} from left to right",
            partial(lanes_in_order, width=width),
        )
        yield Family(
            f"lanes({width})+tail",
            f"{interleaved} by T1, and the last n mod {width} one at a time",
            partial(lanes_then_tail, width=width),
        )
        yield Family(
            f"lanes({width})+fold",
            f"{interleaved} folded half onto half, and the last n mod {width} one at a time",
            partial(lanes_folded_then_tail, width=width),
        )
    for block in BLOCKS:
        inside = f"in blocks of {block} from left to right, the blocks then"
        yield Family(f"blocked({block})", f"{inside} by T1", partial(trees.blocked, block=block))
        yield Family(
            f"blocked({block})+chain",
            f"{inside} from left to right",
            partial(blocked_in_order, block=block),
        )
    yield Family("reversed", "from right to left", reversed_sequential)
    yield Family("halving", "by halves split in the middle", halving)
    yield Family("strided_halves", "by folding the upper half onto the lower", strided_halves)


FAMILIES: dict[str, Family] = {family.name: family for family in _all()}
