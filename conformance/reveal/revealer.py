"""Reveal a summation: recover its tree, name it, and confirm it by replaying random data.

The replay decides what probes cannot see: the format of the accumulator and whether products are
fused. A tree is confirmed when every replayed row has the bits that the black box returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.conformance.reveal.describe import describe, family_of
from samebits.conformance.reveal.probe import Prober, Summation, can_count
from samebits.conformance.reveal.recover import NoTreeError, recover
from samebits.conformance.reveal.replay import (
    Model,
    chain_starts,
    evaluate_products,
    evaluate_sum,
)
from samebits.spec.formats import bits_of, canonicalize_nan
from samebits.spec.trees import CONTRACTION_BLOCK, Tree, contraction, same_shape, sequential

REPLAYED_ROWS = 48
PROBE_BUDGET = 50_000
BLOCKS = (CONTRACTION_BLOCK, 128, 512, 64, 1024, 32, 384, 16)
"""Block lengths of contractions that have a name, the canonical first."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """What was found. `model` is None where no tree explains the probes; `text` then says why.

    `name` is a known family, "contraction" (T4), "block:B", "sequential_fma" or "unnamed";
    without a model "none" or "uncountable".
    `confirmed` means that the replay of `replayed` random rows gave the same bits.
    """

    model: Model | None
    name: str
    text: str
    confirmed: bool
    probes: int
    replayed: int


def reveal(box: Summation, *, seed: int = 0, budget: int = PROBE_BUDGET) -> Revealed:
    """Reveal the tree of a black-box sum, mean or dot product (see `SessionSummation`)."""
    if not can_count(box.format, box.leaves, divided=box.divided):
        text = f"a mean of {box.leaves} terms in {box.format} is too coarse to count units in"
        return Revealed(None, "uncountable", text, False, 0, 0)
    prober = Prober(box, budget)
    try:
        tree = recover(prober, seed)
    except NoTreeError as error:
        return Revealed(None, "none", f"no tree explains the sums: {error}", False, prober.spent, 0)
    words = describe(tree)
    model = confirm(box, tree, seed)
    name = _name(tree, model)
    if model is None:
        text = f"adds the terms {words}; random data do not confirm its rounding"
        return Revealed(Model(tree, box.format), name, text, False, prober.spent, 0)
    text = f"adds the {_leaf_words(model, box)} {words}, in {model.accumulate}"
    return Revealed(model, name, text, True, prober.spent, REPLAYED_ROWS)


def confirm(box: Summation, tree: Tree, seed: int) -> Model | None:
    """The first model with this tree that replays random rows bit for bit, or None."""
    draw = np.random.default_rng(seed)
    spread = np.ones((REPLAYED_ROWS, box.leaves))
    # A block of one term at the end shows only in the rounding of its product: make it weigh.
    spread[1::2, -1:] = 64.0
    a = narrow(draw.standard_normal(spread.shape) * spread, box.format)
    if box.products:
        b = narrow(draw.standard_normal((REPLAYED_ROWS, box.leaves)), box.format)
        observed = _patterns(box.dots(a, b), box)
    else:
        b, observed = a, _patterns(box.sums(a), box)
    for model in models(tree, box):
        raw = evaluate_products(model, a, b) if box.products else evaluate_sum(model, a)
        if np.array_equal(_patterns(_finish(raw, box, model), box), observed):
            return model
    return None


def models(tree: Tree, box: Summation) -> Iterator[Model]:
    """Candidate roundings for a tree: likely accumulators first, fused products before rounded."""
    accumulators = dict.fromkeys((box.format if box.format == "f64" else "f32", "f64", box.format))
    for accumulate in accumulators:
        if not box.products:
            yield Model(tree, accumulate)
            continue
        fused = replace(tree, leaf_rule="fused_product")
        for starts in _chain_starts(tree):
            yield Model(fused, accumulate, starts)
        rounded = replace(tree, leaf_rule="rounded_product")
        yield Model(rounded, accumulate)
        if accumulate == "f64" and box.format != "f64":
            yield Model(rounded, accumulate, product="f32")


def _chain_starts(tree: Tree) -> Sequence[frozenset[int]]:
    """Which products may begin a chain: those of the block length that has this tree, or all."""
    of_blocks = [
        frozenset(range(0, tree.leaves, block))
        for block in BLOCKS
        if same_shape(tree, contraction(tree.leaves, block))
    ]
    canonical = [s for s in of_blocks if s == frozenset(range(0, tree.leaves, CONTRACTION_BLOCK))]
    # Where short formats make the products exact, starts show nothing: prefer the plain chain.
    return list(dict.fromkeys([*canonical, chain_starts(tree), *of_blocks]))


def _finish(raw: Array, box: Summation, model: Model) -> Array:
    if box.divided:
        raw = np.asarray(raw / raw.dtype.type(box.leaves))
    return narrow(raw, box.result_format)


def _patterns(values: Array, box: Summation) -> Array:
    return canonicalize_nan(bits_of(narrow(values, box.result_format)), box.result_format)


def _name(tree: Tree, model: Model | None) -> str:
    """Canonical, a block length, or a family; the chain starts tell apart what the shape cannot."""
    n = tree.leaves
    if model is not None and model.tree.leaf_rule == "fused_product":
        for block in BLOCKS:
            if model.starts == frozenset(range(0, n, block)) and block < n + CONTRACTION_BLOCK:
                same = same_shape(tree, contraction(n, block))
                if same and block == CONTRACTION_BLOCK:
                    return "contraction"
                if same and block < n:
                    return f"block:{block}"
        if same_shape(tree, sequential(n)):
            return "sequential_fma"
    return family_of(tree) or "unnamed"


def _leaf_words(model: Model, box: Summation) -> str:
    if not box.products:
        return "terms"
    if model.product:
        return f"products, rounded to {model.product},"
    fused = model.tree.leaf_rule == "fused_product"
    return "products, each fused into its addition," if fused else "rounded products"
