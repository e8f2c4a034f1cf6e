"""How an exact function of scalars becomes an oracle for arrays: unique inputs, one rounding each.

Two kinds: `Arithmetic`, whose exact value is computed in integers, and `Elementary`, whose rounding
three libraries must settle alike. `Move` edits bits and rounds nothing (clause S2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.oracles.errors import OracleDisagreement
from samebits.oracles.opinions import ARB, MPFR, MPMATH, Function, Library, settle
from samebits.oracles.rounding import Real, decode, round_to
from samebits.spec.call import Call
from samebits.spec.formats import bits_of, from_bits, get_format

Array = np.ndarray[Any, Any]
Patterns = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A correctly rounded op by its exact value: `exact` maps exact operands to the exact result.

    Special values are part of `exact` (clause S4).
    """

    exact: Callable[..., Real]

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """The one rounding of the exact value, for every element."""
        if call.op == "cast" and call.inputs == call.outputs:
            return [np.array(inputs[0])]  # clause S2: a copy of bits

        def rounded(rows: Sequence[Patterns]) -> list[int]:
            output, exact = call.outputs[0], self.exact
            return [round_to(exact(*map(decode, row, call.inputs)), output) for row in rows]

        return [_map_unique(call, inputs, rounded)]


@dataclass(frozen=True, slots=True)
class Elementary:
    """A correctly rounded function of one operand that needs a proof.

    `known(x)` gives the exact result where there is one: special values (S4), exact cases, ties;
    None elsewhere, where the argument is finite and not zero. The three functions are the same
    mathematical function in three libraries. `below_limit` says that for large |x| the magnitude
    nears its limit (1, or |x|) from below, closer than any precision shows.
    """

    known: Callable[[Real], Real | None]
    mpmath: Function
    arb: Function
    mpfr: Function
    below_limit: bool = False

    def opinions(self) -> tuple[tuple[Library, Function], ...]:
        """The libraries with their functions: the first oracle, the proof, the second opinion."""
        return ((MPMATH, self.mpmath), (ARB, self.arb), (MPFR, self.mpfr))

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """The bits on which all three agree, for every element. Raises OracleDisagreement."""
        return [_map_unique(call, inputs, lambda rows: self._certified(call, rows))]

    def _certified(self, call: Call, rows: Sequence[Patterns]) -> list[int]:
        (source,), (output,) = call.inputs, call.outputs
        xs = [decode(row[0], source) for row in rows]
        results = [self.known(x) for x in xs]
        hard = [i for i, known in enumerate(results) if known is None]
        bits = [0 if known is None else round_to(known, output) for known in results]
        views = {
            library.name: settle(library, function, [xs[i] for i in hard], output)
            for library, function in self.opinions()
        }
        for i, seen in zip(hard, zip(*views.values(), strict=True), strict=True):
            if len(set(seen)) != 1:
                raise disagreement(call, rows[i], dict(zip(views, seen, strict=True)))
            bits[i] = seen[0]
        return bits


@dataclass(frozen=True, slots=True)
class Move:
    """An op on bits (S2): `edit` maps operand patterns and the sign mask to the result's."""

    edit: Callable[..., int]

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """The edited bits, for every element."""
        sign = get_format(call.outputs[0]).sign_mask
        return [
            _map_unique(
                call, inputs, lambda rows: [self.edit(*row, sign_mask=sign) for row in rows]
            )
        ]


def disagreement(call: Call, operands: Patterns, views: dict[str, int]) -> OracleDisagreement:
    """The error that names the op, the operands' bits and every opinion's bits."""
    shown = "-".join(get_format(f).hex(p) for f, p in zip(call.inputs, operands, strict=True))
    form = get_format(call.outputs[0])
    said = ", ".join(f"{name} {form.hex(pattern)}" for name, pattern in views.items())
    return OracleDisagreement(f"{call} at {shown}: {said}; no value can be frozen")


def _map_unique(
    call: Call, inputs: Sequence[Array], function: Callable[[Sequence[Patterns]], list[int]]
) -> Array:
    """Apply `function` to the distinct tuples of operand bits and spread the results."""
    shape = inputs[0].shape
    columns = [bits_of(x).reshape(-1).astype(np.uint64) for x in inputs]
    table = np.stack(columns, axis=1)
    if len(columns) == 1:
        unique, back = np.unique(table[:, 0], return_inverse=True)
        unique = unique[:, None]
    else:
        unique, back = np.unique(table, axis=0, return_inverse=True)
    results = function([tuple(row) for row in unique.tolist()])
    output = get_format(call.outputs[0])
    patterns = np.array(results, dtype=output.bits_dtype)[back.reshape(-1)]
    return from_bits(patterns.reshape(shape), output.name)
