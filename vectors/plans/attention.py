"""Cases of attention, its gradients, and products with a mask (clause T8).

The numbers of keys are on both sides of a block. Heads share keys, and each kind of mask occurs,
causal calls with every offset, and rows without a key. Scores have special values, also at absent
keys, where they must not affect results. Blocks of 256 keys contain only NaN, absent keys,
infinities or numbers, in every order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.spec.families import attention as rules
from samebits.spec.families.draws import words_of
from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.geometry import sized
from samebits.spec.language.shapes import Shape, ShapeRule
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

Bits = np.ndarray[Any, Any]
Letters = np.ndarray[Any, Any]

_BY_VALUE = 30
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_BYTES = ("00", "01", "02", "ff")


FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op has a shape rule of clauses T8.4 to T8.9."""
    return op.shape_rule in _PLANS


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    return list(_PLANS[op.shape_rule](op, label))


def _planned(
    op: Op, name: str, signature: Signature, operands: Sequence[PlannedInput], level: str,
    flags: tuple[str, ...], **attributes: Any,
) -> Planned:  # fmt: skip
    call = op.call(*signature, **attributes)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    return Planned(name, call, tuple(operands), level, flags, digest=count > _BY_VALUE)


def _product(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with lengths around a block, masks of different density, and special values."""
    (signature,) = op.labels()[label]
    few = label != "f32"
    flags = ("length", "graph", "condition-byte")
    for k in (1, 4, 17, 256, 600) if few else (1, 2, 3, 5, 8, 17, 64, 255, 256, 257, 512, 600):
        shapes = ((1, 2, k), (1, k, 3), (1, 2, k))
        name = f"length/{k}"
        operands = _drawn(f"{op.name}/{label}/{name}", signature[0], shapes)
        level = "smoke" if k in (3, 17) else "standard"
        yield _planned(op, name, signature, operands, level, flags)
    name, shapes = "batch", ((3, 5, 7), (3, 7, 4), (3, 5, 7))
    operands = _drawn(f"{op.name}/{label}/{name}", signature[0], shapes)
    yield _planned(op, name, signature, operands, "standard", ("shape", "graph"))
    for name, shapes in (
        ("no-terms", ((1, 2, 0), (1, 0, 3), (1, 2, 0))),
        ("no-rows", ((1, 0, 4), (1, 4, 3), (1, 0, 4))),
        ("no-batch", ((0, 2, 4), (0, 4, 3), (0, 2, 4))),
    ):
        operands = [values([], f, s) for f, s in zip(signature[0], shapes, strict=True) if 0 in s]
        full = {i: s for i, s in enumerate(shapes) if 0 not in s}
        for place, shape in full.items():
            operands.insert(place, values([0] * prod(shape), signature[0][place], shape))
        yield _planned(op, f"empty/{name}", signature, operands, "standard", ("shape", "graph"))
    yield _planned(op, "special", signature, _product_special(get_format(label)), "smoke", (
        "special-values", "nan-canonical", "signed-zero", "graph"
    ))  # fmt: skip


def _product_special(form: Format) -> list[PlannedInput]:
    """Return rows of four terms: signed zeros, infinities and NaN, some present and some absent."""
    minus, one, nan, big = form.sign_mask, patterns.one(form), form.canonical_nan, form.infinity
    rows = [
        ([one, nan, one, one], [1, 0, 1, 1]), ([nan] * 4, [0] * 4), ([nan + 1, one, 0, 0], [1] * 4),
        ([0, 0, 0, 0], [1, 0, 0, 0]), ([minus] * 4, [1, 1, 1, 1]), ([one] * 4, [0, 0, 1, 0]),
        ([minus, minus, 0, 0], [1, 1, 0, 0]), ([big, one, one, big], [0, 1, 1, 0]),
        ([big, big | minus, one, one], [1, 1, 0, 0]), ([form.max_finite] * 4, [1, 1, 1, 0]),
        ([1, 1 | minus, 2, 3], [1, 0, 1, 2]), ([one, one | minus, 0, 0], [1, 1, 0, 0]),
    ]  # fmt: skip
    columns = [[one, one, minus, 0], [one | minus, one, one, big], [minus, nan, one, 1]]
    shape = (1, len(rows), 4)
    return [
        values([p for row, _ in rows for p in row], form.name, shape),
        values([column[k] for k in range(4) for column in columns], form.name, (1, 4, 3)),
        values([b for _, row in rows for b in row], "bool", shape),
    ]


_SIZES = ("N", "H", "J", "L", "S", "D", "E")
_LENGTHS = (1, 2, 3, 5, 17, 64, 255, 256, 257, 513, 800)
_CALLS: tuple[tuple[str, tuple[int, ...], dict[str, Any]], ...] = (
    ("heads/one-for-all", (2, 4, 1, 3, 6, 5, 2), {}),
    ("heads/pairs", (1, 4, 2, 3, 6, 5, 3), {}),
    ("heads/each", (2, 3, 3, 2, 5, 4, 4), {}),
    ("factor/1", (1, 2, 1, 3, 5, 4, 3), {"scale": 1.0}),
    ("factor/0", (1, 2, 1, 3, 5, 4, 3), {"scale": 0.0}),
    ("factor/third", (1, 2, 1, 3, 5, 4, 3), {"scale": 1 / 3}),
    ("factor/below-0", (1, 2, 1, 3, 5, 4, 3), {"scale": -0.5}),
    ("causal/0", (1, 2, 1, 5, 5, 3, 2), {"is_causal": True}),
    ("causal/more-keys", (1, 2, 1, 3, 7, 3, 2), {"is_causal": True, "query_offset": 4}),
    ("causal/fewer-keys", (1, 2, 1, 6, 3, 3, 2), {"is_causal": True, "query_offset": -3}),
    ("causal/no-key", (1, 1, 1, 4, 3, 2, 2), {"is_causal": True, "query_offset": -9}),
    ("causal/block", (1, 1, 1, 2, 259, 2, 2), {"is_causal": True, "query_offset": 255}),
    ("empty/no-queries", (1, 2, 1, 0, 3, 4, 2), {}),
    ("empty/no-batch", (0, 2, 1, 2, 3, 4, 2), {}),
    ("empty/no-features", (1, 2, 1, 2, 3, 4, 0), {}),
    ("empty/no-length", (1, 2, 1, 2, 3, 0, 2), {"scale": 0.5}),
)


_DROPS: tuple[tuple[str, tuple[int, ...], dict[str, Any]], ...] = (
    ("dropped/none", (1, 2, 1, 3, 7, 4, 3), {"dropout_p": 0.0}),
    ("dropped/tenth", (1, 2, 1, 3, 7, 4, 3), {"dropout_p": 0.1}),
    ("dropped/most", (1, 2, 1, 3, 7, 4, 3), {"dropout_p": 0.875}),
    ("dropped/all", (1, 2, 1, 3, 7, 4, 3), {"dropout_p": 1.0}),
    ("dropped/block", (1, 2, 1, 2, 259, 2, 2), {"dropout_p": 0.9921875}),
    ("dropped/causal", (1, 2, 1, 5, 5, 3, 2), {"dropout_p": 0.5, "is_causal": True}),
    ("dropped/heads", (2, 4, 2, 3, 5, 3, 2), {"dropout_p": 0.5, "scale": 1.0}),
    ("dropped/stream", (1, 2, 1, 3, 7, 4, 3), {"dropout_p": 0.5, "stream": (7, 9)}),
    ("dropped/seed", (1, 2, 1, 3, 7, 4, 3), {"dropout_p": 0.5, "seed": (7, 1 << 31)}),
    ("length/600", (1, 2, 1, 9, 600, 3, 2), {"dropout_p": 0.5}),
    ("empty/no-queries", (1, 2, 1, 0, 3, 4, 2), {"dropout_p": 0.5}),
)
_SOURCE: dict[str, Any] = {"seed": words_of(0x0123456789ABCDEF), "stream": words_of(1)}


def _dropping(op: Op, label: str) -> Iterator[Planned]:
    """Yield the cases of attention whose result depends on a drawn dropout mask.

    Formats other than f32 have fewer.
    """
    signatures = op.labels()[label]
    few = get_format(signatures[0][0][0]).name != "f32"
    for number, (name, sizes, given) in enumerate(_DROPS):
        if few and name not in ("dropped/tenth", "dropped/most", "length/600"):
            continue
        signature = signatures[number % len(signatures)]
        shapes = _shapes(op, signature, dict(zip(_SIZES, sizes, strict=True)))
        operands = _drawn(f"{op.name}/{label}/{name}", signature[0], shapes)
        level = "smoke" if name == "dropped/tenth" else "standard"
        flags = ("length", "draw-limits", "graph")
        yield _planned(op, name, signature, operands, level, flags, **{**_SOURCE, **given})
    for signature in signatures:
        for case in _special(op, signature, {**_SOURCE, "dropout_p": 0.5}):
            yield replace(case, level="standard")
        yield from _blocks(op, signature, {**_SOURCE, "dropout_p": 0.5})


def _attention(op: Op, label: str) -> Iterator[Planned]:
    """Yield the cases of attention: all in f32, fewer in other formats, and fewest in f64.

    Formats share the nodes of the graph.
    """
    signatures = op.labels()[label]
    form = get_format(signatures[0][0][0]).name
    few, fewest = form != "f32", form == "f64"
    cases: list[tuple[str, tuple[int, ...], dict[str, Any]]] = [
        (f"keys/{s}", (1, 2, 1, 2, s, 3, 2), {})
        for s in _LENGTHS[:: 6 if fewest else 3 if few else 1]
    ]
    for number, (name, sizes, attributes) in enumerate([*cases, *_CALLS]):
        if few and name.startswith(("factor", "heads")) and number % 2:
            continue
        if fewest and name.startswith(("empty", "factor")):
            continue
        signature = signatures[number % len(signatures)]
        shapes = _shapes(op, signature, dict(zip(_SIZES, sizes, strict=True)))
        group = name.split("/")[0]
        # Cases of these groups share their operands to save space
        drawn_as = group if group in ("factor", "keys") else name
        operands = _drawn(f"{op.name}/{label}/{drawn_as}", signature[0], shapes)
        level = "smoke" if name in ("keys/3", "causal/0") else "standard"
        flags = ("length", "graph")
        yield _planned(op, name, signature, operands, level, flags, **attributes)
    for signature in signatures:
        yield from _special(op, signature)
        yield from _blocks(op, signature)


def _special(
    op: Op, signature: Signature, given: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[Planned]:
    """Yield cases with special scores and values. Queries are 1, so the scores are the keys."""
    form = get_format(signature[0][0])
    minus, one, nan, big = form.sign_mask, patterns.one(form), form.canonical_nan, form.infinity
    low, top = big | minus, form.max_finite
    rows = [
        [low] * 4, [low, one, 0, minus], [big, one, 0, 0], [nan, one, 0, 0], [nan, low, low, low],
        [top, top, one, 0], [top | minus] * 4, [one] * 4, [0, minus, 0, minus], [big, low, 0, 0],
    ]  # fmt: skip
    masks = [[1, 1, 1, 0], [0] * 4, [0, 2, 0, 1], [0, 1, 1, 1], [1, 1, 0, 0]]
    columns = [[one, big, nan, minus], [minus, minus, 0, one], [one, one | minus, one, one]]
    n = len(rows)
    shape = dict(zip(_SIZES, (n, 1, 1, 1, 4, 1, 3), strict=True))
    shapes = _shapes(op, signature, shape)
    fixed = {
        "query": [one] * n,
        "key": [p for row in rows for p in row],
        "value": [column[k] for _ in rows for k in range(4) for column in columns],
        "result": [one, minus, 0] * n,
        "gradient": [one, one | minus, one] * n,
    }
    operands: list[PlannedInput] = []
    for place, name in enumerate(op.operands[: len(shapes)]):
        if name != "mask":
            found = fixed[name]
        elif signature[0][place] == "bool":
            found = [b for i in range(n) for b in masks[i % len(masks)]]
        else:
            found = [0 if b else low for i in range(n) for b in masks[i % len(masks)]]
        operands.append(values(found, signature[0][place], shapes[place]))
    kind = "" if len(shapes) == len(op.operands) - 1 else f"-{signature[0][-1]}-mask"
    flags = ("special-values", "nan-canonical", "graph")
    yield _planned(op, f"special{kind}", signature, operands, "smoke", flags, scale=1.0, **given)


_ORDERS = (
    "AAA", "AFA", "AAF", "FAF", "NAA", "ANA", "AAN", "NNA",
    "FNA", "NFA", "NAF", "FNF", "MNA", "NMA", "INA", "NIA",
)  # fmt: skip
"""The contents of three blocks of keys, one letter for each block.

A block has numbers (F), only NaN (N), some NaN (M), no present key (A), or an infinity (I). Drawn
questions cover all orders.
"""

_CAUSAL_ORDERS = ("FFF", "FNF", "NFF", "NNF")
_THREE_BLOCKS = 515

_MASKS_OF_BLOCKS = {"f32": ("", "flags", "numbers"), "f16": ("numbers",), "bf16": ("flags",)}
"""Masks of the cases with three blocks, by format.

f64 has none, because it shares the nodes of f32.
"""


def _blocks(
    op: Op, signature: Signature, given: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[Planned]:
    """Yield cases with three blocks of keys in every order, one sample per order.

    A mask of numbers causes the NaN and absent keys. With a mask of flags, or without a mask, NaN
    comes from the keys. Without a mask the call is causal, and its three queries see 255, 256 and
    257 keys.
    """
    formats = signature[0]
    mask = "" if len(formats) < len(op.operands) else "flags"
    mask = "numbers" if mask and formats[-1] == formats[0] else mask
    if mask not in _MASKS_OF_BLOCKS.get(formats[0], ()):
        return
    orders, queries = (_ORDERS, 1) if mask else (_CAUSAL_ORDERS, 3)
    sizes = dict(zip(_SIZES, (len(orders), 1, 1, queries, _THREE_BLOCKS, 1, 1), strict=True))
    shapes = _shapes(op, signature, sizes)
    letters = np.array([list(order) for order in orders])
    by_key = letters[:, np.arange(_THREE_BLOCKS) // rules.BLOCK]
    operands = [
        values(_of_blocks(get_format(formats[0]), name, mask, by_key, shape), form, shape)
        for name, form, shape in zip(op.operands, formats, shapes, strict=False)
    ]
    seen = {} if mask else {"is_causal": True, "query_offset": rules.BLOCK - 2}
    flags = ("block-contents", "nan-canonical", "graph")
    name = f"blocks/{mask or 'causal'}"
    yield _planned(op, name, signature, operands, "smoke", flags, **seen, **given)


def _of_blocks(form: Format, name: str, mask: str, by_key: Letters, shape: Shape) -> Bits:
    """Return the bit patterns of an operand.

    `by_key` contains the letter of the block for each sample and key.
    """
    one, infinity, nan = patterns.one(form), form.infinity, form.canonical_nan
    half = one - (1 << (form.precision - 1))
    if name not in ("key", "value", "mask"):
        return np.resize(np.array([one, half], np.uint64), shape)
    few = np.array([one, half, one | form.sign_mask, half | form.sign_mask, 0], np.uint64)
    places = np.arange(by_key.shape[1])
    tells = name == "mask" or (name == "key" and mask != "numbers")
    found = few[(places + (name == "value")) % few.size] + np.zeros(by_key.shape, np.uint64)
    if name == "mask" and mask == "flags":
        return np.asarray(by_key != "A").astype(np.uint64).reshape(shape)
    if name == "mask":
        found[...] = np.where(by_key == "A", infinity | form.sign_mask, 0)
    if tells:
        found[(by_key == "N") | ((by_key == "M") & (places % 4 == 1))] = nan
        found[by_key == "I"] = infinity
    return np.asarray(found.reshape(shape))


def _shapes(op: Op, signature: Signature, sizes: Mapping[str, int]) -> tuple[Shape, ...]:
    rule = op.shape_rule
    return tuple(sized(rule.pattern(i), rule, {}, dict(sizes)) for i in range(len(signature[0])))


def _drawn(case_id: str, formats: Sequence[str], shapes: Sequence[Shape]) -> list[PlannedInput]:
    """Return operands with exponents around 0. Masks are bytes, about a quarter of them zero."""
    found: list[PlannedInput] = []
    for place, (name, shape) in enumerate(zip(formats, shapes, strict=True)):
        if name == "bool":
            found.append(generated(case_id, place, name, shape, "choice", values=_BYTES))
        else:
            found.append(generated(case_id, place, name, shape, "spread", low=-5, high=2))
    return found


_PLANS: Mapping[ShapeRule, Callable[[Op, str], Iterator[Planned]]] = MappingProxyType(
    {
        rules.masked_product: _product,
        rules.attention: _attention,
        rules.attention_gradient: _attention,
        rules.dropping_attention: _dropping,
        rules.dropping_attention_gradient: _dropping,
    }
)
