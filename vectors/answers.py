"""The sources of expected results for a block of inputs. No backend takes part.

- `sweep`: the exhaustive oracle. A binary64 filter (C library) decides most inputs, and Arb the
  inputs near a rounding boundary.
- `exact`: all oracles, which must agree, element by element, for at most 2^16 inputs.
- `arithmetic`: the NumPy route, for + - * / of all pairs of f16 and bf16, and for exact ops.

The route `arithmetic` computes in binary64 and then rounds to the format. For numbers of p bits (p
= 11 and 8) this equals one rounding:

- A product of two p-bit significands is exact (2 p <= 53).
- A sum is exact, or (bf16 only) one operand is below 2^-44 of the other. In the second case, the
  result is the larger operand with one or two roundings, since a number of the format is not a
  midpoint.
- An inexact quotient has a relative distance of at least 2^-(2 p + 1) from every number of p + 1
  bits, and so from every midpoint, normal or subnormal. The error of binary64 is 2^-53.
- A cast of a 32-bit integer, which binary64 represents exactly, is rounded once or is integer
  arithmetic. Uniform numbers from the upper bits of words are exact.

Tests compare this route with the exact oracles at thousands of inputs.
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
"""Maximum number of inputs for which the slow exact oracles are used."""

ARITHMETIC = {"f32", "f16", "bf16", "i32"}
"""Formats for which the proof in the module docstring holds."""

ARGUED = ("sums", "differences", "products", "quotients", "extremes")
"""Families of arithmetic ops for which the proof in the module docstring holds."""

WHOLE = {"i32", "u32"}
"""Integer formats with certificates for casts to formats that cannot hold every 32-bit number.

A cast to any other format is an exact copy. It gets no certificate, so that the committed data stay
small.
"""

_PART = 1 << 16
"""Number of elements per step of the NumPy route, so that intermediate arrays fit in the cache."""

Array = np.ndarray[Any, Any]
Bits = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """Expected bits of consecutive inputs, with counts of difficult inputs.

    `near` counts the inputs that the filter could not decide and passed to the op's own oracle.
    `ties` counts exact ties. Each entry of `hardest` is -log2 of the relative distance to a
    rounding boundary, and the input. These fields are empty for routes without a filter.
    """

    bits: Bits
    near: int = 0
    ties: int = 0
    hardest: tuple[tuple[float, int], ...] = ()


class Route(Protocol):
    """Protocol of the three sources of expected results."""

    method: str

    def versions(self) -> Mapping[str, str]:
        """Return names and versions of the software that computes the answers."""

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return the expected bits of `count` inputs from `first` on, as a 1-D unsigned array."""


def route_for(call: Call) -> Route:
    """Return the route that can answer a call.

    Raises VectorError with a remedy if no route can.
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
    """Return whether `route_for` finds a route for a call."""
    try:
        route_for(call)
    except VectorError:
        return False
    return True


def answer_one(call: Call, operands: Sequence[Array]) -> Bits:
    """Return the expected bits of a few inputs: by the exact oracles, else by the NumPy route.

    Raises VectorError with a remedy if neither can answer.
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
    """Return whether the NumPy route applies: arithmetic, roots, casts, and moves."""
    landmarks = landmarks_of(op.name)
    if isinstance(landmarks, ArithmeticLandmarks):
        return landmarks.traps in ARGUED
    if isinstance(landmarks, FunctionLandmarks):
        return landmarks.binary64 is None and not landmarks.integral
    return op.name == "cast" or (op.op_class == "move" and op.shape_rule is elementwise)


class SweepRoute:
    """The route that uses the exhaustive oracle."""

    method = f"{COUNTING}binary64 filter with an error bound, near inputs decided by Arb"

    def versions(self) -> Mapping[str, str]:
        """Return the versions of the oracles and the C library, and the filter's digest."""
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
    """The route that uses NumPy arithmetic."""

    method = "arithmetic: exact or innocuously rounded binary64, rounded once (NumPy route)"

    def versions(self) -> Mapping[str, str]:
        """Return the version of NumPy, the machine, and the digest of the deciding code."""
        return {"numpy": np.__version__, **machine(), **deciders()}

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return the results of the NumPy route, computed in parts that fit in the cache."""
        domain, end = domain_of(call), first + count
        parts = [
            self.of(call, domain.operands(start, min(_PART, end - start)))
            for start in range(first, end, _PART)
        ]
        return Answer(np.concatenate(parts))

    def of(self, call: Call, operands: Sequence[Array]) -> Bits:
        """Return the expected bits for the given operands."""
        from samebits.oracles import numpy_route

        return bits_of(numpy_route.evaluate(call, operands)[0])


class ExactRoute:
    """The route that uses all oracles and requires that they agree."""

    method = "exact: every opinion of the oracles on every input"

    def versions(self) -> Mapping[str, str]:
        """Return the versions of the oracles, the machine, and the digest of the deciding code."""
        from samebits import oracles

        return {**oracles.provenance(), **machine(), **deciders()}

    def answer(self, call: Call, first: int, count: int) -> Answer:
        """Return the answer of `samebits.oracles.evaluate`."""
        return Answer(self.of(call, domain_of(call).operands(first, count)))

    def of(self, call: Call, operands: Sequence[Array]) -> Bits:
        """Return the expected bits for the given operands."""
        from samebits import oracles

        return bits_of(oracles.evaluate(call, operands)[0])


@cache
def deciders() -> dict[str, str]:
    """Return the digest of the Python code that determines the expected results.

    It covers the rooms `oracles` and `spec`, and the modules of this room that enumerate inputs and
    call the oracles.
    """
    here = Path(__file__).resolve().parent
    rooms = [path for room in ("oracles", "spec") for path in python_files(here.parent / room)]
    return {"deciders": digest_of([*rooms, here / "answers.py", here / "domain.py"], here.parent)}


def machine() -> dict[str, str]:
    """Return the name and version of the C library, the architecture and the processor model."""
    name, version = platform.libc_ver()
    return {
        name or "libc": version or "unknown",
        "machine": platform.machine(),
        "cpu": processor.model(),
    }
