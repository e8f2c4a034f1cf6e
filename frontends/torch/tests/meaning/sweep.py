"""Compare results in a block with PyTorch's own, to find calls that compute something else.

The comparison finds wrong constants, divisors and defaults. It needs a tolerance, because the last
bits of PyTorch's results differ; distance.py derives the tolerance. The judge needs no tolerance,
because it compares bits with the oracles.

Each sample of an entry is computed unchanged, and with operands that are so small that constants
such as `eps` matter. In binary32 some samples are also computed with special values (NaN,
infinities, zeros). For these only the forward pass is run, because PyTorch's own backward passes of
some ops would end the process.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from samebits.torch import NoCanonicalDefinition, reproducible
from samebits.torch.tests.meaning import draws, moving
from samebits.torch.tests.meaning.distance import Distance, distance
from samebits.torch.tests.meaning.entries import Entry, Result, entries, spread
from samebits.torch.tests.opinfo import limited
from samebits.torch.tests.samples import bits, copied

FORMATS = {
    "f64": torch.float64,
    "f32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
}
SAMPLES = {"f64": 16, "f32": 40, "f16": 12, "bf16": 16}
"""The number of compared samples of an entry, by format."""

MOVES = 2
"""The number of times that a call is repeated with operands changed by rounding units."""

FEW = 6
SPECIAL_SAMPLES = 2
"""The number of samples that are repeated with special values, out of the first FEW samples."""

SECONDS = 20
"""The time limit of one call, in seconds."""

TOGETHER = 24
"""The number of entries that are run in one block. Opening a block takes as long as some calls."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A call whose result in a block is not explained by rounding of PyTorch's result."""

    entry: str
    format: str
    operands: str
    """The operands: `usual`, `small`, or a special value: `nan`, `inf`, `-inf`, `0`."""
    result: str
    """The result: `forward`, `gradient`, or `error` if only the block raises an error."""
    reason: str


@dataclass
class Found:
    """The result of comparing one entry in one format: counts of samples, largest distance."""

    compared: int = 0
    refused: int = 0
    drawn: int = 0
    part: float = 0.0
    """The largest distance that is not a fault, divided by the limit."""
    faults: list[Fault] = field(default_factory=list)


@dataclass
class _Call:
    """A sample of an entry, with PyTorch's own results."""

    entry: Entry
    format: str
    operands: str
    sample: Any
    plain: Result
    drew: bool
    wide: Result
    moved: list[Result]
    """PyTorch's results in binary64 for changed operands; for a discrete draw, with other seeds."""

    @property
    def dtype(self) -> torch.dtype:
        return FORMATS[self.format]

    def run(self, sample: Any) -> Result:
        with limited(SECONDS):
            return self.entry.run(sample, self.dtype, self.operands not in moving.SPECIAL)


def compared(
    names: Sequence[str],
    formats: Sequence[str],
    opened: Callable[[], AbstractContextManager[Any]] | None = None,
) -> dict[tuple[str, str], Found]:
    """Compare entries in formats, and return what was found for each pair.

    `opened` opens the block in which the entries are computed, by default on the C backend.
    """
    opened = opened or (lambda: reproducible("c:baseline", threads=1))
    found = {(n, f): Found() for n in names for f in formats}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for i in range(0, len(names), TOGETHER):
            calls = [
                call
                for name in names[i : i + TOGETHER]
                for format_ in formats
                for call in _calls(entries()[name], format_)
            ]
            with opened():
                inside = [_inside(call) for call in calls]
            for call, result in zip(calls, inside, strict=True):
                _judge(found[call.entry.name, call.format], call, result)
    return found


def _calls(entry: Entry, format_: str) -> Iterator[_Call]:
    """Yield the samples that PyTorch itself can compute, with PyTorch's results."""
    dtype = FORMATS[format_]
    try:
        samples = entry.samples(dtype)
    except Exception:  # PyTorch cannot make samples of some ops in some formats
        return
    few = samples if entry.takes_all else spread(samples, FEW)
    many = samples if entry.takes_all else spread(samples, SAMPLES[format_])
    special = few[:SPECIAL_SAMPLES] if format_ == "f32" else []
    for variants in (*map(_variants, many), *map(_special, special)):
        for operands, changed in variants:
            call = _Call(entry, format_, operands, changed, ([], []), False, ([], []), [])
            try:
                call.plain = call.run(copied(changed))
            except Exception:  # nothing to compare
                continue
            call.wide = call.plain
            if draws.may_draw(entry.name):
                call.moved = list(_with_other_seeds(call))
                differ = any(_bits(other) != _bits(call.plain) for other in call.moved)
                call.drew = differ or entry.name in draws.MEMORY
            if not call.drew:
                call.moved = []
                with suppress(Exception):
                    call.wide = call.run(copied(changed, torch.float64))
                    call.moved = list(_moved(call))
            yield call


def _moved(call: _Call) -> Iterator[Result]:
    """Yield PyTorch's results in binary64 for changed operands.

    For float64 operands the results are estimated: the error of PyTorch's result in binary32 times
    2^-29 is about as large as the effect of a rounding unit of binary64.
    """
    if call.format != "f64":
        for i in range(MOVES):
            yield call.run(moving.moved(call.sample, call.dtype, i))
        return
    narrow = call.run(copied(call.sample, torch.float32))
    yield tuple(
        [
            t + (x.double() - t) * 2.0**-29
            if isinstance(x, Tensor) and isinstance(t, Tensor) and x.shape == t.shape
            else t
            for x, t in zip(*both, strict=True)
        ]
        for both in zip(narrow, call.wide, strict=True)
    )


def _with_other_seeds(call: _Call) -> Iterator[Result]:
    """Yield PyTorch's results with different seeds; there are many seeds for a discrete draw.

    With few seeds some choices, for example the windows of a pool, may be equal by chance.
    """
    for seed in draws.SEEDS if draws.is_discrete(call.entry.name) else draws.SEEDS[:6]:
        with draws.seeded(seed):
            yield call.run(copied(call.sample))


def _bits(result: Result) -> list[Any]:
    return bits([*result[0], *result[1]])


def _variants(sample: Any) -> Iterator[tuple[str, Any]]:
    yield "usual", sample
    with suppress(Exception):
        yield "small", moving.small(sample)


def _special(sample: Any) -> Iterator[tuple[str, Any]]:
    for name, value in moving.SPECIAL.items():
        with suppress(Exception):
            yield name, moving.special(sample, value)


def _inside(call: _Call) -> Result | NoCanonicalDefinition | str:
    """Return the results in a block, the refusal, or the message of any other error."""
    try:
        return call.run(copied(call.sample))
    except NoCanonicalDefinition as refused:
        return refused
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]


def _judge(found: Found, call: _Call, inside: Result | NoCanonicalDefinition | str) -> None:
    if isinstance(inside, NoCanonicalDefinition):
        found.refused += 1
        return
    found.compared += 1
    where = call.entry.name, call.format, call.operands
    if isinstance(inside, str):
        found.faults.append(Fault(*where, "error", inside))
        return
    found.drawn += call.drew
    for number, result in enumerate(("forward", "gradient")):
        one = _distance(call, inside, number)
        if one.reason:
            found.faults.append(Fault(*where, result, one.reason))
        else:
            found.part = max(found.part, one.part)


def _distance(call: _Call, inside: Result, number: int) -> Distance:
    moved = [m[number] for m in call.moved]
    if call.drew:
        others = moved if draws.is_discrete(call.entry.name) else []
        return draws.compare(inside[number], call.plain[number], others)
    return distance(inside[number], call.plain[number], call.wide[number], moved)
