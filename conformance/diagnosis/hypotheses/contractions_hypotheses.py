"""Hypotheses about contractions: operands, bias, products, accumulator, blocks, trees (T4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.drawing import tree_details
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.hypotheses.reductions_hypotheses import LIKELY, accumulators
from samebits.conformance.diagnosis.wrong_elements import Evidence, terms_per_output
from samebits.conformance.reveal.arithmetic import add, flush, fma, multiply, narrow
from samebits.conformance.reveal.families import FAMILIES, build
from samebits.conformance.reveal.layout import PRODUCTS, bias_of, contraction_rows
from samebits.conformance.reveal.replay import Model, chain_starts, evaluate_products
from samebits.spec.formats import compute_format, get_format
from samebits.spec.language import trees
from samebits.spec.language.trees import CONTRACTION_BLOCK, Tree

MOST_TERMS = 1 << 13
SEARCHED_LEAVES = 1 << 10
TAIL_WIDTHS = (2, 4, 8, 16, 32, 64)
"""Widths of vectors and unrolled loops; K modulo the width is the length of the tail."""

BLOCKS = (128, 512, 64, 1024, 32, 384)


@dataclass(frozen=True, slots=True)
class _Terms:
    """The factors, of shape [p, K], of the chosen outputs, and their bias, of shape [p]."""

    a: Array
    b: Array
    bias: Array | None

    def at(self, positions: Array) -> _Terms:
        bias = None if self.bias is None else self.bias[positions]
        return _Terms(self.a[positions], self.b[positions], bias)


def mistakes(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by contractions in the canonical order with one mistake."""
    found = _terms(evidence)
    if found is None:
        return
    terms, compute = found.a.shape[1], compute_format(evidence.call.inputs)
    yield from _operands(evidence, found, canonical_model(terms, compute))
    yield from _bias(evidence, found, compute)
    if terms:
        yield from _same_tree(evidence, found, compute)
        yield from _unfused_tail(evidence, found, compute)
        yield from _dropped_tail(evidence, found, compute)


def families(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by contractions in the order of a different named tree."""
    found = _terms(evidence)
    if found is None or not found.a.shape[1]:
        return
    yield from _blocks_of(evidence, found, compute_format(evidence.call.inputs))
    first, *others = accumulators(evidence.call.inputs[0])
    names = tuple(FAMILIES) if found.a.shape[1] <= SEARCHED_LEAVES else LIKELY
    yield from _other_trees(evidence, found, first, names)
    for accumulate in others:
        yield from _other_trees(evidence, found, accumulate, LIKELY)


def _terms(evidence: Evidence) -> _Terms | None:
    """Return the factors of the chosen outputs, or None if the call cannot be modelled."""
    if evidence.call.op not in PRODUCTS or not evidence.chosen.size:
        return None
    if not get_format(evidence.format).is_float:
        return None
    if terms_per_output(evidence.call, evidence.inputs) > MOST_TERMS:
        return None
    return _Terms(
        *contraction_rows(evidence.call, evidence.inputs, evidence.chosen),
        bias_of(evidence.call, evidence.inputs, evidence.chosen),
    )


def canonical_model(terms: int, accumulate: str, block: int = CONTRACTION_BLOCK) -> Model:
    """Return the model of clause T4, with `block` terms in each block."""
    starts = frozenset(range(0, terms, block))
    return Model(trees.contraction(terms, block), accumulate, starts)


def rounded_products(model: Model) -> Model:
    """Return a copy of the model in which every product is rounded before it is added."""
    return replace(model, tree=replace(model.tree, leaf_rule="rounded_product"))


def twice_rounded(model: Model) -> Model:
    """Return a copy of the model in which every fma is rounded to binary64, then to its format."""
    return replace(model, through="f64")


def one_chain(terms: int, accumulate: str) -> Model:
    """Return the model that adds all products from left to right by fma, without blocks."""
    return Model(trees.sequential_fma(terms), accumulate, frozenset({0}))


def _operands(evidence: Evidence, found: _Terms, model: Model) -> Iterator[Explanation]:
    """Try square operands that are read with their two axes swapped."""
    if evidence.call.op in ("dot", "outer"):
        return
    square_a = (
        evidence.call.op != "linear"
        and evidence.inputs[0].shape[-1] == evidence.inputs[0].shape[-2]
    )
    square_b = evidence.inputs[1].shape[-1] == evidence.inputs[1].shape[-2]
    for swap_a, swap_b, what in ((True, False, "a"), (False, True, "b"), (True, True, "a and b")):
        if (swap_a and not square_a) or (swap_b and not square_b):
            continue
        a, b = contraction_rows(
            evidence.call, evidence.inputs, evidence.chosen, swap_a=swap_a, swap_b=swap_b
        )
        text = f"operand {what} is read with its two axes swapped (transposition flag ignored)"
        terms = _Terms(a, b, found.bias)
        yield from _by_model(evidence, "transposed-operand", text, terms, model)


def _bias(evidence: Evidence, found: _Terms, compute: str) -> Iterator[Explanation]:
    """Try a bias that is not added last: it starts a sum, or is added after the rounding."""
    if found.bias is None:
        return
    rows, terms = found.a.shape
    ones = np.ones((rows, 1), dtype=found.a.dtype)
    bias = found.bias[:, None]
    first = _Terms(np.hstack([bias, found.a]), np.hstack([ones, found.b]), None)
    text = "the accumulator starts from the bias, instead of adding it last (T4)"
    ends = [1 + e for e in range(CONTRACTION_BLOCK, terms, CONTRACTION_BLOCK)]
    for starts, tree in (
        (frozenset({0, *ends}), _blocks(terms + 1, [0, *ends])),
        (frozenset({0, 1, *ends}), _after_first(terms, ends)),
    ):
        if tree is not None:
            yield from _by_model(evidence, "bias-order", text, first, Model(tree, compute, starts))
    if terms and compute != evidence.format:
        model = canonical_model(terms, compute)

        def rounded_first(positions: Array) -> Array:
            part = found.at(positions)
            assert part.bias is not None
            product = narrow(evaluate_products(model, part.a, part.b), evidence.format)
            return add(product, part.bias)

        text = f"rounded to {evidence.format} before the bias is added (R4, T4)"
        yield from by_prediction(evidence, "bias-order", text, rounded_first)


def _after_first(terms: int, ends: list[int]) -> Tree | None:
    """Return a tree that adds the bias (leaf 0) to the first block before the blocks are summed.

    Returns None if there is only one block.
    """
    if not ends:
        return None
    return _blocks(terms + 1, [0, 1, *ends], join_first=True)


def _blocks(leaves: int, starts: list[int], *, join_first: bool = False) -> Tree:
    """Return a tree of chains of fused products that begin at `starts`, summed by T1."""
    nodes: list[tuple[int, ...]] = []

    def combine(left: int, right: int) -> int:
        nodes.append((left, right))
        return leaves + len(nodes) - 1

    level = []
    for start, end in zip(starts, [*starts[1:], leaves], strict=True):
        total = start
        for leaf in range(start + 1, end):
            total = combine(total, leaf)
        level.append(total)
    if join_first:
        level = [combine(level[1], level[0]), *level[2:]]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        level = [combine(a, b) for a, b in pairs] + level[len(level) - len(level) % 2 :]
    return Tree(leaves, tuple(nodes), "bias first", "fused_product")


def _same_tree(evidence: Evidence, found: _Terms, compute: str) -> Iterator[Explanation]:
    """Try mistakes that keep the order: rounded products, flushing, a different accumulator."""
    terms = found.a.shape[1]
    model = canonical_model(terms, compute)
    text = "products are rounded before they are added: mul and add instead of fma (T4)"
    yield from _by_model(evidence, "unfused", text, found, rounded_products(model))
    text = "subnormal operands, products and sums are flushed to zero (R1)"
    yield from _by_model(evidence, "ftz", text, found, replace(model, flushing=True))
    if compute != "f64":
        text = f"every fma is rounded twice, to f64 and then to {compute} (T4)"
        twice = twice_rounded(model)
        yield from _by_model(evidence, "double-rounding:f64", text, found, twice)
    for accumulate in dict.fromkeys((evidence.call.inputs[0], "f64", "bf16", "f16")):
        if accumulate != compute:
            text = f"the order is T4, but every step is rounded to {accumulate} (R4)"
            other = replace(model, accumulate=accumulate)
            name = f"accumulator:{accumulate}"
            yield from _by_model(evidence, name, text, found, other)
            text = f"{text}, products too"
            yield from _by_model(evidence, name, text, found, rounded_products(other))


def _unfused_tail(evidence: Evidence, found: _Terms, compute: str) -> Iterator[Explanation]:
    """Try mul and add, not fma, for the terms after the last whole vector or unrolled step."""
    terms = found.a.shape[1]
    for width in TAIL_WIDTHS:
        whole = terms - terms % width
        if whole == terms:
            continue

        def predict(positions: Array, whole: int = whole) -> Array:
            part = found.at(positions)
            total = _chains(narrow(part.a, compute), narrow(part.b, compute), compute, whole)
            plain = Model(trees.contraction(terms), compute)
            return finish(evidence.format, total, part.bias, plain)

        text = (
            f"the last {terms - whole} of {terms} products, K mod {width}, are rounded before they "
            "are added: mul and add instead of fma (T4)"
        )
        yield from by_prediction(evidence, "unfused-tail", text, predict)


def _chains(a: Array, b: Array, compute: str, whole: int) -> Array:
    """Return one contraction by T4 per row, with rounded products from term `whole` on."""
    blocks = []
    for start in range(0, a.shape[1], CONTRACTION_BLOCK):
        total = multiply(a[:, start], b[:, start])
        for k in range(start + 1, min(start + CONTRACTION_BLOCK, a.shape[1])):
            if k < whole:
                total = fma(a[:, k], b[:, k], total, compute)
            else:
                total = add(total, multiply(a[:, k], b[:, k]))
        blocks.append(total)
    return np.asarray(trees.evaluate(trees.balanced(len(blocks)), blocks, add, blocks[0]))


def _dropped_tail(evidence: Evidence, found: _Terms, compute: str) -> Iterator[Explanation]:
    n = found.a.shape[1]
    for k in range(1, 9):
        whole = n - n % (1 << k)
        if 0 < whole < n:
            text = f"the last {n - whole} of {n} terms, K mod {1 << k}, are left out"
            short = _Terms(found.a[:, :whole], found.b[:, :whole], found.bias)
            model = canonical_model(whole, compute)
            yield from _by_model(evidence, "wrong-tail", text, short, model)


def _blocks_of(evidence: Evidence, found: _Terms, compute: str) -> Iterator[Explanation]:
    """Try other block sizes than 256 terms.

    `_other_trees` tries one chain over all terms, under the name `tree:sequential_fma`.
    """
    for block in BLOCKS:
        if block < found.a.shape[1]:
            model = canonical_model(found.a.shape[1], compute, block)
            text = f"blocks of {block} terms instead of {CONTRACTION_BLOCK} (T4)"
            yield from _by_model(evidence, f"block:{block}", text, found, model)
            text = f"{text}, and products rounded"
            yield from _by_model(evidence, f"block:{block}", text, found, rounded_products(model))


def _other_trees(
    evidence: Evidence, found: _Terms, accumulate: str, names: Sequence[str]
) -> Iterator[Explanation]:
    n = found.a.shape[1]
    text = f"adds the {n} products from left to right by fma, in {accumulate} (T4)"
    yield from _by_model(evidence, "tree:sequential_fma", text, found, one_chain(n, accumulate))
    for name in names:
        tree = build(name, n)
        fused = Model(replace(tree, leaf_rule="fused_product"), accumulate, chain_starts(tree))
        for model, words in (
            (fused, "products by fma"),
            (rounded_products(fused), "rounded products"),
        ):
            text = f"adds the {n} {words} {FAMILIES[name].text}, in {accumulate} (T4)"
            yield from _by_model(evidence, f"tree:{name}", text, found, model)


def _by_model(
    evidence: Evidence, name: str, text: str, terms: _Terms, model: Model
) -> Iterator[Explanation]:
    def predict(positions: Array) -> Array:
        part = terms.at(positions)
        return finish(evidence.format, evaluate_products(model, part.a, part.b), part.bias, model)

    for found in by_prediction(evidence, name, text, predict):
        details = tree_details(model.tree) if name.startswith(("tree:", "block:")) else {}
        yield replace(found, details=details)


def finish(form: str, sums: Array, bias: Array | None, model: Model) -> Array:
    """Add the bias once, and round to the output format `form`."""
    if bias is not None:
        addend = narrow(bias, model.accumulate)
        sums = add(sums, flush(addend, model.accumulate) if model.flushing else addend)
        sums = flush(sums, model.accumulate) if model.flushing else sums
    return narrow(sums, form)
