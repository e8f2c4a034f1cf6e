"""Oracles for arrays, made of exact functions of scalars; each distinct input is computed once.

There are three kinds. `Arithmetic` computes its exact value in integers and rounds it once.
`Elementary` is computed and rounded by three libraries, which must agree. `Move` edits bits and
rounds nothing (clause S2).

The libraries are imported when they are first used, so an op's file can be imported without them.

Every function takes the op's operands in order, then its real attributes (alpha, ...) in the order
of the declaration. Each attribute is rounded once to the compute format (R4.3), and that rounded
value is then used exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from samebits.oracles.errors import OracleDisagreement
from samebits.oracles.rounding import Real, decode, round_to
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

if TYPE_CHECKING:
    from samebits.oracles.opinions import Function, Library, Operands

Array = np.ndarray[Any, Any]
Patterns = tuple[int, ...]


def below_zero(x: Array) -> Array:
    """Return the mask x < 0. It is the `Elementary.holds` of an op whose formulas need x < 0."""
    return np.asarray(x < 0)


_CONFIRMING = 2048
"""Precision in bits of the balls that confirm exact arithmetic. Binary64's x + 3 needs < 1100."""


def attribute_operands(call: Call) -> tuple[Real, ...]:
    """Return the real attributes of a call as exact operands, in the order of the declaration."""
    given = [call.attributes[a.name] for a in get_op(call.op).attributes if a.real]
    compute = "f64" if "f64" in call.inputs else "f32"
    return tuple(_rounded(value, compute) for value in given if isinstance(value, float))


def _rounded(value: float, compute: str) -> Real:
    exact = decode(int(np.float64(value).view(np.uint64)), "f64")
    return decode(round_to(exact, compute), compute)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A correctly rounded op with an exact value: `exact` maps exact operands to the exact result.

    `exact` also handles special values (clause S4). An integer result of an op other than cast
    wraps (R2.3). `arb` is the same function of finite operands in ball arithmetic. It is the second
    opinion of an op without a NumPy route: if it is given, every finite result must be in its ball.
    """

    exact: Callable[..., Real]
    arb: Function | None = None

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the exact value of every element, rounded once.

        Raises OracleDisagreement if a value is outside the ball of `arb`.
        """
        if call.op == "cast" and call.inputs == call.outputs:
            return [np.array(inputs[0])]  # clause S2: bits are copied
        extra, output = attribute_operands(call), call.outputs[0]
        saturate = call.attributes.get("saturate") is not False

        def rounded(rows: Sequence[Patterns]) -> list[int]:
            operands = [(*map(decode, row, call.inputs), *extra) for row in rows]
            values = [self.exact(*row) for row in operands]
            if call.op != "cast" and get_format(output).kind in ("int", "uint"):
                return [_wrapped(value, output) for value in values]
            bits = [round_to(value, output, saturate=saturate) for value in values]
            if self.arb is not None:
                _confirm(call, self.arb, rows, operands, bits)
            return bits

        return [map_unique(call, inputs, rounded)]


@dataclass(frozen=True, slots=True)
class Elementary:
    """A correctly rounded function whose bits are proven by enclosures.

    `known(*xs)` returns the exact result for special values (S4), exact cases and ties. For all
    other operands it returns None, and all its arguments are then finite. If a result is too close
    to a number, too small, or too large for any precision to show it, `known` returns a sticky
    value of `nearly`.

    `mpmath`, `arb` and `mpfr` are the same mathematical function in three libraries. All four
    functions take the operands, then the real attributes. `arb` gets `flint.arb` numbers of radius
    0, is called at the precision `flint.ctx.prec`, and returns a ball that provably contains the
    value. To use it outside this module, call `known` first; if it returns None, call
    `arb(*map(to_arb, (*operands, *attribute_operands(call))))`.

    `holds` returns a mask of the operands (binary64, finite, not zero) for which the three
    libraries compute the op; None means all operands. For the other operands `known` returns the
    result.
    """

    known: Callable[..., Real | None]
    mpmath: Function
    arb: Function
    mpfr: Function
    holds: Callable[[Array], Array] | None = None

    def opinions(self) -> tuple[tuple[Library, Function], ...]:
        """Return the libraries with their functions: first oracle, proof, second opinion."""
        from samebits.oracles.opinions import ARB, MPFR, MPMATH

        return ((MPMATH, self.mpmath), (ARB, self.arb), (MPFR, self.mpfr))

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the bits of every element.

        Raises OracleDisagreement if the three libraries differ.
        """
        return [map_unique(call, inputs, lambda rows: self._certified(call, rows))]

    def _certified(self, call: Call, rows: Sequence[Patterns]) -> list[int]:
        from samebits.oracles.opinions import settle

        extra, output = attribute_operands(call), call.outputs[0]
        operands = [(*map(decode, row, call.inputs), *extra) for row in rows]
        results = [self.known(*xs) for xs in operands]
        hard = [i for i, known in enumerate(results) if known is None]
        bits = [0 if known is None else round_to(known, output) for known in results]
        views = {
            library.name: settle(library, function, [operands[i] for i in hard], output)
            for library, function in self.opinions()
        }
        for i, seen in zip(hard, zip(*views.values(), strict=True), strict=True):
            if len(set(seen)) != 1:
                raise disagreement(call, rows[i], dict(zip(views, seen, strict=True)))
            bits[i] = seen[0]
        return bits


@dataclass(frozen=True, slots=True)
class Move:
    """An op on bits (S2): `edit` maps operand patterns and the sign mask to the result."""

    edit: Callable[..., int]

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the edited bits of every element."""
        sign = get_format(call.outputs[0]).sign_mask
        return [
            map_unique(call, inputs, lambda rows: [self.edit(*row, sign_mask=sign) for row in rows])
        ]


def _wrapped(value: Real, name: str) -> int:
    """Return the pattern of an integer modulo 2^bits, in two's complement."""
    assert value.kind == "finite"  # the exact result for integers is an integer
    return (value.signed() << value.exponent) & (2 * get_format(name).sign_mask - 1)


def _confirm(
    call: Call,
    arb: Function,
    rows: Sequence[Patterns],
    operands: Sequence[Operands],
    bits: Sequence[int],
) -> None:
    """Raise OracleDisagreement if an exact result is outside its ball."""
    from samebits.oracles.opinions import ARB

    output = call.outputs[0]
    unsigned = get_format(output).sign_mask - 1
    finite = [i for i, row in enumerate(operands) if all(x.kind == "finite" for x in row)]
    enclosures = ARB.enclose(arb, [operands[i] for i in finite], _CONFIRMING)
    for i, (low, high) in zip(finite, enclosures, strict=True):
        # The ends round to different bits if the ball contains a tie. A zero has no sign in Arb.
        ends = {round_to(low, output), round_to(high, output)}
        if bits[i] not in ends and (bits[i] & unsigned or ends != {0}):
            raise disagreement(call, rows[i], {"exact": bits[i], "Arb": min(ends)})


def disagreement(call: Call, operands: Patterns, views: dict[str, int]) -> OracleDisagreement:
    """Return the error with the op, the operands' bits and every opinion's bits."""
    shown = "-".join(get_format(f).hex(p) for f, p in zip(call.inputs, operands, strict=True))
    form = get_format(call.outputs[0])
    said = ", ".join(f"{name} {form.hex(pattern)}" for name, pattern in views.items())
    return OracleDisagreement(f"{call} at {shown}: {said}; no value can be frozen")


def map_unique(
    call: Call, inputs: Sequence[Array], function: Callable[[Sequence[Patterns]], list[int]]
) -> Array:
    """Apply `function` once to each distinct tuple of operand bits, and return the whole result."""
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
