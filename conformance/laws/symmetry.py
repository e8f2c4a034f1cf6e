"""Symmetry: the two halves of an aligned node may be swapped, since addition commutes (T1, T4).

A tree over adjacent pairs has many of these symmetries, and other trees have different symmetries.
Therefore the law detects sums from left to right, lanes and padded trees with any operands. The
tree of a contraction has the symmetries above its blocks of 256 terms.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.split import cut_axes, is_contraction, is_tree
from samebits.conformance.reveal.layout import from_reduction_rows, reduction_rows
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.formats import get_format
from samebits.spec.language.shapes import normalize_axes
from samebits.spec.language.trees import CONTRACTION_BLOCK
from samebits.spec.philox import draws64


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to float sums by T1, and contractions of several blocks."""
    call = specimen.call
    if not call.inputs or not get_format(call.inputs[0]).is_float:
        return False
    if is_contraction(call):
        return _terms(specimen) >= 2 * CONTRACTION_BLOCK
    return call.op == "softmax" or (is_tree(call) and call.attributes.get("ord") != "inf")


def _terms(specimen: Specimen) -> int:
    call, shape = specimen.call, specimen.shapes[0]
    if is_contraction(call):
        return shape[cut_axes(specimen)[0]]
    name = "axis" if call.op == "softmax" else "axes"
    axes = normalize_axes(call.op, call.attributes[name], len(shape))
    return int(np.prod([shape[a] for a in axes], dtype=np.int64))


def symmetries(count: int, unit: int, seed: int) -> Iterator[tuple[str, Bits]]:
    """Yield permutations of `count` terms that do not change the tree over units.

    Each comes with a description. The halves of all whole nodes of one size are swapped, and then
    the halves of random nodes of all sizes.
    """
    drawn, size = np.arange(count), unit
    words = draws64(seed, 11, count)
    while 2 * size <= count:
        whole = count - count % (2 * size)
        index = np.arange(count)
        pairs = index[:whole].reshape(-1, 2, size)
        index[:whole] = pairs[:, ::-1].reshape(-1)
        yield f"the halves of every aligned node of {2 * size} terms change places", index
        some = drawn[:whole].reshape(-1, 2, size).copy()
        chosen = (words[: len(some)] >> np.uint64(size.bit_length())) & np.uint64(1) == 1
        some[chosen] = some[chosen][:, ::-1]
        drawn[:whole] = some.reshape(-1)
        size *= 2
    yield "the halves of drawn aligned nodes change places", drawn


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results with the terms in each of the equivalent orders."""
    call, operands = specimen.call, specimen.operands()
    unit = CONTRACTION_BLOCK if is_contraction(call) else 1
    base = bench.run(call, operands)
    for words, index in symmetries(_terms(specimen), unit, specimen.seed):
        wanted, moved = base, _moved(specimen, operands, index)
        if call.op == "softmax":
            (axis,) = normalize_axes(call.op, call.attributes["axis"], operands[0].ndim)
            wanted = [np.take(base[0], index, axis)]
        text = f"{words}, and the bits are others"
        sides = ("in place", "with halves exchanged")
        finding = bench.differs(specimen, wanted, bench.run(call, moved), text, sides)
        if finding:
            return finding
    return None


def _moved(specimen: Specimen, operands: list[Array], index: Bits) -> list[Array]:
    """Return read-only operands with their terms in the order of `index`."""
    call, first = specimen.call, operands[0]
    if is_contraction(call):
        axes = cut_axes(specimen)
        moved = [np.take(x, index, a) for x, a in zip(operands, axes, strict=False)]
        moved += operands[len(axes) :]
    elif call.op == "softmax":
        (axis,) = normalize_axes(call.op, call.attributes["axis"], first.ndim)
        moved = [np.take(first, index, axis)]
    else:
        rows = reduction_rows(call, first)[:, index]
        moved = [from_reduction_rows(call, rows, first.shape)]
    for x in moved:
        x.flags.writeable = False
    return moved


LAW = Law(
    name="symmetry",
    says="the halves of an aligned node of a tree may be exchanged",
    rules=("T1.1", "T3.prod", "T4.1", "T11.9"),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
)
