"""Decisions for the tables of clause S4. Each row, read from SPEC.md, decides results."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Bits, Mask
from samebits.conformance.trials.clauses.decision import Decision, add, named, rules


def cells(number: str) -> list[str]:
    """Return the cells of a table row, without the cell with its number."""
    every = [cell.strip() for cell in rules()[number].text.split("|")][1:-1]
    # a rule's text begins with the head of its table, which is skipped here
    return every[len(every) // 2 + 1 :]


def _rest(x: Bits, step: int) -> Bits:
    """Return x modulo `step`, and -1 for elements that are not finite."""
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
    """Return a mask of operands that satisfy a cell, such as `abs < 1` or `odd integer > 0`.

    Raises ValueError for a text that this program does not know.
    """
    text = re.sub(r"^[xp] (?=an? )", "", text)
    if text in _WORDS:
        return np.asarray(_WORDS[text](x))
    found = re.fullmatch(r"(abs|abs\(x\)|[xp])? ?(<=|>=|<|>|=) (-?[\d/]+)", text)
    if not found:
        raise ValueError(f"a row of S4 says {text!r}, which this program cannot read; extend it")
    value = np.abs(x) if (found[1] or "").startswith("abs") else x
    bound = float(Fraction(found[3]))
    compare = {"<": np.less, ">": np.greater, "<=": np.less_equal, ">=": np.greater_equal,
               "=": np.equal}[found[2]]  # fmt: skip
    held = compare(value, bound)
    # rows for finite values do not apply to infinities, which have their own rows
    return np.asarray(held & np.isfinite(x) if found[1] is None else held)


def _one_operand(asked: Asked, elsewhere: str) -> Mask:
    """Return a mask of operands that are infinite, zero, or named in the last column of the row."""
    x = asked.values(0)
    held = np.isinf(x) | (x == 0)
    for rule in filter(None, elsewhere.split("; ")):
        held |= condition(rule.split(": ")[0], x)
    return np.asarray(held)


def _pair(asked: Asked, number: str, before: tuple[str, ...]) -> Mask:
    """Return a mask of operand pairs for which a row is the first row that fits."""
    x, y = asked.values(0), asked.values(1)
    held = _fits(number, x, y)
    for earlier in before:
        held &= ~_fits(earlier, x, y)
    return held


def _fits(number: str, x: Bits, y: Bits) -> Mask:
    _, first, second, _ = cells(number)
    if first.startswith("abs"):  # in a row with this cell, |x| > 1 includes infinities
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
    """Return a mask of operand pairs that fit some row of the table of their function."""
    x, y = asked.values(0), asked.values(1)
    numbers = [n for n in rules() if n.startswith(f"S4.{asked.call.op}.")]
    return np.asarray(np.logical_or.reduce([_fits(n, x, y) for n in numbers]))


def own_value(asked: Asked) -> Mask:
    """Return a mask of operands for which the row of their function lists a value."""
    return _one_operand(asked, cells(f"S4.{asked.call.op}")[6])
