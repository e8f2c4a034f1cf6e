"""The sources of expected results for a block of inputs. No backend takes part.

- `sweep`: the exhaustive oracle (a binary64 filter by the C library, the near cases by Arb).
- `exact`: all opinions of the oracles, element by element, for at most 2^16 inputs.
- `arithmetic`: the NumPy route, for + - * / of all pairs of f16 and bf16, and for exact ops.

The route `arithmetic` computes in binary64 and rounds once more. For numbers of p bits (p = 11 and
8) this equals one rounding:

- A product of two p-bit significands is exact (2 p <= 53).
- A sum is exact, or (bf16 only) one operand is below 2^-44 of the other. Then the larger operand is
  the result either way, since a number of the format is not a midpoint.
- An inexact quotient has a relative distance of at least 2^-(2 p + 1) from every number of p + 1
  bits, and so from every midpoint, normal or subnormal. The error of binary64 is 2^-53.
- A cast from an integer of 32 bits, which binary64 holds exactly, is one rounding, or integer
  arithmetic. Upper bits of words (uniform numbers) are exact.

Tests compare it with the exact oracles at thousands of inputs.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from samebits.common import processor
from samebits.common.errors import SamebitsError
from samebits.common.release import install_command
from samebits.common.sources import digest_of, python_files
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ArithmeticLandmarks, FunctionLandmarks
from samebits.spec.language.shapes import elementwise
from samebits.vectors.certificate import COUNTING
from samebits.vectors.domain import domain_of
from samebits.vectors.errors import VectorError

MOST_EXACT = 1 << 16
"""Maximal number of inputs for which all opinions of the oracles are computed."""

ARITHMETIC = {"f32", "f16", "bf16", "i32"}
"""Formats for which the argument for the NumPy route holds."""

ARGUED = ("sums", "differences", "products", "quotients", "extremes")
"""Families of arithmetic for which this argument holds. Other results have other lengths."""

WHOLE = {"i32", "u32"}
"""Formats whose casts to formats that cannot hold every 32-bit number have certificates.

A cast to another format is a copy and gets no certificate, so that the committed data stay small.
"""

_PART = 1 << 16
"""Number of elements for which the NumPy route's intermediate arrays fit in the cache."""

Array = np.ndarray[Any, Any]
Bits = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """Wanted bits of consecutive inputs, with counts of difficult inputs.

    `near` counts the inputs that the filter left to the op's own oracle. `ties` counts exact ties.
    `hardest` pairs -log2 of the relative distance to a rounding boundary with the input. Routes
    that decide all inputs in the same way leave these empty.
    """

    bits: Bits
    near: int = 0
    ties: int = 0
    hardest: tuple[tuple[float, int], ...] = ()


class Route(Protocol):
    """A source of expected results."""

    method: str

    def versions(self) -> Mapping[str, str]:
        """Return names and versions of the software that answers."""

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return wanted bits of the inputs from `first` on, as a one-dimensional unsigned array."""


def route_for(call: Call) -> Route:
    """Return the route that answers a call.

    Raises VectorError if no route answers it. The message says what to do.
    """
    small = domain_of(call).inputs <= MOST_EXACT
    missing = ""
    for asks, route in (
        (_sweeps, SweepRoute()),
        (lambda c: small and _exact(c), ExactRoute()),
        (_arithmetic, ArithmeticRoute()),
    ):
        try:
            if asks(call):
                return route
        except ImportError as error:
            missing = f"; {error.name or error} is missing: {install_command('oracles')}"
        except SamebitsError as error:
            missing = f"; {error}"
    raise VectorError(f"no oracle here decides all inputs of {call}{missing}")


def can_answer(call: Call) -> bool:
    """Return whether `route_for` finds a route."""
    try:
        route_for(call)
    except VectorError:
        return False
    return True


def answer_one(call: Call, operands: Sequence[Array]) -> Bits:
    """Return wanted bits of a few inputs: by all opinions of the oracles, or by the NumPy route.

    Raises VectorError if neither answers. The message says what to do.
    """
    missing = ""
    try:
        if _exact(call):
            return ExactRoute().of(call, operands)
    except ImportError as error:
        missing = f"; {error.name or error} is missing: {install_command('oracles')}"
    except SamebitsError as error:
        missing = f"; {error}"
    if _arithmetic(call):
        return ArithmeticRoute().of(call, operands)
    raise VectorError(f"no oracle here answers {call}{missing}")


def _sweeps(call: Call) -> bool:
    from samebits.oracles import sweep

    return bool(sweep.sweepable(call))


def _exact(call: Call) -> bool:
    from samebits import oracles

    return oracles.supports(call)


def _arithmetic(call: Call) -> bool:
    from samebits.oracles import numpy_route

    covered = _is_argued(get_op(call.op)) and {*call.inputs, *call.outputs} <= ARITHMETIC
    cast = call.op == "cast" and call.inputs[0] in WHOLE
    loses = cast and (get_format(call.outputs[0]).bits < 32 or call.outputs == ("f32",))
    word = call.inputs == ("u32",) and not cast and {*call.outputs} <= ARITHMETIC
    return (loses or word or (covered and not cast)) and numpy_route.supports(call)


def _is_argued(op: Op) -> bool:
    """Return whether an op is arithmetic, a root, a cast, or moves or edits bits."""
    landmarks = landmarks_of(op.name)
    if isinstance(landmarks, ArithmeticLandmarks):
        return landmarks.traps in ARGUED
    if isinstance(landmarks, FunctionLandmarks):
        return landmarks.binary64 is None and not landmarks.integral
    return op.name == "cast" or (op.op_class == "move" and op.shape_rule is elementwise)


class SweepRoute:
    """A route by the exhaustive oracle."""

    method = f"{COUNTING}binary64 filter with an error bound, near inputs decided by Arb"

    def versions(self) -> Mapping[str, str]:
        """Return the oracles, the C library, and the digest of the filter's source."""
        from samebits import oracles
        from samebits.oracles.sweep.library import source_digest

        filter_digest = {"filter": source_digest() or "packaged"}
        return {**oracles.provenance(), **machine(), **filter_digest, **deciders()}

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return the answer of `samebits.oracles.sweep`."""
        from samebits.oracles import sweep

        found = sweep.sweep(call, first, count)
        return Answer(found.bits, found.near, found.ties, tuple(found.hardest))


class ArithmeticRoute:
    """A route by NumPy."""

    method = "arithmetic: exact or innocuously rounded binary64, rounded once (NumPy route)"

    def versions(self) -> Mapping[str, str]:
        """Return the version of NumPy and the machine."""
        return {"numpy": np.__version__, **machine(), **deciders()}

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return the answer of the NumPy route, computed in parts that fit in the cache."""
        domain, end = domain_of(call), first + count
        parts = [
            self.of(call, domain.operands(start, min(_PART, end - start)))
            for start in range(first, end, _PART)
        ]
        return Answer(np.concatenate(parts))

    def of(self, call: Call, operands: Sequence[Array]) -> Bits:
        """Return wanted bits of given operands."""
        from samebits.oracles import numpy_route

        return bits_of(numpy_route.evaluate(call, operands)[0])


class ExactRoute:
    """A route by all opinions of the oracles."""

    method = "exact: every opinion of the oracles on every input"

    def versions(self) -> Mapping[str, str]:
        """Return the oracles and the machine."""
        from samebits import oracles

        return {**oracles.provenance(), **machine(), **deciders()}

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return the answer of `samebits.oracles.evaluate`."""
        return Answer(self.of(call, domain_of(call).operands(first, count)))

    def of(self, call: Call, operands: Sequence[Array]) -> Bits:
        """Return wanted bits of given operands."""
        from samebits import oracles

        return bits_of(oracles.evaluate(call, operands)[0])


@cache
def deciders() -> dict[str, str]:
    """Return the digest of the Python code that decides.

    It covers the rooms `oracles` and `spec`, and the modules of this room that enumerate inputs and
    call the oracles.
    """
    here = Path(__file__).resolve().parent
    rooms = [path for room in ("oracles", "spec") for path in python_files(here.parent / room)]
    return {"deciders": digest_of([*rooms, here / "answers.py", here / "domain.py"], here.parent)}


def machine() -> dict[str, str]:
    """Return the C library and the processor."""
    name, version = platform.libc_ver()
    return {
        name or "libc": version or "unknown",
        "machine": platform.machine(),
        "cpu": processor.model(),
    }
