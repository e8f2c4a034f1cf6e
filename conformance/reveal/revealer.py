"""Reveals a summation: recovers its tree, names it, and confirms it by replaying random data.

The replay decides what probes cannot see: the format of the accumulator, and whether products are
fused. A tree is confirmed if every replayed row has the bits that the black box returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.conformance.reveal.describe import describe, family_of
from samebits.conformance.reveal.doubts import Doubt, doubt
from samebits.conformance.reveal.fused import FUSIONS, is_fused
from samebits.conformance.reveal.probe import Prober, Summation, why_uncountable
from samebits.conformance.reveal.recover import NoTreeError, TooManyProbesError, recover
from samebits.conformance.reveal.replay import (
    Model,
    chain_starts,
    evaluate_products,
    evaluate_sum,
    finish,
    patterns,
)
from samebits.spec.language.trees import (
    CONTRACTION_BLOCK,
    Tree,
    contraction,
    same_shape,
    sequential,
)

REPLAYED_ROWS = 48
PROBE_BUDGET = 50_000
NO_TREE = "no tree explains the sums: "
BLOCKS = (CONTRACTION_BLOCK, 128, 512, 64, 1024, 32, 384, 16)
"""Block lengths of contractions that have a name; the canonical length is first."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """A finding about a black box.

    `model` is None if no tree explains the probes, and `text` then says why. `name` is a known
    family, "contraction" (T4), "block:B", "sequential_fma" or "unnamed". Without a model it is
    "none", "uncountable", "unfinished" or the name of a doubt (see `doubts`). `confirmed` means
    that the replay of `replayed` random rows gave the same bits.
    """

    model: Model | None
    name: str
    text: str
    confirmed: bool
    probes: int
    replayed: int


def reveal(
    box: Summation,
    *,
    seed: int = 0,
    budget: int = PROBE_BUDGET,
    tell: Callable[[int], None] = lambda placed: None,
) -> Revealed:
    """Reveal the tree of a black-box sum, mean or dot product (see `SessionSummation`).

    `tell` is called with the number of leaves whose position in the tree is known.
    """
    text = why_uncountable(box.format, box.leaves, divided=box.divided)
    if text:
        return Revealed(None, "uncountable", text, False, 0, 0)
    prober = Prober(box, budget)
    rows = random_rows(box, seed)
    try:
        tree = recover(prober, seed, tell)
    except TooManyProbesError as error:
        return Revealed(None, "unfinished", f"no answer: {error}", False, prober.spent, 0)
    except NoTreeError as error:
        why = doubt(box, rows, prober) or Doubt("none", str(error))
        text = f"{NO_TREE}{why.text}"
        return Revealed(None, why.name, text, False, prober.spent, 0)
    words = describe(tree)
    model = confirm(box, tree, rows)
    if model is None:
        why = doubt(box, rows, prober) or Doubt(_name(tree, None), "")
        because = f"; {why.text}" if why.text else ""
        text = f"adds the terms {words}; random data do not confirm its rounding{because}"
        shown = Model(tree, box.format)
        return Revealed(shown, why.name, text, False, prober.spent, 0)
    text = f"adds the {_leaf_words(model, box)} {words}, in {model.accumulate}"
    text += f", {model.fusion}" if model.fusion else ""
    return Revealed(model, _name(tree, model), text, True, prober.spent, REPLAYED_ROWS)


def random_rows(box: Summation, seed: int) -> tuple[Array, Array | None]:
    """Return random terms, or factors of terms, whose sums distinguish roundings."""
    draw = np.random.default_rng(seed)
    spread = np.ones((REPLAYED_ROWS, box.leaves))
    # Make the last term large: if it is a block of its own, it shows only how its product is
    # rounded.
    spread[1::2, -1:] = 64.0
    a = narrow(draw.standard_normal(spread.shape) * spread, box.format)
    if not box.products:
        return a, None
    return a, narrow(draw.standard_normal(spread.shape), box.format)


def confirm(box: Summation, tree: Tree, rows: tuple[Array, Array | None]) -> Model | None:
    """Return the first model with this tree that replays the random `rows` bit for bit, or None."""
    a, b = rows
    observed = patterns(box.sums(a) if b is None else box.dots(a, b), box)
    for model in models(tree, box):
        raw = evaluate_sum(model, a) if b is None else evaluate_products(model, a, b)
        if np.array_equal(patterns(finish(raw, box), box), observed):
            return model
    return None


def models(tree: Tree, box: Summation) -> Iterator[Model]:
    """Yield the models with this tree: likely accumulators and fused products come first."""
    accumulators = dict.fromkeys((box.format if box.format == "f64" else "f32", "f64", box.format))
    if is_fused(tree):  # a chain cannot explain such nodes
        yield from (Model(tree, name, fusion=f) for name in accumulators for f in FUSIONS)
        return
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
    """Return possible sets of products that begin chains, for block lengths that fit the tree."""
    of_blocks = [
        frozenset(range(0, tree.leaves, block))
        for block in BLOCKS
        if same_shape(tree, contraction(tree.leaves, block))
    ]
    canonical = [s for s in of_blocks if s == frozenset(range(0, tree.leaves, CONTRACTION_BLOCK))]
    # Starts have no effect if products of short formats are exact, so prefer the plain chain.
    return list(dict.fromkeys([*canonical, chain_starts(tree), *of_blocks]))


def _name(tree: Tree, model: Model | None) -> str:
    """Return "contraction", a block length or a family.

    Chain starts distinguish trees of equal shape.
    """
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
    if model.fusion:
        return "exact products"
    if model.product:
        return f"products, rounded to {model.product},"
    fused = model.tree.leaf_rule == "fused_product"
    return "products, each fused into its addition," if fused else "rounded products"
