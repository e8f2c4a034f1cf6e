"""Hypotheses about convolutions: the wrong terms are added for an element (T4, T5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from types import MappingProxyType

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.hypotheses.contractions_hypotheses import (
    canonical_model,
    rounded_products,
)
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import add, narrow
from samebits.conformance.reveal.replay import Model, evaluate_products
from samebits.spec.catalog import get_op
from samebits.spec.families.windows import Axis, axes_of, kind_of
from samebits.spec.formats import compute_format

MOST_TERMS = 1 << 21
"""The largest number of terms of all chosen elements together."""

_ORDERS = (
    ("outside-taps:skipped", "taps outside the input are skipped, instead of reading +0 (T5)"),
    ("tap-order:channels-last", "the channel runs fastest among the terms, not slowest (T5)"),
    ("tap-order:reversed", "the taps run backwards among the terms (T5)"),
    ("taps:flipped", "the kernel is applied flipped"),
    ("groups:mixed", "neighbouring channels belong to different groups (T5)"),
)
MISTAKES: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType(
    {
        "forward": _ORDERS,
        "input_gradient": (
            *_ORDERS,
            ("taps:all-counted", "taps that do not fit the stride are counted as terms, too (T5)"),
        ),
        "weight_gradient": (
            ("samples:sequential", "samples are added from left to right, instead of by T1 (T5)"),
            ("samples:one-chain", "all samples are one contraction, instead of one each (T5)"),
            ("outside-taps:skipped", "taps outside the input are skipped (T5)"),
            ("groups:mixed", "neighbouring channels belong to different groups (T5)"),
        ),
    }
)

Pair = tuple[tuple[int, ...] | None, tuple[int, ...] | None]
"""The indices of both factors of a term; None means that +0 is used."""


@dataclass(frozen=True, slots=True)
class _Windows:
    """The geometry and operands of a call of a convolution."""

    kind: str
    axes: tuple[Axis, ...]
    groups: int
    first: Array
    second: Array

    def channel(self, group: int, number: int, in_group: int, mistake: str) -> int:
        """Return the index of a channel: the channel `number` of a group."""
        return number * self.groups + group if mistake == "groups:mixed" else (
            group * in_group + number
        )  # fmt: skip

    def taps(self) -> list[tuple[int, ...]]:
        return list(product(*(range(a.taps) for a in self.axes)))


def windows(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by the canonical computation with one mistake, such as skipped taps."""
    kind = kind_of(get_op(evidence.call.op).shape_rule)
    if kind is None or not evidence.chosen.size:
        return
    kind = "input_gradient" if kind == "transposed" else kind
    found = _Windows(
        kind,
        axes_of(
            "transposed" if "transpose" in evidence.call.op else kind,
            evidence.call.op,
            evidence.call.attributes,
            [x.shape for x in evidence.inputs],
        ),
        int(str(evidence.call.attributes["groups"])),
        evidence.inputs[0],
        evidence.inputs[1],
    )
    terms = max(prod(x.shape[1:]) for x in evidence.inputs[:2])
    if evidence.chosen.size * terms > MOST_TERMS:
        return
    for name, text in MISTAKES[kind]:
        yield from _by_mistake(evidence, found, name, text)
    text = "products are rounded before they are added: mul and add instead of fma (T4)"
    yield from _by_mistake(evidence, found, "unfused", text)
    text = "adds the products from left to right by fma, without blocks of 256 (T4)"
    yield from _by_mistake(evidence, found, "tree:sequential_fma", text)


def _by_mistake(
    evidence: Evidence, found: _Windows, mistake: str, text: str
) -> Iterator[Explanation]:
    def predict(positions: Array) -> Array:
        places = np.unravel_index(evidence.chosen[positions], evidence.shape)
        sums = [
            _element(found, evidence, tuple(int(i) for i in place), mistake)
            for place in zip(*places, strict=True)
        ]
        return narrow(np.array(sums), evidence.format)

    yield from by_prediction(evidence, mistake, text, predict)


def _element(found: _Windows, evidence: Evidence, place: tuple[int, ...], mistake: str) -> Array:
    """Return one element of the result in the compute format, with its bias added."""
    compute = compute_format(evidence.call.inputs)
    if found.kind == "weight_gradient":
        return _weight_element(found, compute, place, mistake)
    pairs = (_forward if found.kind == "forward" else _backward)(found, place, mistake)
    total = _contract(found, pairs, compute, mistake)
    if len(evidence.inputs) == 3:
        total = add(total, narrow(evidence.inputs[2], compute)[place[1]])
    return total


def _weight_element(found: _Windows, compute: str, place: tuple[int, ...], mistake: str) -> Array:
    parts = [_weight_pairs(found, n, place, mistake) for n in range(found.first.shape[0])]
    if mistake == "samples:one-chain":
        return _contract(found, [pair for part in parts for pair in part], compute, mistake)
    sums = [_contract(found, part, compute, mistake) for part in parts]
    while len(sums) > 1:
        if mistake == "samples:sequential":
            sums = [add(sums[0], sums[1]), *sums[2:]]
            continue
        pairs = zip(sums[::2], sums[1::2], strict=False)
        sums = [add(a, b) for a, b in pairs] + sums[len(sums) - len(sums) % 2 :]
    return sums[0]


def _contract(found: _Windows, pairs: list[Pair], compute: str, mistake: str) -> Array:
    """Return the sum by clause T4 over the pairs of factors that remain with the mistake."""
    if mistake == "outside-taps:skipped":
        pairs = [p for p in pairs if None not in p]
    zero = np.zeros((), narrow(found.first, compute).dtype)
    a, b = (
        np.array([[zero if p[i] is None else x[p[i]] for p in pairs]], dtype=x.dtype)
        for i, x in enumerate((found.first, found.second))
    )
    if not pairs:
        return zero
    model = canonical_model(len(pairs), compute)
    if mistake == "unfused":
        model = rounded_products(model)
    if mistake == "tree:sequential_fma":
        model = Model(
            canonical_model(len(pairs), compute, len(pairs)).tree, compute, frozenset({0})
        )
    total: Array = evaluate_products(model, narrow(a, compute), narrow(b, compute))[0]
    return total


def _inside(place: Sequence[int], sizes: Sequence[int]) -> bool:
    return all(0 <= i < n for i, n in zip(place, sizes, strict=True))


def _ordered(channels: range, taps: list[tuple[int, ...]], mistake: str) -> Iterator[
    tuple[int, tuple[int, ...]]
]:  # fmt: skip
    if mistake == "tap-order:reversed":
        taps = taps[::-1]
    if mistake == "tap-order:channels-last":
        yield from ((c, t) for t in taps for c in channels)
    else:
        yield from ((c, t) for c in channels for t in taps)


def _forward(found: _Windows, place: tuple[int, ...], mistake: str) -> list[Pair]:
    n, o, *position = place
    per_group = found.second.shape[1]
    group = o // (found.second.shape[0] // found.groups)
    sizes = [a.input for a in found.axes]
    pairs: list[Pair] = []
    for c, tap in _ordered(range(per_group), found.taps(), mistake):
        where = tuple(a.read(i, t) for a, i, t in zip(found.axes, position, tap, strict=True))
        channel = found.channel(group, c, per_group, mistake)
        if mistake == "taps:flipped":
            tap = tuple(a.taps - 1 - t for a, t in zip(found.axes, tap, strict=True))
        read = (n, channel, *where) if _inside(where, sizes) else None
        pairs.append((read, (o, c, *tap)))
    return pairs


def _backward(found: _Windows, place: tuple[int, ...], mistake: str) -> list[Pair]:
    n, channel, *position = place
    in_group = found.second.shape[0] // found.groups
    group, c = divmod(channel, found.second.shape[1])
    sizes = [a.output for a in found.axes]
    pairs: list[Pair] = []
    for o, tap in _ordered(range(in_group), found.taps(), mistake):
        full = found.channel(group, o, in_group, mistake)
        numbers = [
            i + a.padding - a.dilation * t
            for a, i, t in zip(found.axes, position, tap, strict=True)
        ]
        fits = all(p % a.stride == 0 for a, p in zip(found.axes, numbers, strict=True))
        if not fits and mistake != "taps:all-counted":
            continue
        where = tuple(p // a.stride for a, p in zip(found.axes, numbers, strict=True))
        if mistake == "taps:flipped":
            tap = tuple(a.taps - 1 - t for a, t in zip(found.axes, tap, strict=True))
        read = (n, full, *where) if fits and _inside(where, sizes) else None
        pairs.append((read, (full, c, *tap)))
    return pairs


def _weight_pairs(found: _Windows, n: int, place: tuple[int, ...], mistake: str) -> list[Pair]:
    o, c, *tap = place
    per_group = found.first.shape[1] // found.groups
    group = o // (found.second.shape[1] // found.groups)
    channel = found.channel(group, c, per_group, mistake)
    sizes = [a.input for a in found.axes]
    pairs: list[Pair] = []
    for position in product(*(range(a.output) for a in found.axes)):
        where = tuple(a.read(i, t) for a, i, t in zip(found.axes, position, tap, strict=True))
        read = (n, channel, *where) if _inside(where, sizes) else None
        pairs.append((read, (n, o, *position)))
    return pairs
