"""Hypotheses: declared graphs with parts, biases or factors in a wrong order (G8, G11).

Libraries store the gates of a recurrent layer in different orders, add its two biases at different
points, and decay weights before or after a step. Each change is a changed declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations

from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.hypotheses.elementwise_graphs_hypotheses import (
    Change,
    tried,
    with_items,
)
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import elementwise_landmarks, get_op
from samebits.spec.language.graph import Branch, Given, Graph, Item, Node, Number, node
from samebits.spec.language.moves import Slice

MOST_ELEMENTS = 1 << 19
"""The largest number of operand elements for which a graph is replayed, once for each change."""

MOST_PARTS = 4
"""The largest number of parts of a value for which all orders are tried."""

_Biased = tuple[Branch, Node, str]
"""A branch for calls with a bias, the product in it that adds the bias, and the bias's name."""


def mixed_orders(evidence: Evidence) -> Iterator[Explanation]:
    """Try each change of a declared graph separately.

    Elementwise graphs are left to the family `elementwise_graphs`.
    """
    op = get_op(evidence.call.op)
    if elementwise_landmarks(op.name) is not None or not isinstance(op.graph, Graph):
        return
    if sum(x.size for x in evidence.inputs) <= MOST_ELEMENTS:
        for change in (*_biases(op.graph), *_parts(op.graph), *_factors(op.graph)):
            yield from tried(evidence, change)


def _parts(graph: Graph) -> Iterator[Change]:
    """Try other orders of parts: first in all values with as many parts, then in one value.

    A part is a slice of a value, such as the gates of a recurrent layer.
    """
    groups: dict[tuple[str, int | str], list[Slice]] = {}
    for item in graph.items():
        if isinstance(item, Slice):
            groups.setdefault((item.input, item.axis), []).append(item)
    lists = [g for g in groups.values() if 1 < len(g) <= MOST_PARTS and _adjoin(g)]
    by_count: dict[int, list[list[Slice]]] = {}
    for parts in lists:
        by_count.setdefault(len(parts), []).append(parts)
    chosen = [*by_count.values(), *([each] for same in by_count.values() for each in same)]
    for some in {tuple(tuple(p.name for p in parts) for parts in x): x for x in chosen}.values():
        for order in _orders(len(some[0])):
            yield _reordered(graph, some, order)


def _adjoin(parts: list[Slice]) -> bool:
    """Return whether each part begins at the end of the previous part."""
    return all(before.stop == after.start for before, after in pairwise(parts))


def _orders(count: int) -> list[tuple[int, ...]]:
    """Return all orders except the right one, first those that swap only two parts."""
    found = [order for order in permutations(range(count)) if order != tuple(range(count))]
    return sorted(found, key=lambda order: sum(i != at for i, at in enumerate(order)))


def _reordered(graph: Graph, some: list[list[Slice]], order: tuple[int, ...]) -> Change:
    changed = graph
    for parts in some:
        for part, at in zip(parts, order, strict=True):
            other = replace(part, start=parts[at].start, stop=parts[at].stop)
            changed = with_items(changed, part, (other,))
    moved = [i for i, at in enumerate(order) if i != at]
    names = ", ".join(parts[i].name for parts in some for i in moved)
    values = ", ".join(dict.fromkeys(parts[0].input for parts in some))
    stand = ", ".join(some[0][at].name for at in order)
    text = f"parts of {values} in another order: {stand} where {_names(some[0])} are wanted (G11)"
    return Change(changed, names, "parts-exchanged", text)


def _names(parts: list[Slice]) -> str:
    return ", ".join(part.name for part in parts)


def _biases(graph: Graph) -> Iterator[Change]:
    """Try to add the biases elsewhere, if the graph adds two products and each has a bias."""
    found = list(_biased(graph))
    if len(found) != 2:
        return
    (one, first, bias), (two, second, other) = found
    ends = {join.name for branch in (one, two) for join in branch.joins}
    sums = [
        item
        for item in graph.items()
        if isinstance(item, Node) and item.op == "add" and ends & set(item.inputs)
    ]
    nodes = f"{first.name}, {second.name}"

    def change(text: str, *pairs: tuple[Node, tuple[Item, ...]]) -> Change:
        changed = graph
        for old, new in pairs:
            changed = with_items(changed, old, new)
        return Change(changed, nodes, "bias-order", f"{text} (G11)")

    both = f"{bias} + {other}"
    yield change(
        f"{both} is added first, and the sum is used as one bias",
        (first, _with_bias_of_both(first, bias, other)),
        (second, (_without_bias(second),)),
    )
    yield change(
        f"{bias} and {other} are exchanged",
        (first, _with_bias(first, other)),
        (second, _with_bias(second, bias)),
    )
    yield change(
        "each bias is added to a product that is rounded already",
        (first, _bias_last(first, bias)),
        (second, _bias_last(second, other)),
    )
    for total in sums[:1]:
        plain = ((first, (_without_bias(first),)), (second, (_without_bias(second),)))
        at = f"{total.name}_bare"
        bare = replace(total, names=(at,))
        kept = (*_wide(total, bias), *_wide(total, other))
        a, b = (f"{x}_of_{total.name}" for x in (bias, other))
        summed = node(f"{total.name}_both", "add", a, b)
        last = node(total.name, "add", at, summed.name)
        text = f"{both} is added to the sum of both products"
        yield change(text, *plain, (total, (*kept, bare, summed, last)))
        for x, y in ((a, b), (b, a)):
            then = node(f"{total.name}_half", "add", at, x)
            last = node(total.name, "add", then.name, y)
            text = "the biases are added one after the other to the sum of both products"
            yield change(text, *plain, (total, (*kept, bare, then, last)))


def _biased(graph: Graph) -> Iterator[_Biased]:
    for item in graph.items():
        if isinstance(item, Branch) and isinstance(item.when, Given):
            for inner in item.items:
                if isinstance(inner, Node) and len(inner.inputs) == 3 and item.others:
                    yield item, inner, item.when.operand


def _wide(user: Node, *biases: str) -> tuple[Node, ...]:
    return tuple(node(f"{x}_of_{user.name}", "cast", x) for x in biases)


def _without_bias(product: Node) -> Node:
    return replace(product, inputs=product.inputs[:2])


def _with_bias(product: Node, bias: str) -> tuple[Item, ...]:
    (wide,) = _wide(product, bias)
    return wide, replace(product, inputs=(*product.inputs[:2], wide.name))


def _with_bias_of_both(product: Node, bias: str, other: str) -> tuple[Item, ...]:
    a, b = _wide(product, bias, other)
    both = node(f"{product.name}_bias", "add", a.name, b.name)
    return a, b, both, replace(product, inputs=(*product.inputs[:2], both.name))


def _bias_last(product: Node, bias: str) -> tuple[Item, ...]:
    (wide,) = _wide(product, bias)
    plain = replace(product, names=(f"{product.name}_plain_part",), inputs=product.inputs[:2])
    return wide, plain, node(product.name, "add", plain.names[0], wide.name)


def _factors(graph: Graph) -> Iterator[Change]:
    """Try to multiply a value by a host scalar after an addition instead of before it."""
    numbers = {item.name for item in graph.items() if isinstance(item, Number)}
    nodes = graph.op_nodes()
    for scaled in nodes:
        if scaled.op != "mul" or not numbers & set(scaled.inputs):
            continue
        factor = next(x for x in scaled.inputs if x in numbers)
        value = next((x for x in scaled.inputs if x != factor), factor)
        for total in nodes:
            if total.op == "add" and scaled.name in total.inputs:
                before = f"{total.name}_unscaled"
                inputs = tuple(value if x == scaled.name else x for x in total.inputs)
                new = (
                    replace(total, names=(before,), inputs=inputs),
                    node(total.name, "mul", before, factor),
                )
                text = f"multiplied by {factor} after the sum; only {value} must be multiplied (G8)"
                yield Change(with_items(graph, total, new), total.name, "scaled-after", text)
