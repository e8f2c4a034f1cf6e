"""Nodes that add several operands in one step, as the matrix units of processors do.

Two kinds are modelled. `exact`: the exact sum of all operands, rounded once. `aligned`: every
operand is shifted to the exponent of the largest operand and truncated there. The truncated
operands are added exactly, and the sum is truncated or rounded to the accumulator's precision.
Measurements show that tensor cores use the second kind (Fasi, Higham, Mikaitis, Pranesh, "Numerical
behavior of NVIDIA tensor cores", PeerJ Computer Science 7:e330, 2021): products are not rounded,
and 0 to 3 bits are kept below the last place. The arithmetic uses exact integers, one row at a
time, so it is meant for a few random rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from samebits.conformance.reveal.arithmetic import Array, narrow, to_f64
from samebits.spec.formats import get_format
from samebits.spec.language.trees import Tree


@dataclass(frozen=True, slots=True)
class Fusion:
    """The way in which a node adds its operands.

    If `kind` is aligned, `extra` bits are kept below the last place. If `cut` is true, the sum is
    truncated toward zero, else it is rounded to nearest.
    """

    kind: Literal["exact", "aligned"]
    extra: int = 0
    cut: bool = False

    def __str__(self) -> str:
        if self.kind == "exact":
            return "each the exact sum of its operands, rounded once"
        last = "cut toward zero" if self.cut else "rounded to nearest"
        return (
            f"each with its operands aligned to the largest, cut {self.extra} bits below its last "
            f"place, and the sum {last}"
        )


@dataclass(frozen=True, slots=True)
class Term:
    """An exact number, `number` * 2^`power`.

    `reach` is the exponent by which it is aligned.
    """

    number: int
    power: int
    reach: int


FUSIONS = tuple(Fusion("aligned", extra, cut) for cut in (True, False) for extra in range(4))
"""Models of fused nodes that probes can find.

`exact` is not among them: an exact sum does not lose a unit next to a huge value, so probes cannot
find such a node.
"""


def is_fused(tree: Tree) -> bool:
    """Return whether some node has more than two operands."""
    return any(len(children) > 2 for children in tree.nodes)


def evaluate_fused(tree: Tree, fusion: Fusion, name: str, a: Array, b: Array | None) -> Array:
    """Return the sums of `a` [p, n], or of its products with `b`, in format `name`.

    Every node is a fused node.
    """
    totals = []
    for row in range(len(a)):
        terms = list(_terms(a[row], None if b is None else b[row]))
        for children in tree.nodes:
            terms.append(_add([terms[c] for c in children], fusion, name))
        totals.append(round_exact(terms[-1].number, terms[-1].power, name))
    return np.array(totals, dtype=get_format(name).dtype)


def exact_sums(name: str, a: Array, b: Array | None) -> Array:
    """Return the exact sum of each row of `a`, or of its products with `b`, rounded once."""
    tree = Tree(a.shape[1], (tuple(range(a.shape[1])),)) if a.shape[1] > 1 else Tree(1, ())
    return evaluate_fused(tree, Fusion("exact"), name, a, b)


def round_exact(number: int, power: int, name: str) -> float:
    """Return number * 2^power, rounded to nearest even in `name`, as a Python float."""
    digits = abs(number)
    if name == "f64" or digits.bit_length() <= 53:
        wide = _scaled_f64(number, power)
    else:  # round to odd at 53 bits, so that the second rounding is correct
        shift = digits.bit_length() - 53
        kept = (digits >> shift) | bool(digits & ((1 << shift) - 1))
        wide = _scaled_f64(-kept if number < 0 else kept, power + shift)
    return float(to_f64(narrow(np.array([wide]), name))[0])


def _scaled_f64(number: int, power: int) -> float:
    """Return number * 2^power as binary64, rounded once to nearest even.

    Numbers that are too large become infinity.
    """
    try:
        return number / (1 << -power) if power < 0 else float(number << power)
    except OverflowError:
        return float("-inf") if number < 0 else float("inf")


def _terms(a: Array, b: Array | None) -> Iterator[Term]:
    ones = np.ones_like(a) if b is None else b
    for x, y in zip(to_f64(a).tolist(), to_f64(ones).tolist(), strict=True):
        (m, p), (k, q) = _parts(x), _parts(y)
        # Hardware aligns products by the sum of the factors' exponents, before they are normalised.
        yield Term(m * k, p + q, p + m.bit_length() - 1 + q + k.bit_length() - 1)


def _parts(x: float) -> tuple[int, int]:
    number, below = x.as_integer_ratio()
    return number, 1 - below.bit_length()


def _add(terms: list[Term], fusion: Fusion, name: str) -> Term:
    form = get_format(name)
    power = min(term.power for term in terms)
    if fusion.kind == "aligned":
        top = max((t.reach for t in terms if t.number), default=0)
        power = top - (form.precision - 1) - fusion.extra
    total = sum(_shifted(term.number, term.power - power) for term in terms)
    if fusion.cut:
        drop = max(abs(total).bit_length() - form.precision, 0)
        total = _shifted(total, -drop) << drop
    else:
        total, power = _parts(round_exact(total, power, name))
    return Term(total, power, power + abs(total).bit_length() - 1)


def _shifted(number: int, places: int) -> int:
    """Return number * 2^places, truncated toward zero."""
    if places >= 0:
        return number << places
    return -(-number >> -places) if number < 0 else number >> -places
