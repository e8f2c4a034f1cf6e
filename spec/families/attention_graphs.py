"""The nodes of attention, of its gradients and of products with a mask (clause T8).

Keys are processed in blocks of 256. A masked key is absent: it keeps its position in the tree, but
its leaf is missing. The blocks are combined by a tree of the shape of T1. The nodes of a call
depend on its number of keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from samebits.spec.families.attention import BLOCK, KEY, MASK, QUERY, RESULT, VALUE
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Names
from samebits.spec.language.graph import (
    Branch,
    Carried,
    Equals,
    Graph,
    Item,
    Join,
    Loop,
    Number,
    Ref,
    Sizes,
    node,
)
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.scalars import attribute, count, literal, sqrt


def masked_product_graph(call: Call, sizes: Names) -> Graph:
    """Return the graph of the contraction T4 without the terms that the mask excludes (T8.4)."""
    blocks = [(first, min(BLOCK, sizes["K"] - first)) for first in range(0, int(sizes["K"]), BLOCK)]
    items: list[Item] = [
        node("ac", "cast", "a"),
        node("bc", "cast", "b"),
        Number("nothing", literal(-0.0)),
        Broadcast("start", "nothing", "[B, M, N]"),
    ]
    for number, (first, steps) in enumerate(blocks):
        place = (f"{first} + t", f"{first} + t + 1")
        items.append(
            Loop(
                name=f"block {number}",
                index="t",
                steps=str(steps),
                carried=(Carried(f"block{number}", f"so_far{number}", "start", f"next{number}"),),
                kept=(),
                body=(
                    Slice(f"a{number}", "ac", -1, *place),
                    Slice(f"b{number}", "bc", 1, *place),
                    Slice(f"m{number}", "mask", -1, *place),
                    node(f"f{number}", "fma", f"a{number}", f"b{number}", f"so_far{number}"),
                    node(f"next{number}", "where", f"m{number}", f"f{number}", f"so_far{number}"),
                ),
            )
        )
    total = "start"
    if blocks:
        items += [
            Stack("blocks", tuple(f"block{n}" for n in range(len(blocks))), 0),
            node("total", "sum", "blocks", axes=(0,), keepdims=False),
        ]
        total = "total"
    items += [
        node("some", "any", "mask", to="bool", axes=(-1,), keepdims=True),
        Number("zero", literal(0.0)),
        node("found", "where", "some", total, "zero"),
        node("y", "cast", "found", to="output"),
    ]
    return Graph(("a", "b", "mask"), tuple(items), ("y",))


_QUERIES, _GRADIENTS, _SCORES = (f"[N*J, H//J*L, {size}]" for size in "DES")
"""Shapes of queries, gradients and scores. One axis has all query heads of a key head."""


def attention_graph(call: Call, sizes: Names) -> Graph:
    """Return the graph that computes the result of every query (T8.5 to T8.8)."""
    operands = ("query", "key", "value", "mask")
    items, part = _forward(call, sizes, 3, ("total", "value"))
    items += [
        node("quotient", "div", part.value, part.total),
        Number("none", literal(0.0)),
        node("rows", "where", part.some, "quotient", "none"),
        Reshape("heads", "rows", RESULT),
        node("y", "cast", "heads", to="output"),
    ]
    return Graph(operands[: len(call.inputs)], tuple(items), ("y",))


def attention_gradient_graph(call: Call, sizes: Names) -> Graph:
    """Return the graph of the gradients of query, key, value, and of a mask of numbers (T8.9)."""
    operands = ("query", "key", "value", "result", "gradient", "mask")
    items, part = _forward(call, sizes, 5, ("total",))
    drops = _drops(call)
    present, used = "present", "used" if drops else "present"
    items += [
        node("oc", "cast", "result"),
        node("gc", "cast", "gradient"),
        Reshape("g", "gc", _GRADIENTS),
        Reshape("g_row", "gc", "[N*H*L, 1, E]"),
        Reshape("o_column", "oc", "[N*H*L, E, 1]"),
        node("inner", "bmm", "g_row", "o_column"),
        Reshape("of_row", "inner", "[N*J, H//J*L, 1]"),
        node("log_total", "log", part.total),
        node("lse", "add", part.most, "log_total"),
        node("below_lse", "sub", "s", "lse"),
        node("p", "exp", "below_lse"),
        node("dp", "bmm", "g", "v", transpose_b=True),
        *(_gradient_of_kept() if drops else ()),
        node("dp_rest", "sub", "dp_kept" if drops else "dp", "of_row"),
        node("ds", "mul", "p", "dp_rest"),
        Number("none", literal(0.0)),
        *((node("p_kept", "mul", "p", "kept_factor"),) if drops else ()),
        Transpose("p_by_key", "p_kept" if drops else "p", "[B, M, K]", "[B, K, M]"),
        Transpose("ds_by_key", "ds", "[B, M, K]", "[B, K, M]"),
        Transpose("present_by_key", present, "[B, M, K]", "[B, K, M]"),
        node("key_some", "any", "present_by_key", axes=(-1,), keepdims=True, to="bool"),
        *_product("dq", "ds", "k", present, part.some, "query", QUERY, "output"),
        *_product("dk", "ds_by_key", "q", "present_by_key", "key_some", "key", KEY, "output 1"),
        *((Transpose("used_by_key", used, "[B, M, K]", "[B, K, M]"),) if drops else ()),
        node("dv", "masked_bmm", "p_by_key", "g", f"{used}_by_key"),
        Reshape("dv_heads", "dv", VALUE),
        node("value_gradient", "cast", "dv_heads", to="output 2"),
    ]
    results = ["query_gradient", "key_gradient", "value_gradient"]
    if len(call.outputs) == 4:
        items += [
            node("dm", "where", present, "ds", "none"),
            Reshape("dm_heads", "dm", MASK),
            node("mask_gradient", "cast", "dm_heads", to="output 3"),
        ]
        results.append("mask_gradient")
    return Graph(operands[: len(call.inputs)], tuple(items), tuple(results))


def _drops(call: Call) -> bool:
    """Return whether keys of a query are dropped at random (T8.12)."""
    return "dropout_p" in call.attributes


def _dropped() -> tuple[Item, ...]:
    """Return nodes for `dropped`, `used` and `kept_factor`.

    `dropped` marks the keys that dropout removes, and `used` marks the keys that are present and
    not dropped. `kept_factor` scales the terms of keys that are not dropped.
    """
    return (
        node(
            "is_dropped", "bernoulli", to="bool", p=Ref("dropout_p"), shape=Sizes("[N, H, L, S]"),
            seed=Ref("seed"), stream=Ref("stream"),
        ),
        Reshape("dropped", "is_dropped", _SCORES),
        node("used", "gt", "present", "dropped", to="bool"),
        Number("kept_factor", 1 / (1 - attribute("dropout_p"))),
    )  # fmt: skip


def _gradient_of_kept() -> tuple[Item, ...]:
    """Return nodes for `dp_kept`, the gradient of p: +0 for dropped keys, scaled for other keys."""
    return (
        node("dp_scaled", "mul", "dp", "kept_factor"),
        Number("no_gradient", literal(0.0)),
        node("dp_kept", "where", "dropped", "no_gradient", "dp_scaled"),
    )


def _product(
    name: str, a: str, b: str, mask: str, some: str, operand: str, shape: str, to: str
) -> tuple[Item, ...]:
    """Return nodes for the gradient of an operand.

    It is a masked product times `factor`, or +0 for an element without terms.
    """
    return (
        node(name, "masked_bmm", a, b, mask),
        node(f"{name}_scaled", "mul", name, "factor"),
        node(f"{name}_rows", "where", some, f"{name}_scaled", "none"),
        Reshape(f"{name}_heads", f"{name}_rows", shape),
        node(f"{operand}_gradient", "cast", f"{name}_heads", to=to),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The names of four values that describe a range of keys.

    `some` is true if a key is present, and `most` is the largest score. `total` and `value` are l
    and o of clause T8.
    """

    some: str
    most: str
    total: str
    value: str


def _forward(
    call: Call, sizes: Names, mask: int, sums: tuple[str, ...]
) -> tuple[list[Item], _Part]:
    """Return the nodes of the forward pass, and the names of its values over all keys.

    `mask` is the index of the mask among the operands. `sums` has "total" to compute only l, and
    also "value" to compute l and o.
    """
    form = call.inputs[mask] if len(call.inputs) > mask else ""
    items = [*_scores(form), *_causal(), *(_dropped() if _drops(call) else ())]
    parts = []
    for number, first in enumerate(range(0, int(sizes["S"]), BLOCK)):
        stop = min(first + BLOCK, int(sizes["S"]))
        found, part = _block(str(number), first, stop, sums, _drops(call))
        items += found
        parts.append(part)
    while len(parts) > 1:  # the shape of T1: combine neighbours; an odd last part is passed on
        pairs = [parts[i : i + 2] for i in range(0, len(parts), 2)]
        parts = []
        for pair in pairs:
            if len(pair) == 2:
                found, part = _joined(pair[0], pair[1], sums)
                items += found
                parts.append(part)
            else:
                parts += pair
    return items, parts[0]


def _scores(form: str) -> Iterator[Item]:
    """Yield nodes for `s` and `known`.

    `known` is true where the score is not -inf and a mask in bool allows the key. `form` is the
    format of the mask, or empty without a mask.
    """
    yield node("qc", "cast", "query")
    yield node("kc", "cast", "key")
    yield node("vc", "cast", "value")
    yield Reshape("q", "qc", _QUERIES)
    yield Reshape("k", "kc", "[N*J, S, D]")
    yield Reshape("v", "vc", "[N*J, S, E]")
    yield node("products", "bmm", "q", "k", transpose_b=True)
    yield Branch(
        Equals("scale", None),
        (Number("by_size", literal(1.0) / sqrt(count("d"))),),
        (Join("factor", "by_size", "by_attribute"),),
        others=(Number("by_attribute", attribute("scale")),),
    )
    scaled = "scaled" if form not in ("", "bool") else "s"
    yield node(scaled, "mul", "products", "factor")
    if form not in ("", "bool"):
        yield node("mc", "cast", "mask")
        yield Reshape("added", "mc", _SCORES)
        yield node("s", "add", "scaled", "added")
    yield Number("low", literal(float("-inf")))
    if form != "bool":
        yield node("known", "ne", "s", "low", to="bool")
    else:
        yield node("infinite", "eq", "s", "low", to="bool")
        yield Reshape("shown", "mask", _SCORES)
        yield node("known", "gt", "shown", "infinite", to="bool")


def _causal() -> tuple[Item, ...]:
    """Return nodes for `present`: `known` without the keys that a causal call excludes.

    A causal call excludes keys after i + query_offset for query i. Running sums count the positions
    from 1. The offset is subtracted from the position of the first key.
    """
    return (
        Branch(
            Equals("is_causal", True),
            (
                Number("one", literal(1.0), to="i64"),
                Number("first", literal(1.0) - attribute("query_offset"), to="i64"),
                Reshape("first_key", "first", "[1]"),
                Broadcast("further_keys", "one", "[S - 1]"),
                Concatenate("key_steps", ("first_key", "further_keys"), 0),
                node("key_place", "cumsum", "key_steps", to="i64", axis=0),
                Broadcast("query_steps", "one", "[L]"),
                node("query_count", "cumsum", "query_steps", to="i64", axis=0),
                Reshape("query_place", "query_count", "[L, 1]"),
                node("later", "gt", "key_place", "query_place", to="bool"),
                Broadcast("later_heads", "later", "[N*J, H//J, L, S]"),
                Reshape("later_rows", "later_heads", _SCORES),
                node("seen", "gt", "known", "later_rows", to="bool"),
            ),
            (Join("present", "seen", "known"),),
        ),
    )


def _block(
    number: str, first: int, stop: int, sums: tuple[str, ...], drops: bool
) -> tuple[list[Item], _Part]:
    """Return the nodes of one block of keys (T8.6).

    With dropout, the keys that are not dropped are scaled in o only (T8.12).
    """
    part = _Part(*(f"{name}{number}" for name in ("some", "most", "total", "value")))
    seen, scores, terms = f"present{number}", f"s{number}", f"terms{number}"
    last: dict[str, Any] = {"axes": (-1,), "keepdims": True}
    items: list[Item] = [
        Slice(seen, "present", -1, first, stop),
        Slice(scores, "s", -1, first, stop),
        node(part.some, "any", seen, to="bool", **last),
        node(f"shown{number}", "where", seen, scores, "low"),
        node(part.most, "max", f"shown{number}", **last),
        node(f"below{number}", "sub", scores, part.most),
        node(terms, "exp", f"below{number}"),
        node(part.total, "masked_sum", terms, seen, **last),
    ]
    if "value" in sums:
        items.append(Slice(f"v{number}", "v", 1, first, stop))
        weights, used = terms, seen
        if drops:
            weights, used = f"weights{number}", f"used{number}"
            items += [
                node(weights, "mul", terms, "kept_factor"),
                Slice(used, "used", -1, first, stop),
            ]
        items.append(node(part.value, "masked_bmm", weights, f"v{number}", used))
    return items, part


def _joined(a: _Part, b: _Part, sums: tuple[str, ...]) -> tuple[list[Item], _Part]:
    """Return the nodes that combine two neighbouring parts (T8.7).

    If one part has no present key, the result is the other part.
    """
    tail = f"{a.some.removeprefix('some')}_{b.some.removeprefix('some')}"
    part = _Part(*(f"{name}{tail}" for name in ("some", "most", "total", "value")))
    items: list[Item] = [
        Stack(f"somes{tail}", (a.some, b.some), 0),
        node(part.some, "any", f"somes{tail}", to="bool", axes=(0,), keepdims=False),
        node(part.most, "maximum", a.most, b.most),
    ]
    for side, name in ((a, "left"), (b, "right")):
        items += [
            node(f"{name}_below{tail}", "sub", side.most, part.most),
            node(f"{name}{tail}", "exp", f"{name}_below{tail}"),
        ]
    for what in sums:
        left, right = getattr(a, what), getattr(b, what)
        items += [
            node(f"left_{what}{tail}", "mul", f"left{tail}", left),
            node(f"right_{what}{tail}", "mul", f"right{tail}", right),
            node(f"both_{what}{tail}", "add", f"left_{what}{tail}", f"right_{what}{tail}"),
            node(f"some_{what}{tail}", "where", b.some, f"both_{what}{tail}", left),
            node(f"{what}{tail}", "where", a.some, f"some_{what}{tail}", right),
        ]
    return items, part
