"""Clause S4, the tables: each row is read from SPEC.md and decides the operands that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Bits, Mask
from samebits.conformance.trials.clauses.decision import Decision, add, named, rules


def cells(number: str) -> list[str]:
    """The cells of a row after its number."""
    every = [cell.strip() for cell in rules()[number].text.split("|")][1:-1]
    return every[len(every) // 2 + 1 :]  # the head of the table, which has the number besides


def _rest(x: Bits, step: int) -> Bits:
    """x modulo a step; -1 for what is not finite."""
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(x), np.mod(x, step), -1)


_WORDS: Mapping[str, Callable[[Bits], Mask]] = {
    "any": lambda x: np.ones(x.shape, bool),
    "NaN": np.isnan,
    "+-0": lambda x: x == 0,
    "-0": lambda x: (x == 0) & np.signbit(x),
    "+0": lambda x: (x == 0) & ~np.signbit(x),
    "+-inf": np.isinf,
    "-inf": lambda x: x == -np.inf,
    "+inf": lambda x: x == np.inf,
    "1": lambda x: x == 1,
    "-1": lambda x: x == -1,
    "no integer": lambda x: _rest(x, 1) > 0,
    "odd integer < 0": lambda x: (_rest(x, 2) == 1) & (x < 0),
    "odd integer > 0": lambda x: (_rest(x, 2) == 1) & (x > 0),
    "an integer": lambda x: (_rest(x, 1) == 0) & (x != 0),
    "a negative integer": lambda x: (_rest(x, 1) == 0) & (x < 0),
    "an integer plus 1/2": lambda x: _rest(x, 1) == 0.5,
}


def condition(text: str, x: Bits) -> Mask:
    """Where operands fall under what a cell says, such as `abs < 1` or `odd integer > 0`.

    Raises ValueError for words that no cell has had yet.
    """
    text = re.sub(r"^[xp] (?=an? )", "", text)
    if text in _WORDS:
        return np.asarray(_WORDS[text](x))
    found = re.fullmatch(r"(abs|abs\(x\)|[xp])? ?(<=|>=|<|>|=) (-?[\d/]+)", text)
    if not found:
        raise ValueError(f"a row of S4 says {text!r}, which nobody has taught this program")
    value = np.abs(x) if (found[1] or "").startswith("abs") else x
    bound = float(Fraction(found[3]))
    compare = {"<": np.less, ">": np.greater, "<=": np.less_equal, ">=": np.greater_equal,
               "=": np.equal}[found[2]]  # fmt: skip
    held = compare(value, bound)
    return np.asarray(held & np.isfinite(x) if found[1] is None else held)  # infinities: own rows


def _one_operand(asked: Asked, elsewhere: str) -> Mask:
    """Infinities, zeros, and what the last column of the row names."""
    x = asked.values(0)
    held = np.isinf(x) | (x == 0)
    for rule in filter(None, elsewhere.split("; ")):
        held |= condition(rule.split(": ")[0], x)
    return np.asarray(held)


def _pair(asked: Asked, number: str, before: tuple[str, ...]) -> Mask:
    """The pairs that a row is the first to fit."""
    x, y = asked.values(0), asked.values(1)
    held = _fits(number, x, y)
    for earlier in before:
        held &= ~_fits(earlier, x, y)
    return held


def _fits(number: str, x: Bits, y: Bits) -> Mask:
    _, first, second, _ = cells(number)
    if first.startswith("abs"):  # of abs > 1 the infinities are some
        return _beyond_one(first, x) & condition(second, y)
    return condition(first, x) & condition(second, y)


def _beyond_one(text: str, x: Bits) -> Mask:
    return np.asarray(np.abs(x) < 1 if text == "abs < 1" else np.abs(x) > 1)


def _rows() -> None:
    pairs: dict[str, list[str]] = {}
    for number in [n for n in rules() if n.startswith("S4.")]:
        text = rules()[number].text
        if text.startswith("| rule | function | exact value"):
            row = cells(number)
            elsewhere = row[6]
            words = "-inf, -0, +0, +inf" + (f"; {elsewhere}" if elsewhere else "")
            when = partial(_one_operand, elsewhere=elsewhere)
            add(Decision(number, words, named, when))
        elif text.startswith("| rule | function | first"):
            function, first, second, _ = cells(number)
            earlier = pairs.setdefault(function, [])
            when = partial(_pair, number=number, before=tuple(earlier))
            add(Decision(number, f"{first}, {second}", named, when))
            earlier.append(number)


_rows()


def in_a_row(asked: Asked) -> Mask:
    """The pairs of a function of two operands that fit a row of its table."""
    x, y = asked.values(0), asked.values(1)
    numbers = [n for n in rules() if n.startswith(f"S4.{asked.call.op}.")]
    return np.asarray(np.logical_or.reduce([_fits(n, x, y) for n in numbers]))


def own_value(asked: Asked) -> Mask:
    """The operands of a function of one operand that its row gives a value of their own."""
    return _one_operand(asked, cells(f"S4.{asked.call.op}")[6])
